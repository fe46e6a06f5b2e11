"""The public lobby at the desk: a table that looks for players among strangers, if whoever opened it wants that."""

from __future__ import annotations

import re

from msgspec import Struct

from engine.kernel import Illegal
from host.core.context import HostContext
from host.core.display_names import clean, tame
from host.core.session import LOBBY, Session
from host.core.store import sought_players
from host.core.store.sought_players import LobbyNotice
from host.people import rate_limits
from host.said.desk.answer import Answer
from host.said.desk.request import Request

LONGEST = 120
MOST_EACH = 2  # tables of one person
CLOSED = "Tables are not shown to strangers here."
BEGUN = "Only a table that waits for players can look for them."
INVITED = "Only those who are invited take a seat at this table."
PLACED = "This game is shown in a group or a thread; whoever is there may join. Open one here for strangers."
LONG = "Say it in {most} characters at most."
ADDRESS = "Leave out addresses and accounts: whoever comes finds you at the table."
ENOUGH = "You look for players at {n} tables already."
GONE = "That table does not look for players any more."
LINK = re.compile(r"://|www\.|\w\.(?:com|net|org|me|gg|io|ru|xyz|link|app)\b|@\w", re.IGNORECASE)


class SoughtTable(Struct):
    """A table that a stranger may sit down at."""

    notice: LobbyNotice
    session: Session
    host: str


def sought(host: HostContext) -> list[SoughtTable]:
    """All tables that look for players and have a seat, the newest first."""
    if not host.config.strangers:
        return []
    notices = {notice.game: notice for notice in sought_players.notices(host.store, host.now())}
    sessions = {saved.session.id: saved.session for saved in host.store.games(list(notices))}
    names = host.store.called(sorted({notice.person for notice in notices.values()}))
    return [
        SoughtTable(notice, sessions[game], tame(names.get(notice.person, "")))
        for game, notice in notices.items()
        if game in sessions and _free(host, sessions[game])
    ]


def _free(host: HostContext, session: Session) -> bool:
    room = len(session.players) < host.config.most_seats
    return room and session.stage == LOBBY and not (session.opening or session.invited or session.places)


def of(host: HostContext, game: str) -> LobbyNotice | None:
    """What this table says to strangers, if it does."""
    found = sought_players.notices(host.store, host.now()) if host.config.strangers else []
    return next((notice for notice in found if notice.game == game), None)


def seek(request: Request) -> Answer:
    """This table is shown to whoever looks for one, with a few words of its host."""
    host, session, said = request.host, request.session(), clean(request.words)
    game = session.id
    request.must_host(session)
    if not host.config.strangers:
        raise Illegal(CLOSED)
    if session.stage != LOBBY:
        raise Illegal(BEGUN)
    if session.invited:
        raise Illegal(INVITED)
    if session.places:
        raise Illegal(PLACED)
    if len(request.words.strip()) > LONGEST:
        raise Illegal(LONG, most=LONGEST)
    if LINK.search(said):
        raise Illegal(ADDRESS)
    others = [each for each in sought_players.of_person(host.store, request.by) if each.game != game]
    if len([each for each in others if each.at + sought_players.LASTS > host.now()]) >= MOST_EACH:
        raise Illegal(ENOUGH, n=MOST_EACH)
    rate_limits.count(host, "seeking", request.visitor)
    sought_players.keep(host.store, LobbyNotice(game, request.by, said, host.now()))
    return Answer(game=game)


def seek_no_more(request: Request) -> Answer:
    """It is shown to no stranger any more."""
    session = request.session()
    request.must_host(session)
    notice = of(request.host, session.id)
    sought_players.drop(request.host.store, session.id)
    if notice is not None and notice.person == request.by:
        rate_limits.give_back(request.host, "seeking", request.visitor, notice.at)
    return Answer(game=session.id)


def report(request: Request) -> Answer:
    """Whoever runs the host is shown what that table says. Who reported it is not kept."""
    game = request.session().id
    notice = of(request.host, game)
    if notice is None:
        raise Illegal(GONE)
    notice.reported = True
    sought_players.keep(request.host.store, notice)
    return Answer(game=game)
