"""The table of a grid as the scripts of its spaces see it, and the asides at which something is decided meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from engine.deluxe.state import Aside, Cell, Deal, Grid, Player, Race, Seat
from engine.deluxe.tables import PHASES, Phase
from engine.kernel.errors import Withdrawn
from engine.kernel.game import Game
from engine.kernel.table import Options, Script
from engine.race.table import RaceTable
from engine.race.words import SPACE

T = TypeVar("T")


@dataclass
class Found:
    """Money that somebody has come upon: what is printed, what it comes to, and who shares it."""

    finder: str
    printed: int
    amount: int
    to: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Hooks:
    """The named points where spaces alter one another; `hooks.py` lists who stands at each, in order."""

    treats: Mapping[str, Callable[[GridTable, str], None]]  # specials that ask nobody
    funky: Mapping[str, Callable[[GridTable, str], None]]
    asides: Mapping[str, Callable[[AsideTable, str], Script[None]]]  # all that asks somebody while the grid goes on
    on_opening: tuple[Callable[[GridTable, str, int], None], ...]
    on_money: tuple[Callable[[GridTable, Found], None], ...]
    after_money: tuple[Callable[[GridTable, Found], None], ...]
    on_multiplier: tuple[Callable[[GridTable, str, int], None], ...]
    after_bang: tuple[Callable[[GridTable, str, list[str]], None], ...]
    instead_of_strike: tuple[Callable[[GridTable, str], bool], ...]
    after_out: tuple[Callable[[GridTable, str], None], ...]
    after_pick: tuple[Callable[[GridTable, str], None], ...]
    after_turn: tuple[Callable[[GridTable, str], None], ...]
    settling: tuple[Callable[[GridTable], None], ...]  # when the bonuses are paid


class GridTable(RaceTable[Race]):
    """The table of one grid. `t.round` is its data, `t.seat(who)` a player's place in it."""

    field = SPACE
    round: Grid

    def __init__(self, game: Game[Race], name: str, hooks: Hooks) -> None:
        super().__init__(game, name)
        self.hooks = hooks
        self.player: Callable[[str], Player] = self.state.players.__getitem__
        self.seat: Callable[[str], Seat]
        self.round = self.look_again()

    @property
    def grid(self) -> str:
        """The name of the grid at which this is played."""
        return self.id

    def look_again(self) -> Grid:
        """This grid as it stands now, which is another when a new round has opened one of the same name."""
        self.round = self.state.grids[self.grid]
        self.seat = self.round.seats.__getitem__
        return self.round

    @property
    def edition(self) -> int:
        """Grids have the same names in every round."""
        return self.round.number

    @property
    def economy(self) -> Phase:
        """What everything is worth in this phase."""
        return PHASES[self.state.phase]

    def stake(self, halves: int = 2) -> int:
        """So many halves of the phase's stake U."""
        return self.economy.stake * halves // 2

    def cell(self, n: int) -> Cell:
        """Space `n` of this grid."""
        return self.round.cells[n - 1]

    def live(self, who: str) -> bool:
        """Is the grid being played, with this player still in?"""
        r = self.round
        return r.stage == "play" and who in r.seats and r.seats[who].status == "in"

    def seated(self, but: str = "") -> list[str]:
        """Everybody with a place on this grid, in or out."""
        return [who for who in self.round.order if who != but and self.round.seats[who].status != "left"]

    def bench(self) -> list[str]:
        """Everybody else: out of this grid, or seated elsewhere."""
        living = self.living()
        return [who for who in self.state.here() if who not in living]

    def present(self, who: str) -> bool:
        """Only those still in, or who have to seal, can be asked at a grid."""
        r = self.state.grids.get(self.grid)
        seat = r.seats.get(who) if r is not None else None
        return seat is not None and seat.status == "in"

    def force(self, what: str) -> bool:
        """Is this Funky effect in force on the grid?"""
        return what in self.round.in_force

    def zone(self, name: str) -> bool:
        """Does the round lie in this zone?"""
        return self.state.zone == name

    def deal(self, name: str, who: str, about: str = "", n: int = 0, until: int = 0) -> Deal:
        """From now on this is in force on the grid."""
        made = Deal(name, who, about, n, until)
        self.round.deals.append(made)
        return made

    def aside(self, name: str, finder: str, by: str = "", n: int = 0, whom: list[str] | None = None) -> None:
        """Something is decided aside: until the next pick of `by` is taken, or else before the grid is settled."""
        self.state.opened += 1
        aside = Aside(name, finder, self.grid, by, self.round.turns, n=n, whom=whom or [])
        self.state.asides[f"D{self.state.opened}"] = aside

    def others(self, who: str) -> list[str]:
        """Everybody else who is in."""
        return self.living(but=who)

    def drop(self, deal: Deal) -> None:
        """This is in force no more."""
        self.round.deals = [other for other in self.round.deals if other is not deal]


class AsideTable(GridTable):
    """An aside: the script of a space that asks somebody, while the grid goes on."""

    def __init__(self, game: Game[Race], name: str, hooks: Hooks) -> None:
        super().__init__(game, name, hooks)
        self.where = self.grid  # what is said aside is said at the grid

    @property
    def data(self) -> Aside:
        """The aside in question."""
        return self.state.asides[self.id]

    @property
    def grid(self) -> str:
        """Where the space was found."""
        return self.state.asides[self.id].grid

    def present(self, who: str) -> bool:
        """As long as there is time."""
        aside = self.state.asides.get(self.id)
        return aside is not None and not aside.due and self.state.takes_part(who)

    async def decide(
        self,
        key: str,
        who: str,
        text: str,
        options: Options | Callable[[], Options],
        /,
        *,
        lapse: T,
        secret: bool = False,
        **facts: Any,
    ) -> T:
        """Ask one player; when the time is over their silence is taken for what it answers."""
        try:
            return await self.ask(key, who, text, options, lapse=lapse, secret=secret, **facts)
        except Withdrawn:
            return lapse

    async def decide_all(
        self,
        key: str,
        whom: list[str],
        text: str,
        options: Callable[[str], Options],
        /,
        *,
        lapse: T,
        secret: bool = True,
        **facts: Any,
    ) -> dict[str, T]:
        """Ask several at once; for whoever has said nothing when the time is over silence answers."""
        got: dict[str, T] = {}
        try:
            while waiting := [who for who in whom if who not in got and self.present(who)]:
                who, said = await self.ask_any(key, waiting, text, options, lapse=lapse, secret=secret, **facts)
                got[who] = said
        except Withdrawn:
            pass
        return {who: got.get(who, lapse) for who in whom}

    async def in_order(self) -> None:
        """Score changers are decided about side by side, and take effect in the order in which they were found."""
        await self.until(lambda: next(iter(self.state.asides)) == self.id)


def end_asides(t: GridTable, of: Callable[[Aside], bool]) -> bool:
    """Time is over for these; says whether there are any."""
    found = [name for name, aside in t.state.asides.items() if of(aside)]
    for name in found:
        if not t.state.asides[name].due:
            t.state.asides[name].due = True
            t.game.table(name)
    return bool(found)
