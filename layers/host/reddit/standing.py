"""When a thread is closed to us, or somebody cannot be written to: the game waits, and the others hear of it."""

from __future__ import annotations

from engine.kernel import Told
from engine.rulesets import ruleset
from host import outbox, people, ticking
from host.house import House
from host.move import Command
from host.reddit.markdown import raw
from host.reddit.places import account, identity, is_thread, thing
from host.session import RUNNING, Session

LONG = 900.0  # seconds until we look again whether we may speak
SHUT = (
    "The thread in which {title} is played is closed: {thread}. So its clocks are stopped. When it is open again, "
    "whoever opened the game, or a moderator, writes resume."
)
LOST = (
    "The thread in which {title} was played is gone, so its clocks are stopped. It can be shown elsewhere: game {game}."
)
UNREACHED = (
    "I cannot send messages to {who}. Whatever is secret is on your private page: open {claim} and write here, as a "
    "comment, what it tells you."
)


def address(thread: str) -> str:
    """Where a thread is read."""
    return f"https://redd.it/{thread.partition('_')[2]}"


def shut(house: House, chat: str) -> None:
    """Nobody can write there any more: stop the clocks, and tell whoever can be told."""
    _stopped(house, chat, SHUT)


def lost(house: House, chat: str) -> None:
    """It is gone for good."""
    _stopped(house, chat, LOST)
    outbox.moved(house, chat, "")


def _stopped(house: House, chat: str, text: str) -> None:
    for session in people.open_games(house, f"chat:{chat}"):
        if session.stage != RUNNING or session.paused:
            continue
        ticking.pause(house, Command(place=chat, admin=True), session.id)
        told = Told(
            text, {"title": ruleset(session.ruleset).title, "thread": raw(address(thing(chat))), "game": session.id}
        )
        for where in _elsewhere(house, session, chat):
            outbox.tell(house, session, where, told)


def _elsewhere(house: House, session: Session, chat: str) -> set[str]:
    opener = people.person(house, session.by)
    own = {player.place for player in session.players} | {opener.place if opener else ""}
    return (own | set(session.places)) - {chat, ""}


def unreached(house: House, mailbox: str, web: str) -> None:
    """Somebody takes no messages from us: they are told so where they play, and secrets stay on their page."""
    person = house.store.who(identity(account(mailbox)), house.now())
    for session in people.open_games(house, f"person:{person}") if person else []:
        player = session.at(person)
        if player is not None and player.place == mailbox:
            for where in filter(is_thread, session.places):
                outbox.tell(house, session, where, Told(UNREACHED, {"who": player.seat, "claim": raw(f"{web}/claim")}))
    if person:
        people.settle(house, person, "")
    house.store.hush(mailbox, "", house.now())
