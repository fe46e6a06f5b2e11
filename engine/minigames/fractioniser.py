"""Fractioniser: a game of multiplication and division."""

from __future__ import annotations

from math import prod

from engine.kernel.picture import SHUT_CELL, Cell, Grid, Look
from engine.kernel.text import Words, phrase
from engine.minigames import events
from engine.minigames.booth_table import BoothTable, Pictures, defer_rendering, format_cash_phrase

FRACTION_WHOLE = 200_000  # house: what the fraction is a fraction of
FRACTION_CARDS = range(1, 13)  # house: one of each
PLACES_PER_SIDE = 3  # house: above the line, and as many below
EMPTY_PLACE_VALUES = {"above": 2, "below": 2}  # house: what an empty place counts when you stop

Fraction = dict[str, list[int]]


async def fractioniser(t: BoothTable, who: str) -> int:
    """Six of the cards 1 to 12 come up, one at a time. Put each above the line, where it multiplies £200,000, or
    below the line, where it divides. There are three places on each side. You may stop at any time: every empty
    place then counts 2. If all places are full, the fraction pays. If you do not answer, the places above are filled
    first.

    Play the whole minigame with `who`, and return the cash in pounds, which the caller pays.
    """
    fraction: Fraction = {"above": [], "below": []}
    for card in t.draw("fractioniser.cards", FRACTION_CARDS, 2 * PLACES_PER_SIDE):
        render_fraction(t, fraction, card)
        side = await ask_fraction_side(t, who, fraction, card)
        if side == "stop":
            break
        fraction[side] = [*fraction[side], card]
        t.tell(events.FractionPlaced(card=card, side=side))
    render_fraction(t, fraction)
    return compute_fraction_prize(fraction)


async def ask_fraction_side(t: BoothTable, who: str, fraction: Fraction, card: int) -> str:
    """Ask the player whether to put the card above or below the line of the fraction, or to stop, and return the
    choice. If only one side has room, return that without a question; above comes first if time runs out.
    """
    room = [side for side in fraction if len(fraction[side]) < PLACES_PER_SIDE]
    if len(room) == 1:
        return room[0]
    now = compute_fraction_prize(fraction)
    text = "The card is {card}. Do you put it above the line, below the line, or stop with {now:£}?"
    return await t.ask(
        "fractioniser.place",
        who,
        text,
        {**{side: side for side in room}, "stop": phrase("Stop with {cash:£}", cash=now)},
        lapse=room[0],
        of="fraction",
        patience="minigame",
        card=card,
        now=now,
    )


def compute_fraction_prize(fraction: Fraction) -> int:
    """Return the money in pounds that the fraction pays as it stands, empty places counted as 2, rounded up to the
    pound.
    """
    above, below = (
        prod(cards) * EMPTY_PLACE_VALUES[side] ** (PLACES_PER_SIDE - len(cards)) for side, cards in fraction.items()
    )
    return int(-(-FRACTION_WHOLE * above // below))


@defer_rendering
def render_fraction(fraction: Fraction, card: int = 0) -> Pictures:
    """Show everybody at the table, which a call names before these arguments, the picture, and return nothing: the
    fraction and the next card; every free place can be chosen.
    """
    cells = [
        Cell(str(fraction[side][place]))
        if place < len(fraction[side])
        else Cell("_", SHUT_CELL, str(EMPTY_PLACE_VALUES[side]), value=side)
        for side in fraction
        for place in range(PLACES_PER_SIDE)
    ]
    title, rows = phrase("{whole:£} times", whole=FRACTION_WHOLE), ["x", "÷"]
    waits = [phrase("Next card: {card}", card=card)] if card else []
    look = build_fraction_look(fraction, card)
    return [
        Grid(id="fraction", columns=PLACES_PER_SIDE, cells=cells, rows=[*rows], title=title, notes=[*waits], look=look)
    ]


def build_fraction_look(fraction: Fraction, card: int) -> Look:
    """Build the texts with which the web page draws the fraction of Fractioniser: what it pays now, what it would pay
    with the card above or below the line, and the cards not seen yet.
    """
    placed = [*fraction["above"], *fraction["below"]]
    left = [str(n) for n in FRACTION_CARDS if n not in placed and n != card]
    then: list[Words] = [format_fraction_preview(fraction, card, side) if card else "" for side in fraction]
    return Look(
        name="fractioniser",
        pot=phrase("{cash:£}", cash=compute_fraction_prize(fraction)),
        label=phrase("Stop now pays"),
        lives=phrase("Card {n} of {all}", n=min(len(placed) + 1, 2 * PLACES_PER_SIDE), all=2 * PLACES_PER_SIDE),
        know=[
            phrase("not seen yet: {cards}", cards=left),
            phrase("an empty place counts {n}", n=EMPTY_PLACE_VALUES["above"]),
        ],
        go=phrase("Put {card} {what}", card=card, what="#"),
        feet=[str(card)] if card else [],
        tails=[*then, phrase("{whole:£} ×", whole=FRACTION_WHOLE)],
    )


def format_fraction_preview(fraction: Fraction, card: int, side: str) -> Words:
    """Return in short what the fraction of Fractioniser would pay with the card on that side of the line; empty if
    that side is full.
    """
    if len(fraction[side]) == PLACES_PER_SIDE:
        return ""
    placed = {**fraction, side: [*fraction[side], card]}
    return phrase("then {cash}", cash=format_cash_phrase(compute_fraction_prize(placed)))
