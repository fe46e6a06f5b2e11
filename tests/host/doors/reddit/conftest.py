import random
from typing import Any

import pytest
from prawcore.sessions import RetryStrategy

from engine.kernel import Told
from engine.rulesets import RULESETS, ruleset
from host.core.context import Config, HostContext, load_engine_game
from host.core.deadlines import ticking
from host.core.session import Post
from host.core.store import MemoryTable, Store
from host.core.store.items import Commit
from host.delivery import places
from host.doors.reddit.places import RedditKeys
from host.doors.reddit.polling import RedditBot
from host.doors.reddit.sender import PRIVATE_LINK_ASK
from host.doors.registry import list_reading_delays
from host.people import accounts
from host.said.desk import refusals
from host.shown import views
from tests.fakes.reddit import Comment, Message, Site, Submission
from tests.fakes.reddit.in_process import URL, InProcess
from tests.fakes.telegram import FakeClock
from tests.rulesets.toy import Toy

WEB = "https://race.example"
NOT_TAKEN = refusals.NOT_ALOUD.format(claim=f"{WEB}/claim")  # of a secret that was said where everybody reads it
UNCLEAR = refusals.UNCLEAR_MESSAGE.format(help="`help`", claim=f"{WEB}/claim")
LEFT_IN_PEACE = "I will not write to you any more."


class Stage:
    """The whole bot, with real PRAW, against a local Reddit without a network, on a clock that a test turns."""

    def __init__(self):
        self.clock, luck = FakeClock(), random.Random(7)
        self.site = Site(clock=self.clock)
        self.site.sub("race")
        self.host: Any = HostContext(
            Store(MemoryTable()),
            Config(outage=1e9, called=("reddit",), elsewhere=("reddit",), listened=list_reading_delays(("reddit",))),
            self.clock.now,
            lambda size: luck.randbytes(size).hex(),
        )
        self.bot = self.new_bot()
        self.wrong = []  # faults of the bot that a test expects

    def new_bot(self):
        """A process with an empty memory."""
        given = self.site.credentials
        keys = RedditKeys(
            given.client_id, given.client_secret, given.username, given.password, ("race",), "race_host", URL
        )
        bot = RedditBot(self.host, keys, WEB)
        session = bot.wire.line._http
        session.mount(URL, InProcess(self.site.api))
        session.trust_env = False  # or it would look for proxies and passwords before each call
        return bot

    def pass_by(self, seconds=60.0, step=5.0):
        """Time passes, and everything that is due happens."""
        end = self.clock.now() + seconds
        while self.clock.now() < end:
            ticking.sweep_due_games(self.host)
            self.bot.poll_if_due()
            self.bot.deliver_now()
            self.clock.advance(min(step, end - self.clock.now()))

    def settle(self, most=1800.0):
        """Time passes until everything has been heard and said."""
        self.pass_by(35)
        end = self.clock.now() + most
        while self.clock.now() < end and any(self.host.store.iter_waiting_places(float("inf"))):
            self.pass_by(15)

    def until(self, happened, most, step=15.0):
        """Time passes until it has happened, and no longer than this."""
        end = self.clock.now() + most
        while not happened() and self.clock.now() < end:
            self.pass_by(10 * step, step)
        assert happened()

    def says(self, who, where, text):
        """Somebody writes a comment, and the bot has time for it."""
        made = self.site.says(who, where, text)
        self.settle()
        return made

    def games(self, thread, heading="game"):
        owner = f"chat:reddit:{thread.fullname}"
        return (
            self.host.store.list_past_game_ids(owner)
            if heading == "past"
            else self.host.store.list_open_game_ids(owner)
        )

    def saved(self, game):
        """A game as it is kept."""
        found = self.host.store.load_game(game)
        assert found is not None
        return found

    def session(self, thread):
        (game,) = self.games(thread) or self.games(thread, "past")
        return self.saved(game).session

    def person(self, name):
        return self.host.store.find_person_id(f"reddit:{name.lower()}", self.clock.now())

    def shown(self, thread, who=""):
        return views.load_game_view(self.host, self.session(thread).id, self.person(who) if who else "")

    def asked(self, thread, who):
        shown = self.shown(thread, who)
        return [each for each in shown.asked if each.who == shown.you]

    def answers(self, comment):
        """What the bot wrote below a comment."""
        return [reply.body for reply in self.site.replies(comment, by=self.site.bot)]

    def mailbox(self, name):
        """Where somebody is told things."""
        found = accounts.load_current_person(self.host, self.person(name))
        assert found is not None
        return found.place

    def link(self, name):
        """A token for somebody's own page."""
        return accounts.create_web_token(self.host, self.person(name))

    def open(self, *players, line="!new toy pace daily", by="ann", messages=True):
        """A table in a thread of somebody's own, with these players, under way; they want messages, or not."""
        thread = self.site.thread("Friday game", by=by)
        self.says(by, thread, line)
        for name in players:
            self.site.says(name, thread, "join\n\nmessages" if messages else "join")
        self.settle()
        self.says(by, thread, "begin")
        return thread

    def sealed(self, *players, **given):
        """A table under way where everybody has sealed, each in a message that nobody else reads."""
        thread = self.open(*players, **given)
        for name in players:
            self.site.writes(name, "seal 3")
        self.settle()
        return thread

    def board(self, thread):
        """The text that shows the game."""
        if thread.author == self.site.bot:
            return thread.body
        boards = [reply.body for reply in self.site.replies(thread, by=self.site.bot) if reply.body.startswith("## ")]
        assert len(boards) == 1
        return boards[0]

    def trees(self, thread):
        """The bot's other top comments, each with what stands below it, by their headings."""
        tops = [reply for reply in self.site.replies(thread, by=self.site.bot) if reply.body.startswith("### ")]
        return {top.body.splitlines()[0]: [top.body, *[below.body for below in top.replies]] for top in tops}

    def said(self, thread):
        """Every line of news in a thread."""
        return [line for tree in self.trees(thread).values() for text in tree for line in text.splitlines()]

    def log(self, thread):
        """All that a game's log says."""
        return [told for _, told in views.list_told_lines(self.host, self.session(thread).id)]

    def written(self):
        """All that the bot has ever written."""
        return [*self.site.by_bot(Comment), *self.site.by_bot(Message)]

    def state(self, thread):
        """The game's own state."""
        session = self.session(thread)
        return load_engine_game(ruleset(session.ruleset), session)[0].state

    def rename(self, name, called):
        """Somebody goes by another name, one that no account could have."""
        accounts.load_or_create_person(self.host, f"reddit:{name}", called)
        for game in self.host.store.list_open_game_ids(f"person:{self.person(name)}"):
            saved = self.saved(game)
            next(each for each in saved.session.players if each.person == self.person(name)).name = called
            self.host.store.commit(Commit(saved.session, saved.version, 0.0, self.clock.now()))

    def threads(self):
        """The threads that the bot has opened."""
        return self.site.by_bot(Submission)

    def close(self):
        self.bot.close()


def seal(stage, *names):
    for name in names:
        stage.site.writes(name, "seal 3")
    stage.settle()


def playing(stage, *names, line="!new toy pace daily", messages=True):
    thread = stage.open(*names, line=line, messages=messages)
    seal(stage, *names)
    assert stage.asked(thread, names[0])
    return thread


def by_bot(stage, thread):
    return [comment.body for comment in thread.tree() if comment.author == stage.site.bot]


def tells(stage, thread, text):
    (game,) = stage.games(thread)
    session = stage.host.store.load_game(game).session
    places.queue_told_line(stage.host, session, f"reddit:{thread.fullname}", Told(text, {}))


def letter(stage, who):
    """A letter with a private link waits for somebody."""
    stamp = int(stage.host.now() * 1000)
    stage.host.store.queue_posts([Post(f"reddit:u/{who}", "", stamp, asks=[PRIVATE_LINK_ASK])], stage.host.now())


@pytest.fixture(autouse=True)
def _retries_do_not_sleep(monkeypatch):
    """The library under PRAW sleeps up to two seconds of real time before it tries again."""
    monkeypatch.setattr(RetryStrategy, "sleep", lambda _: None)


@pytest.fixture(autouse=True)
def toy(monkeypatch):
    monkeypatch.setitem(RULESETS, "toy", Toy())


@pytest.fixture
def stage():
    stage = Stage()
    yield stage
    assert stage.site.violations == stage.wrong
    stage.close()
