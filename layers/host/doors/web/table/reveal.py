"""The reveal of a quiz question, as a moment: who said what, then the right answer, then who climbs and who falls."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.kernel import Told
from host.doors.web.markup import players
from host.doors.web.markup.html import Child, Markup, h
from host.doors.web.table.page_context import PageContext

LETTERS = "abcd"  # the facts with which the answers are told


def scene(context: PageContext, told: Sequence[Told]) -> Child:
    """All that was told of it: the answers first, each with those who gave it; the page's style lets the rest wait."""
    facts = told[0].facts
    solved = next((each.facts for each in told if "right" in each.facts), {})
    answers = [_answer(context, facts, letter, str(solved.get("letter", ""))) for letter in LETTERS if letter in facts]
    why = h("p", solved.get("why", ""), class_="late") if solved else None
    lines = [_fate(context, each) for each in told if "who" in each.facts and (each.deed or "status" in each.facts)]
    return [
        h("h2", facts.get("question", "")),
        h("ul", answers, class_="answers"),
        why,
        h("ul", lines, class_="fell late") if lines else None,
    ]


def _answer(context: PageContext, facts: Mapping[str, object], letter: str, right: str) -> Markup:
    """One answer, and the signs of all who gave it."""
    name = letter.upper()
    choices = facts.get("choices")
    who = [each for each, said in choices.items() if said == name] if isinstance(choices, dict) else []
    signs = [[players.token(context, each, "s"), h("span", context.name(each), class_="unseen")] for each in who]
    kind = "right" if name == right else "wrong" if who else None
    return h("li", h("b", f"{name}: {facts[letter]}"), h("span", signs, class_="by"), class_=kind)


def _fate(context: PageContext, told: Told) -> Markup:
    """What it came to for one player."""
    who = told.facts["who"]
    sign = players.token(context, who, "s") if isinstance(who, str) else None
    return h("li", sign, context.told(told))
