"""Every name that people may be shown by itself, for those who translate: sentences are found where they are told."""

from __future__ import annotations

from engine.deluxe import bench, catalogue, chance, tables, view
from engine.deluxe.deeds import ACHIEVEMENTS, SHOWN
from engine.deluxe.spaces import funky, treats
from engine.minigames.words import table_words
from engine.race.coaching import COACHING
from engine.race.words import SPACE

SPACES = [
    *(tables.KINDS),
    *(tables.TRASH_PICKER, tables.BOMB, "Failsafe", "Jackpot Chance"),
    *(name for names in tables.FAMILIES.values() for name in names),
    *tables.FUNKIES,
    *tables.ITEMS,
    *tables.ZONES,
    *treats.WHEEL,
    *funky.SIDES,
    *chance.LETTERS,
    *tables.MULTIPLIERS,
    *tables.BOOSTS,
]
LOOSE = [
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
STATISTICS = [*SHOWN.values(), *(words for each in ACHIEVEMENTS for words in (each.name, each.sentence))]
NAMES = tuple(
    dict.fromkeys(
        [
            *SPACES,
            *COACHING.values(),
            *table_words(),
            *LOOSE,
            *view.STAGES.values(),
            *view.KINDS.values(),
            *catalogue.topics(),
            *catalogue.GROUPS["Words"],
            *catalogue.RULES,
            *STATISTICS,
        ]
    )
)
