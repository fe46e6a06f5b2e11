"""Says how a question is answered by writing: the same sentences for every door, with its own way to write. Pure."""

from __future__ import annotations

from collections.abc import Callable

from engine.kernel import Play, Reader
from host.said.answers import Choice, named
from host.shown.views import QuestionView

MOST_TYPED = 12  # choices spelt out
Written = Callable[[str], str]  # how something is shown that is to be written as it stands
SENTENCES = {
    "text": "Write {pick} and your words.",
    "number": "Write {pick} and a number from {low:n} to {high:n}.",
    "steps": "Write {pick} and a number from {low:n} to {high:n}, in steps of {step:n}.",
    "several": "Write {pick} and {low} of these, in order: {choices}.",
    "span": "Write {pick} and {low} to {high} of these, in order: {choices}.",
    "choice": "Write {pick} and your choice: {choices}.",
}
OWN_WORDS = "You may also answer in words of your own."


def how(asked: QuestionView, reader: Reader, pick: str, written: Written, text: str = "") -> str:
    """How this is answered, in a sentence of its kind, or in this one."""
    form, choices = asked.form, _listed(asked, reader, written)
    facts = {"low": form.low, "high": form.high, "step": form.step, "pick": pick, "choices": choices}
    said = reader.say(text, **facts) if text else reader.say(SENTENCES[_kind(asked)], **facts)
    return f"{said} {reader.say(OWN_WORDS)}" if form.words else said


def _kind(asked: QuestionView) -> str:
    form = asked.form
    if form.kind == "several" and form.low < form.high:
        return "span"
    return "steps" if form.kind == "number" and form.step > 1 else form.kind


def _listed(asked: QuestionView, reader: Reader, written: Written) -> str:
    found = named(asked.options, reader)
    if len(found) > MOST_TYPED:
        return f"{written(_said(found[0]))} … {written(_said(found[-1]))}"
    return ", ".join(written(_said(each)) for each in found) or reader.say("nothing is left")


def _said(choice: Choice) -> str:
    """A choice as it is written. Labels such as B4 beside a square's number need not be said twice."""
    return str(choice.value) if isinstance(choice.value, int) and len(choice.label) <= 3 else choice.label


def what_stands(play: Play, reader: Reader, written: Written) -> list[str]:
    """What stands of something that one may do at any time, and what may be written to change it."""
    now = [reader.say("Now: {now}", now=[option.label for option in play.now])] if play.now else []
    line = f"use {play.key} {play.example}"
    return [*now, *([reader.say("For example: {line}", line=written(line))] if play.example else [])]
