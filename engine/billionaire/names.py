"""Every name that people may be shown by itself, for those who translate: sentences are found where they are told."""

from __future__ import annotations

from engine.billionaire import catalogue, deeds, orders, security, view, waking
from engine.billionaire.tables import COLOURS, GREEN, INVESTMENTS, POWER_DECK, RED, REGIONS, TRACK

LOOSE = (
    "gone",
    "playing",
    "on turn",
    "none",
    "Investments",
    "Profit",
    "Power Play",
    "The last bids",
    "Anything",
    "never",
    "Hold your cards",
    "Roll",
    "What everybody has",
    "Still unsold, and the decks",
)
EARNED = [words for each in deeds.ACHIEVEMENTS for words in (each.name, each.sentence)]
SHOWN = [*REGIONS.values(), *(space.name for space in TRACK), *POWER_DECK, *INVESTMENTS, *COLOURS, RED, GREEN]
LABELS = [*orders.LOTS.values(), *orders.LABELS.values(), *orders.PAYING.values(), *orders.CARDS.values()]
CHOICES = [*orders.ANALYZING.values(), *orders.SECURITY_FIRST.values(), *security.STOPPABLE.values()]
ANSWERS = [*security.ANSWERABLE.values(), *(words for words in waking.SHOWN.values() if isinstance(words, str))]
VIEWED = [*view.FACES.values(), *view.SHORT.values(), *view.STAGES.values(), *deeds.SHOWN.values()]
TAUGHT = [*catalogue.GROUPS, *catalogue.RULES, *catalogue.RULES.values()]
NAMES = tuple(dict.fromkeys([*SHOWN, *LOOSE, *EARNED, *LABELS, *CHOICES, *ANSWERS, *VIEWED, *TAUGHT]))
