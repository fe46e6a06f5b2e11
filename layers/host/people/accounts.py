"""Accounts: one id for a person with however many identities; settings, private and operator's links, being forgotten.

An identity is a word such as `DOOR:123` or `DOOR:name`, or the hash of a token. A token opens one person's
own view and no more; only its hash is kept, and it ends by itself or when it is revoked.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from datetime import datetime
from functools import partial
from hmac import compare_digest
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec

from engine.kernel import LOG, PUBLIC, Illegal
from host.core import events
from host.core.context import HostContext
from host.core.deadlines import clocks
from host.core.extras import list_extras
from host.core.games import restart_seat_clocks
from host.core.session import (
    FORMER,
    LOBBY,
    RUNNING,
    Clock,
    Command,
    Person,
    ReachableHours,
    SeatedPlayer,
    Session,
    clean_display_name,
)
from host.core.store import items, kept_of_people
from host.core.store.items import PERSON, Conflict, Damaged
from host.core.transaction import BROKEN_CODE, NothingToChange, Transaction, run_transaction

log = logging.getLogger(__name__)
WEB, CODE, CLAIM = "web", "code", "claim"
CODE_LASTS = 15 * 60.0
LINK_LASTS = 90 * clocks.DAY
LONGEST_AWAY = 30 * clocks.DAY
DAY_MINUTES = 24 * 60


def load_or_create_person(host: HostContext, identity: str, name: str, place: str = "") -> Person:
    """Return the person with this identity (a platform's account), creating a new one if needed. Save a changed name
    (in the person's record only) and, unless it is empty, a changed `place` for private messages (in their open games,
    too). Raise Damaged if the record is unreadable or each attempt (`retries`) meets another change.
    """
    name = clean_display_name(name)
    for _ in range(host.config.retries):
        person_id = host.store.find_person_id(identity, host.now())
        found = host.store.load_person(person_id) if person_id else None
        try:
            if found is None:
                return _create_person(host, identity, name, place)
            return _update_name_and_place(host, found[0], name, place)
        except Conflict:  # the same person wrote twice at once
            continue
    raise Damaged(PERSON)  # whom this identity leads to, nobody can say


def load_current_person(host: HostContext, person_id: str) -> Person | None:
    """Return the person of this id, or None if there is none; a past vacation is left out of what is returned, not of
    what is stored.
    """
    found = host.store.load_person(person_id)
    return _end_past_vacation(found[0], host.now()) if found else None


def _end_past_vacation(person: Person, now: float) -> Person:
    """Return the person without a vacation that is over by the time `now`."""
    habits = person.habits
    if habits.away is None or habits.away[1] > now:
        return person
    return msgspec.structs.replace(person, habits=msgspec.structs.replace(habits, away=None))


def list_open_sessions(host: HostContext, owner: str) -> list[Session]:
    """Return the unfinished games (lobbies included) of `owner`, a person (`person:ID`) or a chat (`chat:PLACE`),
    without those that cannot be read.
    """
    return load_sessions(host, host.store.list_open_game_ids(owner))[0]


def load_sessions(host: HostContext, game_ids: Sequence[str]) -> tuple[list[Session], list[str]]:
    """Return (sessions, missing): those of these games that are stored and can be read, in their order, and the ids of
    the others.
    """
    found = [each.session for each in host.store.load_games(game_ids)]
    return found, [game_id for game_id in game_ids if all(session.id != game_id for session in found)]


def list_games_awaiting(host: HostContext, person_id: str, besides: str = "") -> list[tuple[Session, dict[str, Clock]]]:
    """Return the unfinished games that wait for this person, except the one with the id `besides`, each with the clocks
    of the questions that the person has to answer, by question id; none that is paused, cannot be read, or in which a
    computer plays for them.
    """
    found = []
    games = [game for game in host.store.list_open_game_ids(f"person:{person_id}") if game != besides]
    for session in load_sessions(host, games)[0]:
        you = session.find_player_of(person_id)
        seat = you.seat if you and not you.bot and not session.paused else LOG
        mine = {key: clock for key, clock in session.clocks.items() if clock.who == seat}
        if mine:
            found.append((session, mine))
    return found


_PERSON_DECODER = msgspec.json.Decoder(Person)


def iter_people(host: HostContext) -> Iterator[Person]:
    """Iterate, for an operator's commands, over all people whom this host can read; records that it cannot are marked
    as damaged. It reads the whole store.
    """
    kept = (item for item in host.store.table.every() if item.sk == "person")
    return (found for item in kept if (found := host.store.read(item, _PERSON_DECODER.decode)))


# -- identities


def create_web_token(host: HostContext, person_id: str) -> str:
    """Create and return a token with which a link logs in as this person on the web page, valid for ninety days;
    raise Illegal for an unknown person.
    """
    return create_token(host, person_id, WEB, LINK_LASTS)


def renew_token(host: HostContext, token: str, kind: str = WEB) -> bool:
    """Extend a token that is used, of this kind, so that it expires ninety days after its last use; saved at most once
    a day. Return whether it was saved now, False also for an unknown token.
    """
    return host.store.prolong_identity(_hash_token(kind, token), host.now() + LINK_LASTS, clocks.DAY)


def find_person_by_token(host: HostContext, token: object) -> Person | None:
    """Return the person whom this login token identifies, or None if it is no text, is invalid or has expired."""
    return find_token_owner(host, WEB, token) if isinstance(token, str) else None


def find_token_owner(host: HostContext, kind: str, token: str) -> Person | None:
    """Return the person to whom this token of this kind (login, link code …) belongs, or None if it is not valid."""
    person_id = host.store.find_person_id(_hash_token(kind, token), host.now())
    return load_current_person(host, person_id) if person_id else None


def list_token_prefixes() -> tuple[str, ...]:
    """Return the prefixes by which those stored identities of people are recognised that are tokens (of links and
    codes), not accounts on a platform.
    """
    extra = (kind for extra in list_extras() for kind in extra.token_kinds)
    return tuple(f"{kind}:" for kind in (WEB, CODE, CLAIM, *extra))


def revoke_tokens(host: HostContext, person_id: str, kind: str = "") -> None:
    """Make all tokens of this person (in links and codes) invalid, or only those of the kind `kind`; accounts on
    platforms stay.
    """
    prefixes = (f"{kind}:",) if kind else list_token_prefixes()
    tokens = [each for each in host.store.list_identities(person_id) if each.startswith(prefixes)]
    host.store.drop_identities(person_id, tokens)


def create_account_link_code(host: HostContext, person_id: str) -> str:
    """Create and return a code, valid for fifteen minutes, which the person enters on another platform to have their
    account there merged with this one; raise Illegal for an unknown person.
    """
    return create_token(host, person_id, CODE, CODE_LASTS)


def hash_link_code(code: object) -> str:
    """Return the identity (a hash) under which a link code is stored; empty if `code` is no text. Whether there is
    such a code is not looked up.
    """
    return _hash_token(CODE, code) if isinstance(code, str) else ""


def revoke_link_code(host: HostContext, code: str) -> bool:
    """Make a link code invalid that was posted where others could read it; return whether there was such a code."""
    person_id = host.store.find_person_id(hash_link_code(code), host.now())
    if person_id:
        host.store.drop_identities(person_id, [hash_link_code(code)])
    return bool(person_id)


def link_identity(host: HostContext, person_id: str, identity: str) -> None:
    """Give this person one more identity for ever, such as an account on a platform, taking it from anybody who had it;
    do nothing for an unknown person. Raise Conflict if it cannot be saved.
    """
    other = host.store.find_person_id(identity, host.now())
    if other == person_id or host.store.load_person(person_id) is None:
        return
    if other:
        host.store.drop_identities(other, [identity])
    add_identity(host, person_id, identity)


def add_identity(host: HostContext, person_id: str, identity: str, until: float = 0.0) -> bool:
    """Save one more identity of a person, valid until `until` (0: for ever); begin again if their record was changed
    meanwhile. Return False for an unknown person; raise Conflict if all attempts (`retries` in the settings) fail, as
    when somebody has the identity already.
    """
    for left in reversed(range(host.config.retries)):
        found = host.store.load_person(person_id)
        if found is None:
            return False
        try:
            host.store.save_person(*found, {identity: until})
        except Conflict:
            if not left:
                raise
        else:
            break
    return True


# -- habits


def set_habits(host: HostContext, person_id: str, habits: ReachableHours) -> None:
    """Save a person's settings for quiet hours, vacation, reminders and language, and apply them to their unfinished
    games, where deadlines move, except where a program plays for them. Raise Illegal for impossible values (see
    `check_habits`) or an unknown person.
    """
    check_habits(habits, host.now())
    _save_person_fields(host, person_id, habits=habits)

    def apply_habits(tx: Transaction) -> None:
        """Give the person's seat the new settings (`habits` of the enclosing function) without a past vacation, and
        move the deadlines of its questions to suit them, unless a computer plays there.
        """
        player = tx.player
        new = clocks.drop_past_vacation(habits, tx.now)
        for book in tx.session.iter_clock_books():
            for key, clock in book.items():
                if clock.who == player.seat and not player.bot:
                    book[key] = clocks.adapt_clock_to_habits(clock, player.habits, new, tx.now)
        player.habits = new
        tx.log("habits", player.seat)

    _apply_to_open_games(host, person_id, apply_habits)


def set_private_place(host: HostContext, person_id: str, place: str) -> None:
    """Set where this person's private messages go, in their unfinished games, too, except where a program plays for
    them; nowhere if `place` is empty. For an unknown person only the games are changed.
    """

    def apply_place(tx: Transaction) -> None:
        """Give the person's seat the `place` of the enclosing function; raise NothingToChange if it has it already."""
        player = tx.player
        if player.place == place:
            raise NothingToChange
        player.place = place
        tx.board = False
        tx.log("place", player.seat)

    if load_current_person(host, person_id) is not None:
        _save_person_fields(host, person_id, place=place)
    _apply_to_open_games(host, person_id, apply_place)


def leave_private_place(host: HostContext, person: Person, place: str = "") -> None:
    """Set that this person's private messages go to `place` (empty: nowhere) instead, because the former place may be
    theirs no more, and delete the posts queued for that.
    """
    set_private_place(host, person.id, place)
    host.store.drop_or_redirect_posts(person.place, "", host.now())


# -- leaving no trace


def forget_account(host: HostContext, person_id: str) -> None:
    """Delete a person's data, with all that is stored of their own chats. Their seats stay, as `a former player`, and
    a computer plays on where a game is running; in a lobby the seat goes. Games that the operator has removed are
    changed, too.
    """
    own = _list_own_places(host, person_id)
    owners = [f"person:{person_id}", *(f"chat:{place}" for place in own)]
    for game_id in dict.fromkeys(game for owner in owners for game in host.store.list_all_game_ids(owner)):
        with suppress(NothingToChange):
            leave_no_trace = partial(_remove_from_game, person_id=person_id, own=own)
            if run_transaction(host, Command(operator=True), game_id, leave_no_trace).code == BROKEN_CODE:
                run_transaction(host, Command(operator=True), game_id, partial(leave_no_trace, loads=False))
    for place in own:
        host.store.drop_place(place)
    items.hand_over_table_scores(host.store.table, person_id)
    kept_of_people.forget_personal_data(host.store, person_id)
    host.store.drop_person(person_id)
    host.recent.clear()  # lists that name them
    log.info("person deleted")  # without an id: nothing of them is kept


def _list_own_places(host: HostContext, person_id: str) -> list[str]:
    """Return the places that are a person's alone: that of their private messages, and the accounts under which they
    are known, as on most platforms a person's name there is the address of their private chat, too.
    """
    found = host.store.load_person(person_id)
    accounts = [each for each in host.store.list_identities(person_id) if not each.startswith(list_token_prefixes())]
    return [place for place in dict.fromkeys([found[0].place if found else "", *accounts]) if place]


def is_only_known_as(host: HostContext, person_id: str, kind: str) -> bool:
    """Return whether nothing is stored about this person (games, statistics and what extras keep included) but their
    record and exactly one identity, of the kind `kind`, such as that of a guest; tokens are not counted.
    """
    kept = export_account(host, person_id)
    identities = kept.pop("identities")
    del kept["person"]
    return [each.partition(":")[0] for each in identities] == [kind] and _is_empty(kept)


def _is_empty(kept: object) -> bool:
    """Return whether nothing is stored in an exported value: it is empty or, for a dictionary, all its values are."""
    return all(map(_is_empty, kept.values())) if isinstance(kept, dict) else not kept


def export_account(host: HostContext, person_id: str) -> dict[str, Any]:
    """Return everything stored about a person (but no tokens), with what they were told in their games in public and in
    private, as a dictionary of plain data for their download. For an unknown id the field `person` is None.
    """
    found = load_current_person(host, person_id)
    owner = f"person:{person_id}"
    games = host.store.list_all_game_ids(owner)
    identities = [each for each in host.store.list_identities(person_id) if not each.startswith(list_token_prefixes())]
    return {
        "person": msgspec.to_builtins(found),
        "identities": identities,
        "counts": host.store.load_counts(owner) | host.store.load_and_prune_bests(owner),
        **kept_of_people.export_personal_data(host.store, person_id),
        "games": [_export_game_of_person(host, game_id, person_id) for game_id in games],
    }


def _export_game_of_person(host: HostContext, game_id: str, person_id: str) -> dict[str, Any]:
    """Return what a person may download of one game: its id, ruleset, stage, their seat, and everything that they
    were told in it in public and in private; only the id if the game is gone or damaged.
    """
    saved = None
    with suppress(Damaged):
        saved = host.store.load_game(game_id)
    if saved is None:
        return {"id": game_id}
    session = saved.session
    you = session.find_player_of(person_id)
    seat, since = (you.seat, you.since) if you else (PUBLIC, 0)
    told: list[Any] = []
    first = 0
    while entries := host.store.load_log(game_id, first):
        lines = [(entry.n, line) for entry in entries for line in entry.told]
        told += [
            msgspec.to_builtins(line) for n, line in lines if line.to == PUBLIC or (line.to == seat and n >= since)
        ]
        first = entries[-1].n + 1
    return {"id": game_id, "ruleset": session.ruleset, "stage": session.stage, "seat": seat, "told": told}


def _remove_from_game(tx: Transaction, person_id: str, own: Collection[str] = (), *, loads: bool = True) -> None:
    """Remove a person whose data are deleted from a game: their wishes for a seat, their seat (see `empty_seat`), the
    places of theirs (`own`) that show it, and their role as its opener, which goes to the first other person who plays,
    or to nobody. Without `loads` the game itself is left alone, as where its rules are broken: clocks go on as they
    are. Raise NothingToChange if they have no part in it.
    """
    session = tx.session
    theirs = [player for player in session.players if player.person == person_id]
    books = (session.wishes, session.takeovers)
    wished = [book for book in books for wish in book.values() if wish.person == person_id]
    places = [place for place in session.places if place not in own]
    if not (theirs or wished or places != session.places) and session.by != person_id:
        raise NothingToChange
    session.places = places
    for book in wished:
        for key in [key for key, wish in book.items() if wish.person == person_id]:
            del book[key]
    tx.board = session.stage in (LOBBY, RUNNING) and not session.removed
    tx.log("forget", LOG)
    for player in theirs:
        empty_seat(tx, player, loads=loads)
    if session.by == person_id:
        session.by = next((other.person for other in session.players if other.person and not other.bot), "")


def empty_seat(tx: Transaction, player: SeatedPlayer, *, loads: bool = True) -> None:
    """Take the person out of a seat, which is then of `a former player`, and the game out of the person's own chat. In
    a lobby the seat goes; in a running game, or one about to begin, a computer plays on (with new clocks if the game
    `loads`), which is announced unless the game is removed; in a finished one nothing else changes.
    """
    session = tx.session
    session.places = [place for place in session.places if place != player.place]
    player.person, player.name, player.place, player.habits = "", FORMER, "", ReachableHours()
    if session.stage == LOBBY and not session.opening:
        session.players.remove(player)
    elif session.stage in (LOBBY, RUNNING) and not player.bot:
        player.bot = True
        if loads:
            restart_seat_clocks(tx, player.seat)
        if not session.removed:
            tx.say(events.StandInCame(player.seat))


def _create_person(host: HostContext, identity: str, name: str, place: str) -> Person:
    """Save a new person with this identity and return the record; raise Conflict if somebody has the identity
    already.
    """
    new = Person(host.token(8), name, host.now(), place)
    host.store.save_person(new, 0, {identity: 0.0})
    return new


def _update_name_and_place(host: HostContext, found: Person, name: str, place: str) -> Person:
    """Save a person's name, and their place for private messages unless `place` is empty, if it has changed, the place
    in their open games, too; return the person as they are now.
    """
    if name != found.name:
        found = _save_person_fields(host, found.id, name=name)
    if place and place != found.place:
        set_private_place(host, found.id, place)
        found.place = place
    return found


def _save_person_fields(host: HostContext, person_id: str, **news: Any) -> Person:
    """Save these fields of a person's record and return it; begin again, without limit, if it was changed meanwhile.
    Raise Illegal for an unknown person, Damaged for an unreadable record.
    """
    while True:
        found = host.store.load_person(person_id)
        if found is None:
            raise Illegal("I do not know you yet. Join a game first.", code="unknown_person")
        new = msgspec.structs.replace(found[0], **news)
        try:
            host.store.save_person(new, found[1])
        except Conflict:
            continue
        return new


def _apply_to_open_games(host: HostContext, person_id: str, change: Callable[[Transaction], None]) -> None:
    """Apply a change to each unfinished game in which this person has a seat, as an input of theirs; games in which
    a program plays for them are left out. A refusal by a game is ignored.
    """
    for session in list_open_sessions(host, f"person:{person_id}"):
        player = session.find_player_of(person_id)
        if player is not None and not player.program:
            with suppress(NothingToChange):
                run_transaction(host, Command(by=person_id), session.id, change)


def create_token(host: HostContext, person_id: str, kind: str, seconds: float) -> str:
    """Create and return a token of this kind for a person, valid for this many seconds; only its hash is stored. Raise
    Illegal for an unknown person.
    """
    token = host.token(16)
    if not add_identity(host, person_id, _hash_token(kind, token), host.now() + seconds):
        raise Illegal("I do not know you yet. Join a game first.", code="unknown_person")
    return token


def _hash_token(kind: str, token: str) -> str:
    """Return the identity under which a token of this kind is stored: its hash."""
    return f"{kind}:{hashlib.sha256(token.encode(errors='replace')).hexdigest()}"


def check_habits(habits: ReachableHours, now: float) -> None:
    """Raise Illegal if the time zone is unknown, the quiet hours are no times of day, or the vacation is over by the
    time `now`, ends before it begins, or lasts more than thirty days from now on or from its later beginning.
    """
    try:
        datetime.fromtimestamp(now, ZoneInfo(habits.zone))
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise Illegal("I do not know that time zone. Write one like Europe/London.", code="no_time_zone") from None
    if habits.quiet is not None and not all(0 <= minute < DAY_MINUTES for minute in habits.quiet):
        raise Illegal("Write your quiet hours as two times, for example 22:30 to 7:00.", code="bad_quiet_hours")
    if habits.away is not None and not 0 <= habits.away[1] - max(habits.away[0], now) <= LONGEST_AWAY:
        raise Illegal("A vacation can be at most thirty days long.", code="vacation_too_long")


def has_opted_out(host: HostContext, identity: str) -> bool:
    """Return whether this account has asked not to be mentioned or written to."""
    return bool(host.store.find_person_id(_build_opt_out_name(identity), host.now()))


def opt_out_account(host: HostContext, person: Person, identity: str, mailbox: str) -> None:
    """Record that this account (`identity`) is neither to be mentioned nor written to, clear the person's private
    place, in open games, too, if it is `mailbox`, and delete the posts queued for `mailbox`.
    """
    link_identity(host, person.id, _build_opt_out_name(identity))
    if person.place == mailbox:
        set_private_place(host, person.id, "")
    host.store.drop_or_redirect_posts(mailbox, "", host.now())


def opt_in_account(host: HostContext, person: Person, identity: str, mailbox: str) -> None:
    """Allow the bot again to mention this account (`identity`) and to write to it; private messages go to `mailbox`, in
    open games, too, if the person has no place for them.
    """
    host.store.drop_identities(person.id, [_build_opt_out_name(identity)])
    if not person.place:
        set_private_place(host, person.id, mailbox)


def _build_opt_out_name(identity: str) -> str:
    """Return the identity that marks an account as not to be mentioned or written to."""
    return f"quiet-{identity}"


OPERATOR_TOKEN_SECONDS = 3600.0
OPERATOR_TOKEN_NOTE = "operator"  # noqa: S105 - the name under which its hash is kept


def create_operator_token(host: HostContext) -> str:
    """Create and return the token for a link to the operator's page, valid for an hour; one made earlier becomes
    invalid, as only the hash of the newest is stored.
    """
    token = host.token(32)
    until = f"{host.now() + OPERATOR_TOKEN_SECONDS:.0f}"
    host.store.save_note(OPERATOR_TOKEN_NOTE, f"{until} {_hash_operator_token(token)}")
    return token


def revoke_operator_token(host: HostContext) -> None:
    """Make all printed links to the operator's page invalid."""
    host.store.save_note(OPERATOR_TOKEN_NOTE, "")


def is_operator_token(host: HostContext, token: str) -> bool:
    """Return whether this token opens the operator's page now."""
    until, _, kept = host.store.load_note(OPERATOR_TOKEN_NOTE).partition(" ")
    return compare_digest(_hash_operator_token(token), kept) and host.now() < float(until)


def _hash_operator_token(token: str) -> str:
    """Return the hash under which the token of the operator's page is stored."""
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()
