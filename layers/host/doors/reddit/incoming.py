"""Handles one comment or message: does what it asks for, and answers in one comment, if there is something to say.

A comment may come twice, late, or full of nonsense: the same one changes nothing twice, and none makes the host fall.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

from msgspec.structs import replace

from engine.kernel import Illegal, Told
from host.core.error_lines import format_error_location
from host.core.session import RUNNING, Post, WritingStyle
from host.core.store.items import Overloaded
from host.delivery.outbox import PlatformDown, RetryLater
from host.doors.reddit import command_parsing, menu
from host.doors.reddit.account import RedditRemark
from host.doors.reddit.board import mark_raw
from host.doors.reddit.call import ReadBatch, RedditCall
from host.doors.reddit.command_parsing import SECRET_WORDS, WrittenCommand
from host.doors.reddit.menu import ALIASES, ANYWHERE, HOSTS, MENU, WATCHERS
from host.doors.reddit.places import build_reddit_identity, build_reddit_place
from host.people import accounts
from host.said.desk import refusals
from host.said.desk.answer import DeskAnswer, answer_reply, answer_sentence

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
        """Count a comment of this account and return whether it may get a reply, so that nobody can argue with the bot
        endlessly.
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
        """Handle one comment or message. Raise only errors that may not occur when it is read again; log all others,
        and mark it as handled.
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
        """Return whether any command of this comment has been carried out."""
        calls = [RedditCall(self.batch, remark, WrittenCommand(""), n) for n in range(command_parsing.MAX_COMMANDS + 1)]
        return any((before := call.find_earlier_reply()) is not None and before.ok for call in calls)

    def _handle_remark(self, remark: RedditRemark) -> None:
        """Handle the commands of a comment, and mark it as handled even if it meant nothing, so that no other process
        handles it later.
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
        """Return the commands of a comment in order. If there are too many, return only one more than may be carried
        out, so that the caller notices.
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
        """Run a comment's commands in order and return the lines of the reply. A command is run if its number is in
        `mine` or it is meant for the bot; that is checked one by one, because an earlier command may have opened a
        game.
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
        """Return lines that explain how to answer the question, if one of these commands seems meant as an answer but
        is not understood; else an empty list.
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
        """Return whether a command is meant for the bot: in private or marked, or by a person who plays, hosts or may
        watch here.
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
        """Run one command and return the lines of the reply. If it is refused, but another process had accepted it
        before that process crashed, return the earlier reply.
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
        commands, or two answers to one question), so that none of them is carried out.
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
        """Return the id of the question that this command answers and the answer's value; an empty string and None if
        it answers none.
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
        """Build the posts that reply to a comment with these lines, leaving out repeated sentences."""
        if not lines:
            return []
        person_id = self.host.store.find_person_id(build_reddit_identity(remark.author), self.host.now())
        person = accounts.load_current_person(self.host, person_id) if person_id else None
        once = list({(told.text, repr(told.facts)): told for told in lines}.values())
        style = person.habits.style if person else WritingStyle()
        return [Post(build_reddit_place(remark.id), "", int(remark.made * 1000), once, style=style)]
