"""All that happens on the quiz ladder: each event says itself in its docstring."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.kernel.beat import Beat
from engine.kernel.event import CHAT, EVERYWHERE, Event, Money, Names, Seat, Seats


class CardsSeen(Event):
    """The host hands you these cards, the right one among them: {cards}."""

    cards: Names


class FriendAway(Event):
    """{friend} does not pick up."""

    friend: Seat


class FriendAdvised(Event):
    """{friend} says: “{advice}”"""

    friend: Seat
    advice: str


class FriendSilent(Event):
    """Thirty seconds are over, and {friend} has said nothing."""

    friend: Seat


class WishesLeftOpen(Event):
    """Your lifelines leave it open. Please choose."""


class FiftySeen(Event):
    """50:50 leaves {left}."""

    left: Names


class CardRight(Event):
    """{letter} is right."""

    letter: str


class CardWrong(Event):
    """{letter} is wrong."""

    letter: str


class OpeningAnswersDone(Event):
    """All of them are answered. You may change your mind until everybody has answered."""


class PacksCut(Event):
    """The packs are cut."""

    laid: Names


class RoundBegun(Event):
    """Round {round}."""

    round: int


class HostNamed(Event):
    """{host} hosts."""

    host: Seat


class LoneClimberNamed(Event):
    """{order} climbs alone."""

    beat = Beat("begins", who="order")
    order: Seats


class ClimbersNamed(Event):
    """{order} climb."""

    beat = Beat("begins", who="order")
    order: Seats


class OpeningQuestionsDealt(Event):
    """The first {n} questions come at once."""

    n: int


class QuestionAsked(Event):
    """For {amount:$}: {question} A: {a} · B: {b} · C: {c} · D: {d}"""

    amount: Money
    question: str
    card: str
    a: str
    b: str
    c: str
    d: str


class HostKeySeen(Event):
    """You host: the right answer is {letter}."""

    letter: str


class HostKeysSeen(Event):
    """You host: for {amount:$} it is {letter}."""

    letter: str
    amount: Money


class QuestionReported(Event):
    """{who} reports question {card}: {fault}."""

    who: Seat
    card: str
    fault: str


class AnswersShown(Event):
    """The answers for {amount:$} are in: {said}."""

    beat = Beat("reveal", who="")
    amount: Money
    said: Names
    question: str
    choices: dict[str, str]
    a: str
    b: str
    c: str
    d: str


class RightAnswerShown(Event):
    """The answer is {letter}: {answer}. {why}"""

    beat = Beat("answer", who="", what="answer")
    rings = CHAT
    settles = True
    variants = ("The answer is {letter}: {answer}. {why} ({credit})",)
    letter: str
    answer: str
    why: str
    asked: int
    right: int
    card: str
    rung: int
    credit: str = ""
    suspense: bool = False  # a moment's silence before it


class ClimbedOn(Event):
    """{who} said {letter} and climbs on."""

    deed = "right"
    who: Seat
    letter: str
    category: str


class ClimberSilent(Event):
    """{who} gave no answer and leaves with {amount:$}."""

    beat = Beat("walk", money="amount")
    who: Seat
    letter: str
    amount: Money
    status: str
    category: str


class MoneyTaken(Event):
    """{who} takes the money and leaves with {amount:$}."""

    beat = Beat("walk", money="amount")
    who: Seat
    letter: str
    amount: Money
    status: str
    category: str


class ClimberFell(Event):
    """{who} said {letter} and falls to {amount:$}."""

    beat = Beat("walk", money="amount")
    who: Seat
    letter: str
    amount: Money
    status: str
    category: str


class TopReached(Event):
    """{who} said {letter}, has reached the top, and wins {amount:$}!"""

    beat = Beat("walk", money="amount")
    rings = CHAT
    who: Seat
    letter: str
    amount: Money
    status: str
    category: str


class WinningsKept(Event):
    """{who} keeps what is won: {amount:$}."""

    beat = Beat("walk", money="amount")
    who: Seat
    letter: str
    amount: Money
    status: str
    category: str


class BoxesShown(Event):
    """{who}: {row} {won:$}"""

    variants = ("{day}, {who}: {row} {won:$}",)
    who: Seat
    row: str
    won: Money
    day: str = ""  # of a game that is the same for everybody on this day


class WentFurther(Event):
    """Both have won {amount:$}, and {who} came further."""

    who: Seat
    amount: Money


class NeededLessHelp(Event):
    """Both have won {amount:$} and came as far, and {who} with fewer lifelines."""

    who: Seat
    amount: Money


class GameWon(Event):
    """{who} wins the game with {amount:$}."""

    beat = Beat("crown", money="amount")
    rings = EVERYWHERE
    variants = ("{who} share the win with {amount:$} each.", "Nobody is left, and the game is over.")
    who: Seats
    amount: Money

    @classmethod
    def sentence(cls, facts: Mapping[str, Any]) -> str:
        """By how many have won."""
        return {0: cls.variants[1], 1: cls.says}.get(len(facts["who"]), cls.variants[0])


class FiftyPlayed(Event):
    """{who} plays 50:50."""

    who: Seat


class AudienceAsked(Event):
    """{who} asks the audience."""

    who: Seat


class FriendCalled(Event):
    """{who} calls {friend}."""

    variants = ("{who} calls a friend.",)
    who: Seat
    friend: Seat = ""  # nobody of those who play, where nobody else does


class PlayerJoined(Event):
    """{who} joins, and climbs from the next round on."""

    who: Seat


class PlayerShownOut(Event):
    """{who} has to leave the game."""

    who: Seat


class PlayerLeft(Event):
    """{who} leaves the game."""

    who: Seat


# -- receipts: what a player has put down, told to them alone

LETTER, MONEY, NOTHING = "letter", "take", "nothing"  # what may be put down


def _by_kind(cls: type[Event], facts: Mapping[str, Any]) -> str:
    """By what was put down."""
    return (cls.says, *cls.variants)[(LETTER, MONEY, NOTHING).index(facts.get("kind", LETTER))]


class AnswerNoted(Event):
    """Your answer is in: {letter}. You may change your mind until everybody has answered."""

    variants = (
        "You take the money. You may change your mind until everybody has answered.",
        "You give no answer. You may change your mind until everybody has answered.",
    )
    letter: str
    kind: str = LETTER

    sentence = classmethod(_by_kind)


class LastAnswerNoted(Event):
    """Your answer is in: {letter}."""

    variants = ("You take the money.", "You give no answer.")
    letter: str
    kind: str = LETTER

    sentence = classmethod(_by_kind)


class OpeningAnswerNoted(Event):
    """For {amount:$}: {letter}."""

    variants = ("You stop before the question for {amount:$}.", "For {amount:$} you give no answer.")
    letter: str
    amount: Money
    kind: str = LETTER

    sentence = classmethod(_by_kind)


class AnswerMadeFinal(Event):
    """{letter} is your final answer."""

    variants = ("You take the money, finally.", "You give no answer, finally.")
    letter: str
    kind: str = LETTER

    sentence = classmethod(_by_kind)


class AllMadeFinal(Event):
    """These are your final answers."""


class ThoughtAgain(Event):
    """You think again."""


class GuessNoted(Event):
    """You guess along: {letter}. It is your card, too, if somebody asks for one."""

    letter: str


class HostHeard(Event):
    """{host} says to you: “{words}”"""

    host: Seat
    words: str


class HostSaid(Event):
    """You say to {who}: “{words}”"""

    who: Seat
    words: str


RECEIPTS: frozenset[type[Event] | None] = frozenset(  # of no use any more once the right answer is known
    (
        *(
            AnswerNoted,
            LastAnswerNoted,
            OpeningAnswerNoted,
            OpeningAnswersDone,
            FiftySeen,
            WishesLeftOpen,
            CardRight,
            CardWrong,
        ),
        *(CardsSeen, FriendAdvised, FriendAway, FriendSilent),
        *(AnswerMadeFinal, AllMadeFinal, ThoughtAgain, GuessNoted, HostHeard, HostSaid),
    )
)
