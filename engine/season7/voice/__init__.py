"""How the host of Season 7 speaks: the book of lines (`lines.txt`), and what of the told they are bound to."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, ClassVar

from engine.kernel.question import Question
from engine.kernel.text import Phrase, Told
from engine.kernel.voice import Book, Moment, Spoken, Voice
from engine.season7.voice import bombs, ends, fates, finds, games, mornings, private, squares, standing
from engine.season7.voice.ear import BOOK, HEARD, Ear
from engine.season7.voice.memory import Race

__all__ = ["HEARD", "VOICE", "bombs", "ends", "fates", "finds", "games", "squares"]


class HostOfSeason7(Voice[Race]):
    """Thirty years of Saturday evenings in a small studio."""

    book: ClassVar[Book] = BOOK
    recaps = True
    memory = Race

    def begin(self, options: Mapping[str, Any]) -> Race:
        """Return a memory in which nothing has happened yet."""
        return Race(target=options["target"]) if "target" in options else Race()

    def hear(self, memory: Race, told: Sequence[Told], bots: Collection[str] = ()) -> list[Moment]:
        """Return a moment for each find, bomb, fate and win, and for who climbs by it."""
        ear = Ear(memory, told, bots)
        ear.run()
        standing.say_standing(ear)
        return ear.moments

    def recap(self, memory: Race) -> list[Told]:
        """Return the headline, the table, who fell to whom, and one memory."""
        return mornings.make_recap(memory)

    def whisper(self, memory: Race, told: Told, said: Sequence[Moment]) -> Spoken | None:
        """Say one's own bomb and one's own secrets, in words that only their owner reads."""
        return private.whisper(memory, told, said)

    def put(self, memory: Race, question: Question, bots: Collection[str] = (), *, own: bool = False) -> Phrase | None:
        """Put whose turn it is, whose bomb is wanted, and what is staked, in one line after the other."""
        return private.put(memory, question, bots, own=own)


VOICE = HostOfSeason7()
