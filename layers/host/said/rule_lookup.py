"""Looks up the rule of something shown, so that whoever is asked about it can read it."""

from __future__ import annotations

from engine.kernel import Words
from engine.rulesets import RULESETS
from host.shown.views import GameView, QuestionView


def find_rule(ruleset: str, word: object) -> Words | None:
    """Find the rule text of a square or minigame of this name, or None."""
    rules = RULESETS.get(ruleset)
    return rules.explain(str(word)) if rules else None


def find_question_topic(showing: GameView, asked: QuestionView) -> str:
    """Return the title of the minigame in which this is asked, or an empty string if it has no rule of its own."""
    panels = showing.view.panels if showing.view else []
    table = asked.id.partition("#")[0]
    titles = [str(panel.title) for panel in panels if panel.id == table]
    return next((title for title in titles if find_rule(showing.ruleset, title)), "")
