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
    """These secret words were not shown in time, so they have no effect on the random draws: {words}."""

    proof = "words"
    words: Names


class NoWordsStirred(Event):
    """No player has added a secret word. All random draws come from the host's secret alone."""


class SaidWordsStirred(Event):
    """These secret words of the players are mixed into all random draws: {words}."""

    proof = "words"
    words: Names


class HostWordsStirred(Event):
    """For players who gave no secret word, the host has made one: {words}."""

    proof = "words"
    words: Names
