"""Calls players in the thread to their private pages, where something secret has been asked of somebody at the table.

Who is asked is a secret itself: so all at that table are called who are written to nowhere else, whoever of them it is.
Where everybody sees for whom the table waits, only those are. The call stands in the comment that tells what led to it,
as far as Reddit lets one call so many; it is a comment of its own if nothing was told.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence

import msgspec

from engine.kernel import Reader
from engine.kernel.view import Panel
from host.core.context import HostContext
from host.core.session import RUNNING, Post, Session
from host.doors.reddit.markdown import call, escaped, joined, raw

ASK, CALLED = "!secret", "called"  # in place of a question; and what is kept of those that have been called to
PAGE = "Something that is only for your eyes may wait on your private page: {page}"
CLAIM = "If that page does not know you yet, open {claim} first. Whoever would rather be written to writes {messages}"
LETTER = "Something that is only for your eyes may wait for you. Write {messages}, and I tell you where."


def due(host: HostContext, chat: str, session: Session) -> list[str]:
    """What has newly been asked in secret and calls for a call, in place of a question: one for all of it."""
    new = _new(host, chat, session)
    return [f"{ASK}/{session.id}/{new[0]}"] if new else []


def made(host: HostContext, chat: str, session: Session) -> None:
    """Whoever is to be called has been, for all that is asked in secret now."""
    host.store.keep(chat, f"{CALLED}/{session.id}", msgspec.json.encode(_secret(session)))


def post(host: HostContext, chat: str, session: Session) -> None:
    """What nobody was called for by any news is called out by itself, once."""
    new = _new(host, chat, session)
    if not new:
        return
    once = hashlib.sha256("\n".join(new).encode()).hexdigest()[:16]
    ask = f"{ASK}/{session.id}/{new[0]}"
    stamp = max(int(host.now() * 1000), *(waiting.stamp + 1 for waiting in host.store.posts(chat)), 0)
    host.store.answer(f"reddit:{CALLED}/{chat}/{once}", [Post(chat, "", stamp, asks=[ask])], host.now())
    made(host, chat, session)


def _secret(session: Session) -> list[str]:
    return sorted(key for key, clock in session.clocks.items() if clock.secret)


def _new(host: HostContext, chat: str, session: Session) -> list[str]:
    """The secret questions to which nobody has been called yet; none while nobody can be, or there is nobody.

    A question that follows on its player's own answer is in front of them already, such as that for a second bomb.
    """
    secret = _secret(session)
    if not secret or session.stage != RUNNING or session.paused or not unreached(session):
        return []
    kept = host.store.kept(chat, f"{CALLED}/{session.id}")
    known = set(msgspec.json.decode(kept, type=list[str]) if kept else [])
    return [key for key in secret if not {key, *session.clocks[key].was} & known and not session.clocks[key].follows]


def unreached(session: Session) -> list[str]:
    """The seats of those who are told their secrets nowhere but on their page."""
    return [each.seat for each in session.players if each.person and not (each.place or each.bot or each.out)]


def whom(session: Session, panels: Sequence[Panel]) -> list[str]:
    """The seats to be called, by what everybody sees of the tables."""
    tables: dict[str, set[str]] = {}
    for key, clock in session.clocks.items():
        if clock.secret:
            tables.setdefault(key.partition("#")[0], set()).add(clock.who)
    called = {seat for table, asked in tables.items() for seat in _around(asked, table, session, panels)}
    return [seat for seat in unreached(session) if seat in called]


def _around(asked: set[str], table: str, session: Session, panels: Sequence[Panel]) -> list[str]:
    """As few of the players as can be told without telling who is asked."""
    everybody = [each.seat for each in session.players]
    panel = next((each for each in panels if each.id == table), None)
    ways = [panel.to_move, [seat.who for seat in panel.seats]] if panel else []
    return next((seats for seats in ways if asked <= set(seats)), everybody)


def page(web: str, game: str, reader: Reader) -> str:
    """Where whoever is called looks."""
    messages = raw("`messages`")
    told = [reader.say(LETTER, messages=messages)]
    if web:
        own, claim = raw(f"{web}/g/{game}"), raw(f"{web}/claim")
        told = [reader.say(PAGE, page=own), reader.say(CLAIM, claim=claim, messages=messages)]
    return joined(map(escaped, told))


def paragraph(accounts: Iterable[str], told: str) -> str:
    """The call of these."""
    return f"🔒 **{', '.join(escaped(call(each)) for each in accounts)}**: {told}"
