"""The table of a grid as the scripts of its spaces see it, and the asides at which something is decided meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from engine.deluxe.state import Aside, DeluxeCell, DeluxeGrid, DeluxePlayer, DeluxeRace, DeluxeSeat, GridDeal
from engine.deluxe.tables import PHASES, EconomyPhase
from engine.kernel import Question
from engine.kernel.errors import Withdrawn
from engine.kernel.table import GameInPlay, OptionSource, Script
from engine.race.events import SPACE
from engine.race.table import RaceTable

T = TypeVar("T")


@dataclass
class FoundMoney:
    """Hold money that a player has found: what is printed, what it comes to, and who shares it."""

    finder: str
    printed: int
    amount: int
    to: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class SpaceHooks:
    """Hold the functions called at the points where spaces affect one another; `hooks.py` lists them in order."""

    treats: Mapping[str, Callable[[GridTable, str], None]]  # specials that ask nobody
    funky: Mapping[str, Callable[[GridTable, str], None]]
    asides: Mapping[str, Callable[[AsideTable, str], Script[None]]]  # all that asks somebody while the grid goes on
    on_opening: tuple[Callable[[GridTable, str, int], None], ...]
    on_money: tuple[Callable[[GridTable, FoundMoney], None], ...]
    after_money: tuple[Callable[[GridTable, FoundMoney], None], ...]
    on_multiplier: tuple[Callable[[GridTable, str, int], None], ...]
    after_bang: tuple[Callable[[GridTable, str, list[str]], None], ...]
    instead_of_strike: tuple[Callable[[GridTable, str], bool], ...]
    after_out: tuple[Callable[[GridTable, str], None], ...]
    after_pick: tuple[Callable[[GridTable, str], None], ...]
    after_turn: tuple[Callable[[GridTable, str], None], ...]
    settling: tuple[Callable[[GridTable], None], ...]  # when the bonuses are paid


class GridTable(RaceTable[DeluxeRace]):
    """Provide the table of one grid; `t.round` is its data, `t.seat(who)` a player's place in it."""

    field = SPACE
    round: DeluxeGrid

    def __init__(self, game: GameInPlay[DeluxeRace], name: str, hooks: SpaceHooks) -> None:
        super().__init__(game, name)
        self.hooks = hooks
        self.player: Callable[[str], DeluxePlayer] = self.state.players.__getitem__
        self.seat: Callable[[str], DeluxeSeat]
        self.round = self.reload_round()

    @property
    def grid(self) -> str:
        """Return the name of this table's grid."""
        return self.id

    def reload_round(self) -> DeluxeGrid:
        """Load into this table the grid that the state now holds under the table's name, and return it. This is needed
        because a new round may have opened another grid with the same name.
        """
        self.round = self.state.grids[self.grid]
        self.seat = self.round.seats.__getitem__
        return self.round

    @property
    def edition(self) -> int:
        """Return the grid's running number, by which grids of different rounds with the same name can be told apart."""
        return self.round.number

    @property
    def economy(self) -> EconomyPhase:
        """Return the amounts, such as stake and base bonus, of the phase of the economy that the race is in; later
        phases have higher ones.
        """
        return PHASES[self.state.phase]

    def compute_stake(self, halves: int = 2) -> int:
        """Return the stake of the current phase of the economy, the unit of most payments; with another number of
        `halves` than 2, that many times half the stake.
        """
        return self.economy.stake * halves // 2

    def find_cell(self, n: int) -> DeluxeCell:
        """Return space number `n` of this grid."""
        return self.round.cells[n - 1]

    def is_live(self, who: str) -> bool:
        """Return whether the grid is being played and this player is still in on it."""
        r = self.round
        return r.stage == "play" and who in r.seats and r.seats[who].status == "in"

    def list_seated(self, but: str = "") -> list[str]:
        """Return everybody who sits on this grid, still in or out, except the player `but`; those who have left are not
        included.
        """
        return [who for who in self.round.order if who != but and self.round.seats[who].status != "left"]

    def list_bench(self) -> list[str]:
        """Return the players who are on the bench of this grid, which means that they are out of it or sit on another
        grid; those who have left the race are not included.
        """
        living = self.list_living()
        return [who for who in self.state.here() if who not in living]

    def is_present(self, who: str) -> bool:
        """Return whether this player can be asked something at this grid, which is so only while they are still in on
        it.
        """
        r = self.state.grids.get(self.grid)
        seat = r.seats.get(who) if r is not None else None
        return seat is not None and seat.status == "in"

    def has_effect(self, what: str) -> bool:
        """Return whether the Funky effect (an effect of a Funky space) with the name `what` is active on the grid."""
        return what in self.round.in_force

    def is_in_zone(self, name: str) -> bool:
        """Return whether the zone of this name (an effect on the whole game) is active in the current round."""
        return self.state.zone == name

    def add_deal(self, name: str, who: str, about: str = "", n: int = 0, until: int = 0) -> GridDeal:
        """Add a deal of the player `who` (with or on the player `about`), or a lasting effect, to those active on the
        grid, and return it. `n` is a number that belongs to it, such as a space; `until` is how many spaces are open
        when it ends.
        """
        made = GridDeal(name, who, about, n, until)
        self.round.deals.append(made)
        return made

    def open_aside(self, name: str, finder: str, by: str = "", n: int = 0, whom: list[str] | None = None) -> None:
        """Open an aside, which is a decision about the space or effect `name` that the player `finder` found, made
        while play on the grid goes on. It ends with the next pick of the player `by`, or else before the grid is
        settled; `whom` lists the players concerned, `n` a number that belongs to it.
        """
        self.state.opened += 1
        aside = Aside(name, finder, self.grid, by, self.round.turns, n=n, whom=whom or [])
        self.state.asides[f"D{self.state.opened}"] = aside

    def list_others(self, who: str) -> list[str]:
        """Return all players still in on this grid except `who`."""
        return self.list_living(but=who)

    def remove_deal(self, deal: GridDeal) -> None:
        """Remove a deal or lasting effect from those active on the grid."""
        self.round.deals = [other for other in self.round.deals if other is not deal]


class AsideTable(GridTable):
    """Provide the table of an aside, where the script of a space asks somebody while the grid goes on."""

    def __init__(self, game: GameInPlay[DeluxeRace], name: str, hooks: SpaceHooks) -> None:
        super().__init__(game, name, hooks)
        self.where = self.grid  # what is said aside is said at the grid

    @property
    def data(self) -> Aside:
        """Return the data of this table's aside, a decision that is made while play on a grid goes on."""
        return self.state.asides[self.id]

    @property
    def grid(self) -> str:
        """Return the name of the grid to which this table's decision (aside) belongs."""
        return self.state.asides[self.id].grid

    def is_present(self, who: str) -> bool:
        """Return whether this player can still be asked about this decision (aside): they take part in the race, and
        its time is not over.
        """
        aside = self.state.asides.get(self.id)
        return aside is not None and not aside.due and self.state.takes_part(who)

    async def decide(
        self,
        key: str,
        who: str,
        text: str,
        options: OptionSource | Callable[[], OptionSource],
        /,
        *,
        lapse: T,
        secret: bool = False,
        **facts: Any,
    ) -> T:
        """Ask one player a question of this aside (a decision beside play) and return the answer, or `lapse` if they
        give none before the aside ends.
        """
        try:
            return await self.ask(key, who, text, options, lapse=lapse, secret=secret, **facts)
        except Withdrawn:
            return lapse

    async def decide_all(
        self,
        key: str,
        whom: list[str],
        text: str,
        options: Callable[[str], OptionSource],
        /,
        *,
        lapse: T,
        secret: bool = True,
        **facts: Any,
    ) -> dict[str, T]:
        """Ask several players the same question of this aside (a decision beside play) at once and return their
        answers, with `lapse` for those who give none before the aside ends.
        """
        asked = Question(key=key, text=text, lapse=lapse, secret=secret, facts=facts)
        got: dict[str, T] = {}
        try:
            while waiting := [who for who in whom if who not in got and self.is_present(who)]:
                who, said = await self.ask_any(asked, waiting, options)
                got[who] = said
        except Withdrawn:
            pass
        return {who: got.get(who, lapse) for who in whom}

    async def wait_for_earlier_asides(self) -> None:
        """Wait until all asides (decisions) opened before this one are done, so that score changers take effect in the
        order in which they were found.
        """
        await self.wait_until(lambda: next(iter(self.state.asides)) == self.id)


def end_asides(t: GridTable, of: Callable[[Aside], bool]) -> bool:
    """End the time to decide for those open decisions (asides) for which the function `of` returns True, so that
    missing answers get their default; return whether there were any.
    """
    found = [name for name, aside in t.state.asides.items() if of(aside)]
    for name in found:
        if not t.state.asides[name].due:
            t.state.asides[name].due = True
            t.game.wake_table(name)
    return bool(found)
