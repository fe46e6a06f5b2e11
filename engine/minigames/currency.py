"""The money of a game, in which a minigame is told: its sign, and what the minigame's own amounts are worth in it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from msgspec import Struct, structs

from engine.kernel.text import Phrase, money

OWN = {"£": "{amount:£}", "£k": "{amount:£k}"}  # how scripts write their amounts, whatever money the game has
PLAIN = (str, int, bool, float, type(None))  # kinds of things that hold no phrase
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
        if type(thing) in PLAIN:
            return thing
        if isinstance(thing, Phrase):
            return Phrase(thing.text, self.facts(thing.text, thing.facts))
        if isinstance(thing, Struct):
            inside = structs.asdict(thing).items()
            return structs.replace(thing, **{name: self.told(it) for name, it in inside if type(it) not in PLAIN})
        if isinstance(thing, dict):
            return {key: self.told(value) for key, value in thing.items()}
        return [self.told(each) for each in thing] if isinstance(thing, list | tuple) else thing

    def facts(self, text: str, facts: Mapping[str, Any]) -> dict[str, Any]:
        """The facts of a sentence; its amounts are those that it writes as money."""
        return {name: self._fact(text, name, value) for name, value in facts.items()}

    def _fact(self, text: str, name: str, value: Any) -> Any:
        for spec, written in WRITTEN[self.sign].items():
            if isinstance(value, int) and f"{{{name}:{spec}}}" in text:
                return Phrase(written, {"amount": self.worth(value)})
        return self.told(value)


POUNDS = Currency()
