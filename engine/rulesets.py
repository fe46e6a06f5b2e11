"""Which games there are. Hosts and adapters find a ruleset here by its name, and know nothing else of it.

Each is loaded when it is first asked for: to play one game need not wait for all others to load.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, MutableMapping
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from typing import Any

from engine.kernel import Illegal, Ruleset
from engine.kernel.event import LOADERS
from engine.kernel.json_types import prepare_json_type
from engine.kernel.record import prepare_decoders


def _season7() -> Ruleset[Any]:
    from engine.season7.rules import SEASON7

    return SEASON7


def _deluxe() -> Ruleset[Any]:
    from engine.deluxe.rules import DELUXE

    return DELUXE


def _ladder() -> Ruleset[Any]:
    from engine.ladder.rules import LADDER_RULESET

    return LADDER_RULESET


def _billionaire() -> Ruleset[Any]:
    from engine.billionaire.rules import BILLIONAIRE

    return BILLIONAIRE


def _minigames() -> object:
    from engine.minigames import events

    return events


def _race() -> object:
    from engine.race import events

    return events


class Rulesets(MutableMapping[str, Ruleset[Any]]):
    """Rulesets by their names, of which it knows all before it has loaded any."""

    def __init__(self, loaders: Mapping[str, Callable[[], Ruleset[Any]]]) -> None:
        self._loaders = loaders
        self._found: dict[str, Ruleset[Any] | None] = dict.fromkeys(loaders)
        self.guard: AbstractContextManager[Any] = nullcontext()  # a lock, where several threads load games

    def __getitem__(self, name: str) -> Ruleset[Any]:
        """Return the rules of the game with this name, such as `season7`; import their module when they are first asked
        for.
        """
        return self._found[name] or self._loaded(name)

    def _loaded(self, name: str) -> Ruleset[Any]:
        """Return the rules of this game; load them when they are first used, with the decoders that must be built in
        one thread.
        """
        with self.guard:
            found = self._found[name]
            if found is None:
                found = self._loaders[name]()
                prepare_decoders(found.state_type)
                if found.voice is not None:
                    prepare_json_type(found.voice.memory)
                self._found[name] = found
            return found

    def __setitem__(self, name: str, rules: Ruleset[Any]) -> None:
        """Register the rules of a game under its name, already loaded."""
        self._found[name] = rules

    def __delitem__(self, name: str) -> None:
        """Remove the game with this name from the games that can be played."""
        del self._found[name]

    def __contains__(self, name: object) -> bool:
        """Return whether there is a game of this name, without loading its rules."""
        return name in self._found

    def __iter__(self) -> Iterator[str]:
        """Iterate over the names of all games; the first is played where nobody asks for another."""
        return iter(self._found)

    def __len__(self) -> int:
        """Count the games whose rules are registered."""
        return len(self._found)


RULESETS = Rulesets(
    {
        "season7": _season7,
        "deluxe": _deluxe,
        "ladder": _ladder,
        "billionaire": _billionaire,
    }
)
LOADERS |= {name: partial(RULESETS.__getitem__, name) for name in RULESETS}
LOADERS |= {"minigames": _minigames, "race": _race}


def ruleset(name: object) -> Ruleset[Any]:
    """Return the rules of the game with this name; raise Illegal, listing the names of all games, if there is no such
    game.
    """
    if not isinstance(name, str) or name not in RULESETS:
        raise Illegal("There is no game of that name; there are {names}.", code="no_ruleset", names=list(RULESETS))
    return RULESETS[name]
