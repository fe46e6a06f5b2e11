"""Postcode Lottery: collect the value of houses, and the gifts behind some of them!"""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from engine.kernel import Form
from engine.kernel.picture import Cell, Grid, Look, build_pool
from engine.kernel.text import Words, format_money, phrase
from engine.minigames import events
from engine.minigames.booth_table import (
    BoothTable,
    Haul,
    Pictures,
    build_cash_cell,
    build_numbered_options,
    build_shut_cell,
    defer_rendering,
    format_short_cash,
)


class Street(NamedTuple):
    """A street of six doors: some have a house to collect behind them, the others a debt collector."""

    name: str
    houses: list[int]


DOORS = 6
STREETS = [
    Street("Canal Terrace", [200_000, 400_000, 600_000, 800_000, 1_200_000]),
    Street("Station Road", [800_000, 1_200_000, 2_000_000, 4_000_000]),
    Street("Park Crescent", [2_000_000, 3_000_000, 5_000_000, 10_000_000]),
    Street("Palace Gardens", [4_000_000, 8_000_000, 15_000_000]),
]  # house, all of it
GIFTS = 4  # house: houses in the whole postcode with a gift behind them


async def postcode_lottery(t: BoothTable, who: str) -> Haul:
    """Four streets have six doors each, and each street is richer than the last one. Behind the doors are one, two,
    two and three debt collectors. In each street you name the doors where you knock. Once you have a house, you may
    also pass. If no debt collector opens, you win the houses at their full value. A debt collector takes all your
    houses, in that street and in those before. Four of the sixteen houses have a gift, which you win or lose with the
    house.

    Play the whole minigame with `who`, and return the cash in pounds and the names of the gifts, which the caller
    gives.
    """
    gifts = draw_hidden_gifts(t)
    town = [t.draw("postcode_lottery.street", [*s.houses, *[0] * (DOORS - len(s.houses))], DOORS) for s in STREETS]
    haul = Haul(0, [])
    story: list[int] = []
    for street, doors in zip(STREETS, town, strict=True):
        render_street_doors(t, story, {})
        chosen = await ask_doors(t, who, street, haul)
        opened = {int(number): doors[int(number) - 1] for number in chosen if number != "pass"}
        haul = open_street_doors(t, who, street, [*opened.values()], gifts, haul)
        story.append(haul.cash)
        if len(story) == len(STREETS):
            render_street_doors(t, story, opened)
    return haul


def format_house_address(street: Street, value: int) -> str:
    """Return the name of a house in the lottery, by which gifts are drawn: its street and its value in pounds."""
    return f"{street.name} {format_money(value)}"


def draw_hidden_gifts(t: BoothTable) -> dict[str, str]:
    """Draw which four houses have a gift behind their doors, and which gifts of those that this game has; return each
    gift by its house (as `format_house_address` names it). Fewer or none if the game has fewer gifts; nobody is told.
    """
    houses = t.draw(
        "postcode_lottery.houses", [format_house_address(s, value) for s in STREETS for value in s.houses], GIFTS
    )
    all_gifts = t.list_gifts()
    gifts = t.draw("postcode_lottery.hidden", all_gifts, min(GIFTS, len(all_gifts))) if all_gifts else []
    return dict(zip(houses, gifts, strict=False))


async def ask_doors(t: BoothTable, who: str, street: Street, haul: Haul) -> list[int | str]:
    """Ask the player which doors of a street to knock on, or to pass once they have a house; return a list of the
    doors' numbers, or of “pass” (beside doors it does not count). If time runs out, they pass if they may, else the
    first door is opened.
    """
    ways: dict[str, Words] = {"pass": phrase("Pass with {cash:£}", cash=haul.cash)} if haul.cash else {}
    text = (
        "{street} has {houses} houses worth {worth:£} and {bailiffs} debt collector{bailiffs:s}. You have "
        "{cash:£}. At which doors do you knock?"
    )
    return await t.ask(
        "postcode_lottery.doors",
        who,
        text,
        build_numbered_options(range(1, DOORS + 1), **ways),
        lapse=["pass"] if haul.cash else [1],
        form=Form("several", 1, DOORS),
        of="doors",
        patience="minigame",
        street=street.name,
        houses=len(street.houses),
        worth=sum(street.houses),
        bailiffs=DOORS - len(street.houses),
        cash=haul.cash,
    )


def open_street_doors(
    t: BoothTable, who: str, street: Street, doors: list[int], gifts: dict[str, str], haul: Haul
) -> Haul:
    """Announce, door by door, what is behind the chosen doors of a street of Postcode Lottery (`doors`: a house's
    value, 0 for a debt collector), and tell the player alone of gifts. Return all cash and gifts that they hold then,
    from earlier streets too; none, and no later door, after a debt collector.
    """
    held = [*haul.gifts]
    for value in doors:
        if not value:
            t.tell(events.BailiffOpened())
            return Haul(0, [])
        t.tell(events.HouseFound(street=street.name, value=value))
        if format_house_address(street, value) in gifts:
            t.tell_of_gift(who)
            held.append(gifts[format_house_address(street, value)])
    return Haul(haul.cash + sum(doors), held)


@defer_rendering
def render_street_doors(story: list[int], opened: dict[int, int]) -> Pictures:
    """Show everybody at the table, which a call names before these arguments, the pictures, and return nothing: the
    doors of the street to come, or of the last one, what is behind the opened ones, all that its doors hide, and the
    money held after each street.
    """
    street = STREETS[min(len(story), len(STREETS) - 1)]
    behind: list[Words] = [
        *map(format_short_cash, street.houses),
        *[phrase("debt collector")] * (DOORS - len(street.houses)),
    ]
    cells = [build_door_cell(n, opened) for n in range(1, DOORS + 1)]
    row = Grid(id="doors", columns=DOORS, cells=cells, shape="doors", look=build_street_look(street, story))
    streets = [build_street_cell(n, story) for n in range(len(STREETS))]
    way = replace(build_pool(phrase("Your postcode"), streets), id="streets")
    return [row, build_pool(street.name, behind), way]


def build_door_cell(n: int, opened: dict[int, int]) -> Cell:
    """Build the picture of one door of Postcode Lottery: closed, or open with a house or a debt collector."""
    if n not in opened:
        return build_shut_cell(n)
    return build_cash_cell(opened[n]) if opened[n] else Cell(phrase("debt collector"), "bomb")


def build_street_cell(n: int, story: list[int]) -> Cell:
    """Build the picture of one street of Postcode Lottery, with the cash held after it."""
    name = STREETS[n].name
    if n >= len(story):
        return Cell(name, mark="here" if n == len(story) else "")
    return Cell(name, "cash", format_short_cash(story[n]), mark="right" if story[n] else "wrong")


def build_street_look(street: Street, story: list[int]) -> Look:
    """Build the texts with which the web page draws a street of Postcode Lottery: the houses won so far, and what
    lies behind its doors.
    """
    bailiffs = DOORS - len(street.houses)
    return Look(
        name="postcode_lottery",
        pot=phrase("{cash:£}", cash=story[-1] if story else 0),
        label=phrase("Won so far"),
        lives=phrase("{bailiffs} debt collector{bailiffs:s} behind {doors} doors", bailiffs=bailiffs, doors=DOORS),
        know=[format_short_cash(value) for value in street.houses],
        risk=phrase("a debt collector takes all"),
        go=phrase("Knock on {what}", what="#"),
    )
