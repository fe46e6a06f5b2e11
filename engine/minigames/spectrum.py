"""Spectrum: you get nothing without a pair, not in this game."""

from __future__ import annotations

from msgspec.structs import replace

from engine.kernel import Form
from engine.kernel.picture import Cell, Look, build_pool
from engine.kernel.text import phrase
from engine.minigames import events
from engine.minigames.booth_table import (
    BoothTable,
    Pictures,
    build_numbered_options,
    build_square_grid,
    defer_rendering,
    format_short_cash,
)

PAIR_PRIZES = {
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
SPECTRUM_SQUARES = [*PAIR_PRIZES, *PAIR_PRIZES, *[BLACK] * BLACKS]
MAX_COLOURS_AT_ONCE = 6
MAX_SPECTRUM_TURNS = 10  # house: times that squares are named


async def spectrum(t: BoothTable, who: str) -> int:
    """Seventeen squares hide the seven colours of the spectrum, twice each, and black three times. A pair wins what
    its colour is worth, from £300,000 for violet to £20,000,000 for red. Without a pair you get nothing. Ten times
    you may name squares, up to six at once. After a pair or a black square, you choose again. The first black square
    is a warning, and the second one takes everything. Once you have a pair, you may stop.

    Play the whole minigame with `who`, and return the cash in pounds, 0 if there is none; the caller pays it.
    """
    hidden = t.draw("spectrum.squares", SPECTRUM_SQUARES, len(SPECTRUM_SQUARES))
    opened, pairs, looks = list[int](), list[str](), MAX_SPECTRUM_TURNS
    while looks and len(pairs) < len(PAIR_PRIZES):
        render_spectrum(t, hidden, opened, pairs)
        wanted = await ask_spectrum_squares(t, who, opened, pairs, hidden, looks)
        looks -= 1
        for choice in wanted:
            if choice == "stop":
                render_spectrum(t, hidden, opened, pairs)
                return compute_pairs_prize(pairs)
            opened.append(int(choice))
            colour = hidden[int(choice) - 1]
            t.tell(events.ColourOpened(square=int(choice), colour=colour))
            if colour == BLACK and count_open_blacks(hidden, opened) > 1:
                render_spectrum(t, hidden, opened, pairs)
                t.tell(events.WentBlack())
                return 0
            if colour == BLACK:
                break
            if is_pair_open(hidden, opened, colour):
                pairs.append(colour)
                t.tell(events.PairFound(colour=colour, prize=PAIR_PRIZES[colour]))
                break
    render_spectrum(t, hidden, opened, pairs)
    return compute_pairs_prize(pairs)


async def ask_spectrum_squares(
    t: BoothTable, who: str, opened: list[int], pairs: list[str], hidden: list[str], looks: int
) -> list[int | str]:
    """Ask the player for up to six squares and, once they have a pair, “stop”, which the caller carries out in the
    order given up to the next pair or black square; return the list of what they chose. If time runs out, it is “stop”
    alone if they have a pair, else the first six closed squares.
    """
    closed = [n for n in range(1, len(SPECTRUM_SQUARES) + 1) if n not in opened]
    bank = compute_pairs_prize(pairs)
    stop = {"stop": phrase("Stop with {bank:£}", bank=bank)} if pairs else {}
    text = (
        "Your pairs are worth {bank:£}, and you have {blacks} black square{blacks:s}. You can open squares "
        "{looks} more time{looks:s}. Which squares do you open, or do you stop?"
    )
    first = (
        "You have no pair yet and {blacks} black square{blacks:s}. You can open squares {looks} more "
        "time{looks:s}. Which squares do you open?"
    )
    return await t.ask(
        "spectrum.squares",
        who,
        text if pairs else first,
        build_numbered_options(closed, **stop),
        lapse=["stop"] if pairs else [*closed[:MAX_COLOURS_AT_ONCE]],
        form=Form("several", 1, MAX_COLOURS_AT_ONCE),
        of="squares",
        patience="minigame",
        bank=bank,
        blacks=count_open_blacks(hidden, opened),
        looks=looks,
    )


def is_pair_open(hidden: list[str], opened: list[int], colour: str) -> bool:
    """Return whether both squares of a colour are among the `opened` ones."""
    return sum(hidden[n - 1] == colour for n in opened) == 2


def compute_pairs_prize(pairs: list[str]) -> int:
    """Return the money that all pairs of colours found are worth."""
    return sum(PAIR_PRIZES[colour] for colour in pairs)


def count_open_blacks(hidden: list[str], opened: list[int]) -> int:
    """Return how many of the squares whose numbers are in `opened` are black; `hidden` has every square's colour."""
    return sum(hidden[n - 1] == BLACK for n in opened)


@defer_rendering
def render_spectrum(hidden: list[str], opened: list[int], pairs: list[str]) -> Pictures:
    """Show everybody at the table, which a call names before these arguments, the pictures, and return nothing: the
    squares, opened ones in their colour, and what a pair of each colour is worth.
    """
    cells = [Cell(colour, colour.lower()) if n in opened else None for n, colour in enumerate(hidden, 1)]
    worth_each = phrase("Pairs: {cash:£}", cash=compute_pairs_prize(pairs))
    prizes = [
        Cell(
            phrase("{colour} {prize}", colour=colour, prize=format_short_cash(prize)),
            colour,
            phrase("paired") if colour in pairs else "",
        )
        for colour, prize in PAIR_PRIZES.items()
    ]
    squares = build_square_grid("squares", cells, 3, notes=[worth_each])
    look = build_spectrum_look(hidden, opened, pairs)
    return [replace(squares, look=look), replace(build_pool("", prizes), id="pairs")]


def build_spectrum_look(hidden: list[str], opened: list[int], pairs: list[str]) -> Look:
    """Build the texts with which the web page draws the coloured lamps: the worth of the pairs found, the black
    squares, and how often each colour was found and what its pair pays.
    """
    found = [hidden[n - 1] for n in opened]
    return Look(
        name="spectrum",
        pot=phrase("{bank:£}", bank=compute_pairs_prize(pairs)),
        label=phrase("Your pairs"),
        lives=phrase("Black: {n} of 2", n=count_open_blacks(hidden, opened)),
        know=[phrase("after a pair or a black square you choose again")],
        risk=phrase("2nd black square: all is lost"),
        go=phrase("Light {what}", what="#"),
        feet=[str(found.count(colour)) for colour in PAIR_PRIZES],
        tails=[format_short_cash(prize) for prize in PAIR_PRIZES.values()],
    )
