"""A round's table as the squares' scripts see it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.kernel.question import Option
from engine.kernel.table import GameInPlay, Script
from engine.race.table import RaceTable
from engine.season7.state import Season, Season7Cell, Season7Player, Season7Round, Season7Seat

BOMB_STOPPED = ""  # whom a bomb reaches that has been stopped


@dataclass(frozen=True)
class HiddenInstead:
    """A hidden square that is used in place of a selection: what it does, when it can, and how a target is named.

    Until then it is neither announced nor spent; with the last argument of `aim` it can still be taken back.
    """

    use: Callable[[RoundTable, str, Any], Script[None]]
    allowed: Callable[[RoundTable, str], bool] = lambda _t, _who: True
    aim: Callable[[RoundTable, str, Sequence[Option]], Script[int | str]] | None = None


@dataclass(frozen=True)
class HiddenUse:
    """A hidden square that is used at any time: what it does, the choices it offers (none: a bare word), and when it
    is allowed.

    `quiet` ones are used in private; `armed` ones are only spent when their moment comes. `of` is BOARD where the
    choices are squares.
    """

    does: Callable[[RoundTable, str, Any], None]
    choices: Callable[[RoundTable, str], list[Any]] | None = None
    allowed: Callable[[RoundTable, str], bool] = lambda t, who: t.is_live(who)
    quiet: bool = False
    armed: bool = False
    of: str = ""


@dataclass(frozen=True)
class SquareHooks:
    """The named points where squares alter one another; `hooks.py` lists the functions called at each, in order."""

    squares: Mapping[str, Callable[[RoundTable, str], Script[None]]]
    instead: Mapping[str, HiddenInstead]
    uses: Mapping[str, HiddenUse]
    before_turn: tuple[Callable[[RoundTable, str], None], ...]
    before_selection: tuple[Callable[[RoundTable, str], None], ...]
    before_reveal: tuple[Callable[[RoundTable, str, int], Script[str | None] | None], ...]
    before_bomb: tuple[Callable[[RoundTable, str], Awaitable[str | None]], ...]
    before_loss: tuple[Callable[[RoundTable, str, int], int], ...]
    before_elimination: tuple[Callable[[RoundTable, str], bool], ...]
    after_elimination: tuple[Callable[[RoundTable, str], None], ...]
    after_selection: tuple[Callable[[RoundTable, str], None], ...]
    winners: tuple[Callable[[RoundTable, list[str]], list[str]], ...]
    settling: tuple[Callable[[RoundTable, str], Awaitable[None]], ...]


class RoundTable(RaceTable[Season]):
    """The table of one round. `t.round` is its data, `t.seat(who)` a player's place in it."""

    round: Season7Round

    def __init__(self, game: GameInPlay[Season], name: str, hooks: SquareHooks) -> None:
        super().__init__(game, name)
        self.hooks = hooks
        # These two are asked for so often that they come straight from where they are kept.
        self.player: Callable[[str], Season7Player] = self.state.players.__getitem__  # for the whole season
        self.seat: Callable[[str], Season7Seat]  # a player's place in this round
        self.round = self.reload_round()

    @property
    def edition(self) -> int:
        """The number of the cycle, which tells this round from the rounds of the same name in other cycles."""
        return self.state.cycle

    def reload_round(self) -> Season7Round:
        """Return this round as the state now holds it, since a new cycle may have opened another of the same name."""
        self.round = self.state.rounds[self.id]
        self.seat = self.round.seats.__getitem__
        return self.round

    def find_cell(self, n: int) -> Season7Cell:
        """Return the square with the number `n` on this round's board."""
        return self.round.cells[n - 1]

    def list_playing(self, but: str = "") -> list[str]:
        """Return all players of this round, in or out, except those who moved to another round or left the game; `but`
        names one to leave out.
        """
        seats = self.round.seats
        here = [who for who in self.round.order if not self.player(who).gone and who != but]
        return [who for who in here if seats[who].status in ("in", "out", "won")]

    def is_live(self, who: str) -> bool:
        """Return whether the round is being played, and this player is still in it."""
        r = self.round
        return r.stage == "play" and who in r.seats and r.seats[who].status == "in"

    def waits_to_begin(self, who: str) -> bool:
        """Return whether this player has hidden their bombs and waits for others to do so."""
        r = self.round
        here = r.stage == "seal" and who in r.seats and r.seats[who].status == "in"
        return here and len(r.seats[who].sealed) >= r.seats[who].bombs

    def find_round_table(self, name: str) -> RoundTable:
        """Return the table of the round called `name`, for squares that affect several rounds."""
        other = self.game.wake_table(name)
        if not isinstance(other, RoundTable):
            raise TypeError(f"{name} is not a round")
        return other

    def is_present(self, who: str) -> bool:
        """Return whether this player can be asked something in this round: they are still in it, or have won it."""
        r = self.state.rounds.get(self.id)
        seat = r.seats.get(who) if r is not None else None
        return seat is not None and seat.status in ("in", "won")

    async def ask_for_player(
        self, key: str, who: str, text: str, whom: Callable[[], list[str]], /, **facts: Any
    ) -> str:
        """Ask a player to name one of the players that `whom` lists. Return the name, or '' if none is given in time or
        the list is empty.
        """
        name = await self.ask(key, who, text, lambda: whom() or {"nobody": "Nobody"}, lapse="", **facts)
        return name if name in whom() else ""

    def is_in_force(self, what: str) -> bool:
        """Return whether a lasting effect of this name (such as Lockdown) is active on the round."""
        return what in self.round.in_force
