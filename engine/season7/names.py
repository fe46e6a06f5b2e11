"""Every name that people may be shown by itself: squares, minigames and what lies in them, and the words of views.

For those who translate: sentences are found where they are told, but names come out of tables.
"""

from __future__ import annotations

from engine.minigames.words import list_table_words
from engine.race.coaching import COACHING
from engine.race.words import SQUARE
from engine.season7 import banker, catalogue, host_answers, megagrid, square00, tables, view
from engine.season7.deeds import SEASON7_ACHIEVEMENTS, SEASON7_TALLIES
from engine.season7.squares import upsets

SQUARE_NAMES = [
    *(
        face
        for faces in tables.SQUARES_BY_CATEGORY.values()
        for face in faces
        if tables.parse_cash(face) is None and "%" not in face
    ),
    *tables.HIDDEN_SQUARES,
    *tables.WILDCARDS,
    *tables.MUTATIONS,
    *tables.CATEGORY_NAMES.values(),
    *banker.EXTRAS,
    *(outcome for outcome in square00.OUTCOMES if tables.parse_cash(outcome) is None),
    *(upsets.BLOCK, upsets.OPPONENT, upsets.YOU, upsets.THRESHOLD),
    *host_answers.QUESTION_KINDS.values(),
    *host_answers.HOLDINGS.values(),
]
STATISTICS = [
    *SEASON7_TALLIES.values(),
    *(words for each in SEASON7_ACHIEVEMENTS for words in (each.name, each.sentence)),
]
OTHER_NAMES = [
    *("Bomb", "anywhere", "anybody"),
    *("in", "out", "folded", "sold", "moved", "won", "Remain", "Leave"),
    *("Super Round", "Race to a Billion", SQUARE),
    *(tables.MYSTERY_BOOST, *catalogue.list_season7_topics()),
]
COACHING_SENTENCES = COACHING.values()
SEASON7_NAMES = tuple(
    dict.fromkeys(
        [
            *SQUARE_NAMES,
            *list_table_words(),
            megagrid.MEGAGRID_NAME,
            *view.STAGE_NAMES.values(),
            *view.KINDS_BY_CATEGORY.values(),
            *OTHER_NAMES,
            *STATISTICS,
            *catalogue.RULE_SENTENCES,
            *COACHING_SENTENCES,
        ]
    )
)
