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
from host.doors.reddit.places import identity, place
from host.doors.reddit.wire import RedditRemark
from host.people import accounts

LAPSES = 3  # times in a row
RECENT = 60  # entries of the log that are looked through
ACTS = {"answer", "play", "resume"}
SILENT = (
    "Time has run out {n} times in a row, and nobody has written here meanwhile. So the clocks are stopped. As soon as "
    "a player writes anything here, they go on."
)


class SilentThreads(Struct):
    """When each thread was last heard of, and the games that wait in it because it was silent."""

    heard: dict[str, float] = {}
    waiting: dict[str, list[str]] = {}


def heard(host: HostContext, silence: SilentThreads, remark: RedditRemark) -> None:
    """Somebody has written. If they play in a game that waits for that, it goes on."""
    silence.heard[remark.thread] = max(remark.made, silence.heard.get(remark.thread, 0.0))
    games = silence.waiting.get(remark.thread, [])
    person = host.store.who(identity(remark.author), host.now()) if games else ""
    for session in _games(host, remark.thread) if person else []:
        if session.id in games and session.plays(person) and remark.made > session.paused:
            _goes_on(host, silence, remark.thread, session)


def look(host: HostContext, silence: SilentThreads, threads: list[str]) -> None:
    """Stop what runs on without anybody, and let go on what somebody has answered elsewhere."""
    lately = host.now() - DAY
    silence.heard = {thread: at for thread, at in silence.heard.items() if thread in threads or at > lately}
    for thread in threads:
        for session in _games(host, thread):
            waits = session.id in silence.waiting.get(thread, [])
            if waits and (not session.paused or _acted(host, session)):
                _goes_on(host, silence, thread, session)
            elif session.stage == RUNNING and not (waits or session.paused):
                _stopped_if_silent(host, silence, thread, session)


def _stopped_if_silent(host: HostContext, silence: SilentThreads, thread: str, session: Session) -> None:
    lapses = _lapses(host, session)
    if len(lapses) < LAPSES or silence.heard.get(thread, 0.0) > lapses[LAPSES - 1]:
        return
    chat = place(thread)
    if ticking.pause(host, Command(place=chat, admin=True), session.id).ok:
        silence.waiting.setdefault(thread, []).append(session.id)
        outbox.tell(host, session, chat, Told(SILENT, {"n": LAPSES}))


def _goes_on(host: HostContext, silence: SilentThreads, thread: str, session: Session) -> None:
    silence.waiting[thread] = [game for game in silence.waiting[thread] if game != session.id]
    if not silence.waiting[thread]:
        del silence.waiting[thread]
    if session.paused:
        ticking.resume(host, Command(place=place(thread), admin=True), session.id)


def _games(host: HostContext, thread: str) -> list[Session]:
    return accounts.open_games(host, f"chat:{place(thread)}")


def _log(host: HostContext, session: Session) -> list[LogEntry]:
    """The newest first."""
    return host.store.log(session.id, max(0, session.entries - RECENT), RECENT)[::-1]


def _lapses(host: HostContext, session: Session) -> list[float]:
    """When people's time ran out since anybody last did anything, the last first; what ran out together counts once."""
    found: list[float] = []
    for entry in _log(host, session):
        if entry.kind in ACTS:
            break
        if entry.kind == "lapse" and (not found or found[-1] - entry.at > session.pace / 2):
            found.append(entry.at)
    return found


def _acted(host: HostContext, session: Session) -> bool:
    """Has somebody done something since the clocks were stopped?"""
    return any(entry.kind in ACTS and entry.at > session.paused for entry in _log(host, session))
