"""How the host of the quiz ladder speaks: for what happens again and again, other words (`lines.txt`), each as true."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from engine.kernel.lines import EventVoice, Holds, read_lines
from engine.kernel.text import Told
from engine.ladder import events


def first_of_all(_question: events.QuestionAsked, before: Sequence[Told]) -> bool:
    """Has the round just begun, and does its first question stand alone?"""
    kinds = [each.what for each in before]
    begun, others = events.RoundBegun.id, {events.QuestionAsked.id, events.PagesDealt.id}
    return begun in kinds and not others & set(kinds[kinds.index(begun) :])


def only_one(_climbs: events.ClimbedOn, before: Sequence[Told]) -> bool:
    """Has nobody else, of several who answered, been right?"""
    answers = [event for event in (each.event for each in before) if isinstance(event, events.RightAnswerShown)]
    return bool(answers) and answers[-1].right == 1 < answers[-1].asked


class HostOfTheLadder(EventVoice):
    """The same host, with cards in hand."""

    book, heard = read_lines(__spec__)
    when: ClassVar[Mapping[str, Holds]] = {
        "first_of_all": first_of_all,
        "only_one": only_one,
        "somebody_there": lambda called, _: bool(called.friend),
        "alone": lambda won, _: len(won.who) == 1,
        "shared": lambda won, _: len(won.who) > 1,
    }


VOICE = HostOfTheLadder()
