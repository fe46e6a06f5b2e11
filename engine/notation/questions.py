"""Questions as a text expects them: which are pending, how one reads, and what it offers."""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel.question import Question
from engine.kernel.text import PLAIN, render
from engine.notation.errors import UnclearLine
from engine.notation.moves import named
from engine.notation.values import quoted, several

LABEL = ": "  # between what is answered and what stands on the button


def asked(questions: Sequence[Question]) -> list[str]:
    """Questions as `who key`, with their table where that would not tell them apart."""
    names = [f"{question.who} {question.key}" for question in questions]
    return [
        name if names.count(name) == 1 else f"{name}@{question.table}"
        for name, question in zip(names, questions, strict=True)
    ]


def meant(questions: Sequence[Question], text: str) -> str:
    """`Bob stake` in full, as it is pending: `Bob square00.stake`."""
    who, _, name = text.partition(" ")
    fits = [question for question in named(questions, name.strip()) if question.who == who]
    return asked(fits)[0] if len(fits) == 1 else " ".join(text.split())


def reads(questions: Sequence[Question], text: str) -> str:
    """`Ann select Ann, select a square.`: how the question that this line is about really reads."""
    head, question, _ = _one(questions, text)
    return f"{head} {' '.join(render(question.text, {'who': question.who, **question.facts}).split())}"


def offers(questions: Sequence[Question], text: str) -> str:
    """`Ann stake keep | stake: Stake it`: what the question that this line is about really offers."""
    head, question, rest = _one(questions, text)
    form = question.form
    if form.kind == "number":
        return f"{head} {form.low} to {form.high}{f' by {form.step}' if form.step != 1 else ''}"
    if form.kind == "text":
        return f"{head} words"
    wanted = several(rest, "|")
    labelled = {piece.partition(LABEL)[0] for piece in wanted if LABEL in piece}
    everything = bool(wanted) and len(labelled) == len(wanted)
    shown = []
    for option in question.options:
        value = str(option.value)
        with_label = everything or value in labelled
        shown.append(f"{value}{LABEL}{PLAIN.value(option.label)}" if with_label else value)
    return f"{head} {' | '.join(quoted(piece, '|') for piece in shown) or 'nothing'}"


def _one(questions: Sequence[Question], text: str) -> tuple[str, Question, str]:
    who, name, rest = ([*text.split(maxsplit=2), "", ""])[:3]
    fits = [question for question in named(questions, name) if question.who == who]
    if len(fits) != 1:
        pending = ", ".join(asked(questions)) or "nothing"
        raise UnclearLine(f"{who} is not asked for one “{name}”; what is pending: {pending}.")
    return f"{who} {name}", fits[0], rest
