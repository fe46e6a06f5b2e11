"""Postcode Lottery: collect the value of houses, plus massive hidden square potential!"""

from __future__ import annotations

from typing import NamedTuple

from engine.kernel.text import money
from engine.season7 import tables
from engine.season7.pictures import brief
from engine.season7.stage import BoothTable, Haul


class Street(NamedTuple):
    """A street of six doors: some have a house to collect behind them, the others a bailiff."""

    name: str
    houses: list[int]


DOORS = 6
STREETS = [
    Street("Canal Terrace", [80_000, 120_000, 180_000, 250_000, 400_000]),
    Street("Station Road", [200_000, 350_000, 600_000, 1_000_000]),
    Street("Park Crescent", [600_000, 1_000_000, 2_000_000, 4_000_000]),
    Street("Palace Gardens", [1_500_000, 5_000_000, 25_000_000]),
]  # house, all of it
HIDDEN = 4  # house: houses in the whole postcode with a hidden square behind them
Door = tuple[int, str]  # a house's value (0: a bailiff), and the hidden square behind it


async def postcode_lottery(t: BoothTable, who: str) -> Haul:
    """Four streets of six doors, each street richer than the last, with one, two, two and three bailiffs behind its
    doors. In each you name the doors to knock on, or pass. Without a bailiff among them the houses are yours at their
    full value; a bailiff takes all you would have had in that street. Four of the sixteen houses have a hidden square
    behind them, which comes with the house.
    """
    town = build(t)
    haul, story = Haul(0, []), ["Your postcode"]
    for street, doors in zip(STREETS, town, strict=True):
        t.show(*story, street.name, *(f"  {money(value)}" for value in street.houses))
        chosen = await ask_doors(t, who, street, haul)
        got = knock(t, street, doors, chosen)
        haul = Haul(haul.pounds + got.pounds, haul.hidden + got.hidden)
        story.append(f"{street.name} {brief(got.pounds)}")
    t.show(*story)
    return haul


def build(t: BoothTable) -> list[list[Door]]:
    """Shuffle every street's doors, and lay the hidden squares behind some of the houses."""
    owners = t.draw("postcode_lottery.hidden", [(s, h) for s in range(len(STREETS)) for h in STREETS[s].houses], HIDDEN)
    gifts = dict(zip(owners, t.draw("postcode_lottery.gifts", tables.HIDDEN, HIDDEN), strict=True))
    town = []
    for number, street in enumerate(STREETS):
        doors = [(value, gifts.get((number, value), "")) for value in street.houses]
        town.append(t.draw("postcode_lottery.street", doors + [(0, "")] * (DOORS - len(doors)), DOORS))
    return town


async def ask_doors(t: BoothTable, who: str, street: Street, haul: Haul) -> list[int | str]:
    """Which doors to knock on, all at one go."""
    text = (
        "{street}: {houses} houses worth {worth:£} and {bailiffs} bailiff{bailiffs:s}. You have {cash:£}. Which doors?"
    )
    return await t.ask_several(
        "postcode_lottery.doors",
        who,
        text,
        [*range(1, DOORS + 1), "pass"],
        lapse=["pass"],
        high=DOORS,
        patience="minigame",
        street=street.name,
        houses=len(street.houses),
        worth=sum(street.houses),
        bailiffs=DOORS - len(street.houses),
        cash=haul.pounds,
    )


def knock(t: BoothTable, street: Street, doors: list[Door], chosen: list[int | str]) -> Haul:
    """Open the doors one by one, until a bailiff opens."""
    got = Haul(0, [])
    for number in (int(choice) for choice in chosen if choice != "pass"):
        value, gift = doors[number - 1]
        if not value:
            t.tell("Number {number}, {street}: a bailiff! He takes it all.", number=number, street=street.name)
            return Haul(0, [])
        t.tell("Number {number}, {street}, is worth {value:£}.", number=number, street=street.name, value=value)
        if gift:
            t.tell("And there is a hidden square behind it!")
        got = Haul(got.pounds + value, got.hidden + [gift] * bool(gift))
    return got
