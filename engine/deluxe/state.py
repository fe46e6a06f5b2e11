"""The game as plain data. Whatever outlives a turn is written here; scripts keep nothing for themselves."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

from msgspec import Raw, Struct, field

from engine.deluxe.tables import COLUMNS, FULL_BOOST, JACKPOT, ONE, PHASES, ROWS, TARGET, EconomyPhase
from engine.kernel import Question
from engine.kernel.errors import Withdrawn
from engine.kernel.record import Entry
from engine.kernel.ruleset import Dollars
from engine.kernel.table import GameInPlay, OptionSource, Script
from engine.kernel.text import Words
from engine.race.events import SPACE
from engine.race.table import NONE_YET, RaceRound, RaceTable, rank_totals

DeluxeSeatStatus = Literal["in", "out", "won", "left"]
GridStage = Literal["seal", "play", "over"]
Step = Literal["open", "lead", "grids", "changers", "chances", "bench", "close", "tie", "over"]


class DeluxeOptions(Struct, omit_defaults=True, gc=False):
    """Hold what a group chooses before the game begins; the defaults are the rulebook's, or ours where it is silent."""

    target: Dollars = TARGET
    start_phase: Literal["1", "2", "3"] = "1"
    failsafe: Literal["left", "grid"] = "left"
    zones: bool = True
    betting: bool = True
    first_miss: Literal["space", "pass"] = "space"
    computers: Literal["novice", "regular", "expert"] = "regular"
    without: list[str] = field(default_factory=list)  # kinds, spaces and zones that stay in the box

    def list_included(self, names: list[str]) -> list[str]:
        """Return those of the given names, such as names of items or spaces, that the game's options do not leave out
        by these very names; names of a kind that is left out as a whole are returned.
        """
        return [name for name in names if name not in self.without]


class DeluxePlayer(Struct, omit_defaults=True, gc=False):
    """Hold everything about one player for the whole game."""

    total: int = 0
    boost: int = FULL_BOOST  # percent
    times: int = ONE  # the bonus multiplier, in tenths
    row: int = 0  # wins in a row
    lost_row: int = 0  # rounds lost in a row
    items: list[str] = field(default_factory=list)
    owed: int = 0  # what instalments have still to pay
    fresh: int = 0  # what of it was added in this round, and is not due yet
    on_deck: bool = False
    paper: int = 0  # picks that are left of a Paper Round
    lapsed: int = 0  # rounds running with a lapse
    risks: bool = False  # has said to take the risk of every Funky space
    own_size: int | None = None  # what was filed for leading a round: so many on one's own grid, 0 for even grids
    mate: str = ""  # and whom one wants on it
    gone: bool = False
    hound: bool = False  # the next hunt may name five
    removed: bool = False  # by lapses, when the round is over
    earned: dict[str, int] = field(default_factory=dict)  # by source
    chart: Raw = NONE_YET  # the total after each round


class DeluxeCell(Struct, array_like=True, omit_defaults=True, gc=False):
    """Hold one space; bombs lie on top of what was drawn, and `former` is the money it was first."""

    face: str
    former: int = 0
    bombs: list[str] = field(default_factory=list)  # whose; "" is nobody's
    open: bool = False
    by: str = ""
    dud: bool = False
    shown: str = ""  # what everybody saw when it was opened
    imp: str = ""  # whose Personal Demon hides here
    stink: str = ""  # whose Stink Bomb


class BombHint(Struct, array_like=True, gc=False):
    """Hold what a player has been told of some spaces: how many of the closed ones hid an active bomb."""

    spaces: list[int]
    live: int


class DeluxeSeat(Struct, omit_defaults=True, gc=False):
    """Hold one player's place on a grid."""

    status: DeluxeSeatStatus = "in"
    bombs: int = 1
    sealed: list[int] = field(default_factory=list)
    laid: int = 0
    peeks: int = 1
    locked: int = 0
    second_lock: int = 0  # with a Padlock
    wishes: list[int] = field(default_factory=list)
    lapses: int = 0
    gained: int = 0  # what the grid's spaces brought
    learned: dict[int, Words] = field(default_factory=dict)
    hints: list[BombHint] = field(default_factory=list)
    games: list[str] = field(default_factory=list)  # minigames to play when the grid is over
    coat: int = 0  # the multiplier in the cloakroom, in tenths
    dry: bool = False  # Raincoat
    padded: bool = False  # Shock Absorber
    corkscrew: bool = False
    padlock: bool = False
    watches: bool = False  # has said on the bench that nobody need wait for a slip or a hunt
    struck: int = 0  # the place in which a bomb has put this player out


class GridDeal(Struct, array_like=True, omit_defaults=True, gc=False):
    """Hold something in force on a grid: its name, whose it is, about whom, and a number."""

    name: str
    who: str
    about: str = ""
    n: int = 0
    until: int = 0


class DeluxeGrid(RaceRound[DeluxeCell, DeluxeSeat], Struct, omit_defaults=True, gc=False):
    """Hold one grid of a round."""

    title: Words
    stage: GridStage = "seal"
    rows: int = ROWS
    columns: int = COLUMNS
    cells: list[DeluxeCell] = field(default_factory=list)
    seats: dict[str, DeluxeSeat] = field(default_factory=dict)
    order: list[str] = field(default_factory=list)
    turn: str = ""
    next: str = ""  # who has a Queue Ticket
    resume: str = ""  # with whom the order goes on after it
    drawn: bool = False  # the duds are
    duds: list[int] = field(default_factory=list)  # drawn before bombs are sealed
    possible: int = 0  # bombs that there could still be, as everybody can count them
    active: bool = False  # Failsafe may be called
    wrong_call: list[int] = field(default_factory=list)  # spaces closed at the last call that was wrong
    strikes: int = 0  # players' places that bombs have used up
    turns: int = 0  # passed on so far
    picks: int = 0
    first_out: str = ""
    caller: str = ""  # of a right Failsafe
    factor: int = 1
    in_force: list[str] = field(default_factory=list)  # Funky effects
    deals: list[GridDeal] = field(default_factory=list)
    lap: list[str] = field(default_factory=list)  # who has had a turn in this round of the table
    last_picks: list[str] = field(default_factory=list)  # who has still to pick under Last Orders
    thirst: int = 0  # closed spaces at which Sudden Thirst ends the grid
    ended: bool = False
    number: int = 0  # of all grids that were opened
    mini: bool = False  # a game that breaks a tie: no penalties, no money
    winners: list[str] = field(default_factory=list)

    def is_finished(self) -> bool:
        """Return whether play on the grid is over: at most one player is still in, no space is closed (as before the
        board is laid), or a right Failsafe or an effect has ended it.
        """
        return self.ended or not self.is_contested() or self.is_cleared()

    def count_closed(self) -> int:
        """Return how many spaces of the grid are closed."""
        return len([cell for cell in self.cells if not cell.open])

    def list_deals(self, name: str) -> list[GridDeal]:
        """Return the deals between players, or lasting effects on one, called `name` (such as `Bounty`) that are active
        on the grid; an empty list if there is none.
        """
        return [deal for deal in self.deals if deal.name == name] if self.deals else []


class DeluxeBooth(Struct, omit_defaults=True, gc=False):
    """Hold one minigame in play with its own record of inputs; `times / of` is what its pounds are worth."""

    game: str
    players: list[str]
    grid: str
    row: int = 1
    times: int = 1
    of: int = 4
    tape: list[Entry] = field(default_factory=list)


class Aside(Struct, omit_defaults=True, gc=False):
    """Hold something that somebody decides while the game goes on; `by` is the player whose next pick ends the time
    for it.
    """

    name: str
    finder: str
    grid: str
    by: str = ""
    at: int = 0  # the turn in which it came up
    due: bool = False
    n: int = 0
    whom: list[str] = field(default_factory=list)


class HeldChanger(Struct, array_like=True, gc=False):
    """Hold a score changer that was found: by whom, which, and on which grid."""

    who: str
    name: str
    grid: str


class JackpotChance(Struct, omit_defaults=True, gc=False):
    """Hold a Jackpot Chance in play: what lies on its spaces, and which are open."""

    who: str
    spaces: list[str]
    opened: list[int] = field(default_factory=list)
    strikes: int = 0
    spared: bool = False  # a Lucky Penny has been used


class BenchSlip(Struct, array_like=True, gc=False):
    """Hold a bet: who bets, on which grid, on whom, at which odds in tenths, and for how much.
    `first`, a bet on going out first, exists only in old saved games.
    """

    who: str
    grid: str
    on: str
    first: bool
    odds: int
    house: int
    own: int = 0


class BenchHunt(Struct, array_like=True, gc=False):
    """Hold the spaces that a hunter has named as bombs, and what each is worth before boost."""

    who: str
    grid: str
    spaces: list[int]
    price: int
    found: list[int] = field(default_factory=list)  # where a live bomb has lain since


class DeluxeRace(Struct, omit_defaults=True, gc=False):
    """Hold the whole state of a game."""

    options: DeluxeOptions
    players: dict[str, DeluxePlayer]
    round: int = 0
    step: Step = "grids"  # the usual one is not stored
    phase: int = 1
    coming: int = 0  # the round with which the next phase begins
    jackpot: int = JACKPOT
    grids: dict[str, DeluxeGrid] = field(default_factory=dict)
    booths: dict[str, DeluxeBooth] = field(default_factory=dict)
    asides: dict[str, Aside] = field(default_factory=dict)
    opened: int = 0  # booths and asides opened so far; each gets a name of its own
    laid: int = 0  # grids opened so far
    computers: str = "regular"  # as the option was when the race began; races of format 1 without it have no characters
    mended: bool = False  # does it go by the rulings of 30 November 2026? Races that began before do not
    list_skips_frozen: bool = True  # races of format 1 fill it: there a list waited for a frozen space
    changers: list[HeldChanger] = field(default_factory=list)
    chances: list[str] = field(default_factory=list)
    chance: JackpotChance | None = None  # the one in play
    ranked: list[str] = field(default_factory=list)  # while the leader chooses: everybody, best first
    slips: list[BenchSlip] = field(default_factory=list)
    hunts: list[BenchHunt] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)  # items that bombs have taken
    zone: str = ""
    zone_left: int = 0
    zone_next: str = ""
    zone_from: int = 0  # the round with which it begins
    calm: int = 1  # rounds without a zone before the next is announced
    zones_before: list[str] = field(default_factory=list)
    newcomers: list[str] = field(default_factory=list)
    won: list[str] = field(default_factory=list)  # who has won in this round
    tie: int = 0  # mini games played
    tied: dict[str, int] = field(default_factory=dict)  # points in the games that break a tie
    champions: list[str] = field(default_factory=list)

    def here(self) -> list[str]:
        """Return all players who take part in the race, in seat order."""
        return [who for who, player in self.players.items() if not player.gone]

    def takes_part(self, who: str) -> bool:
        """Return whether this player takes part in the race: they have a seat, and have neither left nor been removed
        for lapses.
        """
        player = self.players.get(who)
        return player is not None and not player.gone

    def rank_standings(self) -> list[tuple[int, str]]:
        """Return a pair of place and player for everybody who takes part in the race, the highest score first; equal
        scores share a place, and stand in seat order.
        """
        return rank_totals({who: self.players[who].total for who in self.here()})

    def find_seated_grid(self, who: str) -> str:
        """Return the name of the grid on which this player has a seat, whether still in or out of it, or an empty
        string if they have none or have left it. If there are several it is the newest, a mini game of a tie-break.
        """
        for name, grid in reversed(self.grids.items()):
            if who in grid.seats and grid.seats[who].status != "left":
                return name
        return ""


# -- a round's table as the spaces' scripts see it


T = TypeVar("T")


@dataclass
class FoundMoney:
    """Hold money that a player has found: what is printed, what it comes to, and who shares it."""

    finder: str
    printed: int
    amount: int
    to: list[str] = dataclasses.field(default_factory=list)


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
        because a new round may have opened another grid with the same name. Raise KeyError if there is none.
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
        """Return space number `n` of this grid, counted from 1; raise IndexError if the grid has fewer."""
        return self.round.cells[n - 1]

    def is_live(self, who: str) -> bool:
        """Return whether the grid is being played and this player is still in on it."""
        r = self.round
        return r.stage == "play" and who in r.seats and r.seats[who].status == "in"

    def list_seated(self, but: str = "") -> list[str]:
        """Return everybody who has a seat on this grid (still in, out, or a winner), in turn order, except the player
        `but`; those who have left are not included.
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
        grid, and return it; nothing is announced. `n` is a number that belongs to it, such as a space; `until` is how
        many spaces are open when it ends.
        """
        made = GridDeal(name, who, about, n, until)
        self.round.deals.append(made)
        return made

    def open_aside(self, name: str, finder: str, by: str = "", n: int = 0, whom: list[str] | None = None) -> None:
        """Open an aside, which is a decision about the space or effect `name` that the player `finder` found, made
        while play on the grid goes on. It ends when the player `by` picks next or goes out; without `by` the time for
        an answer alone ends it. The grid is settled only after it. `whom` lists the players concerned, `n` is a number
        that belongs to it.
        """
        self.state.opened += 1
        aside = Aside(name, finder, self.grid, by, self.round.turns, n=n, whom=whom or [])
        self.state.asides[f"D{self.state.opened}"] = aside

    def list_others(self, who: str) -> list[str]:
        """Return all players still in on this grid except `who`."""
        return self.list_living(but=who)

    def remove_deal(self, deal: GridDeal) -> None:
        """Remove a deal or lasting effect from those active on the grid, without announcing it; do nothing if it is not
        among them.
        """
        self.round.deals = [other for other in self.round.deals if other is not deal]


class AsideTable(GridTable):
    """Provide the table of an aside, where the script of a space asks somebody while the grid goes on."""

    def __init__(self, game: GameInPlay[DeluxeRace], name: str, hooks: SpaceHooks) -> None:
        super().__init__(game, name, hooks)
        self.where = self.grid  # what is said aside is said at the grid

    @property
    def data(self) -> Aside:
        """Return the data of this table's aside, a decision that is made while play on a grid goes on; raise KeyError
        once it is over.
        """
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
        give none in time or before the aside ends.
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
        """Ask several players the same question of this aside (a decision beside play) at once and return the answers
        by player, in the order of `whom`, with `lapse` for those who give none in time or before the aside ends, or
        cannot be asked.
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
    missing answers get their default; return whether there were any, also if their time had ended before. They are
    removed only when their scripts are done.
    """
    found = [name for name, aside in t.state.asides.items() if of(aside)]
    for name in found:
        if not t.state.asides[name].due:
            t.state.asides[name].due = True
            t.game.wake_table(name)
    return bool(found)
