"""The reveal of a quiz question, as a moment: who said what, then the right answer, then who climbs and who falls."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.kernel import Told
from host.doors.web.markup import players
from host.doors.web.markup.html import Child, Markup, h
from host.doors.web.table.page_context import PageContext

REVEAL_LETTERS = "abcd"  # the facts with which the answers are told


def render_reveal_scene(context: PageContext, told: Sequence[Told]) -> Child:
    """Render the reveal of a quiz question: answers with those who gave them, the explanation, and each player's
    result.
    """
    facts = told[0].facts
    solved = next((each.facts for each in told if "right" in each.facts), {})
    answers = [
        _render_revealed_answer(context, facts, letter, str(solved.get("letter", "")))
        for letter in REVEAL_LETTERS
        if letter in facts
    ]
    why = h("p", solved.get("why", ""), class_="late") if solved else None
    lines = [
        _render_player_result(context, each)
        for each in told
        if "who" in each.facts and (each.deed or "status" in each.facts)
    ]
    return [
        h("h2", facts.get("question", "")),
        h("ul", answers, class_="answers"),
        why,
        h("ul", lines, class_="fell late") if lines else None,
    ]


def _render_revealed_answer(context: PageContext, facts: Mapping[str, object], letter: str, right: str) -> Markup:
    """Render one answer with the tokens of all who gave it."""
    name = letter.upper()
    choices = facts.get("choices")
    who = [each for each, said in choices.items() if said == name] if isinstance(choices, dict) else []
    signs = [
        [players.render_player_token(context, each, "s"), h("span", context.format_words(each), class_="unseen")]
        for each in who
    ]
    kind = "right" if name == right else "wrong" if who else None
    return h("li", h("b", f"{name}: {facts[letter]}"), h("span", signs, class_="by"), class_=kind)


def _render_player_result(context: PageContext, told: Told) -> Markup:
    """Render what the question brought to one player."""
    who = told.facts["who"]
    sign = players.render_player_token(context, who, "s") if isinstance(who, str) else None
    return h("li", sign, context.format_told(told))
