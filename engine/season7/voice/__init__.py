"""How the host of Season 7 speaks: the book of lines (`lines.txt`), and what of the told they are bound to."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, ClassVar

from engine.kernel.question import Question
from engine.kernel.text import Phrase, Told
from engine.kernel.voice import Book, Moment, Spoken, Voice
from engine.season7.voice import bombs, fates, finds, games, milestones, private, race_memory, squares, standing
from engine.season7.voice.listener import BOOK, HEARD, VoiceListener
from engine.season7.voice.race_memory import RaceMemory

__all__ = ["HEARD", "SEASON7_VOICE", "bombs", "fates", "finds", "games", "milestones", "squares"]


class HostOfSeason7(Voice[RaceMemory]):
    """The host's voice: thirty years of Saturday evenings in a small studio."""

    book: ClassVar[Book] = BOOK
    recaps = True
    memory = RaceMemory

    def build_memory(self, options: Mapping[str, Any]) -> RaceMemory:
        """Return a memory in which nothing has happened yet."""
        return RaceMemory(target=options["target"]) if "target" in options else RaceMemory()

    def build_moments(self, memory: RaceMemory, told: Sequence[Told], bots: Collection[str] = ()) -> list[Moment]:
        """Return the lines for what was told: finds, bombs, fates and wins, and who climbs by them."""
        ear = VoiceListener(memory, told, bots)
        ear.run()
        standing.say_standing(ear)
        return ear.moments

    def build_recap(self, memory: RaceMemory) -> list[Told]:
        """Return the headline, the table, who fell to whom, and one memory."""
        return race_memory.make_recap(memory)

    def pick_private_line(self, memory: RaceMemory, told: Told, said: Sequence[Moment]) -> Spoken | None:
        """Return the line for what one player alone is told: their own bomb, their own secrets."""
        return private.pick_whispered_line(memory, told, said)

    def phrase_question(
        self, memory: RaceMemory, question: Question, bots: Collection[str] = (), *, own: bool = False
    ) -> Phrase | None:
        """Return the host's words for a question about the turn, a bomb or a stake; None for others."""
        return private.phrase_host_question(memory, question, bots, own=own)


SEASON7_VOICE = HostOfSeason7()
