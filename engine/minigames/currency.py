"""The money of a game, in which a minigame is told: its sign, and what the minigame's own amounts are worth in it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from msgspec import Struct, structs

from engine.kernel.picture import Cell
from engine.kernel.text import Phrase, money

OWN = {"£": "{amount:£}", "£k": "{amount:£k}"}  # how scripts write their amounts, whatever money the game has
PLAIN = (str, int, bool, float, type(None))  # kinds of things that hold no phrase
WRITTEN_AS = re.compile(r"\{([^{}:]+):(£k?)\}")
WRITTEN = {"£": OWN, "$": {"£": "{amount:$}", "£k": "{amount:$k}"}}  # how they are read


class Currency(NamedTuple):
    """A minigame counts in its own amounts, and each of them is worth `times / of` of the game's money.

    Scripts never see this: whatever they say or show is put into the game's money on its way out.
    """

    sign: str = "£"
    times: int = 1
    of: int = 1

    def worth(self, amount: int) -> int:
        """An amount in the game's money; fractions go up, towards the player."""
        return -(-amount * self.times // self.of)

    def money(self, amount: int) -> str:
        """An amount as the game writes it."""
        return money(self.worth(amount), self.sign)

    def told(self, thing: Any) -> Any:
        """Phrases, and whatever holds phrases, with their amounts in the game's money."""
        kind = type(thing)
        if kind in PLAIN:
            return thing
        if kind is Cell:
            return self._cell(thing)
        if kind is Phrase:
            return Phrase(thing.text, self.facts(thing.text, thing.facts)) if thing.facts else thing
        if kind is list or kind is tuple:
            return [self.told(each) for each in thing]
        if kind is dict:
            return {key: self.told(value) for key, value in thing.items()}
        return self._inside(thing) if isinstance(thing, Struct) else thing

    def _cell(self, it: Cell) -> Cell:
        """Most cells hold nothing that has to be told otherwise."""
        face, note = it.face, it.note
        if type(face) is str and type(note) is str:
            return it
        return Cell(self.told(face), it.kind, self.told(note), it.value, it.mark, it.who)

    def _inside(self, thing: Struct) -> Struct:
        """A picture, an option."""
        told = {}
        for name in thing.__struct_fields__:
            it = getattr(thing, name)
            if it and type(it) not in PLAIN and (now := self.told(it)) is not it:
                told[name] = now
        return structs.replace(thing, **told) if told else thing

    def facts(self, text: str, facts: Mapping[str, Any]) -> dict[str, Any]:
        """The facts of a sentence; its amounts are those that it writes as money."""
        found = dict(facts)
        written = amounts(text)
        for name, value in facts.items():
            kind = type(value)
            if kind is int:
                if name in written:
                    found[name] = Phrase(WRITTEN[self.sign][written[name]], {"amount": self.worth(value)})
            elif kind is not str:
                found[name] = self.told(value)
        return found


@lru_cache(maxsize=4096)
def amounts(text: str) -> dict[str, str]:
    """Which facts of a sentence are written as money, and how."""
    return dict(WRITTEN_AS.findall(text))


POUNDS = Currency()
