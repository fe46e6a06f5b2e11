"""When a thread is closed to the bot, or somebody cannot be written to: the game waits, and the others hear of it."""

from __future__ import annotations

import msgspec

from engine.kernel import Told
from engine.rulesets import ruleset
from host.core.context import HostContext
from host.core.deadlines import ticking
from host.core.session import Command, Post
from host.delivery import places
from host.doors.reddit.board import mark_raw
from host.doors.reddit.places import (
    REDDIT_PREFIX,
    build_reddit_identity,
    is_thread,
    parse_mailbox_account,
    parse_reddit_place,
)
from host.people import accounts

STOPPED_GAMES_NOTE = "reddit/stopped"
RECHECK_SECONDS = 60.0  # seconds until we try what may have been a stumble of Reddit
CLOSED_RETRY_SECONDS = 900.0  # seconds until we look again whether we may speak
THREAD_CLOSED = (
    "The thread with {title} is closed, so I have stopped the clocks of the game: {thread}. They start again when"
    " the thread is open again."
)
THREAD_LOST = (
    "The thread with {title} does not exist any more, so I have stopped the clocks of the game. You can show the "
    "game in another place with /here {game}. Then write /resume."
)
UNREACHED = (
    "{who}: I cannot send you messages. Your secrets are on your private page: open {claim}. It shows you a code."
    " Write that code here as a comment."
)

NOT_WRITTEN = (
    "{who}: I could not write to you. Your secrets are on your private page: open {claim}. It shows you a code. "
    "Write that code here as a comment."
)


def build_short_thread_link(thread: str) -> str:
    """Return the short link (redd.it) to a Reddit thread, which is given by its full name (t3_…) or as a place."""
    return f"https://redd.it/{thread.partition('_')[2]}"


def stop_closed_thread(host: HostContext, chat: str) -> None:
    """Stop the clocks of the running games of a thread in which the bot cannot write or be read, tell their players
    elsewhere, and save which games were stopped, for `resume_reopened_thread`. Do nothing if none was running.
    """
    if stopped := _stop_and_tell(host, chat, THREAD_CLOSED):
        known = _load_stopped_games(host)
        _save_stopped_games(host, known | {chat: [*known.get(chat, []), *stopped]})


def resume_reopened_thread(host: HostContext, chat: str) -> None:
    """Start the clocks again of the games in this thread that were stopped because it was closed, but not of those that
    their host had paused before; forget what was stopped.
    """
    known = _load_stopped_games(host)
    ours = known.pop(chat, [])
    for session in accounts.list_open_sessions(host, f"chat:{chat}"):
        if session.paused and session.id in ours:
            ticking.resume_session_clocks(host, Command(place=chat, admin=True), session.id)
    _save_stopped_games(host, known)


def list_closed_threads(host: HostContext) -> set[str]:
    """Return the places of the threads whose games the bot has stopped because it cannot write, or be read, there."""
    return set(_load_stopped_games(host))


def _load_stopped_games(host: HostContext) -> dict[str, list[str]]:
    """Return, by the place of a thread, the ids of the games that were stopped because the thread was closed."""
    kept = host.store.load_note(STOPPED_GAMES_NOTE)
    return msgspec.json.decode(kept, type=dict[str, list[str]]) if kept else {}


def _save_stopped_games(host: HostContext, threads: dict[str, list[str]]) -> None:
    """Save, by the place of a thread, the ids of the games that were stopped because the thread was closed, in place of
    all that was saved before.
    """
    host.store.save_note(STOPPED_GAMES_NOTE, msgspec.json.encode(threads).decode())


def drop_lost_thread(host: HostContext, chat: str) -> None:
    """Stop the clocks of the running games of a thread that is gone for good, tell their players elsewhere, remove the
    thread from all its games, and drop the posts queued for it.
    """
    _stop_and_tell(host, chat, THREAD_LOST)
    _save_stopped_games(host, {thread: games for thread, games in _load_stopped_games(host).items() if thread != chat})
    places.move_place(host, chat, "")


def _stop_and_tell(host: HostContext, chat: str, text: str) -> list[str]:
    """Stop the clocks of the running games shown in a place where the bot cannot write, queue in each other place of
    these games a line of this `text`, and return the ids of the games stopped.
    """
    stopped = places.pause_games_in_place(host, chat)
    for session in stopped:
        facts = {"title": ruleset(session.ruleset).title, "game": session.id}
        link = build_short_thread_link(parse_reddit_place(chat))
        for where in places.list_other_places(host, session, chat):
            thread = mark_raw(link) if where.startswith(REDDIT_PREFIX) else link
            places.queue_told_line(host, session, where, Told(text, {**facts, "thread": thread}))
    return [session.id for session in stopped]


def tell_in_threads_instead(host: HostContext, mailbox: str, web: str, stamp: int) -> None:
    """Queue, once for the private message with this `stamp`, a post in each thread that shows a game of the person
    whose secrets go to `mailbox`: it says that the message could not be delivered, and where their private page is.
    """
    person = host.store.find_person_id(build_reddit_identity(parse_mailbox_account(mailbox)), host.now())
    posts = list[Post]()
    for session in accounts.list_open_sessions(host, f"person:{person}") if person else []:
        player = session.find_player_of(person)
        told = Told(NOT_WRITTEN, {"who": player.seat if player else "", "claim": mark_raw(f"{web}/claim")})
        if player is not None and player.place == mailbox:
            chats = filter(is_thread, session.places)
            at = stamp + 1 + len(posts)
            posts += [
                Post(chat, "", at, [told], names=session.map_names_by_seat(), style=session.style) for chat in chats
            ]
    if posts:
        host.store.queue_answer(f"reddit:unwritten/{mailbox}/{stamp}", posts, host.now())


def handle_refused_mailbox(host: HostContext, mailbox: str, web: str) -> None:
    """Handle an account that takes no private messages from the bot: queue a line about it in the threads of its
    person's games, send their secrets nowhere any more, so that they read them on their page, and drop the messages
    queued for it.
    """
    claim = mark_raw(f"{web}/claim")
    places.handle_unreachable_person(
        host,
        build_reddit_identity(parse_mailbox_account(mailbox)),
        mailbox,
        lambda player: Told(UNREACHED, {"who": player.seat, "claim": claim}),
        is_thread,
    )
