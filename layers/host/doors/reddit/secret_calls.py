"""Calls players in the thread to their private pages, where something secret has been asked of somebody at the table.

Who is asked is a secret itself: so all are called who are written to nowhere else, whoever of them it is.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping

import msgspec

from engine.kernel import Reader
from host.core.context import HostContext
from host.core.session import RUNNING, Post, Session
from host.doors.reddit.markdown import call, escaped, joined, raw

ASK, CALLED = "!secret", "called"  # in place of a question; and what is kept of those that have been called to
AT_ONCE = 3  # names in one comment: Reddit tells nobody of a fourth
PAGE = "Something that is only for your eyes may wait on your private page: {page}"
CLAIM = "If that page does not know you yet, open {claim} first. Whoever would rather be written to writes {messages}"
LETTER = "Something that is only for your eyes may wait for you. Write {messages}, and I tell you where."


def post(host: HostContext, chat: str, session: Session) -> None:
    """What has newly been asked in secret is called out, once, to whoever is told of it nowhere else."""
    secret = sorted(key for key, clock in session.clocks.items() if clock.secret)
    name = f"{CALLED}/{session.id}"
    kept = host.store.kept(chat, name) if secret and session.stage == RUNNING and not session.paused else b""
    known = msgspec.json.decode(kept, type=list[str]) if kept else []
    new = [key for key in secret if not {key, *session.clocks[key].was} & set(known)]
    if not new or session.stage != RUNNING or session.paused or not unreached(session):
        return
    once = hashlib.sha256("\n".join(new).encode()).hexdigest()[:16]
    ask = f"{ASK}/{session.id}/{new[0]}"
    stamp = max(int(host.now() * 1000), *(waiting.stamp + 1 for waiting in host.store.posts(chat)), 0)
    host.store.answer(f"reddit:{CALLED}/{chat}/{once}", [Post(chat, "", stamp, asks=[ask])], host.now())
    host.store.keep(chat, name, msgspec.json.encode(secret))


def unreached(session: Session) -> list[str]:
    """The seats of those who are told their secrets nowhere but on their page."""
    return [each.seat for each in session.players if each.person and not (each.place or each.bot or each.out)]


def paragraphs(seats: list[str], accounts: Mapping[str, str], web: str, game: str, reader: Reader) -> Iterator[str]:
    """The call, with no more names each than Reddit takes."""
    names = [escaped(call(accounts[seat])) for seat in seats if seat in accounts]
    messages = raw("`messages`")
    told = [reader.say(LETTER, messages=messages)]
    if web:
        page, claim = raw(f"{web}/g/{game}"), raw(f"{web}/claim")
        told = [reader.say(PAGE, page=page), reader.say(CLAIM, claim=claim, messages=messages)]
    for first in range(0, len(names), AT_ONCE):
        some = ", ".join(names[first : first + AT_ONCE])
        yield joined([f"🔒 **{some}**: {escaped(told[0])}", *map(escaped, told[1:])])
