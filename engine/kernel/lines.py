"""A voice that has other words for single events, each as true as the plain sentence, whatever came before.

Its lines are a text file beside the game: `id event when`, and below it one line for each way to say it: `=` is the
event's own sentence, `=1` the first of its variants.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

from engine.kernel.beside import read_text_beside
from engine.kernel.event import EVENT_KINDS
from engine.kernel.question import Question
from engine.kernel.text import PUBLIC, Phrase, Told
from engine.kernel.voice import Book, Memory, Moment, Spoken, Voice, build_book, build_numbered_lines

Holds = Callable[[Any, Sequence[Told]], bool]  # of an event, and of what was told just before it


class LineGroup(NamedTuple):
    """A group of lines for an event, and the condition under which they are true."""

    event: str
    kind: str
    when: str


LinesByEvent = Mapping[str, Sequence[LineGroup]]  # by the id of an event


def read_voice_lines(voice: Any) -> tuple[Book, dict[str, list[LineGroup]]]:
    """Read all lines from the file beside a voice (its module's `__spec__`), and which group of lines belongs to which
    event.

    An event is of the voice's own game, or of the one named before a dot; the first group whose condition is true is
    taken. Groups without an event are chosen by the voice itself.
    """
    game, found, known = voice.name.split(".")[1], list[tuple[str, list[str]]](), ""
    heard, texts = dict[str, list[LineGroup]](), list[str]()
    for line in read_text_beside(voice, "lines.txt").splitlines():
        if line.startswith(" "):
            texts.append(_find_event_sentence(known, line.strip()) if line.strip().startswith("=") else line.strip())
        elif line and not line.startswith("#"):
            name, *bound = line.split()
            found.append((name, texts := []))
            shelf, _, kind = name.partition("/")
            for event in bound[:1]:
                known = event if "." in event else f"{game}.{event}"
                heard.setdefault(known, []).append(LineGroup(shelf, kind, " ".join(bound[1:])))
    return build_book(*(build_numbered_lines(name, some) for name, some in found)), heard


def _find_event_sentence(event: str, mark: str) -> str:
    kind = EVENT_KINDS[event]
    return (kind.says, *kind.variants)[int(mark[1:] or 0)]


class EventVoice(Voice[Memory]):
    """A voice that replaces the sentence of each event by one of its lines, in turn."""

    heard: ClassVar[LinesByEvent]
    when: ClassVar[Mapping[str, Holds]] = {}  # circumstances, by their names
    memory = Memory

    def build_memory(self, _options: Mapping[str, Any]) -> Memory:
        """Build an empty memory; this voice only remembers which lines it has used."""
        return Memory()

    def build_moments(self, _memory: Memory, told: Sequence[Told], _bots: Collection[str] = ()) -> list[Moment]:
        """Build a moment for each public event that has lines."""
        found = []
        for n, each in enumerate(told):
            shelf = self.find_lines(each, told[:n]) if each.to == PUBLIC else None
            if shelf:
                found.append(Moment(shelf.event, dict(each.facts), n, covers=[n], kind=shelf.kind))
        return found

    def pick_private_line(self, _memory: Memory, told: Told, _said: Sequence[Moment]) -> Spoken | None:
        """Return the line for an event that only one player is told, or None."""
        shelf = self.find_lines(told, ())
        if shelf is None:
            return None
        line, *_ = self.book[shelf.event][shelf.kind]
        return Spoken(line.id, {name: told.facts[name] for name in line.needs})

    def find_lines(self, told: Told, before: Sequence[Told]) -> LineGroup | None:
        """Find the group of lines for this event whose condition is true, or None."""
        shelves = self.heard.get(told.what, ())
        event = told.event if shelves else None
        return next((each for each in shelves if not each.when or self.when[each.when](event, before)), None)

    def phrase_question(
        self,
        _memory: Memory,
        _question: Question,
        _bots: Collection[str] = (),
        *,
        own: bool = False,  # noqa: ARG002 - questions stay as the rules put them
    ) -> Phrase | None:
        """Return None: questions keep the wording of the rules."""
        return None
