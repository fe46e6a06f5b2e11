"""When the bot may not write in a place at present: its games wait there, and the players hear of it elsewhere."""

from __future__ import annotations

from collections.abc import Callable

from engine.kernel import Told
from host.core.context import HostContext
from host.core.deadlines import ticking
from host.core.session import Command, Session
from host.delivery import outbox
from host.people import accounts

MUTED_KEY = "muted"  # what is kept of a place: since when, and which games stand still for it


def stop_muted_place(host: HostContext, place: str, build_line: Callable[[Session], Told]) -> None:
    """Stop the games of a place where the bot may not write at present, and tell their players elsewhere, once."""
    since = float(host.store.load_place_value(place, MUTED_KEY).decode().partition(" ")[0] or "0")
    if host.now() - since < outbox.LONGEST_MUTED:
        return
    there = accounts.list_open_sessions(host, f"chat:{place}")
    stopped = [session.id for session in outbox.pause_games_in_place(host, place)]
    host.store.save_place_value(place, MUTED_KEY, " ".join([f"{host.now()}", *stopped]).encode())
    for session in there:
        outbox.tell_elsewhere(host, session, place, build_line(session))


def resume_muted_place(host: HostContext, place: str) -> None:
    """Resume the games that were stopped while the bot could not write in this place."""
    _, *stopped = host.store.load_place_value(place, MUTED_KEY).decode().split() or [""]
    host.store.save_place_value(place, MUTED_KEY, b"")
    for game in stopped:
        ticking.resume_session_clocks(host, Command(place=place, admin=True), game)
