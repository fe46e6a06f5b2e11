"""Fractioniser: a game of multiplication and division."""

from __future__ import annotations

from math import prod

from engine.kernel.picture import SHUT, Cell, Grid
from engine.kernel.text import phrase
from engine.minigames import events
from engine.minigames.stage import BoothTable, drawing

WHOLE = 200_000  # house: what the fraction is a fraction of
CARDS = range(1, 13)  # house: one of each
PLACES = 3  # house: above the line, and as many below
EMPTY = {"above": 2, "below": 2}  # house: what an empty place counts when you stop

Fraction = dict[str, list[int]]


async def fractioniser(t: BoothTable, who: str) -> int:
    """Six of the cards 1 to 12 come up one at a time. Put each above the line, where it multiplies £200,000, or
    below, where it divides; there are three places on each side. Stop at any time: every empty place then counts 2.
    Otherwise the full fraction pays. Silence fills the places above first.
    """
    fraction: Fraction = {"above": [], "below": []}
    for card in t.draw("fractioniser.cards", CARDS, 2 * PLACES):
        show(t, fraction, card)
        side = await place(t, who, fraction, card)
        if side == "stop":
            break
        fraction[side].append(card)
        t.tell(events.FractionPlaced(card=card, side=side))
    show(t, fraction)
    return worth(fraction)


async def place(t: BoothTable, who: str, fraction: Fraction, card: int) -> str:
    """Above, below, or stop before it; a card with only one place to go goes there."""
    room = [side for side in fraction if len(fraction[side]) < PLACES]
    if len(room) == 1:
        return room[0]
    now = worth(fraction)
    text = "The card is {card}. Above the line, below it, or stop for {now:£}?"
    return await t.ask(
        "fractioniser.place",
        who,
        text,
        [*room, "stop"],
        lapse=room[0],
        of="fraction",
        patience="minigame",
        card=card,
        now=now,
    )


def worth(fraction: Fraction) -> int:
    """What it pays as it stands, rounded up to the pound."""
    above, below = (prod(cards) * EMPTY[side] ** (PLACES - len(cards)) for side, cards in fraction.items())
    return int(-(-WHOLE * above // below))


@drawing
def show(t: BoothTable, fraction: Fraction, card: int = 0) -> None:
    """The fraction, and the card that waits: every free place can be chosen."""
    cells = [
        Cell(str(fraction[side][place])) if place < len(fraction[side]) else Cell("_", SHUT, value=side)
        for side in fraction
        for place in range(PLACES)
    ]
    title, rows = phrase("{whole:£} times", whole=WHOLE), ["x", "÷"]
    waits = [phrase("Next card: {card}", card=card)] if card else []
    t.show(Grid(id="fraction", columns=PLACES, cells=cells, rows=[*rows], title=title, notes=[*waits]))
