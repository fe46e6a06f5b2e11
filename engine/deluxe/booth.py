"""A booth: where one minigame is played, apart from everything else, until it pays."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import ceil

from engine.deluxe import assets, events
from engine.deluxe.state import DeluxeBooth, DeluxeRace, GridTable
from engine.deluxe.tables import BOOST_SHARE, FULL_BOOST, ITEM, ITEMS, MINIGAME_CAP
from engine.kernel.table import GameInPlay, Script, Table
from engine.kernel.text import phrase
from engine.minigames import FOR_TWO, MINIGAMES
from engine.minigames.booth_table import Prize
from engine.minigames.currency import Currency
from engine.race.booth import Paying, RaceBoothTable, pay_minigame_prize


class DeluxeMinigameTable(RaceBoothTable[DeluxeBooth]):
    """Provide the table of one minigame, with its currency and its gifts."""

    state: DeluxeRace

    def __init__(self, game: GameInPlay[DeluxeRace], name: str) -> None:
        super().__init__(game, name)
        self.currency = Currency("$", self.booth.times, self.booth.of)

    def list_gifts(self) -> Sequence[str]:
        """Return the items that a minigame may hide as gifts; none if the game is played without items."""
        options = self.state.options
        return [] if ITEM in options.without else options.list_included(ITEMS)

    def tell_of_gift(self, who: str) -> None:
        """Tell a player in private that they have found an item hidden in a minigame; the item itself is given with the
        prize.
        """
        self.whisper(who, events.ItemBehind())


def open_found_minigames(t: GridTable, who: str, row: int) -> None:
    """Start all minigames that a player has found on a grid, at the same time, and empty the list of those found;
    `row`, their number of wins in a row (counted as at least 1, and one more in the zone Long Memory), multiplies the
    prizes. Do nothing if they have found none.
    """
    seat = t.seat(who)
    for game in seat.games:
        open_minigame_booth(t, who, game, max(1, row) + t.is_in_zone("Long Memory"))
    seat.games = []


def open_minigame_booth(t: GridTable, who: str, game: str, row: int) -> None:
    """Start one minigame for its finder at a table of its own (a booth), with an opponent if it is for two and somebody
    else has a seat on the grid, and announce it; `row`, the number of wins in a row (at least 1), multiplies its prize.
    """
    t.state.opened += 1
    players = [who, *list_minigame_opponents(t, who)] if game in FOR_TWO else [who]
    times, of = t.economy.factor
    t.state.booths[f"M{t.state.opened}"] = DeluxeBooth(game, players, t.grid, row, times, of)
    t.tell(events.MinigameStarted(who=who, game=game, row=row, boost=t.player(who).boost, most=MINIGAME_CAP))


def close_booths_of_leaver(t: Table[DeluxeRace], who: str) -> None:
    """Remove, unpaid, the minigames in progress of a player who leaves the game. One in which they were only the
    goalkeeper (the finder's opponent) starts again from the beginning with another opponent.
    """
    for name, booth in list(t.state.booths.items()):
        if who in booth.players:
            del t.state.booths[name]
            place, finder = t.game.wake_table(booth.grid), booth.players[0]
            if finder != who and isinstance(place, GridTable):
                open_minigame_booth(place, finder, booth.game, booth.row)


def list_minigame_opponents(t: GridTable, who: str) -> list[str]:
    """Return the opponent for a minigame of two that `who` has found: of the others who have a seat on the grid, in or
    out, the one with the lowest score, in a list of one; an empty list if there is nobody else.
    """
    return [other for _, other in reversed(t.state.rank_standings()) if other in t.list_seated(but=who)][:1]


def find_deluxe_booth_step(t: DeluxeMinigameTable) -> Script[Prize] | None:
    """Return the coroutine that plays the whole minigame of this table, or None once its booth is removed."""
    return MINIGAMES[t.booth.game](t, *t.booth.players) if t.id in t.state.booths else None


def close_minigame_booth(t: DeluxeMinigameTable, prize: Prize | None) -> None:
    """Pay the prize of a finished minigame (what its coroutine returned; None is no money) through the grid on which it
    was found, and remove the table at which it was played. Raise KeyError if that table or the grid is gone.
    """
    booth = t.state.booths.pop(t.id)
    place = t.game.wake_table(booth.grid)
    if not isinstance(place, GridTable):
        raise TypeError(f"{booth.grid} is no grid")
    pay_minigame_prize(place, booth, prize, MINIGAME_PAYING)


def pay_minigame_win(place: GridTable, booth: DeluxeBooth, winner: str, amount: int) -> None:
    """Pay money that a player won in a minigame and announce it, also if it is nothing. The amount, in the minigame's
    pounds, is multiplied for the phase of the economy, for the finder's wins in a row (not for an opponent) and by the
    player's boost, up to a maximum.
    """
    row = booth.row if winner == booth.players[0] else 1
    percent = place.player(winner).boost
    exact = Fraction(amount * booth.times * row * percent, booth.of * FULL_BOOST)
    won = min(MINIGAME_CAP, ceil(exact))
    if not won:
        place.tell(events.MinigamePaidNothing(game=booth.game, who=winner))
        return
    by = [phrase("{row} in a row", row=row)] if row > 1 else []
    by += [phrase("{percent}%", percent=percent)] if percent != FULL_BOOST else []
    shown = ceil(Fraction(amount * booth.times, booth.of))
    times = events.MinigamePaidTimes(game=booth.game, who=winner, shown=shown, by=by)
    with place.scene(times if by else events.MinigamePaid(game=booth.game, who=winner)):
        assets.pay_exactly(place, winner, won, "minigames")


def boost_from_minigame(place: GridTable, who: str, points: int) -> None:
    """Raise a player's boost (the factor on money they find) by a third of the points that they won in a minigame,
    rounded down, and announce it.
    """
    assets.set_boost(place, who, place.player(who).boost + points // BOOST_SHARE)


MINIGAME_PAYING = Paying(pay_minigame_win, boost_from_minigame, assets.give_item)
