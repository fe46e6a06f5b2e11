"""Every name that people may be shown by itself, for those who translate: sentences are found where they are told."""

from __future__ import annotations

from engine.ladder import box, catalogue, deeds, desk, plays, view

OTHER_LADDER_NAMES = ("host", "audience", "gone", "between questions")
EARNED = [words for each in deeds.LADDER_ACHIEVEMENTS for words in (each.name, each.sentence)]
REPORTS = [*box.FAULTS.values(), *plays.FAULTS.values(), *plays.DOUBTS.values()]
SHOWN_LADDER_NAMES = [
    *desk.LIFELINE_BUTTONS,
    *desk.LIFELINE_BUTTONS.values(),
    *REPORTS,
    *view.STATUS.values(),
    *deeds.LADDER_TALLIES.values(),
    *deeds.RATES,
]
TAUGHT = [*catalogue.TOPICS, *catalogue.LADDER_RULES, *catalogue.LADDER_RULES.values()]
LADDER_NAMES = tuple(dict.fromkeys([*SHOWN_LADDER_NAMES, *OTHER_LADDER_NAMES, *EARNED, *TAUGHT]))
