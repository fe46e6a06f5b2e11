"""One command of a comment or message in Reddit, as the desk takes it."""

from __future__ import annotations

from engine.kernel import Illegal
from host.core.commands import Command
from host.core.session import Person, Post, Session
from host.doors.reddit.api_errors import RedditRefused, ThreadLocked
from host.doors.reddit.command_parsing import WrittenCommand
from host.doors.reddit.markdown import raw
from host.doors.reddit.places import community, identity, mailbox, place, unmade
from host.doors.reddit.sender import LINK, RedditSender
from host.doors.reddit.wire import RedditRemark
from host.people import accounts, browser_linking, opt_outs
from host.said.desk import refusals
from host.said.desk.answer import Answer, say
from host.said.desk.request import Request
from host.shown import views
from host.shown.views import QuestionView

SEATED = (
    "You are in. Secrets are told, and answered, on your private page: open {claim} and write here what it tells you. "
    "If you would rather be written to, write {messages}"
)
BY_MESSAGE = "That goes by message, and you have asked for none yet: write {messages}"
TABLES, MOST_TABLES = "tables", 60  # what is kept of a subreddit: its newest games
SPELLED = {word: f"!{word}" for word in ("new", "here", "next", "usual", "pack")}  # what counts only where it is marked


class ReadBatch:
    """What is read in one go. Nobody can have answered, in it, a question that was asked only because of it."""

    def __init__(self, sender: RedditSender) -> None:
        self.sender = sender
        self._open: dict[str, set[str]] = {}
        self._moderators: dict[str, set[str]] = {}

    def note(self, session: Session) -> None:
        """Remember what was asked before anything of this was done."""
        self._open.setdefault(session.id, set(session.clocks))

    def was_open(self, game: str, asked: QuestionView) -> bool:
        """Had this been asked before any of this was read?"""
        return asked.goes_by(self._open.get(game, set()))

    def moderates(self, name: str, subreddit: str) -> bool:
        """Does somebody look after this place?"""
        if subreddit not in self._moderators:
            try:
                self._moderators[subreddit] = self.sender.wire.moderators(subreddit)
            except (ThreadLocked, RedditRefused):  # it does not say: then nobody does, this time
                return False
        return name.casefold() in self._moderators[subreddit]


class RedditCall(Request):
    """One command of a comment or message."""

    most_tables = 3

    def __init__(self, batch: ReadBatch, remark: RedditRemark, said: WrittenCommand, n: int) -> None:
        super().__init__(batch.sender.host, said.rest)
        self.batch, self.remark, self.said, self.n = batch, remark, said, n
        self.web = batch.sender.web
        self._person: Person | None = None
        self._by: str | None = None

    @property
    def sender(self) -> RedditSender:
        """What speaks."""
        return self.batch.sender

    @property
    def private(self) -> bool:
        """Was it said to us alone?"""
        return self.remark.private

    @property
    def place(self) -> str:
        """The thread; for a message, nowhere."""
        return place(self.remark.thread) if self.remark.thread else ""

    @property
    def community(self) -> str:
        """The subreddit in which they write, or in which a thread would be opened for them."""
        return community(self.remark.subreddit or self.sender.wire.keys.subreddits[0])

    def note_table(self, game: str) -> None:
        """Each table has a thread of its own, so which ones a subreddit has seen is kept for it."""
        before = [each for each in self._tables() if each != game]  # the same comment may come twice
        self.host.store.keep(self.community, TABLES, " ".join([*before, game][-MOST_TABLES:]).encode())

    def played(self) -> list[Session]:
        """The games of this subreddit; in a message one's own."""
        if self.private:
            return super().played()
        return [saved.session for saved in map(self.host.store.game, self._tables()) if saved is not None]

    def _tables(self) -> list[str]:
        return self.host.store.kept(self.community, TABLES).decode().split()

    def welcome(self, _: Person) -> Answer:
        """Who has asked for no messages is told nothing in private."""
        return say(BY_MESSAGE, messages=self.spelled("messages"))

    @property
    def heard(self) -> bool:
        """Is it a thread of a subreddit that we read?"""
        ours = {name.casefold() for name in self.sender.wire.keys.subreddits}
        return bool(self.place) and self.remark.subreddit.casefold() in ours

    @property
    def person(self) -> Person:
        """Whoever wrote this, met now if need be."""
        if self._person is None:
            self._person = accounts.known(self.host, identity(self.remark.author), self.remark.author)
        return self._person

    def somebody(self) -> Person:
        """Whoever wrote this."""
        return self.person

    @property
    def by(self) -> str:
        """The person's id, if we know them."""
        if self._by is None:
            self._by = self.host.store.who(identity(self.remark.author), self.host.now())
        return self._by

    @property
    def identity(self) -> str:
        """The account."""
        return identity(self.remark.author)

    @property
    def mailbox(self) -> str:
        """Their messages, if they have asked for any: Reddit's rules forbid all others."""
        return self.letters if self.person.place == self.letters else ""

    @property
    def letters(self) -> str:
        """Where they would get messages."""
        return mailbox(self.remark.author)

    @property
    def name(self) -> str:
        """What Reddit calls them."""
        return self.remark.author

    @property
    def command(self) -> Command:
        """The input as the use-cases take it: a comment's lines are told apart by their numbers."""
        return Command(f"reddit:{self.remark.key}:{self.n}", self.person.id, self.place)

    def spelled(self, line: str) -> str:
        """Commands stand out in a sentence."""
        word, space, rest = line.partition(" ")
        return raw(f"`{SPELLED.get(word, word)}{space}{rest}`")

    def in_private(self) -> None:
        """Refuses what is not for everybody's eyes."""
        if not self.private:
            raise Illegal(refusals.NOT_ALOUD, claim=self.claim)

    def asked_nothing(self, why: Illegal) -> Illegal:
        """What it says must not tell whether they have sealed their answer."""
        if any(views.view(self.host, session.id).sealed for session in self.sessions()):
            self.in_private()
        return why

    def several_asked(self) -> Illegal:
        """On their page each question has its own form."""
        return Illegal(refusals.SEVERAL_WAIT, claim=self.claim)

    def looks_after(self) -> bool:
        """Does Reddit say that they moderate the place where they write?"""
        return bool(self.remark.subreddit) and self.batch.moderates(self.remark.author, self.remark.subreddit)

    def commanding_elsewhere(self, _: Session) -> Command:
        """Who moderates this place has no say in what is shown in another."""
        return self.command

    def room(self) -> str:
        """This thread, if it is the writer's own or a moderator says so; or else a new one."""
        here = self._free() and (self.remark.theirs or self.looks_after())
        return self.place if here else unmade(self.remark.id)

    def _free(self) -> bool:
        return self.heard and not self.shown_here()

    def one_more(self) -> str:
        """A thread shows one game."""
        if not self._free():
            raise Illegal(refusals.SHOWN_ALREADY)
        return self.place

    def has_sat(self) -> Answer:
        """Where they are told secrets is said once, in the same answer."""
        browser_linking.kept(self.host, self.person.id, self.identity)
        elsewhere = self.person.place and self.person.place != self.letters
        if elsewhere or self.send_link():
            return Answer()
        return say(SEATED, claim=self.claim, messages=self.spelled("messages"))

    def named(self, words: str) -> str:
        """People may be called as Reddit calls them."""
        return words.removeprefix("/").removeprefix("u/")

    def sessions(self) -> list[Session]:
        """The unfinished games that may be meant: the one of this thread, or in a message all of theirs."""
        found = super().sessions()
        for session in found:
            self.batch.note(session)
        return found

    def address(self, path: str) -> str:
        """A page of the host's, as it is."""
        return raw(f"{self.sender.web}{path}")

    def send_link(self) -> bool:
        """Their private link goes to them by message, if they have asked for messages."""
        letters = self.letters
        if self.person.place != letters or opt_outs.is_quiet(self.host, self.identity):
            return False
        stamp = max([int(self.host.now() * 1000), *(post.stamp + 1 for post in self.host.store.posts(letters))])
        self.host.store.post([Post(letters, "", stamp, asks=[LINK])], self.host.now())
        return True
