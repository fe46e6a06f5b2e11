"""Accounts: one id for a person with however many identities; settings, private links, and being forgotten.

An identity is a word such as `DOOR:123` or `DOOR:name`, or the hash of a token. A token opens one person's
own view and no more; only its hash is kept, and it ends by itself or when it is revoked.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec

from engine.kernel import LOG, PUBLIC, Illegal
from host.core import events
from host.core.commands import Command
from host.core.committing import act
from host.core.context import HostContext
from host.core.deadlines import clocks
from host.core.display_names import tame
from host.core.games import rewound
from host.core.session import LOBBY, RUNNING, Clock, Person, Player, ReachableHours, Session
from host.core.store import high_scores, kept_of_people
from host.core.store.commit import Conflict
from host.core.store.damage import PERSON, Damaged
from host.core.store.identity_index import prolong
from host.core.transaction import NothingToChange, Transaction

log = logging.getLogger(__name__)
FORMER = "a former player"
WEB, CODE, CLAIM, CALENDAR = "web", "code", "claim", "calendar"
CODE_LASTS = 15 * 60.0
LINK_LASTS = 90 * clocks.DAY
CALENDAR_LASTS = 400 * clocks.DAY
TOKENS = tuple(f"{kind}:" for kind in (WEB, CODE, CLAIM, CALENDAR))
LONGEST_AWAY = 30 * clocks.DAY
DAY_MINUTES = 24 * 60


def known(host: HostContext, identity: str, name: str, place: str = "") -> Person:
    """The person behind an identity, met for the first time if need be; a new name or place is noted."""
    name = tame(name)
    for _ in range(host.config.retries):
        person_id = host.store.who(identity, host.now())
        found = host.store.person(person_id) if person_id else None
        try:
            if found is None:
                return _met(host, identity, name, place)
            return _noted(host, found[0], name, place)
        except Conflict:  # the same person wrote twice at once
            continue
    raise Damaged(PERSON)  # whom this identity leads to, nobody can say


def person(host: HostContext, person_id: str) -> Person | None:
    """Somebody by their id, as they are now: a vacation that is over is none."""
    found = host.store.person(person_id)
    return _by_now(found[0], host.now()) if found else None


def _by_now(person: Person, now: float) -> Person:
    habits = person.habits
    if habits.away is None or habits.away[1] > now:
        return person
    return msgspec.structs.replace(person, habits=msgspec.structs.replace(habits, away=None))


def open_games(host: HostContext, owner: str) -> list[Session]:
    """The unfinished games of `person:ID` or `chat:PLACE` that can be read."""
    return listed(host, host.store.games_of(owner))[0]


def listed(host: HostContext, game_ids: Sequence[str]) -> tuple[list[Session], list[str]]:
    """These games, and the ids of those that cannot be read."""
    found = [each.session for each in host.store.games(game_ids)]
    return found, [game_id for game_id in game_ids if all(session.id != game_id for session in found)]


def waiting_for(host: HostContext, person_id: str, besides: str = "") -> list[tuple[Session, dict[str, Clock]]]:
    """Where this person is waited for, as it stands: their games, perhaps but for one, and the clocks of what they
    are asked.
    """
    found = []
    games = [game for game in host.store.games_of(f"person:{person_id}") if game != besides]
    for session in listed(host, games)[0]:
        you = session.at(person_id)
        seat = you.seat if you and not you.bot and not session.paused else LOG
        mine = {key: clock for key, clock in session.clocks.items() if clock.who == seat}
        if mine:
            found.append((session, mine))
    return found


# -- identities


def web_link(host: HostContext, person_id: str) -> str:
    """A token that opens this person's own view."""
    return _token(host, person_id, WEB, LINK_LASTS)


def calendar_link(host: HostContext, person_id: str) -> str:
    """A token that shows other programs when this person is waited for, and opens nothing."""
    return _token(host, person_id, CALENDAR, CALENDAR_LASTS)


def by_calendar(host: HostContext, token: str) -> Person | None:
    """Whose calendar this token shows."""
    person_id = host.store.who(_hashed(CALENDAR, token), host.now())
    return person(host, person_id) if person_id else None


def renew(host: HostContext, token: str) -> bool:
    """A token that is used ends so long after its last use. That is noted once a day; is it just now?"""
    return prolong(host.store.table, _hashed(WEB, token), host.now() + LINK_LASTS, clocks.DAY)


def by_token(host: HostContext, token: object) -> Person | None:
    """Whose own view this token opens, if it still opens one."""
    person_id = host.store.who(_hashed(WEB, token), host.now()) if isinstance(token, str) else ""
    return person(host, person_id) if person_id else None


def revoke(host: HostContext, person_id: str) -> None:
    """None of this person's tokens opens anything any more."""
    tokens = [each for each in host.store.identities(person_id) if each.startswith(TOKENS)]
    host.store.drop_identities(person_id, tokens)


def link_code(host: HostContext, person_id: str) -> str:
    """A short-lived token with which the person shows, on another platform, that they are the same."""
    return _token(host, person_id, CODE, CODE_LASTS)


def ticket(code: object) -> str:
    """What is kept of such a code, by which it is known again."""
    return _hashed(CODE, code) if isinstance(code, str) else ""


def spoil(host: HostContext, code: str) -> bool:
    """A code has been said where others could read it: it is good no longer. Was it one?"""
    person_id = host.store.who(ticket(code), host.now())
    if person_id:
        host.store.drop_identities(person_id, [ticket(code)])
    return bool(person_id)


def link(host: HostContext, person_id: str, identity: str) -> None:
    """One more identity for this person, wherever it led before."""
    other, found = host.store.who(identity, host.now()), host.store.person(person_id)
    if found is None or other == person_id:
        return
    if other:
        host.store.drop_identities(other, [identity])
    host.store.save_person(*found, {identity: 0.0})


# -- habits


def set_habits(host: HostContext, person_id: str, habits: ReachableHours) -> None:
    """How this person wants to be treated from now on, in their running games too."""
    check(habits, host.now())
    _change(host, person_id, habits=habits)

    def adopted(tx: Transaction) -> None:
        player = tx.player
        new = clocks.from_now(habits, tx.now)
        for book in tx.session.books():
            for key, clock in book.items():
                if clock.who == player.seat and not player.bot:
                    book[key] = clocks.changed(clock, player.habits, new, tx.now)
        player.habits = new
        tx.log("habits", player.seat)

    _everywhere(host, person_id, adopted)


def settle(host: HostContext, person_id: str, place: str) -> None:
    """Where this person is told things from now on; nowhere, if it is empty."""

    def told_there(tx: Transaction) -> None:
        player = tx.player
        if player.place == place:
            raise NothingToChange
        player.place = place
        tx.board = False
        tx.log("place", player.seat)

    if person(host, person_id) is not None:
        _change(host, person_id, place=place)
    _everywhere(host, person_id, told_there)


# -- leaving no trace


def forget(host: HostContext, person_id: str) -> None:
    """Remove a person. Their seats stay, as `a former player`, and a computer goes on where a game is running."""
    found = host.store.person(person_id)
    owner = f"person:{person_id}"
    for game_id in [*host.store.games_of(owner), *host.store.past_of(owner)]:
        with suppress(NothingToChange):
            act(host, Command(), game_id, lambda tx: _forgotten(tx, person_id))
    if found is not None and found[0].place:
        host.store.drop_place(found[0].place)
    high_scores.handed_on(host.store.table, person_id)
    kept_of_people.forget(host.store, person_id)
    host.store.drop_person(person_id)
    host.recent.clear()  # lists that name them
    log.info("a person was forgotten")


def export(host: HostContext, person_id: str) -> dict[str, Any]:
    """All that is kept of a person, with the public part of their games, as plain data."""
    found = person(host, person_id)
    owner = f"person:{person_id}"
    games = [*host.store.games_of(owner), *host.store.past_of(owner)]
    identities = [each for each in host.store.identities(person_id) if not each.startswith(TOKENS)]
    return {
        "person": msgspec.to_builtins(found),
        "identities": identities,
        "counts": host.store.counts(owner) | host.store.bests(owner),
        **kept_of_people.exported(host.store, person_id),
        "games": [_exported(host, game_id, person_id) for game_id in games],
    }


def _exported(host: HostContext, game_id: str, person_id: str) -> dict[str, Any]:
    saved = host.store.game(game_id)
    if saved is None:
        return {"id": game_id}
    session = saved.session
    you = session.at(person_id)
    seat, since = (you.seat, you.since) if you else (PUBLIC, 0)
    told: list[Any] = []
    first = 0
    while entries := host.store.log(game_id, first):
        lines = [(entry.n, line) for entry in entries for line in entry.told]
        told += [
            msgspec.to_builtins(line) for n, line in lines if line.to == PUBLIC or (line.to == seat and n >= since)
        ]
        first = entries[-1].n + 1
    return {"id": game_id, "ruleset": session.ruleset, "stage": session.stage, "seat": seat, "told": told}


def _forgotten(tx: Transaction, person_id: str) -> None:
    session = tx.session
    theirs = [player for player in session.players if player.person == person_id]
    wished = [book for book in (session.wishes, session.heirs) for wish in book.values() if wish.person == person_id]
    if not (theirs or wished) and session.by != person_id:
        raise NothingToChange
    for book in wished:
        for key in [key for key, wish in book.items() if wish.person == person_id]:
            del book[key]
    tx.board = session.stage in (LOBBY, RUNNING)
    tx.log("forget", LOG)
    for player in theirs:
        _emptied(tx, player)
    if session.by == person_id:
        session.by = next((other.person for other in session.players if other.person and not other.bot), "")


def _emptied(tx: Transaction, player: Player) -> None:
    session = tx.session
    session.places = [place for place in session.places if place != player.place]
    player.person, player.name, player.place, player.habits = "", FORMER, "", ReachableHours()
    if session.stage == LOBBY and not session.opening:
        session.players.remove(player)
    elif session.stage in (LOBBY, RUNNING) and not player.bot:
        player.bot = True
        rewound(tx, player.seat)
        tx.say(events.StandInCame(player.seat))


def _met(host: HostContext, identity: str, name: str, place: str) -> Person:
    new = Person(host.token(8), name, host.now(), place)
    host.store.save_person(new, 0, {identity: 0.0})
    return new


def _noted(host: HostContext, found: Person, name: str, place: str) -> Person:
    if name != found.name:
        found = _change(host, found.id, name=name)
    if place and place != found.place:
        settle(host, found.id, place)
        found.place = place
    return found


def _change(host: HostContext, person_id: str, **news: Any) -> Person:
    while True:
        found = host.store.person(person_id)
        if found is None:
            raise Illegal("I do not know you yet.")
        new = msgspec.structs.replace(found[0], **news)
        try:
            host.store.save_person(new, found[1])
        except Conflict:
            continue
        return new


def _everywhere(host: HostContext, person_id: str, change: Callable[[Transaction], None]) -> None:
    for session in open_games(host, f"person:{person_id}"):
        if session.at(person_id):
            with suppress(NothingToChange):
                act(host, Command(by=person_id), session.id, change)


def _token(host: HostContext, person_id: str, kind: str, seconds: float) -> str:
    found = host.store.person(person_id)
    if found is None:
        raise Illegal("I do not know you yet.")
    token = host.token(16)
    host.store.save_person(*found, {_hashed(kind, token): host.now() + seconds})
    return token


def _hashed(kind: str, token: str) -> str:
    return f"{kind}:{hashlib.sha256(token.encode(errors='replace')).hexdigest()}"


def check(habits: ReachableHours, now: float) -> None:
    """Refuse what makes no sense."""
    try:
        datetime.fromtimestamp(now, ZoneInfo(habits.zone))
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise Illegal("I do not know that time zone; name one such as Europe/London.") from None
    if habits.quiet is not None and not all(0 <= minute < DAY_MINUTES for minute in habits.quiet):
        raise Illegal("Quiet hours run from one time of day to another.")
    if habits.away is not None and not 0 <= habits.away[1] - max(habits.away[0], now) <= LONGEST_AWAY:
        raise Illegal("A vacation lasts up to thirty days.")
