"""Every name that people may be shown by itself, for those who translate: sentences are found where they are told."""

from __future__ import annotations

from engine.deluxe import bench, catalogue, chance, tables, view
from engine.deluxe.deeds import DELUXE_ACHIEVEMENTS, DELUXE_TALLIES
from engine.deluxe.spaces import funky, treats
from engine.minigames.words import list_table_words
from engine.race.coaching import COACHING
from engine.race.words import SPACE

DELUXE_SPACE_NAMES = [
    *(tables.SPACE_KINDS),
    *(tables.TRASH_PICKER, tables.BOMB, "Failsafe", "Jackpot Chance"),
    *(name for names in tables.FAMILIES.values() for name in names),
    *tables.FUNKIES,
    *tables.ITEMS,
    *tables.ZONE_NAMES,
    *treats.WHEEL,
    *funky.SIDES,
    *chance.JACKPOT_LETTERS,
    *tables.MULTIPLIERS,
    *tables.BOOSTS,
]
OTHER_DELUXE_NAMES = [
    *(
        "in",
        "out",
        "won",
        "left",
        "On Deck",
        "yes",
        "no",
        "keep",
        "none",
        "nobody",
        "enough",
        "nothing",
        "neither",
        "even",
        "ask me",
    ),
    SPACE,
    *(bench.WINS, bench.FIRST, "odds", "evens", "in play"),
]
STATISTICS = [
    *DELUXE_TALLIES.values(),
    *(words for each in DELUXE_ACHIEVEMENTS for words in (each.name, each.sentence)),
]
DELUXE_NAMES = tuple(
    dict.fromkeys(
        [
            *DELUXE_SPACE_NAMES,
            *COACHING.values(),
            *list_table_words(),
            *OTHER_DELUXE_NAMES,
            *view.GRID_STAGE_NAMES.values(),
            *view.DELUXE_CELL_KINDS.values(),
            *catalogue.list_deluxe_topics(),
            *catalogue.GROUPS["Words"],
            *catalogue.DELUXE_RULES,
            *STATISTICS,
        ]
    )
)
