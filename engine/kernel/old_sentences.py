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
from engine.kernel.event import EVENT_KINDS, find_event_namespace
from engine.kernel.ruleset import Ruleset
from engine.kernel.text import Told, read_text_beside

OLD_SENTENCES_FILE = "before_events.txt"


class ReplacingEvent(NamedTuple):
    """The event that has replaced a sentence."""

    id: str
    said: dict[str, Any]  # facts that only the sentence said


@cache
def _read_old_sentences(rooms: tuple[ModuleType, ...]) -> dict[str, ReplacingEvent]:
    """Read, for these modules, the files that list sentences of old releases; return for each sentence the event
    (with facts) that has replaced it.
    """
    found: dict[str, ReplacingEvent] = {}
    for module in reversed(rooms):  # what the first one says counts
        for line in read_text_beside(module.__spec__, OLD_SENTENCES_FILE).splitlines():
            if not line.startswith("#"):
                name, sentence, *said = line.split("\t")
                facts = msgspec.json.decode(said[0]) if said else {}
                found[sentence] = ReplacingEvent(f"{find_event_namespace(module.__name__)}.{name}", facts)
    return found


def upcast_told(rules: Ruleset[Any], told: Told) -> Told:
    """Return an announcement that an old release stored as a sentence as the event that has replaced it, in this game
    or in the host; return any other announcement unchanged.
    """
    return upcast_told_by_modules((*rules.told_before, events), told)


def upcast_told_by_modules(rooms: tuple[ModuleType, ...], told: Told) -> Told:
    """Return an announcement that an old release stored as a sentence as the event, defined in one of these modules,
    that has replaced it; return any other announcement unchanged.
    """
    if told.what in EVENT_KINDS:
        return told
    became = _read_old_sentences(rooms).get(told.what)
    kind = EVENT_KINDS.get(became.id) if became else None
    if became is None or kind is None:
        return told
    optional = {name for name, _ in kind.list_optional_fields()}
    known = {name: fact for name, fact in (told.facts | became.said).items() if name in kind.__struct_fields__}
    if not known.keys() >= set(kind.__struct_fields__) - optional:
        return told  # an older release said less
    return Told(became.id, kind.from_facts(known).list_facts(), told.to, told.table, of=told.of)


def tells_same(rules: Ruleset[Any], told: Told, now: Told) -> bool:
    """Return whether the event `now` announces the same as `told`, a sentence of an old release; facts that the
    sentence did not have do not count.
    """
    became = _read_old_sentences((*rules.told_before, events)).get(told.what)
    if became is None or became.id != now.what:
        return False
    said, facts = (msgspec.json.decode(msgspec.json.encode(each)) for each in (told.facts | became.said, now.facts))
    return all(facts[name] == fact for name, fact in said.items() if name in facts)
