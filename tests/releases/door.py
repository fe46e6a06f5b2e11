"""All that the tests of older releases know of the host's inside; everything else goes by files, pages and commands."""

import itertools
import random
import time
from contextlib import contextmanager
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from engine.kernel import Illegal
from engine.ladder.events import AnswerNoted
from engine.rulesets import ruleset
from functions.clock.app import handler as clock_handler
from functions.delivery.app import handler as delivery_handler
from functions.telegram.app import handler as telegram_handler
from functions.web.app import handler as web_handler
from host.archive import store_migration as moving
from host.archive.format_conversion import convert_table, iter_first_format_games
from host.archive.rehearsing import Rehearsal, load_standing
from host.core import games, seats
from host.core.context import Config, load_engine_game
from host.core.context import HostContext as House
from host.core.deadlines import ticking
from host.core.games import Guest
from host.core.session import LOBBY, OVER, RUNNING, Command, Session
from host.core.session import ReachableHours as Habits
from host.core.store import MemoryTable, Store
from host.core.store.attributes import decode_item, encode_item
from host.core.store.dynamo import make_aws_client
from host.core.store.items import PutItem as Put
from host.core.store.sqlite import SqliteTable
from host.doors.aws import wiring
from host.doors.command import main as rtab
from host.doors.local.process import LivingGame
from host.doors.local.settings import STORE_FILE
from host.doors.telegram import function as chat
from host.people import accounts as people
from host.shown import views as showing
from tests.fakes import cloud
from tests.fakes.telegram import BotApi, FakeClock
from tests.fakes.telegram.chats import Message
from tests.fakes.telegram.people import Group, Person
from tests.fakes.telegram.world import BOT_ID
from tests.host.conftest import Hands
from tests.host.doors.aws.conftest import CACHES, Cloud, emulated
from tests.host.doors.telegram.conftest import Stage, link_of
from tests.host.doors.web.visitor import Visitor, found

__all__ = [
    "CACHES",
    "LOBBY",
    "OVER",
    "RUNNING",
    "STORE_FILE",
    "AnswerNoted",
    "Cloud",
    "Command",
    "Guest",
    "Habits",
    "Hands",
    "House",
    "Illegal",
    "LivingGame",
    "MemoryTable",
    "SqliteTable",
    "Stage",
    "Store",
    "Visitor",
    "clock_handler",
    "decode_item",
    "delivery_handler",
    "games",
    "iter_first_format_games",
    "link_of",
    "people",
    "rtab",
    "seats",
    "showing",
    "telegram_handler",
    "ticking",
    "web_handler",
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
    table = SqliteTable(folder / STORE_FILE)
    try:
        yield table
    finally:
        table.close()


def moved_into_dynamo(folder: Path):
    """The items of a table into which this folder has moved, as DynamoDB keeps them."""
    with kept(folder) as table:
        there = Store(MemoryTable())
        moving.migrate_store(House(Store(table)), str(folder), House(there), "the table")
    return [encode_item(item) for item in there.table.every()]


def session(host, game):
    """A game as it is kept."""
    return showing.load_saved_game(host, game).session


def engine(host, game):
    """The game as the next input would find it."""
    kept_as = session(host, game)
    return load_engine_game(ruleset(kept_as.ruleset), kept_as)[0]


def reasons(line):
    """Why the open turn of this session does not fit any more; raises AssertionError where nothing explains it."""
    kept_as = msgspec.json.decode(line, type=Session)
    found = Rehearsal(kept_as.id, kept_as.ruleset, kept_as.entries)
    load_standing(ruleset(kept_as.ruleset), kept_as, found)
    assert found.differences == []
    return found.explained


def telling(config, *platforms):
    """Settings of a host that is also there."""
    return replace(config, elsewhere=platforms)


def code_in(page):
    """The line that a page says to send to the bot."""
    return found(r'<code id="code">([^<]+)</code>', page)


def shown(host, game, people):
    """What was on the table, for everybody and for each: what must not be different in any later release."""
    kept = session(host, game)
    found = {"": showing.load_game_view(host, game)}
    seated = [player.person for player in kept.players if player.person]
    found |= {person: showing.load_game_view(host, game, person) for person in seated}
    return {
        "id": game,
        "ruleset": kept.ruleset,
        "stage": kept.stage,
        "paused": bool(kept.paused),
        "seats": {player.seat: people.get(player.person, "") for player in kept.players},
        "standings": {line.who: line.total for line in found[""].view.standings} if found[""].view else {},
        "asked": {
            people.get(person, ""): [[asked.id, asked.key, asked.who] for asked in view.asked]
            for person, view in found.items()
        },
    }


def buttons(api):
    """The newest messages with buttons, as Telegram still shows them, and who sees them."""
    shown = []
    for room in api.world.chats.values():
        seen_by = [person for person in room.people.values() if not person["is_bot"]]
        with_buttons = [message for message in room.messages if message.from_bot and message.keyboard]
        shown += [{"people": seen_by, "message": message.as_json(deep=False)} for message in with_buttons[-6:]]
    return shown


# -- in AWS


@contextmanager
def deployed(at=0.0):
    """A deployment in an emulated account, and its Telegram; from this moment on, if it matters when."""
    with pytest.MonkeyPatch.context() as patch:
        if at:
            began = time.monotonic()
            patch.setattr(time, "time", lambda: at + time.monotonic() - began)
        with emulated(patch), BotApi(limits=None, clock=FakeClock(time.time())) as api:
            yield Cloud(api, patch), api
            if chat.build_telegram_sender.cache_info().currsize:
                chat.build_dispatcher().close()
                chat.build_telegram_sender().wire.close()
        for each in CACHES:
            each.cache_clear()


def links(identities):
    """A private link for each of these people of the deployment."""
    host = wiring.build_deployed_host().host
    return [people.create_web_token(host, host.store.find_person_id(identity, host.now())) for identity in identities]


def alive(moment):
    """A sign of life: nothing was down until this moment."""
    wiring.build_deployed_host().host.store.save_beat(moment)


def say_nothing_more():
    """From now on what is saved is left to errands."""
    chat.build_dispatcher().back = float("inf")


NEW = 10_000  # messages from now on have numbers from here


def fill(here, rows):
    """The table of a deployment holds what was kept of another, as `rtab migrate` converts it with the doors shut."""
    for row in rows:
        here.client("dynamodb").put_item(TableName=here.table._name, Item=row)
    convert_table(here.table, "the table", float("inf"))


# -- what is kept, again


def in_memory(path: Path):
    """A table with all that is kept in this folder."""
    with kept(path) as table:
        return copied(table, MemoryTable())


def of_dynamo(rows):
    """A table with all that these items hold."""
    with cloud.empty_account():
        client = make_aws_client("dynamodb", **cloud.KEYS)
        table = cloud.new_table(client)
        for row in rows:
            client.put_item(TableName=table._name, Item=row)
        convert_table(table, "the table", float("inf"))
        return copied(table, MemoryTable())


def housed(table, hands):
    """A host over this table, on a clock that a test turns."""
    return House(Store(table), telling(Config(), "telegram"), hands, luck=random.Random)


def remembered(api, people_there, kept_buttons, groups):
    """Telegram knows these people and chats, and still shows these messages."""
    world = api.world
    known = {
        number: {"id": number, "is_bot": False, "first_name": name, "language_code": "en"}
        for number, name in people_there.items()
    }
    accounts = {number: Person(world, person) for number, person in known.items()}
    for account in accounts.values():
        account.chat.opened, account.chat.statuses[BOT_ID] = True, "member"
    world._shared_ids, world.serial = itertools.count(NEW), itertools.count(10**6)  # nothing new has an old number
    world.updates._next_id += 10**6
    for number in groups:
        _group(world, number, known)
    for entry in kept_buttons:
        shown_as = entry["message"]
        chat = world.chats[shown_as["chat"]["id"]]
        media = {name: shown_as[name] for name in ("photo", "document") if name in shown_as}
        text = shown_as.get("text", shown_as.get("caption", ""))
        keyboard = shown_as["reply_markup"]["inline_keyboard"]
        message = Message(shown_as["message_id"], chat, world.bot, int(world.now()), text, keyboard=keyboard)
        message.media = media
        chat.log.append(message)
    return accounts


def _group(world, number, known):
    group = world.chats[number] = Group(world, number, "supergroup", "A group")
    group.people = dict(known)
    group.statuses = dict.fromkeys(known, "member") | {BOT_ID: "member"}
    world._own_ids[number] = itertools.count(NEW)


def first_answer(host, game, question_id):
    """An answer that a question offers, as a form sends it."""
    question = next(each for each in engine(host, game).list_questions() if each.id == question_id)
    return str(question.options[0].value) if question.options else str(question.form.low)


def person(host, person_id):
    """Somebody who is known."""
    known = people.load_current_person(host, person_id)
    assert known
    return known


def whose(host, token):
    """The id of the person whose own view this opens."""
    opened = people.find_person_by_token(host, token)
    return opened.id if opened else ""
