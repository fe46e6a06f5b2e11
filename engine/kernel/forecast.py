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
    """Something spectators can predict until it is settled. Players who influence the result, or know more, are
    `barred`.

    If `play` is set, a player with a seat predicts by making that play instead. If the options are cells of a picture,
    `of` names the picture, as in a question. An outcome settles it by its key; the same key is used again when there is
    something new of its kind to predict, and with `renewed` those who are out are then asked for it again.
    """

    key: str
    text: Words
    options: Sequence[Option]
    barred: Sequence[str] = ()
    play: str = ""
    of: str = ""
    renewed: bool = False


class Outcome(NamedTuple):
    """The result of a forecast: who or what was right, perhaps nobody; or None if it is cancelled.

    A key that ends with a slash stands for all keys that begin with it.
    """

    key: str
    right: Sequence[str] | None = None

    def settles_forecast(self, key: str) -> bool:
        """Return whether this result decides a spectator's prediction with this key; a result for a whole group decides
        every prediction whose key begins with that of the group.
        """
        return key.startswith(self.key) if self.key.endswith(BELOW) else key == self.key
