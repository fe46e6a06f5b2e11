"""A season as plain data. Whatever outlives a turn is written here; scripts keep nothing for themselves."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from msgspec import Raw, Struct, field

from engine.kernel.question import Option
from engine.kernel.record import Entry
from engine.kernel.ruleset import Pounds
from engine.kernel.table import GameInPlay, Script
from engine.kernel.text import Words
from engine.race.table import NONE_YET, RaceRound, RaceTable, parse_number_row, rank_totals
from engine.season7 import tables

# Eliminated is out; sold, to the bank; moved, to another round; left, the race for good.
RoundSeatStatus = Literal["in", "out", "folded", "sold", "moved", "won", "left"]
LOST_STATUSES = ("out", "sold")  # how a seat stands after a round that was lost; who folded is exempt
Kind = Literal["regular", "super"]
RoundStage = Literal["seal", "play", "bonus", "minigames", "closed"]
Draft = list[str | int]  # of a question to the host, step by step
Phase = Literal["begin", "quadrants", "super", "megagrid", "close", "over"]


class Season7Options(Struct, omit_defaults=True, gc=False):
    """What a group may choose when it starts a season. The defaults are the rulebook; `options.py` checks them."""

    target: Pounds = 1_000_000_000
    rows: int = 5
    columns: int = 5
    super_rows: int = 8
    super_columns: int = 5
    wildcard: bool = True
    lone_wildcard: int = 2
    super_seats: int = 3
    forgive_first_miss: bool = False
    wits: bool = False
    peeks: Literal["secret", "open"] = "secret"
    duel: bool = False
    computers: Literal["novice", "regular", "expert"] = "regular"
    without: list[str] = field(default_factory=list)  # squares that stay in the box

    def are_peeks_open(self) -> bool:
        """Return whether, by the options of this game (`wits` or `peeks`), all players are told what a player sees who
        looks at a closed square (a peek).
        """
        return self.wits or self.peeks == "open"

    def list_hidden_squares(self) -> list[str]:
        """Return the names of the hidden squares (squares that a player holds in secret) with which this season is
        played, without those that its options leave out.
        """
        return (
            [name for name in tables.HIDDEN_SQUARES if name not in self.without]
            if self.without
            else [*tables.HIDDEN_SQUARES]
        )


class DueMinigame(Struct, array_like=True, gc=False):
    """A minigame to come: whose, which, of what round, and with what booster at least."""

    who: str
    game: str
    round: str
    booster: int = 0


class Pledge(Struct, array_like=True, gc=False):
    """A square whose effect comes due at the end of the round, and the player it is about."""

    name: str
    about: str = ""
    round: str = ""  # where it was made


class RoundMove(Struct, array_like=True, gc=False):
    """A player who leaves for another place once the selection is over: which round, and whose place there, if any."""

    who: str
    to: str
    place: str = ""


class Season7Player(Struct, omit_defaults=True, gc=False):
    """One player for the whole season. What is held stays held until its owner is eliminated from a round."""

    total: int = 0
    start: int = 0  # the total they sat down with
    booster: int = 0
    minigames: list[str] = field(default_factory=list)
    hidden: list[str] = field(default_factory=list)
    pledges: list[Pledge] = field(default_factory=list)
    next_booster: int = 0  # a Burnout Bomb's comfort, for the next round
    access: bool = False
    sits_out: bool = False  # folded: back in the next cycle
    gone: bool = False  # has left the season for good
    missed: bool = False  # has had the one missed turn that some groups forgive
    blow: int = 0  # the last penalty large enough for Endure
    chart: Raw = NONE_YET  # the total after each cycle
    reached: bool = False  # has stood at the target: may win the race when the cycle is complete, whatever comes
    reached_at: str = ""  # the part of the cycle, and the round while it was in play
    hiding_places: list[str] = field(default_factory=list)  # the last bombs of theirs that all have been told of
    behind: list[str] = field(default_factory=list)  # who had surely reached it before
    reached_with: int = 0  # the total with which they did


class Season7Cell(Struct, array_like=True, omit_defaults=True, gc=False):
    """One square of a board. Bombs lie on top of what was drawn; `by` opened it."""

    face: str
    hidden: str = ""
    bombs: list[str] = field(default_factory=list)  # whose; "" is nobody's
    open: bool = False
    by: str = ""
    shown: str = ""  # what everybody saw when it was opened


class Season7Seat(Struct, omit_defaults=True, gc=False):
    """One player's place in one round: how they stand, and what is in force on them there."""

    status: RoundSeatStatus = "in"
    bombs: int = 1  # still to be sealed
    sealed: list[int] = field(default_factory=list)  # 0 once nobody knows where
    laid: int = 0  # how many of these lay on the board before everybody sealed
    peeks: int = 1
    locked: int = 0
    wishes: list[int] = field(default_factory=list)  # squares to try when the turn comes
    owed: int = 0  # extra selections due on the next turn
    misses: int = 0
    hypnotised: int = 0
    immune: bool = False
    protected: bool = False
    protect_ends: bool = False  # with the selection being made
    free_play: bool = False
    gold_dust: bool = False
    knife_edge: bool = False
    fast_forward: bool = False
    win_zone: int = 0  # selections left in it
    vote: str = ""  # Remain or Leave
    gained: int = 0  # won and lost in this round so far
    learned: dict[int, Words] = field(default_factory=dict)  # what hidden squares have told of single squares
    picked: bool = False  # has selected at least once
    bonus: int = 0
    teaser: str = ""  # the minigame that Square 00 may add
    prizes: list[str] = field(default_factory=list)  # minigames that winning brings, apart from those held
    went: str = ""  # the round they have gone on to
    took_back: bool = False  # has taken back a hidden square in this turn
    draft: Draft = field(default_factory=list)  # what has been said of a question to the host


class Spell(Struct, gc=False):
    """A board under a passing spell (Power Spike, Metamorphosis): who has still to select before it is redrawn."""

    name: str
    waiting: list[str] = field(default_factory=list)


class Season7Round(RaceRound[Season7Cell, Season7Seat], Struct, omit_defaults=True, gc=False):
    """One round: its board, its seats in turn order, and what is in force."""

    title: Words
    kind: Kind = "regular"
    variant: str = ""  # a wildcard's name
    stage: RoundStage = "seal"
    rows: int = 5
    columns: int = 5
    cells: list[Season7Cell] = field(default_factory=list)
    seats: dict[str, Season7Seat] = field(default_factory=dict)
    order: list[str] = field(default_factory=list)
    turn: str = ""
    forced: str = ""  # who has to select in place of the player whose turn it is
    selecting: str = ""  # whose square is being opened just now
    booster: int = 0
    penalty: int = tables.BOMB_PENALTY
    in_force: list[str] = field(default_factory=list)
    spells: list[Spell] = field(default_factory=list)
    commissioned: list[str] = field(default_factory=list)
    moves: list[RoundMove] = field(default_factory=list)
    peeks: list[tuple[str, int, int]] = field(default_factory=list)  # who, square, category (0 a bomb)
    borrowers: list[str] = field(default_factory=list)
    near: dict[int, int] = field(default_factory=dict)  # bombs next to squares, as it was told when they were selected
    askers: list[str] = field(default_factory=list)  # who may still put a question to the host
    fallen: list[str] = field(default_factory=list)  # who is out, in the order in which they fell
    winners: list[str] = field(default_factory=list)
    clear: bool = False
    good: int = tables.GOOD_ROUND  # over or under: what its best gain is compared with

    def is_finished(self) -> bool:
        """Return whether the play of the round is over: at most one player is left, every square is open, or a square
        has ended it.
        """
        return not self.is_contested() or self.is_cleared() or "Finished" in self.in_force

    def has_next_selection(self) -> bool:
        """Return whether another square will be selected in this round: it is not over, and more than one player stays
        in it once those have gone who are about to move to another round.
        """
        if self.is_finished():
            return False
        if not self.moves:
            return True
        leaving = {move.who for move in self.moves if not move.place}
        return len(set(self.list_living()) - leaving) > 1


class MinigameBooth(Struct, omit_defaults=True, gc=False):
    """One minigame in play, with a tape of its own: it reads nothing of the game until it pays."""

    game: str
    players: list[str]
    booster: int = 0
    round: str = ""
    stake: int = 0  # what the Megagrid starts with
    tape: list[Entry] = field(default_factory=list)


# What format 1 left out: what was so in every season of an older release.
LEFT_OUT_IN_FORMAT_1 = {"phase": "begin", "lone_wildcard": 0, "super_seats": 2, "lowest_once": False, "computers": ""}


class Season(Struct, omit_defaults=True, gc=False):
    """The whole game, as plain data."""

    options: Season7Options
    players: dict[str, Season7Player]
    cycle: int = 0
    phase: Phase = "quadrants"  # the usual one is not stored
    rounds: dict[str, Season7Round] = field(default_factory=dict)
    booths: dict[str, MinigameBooth] = field(default_factory=dict)
    due: list[DueMinigame] = field(default_factory=list)  # minigames to come
    opened: int = 0  # tables opened so far; each gets a name of its own
    lone_wildcard: int = 2  # as the option was when the season began; seasons from before it never have one
    super_seats: int = 3  # as the option was when the season began; seasons from before it have two
    lowest_once: bool = True  # of three seats one is empty if the lowest has one anyway; seasons from before fill it
    computers: str = "regular"  # as the option was when the season began; seasons from before leave all to chance
    leavers_lose_all: bool = False  # Access and a promised booster, too; seasons from before it leave them
    wildcard: str = ""
    wildcards_left: list[str] = field(default_factory=list)
    wildcard_played: list[str] = field(default_factory=list)
    qualified: list[str] = field(default_factory=list)
    newcomers: list[str] = field(default_factory=list)
    champions: list[str] = field(default_factory=list)
    best: Raw = NONE_YET  # the gain of the last rounds' best player

    def compute_good_gain(self) -> int:
        """Return the amount that counts as a good gain in a round: the median of what the best player gained in each of
        this game's last rounds, or a typical figure before there are any.
        """
        best = sorted(parse_number_row(self.best))
        return best[len(best) // 2] if best else tables.GOOD_ROUND

    def here(self) -> list[str]:
        """Return the ids of all players who have not left the season, in seat order."""
        return [who for who, player in self.players.items() if not player.gone]

    def rank_standings(self) -> list[tuple[int, str]]:
        """Return all players who are still in the season as pairs of place and player, best first; equal totals share a
        place.
        """
        return rank_totals({who: player.total for who, player in self.players.items() if not player.gone})

    def list_finishers(self) -> list[str]:
        """Return the players who have reached the target and are still in the game, best placed first."""
        return [who for _, who in self.rank_standings() if self.players[who].reached]

    def find_seated_round(self, who: str) -> str:
        """Return the name of the round in which this player sits, or sat last; that of the first round if they have sat
        in none, and '' if there are no rounds.
        """
        live = self.find_live_round(who)
        if live:
            return live
        was = (name for name, r in self.rounds.items() if who in r.seats and not r.seats[who].went)
        return next(was, "") or next(iter(self.rounds), "")

    def find_super_round(self) -> str:
        """Return the name of this cycle's Super Round, or '' if there is none."""
        return next((name for name, r in self.rounds.items() if r.kind == "super"), "")

    def find_live_round(self, who: str) -> str:
        """Return the name of the round in which this player is still playing, or '' if they are in none."""
        for name, r in self.rounds.items():
            if who in r.seats and r.seats[who].status == "in":
                return name
        return ""


# -- a round's table as the squares' scripts see it


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
        """The number of the cycle, which tells this round from the rounds of the same name in other cycles of this
        season.
        """
        return self.state.cycle

    def reload_round(self) -> Season7Round:
        """Read this table's round from the state again, since a new cycle may have opened another of the same name,
        keep it as `round`, and return it.
        """
        self.round = self.state.rounds[self.id]
        self.seat = self.round.seats.__getitem__
        return self.round

    def find_cell(self, n: int) -> Season7Cell:
        """Return the cell of square number `n`, counted from 1, of this round's board; there must be one."""
        return self.round.cells[n - 1]

    def list_playing(self, but: str = "") -> list[str]:
        """Return in turn order the players of this round who are in, out or have won it, but not those who folded, sold
        their place, moved to another round or left the game; `but` names one more to leave out.
        """
        seats = self.round.seats
        here = [who for who in self.round.order if not self.player(who).gone and who != but]
        return [who for who in here if seats[who].status in ("in", "out", "won")]

    def is_live(self, who: str) -> bool:
        """Return whether the round is being played, and this player is still in it."""
        r = self.round
        return r.stage == "play" and who in r.seats and r.seats[who].status == "in"

    def waits_to_begin(self, who: str) -> bool:
        """Return whether this player is still in a round that has not begun, has hidden their bombs in it and waits for
        others to do so.
        """
        r = self.round
        here = r.stage == "seal" and who in r.seats and r.seats[who].status == "in"
        return here and len(r.seats[who].sealed) >= r.seats[who].bombs

    def find_round_table(self, name: str) -> RoundTable:
        """Return the table of the round called `name`, ready to be changed from here, for squares that affect several
        rounds; raise KeyError or TypeError if there is no such round.
        """
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
        """Ask a player to name one of the players that `whom` lists (only “Nobody”, if it lists none); `facts` fill the
        question's `text`. Return the name, or '' if none is given in time or `whom` does not list that player any more.
        Raise Withdrawn if the asked player is out of the round before.
        """
        name = await self.ask(key, who, text, lambda: whom() or {"nobody": "Nobody"}, lapse="", **facts)
        return name if name in whom() else ""

    def is_in_force(self, what: str) -> bool:
        """Return whether a lasting effect of this name (such as Lockdown) is active on the round."""
        return what in self.round.in_force
