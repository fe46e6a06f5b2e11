"""How the host of the quiz ladder speaks: for what is told again and again, other words, each as true."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from engine.kernel.retelling import Holds, Retelling
from engine.kernel.text import Told
from engine.kernel.voice import Book, book, worded
from engine.ladder.calls import MUTE, NOT_THERE
from engine.ladder.desk import HALVED
from engine.ladder.stage import ANSWERS, HOSTED, QUESTION, SAID, SHARED

ROUND = "Round {round}."
TOGETHER = "The first {n} questions come at once."
CLIMBS = "{who} said {letter} and climbs on."

QUIZ = book(
    worded("quiz/start", "Round {round}.", "Round {round} begins."),
    worded("quiz/host", "{host} hosts.", "{host} has the cards, and asks."),
    worded("quiz/climbers", "{order} climb.", "At the foot of the ladder: {order}."),
    worded("quiz/ask", QUESTION, "{amount:$} is the question: {question} A: {a} · B: {b} · C: {c} · D: {d}"),
    worded(
        "quiz/easy",
        "To begin with, for {amount:$}: {question} A: {a} · B: {b} · C: {c} · D: {d}",
        "The first one, for {amount:$}: {question} A: {a} · B: {b} · C: {c} · D: {d}",
    ),
    worded("quiz/beat1", SAID, "For {amount:$} all is said: {said}. Now the card turns."),
    worded("quiz/alone", "Only {who} climbs on, with {letter}.", "{letter}, and only {who} said so: on it goes."),
    worded(
        "quiz/climb",
        "{who} said {letter} and climbs on.",
        "{letter} it is, and {who} climbs on.",
        "{who} climbs on, with {letter}.",
        "Up one: {who}, who said {letter}.",
    ),
    worded(
        "quiz/fall",
        "{who} said {letter} and falls to {amount:$}.",
        "{who} said {letter} and leaves with {amount:$}.",
        "Not {letter}: {who} goes home with {amount:$}.",
    ),
    worded(
        "quiz/walk",
        "{who} takes the money and leaves with {amount:$}.",
        "{who} takes {amount:$} and leaves on foot.",
    ),
    worded(
        "quiz/half",
        "{who} plays 50:50.",
        "Two answers go for {who}: 50:50.",
    ),
    worded(
        "quiz/aud",
        "{who} asks the audience.",
        "{who} asks the audience. Cards, please.",
    ),
    worded(
        "quiz/call",
        "{who} calls {friend}.",
        "A telephone rings for {friend}: it is {who}.",
    ),
    worded("quiz/ring", "{who} calls a friend.", "{who} reaches for the telephone."),
    worded("quiz/left", "Two are gone. 50:50 leaves {left}."),
    worded("quiz/silent", "Thirty seconds, and not a word from {friend}."),
    worded("quiz/nobody", "It rings and rings: {friend} does not pick up."),
    worded("quiz.host/any", "The right card is {letter}. Not a face, please."),
    worded("quiz.host/many", "For {amount:$} the right card is {letter}. Not a face, please."),
    worded("quiz/keep", "{who} keeps what is won: {amount:$}.", "{amount:$} stays with {who}."),
    worded(
        "quiz/top",
        "{who} said {letter}, has reached the top, and wins {amount:$}!",
        "{amount:$}. {who} said {letter}, and it is right: the top.",
    ),
    worded(
        "quiz/end",
        "{who} wins the game with {amount:$}.",
        "The game goes to {who}, with {amount:$}.",
    ),
    worded("quiz/share", SHARED, "Level at the end, with {amount:$} each: {who}."),
)


def first_of_all(_question: Told, before: Sequence[Told]) -> bool:
    """Has the round just begun, and does its first question stand alone?"""
    texts = [each.text for each in before]
    return ROUND in texts and not {QUESTION, TOGETHER} & set(texts[texts.index(ROUND) :])


def only_one(_climbs: Told, before: Sequence[Told]) -> bool:
    """Has nobody else, of several who answered, been right?"""
    answers = [each.facts for each in before if each.text in ANSWERS]
    return bool(answers) and answers[-1]["right"] == 1 < answers[-1]["asked"]


class HostOfTheLadder(Retelling):
    """The same host, with cards in hand."""

    book: ClassVar[Book] = QUIZ
    heard: ClassVar[Mapping[str, tuple[str, str]]] = {
        ROUND: ("quiz", "start"),
        "{host} hosts.": ("quiz", "host"),
        "{order} climb.": ("quiz", "climbers"),
        QUESTION: ("quiz", "ask"),
        SAID: ("quiz", "beat1"),
        CLIMBS: ("quiz", "climb"),
        "{who} said {letter} and falls to {amount:$}.": ("quiz", "fall"),
        "{who} takes the money and leaves with {amount:$}.": ("quiz", "walk"),
        "{who} plays 50:50.": ("quiz", "half"),
        "{who} asks the audience.": ("quiz", "aud"),
        "{who} calls {friend}.": ("quiz", "call"),
        "{who} calls a friend.": ("quiz", "ring"),
        "{who} keeps what is won: {amount:$}.": ("quiz", "keep"),
        "{who} said {letter}, has reached the top, and wins {amount:$}!": ("quiz", "top"),
        "{who} wins the game with {amount:$}.": ("quiz", "end"),
        SHARED: ("quiz", "share"),
    }
    when: ClassVar[Mapping[str, Mapping[str, Holds]]] = {
        QUESTION: {"easy": first_of_all},
        CLIMBS: {"alone": only_one},
    }
    alone: ClassVar[Mapping[str, tuple[str, str]]] = {
        HALVED: ("quiz", "left"),
        MUTE: ("quiz", "silent"),
        NOT_THERE: ("quiz", "nobody"),
        HOSTED[False]: ("quiz.host", "any"),
        HOSTED[True]: ("quiz.host", "many"),
    }


VOICE = HostOfTheLadder()
