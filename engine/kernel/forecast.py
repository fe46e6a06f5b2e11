"""Forecasts: what those who only watch may predict of a game, and what came of it. They never change the game.

Both are made from what everybody sees and hears; nothing sealed may show in what is offered, nor in what is settled.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from msgspec import Struct

from engine.kernel.question import Option
from engine.kernel.text import Words

BELOW = "/"


class Forecast(Struct, frozen=True):
    """Something that can be predicted from now until it is told. Whoever has a hand in it, or knows more, is `barred`.

    Where `play` is named, whoever has a seat makes that play with what they predict, and not by itself. Where its
    options are cells of a picture, `of` says which, as in a question.
    What is told settles it by its key; the same key comes again when there is something new of its kind to predict.
    """

    key: str
    text: Words
    options: Sequence[Option]
    barred: Sequence[str] = ()
    play: str = ""
    of: str = ""


class Outcome(NamedTuple):
    """What has come of a forecast: who or what was right, perhaps nobody; or None, where nothing comes of it any more.

    A key that ends with a slash means all whose keys begin so.
    """

    key: str
    right: Sequence[str] | None = None

    def settles(self, key: str) -> bool:
        """Is it about the forecast of this key?"""
        return key.startswith(self.key) if self.key.endswith(BELOW) else key == self.key
