"""The words in the minigames' tables: each is shown by itself, outside any sentence, so translators need it by itself.

They are found where they stand, in the constants of each minigame's file, so that nobody can forget one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from engine.kernel.picture import Cell
from engine.minigames import MINIGAMES

WORD_PATTERN = re.compile(r"[^\W\d_]{2}")


def list_table_words() -> tuple[str, ...]:
    """Return the name of every minigame, and the words that lie in it: gears, colours, streets."""
    return tuple(dict.fromkeys([*MINIGAMES, *(word for name in MINIGAMES for word in iter_minigame_words(name))]))


def iter_minigame_words(minigame: str) -> Iterator[str]:
    """Yield the words in the constants of a minigame's module: keys and elements of its lists and dicts, and what its
    constant cells say.
    """
    script: Any = MINIGAMES[minigame]
    for name, table in script.__globals__.items():
        if name.isupper() and not isinstance(table, str):
            yield from filter(WORD_PATTERN.search, _iter_texts(table))


def _iter_texts(thing: object) -> Iterator[str]:
    if isinstance(thing, str):
        yield thing
    elif isinstance(thing, Cell):
        yield from _iter_texts(thing.face)
    elif isinstance(thing, Mapping):
        yield from _iter_texts([*thing.items()])
    elif isinstance(thing, list | tuple):
        for one in thing:
            yield from _iter_texts(one)
