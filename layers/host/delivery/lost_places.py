"""Places and people to whom nothing can be said any more: the clocks of their games stop, and others hear of it."""

from __future__ import annotations

from collections.abc import Callable

from engine.kernel import Told
from host.core.commands import Command
from host.core.context import HostContext
from host.core.deadlines import ticking
from host.core.session import RUNNING, SeatedPlayer, Session
from host.delivery import outbox
from host.people import accounts


def pause_games_in_place(host: HostContext, chat: str) -> list[Session]:
    """Pause the clocks of all games shown in this place; return the games that were running until now."""
    running = [
        each for each in accounts.list_open_sessions(host, f"chat:{chat}") if each.stage == RUNNING and not each.paused
    ]
    return [each for each in running if ticking.pause_session_clocks(host, Command(place=chat, admin=True), each.id).ok]


def tell_elsewhere(host: HostContext, session: Session, chat: str, told: Told) -> None:
    """Tell the players, the host and the other places that this game still reaches, in every place but this one."""
    opener = accounts.load_current_person(host, session.by)
    own = {player.place for player in session.players} | {opener.place if opener else ""}
    for where in (own | set(session.places)) - {chat, ""}:
        outbox.queue_told_line(host, session, where, told)


def handle_unreachable_person(
    host: HostContext, identity: str, mailbox: str, told: Callable[[SeatedPlayer], Told], hears: Callable[[str], bool]
) -> None:
    """Tell somebody who cannot be written to so where they play, clear their private place, and drop the posts queued
    for it.
    """
    person = host.store.find_person_id(identity, host.now())
    for session in accounts.list_open_sessions(host, f"person:{person}") if person else []:
        player = session.find_player_of(person)
        if player is not None and player.place == mailbox:
            for where in filter(hears, session.places):
                outbox.queue_told_line(host, session, where, told(player))
    if person:
        accounts.set_private_place(host, person, "")
    host.store.drop_or_redirect_posts(mailbox, "", host.now())
