"""Places and people to whom nothing can be said any more: the clocks of their games stop, and others hear of it."""

from __future__ import annotations

from collections.abc import Callable

from engine.kernel import Told
from host.core.commands import Command
from host.core.context import HostContext
from host.core.deadlines import ticking
from host.core.session import RUNNING, Player, Session
from host.delivery import outbox
from host.people import accounts


def stopped(host: HostContext, chat: str) -> list[Session]:
    """The clocks of all that is played there stand still; gives the games where they ran until now."""
    running = [each for each in accounts.open_games(host, f"chat:{chat}") if each.stage == RUNNING and not each.paused]
    return [each for each in running if ticking.pause(host, Command(place=chat, admin=True), each.id).ok]


def tell_elsewhere(host: HostContext, session: Session, chat: str, told: Told) -> None:
    """Everybody whom this game reaches in another way hears it: its players, its host, other places."""
    opener = accounts.person(host, session.by)
    own = {player.place for player in session.players} | {opener.place if opener else ""}
    for where in (own | set(session.places)) - {chat, ""}:
        outbox.tell(host, session, where, told)


def cannot_write(
    host: HostContext, identity: str, mailbox: str, told: Callable[[Player], Told], hears: Callable[[str], bool]
) -> None:
    """Somebody cannot be written to: they are told so where they play, and nothing more waits for them there."""
    person = host.store.who(identity, host.now())
    for session in accounts.open_games(host, f"person:{person}") if person else []:
        player = session.at(person)
        if player is not None and player.place == mailbox:
            for where in filter(hears, session.places):
                outbox.tell(host, session, where, told(player))
    if person:
        accounts.settle(host, person, "")
    host.store.hush(mailbox, "", host.now())
