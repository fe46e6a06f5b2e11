"""A voice that has other words for single sentences, each as true as the sentence itself, whatever came before."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, ClassVar

from engine.kernel.question import Question
from engine.kernel.text import PUBLIC, Phrase, Told
from engine.kernel.voice import Memory, Moment, Spoken, Voice

Holds = Callable[[Told, Sequence[Told]], bool]  # of a sentence, and of what was told just before it


class Retelling(Voice[Memory]):
    """For each sentence an event, with its kind: one of its lines after the other is said in the sentence's place."""

    heard: ClassVar[Mapping[str, tuple[str, str]]]
    when: ClassVar[
        Mapping[str, Mapping[str, Holds]]
    ] = {}  # kinds of a sentence that go before its own, where they hold
    alone: ClassVar[Mapping[str, tuple[str, str]]] = {}  # what only one player is told, each with the one line for it
    memory = Memory

    def begin(self, _options: Mapping[str, Any]) -> Memory:
        """It remembers only what it has said."""
        return Memory()

    def hear(self, _memory: Memory, told: Sequence[Told], _bots: Collection[str] = ()) -> list[Moment]:
        """A moment for each sentence that it knows."""
        found = []
        for n, each in enumerate(told):
            if each.to == PUBLIC and each.text in self.heard:
                event, kind = self.heard[each.text]
                kinds = self.when.get(each.text, {})
                kind = next((name for name, holds in kinds.items() if holds(each, told[:n])), kind)
                found.append(Moment(event, dict(each.facts), n, covers=[n], kind=kind))
        return found

    def whisper(self, _memory: Memory, told: Told, _said: Sequence[Moment]) -> Spoken | None:
        """The line for a sentence that only one player is told."""
        if told.text not in self.alone:
            return None
        event, kind = self.alone[told.text]
        (line,) = self.book[event][kind]
        return Spoken(line.id, {name: told.facts[name] for name in line.needs})

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
