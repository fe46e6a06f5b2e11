"""What the house itself says in the host's voice, whatever is played: the door, the chairs, the clocks, the seals."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, ClassVar

from engine.kernel import PUBLIC, Phrase, Question, Told, phrase
from engine.kernel import events as of_chance
from engine.kernel.event import Event
from engine.kernel.lines import read_voice_lines
from engine.kernel.voice import Book, Memory, Moment, Voice
from host.core import events

TWO, MANY = 2, 8

HOUSE, _ = read_voice_lines(__spec__)


def _build_begin_moment(facts: Mapping[str, Any]) -> Moment:
    seats = list(facts["seats"])
    moment = Moment("begin", {"seats": seats, "n": len(seats)}, 0)
    if len(seats) == TWO:
        moment.facts |= {"one": seats[0], "other": seats[1]}
        moment.kind = "two"
    elif len(seats) >= MANY:
        moment.kind = "many"
    return moment


def _mark_bots_in_moment(moment: Moment, bots: Collection[str]) -> None:
    """Mark a moment in which a computer sits down, because that is said before anything else."""
    if moment.event == "join" and moment.facts["who"] in bots:
        moment.kind = "bot"
    if (
        moment.event == "begin"
        and moment.kind != "two"
        and (found := [who for who in moment.facts["seats"] if who in bots])
    ):
        moment.kind, moment.facts["bots"], moment.facts["m"] = "bot", found, len(found)


def _build_plain_moments(event: str) -> Callable[[Mapping[str, Any]], Moment]:
    """Return a function that turns an event's facts into a moment of this name."""
    return lambda facts: Moment(event, dict(facts), 0)


def _build_moments_of_kind(event: str, kind: str) -> Callable[[Mapping[str, Any]], Moment]:
    """Return a function that turns an event's facts into a moment of this name and kind."""
    return lambda facts: Moment(event, dict(facts), 0, kind=kind)


def _build_join_moment(facts: Mapping[str, Any]) -> Moment:
    return Moment("join", dict(facts), 0, soft=["first"] if facts["who"] == "p1" else [])


def _build_empty_moment(_facts: Mapping[str, Any]) -> Moment:
    return Moment("", {}, 0)


BESIDE_SEALS = (  # hashes, which nobody reads aloud
    events.FingerprintShown,
    events.MedalEarned,
    events.WordsSealed,
    of_chance.OpenedWordsStirred,
    of_chance.NoWordsStirred,
)
HEARD: Mapping[type[Event], Callable[[Mapping[str, Any]], Moment]] = {
    events.TableOpened: _build_plain_moments("table.open"),
    events.SeatTaken: _build_join_moment,
    events.GameBegun: _build_begin_moment,
    events.ClocksStopped: _build_plain_moments("pause"),
    events.ClocksStarted: _build_plain_moments("resume"),
    events.TimeExtended: _build_plain_moments("extend"),
    events.OutageCredited: _build_plain_moments("credit"),
    events.TimeRanOut: _build_plain_moments("up"),
    events.SecretOpened: _build_plain_moments("open"),
    events.StandInVoted: _build_moments_of_kind("stand", "votes"),
    events.StandInCame: _build_moments_of_kind("stand", "in"),
    events.SeatLeft: _build_moments_of_kind("stand", "leave"),
    events.PlayerShownOut: _build_moments_of_kind("stand", "kick"),
    events.SeatTakenOver: _build_moments_of_kind("stand", "take"),
    events.LobbyWarned: _build_moments_of_kind("lobby.wait", "last"),
    events.PredictionsOpened: _build_moments_of_kind("call", "ask"),
    **dict.fromkeys(BESIDE_SEALS, _build_empty_moment),
}


class HostVoice(Voice[Memory]):
    """The voice of the host itself, beside every game's own voice; it remembers what it has said in that voice's
    memory.
    """

    book: ClassVar[Book] = HOUSE
    memory = Memory

    def build_memory(self, _options: Mapping[str, Any]) -> Memory:
        """Return an empty memory: it needs none of its own."""
        return Memory()

    def build_moments(self, memory: Memory, told: Sequence[Told], bots: Collection[str] = ()) -> list[Moment]:
        """Return the moments in what was told that the host has lines for, and remember medals to announce them at
        the table.
        """
        found = []
        for n, each in enumerate(told):
            if each.to != PUBLIC or (kind := each.kind) is None:
                continue
            if kind in HEARD:
                moment = HEARD[kind](each.facts)
                moment.at, moment.covers = n, [n]
                _mark_bots_in_moment(moment, bots)
                found.append(moment)
            if kind is events.MedalEarned:
                memory.earned.append(phrase("{who} “{name}”", who=each.facts["who"], name=each.facts["name"]))
        return found

    def phrase_question(
        self,
        _memory: Memory,
        _question: Question,
        _bots: Collection[str] = (),
        *,
        own: bool = False,  # noqa: ARG002 - nor of whoever is asked
    ) -> Phrase | None:
        """Return None: the host asks no questions of its own."""
        return None


HOST_VOICE = HostVoice()
