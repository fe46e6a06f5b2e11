"""Table talk at the desk: who may react and speak around a table, how much, and what can be done about words."""

from __future__ import annotations

import re

from msgspec import Struct, field
from msgspec.structs import replace

from engine.kernel import PUBLIC, Illegal
from host.core.commands import Command
from host.core.context import HostContext
from host.core.deadlines import clocks
from host.core.display_names import clean, tame
from host.core.rights import hosts, opened
from host.core.session import OVER, Session
from host.core.store import table_talk
from host.core.store.items import Failed
from host.core.store.table_talk import TalkMessage, TalkPace, TalkSettings
from host.said.desk.answer import Answer
from host.said.desk.request import Request
from host.shown import views

FELT = ("clap", "gasp", "laugh", "love")
LONGEST = 200
DIGITS = 8  # of the number of an entry
LATELY = 60  # entries of the log to which one can react
AFTER = 2 * clocks.DAY  # for so long after its end a table talks
BREATH = 3.0  # seconds between two words of one person, however quick the table is
MOST_SAID, MOST_FELT = 100, 400  # by one person at one table in a day
SLOW = (0.0, 60.0, 600.0)  # seconds between two words, to choose from
NOT_HERE = "Nobody talks at this table."
SHUT = "Whoever runs this host has ended the talk at this table."
NO_WORDS = "Whoever opened this table wants no words at it, only reactions."
ELSEWHERE = "You talk where this game is shown; here there are reactions only."
ENDED = "The game has been over for some days, and so has the talk about it."
NOTHING_THERE = "Nothing was told to everybody there, or it was too long ago."
TOO_LONG = "Say it in {most} characters at most."
NOT_SEATED = "Only those who have a seat at this table talk at it. Anybody may react."
TOO_SOON = "Wait a moment before you say more: {time}."
ENOUGH = "That is enough for today at this table."
GONE = "That is not there any more."
OWN = "That is your own."
ODD = re.compile(r"[\u200b-\u200f\u202a-\u202e\u2066-\u2069]")


class TableRemark(Struct):
    """A word as one viewer sees it."""

    id: str
    name: str
    seat: str
    text: str
    at: float
    mine: bool
    reported: bool  # as its host is told


class TableTalk(Struct):
    """All that is said around a table, for one pair of eyes."""

    manner: TalkSettings
    ended: bool
    elsewhere: list[str]  # the places where the game is shown, and where its players talk
    felt: dict[int, dict[str, list[str]]]  # by entry and feeling, the names
    mine: dict[int, str]
    words: list[TableRemark] = field(default_factory=list)
    speaks: bool = False
    hides: int = 0


# -- what there is


def heard(host: HostContext, session: Session, person: str) -> TableTalk:
    """What this person hears: not those whom they do not want to."""
    now, game = host.now(), session.id
    manner = table_talk.manner(host.store, game)
    hidden = table_talk.hidden(host.store, game, person, now) if person else set()
    felt = table_talk.reactions(host.store, game, max(0, session.entries - LATELY), now)
    said = table_talk.words(host.store, game, now) if manner.words else []
    names = _names(host, session, {who for each in felt.values() for who in each} | {word.person for word in said})
    talk = TableTalk(
        manner,
        _ended(host, session),
        list(session.places),
        {entry: _by_feeling(each, names) for entry, each in felt.items()},
        {entry: each[person] for entry, each in felt.items() if person in each},
    )
    talk.words = [_remark(session, word, person, names) for word in said if word.person not in hidden]
    talk.hides = len(hidden)
    talk.speaks = manner.on and manner.words and not talk.ended and not talk.elsewhere and _seated(session, person)
    return talk


def _by_feeling(felt: dict[str, str], names: dict[str, str]) -> dict[str, list[str]]:
    return {kind: [names[who] for who, each in felt.items() if each == kind and who in names] for kind in FELT}


def _names(host: HostContext, session: Session, people: set[str]) -> dict[str, str]:
    """What those are called at this table; who has no seat goes by their own name."""
    seated = {player.person: player.name for player in session.players if player.person in people}
    others = sorted(people - seated.keys())
    return {**{who: tame(name) for who, name in host.store.called(others).items()}, **seated}


def _remark(session: Session, word: TalkMessage, person: str, names: dict[str, str]) -> TableRemark:
    you = session.at(word.person)
    name, seat = names.get(word.person, ""), you.seat if you else ""
    reported = word.reported and opened(session, person)
    return TableRemark(word.id, name, seat, word.text, word.at, word.person == person, reported)


def _ended(host: HostContext, session: Session) -> bool:
    if session.stage != OVER or not session.entries:
        return False
    last = host.store.log(session.id, session.entries - 1, 1)
    return bool(last) and host.now() - last[0].at > AFTER


def _seated(session: Session, person: str) -> bool:
    return bool(person) and (session.at(person) is not None or session.by == person)


# -- what is said


def react(request: Request) -> Answer:
    """`ENTRY FEELING`: so they feel about something that everybody was told; the same again takes it back."""
    host, session = request.host, request.session()
    number, _, felt = request.words.partition(" ")
    game, entry = session.id, int(number) if number.isascii() and number.isdigit() and len(number) < DIGITS else -1
    if felt not in FELT:
        raise Illegal(GONE)
    _open(host, session)
    told = views.entries(host, game, "", entry, 1) if session.entries - LATELY <= entry else []
    if not any(each.n == entry and any(line.to == PUBLIC for line in each.told) for each in told):
        raise Illegal(NOTHING_THERE)
    person = request.somebody().id
    had = table_talk.reactions(host.store, game, entry, host.now()).get(entry, {}).get(person)
    paced = _paced(host, game, person)
    if paced[0].felt >= MOST_FELT:
        raise Illegal(ENOUGH)
    paced[0].felt += 1
    try:
        kind = "" if had == felt else felt
        table_talk.feel(host.store, game, person, entry, kind, paced, host.token(4), host.now())
    except Failed:  # the same tap twice
        pass
    return Answer(game=game)


def speak(request: Request) -> Answer:
    """They say something at the table, where words are wanted; it stands in no record."""
    host, session, words = request.host, request.session(), clean(ODD.sub("", request.words))
    manner = _open(host, session)
    if session.places:
        raise Illegal(ELSEWHERE)
    if not manner.words:
        raise Illegal(NO_WORDS)
    if not _seated(session, request.by):
        raise Illegal(NOT_SEATED)
    if not words or len(request.words.strip()) > LONGEST:
        raise Illegal(TOO_LONG, most=LONGEST)
    now, game = host.now(), session.id
    paced = _paced(host, game, request.by)
    last = paced[0]
    wait = max(BREATH, 0.0 if hosts(Command(by=request.by), session) else manner.slow) - (now - last.at)
    if wait > 0:
        raise Illegal(TOO_SOON, time=clocks.spoken(max(1.0, wait)))
    if last.said >= MOST_SAID:
        raise Illegal(ENOUGH)
    last.at, last.said = now, last.said + 1
    try:
        table_talk.say(host.store, game, TalkMessage(request.by, words, now), paced, host.token(4))
    except Failed:  # they have just said something else
        raise Illegal(TOO_SOON, time=clocks.spoken(BREATH)) from None
    return Answer(game=game)


def _open(host: HostContext, session: Session) -> TalkSettings:
    manner = table_talk.manner(host.store, session.id)
    if not manner.on:
        raise Illegal(NOT_HERE)
    if _ended(host, session):
        raise Illegal(ENDED)
    return manner


def _paced(host: HostContext, game: str, person: str) -> tuple[TalkPace, int]:
    """How much they have said today; another day begins anew."""
    found, version = table_talk.pace(host.store, game, person)
    today = int(host.now() // clocks.DAY)
    return (found if found.day == today else TalkPace(found.at, today)), version


# -- what is done about it


def hide(request: Request) -> Answer:
    """They do not want to hear whoever said this any more, at this table."""
    game, said = _meant(request)
    if said.person == request.by:
        raise Illegal(OWN)
    table_talk.hide(request.host.store, game, request.somebody().id, said.person, request.host.now())
    return Answer(game=game)


def hear_all(request: Request) -> Answer:
    """They hear everybody again."""
    game = request.session().id
    table_talk.show(request.host.store, game, request.by)
    return Answer(game=game)


def report(request: Request) -> Answer:
    """Whoever opened the table, and whoever runs the host, is shown what was said; and its speaker is hidden."""
    game, said = _meant(request)
    answer = hide(request)
    table_talk.report(request.host.store, game, said, request.host.token(4))
    return answer


def remove(request: Request) -> Answer:
    """Their own word, or any, by whoever opened the table: it is gone."""
    game, said = _meant(request)
    if said.person != request.by:
        request.must_host(request.session())
    table_talk.remove(request.host.store, game, said, request.host.token(4))
    return Answer(game=game)


def _meant(request: Request) -> tuple[str, TalkMessage]:
    """The table, and what was said at it."""
    session = request.session()
    if not _seated(session, request.by):
        raise Illegal(NOT_SEATED)
    for said in table_talk.words(request.host.store, session.id, request.host.now()):
        if said.id == request.chosen:
            return session.id, said
    raise Illegal(GONE)


def arrange(request: Request) -> Answer:
    """Whoever opened the table says how it talks: `off`, `felt` or `words`, and how slowly."""
    request.must_host(request.session())
    how, _, slow = request.words.partition(" ")
    game = request.session().id
    old = table_talk.manner(request.host.store, game)
    if old.shut:
        raise Illegal(SHUT)
    seconds = float(slow) if slow in {f"{each:.0f}" for each in SLOW} else old.slow
    new = replace(old, on=how != "off", words=how == "words", slow=seconds)
    table_talk.set_manner(request.host.store, game, new, request.host.token(4))
    return Answer(game=game)


def newest(host: HostContext, session: Session) -> int | None:
    """The last entry of which something was told to everybody."""
    first = max(0, session.entries - LATELY)
    said = views.entries(host, session.id, "", first, LATELY)
    spoken = [each.n for each in said if any(line.to == PUBLIC for line in each.told)]
    return spoken[-1] if spoken else None
