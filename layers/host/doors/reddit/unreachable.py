"""When a thread is closed to the bot, or somebody cannot be written to: the game waits, and the others hear of it."""

from __future__ import annotations

import msgspec

from engine.kernel import Told
from engine.rulesets import ruleset
from host.core.context import HostContext
from host.core.deadlines import ticking
from host.core.session import Command, Post
from host.delivery import outbox
from host.doors.reddit.board import mark_raw
from host.doors.reddit.places import build_reddit_identity, is_thread, parse_mailbox_account, parse_reddit_place
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
    "game in another place. Its number: {game}."
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
    """Return the short link (redd.it) to the Reddit thread with this id."""
    return f"https://redd.it/{thread.partition('_')[2]}"


def stop_closed_thread(host: HostContext, chat: str) -> None:
    """Stop the games of a thread where nobody can write, tell the players elsewhere, and record what was stopped."""
    if stopped := _stop_and_tell(host, chat, THREAD_CLOSED):
        known = _load_stopped_games(host)
        _save_stopped_games(host, known | {chat: [*known.get(chat, []), *stopped]})


def resume_reopened_thread(host: HostContext, chat: str) -> None:
    """Resume the games in this thread that were stopped because it was closed, but not those that their host has
    paused.
    """
    known = _load_stopped_games(host)
    ours = known.pop(chat, [])
    for session in accounts.list_open_sessions(host, f"chat:{chat}"):
        if session.paused and session.id in ours:
            ticking.resume_session_clocks(host, Command(place=chat, admin=True), session.id)
    _save_stopped_games(host, known)


def list_closed_threads(host: HostContext) -> set[str]:
    """Return the threads whose games were stopped because nobody can write there."""
    return set(_load_stopped_games(host))


def _load_stopped_games(host: HostContext) -> dict[str, list[str]]:
    kept = host.store.load_note(STOPPED_GAMES_NOTE)
    return msgspec.json.decode(kept, type=dict[str, list[str]]) if kept else {}


def _save_stopped_games(host: HostContext, threads: dict[str, list[str]]) -> None:
    host.store.save_note(STOPPED_GAMES_NOTE, msgspec.json.encode(threads).decode())


def drop_lost_thread(host: HostContext, chat: str) -> None:
    """Stop the games of a thread that is gone for good, and remove the thread from them."""
    _stop_and_tell(host, chat, THREAD_LOST)
    _save_stopped_games(host, {thread: games for thread, games in _load_stopped_games(host).items() if thread != chat})
    outbox.move_place(host, chat, "")


def _stop_and_tell(host: HostContext, chat: str, text: str) -> list[str]:
    """Stop the games shown in a place where the bot cannot write, tell their players elsewhere with this sentence,
    and return the ids of these games.
    """
    stopped = outbox.pause_games_in_place(host, chat)
    for session in stopped:
        facts = {
            "title": ruleset(session.ruleset).title,
            "thread": mark_raw(build_short_thread_link(parse_reddit_place(chat))),
            "game": session.id,
        }
        outbox.tell_elsewhere(host, session, chat, Told(text, facts))
    return [session.id for session in stopped]


def tell_in_threads_instead(host: HostContext, mailbox: str, web: str, stamp: int) -> None:
    """Say once, in the threads of a player's games, that a private message to them could not be delivered."""
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
    """Handle an account that takes no private messages from the bot: say so in their threads, and show secrets on their
    page only.
    """
    claim = mark_raw(f"{web}/claim")
    outbox.handle_unreachable_person(
        host,
        build_reddit_identity(parse_mailbox_account(mailbox)),
        mailbox,
        lambda player: Told(UNREACHED, {"who": player.seat, "claim": claim}),
        is_thread,
    )
