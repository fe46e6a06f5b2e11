"""When a thread is closed to us, or somebody cannot be written to: the game waits, and the others hear of it."""

from __future__ import annotations

import msgspec

from engine.kernel import Told
from engine.rulesets import ruleset
from host import outbox, people, ticking
from host.house import House
from host.move import Command
from host.reddit.markdown import raw
from host.reddit.places import account, identity, is_thread, thing
from host.session import RUNNING, Session

CLOSED = "reddit/closed"
AGAIN = 60.0  # seconds until we try what may have been a stumble of Reddit
LONG = 900.0  # seconds until we look again whether we may speak
SHUT = (
    "The thread in which {title} is played is closed: {thread}. So its clocks are stopped. They go on by themselves "
    "when it is open again."
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
    """Nobody can write there now: stop the clocks, and tell whoever can be told."""
    if _stopped(house, chat, SHUT):
        _note(house, closed(house) | {chat})


def open_again(house: House, chat: str) -> None:
    """Everybody can write there: what we have stopped goes on."""
    for session in people.open_games(house, f"chat:{chat}"):
        if session.paused:
            ticking.resume(house, Command(place=chat, admin=True), session.id)
    _note(house, closed(house) - {chat})


def closed(house: House) -> set[str]:
    """The threads whose games we have stopped."""
    kept = house.store.note(CLOSED)
    return set(msgspec.json.decode(kept, type=list[str])) if kept else set()


def _note(house: House, threads: set[str]) -> None:
    house.store.write_down(CLOSED, msgspec.json.encode(sorted(threads)).decode())


def lost(house: House, chat: str) -> None:
    """It is gone for good."""
    _stopped(house, chat, LOST)
    _note(house, closed(house) - {chat})
    outbox.moved(house, chat, "")


def _stopped(house: House, chat: str, text: str) -> bool:
    stopped = False
    for session in people.open_games(house, f"chat:{chat}"):
        if session.stage != RUNNING or session.paused:
            continue
        if not ticking.pause(house, Command(place=chat, admin=True), session.id).ok:
            continue
        stopped = True
        told = Told(
            text, {"title": ruleset(session.ruleset).title, "thread": raw(address(thing(chat))), "game": session.id}
        )
        for where in _elsewhere(house, session, chat):
            outbox.tell(house, session, where, told)
    return stopped


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
