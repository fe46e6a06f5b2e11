"""The Jackpot Chance: twenty spaces, the letters of JACKPOT twice, two of $100,000, and four strikes."""

from __future__ import annotations

from engine.deluxe import assets, events, tables
from engine.deluxe.state import DeluxeRace, JackpotChance
from engine.kernel import Form
from engine.kernel.table import Table

JACKPOT_LETTERS = "JACKPOT"
PENNY, STRIKE = "Lucky Penny", "Strike"
CHANCE_PICTURE = "spaces"  # the picture that they are


def lay_out_jackpot_chance(t: Table[DeluxeRace], who: str) -> None:
    """Begin a Jackpot Chance, the bonus game for the Jackpot, for a player: lay out twenty closed spaces at random, and
    announce it.
    """
    spaces = t.draw("jackpot_chance.spaces", tables.CHANCE, len(tables.CHANCE))
    t.state.chance = JackpotChance(who, spaces)
    t.tell(events.ChanceStarted(who=who, jackpot=t.state.jackpot))


async def play_jackpot_chance(t: Table[DeluxeRace], it: JackpotChance) -> None:
    """Choose spaces, one or several at once, until every letter of JACKPOT or three strikes are open. All seven letters
    win the whole Jackpot. A space of $100,000 is paid at once, times your boost. If you do not answer, chance chooses
    the spaces.

    Play one step of the Jackpot Chance `it` only: ask once, open the spaces that were named, and close it if it is won
    or lost. The caller calls again until it is closed.
    """
    for n in await ask_chance_spaces(t, it):
        open_chance_space(t, it, n)
        if all(letter in [it.spaces[m - 1] for m in it.opened] for letter in JACKPOT_LETTERS):
            pay_jackpot(t, it.who)
            close_jackpot_chance(t, it)
            return
        if it.strikes >= tables.CHANCE_STRIKES:
            t.tell(events.ChanceLost())
            close_jackpot_chance(t, it)
            return


def close_jackpot_chance(t: Table[DeluxeRace], it: JackpotChance) -> None:
    """Remove a finished Jackpot Chance, the bonus game for the Jackpot, and its player's claim to one, so that the next
    player's can begin.
    """
    t.state.chances.remove(it.who)
    t.state.chance = None


async def ask_chance_spaces(t: Table[DeluxeRace], it: JackpotChance) -> list[int]:
    """Ask the player of a Jackpot Chance (the bonus game for the Jackpot) which spaces to open next, and return them;
    without an answer, return all that are left in random order.
    """
    closed = [n for n in range(1, len(tables.CHANCE) + 1) if n not in it.opened]
    chosen = await t.ask(
        "jackpot_chance.spaces",
        it.who,
        (
            "Which spaces do you open next? You have {strikes} {strikes:strike|strikes}. After {all} strikes, the"
            " Jackpot is lost."
        ),
        closed,
        lapse=list[int](),
        form=Form("several", 1, len(closed)),
        patience="minigame",
        of=CHANCE_PICTURE,
        strikes=it.strikes,
        all=tables.CHANCE_STRIKES,
    )
    return chosen or t.draw("jackpot_chance.rest", closed, len(closed))


def open_chance_space(t: Table[DeluxeRace], it: JackpotChance, n: int) -> None:
    """Open space `n` of a Jackpot Chance, the bonus game for the Jackpot, and announce what it holds: a strike, which
    is counted, a letter of JACKPOT, or cash that is paid at once, times the player's boost. Whether the game is won or
    lost with that is not looked at.
    """
    it.opened.append(n)
    what = it.spaces[n - 1]
    if what == STRIKE:
        count_chance_strike(t, it, n)
    elif what in JACKPOT_LETTERS:
        t.tell(events.ChanceLetterFound(n=n, letter=what))
    else:
        t.tell(events.ChanceCashFound(n=n, amount=tables.CHANCE_CASH))
        place = assets.find_paying_grid(t)
        if place is not None:
            assets.earn(place, it.who, tables.CHANCE_CASH, "jackpot")


def count_chance_strike(t: Table[DeluxeRace], it: JackpotChance, n: int) -> None:
    """Count and announce the strike found on space `n` of a Jackpot Chance. The first strike does not count if the
    player has the item Lucky Penny, which is used up.
    """
    it.strikes += 1
    t.tell(events.ChanceStrikeFound(n=n))
    items = t.state.players[it.who].items
    if it.strikes == 1 and not it.spared and PENNY in items:
        it.strikes, it.spared = 0, True
        items.remove(PENNY)
        t.tell(events.PennySpent(who=it.who))


def pay_jackpot(t: Table[DeluxeRace], who: str) -> None:
    """Announce that a player has won the Jackpot, pay them all of it without multiplying it by their boost, and set the
    next Jackpot: $10,000,000, or $2,000,000 for each round up to the next if that is more.
    """
    race = t.state
    place = assets.find_paying_grid(t)
    t.tell(events.JackpotWon(who=who))
    if place is not None:
        assets.pay_exactly(place, who, race.jackpot, "jackpot")
    race.jackpot = max(tables.JACKPOT, tables.JACKPOT_STEP * (race.round + 1))
    t.tell(events.JackpotReset(jackpot=race.jackpot))
