"""The game as plain data: who stands where and holds what, what is left in the decks, and what is being done."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct, field

from engine.billionaire.tables import (
    BIDS,
    BILLION,
    GOALS,
    INVESTMENTS,
    PROFIT_CARDS,
    REGIONS,
    SECURITY,
    THREE,
    THREE_BIDS,
    TRACK,
    Space,
)

NEVER = BILLION  # no Investment is worth so much
ACTUAL = {name: card.actual for name, card in INVESTMENTS.items()}
TRADING = {name: card.trading for name, card in INVESTMENTS.items()}
OWN = "own"  # an auction of one's own, in which one has seen the card

Lot = str  # a region, THREE, or OWN


class Options(Struct, omit_defaults=True, gc=False):
    """What a group may choose when it begins. What `book` says is settled in `first` and `finish`."""

    book: bool = True
    goal: Literal["a billion", "750m", "500m", "250m", "100m"] = "a billion"
    profit: int = PROFIT_CARDS
    first: Literal["one less", "as many"] = "one less"
    finish: Literal["round", "at once"] = "round"
    leaving: Literal["computer", "bought out"] = "computer"
    computers: Literal["careless", "steady", "sharp"] = "steady"
    rounds: int = 50

    @property
    def amount(self) -> int:
        """The goal in dollars."""
        return GOALS[self.goal]


class Offer(Struct, array_like=True, frozen=True, gc=False):
    """A standing bid: up to so much, keeping so much back; for an own auction in hundredths of the trading value."""

    most: int
    keep: int = 0
    percent: bool = False
    cards: int = 0  # only for so many Investments at once
    left: int = 0  # only while one worth so much is unsold there


class Orders(Struct, omit_defaults=True, gc=False):
    """What a player has said beforehand. Nobody else ever sees it."""

    bids: dict[Lot, Offer] = field(default_factory=dict)
    pay: Literal["ask", "always", "least", "keep investments", "keep cash"] = "ask"
    keep: list[str] = field(default_factory=list)  # Investments never to be paid with unasked
    guard: int = NEVER  # Security protects own Investments worth so much
    counter: int = NEVER  # and restores own actions about Investments worth so much
    ask: bool = False  # both only after asking
    stop: list[str] = field(default_factory=list)  # kinds of action of others that Security stops
    others: int = 0  # of these, such as are against Investments of others only if they are worth so much
    answer: list[str] = field(default_factory=list)  # kinds of action that Security restores
    cards: Literal["ask", "quiet"] = "ask"  # what to do with Power Play cards, on drawing them and before each roll
    analyze: Literal["ask", "best", "never"] = "ask"
    plan: str = ""  # the card to play when one's turn begins
    wake: list[str] = field(default_factory=list)  # at what the game waits for a look


class Player(Struct, omit_defaults=True, gc=False):
    """One player."""

    corner: int  # which of the four is home
    at: int  # the space, from 0
    cash: list[int] = field(default_factory=list)  # Profit cards
    power: list[str] = field(default_factory=list)  # Power Play cards
    owned: list[str] = field(default_factory=list)  # Investments, face up
    orders: Orders = field(default_factory=Orders)
    gone: bool = False
    looked: int = 0  # the last round at whose end they had a look
    woken: list[str] = field(default_factory=list)  # what they have been woken by, once and for all
    held: int = 0  # Power Play cards at the last look
    chart: list[int] = field(default_factory=list)  # what lay face up after each round


class Action(Struct, omit_defaults=True, gc=False):
    """Something that is about to happen. Most kinds can be stopped with a Security until they do."""

    kind: str
    who: str
    region: str = ""
    whom: str = ""  # against whom it is
    card: str = ""  # the Investment, or the Power Play card, that it is about
    cards: int = 0  # how many Profit cards it brings
    securities: list[str] = field(default_factory=list)  # who has played one, in order
    passed: list[str] = field(default_factory=list)  # who lets it happen as it stands now


class Auction(Struct, omit_defaults=True, gc=False):
    """What is up for sealed bids. `number` counts auctions, `round` the bids after ties and forfeits."""

    number: int
    lander: str
    lot: Lot
    cards: list[str]
    bidders: list[str]  # who may bid, clockwise; whoever has nothing to bid with is not asked
    bids: dict[str, int] = field(default_factory=dict)
    changes: dict[str, int] = field(default_factory=dict)
    round: int = 1
    ties: int = 0
    forfeited: list[str] = field(default_factory=list)  # who has bid more than they had
    winner: str = ""
    price: int = 0


class Bid(Struct, array_like=True, frozen=True, gc=False):
    """A bid that has been revealed, with the receipt under which it was sealed."""

    who: str
    amount: int
    receipt: str


class Billionaire(Struct, omit_defaults=True, gc=False):
    """The whole game."""

    options: Options
    players: dict[str, Player]
    phase: str = "deal"  # deal, first, turn, roll, over
    profit: list[int] = field(default_factory=list)  # the deck; it is shuffled whenever somebody draws
    decks: dict[str, list[str]] = field(default_factory=dict)
    power: list[str] = field(default_factory=list)  # the part of the deck that is still shuffled
    bottom: list[str] = field(default_factory=list)  # used cards below it, in their order
    turn: str = ""
    first: str = ""  # who began
    characters: bool = False  # do computers have them? Not in games from before
    round: int = 1
    actions: list[Action] = field(default_factory=list)  # the first is the one in hand
    auction: Auction | None = None
    auctions: int = 0
    revealed: bool = False  # have bids been revealed on this turn?
    settled: bool = False  # has this turn's player decided about the cards in hand?
    last_round: bool = False  # the goal is reached or all is sold; the others still have their turns
    news: str = ""  # what the Analyzer last said
    sealed: list[Bid] = field(default_factory=list)  # the bids last revealed
    champions: list[str] = field(default_factory=list)
    ended: str = ""  # what has ended the game: goal, cards, rounds or nobody

    # -- people

    def here(self) -> list[str]:
        """Everybody who still plays, in seat order."""
        return [who for who, player in self.players.items() if not player.gone]

    def clockwise(self, who: str) -> list[str]:
        """Everybody who still plays, from this player on."""
        seats = list(self.players)
        at = seats.index(who)
        return [name for name in seats[at:] + seats[:at] if not self.players[name].gone]

    def rivals(self, who: str) -> list[str]:
        """The others, clockwise."""
        return [name for name in self.clockwise(who) if name != who]

    def home(self, at: int) -> str:
        """Whose Headquarters this space is, or nobody's."""
        return next((who for who in self.here() if self.players[who].corner == at), "")

    def space(self, who: str) -> Space:
        """Where this player stands."""
        return TRACK[self.players[who].at]

    # -- what people have

    def worth(self, who: str) -> int:
        """The actual value of what lies face up before a player."""
        return sum([ACTUAL[name] for name in self.players[who].owned])

    def cash(self, who: str) -> int:
        """What the Profit cards in a hand come to."""
        return sum(self.players[who].cash)

    def total(self, who: str) -> int:
        """Investments at their actual value, and cash: what wins."""
        return sum(self.players[who].cash, self.worth(who))

    def means(self, who: str) -> int:
        """All that a player could pay: cash, and Investments at their trading value."""
        return self.cash(who) + sum([TRADING[name] for name in self.players[who].owned])

    def owner(self, card: str) -> str:
        """Who has this Investment, or nobody."""
        return next((who for who, player in self.players.items() if card in player.owned), "")

    def in_region(self, who: str, region: str) -> list[str]:
        """A player's Investments there, the least valuable first."""
        here = [name for name in self.players[who].owned if INVESTMENTS[name].region == region]
        return sorted(here, key=lambda name: INVESTMENTS[name].actual)

    def unprotected(self, who: str, region: str) -> list[str]:
        """The least valuable of them: one card, or several of the same value."""
        cards = self.in_region(who, region)
        return [name for name in cards if INVESTMENTS[name].actual == INVESTMENTS[cards[0]].actual]

    def exposed(self, who: str) -> list[str]:
        """The least valuable of each region."""
        return [name for region in REGIONS for name in self.unprotected(who, region)]

    def holds_security(self, who: str) -> bool:
        """Only this player knows."""
        return SECURITY in self.players[who].power

    # -- decks

    def unsold(self) -> int:
        """How many Investments are left in the decks."""
        return sum(map(len, self.decks.values()))

    def unowned(self, region: str) -> list[str]:
        """What nobody owns yet of a region, as everybody can see; what is up for bids is among it."""
        owned = {card for player in self.players.values() for card in player.owned}
        return [name for name, card in INVESTMENTS.items() if card.region == region and name not in owned]

    def selling(self) -> list[str]:
        """The regions in whose decks something is left."""
        return [region for region in REGIONS if self.decks[region]]

    def open_action(self) -> Action | None:
        """What a Security could stop now: the action in hand, or the auction until its bids are revealed."""
        if self.actions:
            return self.actions[0]
        if self.auction and not self.revealed:
            lot = self.auction.lot
            return Action(THREE_BIDS if lot == THREE else BIDS, self.auction.lander, lot)
        return None

    def standings(self) -> list[tuple[int, str]]:
        """Place and player by what lies open (cash too, once the game is over); equals share a place."""
        worth = {who: self.total(who) if self.phase == "over" else self.worth(who) for who in self.players}
        ranked = sorted(self.players, key=lambda who: -worth[who])
        totals = [worth[who] for who in ranked]
        return [(totals.index(worth[who]) + 1, who) for who in ranked]
