"""How the host of Season 7 speaks: the book of lines, and what of the told they are bound to."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, ClassVar

from engine.kernel.question import Question
from engine.kernel.text import Phrase, Told
from engine.kernel.voice import Book, Moment, Spoken, Voice
from engine.season7.square00 import STAKES
from engine.season7.voice import (
    asides,
    blasts,
    chances,
    ends,
    events,
    finds,
    mornings,
    offers,
    standing,
    steps,
    sundries,
    turns,
    whispers,
)
from engine.season7.voice.bombs import BOMBS
from engine.season7.voice.chairs import CHAIRS
from engine.season7.voice.ear import HEARD, Ear
from engine.season7.voice.fates import FATES
from engine.season7.voice.memory import Race
from engine.season7.voice.money import MONEY
from engine.season7.voice.rest import REST
from engine.season7.voice.squares import SQUARES
from engine.season7.voice.steps import STEPS
from engine.season7.voice.wins import WINS

__all__ = ["HEARD", "VOICE", "asides", "blasts", "chances", "ends", "events", "finds", "offers", "steps", "sundries"]


BLOWS = ("bomb", "mut.fizzle", "mut.cluster", "autobomb")


class HostOfSeason7(Voice[Race]):
    """Thirty years of Saturday evenings in a small studio."""

    book: ClassVar[Book] = {**MONEY, **SQUARES, **CHAIRS, **REST, **STEPS, **BOMBS, **FATES, **WINS}
    rings = frozenset((*BLOWS, "seal.all", "win.clear", "super", "brink", "cycle.end", "victory"))
    recaps = True
    memory = Race

    def begin(self, options: Mapping[str, Any]) -> Race:
        """Nothing has happened yet."""
        return Race(target=options["target"]) if "target" in options else Race()

    def hear(self, memory: Race, told: Sequence[Told], bots: Collection[str] = ()) -> list[Moment]:
        """One moment for each find, bomb, fate and win; and who climbs by it."""
        ear = Ear(memory, told, bots)
        ear.run()
        standing.moved(ear)
        return ear.moments

    def recap(self, memory: Race) -> list[Told]:
        """The headline, the table, who fell to whom, and one memory."""
        return mornings.recap(memory)

    def whisper(self, memory: Race, told: Told, said: Sequence[Moment]) -> Spoken | None:
        """One's own bomb and one's own secrets, in words that only their owner reads."""
        return whispers.whisper(self.book, memory, told, said)

    def put(self, memory: Race, question: Question, bots: Collection[str] = (), *, own: bool = False) -> Phrase | None:
        """Whose turn it is, whose bomb is wanted, and what is staked, in ever other words: one line after the other."""
        if question.text == STAKES[True, True]:
            return turns.staking(self.book, memory, question)
        if question.text == turns.SELECT and own:
            return turns.own(self.book, memory, question)
        if question.text == turns.SELECT:
            return turns.caption(self.book, memory, question, bots)
        return turns.sealing(self.book, memory, question, own=own) if question.text == turns.SEAL else None


VOICE = HostOfSeason7()
