"""Spectrum: you get nothing without a pair, not in this game."""

from __future__ import annotations

from engine.kernel.picture import Cell, pool
from engine.kernel.text import phrase
from engine.minigames import events
from engine.minigames.pictures import brief, squares
from engine.minigames.stage import BoothTable, drawing

COLOURS = {
    "violet": 300_000,
    "indigo": 500_000,
    "blue": 800_000,
    "green": 1_500_000,
    "yellow": 2_500_000,
    "orange": 5_000_000,
    "red": 20_000_000,
}  # house: what a pair is worth
BLACK = "BLACK"
BLACKS = 3  # house
SQUARES = [*COLOURS, *COLOURS, *[BLACK] * BLACKS]
AT_ONCE = 6
LOOKS = 10  # house: times that squares are named


async def spectrum(t: BoothTable, who: str) -> int:
    """Behind seventeen squares are the seven colours of the spectrum, twice each, and three times black. A pair
    wins what its colour is worth, from £300,000 for violet to £20,000,000 for red; without a pair you get nothing.
    Ten times you may name squares, up to six at once; a pair or a black square stops you to think again. The first
    black square is a warning, the second takes everything. With a pair you may stop.
    """
    hidden = t.draw("spectrum.squares", SQUARES, len(SQUARES))
    opened, pairs, looks = list[int](), list[str](), LOOKS
    while looks and len(pairs) < len(COLOURS):
        show(t, hidden, opened, pairs)
        wanted = await ask_squares(t, who, opened, pairs, hidden, looks)
        looks -= 1
        for choice in wanted:
            if choice == "stop":
                return worth(pairs)
            opened.append(int(choice))
            colour = hidden[int(choice) - 1]
            t.tell(events.ColourOpened(square=int(choice), colour=colour))
            if colour == BLACK and blacks(hidden, opened) > 1:
                show(t, hidden, opened, pairs)
                t.tell(events.WentBlack())
                return 0
            if colour == BLACK:
                break
            if paired(hidden, opened, colour):
                pairs.append(colour)
                t.tell(events.PairFound(colour=colour, prize=COLOURS[colour]))
                break
    show(t, hidden, opened, pairs)
    return worth(pairs)


async def ask_squares(
    t: BoothTable, who: str, opened: list[int], pairs: list[str], hidden: list[str], looks: int
) -> list[int | str]:
    """Squares to open in this order, up to the next pair or black. With nothing to lose the clock goes on."""
    closed: list[int | str] = [n for n in range(1, len(SQUARES) + 1) if n not in opened]
    text = (
        "Your pairs are worth {bank:£}; {blacks} black square{blacks:s} found, {looks} look{looks:s} left. "
        "Which squares, or stop?"
    )
    first = "No pair yet; {blacks} black square{blacks:s} found, {looks} look{looks:s} left. Which squares?"
    return await t.ask_several(
        "spectrum.squares",
        who,
        text if pairs else first,
        [*closed, "stop"] if pairs else closed,
        lapse=["stop"] if pairs else closed[:AT_ONCE],
        high=AT_ONCE,
        of="squares",
        patience="minigame",
        bank=worth(pairs),
        blacks=blacks(hidden, opened),
        looks=looks,
    )


def paired(hidden: list[str], opened: list[int], colour: str) -> bool:
    """Are both squares of a colour open?"""
    return sum(hidden[n - 1] == colour for n in opened) == 2


def worth(pairs: list[str]) -> int:
    """What all pairs come to."""
    return sum(COLOURS[colour] for colour in pairs)


def blacks(hidden: list[str], opened: list[int]) -> int:
    """How many black squares are open."""
    return sum(hidden[n - 1] == BLACK for n in opened)


@drawing
def show(t: BoothTable, hidden: list[str], opened: list[int], pairs: list[str]) -> None:
    """The squares, and what each colour is worth as a pair."""
    cells = [Cell(colour, colour.lower()) if n in opened else None for n, colour in enumerate(hidden, 1)]
    worth_each = phrase("Pairs: {cash:£}", cash=worth(pairs))
    prizes = [
        Cell(
            phrase("{colour} {prize}", colour=colour, prize=brief(prize)),
            colour,
            phrase("paired") if colour in pairs else "",
        )
        for colour, prize in COLOURS.items()
    ]
    t.show(squares("squares", cells, 3, notes=[worth_each]), pool("", prizes))
