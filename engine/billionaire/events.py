"""All that happens in Billionaire: each event says itself in its docstring."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.billionaire.tables import RED
from engine.kernel.event import CHAT, EVERYWHERE, Beat, Event, Money, Names, Seat, Seats, Words


class AnalyzerDeclined(Event):
    """{who} does not use the Analyzer."""

    who: Seat


class AnalyzerAimed(Event):
    """{who} tries to take {whom}'s {card}, worth {amount:$}, with the Analyzer."""

    beat = Beat("attack", what="card", money="amount", look="attack")
    who: Seat
    card: str
    whom: Seat
    amount: Money


class NeedlesStopped(Event):
    """The Analyzer shows {first} and {second}."""

    beat = Beat("attack", look="attack")
    variants = ("The Analyzer shows {first} and {second}, so {who} does not get the Investment.",)
    who: Seat
    first: str
    second: str

    @classmethod
    def sentence(cls, facts: Mapping[str, Any]) -> str:
        """Return the template of the sentence for how the needles stop: only where both show red is it left to the next
        event to say who gets the Investment.
        """
        return cls.says if facts["first"] == facts["second"] == RED else cls.variants[0]


class InvestmentTaken(Event):
    """{winner} takes {card} from {loser}, worth {amount:$}."""

    beat = Beat("took", who="winner", what="card", money="amount", sign=1, other="loser", look="taken")
    rings = CHAT
    winner: Seat
    card: str
    loser: Seat
    amount: Money


class DeckSoldOut(Event):
    """{region} has no Investments left, so the card comes from {other}."""

    region: str
    other: str


class AuctionOpened(Event):
    """{who} auctions an Investment from {region}. Everybody bids in secret."""

    who: Seat
    region: str


class LotSeen(Event):
    """Only you see the card: {card}. It is worth {amount:$}, but only {trading:$} as payment."""

    card: str
    amount: Money
    trading: Money


class AuctionOfThreeOpened(Event):
    """{who} auctions {n:n} {n:Investment|Investments} from {regions}, and nobody has seen {n:the card|the cards}.
    Everybody bids in secret.
    """

    who: Seat
    n: int
    regions: Names


class BiddingResumed(Event):
    """The auction goes on."""


class BidSealed(Event):
    """Your secret bid is {amount:$}. Code to check this later: {receipt}"""

    proof = "receipt"
    variants = (
        "You bid nothing. Code to check this later: {receipt}",
        (
            "Your secret bid is {amount:$}. You cannot pay that: if you win, you lose your best card. Code to check "
            "this later: {receipt}"
        ),
    )
    amount: Money
    receipt: str
    covered: bool = True

    @classmethod
    def sentence(cls, facts: Mapping[str, Any]) -> str:
        """Return the sentence for a sealed bid: one that can be paid, one that cannot, or no bid."""
        if not facts["amount"]:
            return cls.variants[0]
        return cls.says if facts.get("covered", True) else cls.variants[1]


class BidMayChange(Event):
    """You can change your bid until everybody has bid."""


class BidsIn(Event):
    """Everybody has bid. Codes to check this later: {receipts}."""

    proof = "receipts"
    receipts: Names


class BidShown(Event):
    """{who} bids {amount:$}."""

    beat = Beat("bid", money="amount", look="bids")
    variants = ("{who} bids nothing.",)
    who: Seat
    amount: Money

    @classmethod
    def sentence(cls, facts: Mapping[str, Any]) -> str:
        """Return the sentence for a bid that is shown: with its amount, or that it is nothing."""
        return cls.says if facts["amount"] else cls.variants[0]


class LotUnwanted(Event):
    """Nobody bids, so nothing is sold. Every unsold card goes back to its deck, and the deck is shuffled."""

    beat = Beat("unsold", who="")
    variants = (
        "Nobody can bid, so nothing is sold. Every unsold card goes back to its deck, and the deck is shuffled.",
        "No other player bids, so nothing is sold. Every unsold card goes back to its deck, and the deck is shuffled.",
        (
            "No other player can bid, so nothing is sold. Every unsold card goes back to its deck, and the deck is "
            "shuffled."
        ),
    )
    unable: bool = False
    others: bool = False  # somebody did bid before, and has forfeited

    @classmethod
    def sentence(cls, facts: Mapping[str, Any]) -> str:
        """Return the sentence for an auction without a buyer, by whether bids were forfeited before (`others` in the
        facts) and whether nobody left to bid has anything to pay with (`unable` in the facts).
        """
        return (cls.says, *cls.variants)[2 * ("others" in facts) + ("unable" in facts)]


class BidsTied(Event):
    """{who} have bid the same. Everybody bids again."""

    variants = (
        "{who} have bid the same. Only they bid again.",
        (
            "{who} have bid the same for the fourth time. Turn order decides, beginning with {lander}: the bid of "
            "{first} counts."
        ),
    )
    who: Seats
    only_they: bool = False
    first: Seat = ""
    lander: Seat = ""

    @classmethod
    def sentence(cls, facts: Mapping[str, Any]) -> str:
        """Return the template of the sentence that announces a tie of bids, by what follows: one player's bid counts
        (`first` in the facts), only the tied players bid again (`only_they`), or everybody bids again.
        """
        return cls.variants[1] if "first" in facts else cls.variants[0] if "only_they" in facts else cls.says


class BidNotCovered(Event):
    """{who} bids {amount:$}, but cannot pay that much."""

    beat = Beat("bid")
    who: Seat
    amount: Money


class InvestmentForfeited(Event):
    """{who} loses the Investment {card}. It goes back to its deck."""

    beat = Beat("loss", what="card")
    who: Seat
    card: str


class ProfitForfeited(Event):
    """{who} loses a Profit card of {amount:$}."""

    beat = Beat("loss", money="amount", sign=-1)
    who: Seat
    amount: Money


class NothingToForfeit(Event):
    """{who} has no card left to lose."""

    who: Seat


class PricePaid(Event):
    """{who} pays {payee} with these cards, and gets no change: {cards}."""

    variants = ("{who} pays the bank with these cards, and gets no change: {cards}.",)
    who: Seat
    cards: Names
    payee: Seat = ""  # nobody, where it goes to the board


class LotBought(Event):
    """{who} buys {lot} for {amount:$}. The value is {worth:$}."""

    beat = Beat("sold", what="lot", money="worth", less="amount", sign=1, look="sold")
    rings = CHAT
    who: Seat
    lot: Names
    worth: Money
    amount: Money
    tied: bool = False  # for the fourth time, before turn order decided


class ProfitDeckLow(Event):
    """The Profit deck has only one card left."""


class ProfitDeckEmpty(Event):
    """The Profit deck is empty, so {who} draws nothing."""

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
    """{who} has reached the goal of {amount:$}! The others play until all have had the same number of turns. Then the
    richest player wins.
    """

    beat = Beat("reached")
    rings = CHAT
    variants = (
        (
            "{who} has reached the goal of {amount:$}! All players have had the same number of turns, so the richest "
            "player wins."
        ),
    )
    who: Seats
    amount: Money
    round_over: bool = False

    @classmethod
    def sentence(cls, facts: Mapping[str, Any]) -> str:
        """Return the sentence for a goal that is reached, by whether anybody has a turn left in this round."""
        return cls.variants[0] if "round_over" in facts else cls.says


class LastInvestmentSold(Event):
    """The last Investment is sold! The others play until all have had the same number of turns. Then the richest player wins."""

    beat = Beat("reached", who="")
    rings = CHAT
    variants = (
        "The last Investment is sold! All players have had the same number of turns, so the richest player wins.",
    )
    round_over: bool = False

    @classmethod
    def sentence(cls, facts: Mapping[str, Any]) -> str:
        """Return the sentence for the last sale of all, by whether anybody has a turn left in this round."""
        return cls.variants[0] if "round_over" in facts else cls.says


class HandShown(Event):
    """{who} shows {cash:$} in Profit cards. Investments and cash together are {amount:$}."""

    beat = Beat("hand", money="amount")
    who: Seat
    cash: Money
    amount: Money


class GameWon(Event):
    """{who} has {amount:$} in Investments and cash, and wins the game."""

    beat = Beat("crown", money="amount")
    rings = EVERYWHERE
    variants = (
        "{who} have {amount:$} each in Investments and cash, and share the win.",
        "No player is left, so the game is over.",
    )
    who: Seats
    amount: Money

    @classmethod
    def sentence(cls, facts: Mapping[str, Any]) -> str:
        """Return the sentence for the end of the game, by how many have won."""
        return {0: cls.variants[1], 1: cls.says}.get(len(facts["who"]), cls.variants[0])


class BoughtOut(Event):
    """{who} leaves the game. All cards of {who} go back to the decks."""

    beat = Beat("out")
    who: Seat


class AuctionCalledOff(Event):
    """The auction is cancelled. {n:The Investment goes|The Investments go} back to {n:its deck|their decks}, unseen."""

    beat = Beat("unsold", who="")
    n: int


class PowerDeckEmpty(Event):
    """No Power Play card is left to draw, so {who} draws none."""

    who: Seat


class PowerDrawn(Event):
    """{who} draws a Power Play card."""

    who: Seat


class PowerSeen(Event):
    """You draw {card}."""

    card: str


class GuardOrderTaught(Event):
    """This Security card can protect your Investments. Give the order for this at any time (order guard): it says
    how much an Investment must be worth to be protected.
    """


class AnalyzeAnyPlayed(Event):
    """{who} plays Analyze Any, to try to take any Investment."""

    who: Seat


class EspionagePlayed(Event):
    """{who} plays Espionage, to look at {whom}'s cards and take one."""

    beat = Beat("attack", look="attack")
    who: Seat
    whom: Seat


class ProxyFightPlayed(Event):
    """{who} plays Proxy Fight to take {whom}'s {card}, worth {amount:$}."""

    beat = Beat("attack", what="card", money="amount", look="attack")
    who: Seat
    whom: Seat
    card: str
    amount: Money


class DisasterPlayed(Event):
    """{who} plays Disaster, so that {whom} loses {card}, worth {amount:$}."""

    beat = Beat("attack", what="card", money="amount", look="attack")
    who: Seat
    whom: Seat
    card: str
    amount: Money


class HandSpied(Event):
    """You see {whom}'s cards: {cards}."""

    variants = ("{whom} has no cards.",)
    whom: Seat
    cards: Names

    @classmethod
    def sentence(cls, facts: Mapping[str, Any]) -> str:
        """Return the sentence for a hand that was looked at: with its cards, or that it is empty."""
        return cls.says if facts["cards"] else cls.variants[0]


class FightRolled(Event):
    """{who} rolls {mine}, {whom} rolls {theirs}."""

    beat = Beat("attack", look="attack")
    who: Seat
    mine: int
    whom: Seat
    theirs: int


class FightTied(Event):
    """Both roll the same, so nobody wins anything."""

    beat = Beat("held", who="")


class InvestmentReturned(Event):
    """{whom} loses the Investment {card}. It goes back to its deck."""

    beat = Beat("loss", who="whom", what="card")
    rings = CHAT
    card: str
    whom: Seat


class SecurityPlayed(Event):
    """{who} plays a Security card!"""

    beat = Beat("held", look="security")
    who: Seat


class ActionStopped(Event):
    """Security has stopped {who}. Nothing happens."""

    beat = Beat("held")
    who: Seat


class HandDealtSeen(Event):
    """You are dealt {cards}."""

    cards: Names


class HandDealt(Event):
    """{who} is dealt {n:n} Profit cards. Code to check this later: {receipt}"""

    proof = "receipt"
    who: Seat
    n: int
    receipt: str


class FirstPlayerRolled(Event):
    """{who} rolls {n}."""

    who: Seat
    n: int


class FirstPlayerFound(Event):
    """{who} begins the game."""

    who: Seat


class FirstTurnPaid(Event):
    """{who} gives a Profit card back, because going first is an advantage."""

    who: Seat


class ProfitReturnedSeen(Event):
    """You give back {card}."""

    card: Names


class PlanDropped(Event):
    """What you planned ({plan}) is no longer possible."""

    plan: Words


class Landed(Event):
    """{who} rolls {n} and lands on {space}."""

    variants = (
        "{who} rolls {n}, passes {who}'s own Headquarters and lands on {space}.",
        "{who} rolls {n} and lands on {host}'s Headquarters.",
    )
    who: Seat
    n: int
    space: str
    host: Seat = ""
    passed_home: bool = False

    @classmethod
    def sentence(cls, facts: Mapping[str, Any]) -> str:
        """Return the sentence for landing on a space: a Headquarters by its owner, and whether the player passed their
        own.
        """
        return cls.variants[1] if "host" in facts else cls.variants[0] if "passed_home" in facts else cls.says


class NothingLeftToSell(Event):
    """Players already own all the Investments, so there is no auction."""


class RoundsOver(Event):
    """This was the last of {n:n} rounds."""

    n: int
