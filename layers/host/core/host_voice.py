"""What the house itself says in the host's voice, whatever is played: the door, the chairs, the clocks, the seals."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, ClassVar

from engine.kernel import PUBLIC, Phrase, Question, Told, phrase
from engine.kernel import events as of_chance
from engine.kernel.event import Event
from engine.kernel.lines import read_lines
from engine.kernel.voice import Book, Memory, Moment, Voice
from host.core import events

TWO, MANY = 2, 8

HOUSE, _ = read_lines(__spec__)


def _begins(facts: Mapping[str, Any]) -> Moment:
    seats = list(facts["seats"])
    moment = Moment("begin", {"seats": seats, "n": len(seats)}, 0)
    if len(seats) == TWO:
        moment.facts |= {"one": seats[0], "other": seats[1]}
        moment.kind = "two"
    elif len(seats) >= MANY:
        moment.kind = "many"
    return moment


def _with_computers(moment: Moment, bots: Collection[str]) -> None:
    """That a computer sits down, or sits there, goes before all else that could be said of it."""
    if moment.event == "join" and moment.facts["who"] in bots:
        moment.kind = "bot"
    if (
        moment.event == "begin"
        and moment.kind != "two"
        and (found := [who for who in moment.facts["seats"] if who in bots])
    ):
        moment.kind, moment.facts["bots"], moment.facts["m"] = "bot", found, len(found)


def _plain(event: str) -> Callable[[Mapping[str, Any]], Moment]:
    return lambda facts: Moment(event, dict(facts), 0)


def _of(event: str, kind: str) -> Callable[[Mapping[str, Any]], Moment]:
    return lambda facts: Moment(event, dict(facts), 0, kind=kind)


def _joins(facts: Mapping[str, Any]) -> Moment:
    return Moment("join", dict(facts), 0, soft=["first"] if facts["who"] == "p1" else [])


def _nothing(_facts: Mapping[str, Any]) -> Moment:
    return Moment("", {}, 0)


BESIDE_SEALS = (  # hashes, which nobody reads aloud
    events.FingerprintShown,
    events.MedalEarned,
    events.WordsSealed,
    of_chance.OpenedWordsStirred,
    of_chance.NoWordsStirred,
)
HEARD: Mapping[type[Event], Callable[[Mapping[str, Any]], Moment]] = {
    events.TableOpened: _plain("table.open"),
    events.SeatTaken: _joins,
    events.GameBegun: _begins,
    events.ClocksStopped: _plain("pause"),
    events.ClocksStarted: _plain("resume"),
    events.TimeExtended: _plain("extend"),
    events.OutageCredited: _plain("credit"),
    events.TimeRanOut: _plain("up"),
    events.SecretOpened: _plain("open"),
    events.StandInVoted: _of("stand", "votes"),
    events.StandInCame: _of("stand", "in"),
    events.SeatLeft: _of("stand", "leave"),
    events.PlayerShownOut: _of("stand", "kick"),
    events.SeatTakenOver: _of("stand", "take"),
    events.LobbyWarned: _of("lobby.wait", "last"),
    events.PredictionsOpened: _of("call", "ask"),
    **dict.fromkeys(BESIDE_SEALS, _nothing),
}


class HostVoice(Voice[Memory]):
    """It stands beside every game's own voice, and remembers what it has said in that one's memory."""

    book: ClassVar[Book] = HOUSE
    memory = Memory

    def begin(self, _options: Mapping[str, Any]) -> Memory:
        """It needs none of its own."""
        return Memory()

    def hear(self, memory: Memory, told: Sequence[Told], bots: Collection[str] = ()) -> list[Moment]:
        """Hashes stand with the seals; what somebody has earned is told to them, and to all when there is a table."""
        found = []
        for n, each in enumerate(told):
            if each.to != PUBLIC or (kind := each.kind) is None:
                continue
            if kind in HEARD:
                moment = HEARD[kind](each.facts)
                moment.at, moment.covers = n, [n]
                _with_computers(moment, bots)
                found.append(moment)
            if kind is events.MedalEarned:
                memory.earned.append(phrase("{who} “{name}”", who=each.facts["who"], name=each.facts["name"]))
        return found

    def put(
        self,
        _memory: Memory,
        _question: Question,
        _bots: Collection[str] = (),
        *,
        own: bool = False,  # noqa: ARG002 - nor of whoever is asked
    ) -> Phrase | None:
        """The house asks nothing."""
        return None


VOICE = HostVoice()
