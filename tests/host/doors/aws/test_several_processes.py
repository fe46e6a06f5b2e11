"""What one process saves and another one says: each has a memory of its own, and any may die."""

import random
from functools import partial
from typing import Any

import msgspec
import pytest
from aws_lambda_powertools.utilities.data_classes.sqs_event import SQSRecord

from engine.kernel import Told
from engine.rulesets import RULESETS
from host.core.context import HostContext
from host.core.session import Post
from host.core.store import MemoryTable, Store
from host.core.store.items import DUE, OUT, POST, Item, PutItem, prepare_post_put
from host.core.store.store import MOST_POSTS, SpeakerLease
from host.delivery.outbox import OutboxDispatcher, Pace
from host.doors.aws import clock, delivery
from host.doors.aws.delivery import RetryMessageLater
from host.doors.aws.settings import AwsSettings
from host.doors.aws.tables import PrefetchingTable, WakeupTable
from host.doors.aws.wiring import CONFIG, DeployedHost
from host.doors.telegram import function as chat
from host.doors.telegram.calls.connection import UNCHANGED, TelegramConnection
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

    def send_messages(self, games, places, _once="", _hops=0):
        self.errands += [{"game": game, "due": due} for game, due in games.items()]
        self.errands += [{"chat": place} for place in places]

    def hide_message(self, receipt, seconds):
        """It comes again."""

    def set_timer(self, game_id, due, *, anew):
        """No timer is needed here."""


class Process:
    """One that has just started."""

    def __init__(self, deployment):
        api, table, queue, now = deployment.api, deployment.table, deployment.queue, deployment.clock.now
        prefetching = PrefetchingTable(table)
        self.table = WakeupTable(prefetching, queue, queue, now)
        luck = deployment.luck
        store = Store(self.table)
        self.host = HostContext(store, CONFIG, now, lambda size: luck.randbytes(size).hex())
        self.wire = TelegramConnection(lambda: api.token, api.url)
        self.sender = TelegramSender(self.host, self.wire, alone=False)
        pace = Pace(chat.compute_process_limits())
        self.dispatcher = OutboxDispatcher(self.host, self.sender, pace, usage=self.sender.minute)
        settings = AwsSettings("table", "queue", "clock", "role", "rtab")
        queue_: Any = queue
        self.wired = DeployedHost(self.host, self.table, prefetching, queue_, settings)

    def does(self, work):
        """Do this, and say what it brought."""
        try:
            delivery.work_and_deliver(self.wired, self.dispatcher.find_for_place, work)
        except Killed:
            return
        self.wired.prefetching.end_input()
        self.table.wake()

    def take(self, raw):
        """One update."""
        self.does(partial(chat.handle_prefetched_update, self.wired.prefetching, self.sender, raw))

    def run(self, errand):
        """One errand; is it done?"""
        attributes = {"ApproximateReceiveCount": "1", "MessageGroupId": "1"}
        record = SQSRecord(
            {"body": msgspec.json.encode(errand).decode(), "receiptHandle": "1", "attributes": attributes}
        )
        try:
            delivery.handle_queue_message(self.wired, self.dispatcher.find_for_place, record)
        except RetryMessageLater:
            return False
        finally:
            self.wired.prefetching.end_input()
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
        return Store(self.table).iter_waiting_places(until)

    def waiting(self):
        return [item for item in self.table.every() if item.sk.startswith(POST)]

    def sweep(self):
        """As the sweep does a minute later."""
        self.api.advance(60.0)
        self.queue.send_messages({}, list(self.table_waiting(self.clock.now() - clock.GRACE)))
        self.settle()


@pytest.fixture
def cloud(monkeypatch):
    monkeypatch.setitem(RULESETS, "toy", Toy())
    found = Deployment()
    yield found
    for process in found.processes:
        process.dispatcher.close()
        process.wire.close()
    found.api.close()
    assert found.api.violations == []


@pytest.fixture
def group(cloud):
    ann, bob = cloud.api.user("Ann"), cloud.api.user("Bob")
    return cloud.api.group("Friday", bob, admins=[ann], kind="supergroup"), ann, bob


def saved(cloud, posts):
    """A process saves these with a game that has a clock, and says what it can of them."""
    process, now = cloud.process(), cloud.clock.now()
    game = Item("game/g", "session", b"{}", 1, index=DUE, when=now + 9999.0)

    def work():
        process.table.write([PutItem(game), *(prepare_post_put(post, now) for post in posts)])

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
    assert {item.index for item in cloud.waiting()} == {OUT}
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
    cloud.sweep()
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
    cloud.sweep()
    assert [m.text for m in here.messages][-1:] == ["Bob joins the game."]
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


def test_whoever_dies_before_noting_what_was_said_has_that_message_said_once_more(cloud, group, monkeypatch):
    _, bob = tapped(cloud, group)
    bob.taps(*first_button(bob))
    raw, cloud.read = cloud.api.updates[-1], len(cloud.api.updates)
    before = len(heard(cloud))
    with monkeypatch.context() as patch:
        for noted in ("mark_posts_said", "save_board_message", "drop_posts"):
            patch.setattr(Store, noted, killed)
        cloud.process().take(raw)
    cloud.process().take(raw)
    cloud.sweep()
    new = heard(cloud)[before:]
    assert len(new) - len(set(new)) <= 1
    assert new
    assert all(UNCHANGED in each for each in cloud.api.violations)  # an edit that was not noted is made once more
    cloud.api.violations.clear()
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


def test_a_board_that_shows_what_was_played_meanwhile_is_edited_once_more_and_harms_nobody(cloud, group, monkeypatch):
    """What is shown is the game as it is now, and no process knows what another has shown."""
    here, bob = tapped(cloud, group)
    bob.taps(*first_button(bob))
    show, meanwhile, before = TelegramSender.show_board, list[int](), len(heard(cloud))
    with monkeypatch.context() as patch:
        patch.setattr(TelegramSender, "show_board", killed)
        died(cloud, monkeypatch)

    def overtaken(*board):
        if not meanwhile:
            meanwhile.append(1)
            group[1].says(here, "/pause")
            cloud.hear()
        return show(*board)

    monkeypatch.setattr(TelegramSender, "show_board", overtaken)
    cloud.sweep()
    assert meanwhile
    new = heard(cloud)[before:]
    assert len(set(new)) == len(new)
    assert [UNCHANGED in each for each in cloud.api.violations] == [True]
    cloud.api.violations.clear()
    assert cloud.waiting() == []


@pytest.mark.whole
def test_whoever_leaves_is_still_told_what_was_theirs(cloud, group, monkeypatch):
    here, bob = both_seal(cloud, group, monkeypatch)
    bob.says(here, "/leave yes")
    cloud.hear()
    cloud.sweep()
    assert f"chat:telegram:{bob.id}" not in {item.pk for item in cloud.waiting()}


def test_when_a_game_ends_all_that_was_left_unsaid_is_said(cloud, group, monkeypatch):
    here, _ = both_seal(cloud, group, monkeypatch)
    group[1].says(here, "/endgame yes")
    cloud.hear()
    cloud.sweep()
    assert cloud.waiting() == []


def test_more_is_more_though_noting_it_took_longer_than_the_wait(cloud, group, monkeypatch):
    process, place = cloud.process(), f"telegram:{group[0].id}"
    monkeypatch.setattr(process.dispatcher, "deliver_to", lambda _: cloud.clock.now() - 1)
    assert delivery.deliver_with_lease(process.wired, process.dispatcher, place) > 0


def test_what_has_moved_meanwhile_is_not_moved_again(cloud, group, monkeypatch):
    place, now = f"telegram:{group[0].id}", cloud.clock.now()
    one, other = Store(cloud.table), Store(cloud.table)
    one.queue_posts([Post(place, "g", 1, [Told("news", {})])], now)
    posts = one._query_posts

    def slow(*asked):
        found = posts(*asked)
        other.drop_or_redirect_posts(place, "telegram:-7", now)
        other.mark_posts_said(other.load_posts("telegram:-7"))
        return found

    monkeypatch.setattr(one, "_query_posts", slow)
    one.drop_or_redirect_posts(place, "telegram:-7", now)
    assert cloud.waiting() == []


def test_what_a_dead_process_left_is_said_after_the_next_sweep(cloud, group, monkeypatch):
    both_seal(cloud, group, monkeypatch)
    cloud.sweep()
    assert cloud.waiting() == []


def test_a_lane_has_one_speaker_and_whoever_died_speaking_keeps_it_for_half_a_minute(cloud):
    store, now = Store(cloud.table), cloud.clock.now()
    lease = store.acquire_lane_lease("t:g", now)
    assert lease.number
    assert store.acquire_lane_lease("t:g", now + 29) == SpeakerLease(0, now + 30)
    taken = store.acquire_lane_lease("t:g", now + 31)
    assert taken.number not in (0, lease.number)
    store.release_lane_lease("t:g", lease, now + 31)  # who has been too slow takes nothing away
    assert not store.acquire_lane_lease("t:g", now + 32).number
    store.release_lane_lease("t:g", taken, now + 32, now + 300, b"[1]")
    assert store.acquire_lane_lease("t:g", now + 60) == SpeakerLease(0, now + 300)  # the platform wants a pause
    last = store.acquire_lane_lease("t:g", now + 301)
    assert last.left == b"[1]"
    store.release_lane_lease("t:g", last, now + 302.4, left=b"[2]")
    assert store.acquire_lane_lease("t:g", now + 302.5, keeps=True).left == b"[2]"  # it is free at once


class StaleTable(MemoryTable):
    """A table whose reads at half the price show a lease as it was."""

    was: Item | None = None

    def several(self, keys, *, strong=True):
        return super().several(keys) if strong else [self.was for _ in keys]


def test_a_lease_that_is_read_stale_lets_no_two_speak_and_nobody_wait():
    store, now = Store(table := StaleTable()), 1000.0
    lease = store.acquire_lane_lease("t:g", now)
    table.was = table.get("lane/t:g", "speaker")
    store.release_lane_lease("t:g", lease, now + 1, left=b"[1]")
    free = table.get("lane/t:g", "speaker")
    taken = store.acquire_lane_lease("t:g", now + 1, keeps=True)
    assert taken.number
    assert taken.left == b"[1]"
    table.was = free
    assert store.acquire_lane_lease("t:g", now + 2, keeps=True) == SpeakerLease(0, now + 3)
