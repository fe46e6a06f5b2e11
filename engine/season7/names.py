"""Every name that people may be shown by itself: squares, minigames and what lies in them, and the words of views.

For those who translate: sentences are found where they are told, but names come out of tables.
"""

from __future__ import annotations

from engine.minigames.words import table_words
from engine.race.coaching import COACHING
from engine.race.words import SQUARE
from engine.season7 import banker, catalogue, host_answers, megagrid, square00, tables, view
from engine.season7.deeds import ACHIEVEMENTS, SHOWN
from engine.season7.squares import upsets

SQUARES = [
    *(face for faces in tables.CATEGORIES.values() for face in faces if tables.cash(face) is None and "%" not in face),
    *tables.HIDDEN,
    *tables.WILDCARDS,
    *tables.MUTATIONS,
    *tables.CATEGORY_NAMES.values(),
    *banker.EXTRAS,
    *(outcome for outcome in square00.OUTCOMES if tables.cash(outcome) is None),
    *(upsets.BLOCK, upsets.OPPONENT, upsets.YOU, upsets.THRESHOLD),
    *host_answers.KINDS.values(),
    *host_answers.HOLDINGS.values(),
]
STATISTICS = [*SHOWN.values(), *(words for each in ACHIEVEMENTS for words in (each.name, each.sentence))]
LOOSE = [
    *("Bomb", "anywhere", "anybody"),
    *("in", "out", "folded", "sold", "moved", "won", "Remain", "Leave"),
    *("Super Round", "Race to a Billion", SQUARE),
    *(tables.MYSTERY_BOOST, *catalogue.topics()),
]
WORDS = COACHING.values()
NAMES = tuple(
    dict.fromkeys(
        [
            *SQUARES,
            *table_words(),
            megagrid.NAME,
            *view.STAGES.values(),
            *view.KINDS.values(),
            *LOOSE,
            *STATISTICS,
            *catalogue.RULES,
            *WORDS,
        ]
    )
)
