"""Hypercube: pick squares, reveal numbers, and win their sum cubed."""

from __future__ import annotations

from msgspec.structs import replace

from engine.kernel import Form
from engine.kernel.picture import Cell, Look
from engine.kernel.text import phrase
from engine.minigames import events
from engine.minigames.booth_table import (
    BoothTable,
    Pictures,
    build_numbered_options,
    build_square_grid,
    defer_rendering,
)

CORNER_NUMBERS = range(10, 61)  # house: ten of these are hidden
HOLES = 6  # house
CORNER_COUNT = 16
PICKS = 7  # house
HOLE = Cell("HOLE", "bomb")


async def hypercube(t: BoothTable, who: str) -> int:
    """The sixteen squares are the corners of a hypercube: opposite edges are connected, so each square has four
    neighbours. Ten squares hide numbers from 10 to 60, and six are black holes. An open number tells how many of its
    neighbours are holes. A hole takes the whole sum. You have seven picks, also several at a time. Once you have a
    sum, you may stop, and you win its cube.

    Play the whole minigame with `who`, and return the cube in pounds, 0 if there is no sum; the caller pays it.
    """
    numbers = t.draw("hypercube.numbers", CORNER_NUMBERS, CORNER_COUNT - HOLES)
    corners = t.draw("hypercube.corners", [*numbers, *[0] * HOLES], CORNER_COUNT)
    opened: list[int] = []
    total = 0
    while len(opened) < PICKS:
        render_hypercube(t, corners, opened, total)
        for choice in await ask_corners(t, who, opened, total):
            if choice == "stop":
                render_hypercube(t, corners, opened, total)
                return int(total**3)
            opened.append(int(choice))
            total = reveal_corner(t, corners, int(choice), total)
    render_hypercube(t, corners, opened, total)
    return int(total**3)


async def ask_corners(t: BoothTable, who: str, opened: list[int], total: int) -> list[int | str]:
    """Ask the player for squares of the hypercube, as many as they have picks, and, once there is a sum, “stop”, which
    the caller carries out in the order given; return the list of what they chose. If time runs out, it is “stop” alone
    if there is a sum, else the first closed square.
    """
    closed = [n for n in range(1, CORNER_COUNT + 1) if n not in opened]
    stop = {"stop": phrase("Stop with {prize:£}", prize=total**3)} if total else {}
    picks = PICKS - len(opened)
    text = (
        "Your sum is {total}, which is worth {prize:£}. You have {picks} pick{picks:s} left. Which squares do you"
        " open, in which order? Or do you stop?"
    )
    empty = "Your sum is 0, and you have {picks} pick{picks:s} left. Which squares do you open, in which order?"
    return await t.ask(
        "hypercube.squares",
        who,
        text if total else empty,
        build_numbered_options(closed, **stop),
        lapse=["stop"] if total else [*closed[:1]],
        form=Form("several", 1, picks),
        of="corners",
        patience="minigame",
        total=total,
        prize=total**3,
        picks=picks,
    )


def list_corner_neighbours(n: int) -> list[int]:
    """Return the numbers of the four neighbours of corner number `n` of the hypercube, counted from 1, in no order that
    counts: rows and columns of the four by four squares wrap round.
    """
    row, column = divmod(n - 1, 4)
    steps = ((1, 0), (3, 0), (0, 1), (0, 3))
    return [(row + down) % 4 * 4 + (column + right) % 4 + 1 for down, right in steps]


def count_holes_near(corners: list[int], n: int) -> int:
    """Return how many of the four neighbours of corner number `n` of the hypercube are black holes (0 in `corners`)."""
    return sum(corners[near - 1] == 0 for near in list_corner_neighbours(n))


def reveal_corner(t: BoothTable, corners: list[int], n: int, total: int) -> int:
    """Announce what a corner of the hypercube holds, and return the new sum: `total` and its number, or instead zero
    after a black hole. Nothing is noted: the caller counts the pick.
    """
    number = corners[n - 1]
    if not number:
        t.tell(events.BlackHoleFound(square=n))
        return 0
    t.tell(events.CubeOpened(square=n, number=number, holes=count_holes_near(corners, n)))
    return total + number


@defer_rendering
def render_hypercube(corners: list[int], opened: list[int], total: int) -> Pictures:
    """Show everybody at the table, which a call names before these arguments, the picture, and return nothing: the
    squares, opened ones with their number and how many holes are near, and the sum.
    """
    cells = [
        (Cell(str(number), "cash", str(count_holes_near(corners, n))) if number else HOLE) if n in opened else None
        for n, number in enumerate(corners, 1)
    ]
    title, notes = phrase("Sum {total}", total=total), [phrase("52:1 means 52, with 1 hole next to it")]
    look = Look(
        name="hypercube",
        pot=phrase("{prize:£}", prize=total**3),
        label=phrase("Sum {total}, cubed", total=total),
        lives=phrase("{n} {n:pick|picks} left", n=PICKS - len(opened)),
        know=[
            phrase("dots on a square: black holes next to it"),
            phrase("edges connect"),
            phrase("numbers: 10 to 60"),
        ],
        risk=phrase("after a black hole, the sum is 0"),
        go=phrase("Open {what}", what="#"),
    )
    return [replace(build_square_grid("corners", cells, 4, title=title, notes=notes), look=look)]
