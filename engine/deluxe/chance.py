"""The Jackpot Chance: twenty spaces, the letters of JACKPOT twice, two of $100,000, and four strikes."""

from __future__ import annotations

from engine.deluxe import changing, tables, verbs
from engine.deluxe.state import Race
from engine.kernel.table import Table

LETTERS = "JACKPOT"
PENNY = "Lucky Penny"


async def play(t: Table[Race], who: str) -> None:
    """Name spaces, one or several at once, until every letter of JACKPOT is open, or three strikes are.

    The Jackpot is paid as it stands. $100,000 inside is paid at once, at one's boost. Silence names the rest by lot.
    """
    race = t.state
    spaces = t.draw("jackpot_chance.spaces", tables.CHANCE, len(tables.CHANCE))
    t.tell("{who} plays the Jackpot Chance, for {jackpot:$}.", who=who, jackpot=race.jackpot)
    opened: list[int] = []
    strikes, spared = 0, False
    while True:
        for n in await name(t, who, opened, strikes):
            opened.append(n)
            strikes = reveal(t, who, n, spaces[n - 1], strikes)
            first = spaces[n - 1] == "Strike" and strikes == 1 and not spared
            if first and PENNY in race.players[who].items:  # it may have been given away meanwhile
                strikes, spared = 0, True
                race.players[who].items.remove(PENNY)
                t.tell("{who}'s Lucky Penny: that strike does not count.", who=who)
            if all(letter in [spaces[m - 1] for m in opened] for letter in LETTERS):
                win(t, who)
                return
            if strikes >= tables.CHANCE_STRIKES:
                t.tell("Three strikes: the Jackpot stays.")
                return


async def name(t: Table[Race], who: str, opened: list[int], strikes: int) -> list[int]:
    """Which spaces next; for silence the host names the rest by lot."""
    closed = [n for n in range(1, len(tables.CHANCE) + 1) if n not in opened]
    chosen = await t.ask_several(
        "jackpot_chance.spaces",
        who,
        "Which spaces next? {strikes} of {all} {strikes:strike|strikes} so far.",
        closed,
        lapse=list[int](),
        high=len(closed),
        patience="minigame",
        strikes=strikes,
        all=tables.CHANCE_STRIKES,
    )
    return chosen or t.draw("jackpot_chance.rest", closed, len(closed))


def reveal(t: Table[Race], who: str, n: int, what: str, strikes: int) -> int:
    """One space opens; says how many strikes there are."""
    if what == "Strike":
        t.tell("Space {n}: a strike!", n=n)
        return strikes + 1
    if what in LETTERS:
        t.tell("Space {n}: {letter}.", n=n, letter=what)
        return strikes
    t.tell("Space {n}: {amount:$}.", n=n, amount=tables.CHANCE_CASH)
    place = changing.anywhere(t)
    if place is not None:
        verbs.earn(place, who, tables.CHANCE_CASH, "jackpot")
    return strikes


def win(t: Table[Race], who: str) -> None:
    """The Jackpot is paid unboosted, and starts again from two millions for each round up to the next."""
    race = t.state
    place = changing.anywhere(t)
    t.tell("JACKPOT! {who} has all seven letters.", who=who, deed="jackpots")
    if place is not None:
        verbs.pay(place, who, race.jackpot, "jackpot")
    race.jackpot = max(tables.JACKPOT, tables.JACKPOT_STEP * (race.round + 1))
    t.tell("The Jackpot starts again from {jackpot:$}.", jackpot=race.jackpot)
