"""Every name that people may be shown by itself, for those who translate: sentences are found where they are told."""

from __future__ import annotations

from engine.billionaire import catalogue, deeds, orders, security, view, waking
from engine.billionaire.tables import CORNER_COLOURS, GREEN, INVESTMENTS, POWER_DECK, RED, REGIONS, TRACK

OTHER_BILLIONAIRE_NAMES = (
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
EARNED = [words for each in deeds.BILLIONAIRE_ACHIEVEMENTS for words in (each.name, each.sentence)]
CARD_AND_SPACE_NAMES = [
    *REGIONS.values(),
    *(space.name for space in TRACK),
    *POWER_DECK,
    *INVESTMENTS,
    *CORNER_COLOURS,
    RED,
    GREEN,
]
ORDER_LABELS = [
    *orders.LOTS.values(),
    *orders.ORDER_TITLES.values(),
    *orders.PAYING_CHOICES.values(),
    *orders.CARD_ORDER_CHOICES.values(),
]
ORDER_CHOICE_NAMES = [*orders.ANALYZING.values(), *orders.SECURITY_FIRST.values(), *security.STOPPABLE.values()]
ORDER_ANSWER_NAMES = [
    *security.ANSWERABLE.values(),
    *(words for words in waking.WAKE_REASON_TEXTS.values() if isinstance(words, str)),
]
VIEWED = [
    *view.SPACE_LABELS.values(),
    *view.REGION_ABBREVIATIONS.values(),
    *view.BILLIONAIRE_STAGE_NAMES.values(),
    *deeds.BILLIONAIRE_TALLIES.values(),
]
TAUGHT = [*catalogue.GROUPS, *catalogue.BILLIONAIRE_RULES, *catalogue.BILLIONAIRE_RULES.values()]
BILLIONAIRE_NAMES = tuple(
    dict.fromkeys(
        [
            *CARD_AND_SPACE_NAMES,
            *OTHER_BILLIONAIRE_NAMES,
            *EARNED,
            *ORDER_LABELS,
            *ORDER_CHOICE_NAMES,
            *ORDER_ANSWER_NAMES,
            *VIEWED,
            *TAUGHT,
        ]
    )
)
