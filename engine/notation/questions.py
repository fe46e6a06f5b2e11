"""Questions as a text expects them: which are pending, how one reads, and what it offers."""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel.question import Question
from engine.kernel.text import PLAIN_READER, format_text
from engine.notation.errors import UnclearLine
from engine.notation.moves import list_questions_named
from engine.notation.values import parse_list, quote_if_needed

LABEL_SEPARATOR = ": "  # between what is answered and what stands on the button


def list_pending(questions: Sequence[Question]) -> list[str]:
    """List questions as `who key`, with their table if that would be ambiguous."""
    names = [f"{question.who} {question.key}" for question in questions]
    return [
        name if names.count(name) == 1 else f"{name}@{question.table}"
        for name, question in zip(names, questions, strict=True)
    ]


def complete_pending(questions: Sequence[Question], text: str) -> str:
    """Complete a short form such as `Bob stake` to the question as it is pending: `Bob square00.stake`."""
    who, _, name = text.partition(" ")
    fits = [question for question in list_questions_named(questions, name.strip()) if question.who == who]
    return list_pending(fits)[0] if len(fits) == 1 else " ".join(text.split())


def format_asked_text(questions: Sequence[Question], text: str) -> str:
    """Format the real text of the question that an `asks` line is about, as in `Ann select Ann, select a square`."""
    head, question, _ = _find_one_question(questions, text)
    return f"{head} {' '.join(format_text(question.text, {'who': question.who, **question.facts}).split())}"


def format_question_offer(questions: Sequence[Question], text: str) -> str:
    """Format the real choices of the question an `offers` line is about: `Ann stake keep | stake: Stake it`."""
    head, question, rest = _find_one_question(questions, text)
    form = question.form
    if form.kind == "number":
        return f"{head} {form.low} to {form.high}{f' by {form.step}' if form.step != 1 else ''}"
    if form.kind == "text":
        return f"{head} words"
    wanted = parse_list(rest, "|")
    labelled = {piece.partition(LABEL_SEPARATOR)[0] for piece in wanted if LABEL_SEPARATOR in piece}
    everything = bool(wanted) and len(labelled) == len(wanted)
    shown = []
    for option in question.options:
        value = str(option.value)
        with_label = everything or value in labelled
        shown.append(f"{value}{LABEL_SEPARATOR}{PLAIN_READER.format_value(option.label)}" if with_label else value)
    return f"{head} {' | '.join(quote_if_needed(piece, '|') for piece in shown) or 'nothing'}"


def _find_one_question(questions: Sequence[Question], text: str) -> tuple[str, Question, str]:
    who, name, rest = ([*text.split(maxsplit=2), "", ""])[:3]
    fits = [question for question in list_questions_named(questions, name) if question.who == who]
    if len(fits) != 1:
        pending = ", ".join(list_pending(questions)) or "nothing"
        raise UnclearLine(f"{who} is not asked for one “{name}”; what is pending: {pending}.")
    return f"{who} {name}", fits[0], rest
