"""When a thread is closed to the bot, or somebody cannot be written to: the game waits, and the others hear of it."""

from __future__ import annotations

import msgspec

from engine.kernel import Told
from engine.rulesets import ruleset
from host.core.commands import Command
from host.core.context import HostContext
from host.core.deadlines import ticking
from host.core.session import Post
from host.delivery import lost_places, moving
from host.doors.reddit.markdown import raw
from host.doors.reddit.places import account, identity, is_thread, thing
from host.people import accounts

CLOSED = "reddit/stopped"
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

NOT_WRITTEN = (
    "I could not write to {who} just now. Whatever is only for them stands on their private page: open {claim} and "
    "write here, as a comment, what it tells you."
)


def address(thread: str) -> str:
    """Where a thread is read."""
    return f"https://redd.it/{thread.partition('_')[2]}"


def shut(host: HostContext, chat: str) -> None:
    """Nobody can write there now: stop the clocks, and tell whoever can be told."""
    if stopped := _stopped(host, chat, SHUT):
        known = _noted(host)
        _note(host, known | {chat: [*known.get(chat, []), *stopped]})


def open_again(host: HostContext, chat: str) -> None:
    """Everybody can write there: what we have stopped goes on, and what their host has stopped does not."""
    known = _noted(host)
    ours = known.pop(chat, [])
    for session in accounts.open_games(host, f"chat:{chat}"):
        if session.paused and session.id in ours:
            ticking.resume(host, Command(place=chat, admin=True), session.id)
    _note(host, known)


def closed(host: HostContext) -> set[str]:
    """The threads where we have stopped games."""
    return set(_noted(host))


def _noted(host: HostContext) -> dict[str, list[str]]:
    kept = host.store.note(CLOSED)
    return msgspec.json.decode(kept, type=dict[str, list[str]]) if kept else {}


def _note(host: HostContext, threads: dict[str, list[str]]) -> None:
    host.store.write_down(CLOSED, msgspec.json.encode(threads).decode())


def lost(host: HostContext, chat: str) -> None:
    """It is gone for good."""
    _stopped(host, chat, LOST)
    _note(host, {thread: games for thread, games in _noted(host).items() if thread != chat})
    moving.moved(host, chat, "")


def _stopped(host: HostContext, chat: str, text: str) -> list[str]:
    stopped = lost_places.stopped(host, chat)
    for session in stopped:
        facts = {"title": ruleset(session.ruleset).title, "thread": raw(address(thing(chat))), "game": session.id}
        lost_places.tell_elsewhere(host, session, chat, Told(text, facts))
    return [session.id for session in stopped]


def told_instead(host: HostContext, mailbox: str, web: str, stamp: int) -> None:
    """A letter does not get through, for now at least: once for each, they are told so where they play."""
    person = host.store.who(identity(account(mailbox)), host.now())
    posts = list[Post]()
    for session in accounts.open_games(host, f"person:{person}") if person else []:
        player = session.at(person)
        told = Told(NOT_WRITTEN, {"who": player.seat if player else "", "claim": raw(f"{web}/claim")})
        if player is not None and player.place == mailbox:
            chats = filter(is_thread, session.places)
            at = stamp + 1 + len(posts)
            posts += [Post(chat, "", at, [told], names=session.names(), style=session.style) for chat in chats]
    if posts:
        host.store.answer(f"reddit:unwritten/{mailbox}/{stamp}", posts, host.now())


def unreached(host: HostContext, mailbox: str, web: str) -> None:
    """Somebody takes no messages from us: they are told so where they play, and secrets stay on their page."""
    claim = raw(f"{web}/claim")
    lost_places.cannot_write(
        host,
        identity(account(mailbox)),
        mailbox,
        lambda player: Told(UNREACHED, {"who": player.seat, "claim": claim}),
        is_thread,
    )
