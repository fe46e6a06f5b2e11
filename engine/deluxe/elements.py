"""Everything in the game that has a name, and what of it is ours and not the rulebook's, for the catalogue."""

from __future__ import annotations

from engine.deluxe import tables
from engine.kernel.ruleset import Element
from engine.minigames import MINIGAMES

LOST_RULEBOOK_NOTE = "all of it: this section of the rulebook is lost"


def list_deluxe_elements() -> list[Element]:
    """Return everything in the game that has a name, group by group."""
    return [
        *(
            Element(f"{tables.MULTIPLIER} {what}", "Multipliers", ("grid",), LOST_RULEBOOK_NOTE)
            for what in tables.MULTIPLIERS
        ),
        *(Element(f"{tables.BOOST} {what}", "Boosts", ("grid",), LOST_RULEBOOK_NOTE) for what in tables.BOOSTS),
        *(Element(name, "Minigames", house="what it pays here, and how it is played") for name in MINIGAMES),
        *(Element(name, "Score Changers", house=LOST_RULEBOOK_NOTE) for name in tables.CHANGERS),
        *(Element(name, "Specials", house=LOST_RULEBOOK_NOTE) for name in tables.SPECIALS),
        *(Element(name, "Funky effects", ("funky",), LOST_RULEBOOK_NOTE) for name in tables.FUNKIES),
        *(Element(name, "Items", ("item",), LOST_RULEBOOK_NOTE) for name in tables.ITEMS),
        *(Element(name, "Zones", ("zone",), LOST_RULEBOOK_NOTE) for name in tables.ZONE_NAMES),
        Element(tables.TRASH_PICKER, "Spaces"),
        Element("Jackpot Chance", "Spaces"),
        Element("Failsafe", "Spaces", house="what a right one multiplies by, and when it is called"),
    ]
