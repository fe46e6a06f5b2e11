"""Every name that people may be shown by itself, for those who translate: sentences are found where they are told."""

from __future__ import annotations

from engine.ladder import box, catalogue, deeds, desk, plays, view

LOOSE = ("host", "audience", "gone", "between questions")
EARNED = [words for each in deeds.ACHIEVEMENTS for words in (each.name, each.sentence)]
REPORTS = [*box.FAULTS.values(), *plays.FAULTS.values(), *plays.DOUBTS.values()]
SHOWN = [*desk.NAMES, *desk.NAMES.values(), *REPORTS, *view.STATUS.values(), *deeds.SHOWN.values(), *deeds.RATES]
TAUGHT = [*catalogue.TOPICS, *catalogue.RULES, *catalogue.RULES.values()]
NAMES = tuple(dict.fromkeys([*SHOWN, *LOOSE, *EARNED, *TAUGHT]))
