"""Handles one comment or message: does what it asks for, and answers in one comment, if there is something to say.

A comment may come twice, late, or full of nonsense: the same one changes nothing twice, and none makes the host fall.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

from msgspec.structs import replace

from engine.kernel import Illegal, Told
from host.core.error_lines import where
from host.core.session import RUNNING, Post, WritingStyle
from host.core.store.items import Overloaded
from host.delivery.outbox import PlatformDown, RetryLater
from host.doors.reddit import command_parsing, playing
from host.doors.reddit.call import ReadBatch, RedditCall
from host.doors.reddit.command_parsing import SECRETS, WrittenCommand
from host.doors.reddit.markdown import raw
from host.doors.reddit.menu import ALIASES, ANYWHERE, HOSTS, MENU, WATCHERS
from host.doors.reddit.places import identity, place
from host.doors.reddit.wire import RedditRemark
from host.people import accounts
from host.said.desk import refusals
from host.said.desk.answer import Answer, refusal, say

log = logging.getLogger(__name__)
MOST_ANSWERS, WHILE = 6, 600.0
OPPOSITES = (("join", "leave"), ("pause", "resume"), ("stop", "start"))


def mark(remark: RedditRemark) -> str:
    """Under which name the store remembers that this has been dealt with."""
    return f"reddit:{remark.key}/said"


def _answers(call: RedditCall) -> bool:
    """Does this answer a question, or would it, if it were understood?"""
    return ALIASES.get(call.said.word, call.said.word) in ("pick", "")


class ArguingLimits:
    """How often an account is answered: whoever floods a thread is heard, but not argued with."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._lately: dict[str, list[float]] = {}

    def answers(self, account: str) -> bool:
        """Is there an answer left for them?"""
        since = self._now() - WHILE
        self._lately = {
            name: kept for name, moments in self._lately.items() if (kept := [m for m in moments if m > since])
        }
        mine = self._lately.setdefault(account.casefold(), [])
        mine.append(self._now())
        return len(mine) <= MOST_ANSWERS


class RedditIncoming:
    """Where comments and messages are handed in."""

    def __init__(self, batch: ReadBatch, patience: ArguingLimits) -> None:
        self.batch, self.host, self.patience = batch, batch.sender.host, patience

    def handle(self, remark: RedditRemark) -> None:
        """Deal with one of them, whatever it says."""
        try:
            self._dealt(remark)
        except (Overloaded, PlatformDown, RetryLater):  # it is to be read again
            raise
        except Exception as error:  # noqa: BLE001 # one broken comment must not stop the others
            log.error("a comment broke down: %s", where(error))  # noqa: TRY400 # values could be secret
            self.host.store.answer(mark(remark), [], self.host.now())

    def edited(self, remark: RedditRemark) -> None:
        """What has been read reads otherwise now. It may answer what is asked now, if nothing that it said was done."""
        now = replace(remark, again=True, made=remark.edited or self.host.now())
        if any(self._accepted(each) for each in (remark, now)):
            self.host.store.answer(mark(now), [], self.host.now())
        else:
            self.handle(now)

    def _accepted(self, remark: RedditRemark) -> bool:
        """Has anything that this says been done?"""
        calls = [RedditCall(self.batch, remark, WrittenCommand(""), n) for n in range(command_parsing.MOST + 1)]
        return any((before := call.before()) is not None and before.ok for call in calls)

    def _dealt(self, remark: RedditRemark) -> None:
        """What has been judged is noted, even if it meant nothing: another process must not judge it again, later."""
        calls = self._heard(remark)
        mine = {call.n for call in calls if self._for_us(call)}
        if mine and self.host.store.answered(mark(remark)):
            return
        lines = self._done(calls[: command_parsing.MOST], mine)
        if (lines or mine) and (len(remark.body) > command_parsing.LONGEST or len(calls) > command_parsing.MOST):
            lines += say(refusals.TOO_LONG, longest=command_parsing.LONGEST, most=command_parsing.MOST).lines
        if lines and not self.patience.answers(remark.author):
            lines = []
        self.host.store.answer(mark(remark), self._answer(remark, lines), self.host.now())
        if remark.edited and not remark.again:
            self.host.store.answer(mark(replace(remark, again=True)), [], self.host.now())

    def _heard(self, remark: RedditRemark) -> list[RedditCall]:
        """Its commands, and one more than are done, if there are more."""
        direct = remark.to_us or remark.parent == remark.thread
        bot, others = self.batch.sender.wire.name, self._others(remark)
        to_us = remark.private or remark.to_us
        pasted = command_parsing.pasted(remark.body, private=remark.private)
        read = [pasted] if pasted else command_parsing.read(remark.body, bot, others, direct=direct, to_us=to_us)
        said = read[: command_parsing.MOST + 1]
        calls = [playing.meant(RedditCall(self.batch, remark, one, n)) for n, one in enumerate(said)]
        return [call for call in calls if not remark.again or _answers(call)]

    def _done(self, calls: list[RedditCall], mine: set[int]) -> list[Told]:
        """One after the other; what comes before may have brought what a later one is about."""
        lines, done, contradictions = list[Told](), False, self._contradictions(calls)
        for call in map(playing.meant, calls):
            if call.n in mine or self._for_us(call):
                lines += contradictions.get(call.n) or self._one(call)
                done = True
        if calls and not done and calls[0].private and calls[0].sessions() and not any(call.before() for call in calls):
            return say(refusals.UNCLEAR, help=raw("`help`"), claim=calls[0].claim).lines
        return lines if done else self._hints(calls)

    @staticmethod
    def _hints(calls: list[RedditCall]) -> list[Told]:
        """Whoever seems to answer us, and is not understood, is told how."""
        unclear = [call for call in calls if not call.said.word and not call.private and call.by]
        return next((found.lines for call in unclear if (found := playing.hint(call)).lines), [])

    def _others(self, remark: RedditRemark) -> set[str]:
        """The names of everybody else at the table, in small letters."""
        games = accounts.open_games(self.host, f"chat:{place(remark.thread)}") if remark.thread else []
        names = {player.name.casefold() for session in games for player in session.players}
        return names - {remark.author.casefold()}

    # -- is it for us?

    def _for_us(self, call: RedditCall) -> bool:
        """What is marked is; in a thread, other words are only from those who play there, or who could mean us."""
        if not call.said.word:
            return False
        word = ALIASES.get(call.said.word, call.said.word)
        sessions = call.sessions()
        if call.private:
            return True
        if word not in MENU and not call.said.called and not playing.offered(call):
            return False  # it may be for another bot
        if not sessions:
            return (call.said.marked and word in ANYWHERE) or (word == "link" and bool(call.words))
        if call.said.marked or word in WATCHERS or any(session.at(call.by) for session in sessions):
            return True
        return word in HOSTS and any(map(call.opened, sessions))

    # -- doing it

    def _one(self, call: RedditCall) -> list[Told]:
        """Do it; a refusal is none if another process has done it, and died before it could note that."""
        word = call.said.word
        entry = MENU.get(ALIASES.get(word, word))
        try:
            if entry is not None:
                return entry.does(call).alone()
            return (playing.play(call) if playing.offered(call) else self._unknown(call)).alone()
        except Illegal as no:
            before = call.before()
            return refusal(before).alone() if before else [Told(no.text, no.facts)]

    @staticmethod
    def _unknown(call: RedditCall) -> Answer:
        """In a message, the rules know best why something cannot be done."""
        if call.private and any(session.stage == RUNNING for session in call.sessions()):
            return playing.play(call)
        raise Illegal(refusals.NO_WORD, word=call.said.word, help=raw("`help`"))

    def _contradictions(self, calls: list[RedditCall]) -> dict[int, list[Told]]:
        """Two answers to the same question, or a thing and its opposite, in one comment: neither is done."""
        found = dict[int, list[Told]]()
        by_word = {call.said.word: call for call in calls}
        for one, other in OPPOSITES:
            if one in by_word and other in by_word:
                found |= dict.fromkeys(
                    (by_word[one].n, by_word[other].n), say(refusals.NEITHER, one=one, other=other).lines
                )
        answers: dict[str, RedditCall] = {}
        for call in calls:
            question, value = self._aim(call)
            before = answers.setdefault(question, call) if question else call
            if before is not call and self._aim(before)[1] != value:
                found |= dict.fromkeys(
                    (before.n, call.n), say(refusals.NEITHER, one=before.words, other=call.words).lines
                )
        return found

    @staticmethod
    def _aim(call: RedditCall) -> tuple[str, object]:
        """The question that this answers, if it answers one, and how."""
        if not (call.said.word and _answers(call)) or (call.said.word in SECRETS and not call.private):
            return "", None
        try:
            aim = playing.aimed(call, call.words)
        except Illegal:
            return "", None
        return f"{aim.open.session.id}/{aim.open.asked.id}", aim.value

    # -- answering

    def _answer(self, remark: RedditRemark, lines: list[Told]) -> list[Post]:
        """All there is to say, each sentence once; it goes below what is answered."""
        if not lines:
            return []
        person_id = self.host.store.who(identity(remark.author), self.host.now())
        person = accounts.person(self.host, person_id) if person_id else None
        once = list({(told.text, repr(told.facts)): told for told in lines}.values())
        style = person.habits.style if person else WritingStyle()
        return [Post(place(remark.id), "", int(remark.made * 1000), once, style=style)]
