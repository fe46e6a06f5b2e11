"""What is told of chance in every game, before anything is drawn: each event says itself in its docstring."""

from __future__ import annotations

from engine.kernel.event import Event, Names


class OpenedWordsStirred(Event):
    """These secret words of the players are mixed into all random draws. They were fixed before the last player
    joined: {words}.
    """

    proof = "words"
    words: Names


class WordsWithheld(Event):
    """These players did not show their secret words in time, so those words have no effect on the random draws:
    {words}.
    """

    proof = "words"
    words: Names


class NoWordsStirred(Event):
    """No player has added a secret word. All random draws come from the host's secret alone."""


class SaidWordsStirred(Event):
    """These secret words of the players are mixed into all random draws: {words}."""

    proof = "words"
    words: Names


class HostWordsStirred(Event):
    """Players without a secret word get one from the host's secret: {words}."""

    proof = "words"
    words: Names
