"""Who was told what, and who was asked: an oracle over the log, which asks none of the host's own filters.

The log says of every sentence to whom it was told, and the session where that one is to be found. What was really
heard in a place must be all of that and nothing that was meant for somebody else.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

import msgspec

from engine.kernel import PUBLIC, Told
from host.core.session import Clock, LogEntry, Post, SeatedPlayer, Session
from tests.chaos.broken import law
from tests.chaos.platform import Heard

CALLS = "telegram"  # where people are called in private, if they have written to the bot
Place = str
At = Callable[[Place], Place]  # where a place is found now


class Step(NamedTuple):
    """One input that was saved: what came of it, and how its game stood before and after."""

    entry: LogEntry
    before: Session | None
    after: Session


class Room(NamedTuple):
    """What is to be heard in one place of one game, what of it is for nobody else, and what is asked there."""

    lines: Counter[bytes]
    asks: set[str]


class Meant:
    """What a game's log says about where its sentences and questions belong."""

    def __init__(self, at: At) -> None:
        self.rooms: dict[Place, Room] = defaultdict(lambda: Room(Counter(), set()))
        self.whose: dict[bytes, set[Place]] = defaultdict(set)  # in which places a sentence may be heard at all
        self.askable: dict[str, set[Place]] = defaultdict(set)  # and a question
        self._at = at

    def add(self, step: Step) -> None:
        """One more input."""
        self._told(step)
        self._asked(step)

    def _told(self, step: Step) -> None:
        for line in step.entry.told:
            places = {self._at(place) for place in _where(step.after, line.to)}
            self.whose[_sentence(line)] |= places
            for place in places:
                self.rooms[place].lines[_sentence(line)] += 1
        for line in step.entry.told[:1]:  # who has lost their seat may be told why in place of what they were asked
            self.whose[_sentence(line)] |= {self._at(place) for place in _left(step)}

    def _asked(self, step: Step) -> None:
        for key, clock in step.after.clocks.items():
            places = {self._at(place) for place in _where_asked(step.after, clock)}
            everywhere = set() if clock.secret else {self._at(place) for place in step.after.places}
            self.askable[key] |= places | everywhere
            if _is_new(step, key, clock):
                for place in places:
                    self.rooms[place].asks.add(key)


def _left(step: Step) -> set[Place]:
    """The homes of those who had a seat before this input, and have none after it."""
    homes = {player.seat: player.place for player in step.before.players if player.place} if step.before else {}
    return {place for seat, place in homes.items() if not (now := step.after.find_player_in(seat)) or not now.place}


def _is_new(step: Step, key: str, clock: Clock) -> bool:
    """Is somebody asked this who was not asked just before?"""
    player = step.after.find_player_in(clock.who) or SeatedPlayer(clock.who)
    if player.bot or clock.was or step.before is None:
        return False
    had = step.before.find_player_in(clock.who)
    return key not in step.before.clocks or (had is not None and had.bot)


def _where(session: Session, to: str) -> set[Place]:
    """Where this is to be found: what is for all, wherever the game is shown, and at home with those who see none of
    these places; what is for one, at home with them alone. Computers and those without a home hear nothing.
    """
    homes = {player.seat: player.place for player in session.players if player.place and not player.bot}
    if to != PUBLIC:
        return {homes[to]} if to in homes else set()
    seen = {_platform(place) for place in session.places}
    return {*session.places, *(home for home in homes.values() if _platform(home) not in seen)}


def _where_asked(session: Session, clock: Clock) -> set[Place]:
    """What is asked in the open is for all to see, but who can be called at home is asked there, and the others see it
    on the board; those elsewhere only care for what they are asked themselves.
    """
    home = _where(session, clock.who)
    if clock.secret:
        return home
    there = {_platform(place) for place in home - {*session.places}} & {CALLS}
    calls = {place for place in home if there & {_platform(each) for each in session.places}}
    shown = {place for place in session.places if not (calls and _platform(place) in there)}
    return {*shown, *calls, *(home & _where(session, PUBLIC))}


def _platform(place: Place) -> str:
    return place.partition(":")[0]


def _sentence(line: Told) -> bytes:
    """What is read, whoever the host believes it is for."""
    return msgspec.json.encode([line.text, line.facts])


def check(meant: dict[str, Meant], heard: list[Heard], loose: Iterable[Post], gone: set[Place], at: At) -> None:
    """Raises Broken, with what was broken."""
    answers: dict[Place, set[bytes]] = defaultdict(set)
    for post in loose:
        answers[at(post.chat)] |= {_sentence(line) for line in post.lines}
    said: dict[tuple[str, Place], Counter[bytes]] = defaultdict(Counter)
    asked: dict[tuple[str, Place], set[str]] = defaultdict(set)
    for each in heard:
        if each.message.game:
            place = at(each.chat)
            _is_theirs(meant[each.message.game], place, each, answers[place])
            said[each.message.game, place].update(map(_sentence, each.message.lines))
            asked[each.message.game, place].update(each.message.asks)
    for game, place, room in _rooms(meant):
        if place not in gone:
            law(not room.lines - said[game, place], "was told and never delivered", (game, place))
            law(room.asks <= asked[game, place], "was asked and never shown", (game, place, room.asks))


def _rooms(meant: dict[str, Meant]) -> Iterator[tuple[str, Place, Room]]:
    for game, its in meant.items():
        for place, room in its.rooms.items():
            yield game, place, room


def _is_theirs(meant: Meant, place: Place, heard: Heard, answers: set[bytes]) -> None:
    for line in heard.message.lines:
        sentence = _sentence(line)
        theirs = place in meant.whose.get(sentence, ()) or sentence in answers
        law(theirs, "was meant for somebody else", (place, line, heard))
    for question in heard.message.asks:
        if question.startswith("@"):
            continue  # a panel that the desk opens for whoever wrote
        law(place in meant.askable[question], "was asked of somebody else", (place, question, heard))
