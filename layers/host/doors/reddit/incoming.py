"""Handles one comment or message: does what it asks for, and answers in one comment, if there is something to say.

A comment may come twice, late, or full of nonsense: the same one changes nothing twice, and none makes the host fall.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Sequence
from datetime import UTC, datetime

from msgspec import Struct
from msgspec.structs import replace

from engine.kernel import Illegal, Told
from host.core.context import HostContext
from host.core.deadlines import ticking
from host.core.deadlines.clocks import DAY, format_duration
from host.core.error_lines import format_error_location
from host.core.session import RUNNING, Command, LogEntry, Post, Session, WritingStyle
from host.core.store.items import Overloaded
from host.delivery import places
from host.delivery.outbox import PlatformDown, RetryLater
from host.doors.reddit import command_parsing, menu, unreachable
from host.doors.reddit.account import RedditRemark
from host.doors.reddit.board import mark_raw
from host.doors.reddit.call import ReadBatch, RedditCall
from host.doors.reddit.command_parsing import SECRET_WORDS, WrittenCommand
from host.doors.reddit.menu import ALIASES, ANYWHERE, HOSTS, MENU, WATCHERS
from host.doors.reddit.places import COMMENT, build_reddit_identity, build_reddit_place
from host.doors.reddit.sender import RedditSender
from host.people import accounts
from host.said.answers import DeskAnswer, answer_reply, answer_sentence
from host.said.desk import refusals

log = logging.getLogger(__name__)


MOST_ANSWERS, WHILE = 6, 600.0


OPPOSITES = (("join", "leave"), ("pause", "resume"), ("stop", "start"))


def build_handled_key(remark: RedditRemark) -> str:
    """Return the key under which the store records that this comment or message was handled."""
    return f"reddit:{remark.key}/said"


def _is_answer_word(call: RedditCall) -> bool:
    """Return whether this command is meant to answer a question: it is `pick` (or an alias of it), or a line without
    any command word.
    """
    return ALIASES.get(call.said.word, call.said.word) in ("pick", "")


def _answer_line(call: RedditCall) -> DeskAnswer:
    """Return the bot's answer to a line of a comment without a command, such as small talk; if that is refused, the
    reason of the refusal.
    """
    try:
        return menu.answer_loose_line(call, MENU)
    except Illegal as no:
        return answer_sentence(no.text, **no.facts)


class ArguingLimits:
    """A limit on replies by account: somebody who floods a thread is heard but no longer replied to."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._lately: dict[str, list[float]] = {}

    def may_reply(self, account: str) -> bool:
        """Count one more comment of this account now, in the memory of this process, and return whether it may get a
        reply: the first six within ten minutes do, so that nobody can argue with the bot endlessly.
        """
        since = self._now() - WHILE
        self._lately = {
            name: kept for name, moments in self._lately.items() if (kept := [m for m in moments if m > since])
        }
        mine = self._lately.setdefault(account.casefold(), [])
        mine.append(self._now())
        return len(mine) <= MOST_ANSWERS


class RedditIncoming:
    """The entry point for comments and messages."""

    def __init__(self, batch: ReadBatch, patience: ArguingLimits) -> None:
        self.batch, self.host, self.patience = batch, batch.sender.host, patience

    def handle(self, remark: RedditRemark) -> None:
        """Handle one comment or message, and queue the reply. An error that may have passed when it is read again is
        raised; any other is logged, and the comment counts as handled without a reply.
        """
        try:
            self._handle_remark(remark)
        except (Overloaded, PlatformDown, RetryLater):  # it is to be read again
            raise
        except Exception as error:  # noqa: BLE001 # one broken comment must not stop the others
            log.error("comment failed key=%s error=%s", build_handled_key(remark), format_error_location(error))  # noqa: TRY400 # values could be secret
            self.host.store.queue_answer(build_handled_key(remark), [], self.host.now())

    def handle_edit(self, remark: RedditRemark) -> None:
        """Handle a comment whose text has been edited since it was read, as if it were new. If a command in either
        version has been carried out already, only mark the new version as handled.
        """
        now = replace(remark, again=True, made=remark.edited or self.host.now())
        if any(self._was_accepted(each) for each in (remark, now)):
            self.host.store.queue_answer(build_handled_key(now), [], self.host.now())
        else:
            self.handle(now)

    def _was_accepted(self, remark: RedditRemark) -> bool:
        """Return whether any command of this comment, in the wording that `remark` has, has been carried out."""
        calls = [RedditCall(self.batch, remark, WrittenCommand(""), n) for n in range(command_parsing.MAX_COMMANDS + 1)]
        return any((before := call.find_earlier_reply()) is not None and before.ok for call in calls)

    def _handle_remark(self, remark: RedditRemark) -> None:
        """Handle the commands of a comment, at most twelve, queue one reply if there is something to say (none to an
        account that floods), and mark the comment as handled even if it meant nothing, so that no other process handles
        it later. Do nothing if one of its commands is for the bot and it is marked so already.
        """
        calls = self._parse_calls(remark)
        mine = {call.n for call in calls if self._is_for_us(call)}
        if mine and self.host.store.find_answer(build_handled_key(remark)):
            return
        lines = self._run_calls(calls[: command_parsing.MAX_COMMANDS], mine)
        if (lines or mine) and (
            len(remark.body) > command_parsing.MAX_COMMENT_LENGTH or len(calls) > command_parsing.MAX_COMMANDS
        ):
            lines += answer_sentence(
                refusals.MESSAGE_TOO_LONG, longest=command_parsing.MAX_COMMENT_LENGTH, most=command_parsing.MAX_COMMANDS
            ).lines
        if lines and not self.patience.may_reply(remark.author):
            lines = []
        self.host.store.queue_answer(build_handled_key(remark), self._build_reply(remark, lines), self.host.now())
        if remark.edited and not remark.again:
            self.host.store.queue_answer(build_handled_key(replace(remark, again=True)), [], self.host.now())

    def _parse_calls(self, remark: RedditRemark) -> list[RedditCall]:
        """Return the commands of a comment in order, of an edited one only those that may answer a question. If there
        are too many, return only one more than may be carried out, so that the caller notices.
        """
        direct = remark.to_us or remark.parent == remark.thread
        bot, others = self.batch.sender.wire.name, self._list_other_names(remark)
        to_us = remark.private or remark.to_us
        pasted = command_parsing.parse_pasted_pack(remark.body, private=remark.private)
        read = (
            [pasted] if pasted else command_parsing.parse_comment(remark.body, bot, others, direct=direct, to_us=to_us)
        )
        said = read[: command_parsing.MAX_COMMANDS + 1]
        calls = [menu.resolve_meaning(RedditCall(self.batch, remark, one, n)) for n, one in enumerate(said)]
        return [call for call in calls if not remark.again or _is_answer_word(call)]

    def _run_calls(self, calls: list[RedditCall], mine: set[int]) -> list[Told]:
        """Run a comment's commands in order and return the lines of the reply. One is run if its number is in `mine` or
        it is meant for the bot, which is checked when its turn comes, as an earlier one may have opened a game; one
        that contradicts another gets a refusal instead. If none is run, return a hint: if one fits, or in any private
        message about a game.
        """
        lines, done, contradictions = list[Told](), False, self._find_contradictions(calls)
        for call in map(menu.resolve_meaning, calls):
            if call.n in mine or self._is_for_us(call):
                lines += contradictions.get(call.n) or self._run_call(call)
                done = True
        if (
            calls
            and not done
            and calls[0].is_direct
            and calls[0].list_games()
            and not any(call.find_earlier_reply() for call in calls)
        ):
            return (
                self._list_hints(calls)
                or answer_sentence(refusals.UNCLEAR_MESSAGE, help=mark_raw("`help`"), claim=calls[0].claim).lines
            )
        return lines if done else self._list_hints(calls)

    @staticmethod
    def _list_hints(calls: list[RedditCall]) -> list[Told]:
        """Return the reply to the first of these lines without a command word that deserves one: to small talk, or to
        what seems meant as an answer but is not understood; else an empty list.
        """
        unclear = [call for call in calls if not call.said.word and call.by]
        return next((found.name_seats() for call in unclear if (found := _answer_line(call)).lines), [])

    def _list_other_names(self, remark: RedditRemark) -> set[str]:
        """Return the names of all players in the games of a comment's thread except its author, in lower case."""
        games = (
            accounts.list_open_sessions(self.host, f"chat:{build_reddit_place(remark.thread)}") if remark.thread else []
        )
        names = {name.casefold() for session in games for name in session.map_names_by_seat().values()}
        return names - {remark.author.casefold()}

    # -- is it for us?

    def _is_for_us(self, call: RedditCall) -> bool:
        """Return whether a command is meant for the bot. In a private message each is. In a thread with a game it is if
        it is marked or one of those that onlookers may write unmarked, or if its writer plays there, or opened the game
        and it is one of the host's; in a thread without a game only if it needs none and is marked, or is `link` with a
        code. Never is a line without a command word, nor in public an unknown word that is no play, unless the bot is
        named.
        """
        if not call.said.word:
            return False
        word = ALIASES.get(call.said.word, call.said.word)
        sessions = call.list_games()
        if call.is_direct:
            return True
        if word not in MENU and not call.said.called and not menu.can_play_words(call):
            return False  # it may be for another bot
        if not sessions:
            return (call.said.marked and word in ANYWHERE) or (word == "link" and bool(call.words))
        if call.said.marked or word in WATCHERS or any(session.find_player_of(call.by) for session in sessions):
            return True
        return word in HOSTS and any(map(call.has_opened, sessions))

    # -- doing it

    def _run_call(self, call: RedditCall) -> list[Told]:
        """Run one command and return the lines of the reply. If it is refused, return the reason, or the earlier reply
        if another process had accepted it before that process crashed.
        """
        word = call.said.word
        entry = MENU.get(ALIASES.get(word, word))
        try:
            if entry is not None:
                return entry.does(call).name_seats()
            return (
                menu.handle_reddit_play(call) if menu.can_play_words(call) else self._handle_unknown_word(call)
            ).name_seats()
        except Illegal as no:
            before = call.find_earlier_reply()
            return answer_reply(before).name_seats() if before else [Told(no.text, no.facts)]

    @staticmethod
    def _handle_unknown_word(call: RedditCall) -> DeskAnswer:
        """Answer a command with an unknown word: in a private message during a game by trying it as a play, so that the
        rules say why it is impossible; elsewhere raise Illegal.
        """
        if call.is_direct and any(session.stage == RUNNING for session in call.list_games()):
            return menu.handle_reddit_play(call)
        raise Illegal(refusals.NO_WORD, code="unknown_command", word=call.said.word, help=mark_raw("`help`"))

    def _find_contradictions(self, calls: list[RedditCall]) -> dict[int, list[Told]]:
        """Return, by a command's number, the refusals of commands in one comment that contradict each other (opposite
        commands, or two different answers to one question), so that none of them is carried out; empty if none do.
        """
        found = dict[int, list[Told]]()
        by_word = {call.said.word: call for call in calls}
        for one, other in OPPOSITES:
            if one in by_word and other in by_word:
                found |= dict.fromkeys(
                    (by_word[one].n, by_word[other].n), answer_sentence(refusals.NEITHER, one=one, other=other).lines
                )
        answers: dict[str, RedditCall] = {}
        for call in calls:
            question, value = self._find_answered_question(call)
            before = answers.setdefault(question, call) if question else call
            if before is not call and self._find_answered_question(before)[1] != value:
                found |= dict.fromkeys(
                    (before.n, call.n), answer_sentence(refusals.NEITHER, one=before.words, other=call.words).lines
                )
        return found

    @staticmethod
    def _find_answered_question(call: RedditCall) -> tuple[str, object]:
        """Return the game and question (`GAME/QUESTION`) that this command answers, and the answer's value; an empty
        string and None if it answers none, or would tell a secret in public.
        """
        if not (call.said.word and _is_answer_word(call)) or (call.said.word in SECRET_WORDS and not call.is_unseen):
            return "", None
        try:
            aim = menu.match_comment_to_question(call, call.words)
        except Illegal:
            return "", None
        return f"{aim.open.session.id}/{aim.open.asked.id}", aim.value

    # -- answering

    def _build_reply(self, remark: RedditRemark, lines: list[Told]) -> list[Post]:
        """Build the post that replies to a comment with these lines, without repeated sentences, in the writer's
        language; return it in a list, which is empty if there are no lines.
        """
        if not lines:
            return []
        person_id = self.host.store.find_person_id(build_reddit_identity(remark.author), self.host.now())
        person = accounts.load_current_person(self.host, person_id) if person_id else None
        once = list({(told.text, repr(told.facts)): told for told in lines}.values())
        style = person.habits.style if person else WritingStyle()
        return [Post(build_reddit_place(remark.id), "", int(remark.made * 1000), once, style=style)]


LAPSES = 3  # times in a row


MAX_LOG_ENTRIES = 60  # entries of the log that are looked through


ACTS = {"answer", "play", "resume"}


THREAD_SILENT = (
    "Time has run out {n} times in a row, and nobody has written here. So I have stopped the clocks. They start "
    "again when a player writes something here."
)


END_NOTICE_SECONDS = 45 * DAY  # how long before Reddit's end its threads are told


REDDIT_ENDS = (
    "As far as we know, this bot cannot work on Reddit any more after {day} ({time} left). This game goes on, "
    "with all players and all money, on its own page: see the link under the board. Open that page once with your"
    " own account (write: link). Or the player who opened the game can move it to another chat that has this bot."
    " Write there: /here {game}"
)


class SilentThreads(Struct):
    """When each thread was last heard from, and the games stopped there because it was silent."""

    heard: dict[str, float] = {}
    waiting: dict[str, list[str]] = {}


def note_remark_in_thread(host: HostContext, silence: SilentThreads, remark: RedditRemark) -> None:
    """Note in `silence` when somebody wrote this comment in its thread, and resume the games there that were stopped
    because nobody wrote, in which the writer has a seat, if the comment is newer than that.
    """
    silence.heard[remark.thread] = max(remark.made, silence.heard.get(remark.thread, 0.0))
    games = silence.waiting.get(remark.thread, [])
    person = host.store.find_person_id(build_reddit_identity(remark.author), host.now()) if games else ""
    for session in _list_thread_games(host, remark.thread) if person else []:
        if session.id in games and session.has_active_seat(person) and remark.made > session.paused:
            _resume_silent_game(host, silence, remark.thread, session)


def check_silent_threads(host: HostContext, silence: SilentThreads, threads: list[str]) -> None:
    """Stop the games of those threads in which time has run out three times in a row without anybody writing, and
    resume a game stopped so as soon as somebody acts in it elsewhere. Note that in `silence`, and forget there when
    somebody wrote in other threads more than a day ago.
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
    """Queue in each of these threads that shows an unfinished game, in the last 45 days before the moment `ends` (0 for
    never), the news that Reddit will then end the bot's access, unless the thread is among those that were told before
    (`told`). Return these and all `threads`, which count as told from now on; at any other time only return `told`.
    """
    if not ends or not 0 < ends - host.now() < END_NOTICE_SECONDS:
        return told
    for thread in threads:
        for session in _list_thread_games(host, thread) if thread not in told else []:
            day = datetime.fromtimestamp(ends, UTC).strftime("%Y-%m-%d")
            facts = {"day": day, "time": format_duration(ends - host.now()), "game": session.id}
            places.queue_told_line(host, session, build_reddit_place(thread), Told(REDDIT_ENDS, facts))
    return [*dict.fromkeys([*told, *threads])]


def _stop_if_silent(host: HostContext, silence: SilentThreads, thread: str, session: Session) -> None:
    """Stop the clocks of the game of a thread, say so there and note it in `silence`, if time ran out three times in a
    row without anybody acting in the game or writing in the thread.
    """
    lapses = _list_lapses(host, session)
    if len(lapses) < LAPSES or silence.heard.get(thread, 0.0) > lapses[LAPSES - 1]:
        return
    chat = build_reddit_place(thread)
    if ticking.pause_session_clocks(host, Command(place=chat, admin=True), session.id).ok:
        silence.waiting.setdefault(thread, []).append(session.id)
        places.queue_told_line(host, session, chat, Told(THREAD_SILENT, {"n": LAPSES}))


def _resume_silent_game(host: HostContext, silence: SilentThreads, thread: str, session: Session) -> None:
    """Start the clocks again, if they are still stopped, of a game that was stopped because its thread was silent, and
    forget that it was.
    """
    silence.waiting[thread] = [game for game in silence.waiting[thread] if game != session.id]
    if not silence.waiting[thread]:
        del silence.waiting[thread]
    if session.paused:
        ticking.resume_session_clocks(host, Command(place=build_reddit_place(thread), admin=True), session.id)


def _list_thread_games(host: HostContext, thread: str) -> list[Session]:
    """List the sessions of the unfinished games that the thread with this full Reddit name shows."""
    return accounts.list_open_sessions(host, f"chat:{build_reddit_place(thread)}")


def _load_newest_entries(host: HostContext, session: Session) -> list[LogEntry]:
    """Return the newest log entries of a game, 60 at most, newest first."""
    return host.store.load_log(session.id, max(0, session.entries - MAX_LOG_ENTRIES), MAX_LOG_ENTRIES)[::-1]


def _list_lapses(host: HostContext, session: Session) -> list[float]:
    """Return the times at which questions of a game ran out of time since anybody last acted in it, the newest first,
    as its 60 newest log entries tell; those less than half a turn apart count as one.
    """
    found: list[float] = []
    for entry in _load_newest_entries(host, session):
        if entry.kind in ACTS:
            break
        if entry.kind == "lapse" and (not found or found[-1] - entry.at > session.pace / 2):
            found.append(entry.at)
    return found


def _has_acted(host: HostContext, session: Session) -> bool:
    """Return whether any player has acted in a game, or somebody resumed it, since the clocks of its questions were
    stopped; only its 60 newest log entries count.
    """
    return any(entry.kind in ACTS and entry.at > session.paused for entry in _load_newest_entries(host, session))


HEADING = re.compile(r"^### .*\n+")


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
        """Return whether it is useless to post to this thread, because the last checks have found, several times in a
        row, that nobody can see the bot's account or what it writes there.
        """
        return self.unseen >= SURELY or self.hidden.get(chat, 0) >= MAX_HIDDEN_CHECKS


def check_visibility(sender: RedditSender, seen: VisibilityChecks, threads: Sequence[str]) -> None:
    """Check without login, every five minutes, whether the bot's account or (in turn, while the account is seen) its
    comments are visible; queue hidden comments to be posted again, stop games where it happens repeatedly, and count in
    `seen`. Do nothing in between, without threads, or while the rate limit forbids it.
    """
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
    """Check whether others can see the bot's account, and count in `seen` how often in a row they could not; from the
    second time on log that and stop the games of all these threads.
    """
    seen.unseen = 0 if sender.wire.is_visible() else seen.unseen + 1
    if seen.unseen >= SURELY:
        log.error(ACCOUNT_HIDDEN, sender.wire.name)
        for thread in threads:
            unreachable.stop_closed_thread(sender.host, build_reddit_place(thread))


def _check_comments(sender: RedditSender, seen: VisibilityChecks, threads: Sequence[str]) -> None:
    """Check whether other people can see the bot's comments in some of these threads: queue hidden ones to be posted
    again, and if a thread has some for the third time in a row, log that and stop its games. Count these times in
    `seen`.
    """
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
    """Return which of the threads to check at check number `turn`: as many as one call to Reddit can look at, so that
    each gets its turn. `ours` has, by thread, the bot's comments.
    """
    batches, room = list[list[str]](), 0
    for chat, names in ours.items():
        if not batches or len(names) > room:
            batches.append([])
            room = MAX_CHECKED_COMMENTS
        batches[-1].append(chat)
        room -= len(names)
    return batches[turn % len(batches)] if batches else []


def _list_own_comments(sender: RedditSender, chat: str) -> list[str]:
    """List the full Reddit names of those of the bot's comments in a thread that matter now: with the boards, and the
    first and newest comment of each group of news of the last two days. A board in a thread's own text is no comment.
    """
    since = sender.host.now() - READ_WINDOW_SECONDS
    trees = [tree for _, tree in sender.trees.list_trees(chat) if tree.at > since]
    found = [*(_find_board_comment(sender.host, chat, game) for game in _list_place_games(sender.host, chat))]
    found += [name for tree in trees for name in (tree.top, tree.newest)]
    return [name for name in dict.fromkeys(found) if name.startswith(COMMENT)]


def _list_place_games(host: HostContext, chat: str) -> list[str]:
    """List the ids of the unfinished games that this place shows."""
    return [session.id for session in accounts.list_open_sessions(host, f"chat:{chat}")]


def _find_board_comment(host: HostContext, chat: str, game: str) -> str:
    """Return the full name of the comment or thread that shows a game's board in a place; empty if there is none."""
    return host.store.find_board_message(chat, game).partition("/")[0]


def _repost_hidden(sender: RedditSender, chat: str, hidden: list[str]) -> None:
    """Queue hidden comments of a thread to be posted again, once: boards and news, without the headings. New posts are
    queued before the old comments are forgotten, so that a crash loses nothing.
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
