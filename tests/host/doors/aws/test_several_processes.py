"""What one process saves and another one says: each has a memory of its own, and any may die."""

import random
from functools import partial
from typing import Any

import msgspec
import pytest
from botocore.exceptions import ClientError

from engine.kernel import Told
from engine.rulesets import RULESETS
from host.core.context import HostContext
from host.core.session import Post
from host.core.store import MemoryTable, Store
from host.core.store.commit import DUE, POST, posted
from host.core.store.items import Item, PutItem
from host.core.store.news_beside import NewsBeside
from host.core.store.store import MOST_POSTS
from host.delivery.outbox import Courier
from host.delivery.pace import Pace
from host.doors.aws import clock, delivery, held_news
from host.doors.aws.delivery import Later
from host.doors.aws.prefetch import PrefetchingTable
from host.doors.aws.settings import AwsSettings
from host.doors.aws.wakeups import IndexingTable
from host.doors.aws.wiring import CONFIG, DeployedHost
from host.doors.telegram import function as chat
from host.doors.telegram.calls.connection import TelegramConnection
from host.doors.telegram.messages.sender import TelegramSender
from tests.fakes.telegram import BotApi, FakeClock
from tests.host.doors.telegram.conftest import link_of
from tests.rulesets.toy import Toy


class Killed(BaseException):
    """Nothing more happens in this process."""


class Queue:
    """Errands as they are sent, and timers that nobody sets."""

    def __init__(self):
        self.errands = []

    def send(self, games, places, _once="", _hops=0):
        self.errands += [{"game": game, "due": due} for game, due in games.items()]
        self.errands += [{"chat": place} for place in places]

    def hide(self, receipt, seconds):
        """It comes again."""

    def set(self, game_id, due, *, anew):
        """No timer is needed here."""


class Process:
    """One that has just started."""

    def __init__(self, deployment):
        api, table, queue, now = deployment.api, deployment.table, deployment.queue, deployment.clock.now
        prefetching = PrefetchingTable(table)
        self.table = IndexingTable(prefetching, queue, queue, now)
        luck = deployment.luck
        store = Store(self.table, self.table.leases.ours)
        self.host = HostContext(store, CONFIG, now, lambda size: luck.randbytes(size).hex())
        self.wire = TelegramConnection(lambda: api.token, api.url)
        self.sender = TelegramSender(self.host, self.wire)
        self.courier = Courier(self.host, self.sender, Pace(chat.share()))
        settings = AwsSettings("table", "queue", "clock", "role", "rtab")
        queue_: Any = queue
        self.wired = DeployedHost(self.host, self.table, prefetching, queue_, settings)

    def does(self, work):
        """Do this, and say what it brought."""
        try:
            delivery.at_once(self.wired, lambda: self.courier, work)
        except Killed:
            return
        self.wired.prefetching.end()
        self.table.wake()

    def take(self, raw):
        """One update."""
        self.does(partial(chat.take, self.wired.prefetching, self.sender, raw))

    def run(self, errand):
        """One errand; is it done?"""
        attributes = {"ApproximateReceiveCount": "1", "MessageGroupId": "1"}
        record = {"body": msgspec.json.encode(errand).decode(), "receiptHandle": "1", "attributes": attributes}
        try:
            delivery.run(self.wired, lambda: self.courier, record)
        except Later:
            return False
        finally:
            self.wired.prefetching.end()
            self.table.wake()
        return True


class Deployment:
    def __init__(self):
        self.clock, self.luck = FakeClock(), random.Random(7)
        self.api = BotApi(clock=self.clock)
        self.table, self.queue = MemoryTable(), Queue()
        self.read = 0
        self.processes = []

    def process(self):
        self.processes.append(Process(self))
        return self.processes[-1]

    def hear(self):
        """Every update that has come, each in a process of its own."""
        while self.read < len(self.api.updates):
            self.read += 1
            self.process().take(self.api.updates[self.read - 1])

    def settle(self, seconds=60):
        """Time passes; errands are done, each time by somebody else."""
        for _ in range(seconds):
            self.hear()
            todo, self.queue.errands = self.queue.errands, []
            for errand in todo:
                if not self.process().run(errand):
                    self.queue.errands.append(errand)
            self.api.advance(1.0)

    def table_waiting(self, until):
        return Store(self.table).waiting(until)

    def waiting(self):
        lying = [each for item in self.table.every() if item.holder for each in NewsBeside(self.table).laid(item)]
        held = [msgspec.structs.replace(put.item, index="") for put in lying]
        return [*(item for item in self.table.every() if item.sk.startswith(POST)), *held]


@pytest.fixture
def cloud(monkeypatch):
    monkeypatch.setitem(RULESETS, "toy", Toy())
    found = Deployment()
    yield found
    for process in found.processes:
        process.courier.close()
        process.wire.close()
    found.api.close()


@pytest.fixture
def group(cloud):
    ann, bob = cloud.api.user("Ann"), cloud.api.user("Bob")
    return cloud.api.group("Friday", bob, admins=[ann], kind="supergroup"), ann, bob


def saved(cloud, posts):
    """A process saves these with a game that has a clock, and says what it can of them."""
    process, now = cloud.process(), cloud.clock.now()
    game = Item("game/g", "session", b"{}", 1, index=DUE, when=now + 9999.0)

    def work():
        process.table.write([PutItem(game), *(posted(post, now) for post in posts)])

    process.does(work)


def test_what_is_too_long_for_one_message_is_gone_on_with_by_the_next_process(cloud, group):
    here, _, _ = group
    lines = [Told("{line}", {"line": letter * 2500}) for letter in "abc"]
    saved(cloud, [Post(f"telegram:{here.id}", "g", 1, lines)])
    cloud.settle()
    assert [message.text[0] for message in here.messages] == ["a", "b", "c"]
    assert cloud.waiting() == []


def test_of_more_posts_than_are_looked_at_together_none_is_left_behind(cloud, group):
    here, _, _ = group
    posts = [Post(f"telegram:{here.id}", "g", n, [Told("{n}", {"n": n})]) for n in range(1, MOST_POSTS + 20)]
    saved(cloud, posts)
    cloud.settle()
    assert "\n".join(message.text for message in here.messages).split() == [str(post.stamp) for post in posts]
    assert cloud.waiting() == []


def killed(*_):
    raise Killed


def playing(cloud, group):
    here, ann, bob = group
    ann.says(here, "/newgame toy daily")
    cloud.settle()
    join = next(link for message in here.messages if (link := link_of(message)))
    for person in (ann, bob):
        person.follows(join)
        cloud.settle()
    ann.says(here, "/begin")
    cloud.settle()
    return here


def died(cloud, monkeypatch):
    """The process that took the last update has died when it was about to say what that brought."""
    raw, cloud.read = cloud.api.updates[-1], len(cloud.api.updates)
    with monkeypatch.context() as patch:
        patch.setattr(TelegramSender, "send", killed)
        cloud.process().take(raw)
    assert {(item.index, bool(item.holder)) for item in cloud.waiting()} >= {("", True)}
    assert cloud.queue.errands == []
    return raw


@pytest.mark.whole
def test_a_tap_that_comes_again_after_its_process_died_has_its_news_said(cloud, group, monkeypatch):
    _, ann, bob = group
    playing(cloud, group)
    before = len(ann.chat.messages) + len(bob.chat.messages)
    for person in (ann, bob):
        message = next(m for m in reversed(person.chat.messages) if m.keyboard)
        person.taps(message, message.keyboard[0][0]["text"])
        if person is ann:
            cloud.settle()
    raw = died(cloud, monkeypatch)
    cloud.process().take(raw)
    cloud.settle()
    assert len(ann.chat.messages) + len(bob.chat.messages) > before  # what is asked next
    assert cloud.waiting() == []


def test_a_seat_that_was_taken_through_a_link_is_told_of_when_the_link_is_followed_again(cloud, group, monkeypatch):
    here, ann, bob = group
    ann.says(here, "/newgame toy daily")
    cloud.settle()
    join = next(link for message in here.messages if (link := link_of(message)))
    bob.follows(join)
    raw = died(cloud, monkeypatch)
    cloud.process().take(raw)
    cloud.settle()
    assert [m.text for m in here.messages][-1:] == ["Bob takes a seat."]
    assert cloud.waiting() == []


def both_seal(cloud, group, monkeypatch):
    """Ann and Bob have sealed a number, and whoever took Bob's has died with all that is to be said of it."""
    here, ann, bob = group
    playing(cloud, group)
    for person in (ann, bob):
        message = next(m for m in reversed(person.chat.messages) if m.keyboard)
        person.taps(message, message.keyboard[0][0]["text"])
        if person is ann:
            cloud.settle()
    died(cloud, monkeypatch)
    assert f"chat:telegram:{bob.id}" in {item.pk for item in cloud.waiting()}
    return here, bob


def tapped(cloud, group):
    """Ann has sealed a number; Bob is about to."""
    here, ann, bob = group
    playing(cloud, group)
    ann.taps(*first_button(ann))
    cloud.settle()
    return here, bob


def first_button(person):
    message = next(m for m in reversed(person.chat.messages) if m.keyboard)
    return message, message.keyboard[0][0]["text"]


def heard(cloud):
    return [message.text for chat in cloud.api.world.chats.values() for message in chat.messages]


def test_whoever_dies_when_all_is_said_has_it_said_once_more_and_no_more(cloud, group, monkeypatch):
    _, bob = tapped(cloud, group)
    bob.taps(*first_button(bob))
    raw, cloud.read = cloud.api.updates[-1], len(cloud.api.updates)
    before = len(heard(cloud))
    with monkeypatch.context() as patch:
        patch.setattr(IndexingTable, "let_go", killed)
        cloud.process().take(raw)
    once = len(heard(cloud)) - before
    cloud.process().take(raw)
    cloud.settle()
    assert 0 < len(heard(cloud)) - before <= 2 * once
    assert cloud.waiting() == []


def test_when_somebody_plays_on_while_it_is_said_nothing_is_lost_and_nothing_said_twice(cloud, group, monkeypatch):
    here, bob = tapped(cloud, group)
    bob.taps(*first_button(bob))
    raw, cloud.read = cloud.api.updates[-1], len(cloud.api.updates)
    send, meanwhile, before = TelegramSender.send, list[int](), len(heard(cloud))

    def slow(*message):
        sent = send(*message)
        if not meanwhile:
            meanwhile.append(1)
            group[1].says(here, "/pause")
            cloud.hear()
        return sent

    monkeypatch.setattr(TelegramSender, "send", slow)
    cloud.process().take(raw)
    cloud.settle()
    assert meanwhile
    new = heard(cloud)[before:]
    assert len(new) > 1
    assert len(set(new)) == len(new)
    assert cloud.waiting() == []


@pytest.mark.whole
def test_whoever_leaves_is_still_told_what_was_theirs(cloud, group, monkeypatch):
    here, bob = both_seal(cloud, group, monkeypatch)
    bob.says(here, "/leave yes")
    cloud.settle()
    assert f"chat:telegram:{bob.id}" not in {item.pk for item in cloud.waiting()}


def test_when_a_game_ends_all_that_was_left_unsaid_is_said(cloud, group, monkeypatch):
    here, _ = both_seal(cloud, group, monkeypatch)
    group[1].says(here, "/endgame yes")
    cloud.settle()
    assert cloud.waiting() == []


def test_more_is_more_though_noting_it_took_longer_than_the_wait(cloud, group, monkeypatch):
    process, place = cloud.process(), f"telegram:{group[0].id}"
    monkeypatch.setattr(process.courier, "deliver_to", lambda _: cloud.clock.now() - 1)
    assert delivery.serve(process.wired, process.courier, place) > 0


def test_what_has_moved_meanwhile_is_not_put_back(cloud, group, monkeypatch):
    """What is too long to lie with its game, and so lies in the place itself."""
    here, _, _ = group
    place, process = f"telegram:{here.id}", cloud.process()
    monkeypatch.setattr(held_news, "MOST", 0)
    seen: list[Item] = []

    def work():
        now = cloud.clock.now()
        game = Item("game/g", "session", b"{}", 1, index=DUE, when=now + 9999.0)
        process.table.write([PutItem(game), PutItem(posted(Post(place, "g", 1, [Told("news", {})]), now).item)])
        seen.extend(process.table.query(f"chat:{place}", POST))
        Store(cloud.table).hush(place, "telegram:-7", now)  # somebody else learns that the group has moved
        raise RuntimeError

    monkeypatch.setattr(IndexingTable, "_waiting", lambda *_: seen)
    with pytest.raises(RuntimeError):
        process.does(work)
    assert [item.pk for item in cloud.waiting()] == ["chat:telegram:-7"]


def test_what_a_dead_process_left_lies_where_the_sweep_looks_though_the_queue_is_down(cloud, group, monkeypatch):
    here, _ = both_seal(cloud, group, monkeypatch)
    process, later = cloud.process(), cloud.clock.now() + 60
    (game,) = process.host.store.games_of(f"chat:telegram:{here.id}")
    cloud.api.advance(60.0)
    with monkeypatch.context() as patch:
        patch.setattr(cloud.queue, "send", out_of_order)
        process.does(lambda: clock.look(process.wired, game))
    assert cloud.queue.errands == []
    assert set(cloud.table_waiting(later)) == {item.pk.removeprefix("chat:") for item in cloud.waiting()} != set()
    cloud.queue.send({}, list(cloud.table_waiting(later)))  # as the sweep does
    cloud.settle()
    assert cloud.waiting() == []


@pytest.mark.parametrize(("who", "says"), [("bob", "/leave yes"), ("ann", "/endgame yes")])
def test_what_no_look_of_the_game_finds_any_more_lies_where_the_sweep_looks(cloud, group, monkeypatch, who, says):
    here, bob = both_seal(cloud, group, monkeypatch)
    cloud.api.advance(60.0)
    with monkeypatch.context() as patch:
        patch.setattr(cloud.queue, "send", out_of_order)
        {"ann": group[1], "bob": bob}[who].says(here, says)
        cloud.hear()
    cloud.queue.send({}, list(cloud.table_waiting(cloud.clock.now() + 60)))
    cloud.settle()
    assert f"chat:telegram:{bob.id}" not in {item.pk for item in cloud.waiting()}


def out_of_order(*_, **__):
    raise ClientError({"Error": {"Code": "InternalError"}}, "SendMessageBatch")
