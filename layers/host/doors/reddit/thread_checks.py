"""Stops the clocks of a thread that gives no sign of life: perhaps nobody sees what the bot says there."""

from __future__ import annotations

import logging
import re
from collections.abc import Sequence
from datetime import UTC, datetime

from msgspec import Struct

from engine.kernel import Told
from host.core.context import HostContext
from host.core.deadlines import ticking
from host.core.deadlines.clocks import DAY, format_duration
from host.core.session import RUNNING, Command, LogEntry, Post, Session
from host.delivery import outbox
from host.doors.reddit import unreachable
from host.doors.reddit.account import RedditRemark
from host.doors.reddit.board import mark_raw
from host.doors.reddit.places import COMMENT, build_reddit_identity, build_reddit_place
from host.doors.reddit.sender import RedditSender
from host.people import accounts

LAPSES = 3  # times in a row
MAX_LOG_ENTRIES = 60  # entries of the log that are looked through
ACTS = {"answer", "play", "resume"}

THREAD_SILENT = (
    "Time has run out {n} times in a row, and nobody has written here. So I have stopped the clocks. They start "
    "again when a player writes something here."
)

END_NOTICE_SECONDS = 45 * DAY  # how long before Reddit's end its threads are told

REDDIT_ENDS = (
    "Reddit will close the way in which this bot works: as far as we know, on {day} ({time} left). This game goes"
    " on, with all players and all money, on its own page, which you find under the board. Open that page once "
    "with your own account (write: link). The player who opened the game can also move it to another chat that "
    "has this bot. Write there: /here {game}"
)


class SilentThreads(Struct):
    """When each thread was last heard from, and the games stopped there because it was silent."""

    heard: dict[str, float] = {}
    waiting: dict[str, list[str]] = {}


def note_remark_in_thread(host: HostContext, silence: SilentThreads, remark: RedditRemark) -> None:
    """Note in `silence` that somebody wrote in this thread, and resume a game there that was stopped because nobody
    wrote, if the writer plays in it.
    """
    silence.heard[remark.thread] = max(remark.made, silence.heard.get(remark.thread, 0.0))
    games = silence.waiting.get(remark.thread, [])
    person = host.store.find_person_id(build_reddit_identity(remark.author), host.now()) if games else ""
    for session in _list_thread_games(host, remark.thread) if person else []:
        if session.id in games and session.has_active_seat(person) and remark.made > session.paused:
            _resume_silent_game(host, silence, remark.thread, session)


def check_silent_threads(host: HostContext, silence: SilentThreads, threads: list[str]) -> None:
    """Stop games of threads where time runs out again and again without anybody writing, and resume those that go on
    elsewhere.
    """
    lately = host.now() - DAY
    silence.heard = {thread: at for thread, at in silence.heard.items() if thread in threads or at > lately}
    for thread in threads:
        for session in _list_thread_games(host, thread):
            waits = session.id in silence.waiting.get(thread, [])
            if waits and (not session.paused or _has_acted(host, session)):
                _resume_silent_game(host, silence, thread, session)
            elif session.stage == RUNNING and not (waits or session.paused):
                _stop_if_silent(host, silence, thread, session)


def tell_threads_of_end(host: HostContext, ends: float, told: list[str], threads: list[str]) -> list[str]:
    """Tell each of these threads that has a running game once, in time, that Reddit will end the bot's access at
    `ends`. Return the threads that need not be told again.
    """
    if not ends or not 0 < ends - host.now() < END_NOTICE_SECONDS:
        return told
    for thread in threads:
        for session in _list_thread_games(host, thread) if thread not in told else []:
            day = datetime.fromtimestamp(ends, UTC).strftime("%Y-%m-%d")
            facts = {"day": day, "time": format_duration(ends - host.now()), "game": session.id}
            outbox.queue_told_line(host, session, build_reddit_place(thread), Told(REDDIT_ENDS, facts))
    return threads


def _stop_if_silent(host: HostContext, silence: SilentThreads, thread: str, session: Session) -> None:
    lapses = _list_lapses(host, session)
    if len(lapses) < LAPSES or silence.heard.get(thread, 0.0) > lapses[LAPSES - 1]:
        return
    chat = build_reddit_place(thread)
    if ticking.pause_session_clocks(host, Command(place=chat, admin=True), session.id).ok:
        silence.waiting.setdefault(thread, []).append(session.id)
        outbox.queue_told_line(host, session, chat, Told(THREAD_SILENT, {"n": LAPSES}))


def _resume_silent_game(host: HostContext, silence: SilentThreads, thread: str, session: Session) -> None:
    silence.waiting[thread] = [game for game in silence.waiting[thread] if game != session.id]
    if not silence.waiting[thread]:
        del silence.waiting[thread]
    if session.paused:
        ticking.resume_session_clocks(host, Command(place=build_reddit_place(thread), admin=True), session.id)


def _list_thread_games(host: HostContext, thread: str) -> list[Session]:
    return accounts.list_open_sessions(host, f"chat:{build_reddit_place(thread)}")


def _load_newest_entries(host: HostContext, session: Session) -> list[LogEntry]:
    """Return the newest log entries of a game, newest first."""
    return host.store.load_log(session.id, max(0, session.entries - MAX_LOG_ENTRIES), MAX_LOG_ENTRIES)[::-1]


def _list_lapses(host: HostContext, session: Session) -> list[float]:
    """Return the times at which questions of a game ran out of time since anybody last acted in it, the newest first;
    those close together count as one.
    """
    found: list[float] = []
    for entry in _load_newest_entries(host, session):
        if entry.kind in ACTS:
            break
        if entry.kind == "lapse" and (not found or found[-1] - entry.at > session.pace / 2):
            found.append(entry.at)
    return found


def _has_acted(host: HostContext, session: Session) -> bool:
    """Return whether anybody has acted in a game since its clocks were stopped."""
    return any(entry.kind in ACTS and entry.at > session.paused for entry in _load_newest_entries(host, session))


HEADING = re.compile(r"^### .*\n+")
log = logging.getLogger(__name__)
CHECK_INTERVAL = 300.0  # seconds between two such looks: at ourselves, and at what we have said, in turn
CALLS_PER_CHECK = 2  # of one, with a new token
MAX_CHECKED_COMMENTS = 100  # comments in one
READ_WINDOW_SECONDS = 2 * 86400.0  # nothing older is read
SURELY = 2  # looks in a row that show the same; one may be a stumble
MAX_HIDDEN_CHECKS = 3  # looks in a row at which something of ours was hidden: so often it is no accident

ACCOUNT_HIDDEN = (
    "Nobody sees u/%s: Reddit hides the account. All games wait. Appeal at reddit.com/appeals; rtab reddit doctor"
)

HIDES = "What the bot says in %s is removed again and again, so its games wait. Ask the moderators to approve u/%s"


class VisibilityChecks(Struct):
    """When visibility was last checked, and how many checks in a row found the account or a thread's comments
    hidden.
    """

    looked: float = 0.0
    looks: int = 0
    unseen: int = 0
    hidden: dict[str, int] = {}

    def is_hidden(self, chat: str) -> bool:
        """Return whether posts to this thread are useless, because nobody can see them."""
        return self.unseen >= SURELY or self.hidden.get(chat, 0) >= MAX_HIDDEN_CHECKS


def check_visibility(sender: RedditSender, seen: VisibilityChecks, threads: Sequence[str]) -> None:
    """Check without login, in turn, whether the account and the bot's comments are visible, and handle hidden ones."""
    now = sender.host.now()
    seen.looked = seen.looked or now
    if not threads or now - seen.looked < CHECK_INTERVAL or sender.wire.line.compute_wait(CALLS_PER_CHECK):
        return
    seen.looked, seen.looks = now, seen.looks + 1
    if seen.unseen or seen.looks % 2:
        _check_account(sender, seen, threads)
    else:
        _check_comments(sender, seen, threads)


def _check_account(sender: RedditSender, seen: VisibilityChecks, threads: Sequence[str]) -> None:
    seen.unseen = 0 if sender.wire.is_visible() else seen.unseen + 1
    if seen.unseen >= SURELY:
        log.error(ACCOUNT_HIDDEN, sender.wire.name)
        for thread in threads:
            unreachable.stop_closed_thread(sender.host, build_reddit_place(thread))


def _check_comments(sender: RedditSender, seen: VisibilityChecks, threads: Sequence[str]) -> None:
    ours = {build_reddit_place(thread): _list_own_comments(sender, build_reddit_place(thread)) for thread in threads}
    looked = _pick_threads_to_check(ours, seen.looks // 2)
    every = [each for chat in looked for each in ours[chat]][:MAX_CHECKED_COMMENTS]
    hidden = set(sender.wire.list_hidden(every)) if every else set[str]()
    kept = {chat: times for chat, times in seen.hidden.items() if chat in ours and chat not in looked}
    found = {chat: seen.hidden.get(chat, 0) + 1 for chat in looked if hidden & set(ours[chat])}
    seen.hidden = kept | found
    for chat, times in found.items():
        if times < MAX_HIDDEN_CHECKS:
            _repost_hidden(sender, chat, [name for name in ours[chat] if name in hidden])
        elif times == MAX_HIDDEN_CHECKS:
            log.error(HIDES, unreachable.build_short_thread_link(chat), sender.wire.name)
            unreachable.stop_closed_thread(sender.host, chat)


def _pick_threads_to_check(ours: dict[str, list[str]], turn: int) -> list[str]:
    """Return the threads to check next: as many as one call can look at, so that each gets its turn."""
    batches, room = list[list[str]](), 0
    for chat, names in ours.items():
        if not batches or len(names) > room:
            batches.append([])
            room = MAX_CHECKED_COMMENTS
        batches[-1].append(chat)
        room -= len(names)
    return batches[turn % len(batches)] if batches else []


def _list_own_comments(sender: RedditSender, chat: str) -> list[str]:
    """List the bot's comments in a thread that matter now: the boards, and the newest of each round."""
    since = sender.host.now() - READ_WINDOW_SECONDS
    trees = [tree for _, tree in sender.trees.list_trees(chat) if tree.at > since]
    found = [*(_find_board_comment(sender.host, chat, game) for game in _list_place_games(sender.host, chat))]
    found += [name for tree in trees for name in (tree.top, tree.newest)]
    return [name for name in dict.fromkeys(found) if name.startswith(COMMENT)]


def _list_place_games(host: HostContext, chat: str) -> list[str]:
    return [session.id for session in accounts.list_open_sessions(host, f"chat:{chat}")]


def _find_board_comment(host: HostContext, chat: str, game: str) -> str:
    return host.store.find_board_message(chat, game).partition("/")[0]


def _repost_hidden(sender: RedditSender, chat: str, hidden: list[str]) -> None:
    """Post hidden comments again, once. New posts are queued before the old comments are forgotten, so that a crash
    loses nothing.
    """
    host, said = sender.host, sender.wire.fetch_own_texts(hidden)
    now = host.now()
    stamp = max(int(now * 1000), *(post.stamp + 1 for post in host.store.load_posts(chat)), 0)
    for game in _list_place_games(host, chat):
        board = _find_board_comment(host, chat, game)
        if board in hidden:
            host.store.queue_answer(f"reddit:anew/{board}", [Post(chat, game, stamp, board=True)], now, [(chat, game)])
    game = next(iter(_list_place_games(host, chat)), "")
    for table, tree in sender.trees.list_trees(chat):
        gone = [name for name in dict.fromkeys((tree.top, tree.newest)) if name in hidden]
        texts = [HEADING.sub("", said.get(name, "")) for name in gone]
        lines = [Told("{line}", {"line": mark_raw(text)}, table=table) for text in texts if text]
        if gone:
            stamp += 1
            host.store.queue_answer(f"reddit:anew/{gone[-1]}", [Post(chat, game, stamp, lines)] if lines else [], now)
            sender.trees.drop_hidden_comments(chat, table, gone)
