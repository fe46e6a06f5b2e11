"""All that happens in Billionaire: each event says itself in its docstring."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.kernel.beat import Beat
from engine.kernel.event import CHAT, EVERYWHERE, Event, Money, Names, Seat, Seats, Words


class AnalyzerDeclined(Event):
    """{who} analyzes nothing."""

    who: Seat


class AnalyzerAimed(Event):
    """{who} analyzes {whom}'s {card}, worth {amount:$}."""

    beat = Beat("attack", what="card", money="amount")
    who: Seat
    card: str
    whom: Seat
    amount: Money


class NeedlesStopped(Event):
    """The Analyzer says {first} and {second}."""

    beat = Beat("attack")
    who: Seat
    first: str
    second: str


class InvestmentTaken(Event):
    """{winner} takes {card} from {loser}, worth {amount:$}."""

    beat = Beat("took", who="winner", what="card", money="amount", sign=1, other="loser")
    deed = "captured"
    rings = CHAT
    winner: Seat
    card: str
    loser: Seat
    amount: Money


class DeckSoldOut(Event):
    """{region} is sold out, so the card comes from {other}."""

    region: str
    other: str


class AuctionOpened(Event):
    """{who} puts an Investment from {region} up for sealed bids."""

    who: Seat
    region: str


class LotSeen(Event):
    """Only you see the card: {card}. It is worth {amount:$}, and {trading:$} when you pay with it."""

    card: str
    amount: Money
    trading: Money


class AuctionOfThreeOpened(Event):
    """{who} puts {n:n} unseen {n:Investment|Investments} up for sealed bids, from {regions}."""

    who: Seat
    n: int
    regions: Names


class BiddingResumed(Event):
    """The bidding goes on."""


class BidSealed(Event):
    """Your bid is sealed: {amount:$}. Receipt: {receipt}"""

    variants = (
        "You bid nothing. Receipt: {receipt}",
        "Your bid is sealed: {amount:$}. You cannot pay that: if you win, you lose your best card. Receipt: {receipt}",
    )
    amount: Money
    receipt: str
    covered: bool = True

    @classmethod
    def sentence(cls, facts: Mapping[str, Any]) -> str:
        """By whether it can be paid, and is anything at all."""
        if not facts["amount"]:
            return cls.variants[0]
        return cls.says if facts.get("covered", True) else cls.variants[1]


class BidMayChange(Event):
    """You can change your bid until all bids are in."""


class BidsIn(Event):
    """All bids are in: {receipts}."""

    receipts: Names


class BidShown(Event):
    """{who} bids {amount:$}."""

    beat = Beat("bid", money="amount")
    variants = ("{who} bids nothing.",)
    who: Seat
    amount: Money

    @classmethod
    def sentence(cls, facts: Mapping[str, Any]) -> str:
        """Nothing is no amount."""
        return cls.says if facts["amount"] else cls.variants[0]


class LotUnwanted(Event):
    """Nobody bids, so nothing is sold. The deck is shuffled."""

    beat = Beat("unsold", who="")
    variants = (
        "Nobody can bid, so nothing is sold. The deck is shuffled.",
        "Nobody else bids, so nothing is sold. The deck is shuffled.",
        "Nobody else can bid, so nothing is sold. The deck is shuffled.",
    )
    unable: bool = False
    others: bool = False  # somebody did bid before, and has forfeited

    @classmethod
    def sentence(cls, facts: Mapping[str, Any]) -> str:
        """By who is meant, and what they lack."""
        return (cls.says, *cls.variants)[2 * ("others" in facts) + ("unable" in facts)]


class BidsTied(Event):
    """{who} have bid the same. Everybody bids again."""

    variants = (
        "{who} have bid the same. Only they bid again.",
        "{who} have bid the same for the fourth time. The next of them in turn order from {lander} wins: {first}.",
    )
    who: Seats
    only_they: bool = False
    first: Seat = ""
    lander: Seat = ""

    @classmethod
    def sentence(cls, facts: Mapping[str, Any]) -> str:
        """By what the tie leads to."""
        return cls.variants[1] if "first" in facts else cls.variants[0] if "only_they" in facts else cls.says


class BidNotCovered(Event):
    """{who} bids {amount:$}, more than they can pay."""

    beat = Beat("bid")
    who: Seat
    amount: Money


class InvestmentForfeited(Event):
    """{who} must give up {card}. It goes back to its deck."""

    beat = Beat("loss", what="card")
    deed = "forfeit"
    who: Seat
    card: str


class ProfitForfeited(Event):
    """{who} must give up a Profit card of {amount:$}."""

    beat = Beat("loss", money="amount", sign=-1)
    deed = "forfeit"
    who: Seat
    amount: Money


class NothingToForfeit(Event):
    """{who} has nothing left to give up."""

    who: Seat


class PricePaid(Event):
    """{who} pays {payee} with these cards: {cards}."""

    variants = ("{who} pays the bank with these cards: {cards}.",)
    who: Seat
    cards: Names
    payee: Seat = ""  # nobody, where it goes to the board


class LotBought(Event):
    """{who} buys {lot} for {amount:$}. Worth: {worth:$}."""

    beat = Beat("sold", what="lot", money="worth", less="amount", sign=1)
    deed = "bought"
    rings = CHAT
    who: Seat
    lot: Names
    worth: Money
    amount: Money


class ProfitDeckLow(Event):
    """The Profit deck has only one card left."""


class ProfitDeckEmpty(Event):
    """The Profit deck is empty: {who} draws nothing."""

    who: Seat


class ProfitDrawn(Event):
    """{who} draws {n:n} Profit {n:card|cards}."""

    who: Seat
    n: int


class ProfitSeen(Event):
    """You draw {cards}."""

    cards: Names


class NoProfitToTake(Event):
    """{loser} has no Profit card to take."""

    loser: Seat


class ProfitTaken(Event):
    """{taker} takes a Profit card from {loser}."""

    taker: Seat
    loser: Seat


class TakenProfitSeen(Event):
    """You take {card} from {loser}."""

    card: Names
    loser: Seat


class LostProfitSeen(Event):
    """{taker} takes {card} from you."""

    card: Names
    taker: Seat


class GoalReached(Event):
    """{who} reached the goal of {amount:$}! The others play until all have had the same number of turns. Then the richest player wins."""

    beat = Beat("reached")
    rings = CHAT
    who: Seats
    amount: Money


class LastInvestmentSold(Event):
    """The last Investment is sold! The others play until all have had the same number of turns. Then the richest player wins."""

    beat = Beat("reached", who="")
    rings = CHAT


class HandShown(Event):
    """{who} shows {cash:$} in Profit cards. With the Investments, that makes {amount:$}."""

    beat = Beat("hand", money="amount")
    who: Seat
    cash: Money
    amount: Money


class GameWon(Event):
    """{who} has {amount:$} in Investments and cash, and wins the game."""

    beat = Beat("crown", money="amount")
    deed = "won"
    rings = EVERYWHERE
    variants = (
        "{who} have {amount:$} each in Investments and cash, and share the win.",
        "Nobody is left, and the game is over.",
    )
    who: Seats
    amount: Money

    @classmethod
    def sentence(cls, facts: Mapping[str, Any]) -> str:
        """By how many have won."""
        return {0: cls.variants[1], 1: cls.says}.get(len(facts["who"]), cls.variants[0])


class BoughtOut(Event):
    """{who} leaves and is bought out: all their cards go back to the decks."""

    beat = Beat("out")
    who: Seat


class AuctionCalledOff(Event):
    """The auction is cancelled. {n:Its Investment goes|Its Investments go} back to {n:its deck|their decks}, unseen."""

    beat = Beat("unsold", who="")
    n: int


class PowerDeckEmpty(Event):
    """Players hold all Power Play cards, so {who} draws none."""

    who: Seat


class PowerDrawn(Event):
    """{who} draws a Power Play card."""

    who: Seat


class PowerSeen(Event):
    """You draw {card}."""

    card: str


class GuardOrderTaught(Event):
    """It can protect your Investments. Give a guard order at any time: it says from which value on."""


class AnalyzeAnyPlayed(Event):
    """{who} plays Analyze Any."""

    who: Seat


class EspionagePlayed(Event):
    """{who} plays Espionage against {whom}."""

    beat = Beat("attack")
    who: Seat
    whom: Seat


class ProxyFightPlayed(Event):
    """{who} plays Proxy Fight to get {whom}'s {card}, worth {amount:$}."""

    beat = Beat("attack", what="card", money="amount")
    who: Seat
    whom: Seat
    card: str
    amount: Money


class DisasterPlayed(Event):
    """{who} plays Disaster against {whom}'s {card}, worth {amount:$}."""

    beat = Beat("attack", what="card", money="amount")
    who: Seat
    whom: Seat
    card: str
    amount: Money


class HandSpied(Event):
    """You see {whom}'s cards: {cards}."""

    variants = ("{whom} has no cards left.",)
    whom: Seat
    cards: Names

    @classmethod
    def sentence(cls, facts: Mapping[str, Any]) -> str:
        """By whether anything is in it."""
        return cls.says if facts["cards"] else cls.variants[0]


class FightRolled(Event):
    """{who} rolls {mine}, {whom} rolls {theirs}."""

    beat = Beat("attack")
    who: Seat
    mine: int
    whom: Seat
    theirs: int


class FightTied(Event):
    """Neither of them wins."""

    beat = Beat("held", who="")


class InvestmentReturned(Event):
    """{whom} loses {card}. It goes back to its deck."""

    beat = Beat("loss", who="whom", what="card")
    rings = CHAT
    card: str
    whom: Seat


class SecurityPlayed(Event):
    """{who} plays Security!"""

    beat = Beat("held")
    deed = "security"
    who: Seat


class ActionStopped(Event):
    """{who} is stopped, and nothing happens."""

    beat = Beat("held")
    who: Seat


class HandDealtSeen(Event):
    """You are dealt {cards}."""

    cards: Names


class HandDealt(Event):
    """{who} is dealt {n:n} Profit cards. Receipt: {receipt}"""

    who: Seat
    n: int
    receipt: str


class FirstPlayerRolled(Event):
    """{who} rolls {n}."""

    who: Seat
    n: int


class FirstPlayerFound(Event):
    """{who} begins."""

    who: Seat


class FirstTurnPaid(Event):
    """{who} gives a Profit card back, because the first turn is worth one."""

    who: Seat


class ProfitReturnedSeen(Event):
    """You give back {card}."""

    card: Names


class PlanDropped(Event):
    """Your plan is no longer possible: {plan}."""

    plan: Words


class Landed(Event):
    """{who} rolls {n} and lands on {space}."""

    variants = (
        "{who} rolls {n}, passes their own Headquarters and lands on {space}.",
        "{who} rolls {n} and lands on {host}'s Headquarters.",
    )
    who: Seat
    n: int
    space: str
    host: Seat = ""
    passed_home: bool = False

    @classmethod
    def sentence(cls, facts: Mapping[str, Any]) -> str:
        """Whose Headquarters it is comes first; then whether the own ones were passed."""
        return cls.variants[1] if "host" in facts else cls.variants[0] if "passed_home" in facts else cls.says


class NothingLeftToSell(Event):
    """All Investments are sold, so there is nothing to sell here."""


class RoundsOver(Event):
    """That was the last of {n:n} rounds."""

    n: int
