"""A voice that has other words for single sentences, each as true as the sentence itself, whatever came before."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, ClassVar

from engine.kernel.question import Question
from engine.kernel.text import PUBLIC, Phrase, Told
from engine.kernel.voice import Memory, Moment, Voice


class Retelling(Voice[Memory]):
    """For each sentence an event, with its kind: one of its lines after the other is said in the sentence's place."""

    heard: ClassVar[Mapping[str, tuple[str, str]]]
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
                found.append(Moment(event, dict(each.facts), n, covers=[n], kind=kind))
        return found

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
