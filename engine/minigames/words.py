"""The words in the minigames' tables: each is shown by itself, outside any sentence, so translators need it by itself.

They are found where they stand, in the constants of each minigame's file, so that nobody can forget one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from engine.kernel.picture import Cell
from engine.minigames import MINIGAMES

WORD = re.compile(r"[^\W\d_]{2}")


def table_words() -> tuple[str, ...]:
    """The name of every minigame, and the words that lie in it: gears, colours, streets."""
    return tuple(dict.fromkeys([*MINIGAMES, *(word for name in MINIGAMES for word in words_of(name))]))


def words_of(minigame: str) -> Iterator[str]:
    """Those of one: keys and elements of its lists and dicts, and what its pictures' constant cells say."""
    script: Any = MINIGAMES[minigame]
    for name, table in script.__globals__.items():
        if name.isupper() and not isinstance(table, str):
            yield from filter(WORD.search, _inside(table))


def _inside(thing: object) -> Iterator[str]:
    if isinstance(thing, str):
        yield thing
    elif isinstance(thing, Cell):
        yield from _inside(thing.face)
    elif isinstance(thing, Mapping):
        yield from _inside([*thing.items()])
    elif isinstance(thing, list | tuple):
        for one in thing:
            yield from _inside(one)
