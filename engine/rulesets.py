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
    """Import and return the rules of Season 7."""
    from engine.season7.rules import SEASON7

    return SEASON7


def _deluxe() -> Ruleset[Any]:
    """Import and return the rules of the Deluxe game."""
    from engine.deluxe.rules import DELUXE

    return DELUXE


def _ladder() -> Ruleset[Any]:
    """Import and return the rules of the quiz ladder."""
    from engine.ladder.rules import LADDER_RULESET

    return LADDER_RULESET


def _billionaire() -> Ruleset[Any]:
    """Import and return the rules of the Billionaire game."""
    from engine.billionaire.rules import BILLIONAIRE

    return BILLIONAIRE


def _minigames() -> object:
    """Import and return the module that defines the events of the minigames, so that their ids can be found."""
    from engine.minigames import events

    return events


def _race() -> object:
    """Import and return the module that defines the events which race games share, so that their ids can be found."""
    from engine.race import events

    return events


class Rulesets(MutableMapping[str, Ruleset[Any]]):
    """Rulesets by their names, of which it knows all before it has loaded any."""

    def __init__(self, loaders: Mapping[str, Callable[[], Ruleset[Any]]]) -> None:
        self._loaders = loaders
        self._found: dict[str, Ruleset[Any] | None] = dict.fromkeys(loaders)
        self.guard: AbstractContextManager[Any] = nullcontext()  # a lock, where several threads load games

    def __getitem__(self, name: str) -> Ruleset[Any]:
        """Return the rules of the game with this name, such as `season7`; load them when they are first asked for.
        Raise KeyError for an unknown name.
        """
        return self._found[name] or self._loaded(name)

    def _loaded(self, name: str) -> Ruleset[Any]:
        """Return the rules of the game with this name; under the lock `guard` load them, unless another thread has done
        so, and build the JSON decoders of its state and voice, which two threads must not build at once. Raise KeyError
        for an unknown name.
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
        """Count all games, whether or not their rules are loaded yet."""
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
    """Return the rules of the game with this name, loaded at their first use; raise Illegal, listing the names of all
    games, for anything else.
    """
    if not isinstance(name, str) or name not in RULESETS:
        raise Illegal("There is no game of that name; there are {names}.", code="no_ruleset", names=list(RULESETS))
    return RULESETS[name]
