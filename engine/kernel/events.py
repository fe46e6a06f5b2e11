"""What is told of chance in every game, before anything is drawn: each event says itself in its docstring."""

from __future__ import annotations

from engine.kernel.event import Event, Names


class OpenedWordsStirred(Event):
    """Stirred into all draws, the players' own words, sealed before the last seat was taken: {words}."""

    words: Names


class WordsWithheld(Event):
    """Sealed, but not opened in time, so stirred into nothing: {words}."""

    words: Names


class NoWordsStirred(Event):
    """Nobody has stirred in a word of their own: all draws follow from the host's secret alone."""


class SaidWordsStirred(Event):
    """Stirred into all draws from the first on, the players' own words: {words}."""

    words: Names


class HostWordsStirred(Event):
    """Words for those who brought none follow from the host's secret: {words}."""

    words: Names
