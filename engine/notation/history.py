"""A game that was played, as a host's log has it: what `export` needs, and nothing of any surface."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec import Struct, field

from engine.kernel.chance import Drawn, Sealed, Word
from engine.kernel.game import Game
from engine.kernel.json_types import prepare_json_type
from engine.kernel.record import AnswerEntry, PlayEntry
from engine.kernel.ruleset import Ruleset
from engine.kernel.text import Told

Input = AnswerEntry | PlayEntry


class Taken(Struct):
    """One input and everything that came of it. The first has no input: it is how the game began."""

    input: Input | None = None
    drawn: list[Drawn] = field(default_factory=list)
    sealed: list[Sealed] = field(default_factory=list)
    told: list[Told] = field(default_factory=list)


@prepare_json_type
class History(Struct):
    """A whole game so far. `start` is the initial state, if it was not just created from the options."""

    ruleset: str
    release: str
    players: list[str]
    options: dict[str, Any]
    secret: str
    taken: list[Taken]
    over: bool = False
    start: msgspec.Raw | None = None
    words: list[Word] = []
    method: int = 0  # of chance; 0: as older releases did

    def to_json(self) -> bytes:
        """Encode the record of a whole game, from its beginning, as the bytes of a JSON file."""
        return msgspec.json.encode(self)

    @staticmethod
    def from_json(data: bytes | str) -> History:
        """Decode the record of a whole game from a JSON file; raise msgspec.DecodeError for anything else."""
        return msgspec.json.decode(data, type=History)


def build_first_state(history: History, rules: Ruleset[Any]) -> Any:
    """Build the state in which a recorded game began: the recorded one, or the one that these rules create from its
    players and options. Raise Illegal if they now refuse these, msgspec.DecodeError if the recorded state no longer
    fits.
    """
    if history.start is None:
        return rules.create_state(history.players, history.options)
    return msgspec.json.decode(history.start, type=rules.state_type)


def record_input(game: Game[Any], entry: Input | None = None) -> Taken:
    """Return a record of the input `entry` that a game has just taken (None for its start), with copies of all that it
    announced, drew and sealed. It must be called before the game takes its next input.
    """
    return Taken(entry, list(game.drawn), list(game.sealed), list(game.told))


# Questions whose answer is sealed as it was given, where it is a number.
SEALED_ANSWERS = ("bomb.seal", "military_aid.square", "add_a_row.bomb", "bid")


def find_mismatched_seal(who: str, key: str, value: object, seals: Iterable[Sealed]) -> Sealed | None:
    """Return, of the choices `seals` sealed by one input, the first that belongs to the player `who`, if it says
    something else than `value`, their answer to the question `key`. Return None if both agree, if none of `seals` is
    theirs, or if answers to this question are not sealed or this one is no number.
    """
    answer = str(value)
    if key not in SEALED_ANSWERS or not answer.isdigit():
        return None
    own = next((sealed for sealed in seals if who in sealed.name.split("|")), None)
    return own if own is not None and own.what != answer else None
