"""How the host of the quiz ladder speaks: for what happens again and again, other words (`lines.txt`), each as true."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from engine.kernel.text import Told
from engine.kernel.voice import EventVoice, Holds, read_voice_lines
from engine.ladder import events


def is_first_question(_question: events.QuestionAsked, before: Sequence[Told]) -> bool:
    """Return whether the round has just begun, with a first question that stands alone."""
    kinds = [each.kind for each in before]
    begun, others = events.RoundBegun, {events.QuestionAsked, events.OpeningQuestionsDealt}
    return begun in kinds and others.isdisjoint(kinds[kinds.index(begun) :])


def is_only_right_answer(_climbs: events.ClimbedOn, before: Sequence[Told]) -> bool:
    """Return whether, of several who answered, nobody else was right."""
    answers = [event for event in (each.event for each in before) if isinstance(event, events.RightAnswerShown)]
    return bool(answers) and answers[-1].right == 1 < answers[-1].asked


class HostOfTheLadder(EventVoice):
    """The voice of the host in the quiz ladder."""

    book, heard = read_voice_lines(__spec__)
    when: ClassVar[Mapping[str, Holds]] = {
        "first_of_all": is_first_question,
        "only_one": is_only_right_answer,
        "somebody_there": lambda called, _: bool(called.friend),
        "alone": lambda won, _: len(won.who) == 1,
        "shared": lambda won, _: len(won.who) > 1,
    }


LADDER_VOICE = HostOfTheLadder()
