"""When we may not write in a channel any more: its games wait, and the others hear what can be done."""

from __future__ import annotations

from engine.kernel import Told
from engine.rulesets import ruleset
from host.core.context import HostContext
from host.core.session import Session
from host.delivery import outbox
from host.delivery.outbox import stop_muted_place
from host.people import accounts

CANNOT_WRITE = (
    "I cannot write in the channel with {title} at the moment, so the clocks of the game are stopped. I try again "
    "every few minutes. You can also show the game in another place with /here {game}. Then write /resume."
)


def stop_games(host: HostContext, place: str, *, gone: bool) -> None:
    """Stop the clocks of the games shown in a Discord channel where the bot cannot write, and tell players so in their
    other places, once. With `gone` the channel no longer exists.
    """
    if not gone:
        stop_muted_place(host, place, _build_line)
        return
    there = accounts.list_open_sessions(host, f"chat:{place}")
    outbox.pause_games_in_place(host, place)
    for session in there:
        outbox.tell_elsewhere(host, session, place, _build_line(session))


def _build_line(session: Session) -> Told:
    return Told(CANNOT_WRITE, {"title": ruleset(session.ruleset).title, "game": session.id})
