"""The Jackpot Chance: twenty spaces, the letters of JACKPOT twice, two of $100,000, and four strikes."""

from __future__ import annotations

from engine.deluxe import changing, events, tables, verbs
from engine.deluxe.state import Chance, Race
from engine.kernel.table import Table

LETTERS = "JACKPOT"
PENNY, STRIKE = "Lucky Penny", "Strike"
SPACES = "spaces"  # the picture that they are


def lay_out(t: Table[Race], who: str) -> None:
    """Twenty spaces: each letter of JACKPOT twice, two of $100,000, four strikes."""
    spaces = t.draw("jackpot_chance.spaces", tables.CHANCE, len(tables.CHANCE))
    t.state.chance = Chance(who, spaces)
    t.tell(events.ChanceStarted(who=who, jackpot=t.state.jackpot))


async def play(t: Table[Race], it: Chance) -> None:
    """Name spaces, one or several at once, until every letter of JACKPOT is open, or three strikes are.

    The Jackpot is paid as it stands. $100,000 inside is paid at once, at one's boost. Silence names the rest by lot.
    """
    for n in await name(t, it):
        reveal(t, it, n)
        if all(letter in [it.spaces[m - 1] for m in it.opened] for letter in LETTERS):
            win(t, it.who)
            close(t, it)
            return
        if it.strikes >= tables.CHANCE_STRIKES:
            t.tell(events.ChanceLost())
            close(t, it)
            return


def close(t: Table[Race], it: Chance) -> None:
    """It is over; the next one may be played."""
    t.state.chances.remove(it.who)
    t.state.chance = None


async def name(t: Table[Race], it: Chance) -> list[int]:
    """Which spaces next; for silence the host names the rest by lot."""
    closed = [n for n in range(1, len(tables.CHANCE) + 1) if n not in it.opened]
    chosen = await t.ask_several(
        "jackpot_chance.spaces",
        it.who,
        "Which spaces next? {strikes} of {all} {strikes:strike|strikes} so far.",
        closed,
        lapse=list[int](),
        high=len(closed),
        patience="minigame",
        of=SPACES,
        strikes=it.strikes,
        all=tables.CHANCE_STRIKES,
    )
    return chosen or t.draw("jackpot_chance.rest", closed, len(closed))


def reveal(t: Table[Race], it: Chance, n: int) -> None:
    """One space opens."""
    it.opened.append(n)
    what = it.spaces[n - 1]
    if what == STRIKE:
        strike(t, it, n)
    elif what in LETTERS:
        t.tell(events.ChanceLetterFound(n=n, letter=what))
    else:
        t.tell(events.ChanceCashFound(n=n, amount=tables.CHANCE_CASH))
        place = changing.anywhere(t)
        if place is not None:
            verbs.earn(place, it.who, tables.CHANCE_CASH, "jackpot")


def strike(t: Table[Race], it: Chance, n: int) -> None:
    """A strike; with a Lucky Penny, which may have been given away meanwhile, the first does not count."""
    it.strikes += 1
    t.tell(events.ChanceStrikeFound(n=n))
    items = t.state.players[it.who].items
    if it.strikes == 1 and not it.spared and PENNY in items:
        it.strikes, it.spared = 0, True
        items.remove(PENNY)
        t.tell(events.PennySpent(who=it.who))


def win(t: Table[Race], who: str) -> None:
    """The Jackpot is paid unboosted, and starts again from two millions for each round up to the next."""
    race = t.state
    place = changing.anywhere(t)
    t.tell(events.JackpotWon(who=who))
    if place is not None:
        verbs.pay(place, who, race.jackpot, "jackpot")
    race.jackpot = max(tables.JACKPOT, tables.JACKPOT_STEP * (race.round + 1))
    t.tell(events.JackpotReset(jackpot=race.jackpot))
