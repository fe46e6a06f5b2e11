"""How the host of Season 7 speaks: the book of lines (`lines.txt`), and what of the told they are bound to."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, ClassVar

from engine.kernel.question import Question
from engine.kernel.recap import list_target_stakes
from engine.kernel.text import Phrase, Told, phrase
from engine.kernel.voice import Book, Moment, Spoken, Voice
from engine.season7.voice import bombs, finds, milestones, narrator, squares
from engine.season7.voice.narrator import BOOK, SEASON7_NARRATORS, RaceMemory, RaceNarrator

__all__ = ["SEASON7_NARRATORS", "SEASON7_VOICE", "bombs", "fates", "finds", "games", "milestones", "squares"]


class HostOfSeason7(Voice[RaceMemory]):
    """The host's voice: thirty years of Saturday evenings in a small studio."""

    book: ClassVar[Book] = BOOK
    recaps = True
    memory = RaceMemory

    def build_memory(self, options: Mapping[str, Any]) -> RaceMemory:
        """Return what the host's voice remembers of a race before it begins, nothing but the target (if `options` set
        it); what is announced in public is later noted in it.
        """
        return RaceMemory(target=options["target"]) if "target" in options else RaceMemory()

    def build_moments(self, memory: RaceMemory, told: Sequence[Told], bots: Collection[str] = ()) -> list[Moment]:
        """Turn these new announcements into the host's lines (about finds, bombs, who is out or wins, who climbs or
        slips on the leaderboard), each still to be worded, and note in `memory` what has happened. `bots` are the
        computer players.
        """
        voice = RaceNarrator(memory, told, bots)
        voice.run()
        milestones.say_standing(voice)
        return voice.moments

    def build_recap(self, memory: RaceMemory) -> list[Told]:
        """Return the host's recap of what has happened since the last one: the headline, the leaders, who is out by
        whose bomb, which boards are in play and, if that is little, something from earlier in the race. It is noted in
        `memory`; empty if there is no headline.
        """
        return narrator.make_recap(memory)

    def list_stakes(self, memory: RaceMemory) -> list[Told]:
        """List wordings of how much the leader, or each of several, still needs to reach the target, or that it is
        reached; none before any total is known.
        """
        return list_target_stakes(memory.totals, memory.target, lambda amount: phrase("{amount:£}", amount=amount))

    def pick_private_line(self, memory: RaceMemory, told: Told, said: Sequence[Moment]) -> Spoken | None:
        """Return the line that the host says in place of an event that only one player is told (their own bomb, their
        own secrets); None if there is none. `said` is what all are told at the same time.
        """
        return narrator.pick_whispered_line(memory, told, said)

    def phrase_question(
        self, memory: RaceMemory, question: Question, bots: Collection[str] = (), *, own: bool = False
    ) -> Phrase | None:
        """Return the host's words for a question about a turn, a bomb or a stake; None for other questions, which keep
        their plain text. With `own` the words are for the asked player alone.
        """
        return narrator.phrase_host_question(memory, question, bots, own=own)


SEASON7_VOICE = HostOfSeason7()
