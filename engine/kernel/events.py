"""What is told of chance in every game, before anything is drawn: each event says itself in its docstring."""

from __future__ import annotations

from engine.kernel.event import Event, Names


class OpenedWordsStirred(Event):
    """These words of the players are mixed into all draws. They were fixed before the last seat was taken: {words}."""

    proof = "words"
    words: Names


class WordsWithheld(Event):
    """These words of players were not shown in time, so they change nothing: {words}."""

    proof = "words"
    words: Names


class NoWordsStirred(Event):
    """No player has added a word. All draws come from the host's secret alone."""


class SaidWordsStirred(Event):
    """These words of the players are mixed into all draws from the first on: {words}."""

    proof = "words"
    words: Names


class HostWordsStirred(Event):
    """Players without a word get one from the host's secret: {words}."""

    proof = "words"
    words: Names
