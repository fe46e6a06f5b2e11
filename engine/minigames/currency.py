"""The money of a game, in which a minigame is told: its sign, and what the minigame's own amounts are worth in it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from msgspec import Struct, structs

from engine.kernel.picture import Cell
from engine.kernel.text import Phrase, format_money

OWN_AMOUNT_FORMATS = {
    "£": "{amount:£}",
    "£k": "{amount:£k}",
}  # how scripts write their amounts, whatever money the game has
PHRASELESS_TYPES = (str, int, bool, float, type(None))  # kinds of things that hold no phrase
WRITTEN_AS = re.compile(r"\{([^{}:]+):(£k?)\}")
AMOUNT_FORMATS_BY_SIGN = {"£": OWN_AMOUNT_FORMATS, "$": {"£": "{amount:$}", "£k": "{amount:$k}"}}  # how they are read


class Currency(NamedTuple):
    """The money of a game: each of a minigame's own amounts is worth `times / of` of it.

    Scripts do not see it; everything that they tell or show is converted on its way out.
    """

    sign: str = "£"
    times: int = 1
    of: int = 1

    def convert_amount(self, amount: int) -> int:
        """Convert an amount in pounds from a minigame's rules into the game's money, rounding up in the player's favour
        (a negative one towards zero).
        """
        return -(-amount * self.times // self.of)

    def format_amount(self, amount: int) -> str:
        """Convert an amount in pounds into the game's money, and write that with the game's currency sign."""
        return format_money(self.convert_amount(amount), self.sign)

    def convert_phrases(self, thing: Any) -> Any:
        """Return phrases, cells, lists, mappings or structs with every amount that a phrase in them writes as money
        converted into the game's money; plain texts and numbers stay as they are, and tuples become lists.
        """
        kind = type(thing)
        if kind in PHRASELESS_TYPES:
            return thing
        if kind is Cell:
            return self._convert_cell(thing)
        if kind is Phrase:
            return Phrase(thing.text, self.convert_facts(thing.text, thing.facts)) if thing.facts else thing
        if kind is list or kind is tuple:
            return [self.convert_phrases(each) for each in thing]
        if kind is dict:
            return {key: self.convert_phrases(value) for key, value in thing.items()}
        return self._convert_struct(thing) if isinstance(thing, Struct) else thing

    def _convert_cell(self, it: Cell) -> Cell:
        """Return one cell of a picture with the amounts in its face and note converted from pounds into the game's
        money.
        """
        face, note = it.face, it.note
        if type(face) is str and type(note) is str:
            return it
        return Cell(self.convert_phrases(face), it.kind, self.convert_phrases(note), it.value, it.mark, it.who)

    def _convert_struct(self, thing: Struct) -> Struct:
        """Return a picture or an answer option with all its amounts converted from pounds into the game's money."""
        told = {}
        for name in thing.__struct_fields__:
            it = getattr(thing, name)
            if it and type(it) not in PHRASELESS_TYPES and (now := self.convert_phrases(it)) is not it:
                told[name] = now
        return structs.replace(thing, **told) if told else thing

    def convert_facts(self, text: str, facts: Mapping[str, Any]) -> dict[str, Any]:
        """Return a sentence's facts, with whole numbers that its text writes as money converted into the game's money,
        as phrases that write them with its sign, and amounts inside other facts converted likewise.
        """
        found = dict(facts)
        written = parse_money_facts(text)
        for name, value in facts.items():
            kind = type(value)
            if kind is int:
                if name in written:
                    found[name] = Phrase(
                        AMOUNT_FORMATS_BY_SIGN[self.sign][written[name]], {"amount": self.convert_amount(value)}
                    )
            elif kind is not str:
                found[name] = self.convert_phrases(value)
        return found


@lru_cache(maxsize=4096)
def parse_money_facts(text: str) -> dict[str, str]:
    """Return the names of the facts that a sentence writes as money, each with its format. Cached, because the same
    sentences come again and again.
    """
    return dict(WRITTEN_AS.findall(text))


POUNDS = Currency()
