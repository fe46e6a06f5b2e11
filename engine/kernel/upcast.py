"""What was told before there were events, as the events that it would be now.

Logs keep the sentences that were said, and are shown as they are. Where code has to understand one, it is looked up in
the tables `before_events.txt` beside the events: an event, its sentence, and facts that only the sentence said.
"""

from __future__ import annotations

from functools import cache
from types import ModuleType
from typing import Any, NamedTuple

import msgspec

from engine.kernel import events
from engine.kernel.beside import read_beside
from engine.kernel.event import KINDS, room_of
from engine.kernel.ruleset import Ruleset
from engine.kernel.text import Told

TABLE = "before_events.txt"


class Became(NamedTuple):
    """The event that a sentence has become."""

    id: str
    said: dict[str, Any]  # facts that only the sentence said


@cache
def _read_tables(rooms: tuple[ModuleType, ...]) -> dict[str, Became]:
    found: dict[str, Became] = {}
    for module in reversed(rooms):  # what the first one says counts
        for line in read_beside(module.__spec__, TABLE).splitlines():
            if not line.startswith("#"):
                name, sentence, *said = line.split("\t")
                facts = msgspec.json.decode(said[0]) if said else {}
                found[sentence] = Became(f"{room_of(module.__name__)}.{name}", facts)
    return found


def as_event(rules: Ruleset[Any], told: Told) -> Told:
    """Return what was told as an event, if it was a sentence that is one now; else as it is."""
    return upcast((*rules.told_before, events), told)


def upcast(rooms: tuple[ModuleType, ...], told: Told) -> Told:
    """Return what was told as an event, if it was a sentence that is an event of these modules now; else as it is."""
    if told.what in KINDS:
        return told
    became = _read_tables(rooms).get(told.what)
    kind = KINDS.get(became.id) if became else None
    if became is None or kind is None:
        return told
    optional = {name for name, _ in kind.optional()}
    known = {name: fact for name, fact in (told.facts | became.said).items() if name in kind.__struct_fields__}
    if not known.keys() >= set(kind.__struct_fields__) - optional:
        return told  # an older release said less
    return Told(became.id, kind.read(known).facts(), told.to, told.table, of=told.of)
