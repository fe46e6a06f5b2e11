"""The rules of the minigames in sentences: the docstring of each script, with its amounts as facts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import count
from typing import Any

from engine.kernel.picture import Cell
from engine.kernel.ruleset import read_rule
from engine.kernel.text import Phrase
from engine.minigames import MINIGAMES

RULE_AMOUNT = re.compile(r"£([0-9][0-9,]*[0-9])")


def build_minigame_rule(minigame: str) -> Phrase:
    """Return the rules of a minigame, from its script's docstring, with its amounts in pounds as facts; a game with
    other money converts them with its `Currency`. Raise KeyError if there is no such minigame.
    """
    facts: dict[str, Any] = {}
    numbers = count(1)

    def replace_amount(found: re.Match[str]) -> str:
        """Store an amount found in the rule as the next numbered entry of `facts`, and return the placeholder that
        stands for it in the text.
        """
        name = f"amount{next(numbers)}"
        facts[name] = int(found[1].replace(",", ""))
        return f"{{{name}:£}}"

    text = RULE_AMOUNT.sub(replace_amount, read_rule(MINIGAMES[minigame]))
    return Phrase(text, facts)


WORD_PATTERN = re.compile(r"[^\W\d_]{2}")


def list_table_words() -> tuple[str, ...]:
    """Return the names of all minigames, and the words that stand on their tables (gears, colours, streets), for the
    translators' catalogue.
    """
    return tuple(dict.fromkeys([*MINIGAMES, *(word for name in MINIGAMES for word in iter_minigame_words(name))]))


def iter_minigame_words(minigame: str) -> Iterator[str]:
    """Yield the texts with a word of two letters or more in them that a minigame's module keeps in its constants (not
    in those that are single texts), for the translators' catalogue.
    """
    script: Any = MINIGAMES[minigame]
    for name, table in script.__globals__.items():
        if name.isupper() and not isinstance(table, str):
            yield from filter(WORD_PATTERN.search, _iter_texts(table))


def _iter_texts(thing: object) -> Iterator[str]:
    """Yield all texts inside a constant of a minigame's module (a text, cell, list, tuple or mapping)."""
    if isinstance(thing, str):
        yield thing
    elif isinstance(thing, Cell):
        yield from _iter_texts(thing.face)
    elif isinstance(thing, Mapping):
        yield from _iter_texts([*thing.items()])
    elif isinstance(thing, list | tuple):
        for one in thing:
            yield from _iter_texts(one)
