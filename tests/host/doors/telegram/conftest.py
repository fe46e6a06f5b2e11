import random

import pytest
from msgspec.structs import replace

from engine.rulesets import RULESETS
from host.core.context import Config, HostContext
from host.core.deadlines import ticking
from host.core.store import MemoryTable, Store
from host.delivery.outbox import OutboxDispatcher, Pace
from host.doors.telegram.calls import connection
from host.doors.telegram.calls.connection import TELEGRAM_LIMITS, TelegramConnection
from host.doors.telegram.heard import polling
from host.doors.telegram.heard.incoming import TelegramIncoming
from host.doors.telegram.messages import asking, board, sender
from host.doors.telegram.messages.sender import TelegramSender
from tests.fakes.telegram import BotApi, FakeClock
from tests.fakes.telegram.in_process import WireInProcess
from tests.host.doors.pictures_once import remember_pictures
from tests.rulesets.toy import Toy

remember_pictures(board, asking)


class Stage:
    """The whole bot, with the real library, against a local Telegram, on a clock that a test turns."""

    listens = False  # the local Telegram is asked in this process

    def __init__(self):
        self.clock, luck = FakeClock(), random.Random(7)
        self.api = BotApi(clock=self.clock, listens=self.listens)
        self.host = HostContext(
            Store(MemoryTable()), Config(called=("telegram",)), self.clock.now, lambda size: luck.randbytes(size).hex()
        )
        self.wire = (
            TelegramConnection(lambda: self.api.token, self.api.url) if self.listens else WireInProcess(self.api)
        )
        self.sender = TelegramSender(self.host, self.wire)
        self.incoming = TelegramIncoming(self.sender)
        self.dispatcher = OutboxDispatcher(self.host, self.sender, Pace(TELEGRAM_LIMITS))
        self.read = 0

    def hear(self):
        """Hand over every update that has come, as a webhook would."""
        while self.read < len(self.api.updates):
            update = self.api.updates[self.read]
            self.read += 1
            self.incoming.handle(update)

    def pass_by(self, seconds=60.0, step=1.0):
        """Time passes, and everything that is due happens."""
        end = self.clock.now() + seconds
        while True:
            self.hear()
            ticking.sweep_due_games(self.host)
            self.dispatcher.deliver_now()
            if self.clock.now() >= end or not any(self.host.store.iter_waiting_places(float("inf"))):
                break
            self.api.advance(step)

    def close(self):
        self.dispatcher.close()
        self.wire.close()
        self.api.close()


@pytest.fixture
def hurried(monkeypatch):
    """This Telegram asks for no pauses, and time is real here: in a group each message would take three seconds."""
    quick = replace(TELEGRAM_LIMITS, gap=0.01, crowd_gap=0.01)
    for speaker in (connection, polling, sender):
        monkeypatch.setattr(speaker, "TELEGRAM_LIMITS", quick)


@pytest.fixture(autouse=True)
def toy(monkeypatch):
    monkeypatch.setitem(RULESETS, "toy", Toy())


@pytest.fixture
def stage():
    stage = Stage()
    yield stage
    assert stage.api.violations == []
    stage.close()


@pytest.fixture
def ann(stage):
    return stage.api.user("Ann")


@pytest.fixture
def bob(stage):
    return stage.api.user("Bob")


@pytest.fixture
def cat(stage):
    return stage.api.user("Cat")


@pytest.fixture
def group(stage, ann, bob, cat):
    return stage.api.group("Friday", bob, cat, admins=[ann], kind="supergroup")


def link_of(message):
    """Where the first link below a message leads that is no way back from a board to one's own side."""
    links = (button["url"] for row in message.keyboard for button in row if "url" in button)
    return next((link for link in links if "start=m_" not in link), "")


def gathered(stage, group, people, line="/newgame season7 daily voice=plain"):
    """A game is opened in the group, and all sit down."""
    people[0].says(group, line)
    stage.pass_by()
    join = next(link for message in group.messages if (link := link_of(message)))
    for person in people:
        person.follows(join)
        stage.pass_by()


def seated(stage, group, people, line="/newgame season7 daily voice=plain"):
    """All sit down, and the game begins."""
    gathered(stage, group, people, line)
    people[0].says(group, "/begin")
    stage.pass_by()


@pytest.fixture
def playing(stage, group, ann, bob, cat):
    """A season of three has begun in the group."""
    seated(stage, group, [ann, bob, cat])
    return group
