"""A voice that has other words for single events, each as true as the plain sentence, whatever came before.

Its lines are a text file beside the game: `id event when`, and below it one line for each way to say it: `=` is the
event's own sentence, `=1` the first of its variants.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

from engine.kernel.beside import read_beside
from engine.kernel.event import KINDS
from engine.kernel.question import Question
from engine.kernel.text import PUBLIC, Phrase, Told
from engine.kernel.voice import Book, Memory, Moment, Spoken, Voice, book, numbered

Holds = Callable[[Any, Sequence[Told]], bool]  # of an event, and of what was told just before it


class Shelf(NamedTuple):
    """Where the lines for an event stand, and when they are true."""

    event: str
    kind: str
    when: str


Heard = Mapping[str, Sequence[Shelf]]  # by the id of an event


def read_lines(voice: Any) -> tuple[Book, dict[str, list[Shelf]]]:
    """Return all lines beside a voice (its module's `__spec__`), and for which events they are, of its own game or of
    the one named before a dot: the first that holds is taken. Lines without an event are chosen by the voice itself.
    """
    game, found, known = voice.name.split(".")[1], list[tuple[str, list[str]]](), ""
    heard, texts = dict[str, list[Shelf]](), list[str]()
    for line in read_beside(voice, "lines.txt").splitlines():
        if line.startswith(" "):
            texts.append(_own_sentence(known, line.strip()) if line.strip().startswith("=") else line.strip())
        elif line and not line.startswith("#"):
            name, *bound = line.split()
            found.append((name, texts := []))
            shelf, _, kind = name.partition("/")
            for event in bound[:1]:
                known = event if "." in event else f"{game}.{event}"
                heard.setdefault(known, []).append(Shelf(shelf, kind, " ".join(bound[1:])))
    return book(*(numbered(name, some) for name, some in found)), heard


def _own_sentence(event: str, mark: str) -> str:
    kind = KINDS[event]
    return (kind.says, *kind.variants)[int(mark[1:] or 0)]


class EventVoice(Voice[Memory]):
    """For each event one of its lines after the other is said in its sentence's place."""

    heard: ClassVar[Heard]
    when: ClassVar[Mapping[str, Holds]] = {}  # circumstances, by their names
    memory = Memory

    def begin(self, _options: Mapping[str, Any]) -> Memory:
        """It remembers only what it has said."""
        return Memory()

    def hear(self, _memory: Memory, told: Sequence[Told], _bots: Collection[str] = ()) -> list[Moment]:
        """A moment for each event that it has lines for."""
        found = []
        for n, each in enumerate(told):
            shelf = self.shelf(each, told[:n]) if each.to == PUBLIC else None
            if shelf:
                found.append(Moment(shelf.event, dict(each.facts), n, covers=[n], kind=shelf.kind))
        return found

    def whisper(self, _memory: Memory, told: Told, _said: Sequence[Moment]) -> Spoken | None:
        """The one line for what only one player is told."""
        shelf = self.shelf(told, ())
        if shelf is None:
            return None
        line, *_ = self.book[shelf.event][shelf.kind]
        return Spoken(line.id, {name: told.facts[name] for name in line.needs})

    def shelf(self, told: Told, before: Sequence[Told]) -> Shelf | None:
        """Where the lines for this stand; none, where it has none."""
        shelves = self.heard.get(told.what, ())
        event = told.event if shelves else None
        return next((each for each in shelves if not each.when or self.when[each.when](event, before)), None)

    def put(
        self,
        _memory: Memory,
        _question: Question,
        _bots: Collection[str] = (),
        *,
        own: bool = False,  # noqa: ARG002 - questions stay as the rules put them
    ) -> Phrase | None:
        """Questions stay as the rules put them."""
        return None
