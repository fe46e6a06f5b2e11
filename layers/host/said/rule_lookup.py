"""Looks up the rule of something shown, so that whoever is asked about it can read it."""

from __future__ import annotations

from engine.kernel import Words
from engine.rulesets import RULESETS
from host.shown.views import GameView, QuestionView


def rule(ruleset: str, word: object) -> Words | None:
    """What a square or a minigame of this name is, if the ruleset says so."""
    rules = RULESETS.get(ruleset)
    return rules.explain(str(word)) if rules else None


def topic(showing: GameView, asked: QuestionView) -> str:
    """The name of the minigame, say, in which this is asked; nothing if its table has no rule of its own."""
    panels = showing.view.panels if showing.view else []
    table = asked.id.partition("#")[0]
    titles = [str(panel.title) for panel in panels if panel.id == table]
    return next((title for title in titles if rule(showing.ruleset, title)), "")
