"""All that the tests of older releases know of the host's inside; everything else goes by files, pages and commands."""

import itertools
import time
from contextlib import contextmanager
from pathlib import Path

import pytest
from moto import mock_aws
from msgspec.structs import replace

from engine.rulesets import ruleset
from functions.clock.app import handler as clock_handler
from functions.delivery.app import handler as delivery_handler
from functions.telegram.app import handler as telegram_handler
from functions.web.app import handler as web_handler
from host import games, moving, people, seats, showing, ticking
from host.aws import chat, wiring
from host.cli import main as rtab
from host.games import Guest
from host.house import House
from host.local.opening import FILE
from host.local.show import Show
from host.move import Command, loaded
from host.session import LOBBY, OVER, RUNNING, Habits
from host.store import MemoryTable, SqliteTable, Store
from host.store.attributes import decoded, encoded
from host.store.items import Put
from tests.fakes.telegram import BotApi, FakeClock
from tests.host.in_lambda.conftest import CACHES, Cloud
from tests.host.in_telegram.conftest import Stage, link_of
from tests.host.web.visitor import Visitor, found

__all__ = [
    "CACHES", "Cloud", "FILE", "LOBBY", "OVER", "RUNNING", "Command", "Guest", "Habits", "House", "MemoryTable", "Show", "SqliteTable", "clock_handler", "decoded",
    "delivery_handler", "telegram_handler", "web_handler",
    "Stage", "Store", "Visitor", "games", "link_of", "people", "rtab", "seats", "showing", "ticking",
]  # fmt: skip


def copied(source, target):
    """Everything of one table, in another."""
    for some in itertools.batched(source.every(), 50) if hasattr(itertools, "batched") else _batched(source.every()):
        target.write([Put(item) for item in some])
    return target


def _batched(items):
    items = iter(items)
    while some := list(itertools.islice(items, 50)):
        yield some


@contextmanager
def kept(folder: Path):
    """What a host keeps in this folder."""
    table = SqliteTable(folder / FILE)
    try:
        yield table
    finally:
        table.close()


def moved_into_dynamo(folder: Path):
    """The items of a table into which this folder has moved, as DynamoDB keeps them."""
    with kept(folder) as table:
        there = Store(MemoryTable())
        moving.move(House(Store(table)), str(folder), House(there), "the table")
    return [encoded(item) for item in there.table.every()]


def session(house, game):
    """A game as it is kept."""
    return showing.found(house, game).session


def engine(house, game):
    """The game as the next input would find it."""
    kept_as = session(house, game)
    return loaded(ruleset(kept_as.ruleset), kept_as)[0]


def telling(config, *platforms):
    """Settings of a host that is also there."""
    return replace(config, elsewhere=platforms)


def code_in(page):
    """The line that a page says to send to the bot."""
    return found(r'<code id="code">([^<]+)</code>', page)


def buttons(api):
    """The newest messages with buttons, as Telegram still shows them, and who sees them."""
    shown = []
    for chat in api.world.chats.values():
        seen_by = [person for person in chat.people.values() if not person["is_bot"]]
        with_buttons = [message for message in chat.messages if message.from_bot and message.keyboard]
        shown += [{"people": seen_by, "message": message.as_json(deep=False)} for message in with_buttons[-6:]]
    return shown


# -- in AWS


@contextmanager
def deployed():
    """A deployment in an emulated account, and its Telegram."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
            patch.setenv(name, "test")
        patch.setenv("AWS_DEFAULT_REGION", "eu-central-1")
        patch.setenv("POWERTOOLS_SERVICE_NAME", "rtab")
        for each in CACHES:  # as in a process that has just started
            each.cache_clear()
        with mock_aws(), BotApi(limits=None, clock=FakeClock(time.time())) as api:
            yield Cloud(api, patch), api
            if chat.sender.cache_info().currsize:
                chat.courier().close()
                chat.sender().wire.close()
        for each in CACHES:
            each.cache_clear()


def links(identities):
    """A private link for each of these people of the deployment."""
    house = wiring.wired().house
    return [people.web_link(house, house.store.who(identity, house.now())) for identity in identities]


def say_nothing_more():
    """From now on what is saved is left to errands."""
    chat.courier().back = float("inf")
