"""One command being handled: who, where, about which game; and the answer."""

from __future__ import annotations

from functools import cached_property

from engine.kernel import Illegal, Told
from engine.rulesets import RULESETS
from host.core.commands import Command
from host.core.context import HostContext
from host.core.session import LOBBY, OVER, Person, Post, Reply, Session
from host.doors.reddit import opt_outs
from host.doors.reddit.api_errors import Locked, Refused
from host.doors.reddit.command_parsing import Said
from host.doors.reddit.markdown import raw
from host.doors.reddit.places import identity, mailbox, place
from host.doors.reddit.sender import LINK, Sender
from host.doors.reddit.wire import Remark
from host.people import accounts
from host.shown.views import Asked

NO_GAME_HERE = "No game is open here. Open one with {new}."
NO_GAME_YOURS = "You are in no game just now. Join one in its thread."
EARLIER = "You wrote that before you were asked. Look at the board, and write it again if you still mean it."

Lines = list[Told]


def say(text: str, /, **facts: object) -> Lines:
    """An answer in words."""
    return [Told(text, dict(facts))]


def refusal(reply: Reply) -> Lines:
    """Why not; an accepted input needs no answer, for its news reach everybody anyway."""
    names = {seat: name for seat, name in reply.names.items() if name}
    return [] if reply.ok else [Told(told.text, _named(told.facts, names)) for told in reply.lines]


def _named(facts: dict[str, object], names: dict[str, str]) -> dict[str, object]:
    """Facts with names in place of seats, as answers about several games stand in one comment."""
    return {key: _name(value, names) for key, value in facts.items()}


def _name(value: object, names: dict[str, str]) -> object:
    if isinstance(value, list):
        return [_name(each, names) for each in value]
    return names.get(value, value) if isinstance(value, str) else value


class Batch:
    """What is read in one go. Nobody can have answered, in it, a question that was asked only because of it."""

    def __init__(self, sender: Sender) -> None:
        self.sender = sender
        self._open: dict[str, set[str]] = {}
        self._moderators: dict[str, set[str]] = {}

    def note(self, session: Session) -> None:
        """Remember what was asked before anything of this was done."""
        self._open.setdefault(session.id, set(session.clocks))

    def was_open(self, game: str, asked: Asked) -> bool:
        """Had this been asked before any of this was read?"""
        return asked.goes_by(self._open.get(game, set()))

    def moderates(self, name: str, subreddit: str) -> bool:
        """Does somebody look after this place?"""
        if subreddit not in self._moderators:
            try:
                self._moderators[subreddit] = self.sender.wire.moderators(subreddit)
            except (Locked, Refused):  # it does not say: then nobody does, this time
                return False
        return name.casefold() in self._moderators[subreddit]


class Call:
    """One command of a comment or message."""

    def __init__(self, batch: Batch, remark: Remark, said: Said, n: int) -> None:
        self.batch, self.remark, self.said, self.n = batch, remark, said, n

    @property
    def sender(self) -> Sender:
        """What speaks."""
        return self.batch.sender

    @property
    def house(self) -> HostContext:
        """The host."""
        return self.sender.house

    @property
    def words(self) -> str:
        """What is said with the command."""
        return self.said.rest

    @property
    def private(self) -> bool:
        """Was it said to us alone?"""
        return self.remark.private

    @property
    def place(self) -> str:
        """The thread; for a message, nowhere."""
        return place(self.remark.thread) if self.remark.thread else ""

    @property
    def heard(self) -> bool:
        """Is it a thread of a subreddit that we read?"""
        ours = {name.casefold() for name in self.sender.wire.keys.subreddits}
        return bool(self.place) and self.remark.subreddit.casefold() in ours

    @cached_property
    def person(self) -> Person:
        """Whoever wrote this, met now if need be."""
        return accounts.known(self.house, identity(self.remark.author), self.remark.author)

    @cached_property
    def by(self) -> str:
        """The person's id, if we know them."""
        return self.house.store.who(identity(self.remark.author), self.house.now())

    @property
    def command(self) -> Command:
        """The input as the use-cases take it: a comment's lines are told apart by their numbers."""
        return Command(f"reddit:{self.remark.id}:{self.n}", self.person.id, self.place)

    def commanding(self, session: Session) -> Command:
        """The input of somebody who may have the host's rights: Reddit is asked whether they moderate."""
        plain = self.command
        if self.person.id == session.by:
            return plain
        return Command(plain.key, plain.by, plain.place, self.moderator())

    def moderator(self) -> bool:
        """Do they look after the place where they write?"""
        return bool(self.remark.subreddit) and self.batch.moderates(self.remark.author, self.remark.subreddit)

    def sessions(self) -> list[Session]:
        """The unfinished games that may be meant: the one of this thread, or in a message all of theirs."""
        if not self.private:
            found = accounts.open_games(self.house, f"chat:{self.place}")
        else:
            mine = accounts.open_games(self.house, f"person:{self.by}") if self.by else []
            found = [session for session in mine if session.at(self.by)]
        for session in found:
            self.batch.note(session)
        return [session for session in found if session.stage != OVER]

    def session(self) -> Session:
        """The game that is meant: the newest of those that may well be."""
        return max(self.likely(), key=lambda session: session.made)

    def likely(self) -> list[Session]:
        """The games that may well be meant: those with a seat of theirs, or all."""
        found = self.sessions()
        for some in ([session for session in found if session.plays(self.by)], found):
            if some:
                return some
        raise (
            Illegal(NO_GAME_YOURS) if self.private else Illegal(NO_GAME_HERE, new=raw(f"`!new {next(iter(RULESETS))}`"))
        )

    def lobby(self) -> Session:
        """The table that still waits for players."""
        waiting = [session for session in self.sessions() if session.stage == LOBBY]
        return waiting[-1] if waiting else self.session()

    @property
    def claim(self) -> str:
        """Where somebody's browser shows that it is theirs."""
        return raw(f"{self.sender.web}/claim")

    def send_link(self) -> bool:
        """Their private link goes to them by message, if they take messages."""
        name = self.remark.author
        if self.person.place != mailbox(name) or opt_outs.is_quiet(self.house, name):
            return False
        stamp = max([int(self.house.now() * 1000), *(post.stamp + 1 for post in self.house.store.posts(mailbox(name)))])
        self.house.store.post([Post(mailbox(name), "", stamp, asks=[LINK])], self.house.now())
        return True
