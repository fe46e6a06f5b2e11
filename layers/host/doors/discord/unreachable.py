"""When we may not write in a channel any more: its games wait, and the others hear what can be done."""

from __future__ import annotations

from engine.kernel import Told
from engine.rulesets import ruleset
from host.core.context import HostContext
from host.core.deadlines import ticking
from host.core.session import Command
from host.delivery import outbox
from host.people import accounts

STOPPED_KEY = "stopped"  # what is kept of a channel where we may not write: the games that stand still for it
CANNOT_WRITE = (
    "I cannot write in the channel with {title} at the moment, so the clocks of the game are stopped. I try again "
    "every few minutes. You can also show the game in another place with /here {game}. Then write /resume."
)


def stop_games(host: HostContext, place: str, *, gone: bool) -> None:
    """Stop the clocks of the games shown in a Discord channel where the bot cannot write, and tell players so in their
    other places, once. With `gone` the channel no longer exists.
    """
    if host.store.load_place_value(place, STOPPED_KEY):
        return
    there = accounts.list_open_sessions(host, f"chat:{place}")
    stopped = [session.id for session in outbox.pause_games_in_place(host, place)]
    if not gone:
        host.store.save_place_value(place, STOPPED_KEY, " ".join(["-", *stopped]).encode())
    for session in there:
        facts = {"title": ruleset(session.ruleset).title, "game": session.id}
        outbox.tell_elsewhere(host, session, place, Told(CANNOT_WRITE, facts))


def resume_games(host: HostContext, place: str) -> None:
    """Start the clocks again of the games that were stopped because the bot could not write in this Discord channel."""
    _, *stopped = host.store.load_place_value(place, STOPPED_KEY).decode().split() or [""]
    host.store.save_place_value(place, STOPPED_KEY, b"")
    for game in stopped:
        ticking.resume_session_clocks(host, Command(place=place, admin=True), game)
