"""The game as plain data: who stands where and holds what, what is left in the decks, and what is being done."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct, field

from engine.billionaire.tables import (
    BIDS,
    BILLION_DOLLARS,
    BILLIONAIRE_GOALS,
    INVESTMENTS,
    PROFIT_CARDS,
    REGIONS,
    SECURITY,
    THREE,
    THREE_BIDS,
    TRACK,
    TRADING_MILLIONS,
    TrackSpace,
)

UNREACHABLE_WORTH = BILLION_DOLLARS  # no Investment is worth so much
ACTUAL = {name: card.actual for name, card in INVESTMENTS.items()}
TRADING = {name: card.trading for name, card in INVESTMENTS.items()}
OWN_AUCTION = "own"  # an auction of one's own, in which one has seen the card

Lot = str  # a region, THREE, or OWN


class BillionaireOptions(Struct, omit_defaults=True, gc=False):
    """Hold what a group chooses before the game begins; `first` and `finish` count only without `book`."""

    book: bool = True
    goal: Literal["a billion", "750m", "500m", "250m", "100m"] = "a billion"
    profit: int = PROFIT_CARDS
    first: Literal["one less", "as many"] = "one less"
    finish: Literal["round", "at once"] = "round"
    leaving: Literal["computer", "bought out"] = "computer"
    computers: Literal["novice", "regular", "expert"] = "regular"
    rounds: int = 50
    security: Literal["orders", "ask"] = "orders"

    @property
    def amount(self) -> int:
        """Return the goal of the game, the wealth that ends it, in dollars."""
        return BILLIONAIRE_GOALS[self.goal]

    @property
    def returns_card(self) -> bool:
        """Return whether the options say that, of four players, the one who begins returns their lowest Profit card."""
        return not self.book and self.first == "one less"

    @property
    def plays_round_out(self) -> bool:
        """Return whether the options say that the last round is played to its end, so that all have as many turns."""
        return not self.book and self.finish == "round"


class StandingBid(Struct, array_like=True, frozen=True, gc=False):
    """Hold a standing bid: the most to bid and how much to keep back.
    For one's own auctions the most may be a percentage of the trading value.
    """

    most: int
    keep: int = 0
    percent: bool = False
    cards: int = 0  # only for so many Investments at once
    left: int = 0  # only while one worth so much is unsold there


class StandingOrders(Struct, omit_defaults=True, gc=False):
    """Hold the standing orders of a player, which nobody else ever sees."""

    bids: dict[Lot, StandingBid] = field(default_factory=dict)
    pay: Literal["ask", "always", "least", "keep investments", "keep cash"] = "ask"
    keep: list[str] = field(default_factory=list)  # Investments never to be paid with unasked
    guard: int = UNREACHABLE_WORTH  # Security protects own Investments worth so much
    counter: int = UNREACHABLE_WORTH  # and restores own actions about Investments worth so much
    ask: bool = False  # both only after asking
    stop: list[str] = field(default_factory=list)  # kinds of action of others that Security stops
    others: int = 0  # of these, such as are against Investments of others only if they are worth so much
    answer: list[str] = field(default_factory=list)  # kinds of action that Security restores
    cards: Literal["ask", "quiet"] = "ask"  # what to do with Power Play cards, on drawing them and before each roll
    analyze: Literal["ask", "best", "never"] = "ask"
    plan: str = ""  # the card to play when one's turn begins
    wake: list[str] = field(default_factory=list)  # at what the game waits for a look


class BillionairePlayer(Struct, omit_defaults=True, gc=False):
    """Hold everything about one player."""

    corner: int  # which of the four is home
    at: int  # the space, from 0
    cash: list[int] = field(default_factory=list)  # Profit cards
    power: list[str] = field(default_factory=list)  # Power Play cards
    owned: list[str] = field(default_factory=list)  # Investments, face up
    orders: StandingOrders = field(default_factory=StandingOrders)
    gone: bool = False
    looked: int = 0  # the last round at whose end they had a look
    woken: list[str] = field(default_factory=list)  # what they have been woken by, once and for all
    held: int = 0  # Power Play cards at the last look
    chart: list[int] = field(default_factory=list)  # what lay face up after each round


class PendingAction(Struct, omit_defaults=True, gc=False):
    """Hold something that is about to happen; most kinds can be stopped with a Security until they do."""

    kind: str
    who: str
    region: str = ""
    whom: str = ""  # against whom it is
    card: str = ""  # the Investment, or the Power Play card, that it is about
    cards: int = 0  # how many Profit cards it brings
    securities: list[str] = field(default_factory=list)  # who has played one, in order
    passed: list[str] = field(default_factory=list)  # who lets it happen as it stands now


class Auction(Struct, omit_defaults=True, gc=False):
    """Hold the auction in progress; `number` counts auctions, `round` the rounds of bids after ties and forfeits."""

    number: int
    lander: str
    lot: Lot
    cards: list[str]
    bidders: list[str]  # who may bid, clockwise; only players with something to bid are asked
    bids: dict[str, int] = field(default_factory=dict)
    changes: dict[str, int] = field(default_factory=dict)
    round: int = 1
    ties: int = 0
    forfeited: list[str] = field(default_factory=list)  # who has bid more than they had
    winner: str = ""
    price: int = 0


class RevealedBid(Struct, array_like=True, frozen=True, gc=False):
    """Hold a revealed bid with the receipt under which it was sealed."""

    who: str
    amount: int
    receipt: str


class Billionaire(Struct, omit_defaults=True, gc=False):
    """Hold the whole state of a game."""

    options: BillionaireOptions
    players: dict[str, BillionairePlayer]
    phase: str = "deal"  # deal, first, turn, roll, over
    profit: list[int] = field(default_factory=list)  # the deck; it is shuffled whenever somebody draws
    decks: dict[str, list[str]] = field(default_factory=dict)
    power: list[str] = field(default_factory=list)  # the part of the deck that is still shuffled
    bottom: list[str] = field(default_factory=list)  # used cards below it, in their order
    turn: str = ""
    first: str = ""  # who began
    characters: bool = True  # do computers have them? Not in games from before
    round: int = 1
    actions: list[PendingAction] = field(default_factory=list)  # the first is the one in hand
    auction: Auction | None = None
    auctions: int = 0
    revealed: bool = False  # have bids been revealed on this turn?
    settled: bool = False  # has this turn's player decided about the cards in hand?
    last_round: bool = False  # the goal is reached or all is sold; the others still have their turns
    news: str = ""  # what the Analyzer last said
    sealed: list[RevealedBid] = field(default_factory=list)  # the bids last revealed
    champions: list[str] = field(default_factory=list)
    ended: str = ""  # what has ended the game: goal, cards, rounds or nobody

    # -- people

    def here(self) -> list[str]:
        """Return the players who have not left the game, in seat order."""
        return [who for who, player in self.players.items() if not player.gone]

    def list_clockwise(self, who: str) -> list[str]:
        """Return all players still in the game, clockwise, beginning with the player `who`, or after their seat if they
        have left; raise ValueError if they never had one.
        """
        seats = list(self.players)
        at = seats.index(who)
        return [name for name in seats[at:] + seats[:at] if not self.players[name].gone]

    def list_rivals(self, who: str) -> list[str]:
        """Return the other players still in the game, clockwise from the player `who`, who may have left but must have
        had a seat.
        """
        return [name for name in self.list_clockwise(who) if name != who]

    def find_home_owner(self, at: int) -> str:
        """Return the player still in the game whose Headquarters is space number `at` of the track, counted from 0, or
        an empty string, also if its owner has left.
        """
        return next((who for who in self.here() if self.players[who].corner == at), "")

    def find_space(self, who: str) -> TrackSpace:
        """Return the space of the track (the ring of spaces that players move around) on which the player `who` stands,
        with its kind, region and name.
        """
        return TRACK[self.players[who].at]

    # -- what people have

    def compute_worth(self, who: str) -> int:
        """Return the sum of the actual values of a player's Investments."""
        return sum(map(ACTUAL.__getitem__, self.players[who].owned))

    def compute_cash(self, who: str) -> int:
        """Return the sum of a player's Profit cards, which are cash."""
        return sum(self.players[who].cash)

    def compute_total(self, who: str) -> int:
        """Return a player's cash plus the actual value of their Investments, which decides who wins."""
        player = self.players[who]
        return sum(player.cash, sum(map(ACTUAL.__getitem__, player.owned)))

    def compute_means(self, who: str) -> int:
        """Return the most that a player could pay: cash, and Investments at their trading value."""
        return self.compute_cash(who) + sum([TRADING[name] for name in self.players[who].owned])

    def has_means(self, who: str) -> bool:
        """Return whether a player has anything to pay with, which is a Profit card or an Investment."""
        player = self.players[who]
        return bool(player.cash or player.owned)

    def find_owner(self, card: str) -> str:
        """Return the player who owns the Investment with the name `card`, or an empty string if nobody does, also for a
        name that no Investment has.
        """
        return next((who for who, player in self.players.items() if card in player.owned), "")

    def list_owned_in_region(self, who: str, region: str) -> list[str]:
        """Return a player's Investments in a region, the least valuable first."""
        here = [name for name in self.players[who].owned if INVESTMENTS[name].region == region]
        return sorted(here, key=lambda name: INVESTMENTS[name].actual)

    def list_unprotected(self, who: str, region: str) -> list[str]:
        """Return the Investments of a player in a region that others may take: the least valuable one, or several of
        equal value.
        """
        cards = self.list_owned_in_region(who, region)
        return [name for name in cards if INVESTMENTS[name].actual == INVESTMENTS[cards[0]].actual]

    def list_all_unprotected(self, who: str) -> list[str]:
        """Return the Investments of a player that others may take: in each region the least valuable one, or several of
        equal value.
        """
        return [name for region in REGIONS for name in self.list_unprotected(who, region)]

    def holds_security(self, who: str) -> bool:
        """Return whether a player holds a Security card, which the other players cannot see."""
        return SECURITY in self.players[who].power

    # -- decks

    def count_unsold(self) -> int:
        """Return how many Investments are left in all decks together."""
        return sum(map(len, self.decks.values()))

    def list_unowned(self, region: str) -> list[str]:
        """Return the Investments of a region that no player owns, those in the current auction included. Everybody can
        work this out.
        """
        owned = {card for player in self.players.values() for card in player.owned}
        return [name for name in TRADING_MILLIONS[region] if name not in owned]

    def list_selling_regions(self) -> list[str]:
        """Return the regions in whose decks Investments are left."""
        return [region for region in REGIONS if self.decks[region]]

    def find_open_action(self) -> PendingAction | None:
        """Return what is about to happen, on which a Security card might be played now: the current action (of any
        kind, also one that no card can stop), or, as a new action that is on no list, opening the current auction as
        long as its bids are not revealed; else None.
        """
        if self.actions:
            return self.actions[0]
        if self.auction and not self.revealed:
            lot = self.auction.lot
            return PendingAction(THREE_BIDS if lot == THREE else BIDS, self.auction.lander, lot)
        return None

    def rank_standings(self) -> list[tuple[int, str]]:
        """Return a pair of place and player for each player, those who have left included, richest first: by
        Investments, which are public, and once the game is over by cash as well. Equally rich players share a place.
        """
        worth = {
            who: self.compute_total(who) if self.phase == "over" else self.compute_worth(who) for who in self.players
        }
        ranked = sorted(self.players, key=lambda who: -worth[who])
        totals = [worth[who] for who in ranked]
        return [(totals.index(worth[who]) + 1, who) for who in ranked]
