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
from host.doors.reddit.markdown import build_user_mention, escape_markdown, join_markdown_lines, mark_raw

ASK, CALLED = "!secret", "called"  # in place of a question; and what is kept of those that have been called to
PRIVATE_PAGE_NOTICE = "Something that is only for your eyes may wait on your private page: {page}"
CLAIM = "If that page does not know you yet, open {claim} first. Whoever would rather be written to writes {messages}"
PRIVATE_MESSAGE_NOTICE = (
    "Something that is only for your eyes may wait for you. Write {messages}, and I tell you where."
)


def list_due_calls(host: HostContext, chat: str, session: Session) -> list[str]:
    """Return a call, in place of a question, if something has newly been asked in secret; one for all of it."""
    new = _list_uncalled_questions(host, chat, session)
    return [f"{ASK}/{session.id}/{new[0]}"] if new else []


def note_calls_made(host: HostContext, chat: str, session: Session) -> None:
    """Note that the players have been called for all that is asked in secret now."""
    host.store.save_place_value(chat, f"{CALLED}/{session.id}", msgspec.json.encode(_list_secret_questions(session)))


def post_secret_call(host: HostContext, chat: str, session: Session) -> None:
    """Post a call by itself, once, for secret questions that no news has called for."""
    new = _list_uncalled_questions(host, chat, session)
    if not new:
        return
    once = hashlib.sha256("\n".join(new).encode()).hexdigest()[:16]
    ask = f"{ASK}/{session.id}/{new[0]}"
    stamp = max(int(host.now() * 1000), *(waiting.stamp + 1 for waiting in host.store.load_posts(chat)), 0)
    host.store.queue_answer(f"reddit:{CALLED}/{chat}/{once}", [Post(chat, "", stamp, asks=[ask])], host.now())
    note_calls_made(host, chat, session)


def _list_secret_questions(session: Session) -> list[str]:
    return sorted(key for key, clock in session.clocks.items() if clock.secret)


def _list_uncalled_questions(host: HostContext, chat: str, session: Session) -> list[str]:
    """List the secret questions for which nobody has been called yet. Skip those that follow on the player's own
    answer, because they are in front of them already.
    """
    secret = _list_secret_questions(session)
    if not secret or session.stage != RUNNING or session.paused or not list_page_only_seats(session):
        return []
    kept = host.store.load_place_value(chat, f"{CALLED}/{session.id}")
    known = set(msgspec.json.decode(kept, type=list[str]) if kept else [])
    return [key for key in secret if not {key, *session.clocks[key].was} & known and not session.clocks[key].follows]


def list_page_only_seats(session: Session) -> list[str]:
    """List the seats of players whose only way to secrets is their private page."""
    return [each.seat for each in session.players if each.person and not (each.place or each.bot or each.out)]


def list_seats_to_call(session: Session, panels: Sequence[Panel]) -> list[str]:
    """List the seats to call, by what everybody sees of the tables."""
    tables: dict[str, set[str]] = {}
    for key, clock in session.clocks.items():
        if clock.secret:
            tables.setdefault(key.partition("#")[0], set()).add(clock.who)
    called = {seat for table, asked in tables.items() for seat in _pick_smallest_group(asked, table, session, panels)}
    return [seat for seat in list_page_only_seats(session) if seat in called]


def _pick_smallest_group(asked: set[str], table: str, session: Session, panels: Sequence[Panel]) -> list[str]:
    """Return the smallest group of seats that can be called without revealing who is asked."""
    everybody = [each.seat for each in session.players]
    panel = next((each for each in panels if each.id == table), None)
    ways = [panel.to_move, [seat.who for seat in panel.seats]] if panel else []
    return next((seats for seats in ways if asked <= set(seats)), everybody)


def format_page_call(web: str, game: str, reader: Reader) -> str:
    """Return the paragraph that tells a called player where to look."""
    messages = mark_raw("`messages`")
    told = [reader.format_sentence(PRIVATE_MESSAGE_NOTICE, messages=messages)]
    if web:
        own, claim = mark_raw(f"{web}/g/{game}"), mark_raw(f"{web}/claim")
        told = [
            reader.format_sentence(PRIVATE_PAGE_NOTICE, page=own),
            reader.format_sentence(CLAIM, claim=claim, messages=messages),
        ]
    return join_markdown_lines(map(escape_markdown, told))


def format_call_paragraph(accounts: Iterable[str], told: str) -> str:
    """Return the paragraph that calls these accounts."""
    return f"🔒 **{', '.join(escape_markdown(build_user_mention(each)) for each in accounts)}**: {told}"
