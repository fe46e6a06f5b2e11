"""How the host of the quiz ladder speaks: for what is told again and again, other words, each as true."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from engine.kernel.retelling import Retelling
from engine.kernel.voice import Book, book, worded

QUIZ = book(
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
)


class HostOfTheLadder(Retelling):
    """The same host, with cards in hand."""

    book: ClassVar[Book] = QUIZ
    heard: ClassVar[Mapping[str, tuple[str, str]]] = {
        "{who} said {letter} and climbs on.": ("quiz", "climb"),
        "{who} said {letter} and falls to {amount:$}.": ("quiz", "fall"),
        "{who} takes the money and leaves with {amount:$}.": ("quiz", "walk"),
        "{who} plays 50:50.": ("quiz", "half"),
        "{who} asks the audience.": ("quiz", "aud"),
        "{who} calls {friend}.": ("quiz", "call"),
        "{who} said {letter}, has reached the top, and wins {amount:$}!": ("quiz", "top"),
        "{who} wins the game with {amount:$}.": ("quiz", "end"),
    }


VOICE = HostOfTheLadder()
