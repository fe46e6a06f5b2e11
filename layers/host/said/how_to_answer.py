"""Says how a question is answered by writing: the same sentences for every door, with its own way to write. Pure."""

from __future__ import annotations

from collections.abc import Callable

from engine.kernel import Play, Reader, Words
from engine.rulesets import RULESETS
from host.said.answers import Choice, label_options
from host.shown.views import GameView, QuestionView

MOST_TYPED = 12  # choices spelt out
Written = Callable[[str], str]  # how something is shown that is to be written as it stands

ANSWER_HELP_TEXTS = {
    "text": "Write {pick} and your words.",
    "number": "Write {pick} and a number from {low:n} to {high:n}.",
    "steps": "Write {pick} and a number from {low:n} to {high:n}, in steps of {step:n}.",
    "several": "Write {pick}, then choose {low} of these. The order counts: {choices}.",
    "span": "Write {pick}, then choose between {low} and {high} of these. The order counts: {choices}.",
    "choice": "Write {pick} and your choice: {choices}.",
}

OWN_WORDS = "You can also answer in your own words."


def format_answer_help(asked: QuestionView, reader: Reader, pick: str, written: Written, text: str = "") -> str:
    """Return how to answer a question in writing: the help sentence for its kind, or `text`, with the command `pick` as
    it is typed there.
    """
    form, choices = asked.form, _format_choices(asked, reader, written)
    facts = {"low": form.low, "high": form.high, "step": form.step, "pick": pick, "choices": choices}
    said = (
        reader.format_sentence(text, **facts)
        if text
        else reader.format_sentence(ANSWER_HELP_TEXTS[_get_sentence_key(asked)], **facts)
    )
    return f"{said} {reader.format_sentence(OWN_WORDS)}" if form.words else said


def _get_sentence_key(asked: QuestionView) -> str:
    """Return the key of the help sentence for this kind of answer (one choice, several, number, text)."""
    form = asked.form
    if form.kind == "several" and form.low < form.high:
        return "span"
    return "steps" if form.kind == "number" and form.step > 1 else form.kind


def _format_choices(asked: QuestionView, reader: Reader, written: Written) -> str:
    """Format a question's choices as they are typed; of a long list only the first and the last."""
    found = label_options(asked.options, reader)
    if len(found) > MOST_TYPED:
        return f"{written(_format_typed_choice(found[0]))} … {written(_format_typed_choice(found[-1]))}"
    return ", ".join(written(_format_typed_choice(each)) for each in found) or reader.format_sentence(
        "nothing is left to choose"
    )


def _format_typed_choice(choice: Choice) -> str:
    """Return a choice as it is typed, without a square's second name such as B4 beside its number."""
    return str(choice.value) if isinstance(choice.value, int) and len(choice.label) <= 3 else choice.label


def format_play_settings(play: Play, reader: Reader, written: Written) -> list[str]:
    """Format the present setting of a play that can be made at any time, and an example of how to change it."""
    now = [reader.format_sentence("Now: {now}", now=[option.label for option in play.now])] if play.now else []
    line = f"use {play.key} {play.example}"
    return [*now, *([reader.format_sentence("For example: {line}", line=written(line))] if play.example else [])]


def find_rule(ruleset: str, word: object) -> Words | None:
    """Return the rule of the square or minigame of this name, or None."""
    rules = RULESETS.get(ruleset)
    return rules.explain(str(word)) if rules else None


def find_question_topic(showing: GameView, asked: QuestionView) -> str:
    """Return the title of the minigame in which a question is asked, if that has a rule of its own; else an empty
    string.
    """
    panels = showing.view.panels if showing.view else []
    table = asked.id.partition("#")[0]
    titles = [str(panel.title) for panel in panels if panel.id == table]
    return next((title for title in titles if find_rule(showing.ruleset, title)), "")
