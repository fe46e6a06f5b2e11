"""The game as plain data. Whatever outlives a turn is written here; scripts keep nothing for themselves."""

from __future__ import annotations

from typing import Literal

from msgspec import Raw, Struct, field

from engine.deluxe.tables import COLUMNS, FULL, JACKPOT, ONE, ROWS, TARGET
from engine.kernel.options import Dollars
from engine.kernel.record import Entry
from engine.kernel.text import Words
from engine.race.numbers import NONE_YET
from engine.race.standings import places
from engine.race.table import RaceRound

Status = Literal["in", "out", "won", "left"]
Stage = Literal["seal", "play", "over"]
Step = Literal["open", "lead", "grids", "changers", "chances", "bench", "close", "tie", "over"]


class Options(Struct, omit_defaults=True, gc=False):
    """What a group may choose when it begins. The defaults are the rulebook, or ours where it is silent."""

    target: Dollars = TARGET
    start_phase: Literal["1", "2", "3"] = "1"
    failsafe: Literal["left", "grid"] = "left"
    zones: bool = True
    betting: bool = True
    first_miss: Literal["space", "pass"] = "space"
    computers: Literal["novice", "regular", "expert"] = "regular"
    without: list[str] = field(default_factory=list)  # kinds, spaces and zones that stay in the box

    def inside(self, names: list[str]) -> list[str]:
        """Those of the names that are played with."""
        return [name for name in names if name not in self.without]


class Player(Struct, omit_defaults=True, gc=False):
    """One player for the whole game."""

    total: int = 0
    boost: int = FULL  # percent
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


class Cell(Struct, array_like=True, omit_defaults=True, gc=False):
    """One space. Bombs lie on top of what was drawn; `former` is the money it was before it became anything else."""

    face: str
    former: int = 0
    bombs: list[str] = field(default_factory=list)  # whose; "" is nobody's
    open: bool = False
    by: str = ""
    dud: bool = False
    shown: str = ""  # what everybody saw when it was opened
    imp: str = ""  # whose Personal Demon hides here
    stink: str = ""  # whose Stink Bomb


class Seat(Struct, omit_defaults=True, gc=False):
    """One player's place on a grid."""

    status: Status = "in"
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
    games: list[str] = field(default_factory=list)  # minigames to play when the grid is over
    coat: int = 0  # the multiplier in the cloakroom, in tenths
    dry: bool = False  # Raincoat
    padded: bool = False  # Shock Absorber
    corkscrew: bool = False
    padlock: bool = False
    watches: bool = False  # has said on the bench that nobody need wait for a slip or a hunt
    struck: int = 0  # the place in which a bomb has put this player out


class Deal(Struct, array_like=True, omit_defaults=True, gc=False):
    """Something in force on a grid: whose, about whom, and a number."""

    name: str
    who: str
    about: str = ""
    n: int = 0
    until: int = 0


class Grid(RaceRound[Cell, Seat], Struct, omit_defaults=True, gc=False):
    """One grid of a round."""

    title: Words
    stage: Stage = "seal"
    rows: int = ROWS
    columns: int = COLUMNS
    cells: list[Cell] = field(default_factory=list)
    seats: dict[str, Seat] = field(default_factory=dict)
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
    deals: list[Deal] = field(default_factory=list)
    lap: list[str] = field(default_factory=list)  # who has picked in this turn of the table
    last_picks: list[str] = field(default_factory=list)  # who has still to pick under Last Orders
    thirst: int = 0  # closed spaces at which Sudden Thirst ends the grid
    ended: bool = False
    number: int = 0  # of all grids that were opened
    mini: bool = False  # a game that breaks a tie: no penalties, no money
    winners: list[str] = field(default_factory=list)

    def finished(self) -> bool:
        """A grid is over when one player is left, or no space, or an effect has ended it."""
        return self.ended or not self.contested() or self.cleared()

    def closed_count(self) -> int:
        """How many spaces are closed."""
        return len([cell for cell in self.cells if not cell.open])

    def dealt(self, name: str) -> list[Deal]:
        """All that is in force under this name."""
        return [deal for deal in self.deals if deal.name == name] if self.deals else []


class Booth(Struct, omit_defaults=True, gc=False):
    """One minigame in play, with a tape of its own; `times / of` is what its pounds are worth."""

    game: str
    players: list[str]
    grid: str
    row: int = 1
    times: int = 1
    of: int = 4
    tape: list[Entry] = field(default_factory=list)


class Aside(Struct, omit_defaults=True, gc=False):
    """Something that somebody decides while the game goes on; `by` is whose next pick ends the time for it."""

    name: str
    finder: str
    grid: str
    by: str = ""
    at: int = 0  # the turn in which it came up
    due: bool = False
    n: int = 0
    whom: list[str] = field(default_factory=list)


class Held(Struct, array_like=True, gc=False):
    """A score changer that was found: whose, which, on which grid."""

    who: str
    name: str
    grid: str


class Chance(Struct, omit_defaults=True, gc=False):
    """A Jackpot Chance in play: what lies on its spaces, and which are open."""

    who: str
    spaces: list[str]
    opened: list[int] = field(default_factory=list)
    strikes: int = 0
    spared: bool = False  # a Lucky Penny has been used


class Slip(Struct, array_like=True, gc=False):
    """A bet: who bets, on which grid, that somebody wins, at which odds (tenths), for how much.

    `first`, on going out first, is of kept games.
    """

    who: str
    grid: str
    on: str
    first: bool
    odds: int
    house: int
    own: int = 0


class Hunt(Struct, array_like=True, gc=False):
    """Spaces named as bombs, and what each is worth before boost."""

    who: str
    grid: str
    spaces: list[int]
    price: int
    found: list[int] = field(default_factory=list)  # where a live bomb has lain since


class Race(Struct, omit_defaults=True, gc=False):
    """The whole game."""

    options: Options
    players: dict[str, Player]
    round: int = 0
    step: Step = "open"
    phase: int = 1
    coming: int = 0  # the round with which the next phase begins
    jackpot: int = JACKPOT
    grids: dict[str, Grid] = field(default_factory=dict)
    booths: dict[str, Booth] = field(default_factory=dict)
    asides: dict[str, Aside] = field(default_factory=dict)
    opened: int = 0  # booths and asides opened so far; each gets a name of its own
    laid: int = 0  # grids opened so far
    computers: str = ""  # as the option was when the race began; races from before have no characters
    changers: list[Held] = field(default_factory=list)
    chances: list[str] = field(default_factory=list)
    chance: Chance | None = None  # the one in play
    ranked: list[str] = field(default_factory=list)  # while the leader chooses: everybody, best first
    slips: list[Slip] = field(default_factory=list)
    hunts: list[Hunt] = field(default_factory=list)
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
        """Everybody who takes part, in seat order."""
        return [who for who, player in self.players.items() if not player.gone]

    def takes_part(self, who: str) -> bool:
        """Is this one of them?"""
        player = self.players.get(who)
        return player is not None and not player.gone

    def standings(self) -> list[tuple[int, str]]:
        """Place and player, best first; equal totals share a place."""
        return places({who: self.players[who].total for who in self.here()})

    def seated(self, who: str) -> str:
        """The grid on which this player sits, the newest if there are several (a game that breaks a tie), or ''."""
        for name, grid in reversed(self.grids.items()):
            if who in grid.seats and grid.seats[who].status != "left":
                return name
        return ""
