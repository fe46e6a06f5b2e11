"""The public lobby at the desk: tables that look for players among strangers, as their openers want, for a day."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from engine.kernel import Illegal
from host.core.context import HostContext
from host.core.session import LOBBY, Session, clean_display_name, clean_line
from host.core.store.items import DeleteItem, Item, PutItem
from host.core.store.store import Store
from host.people import rate_limits
from host.said.answers import DeskAnswer
from host.said.desk.request import DeskRequest

SEEKING = "seeking"
MAX_SHOWN_NOTICES = 200  # the newest: more than all networks of one site can put there in six hours
LASTS = 86400.0


class LobbyNotice(Struct):
    """A table that looks for players among strangers: who opened it, and what they say of it."""

    game: str
    person: str
    words: str
    at: float
    reported: bool = False
    off: bool = False  # taken off the list, and kept for the operator because it was reported


_notice = msgspec.json.Decoder(LobbyNotice)


def list_lobby_notices(store: Store, now: float) -> list[LobbyNotice]:
    """Return the public notices of tables that look for players and have not expired, newest first."""
    return [notice for notice in _list_kept_notices(store, now) if not notice.off]


def _list_kept_notices(store: Store, now: float) -> list[LobbyNotice]:
    """Return all notices that have not expired, newest first, also reported ones whose tables look for players no
    more.
    """
    items = [item for item in _iter_notice_items(store) if item.until > now]
    found = [notice for item in items if (notice := store.read(item, _notice.decode))]
    return sorted(found, key=lambda notice: -notice.at)


def _iter_notice_items(store: Store) -> Iterator[Item]:
    """Iterate over the stored items of all public notices, also expired ones, page by page."""
    first = ""
    while items := store.table.query(SEEKING, first):
        yield from items
        first = f"{items[-1].sk}/"


def save_lobby_notice(store: Store, notice: LobbyNotice) -> None:
    """Save the public notice that a table looks for players, replacing an earlier one of the same table; it expires a
    day after its `at`.
    """
    store.table.write([PutItem(Item(SEEKING, notice.game, msgspec.json.encode(notice), until=notice.at + LASTS))])


def drop_lobby_notice(store: Store, game: str) -> None:
    """Delete the public notice that a table looks for players, even a reported one; do nothing if there is none."""
    store.table.write([DeleteItem(SEEKING, game)])


def list_notices_of_person(store: Store, person: str) -> list[LobbyNotice]:
    """Return all notices of a person's tables that look for players or did so, also expired ones."""
    return [notice for notice in _list_kept_notices(store, 0.0) if notice.person == person]


def export_person_data(store: Store, person: str) -> object:
    """Return the public notices by which a person's tables look for players, for the download of their data."""
    return msgspec.to_builtins(list_notices_of_person(store, person))


def delete_person_data(store: Store, person: str) -> None:
    """Delete all public notices by which a person's tables look for players."""
    for notice in list_notices_of_person(store, person):
        drop_lobby_notice(store, notice.game)


def hand_over_person_data(store: Store, goes: str, stays: str) -> None:
    """Give the public notices of the tables of the person `goes` to the person `stays`, when their two accounts are
    merged.
    """
    for notice in list_notices_of_person(store, goes):
        notice.person = stays
        save_lobby_notice(store, notice)


MAX_NOTICE_LENGTH = 120
MOST_EACH = 2  # tables of one person
BEGUN = "Only a game that has not begun can look for players."
INVITED = "Only invited players can join this game, so strangers cannot find it."

GAME_HAS_PLACE = (
    "This game is shown in a group or thread, and people can join it there. For strangers, open a new game here."
)

NOTICE_TOO_LONG = "That is too long. Use at most {most} characters."
ADDRESS = "Do not write addresses or accounts. Players can find you in the game."
TOO_MANY_NOTICES = "You are already looking for players for {n} games. That is the maximum."
NOTICE_GONE = "That game is not looking for players any more."
ADDRESS_PATTERN = re.compile(r"://|www\.|\w\.(?:com|net|org|me|gg|io|ru|xyz|link|app)\b|@\w", re.IGNORECASE)


class SoughtTable(Struct):
    """A table that looks for players among strangers."""

    notice: LobbyNotice
    session: Session
    host: str


def list_sought_tables(host: HostContext) -> list[SoughtTable]:
    """List the tables that look for players, newest first, with their notices and openers' names: only lobbies that
    strangers may still join and that have a free seat, among the two hundred newest notices.
    """
    newest = list_lobby_notices(host.store, host.now())[:MAX_SHOWN_NOTICES]
    found = {notice.game: notice for notice in newest}
    sessions = {saved.session.id: saved.session for saved in host.store.load_games(list(found))}
    names = host.store.load_person_names(sorted({notice.person for notice in found.values()}))
    return [
        SoughtTable(notice, sessions[game], clean_display_name(names.get(notice.person, "")))
        for game, notice in found.items()
        if game in sessions and _has_free_seat(host, sessions[game])
    ]


def list_sought_sessions(host: HostContext) -> list[Session]:
    """List the sessions of the tables that look for players among strangers and have a free seat, newest first."""
    return [found.session for found in list_sought_tables(host)]


def _has_free_seat(host: HostContext, session: Session) -> bool:
    """Return whether anybody may sit down at this table now: it is open to strangers and has fewer players than the
    host allows.
    """
    return len(session.players) < host.config.most_seats and _is_open_to_strangers(session)


def _is_open_to_strangers(session: Session) -> bool:
    """Return whether strangers may sit down at this table while there is room: a lobby that is not for invited people,
    shown in no place, and not about to begin.
    """
    return session.stage == LOBBY and not (session.opening or session.invited or session.places)


def find_lobby_notice(host: HostContext, game: str) -> LobbyNotice | None:
    """Return the public notice that this table looks for players, or None if it has none, or only one that has expired
    or was taken off the list.
    """
    found = list_lobby_notices(host.store, host.now())
    return next((notice for notice in found if notice.game == game), None)


def list_table_for_strangers(request: DeskRequest) -> DeskAnswer:
    """Put a table, at its host's request, on the public list of those that look for players, with the request's few
    words in place of earlier ones (a report of these stays). Raise Illegal for others, if it has begun, is for invited
    people only or shown in a place, for words too long or with an address, or if two other tables of theirs look for
    players; Crowded beyond the rate limit.
    """
    host, session, said = request.host, request.pick_game(), clean_line(request.words)
    game = session.id
    request.check_hosts(session)
    if session.stage != LOBBY:
        raise Illegal(BEGUN, code="already_begun")
    if session.invited:
        raise Illegal(INVITED, code="invited_only")
    if session.places:
        raise Illegal(GAME_HAS_PLACE, code="shown_in_chat")
    if len(request.words.strip()) > MAX_NOTICE_LENGTH:
        raise Illegal(NOTICE_TOO_LONG, code="notice_too_long", most=MAX_NOTICE_LENGTH)
    if ADDRESS_PATTERN.search(said):
        raise Illegal(ADDRESS, code="address_in_notice")
    kept = _list_kept_notices(host.store, host.now())
    others = [each.game for each in kept if each.person == request.by and each.game != game and not each.off]
    if sum(_is_open_to_strangers(saved.session) for saved in host.store.load_games(others)) >= MOST_EACH:
        raise Illegal(TOO_MANY_NOTICES, code="too_many_notices", n=MOST_EACH)
    rate_limits.count_act(host, "seeking", request.visitor)
    before = next((notice for notice in kept if notice.game == game), None)
    save_lobby_notice(
        host.store, LobbyNotice(game, request.by, said, host.now(), reported=before is not None and before.reported)
    )
    return DeskAnswer(game=game)


def unlist_table_for_strangers(request: DeskRequest) -> DeskAnswer:
    """Take a table, at its host's request, off the public list of those that look for players (if it is there); if the
    same person put it there, it does not count for their rate limit any more. A reported notice is kept, unlisted, for
    the operator. Raise Illegal if the person is not its host.
    """
    session = request.pick_game()
    request.check_hosts(session)
    notice = find_lobby_notice(request.host, session.id)
    if notice is not None and notice.reported:
        save_lobby_notice(request.host.store, replace(notice, off=True))
    elif notice is not None:
        drop_lobby_notice(request.host.store, session.id)
    if notice is not None and notice.person == request.by:
        rate_limits.take_back_act(request.host, "seeking", request.visitor, notice.at)
    return DeskAnswer(game=session.id)


def report_lobby_notice(request: DeskRequest) -> DeskAnswer:
    """Report a table's public notice to the operator, at a person's request; raise Illegal if it has none. Who
    reported it is not stored.
    """
    game = request.pick_game().id
    notice = find_lobby_notice(request.host, game)
    if notice is None:
        raise Illegal(NOTICE_GONE, code="notice_gone")
    notice.reported = True
    save_lobby_notice(request.host.store, notice)
    return DeskAnswer(game=game)


def list_reported_notices(host: HostContext) -> list[str]:
    """Return a line for the operator about each notice that people have reported, also one taken off the list since:
    the table, who wrote it and its words.
    """
    found = [notice for notice in _list_kept_notices(host.store, host.now()) if notice.reported]
    names = host.store.load_person_names(sorted({notice.person for notice in found}))
    return [f"{notice.game}  in the lobby  {names.get(notice.person, '?')}: {notice.words}" for notice in found]


def drop_notice_of_game(host: HostContext, game: str) -> None:
    """Delete a table's public notice that it looks for players, even a reported one, as the operator has ended all talk
    at the table.
    """
    drop_lobby_notice(host.store, game)
