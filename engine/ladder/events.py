"""All that happens on the quiz ladder: each event says itself in its docstring."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.kernel.event import CHAT, EVERYWHERE, Beat, Event, Money, Names, Seat, Seats


class CardsSeen(Event):
    """You get these cards, and the right one is among them: {cards}."""

    cards: Names


class FriendAway(Event):
    """{friend} does not answer the telephone."""

    friend: Seat


class FriendAdvised(Event):
    """{friend} says: “{advice}”"""

    friend: Seat
    advice: str


class FriendSilent(Event):
    """The thirty seconds are over. {friend} has said nothing."""

    friend: Seat


class WishesLeftOpen(Event):
    """Your lifelines do not show one clear answer. Please choose an answer yourself."""


class FiftySeen(Event):
    """After 50:50, these answers are left: {left}."""

    left: Names


class CardRight(Event):
    """{letter} is right."""

    letter: str


class CardWrong(Event):
    """{letter} is wrong."""

    letter: str


class OpeningAnswersDone(Event):
    """You have answered all these questions. You can change your answers until all players have answered."""


class PacksCut(Event):
    """The question cards are mixed."""

    laid: Names


class RoundBegun(Event):
    """Round {round} begins."""

    round: int


class HostNamed(Event):
    """{host} is the host of this round."""

    host: Seat


class LoneClimberNamed(Event):
    """{order} climbs the ladder alone: {order} answers all questions of this round."""

    beat = Beat("begins", who="order")
    order: Seats


class ClimbersNamed(Event):
    """{order} climb the ladder: they all answer the questions of this round."""

    beat = Beat("begins", who="order")
    order: Seats


class OpeningQuestionsDealt(Event):
    """The first {n} questions come in one message."""

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
    """You are the host of this round. The right answer is {letter}."""

    letter: str


class HostKeysSeen(Event):
    """You are the host of this round. For {amount:$} the right answer is {letter}."""

    letter: str
    amount: Money


class QuestionReported(Event):
    """{who} reports question {card}: {fault}."""

    who: Seat
    card: str
    fault: str


class AnswersShown(Event):
    """The answers to the question for {amount:$}: {said}."""

    beat = Beat("reveal", who="", look="reveal")
    amount: Money
    said: Names
    question: str
    choices: dict[str, str]
    a: str
    b: str
    c: str
    d: str


class RightAnswerShown(Event):
    """The right answer is {letter}: {answer}. {why}"""

    beat = Beat("answer", who="", what="answer")
    rings = CHAT
    settles = True
    suspense_fact = "suspense"
    variants = ("The right answer is {letter}: {answer}. {why} ({credit})",)
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
    """{who} said {letter}, which is right, and goes on to the next question."""

    beat = Beat("climb")
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
    """{who} said {letter}, which is wrong, and leaves with {amount:$}."""

    beat = Beat("walk", money="amount")
    who: Seat
    letter: str
    amount: Money
    status: str
    category: str


class TopReached(Event):
    """{who} said {letter}, has reached the top, and wins {amount:$}!"""

    beat = Beat("peak", money="amount")
    rings = CHAT
    who: Seat
    letter: str
    amount: Money
    status: str
    category: str


class WinningsKept(Event):
    """{who} keeps the money that {who} has won so far: {amount:$}."""

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
    """Both players have won {amount:$}, but {who} gave more right answers and so wins."""

    who: Seat
    amount: Money


class NeededLessHelp(Event):
    """Both players have won {amount:$}, with the same number of right answers. {who} needed help with fewer of them
    and so wins.
    """

    who: Seat
    amount: Money


class GameWon(Event):
    """{who} wins the game with {amount:$}."""

    beat = Beat("crown", money="amount")
    rings = EVERYWHERE
    variants = ("{who} share the win with {amount:$} each.", "No player is left, so the game is over.")
    who: Seats
    amount: Money

    @classmethod
    def sentence(cls, facts: Mapping[str, Any]) -> str:
        """Return the sentence for the end of the game, by how many have won."""
        return {0: cls.variants[1], 1: cls.says}.get(len(facts["who"]), cls.variants[0])


class FiftyPlayed(Event):
    """{who} uses the lifeline 50:50."""

    who: Seat


class AudienceAsked(Event):
    """{who} uses a lifeline and asks the audience."""

    who: Seat


class FriendCalled(Event):
    """{who} uses a lifeline and calls {friend}."""

    variants = ("{who} uses a lifeline and calls a friend.",)
    who: Seat
    friend: Seat = ""  # nobody of those who play, where nobody else does


class PlayerJoined(Event):
    """{who} joins and plays from the next round on."""

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
    """Return the sentence that confirms a player's choice, by its kind in the facts: a letter, leaving with the money,
    or giving no answer.
    """
    return (cls.says, *cls.variants)[(LETTER, MONEY, NOTHING).index(facts.get("kind", LETTER))]


class AnswerNoted(Event):
    """Your answer is {letter}. You can change it until all players have answered."""

    variants = (
        "You take the money. You can change your mind until all players have answered.",
        "You give no answer. You can change your mind until all players have answered.",
    )
    letter: str
    kind: str = LETTER

    sentence = classmethod(_by_kind)


class LastAnswerNoted(Event):
    """Your answer is {letter}."""

    variants = ("You take the money.", "You give no answer.")
    letter: str
    kind: str = LETTER

    sentence = classmethod(_by_kind)


class OpeningAnswerNoted(Event):
    """For {amount:$} you answer {letter}."""

    variants = (
        "You take the money and do not answer the question for {amount:$}.",
        ("You give no answer to the question for {amount:$}."),
    )
    letter: str
    amount: Money
    kind: str = LETTER

    sentence = classmethod(_by_kind)


class AnswerMadeFinal(Event):
    """{letter} is your final answer. You cannot change it any more."""

    variants = (
        "You take the money. You cannot change this any more.",
        "You give no answer. You cannot change this any more.",
    )
    letter: str
    kind: str = LETTER

    sentence = classmethod(_by_kind)


class AllMadeFinal(Event):
    """These answers are final. You cannot change them any more."""


class ThoughtAgain(Event):
    """You take your answer back."""


class GuessNoted(Event):
    """Your guess is {letter}. If a player asks you for a card, you give this one."""

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
