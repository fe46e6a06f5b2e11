"""Stops the clocks of a thread that gives no sign of life: perhaps nobody sees what the bot says there."""

from __future__ import annotations

from msgspec import Struct

from engine.kernel import Told
from host.core.commands import Command
from host.core.context import HostContext
from host.core.deadlines import ticking
from host.core.deadlines.clocks import DAY
from host.core.session import RUNNING, LogEntry, Session
from host.delivery import outbox
from host.doors.reddit.places import build_reddit_identity, build_reddit_place
from host.doors.reddit.wire import RedditRemark
from host.people import accounts

LAPSES = 3  # times in a row
MAX_LOG_ENTRIES = 60  # entries of the log that are looked through
ACTS = {"answer", "play", "resume"}
THREAD_SILENT = (
    "Time has run out {n} times in a row, and nobody has written here meanwhile. So the clocks are stopped. As soon as "
    "a player writes anything here, they go on."
)


class SilentThreads(Struct):
    """When each thread was last heard from, and the games stopped there because it was silent."""

    heard: dict[str, float] = {}
    waiting: dict[str, list[str]] = {}


def note_remark_in_thread(host: HostContext, silence: SilentThreads, remark: RedditRemark) -> None:
    """Note that somebody wrote in this thread, and resume a stopped game if they play in it."""
    silence.heard[remark.thread] = max(remark.made, silence.heard.get(remark.thread, 0.0))
    games = silence.waiting.get(remark.thread, [])
    person = host.store.find_person_id(build_reddit_identity(remark.author), host.now()) if games else ""
    for session in _list_thread_games(host, remark.thread) if person else []:
        if session.id in games and session.has_active_seat(person) and remark.made > session.paused:
            _resume_silent_game(host, silence, remark.thread, session)


def check_silent_threads(host: HostContext, silence: SilentThreads, threads: list[str]) -> None:
    """Stop games whose time runs out again and again without anybody writing, and forget or resume those that go on
    elsewhere.
    """
    lately = host.now() - DAY
    silence.heard = {thread: at for thread, at in silence.heard.items() if thread in threads or at > lately}
    for thread in threads:
        for session in _list_thread_games(host, thread):
            waits = session.id in silence.waiting.get(thread, [])
            if waits and (not session.paused or _has_acted(host, session)):
                _resume_silent_game(host, silence, thread, session)
            elif session.stage == RUNNING and not (waits or session.paused):
                _stop_if_silent(host, silence, thread, session)


def _stop_if_silent(host: HostContext, silence: SilentThreads, thread: str, session: Session) -> None:
    lapses = _list_lapses(host, session)
    if len(lapses) < LAPSES or silence.heard.get(thread, 0.0) > lapses[LAPSES - 1]:
        return
    chat = build_reddit_place(thread)
    if ticking.pause_session_clocks(host, Command(place=chat, admin=True), session.id).ok:
        silence.waiting.setdefault(thread, []).append(session.id)
        outbox.queue_told_line(host, session, chat, Told(THREAD_SILENT, {"n": LAPSES}))


def _resume_silent_game(host: HostContext, silence: SilentThreads, thread: str, session: Session) -> None:
    silence.waiting[thread] = [game for game in silence.waiting[thread] if game != session.id]
    if not silence.waiting[thread]:
        del silence.waiting[thread]
    if session.paused:
        ticking.resume_session_clocks(host, Command(place=build_reddit_place(thread), admin=True), session.id)


def _list_thread_games(host: HostContext, thread: str) -> list[Session]:
    return accounts.list_open_sessions(host, f"chat:{build_reddit_place(thread)}")


def _load_newest_entries(host: HostContext, session: Session) -> list[LogEntry]:
    """Return the newest log entries of a game, newest first."""
    return host.store.load_log(session.id, max(0, session.entries - MAX_LOG_ENTRIES), MAX_LOG_ENTRIES)[::-1]


def _list_lapses(host: HostContext, session: Session) -> list[float]:
    """Return when time ran out since anybody last acted, newest first; lapses close together count once."""
    found: list[float] = []
    for entry in _load_newest_entries(host, session):
        if entry.kind in ACTS:
            break
        if entry.kind == "lapse" and (not found or found[-1] - entry.at > session.pace / 2):
            found.append(entry.at)
    return found


def _has_acted(host: HostContext, session: Session) -> bool:
    """Return whether somebody has acted since the clocks were stopped."""
    return any(entry.kind in ACTS and entry.at > session.paused for entry in _load_newest_entries(host, session))
