"""Whom a commit wakes, and when."""

import pytest
from aws_lambda_powertools.utilities.data_classes.sqs_event import SQSRecord
from botocore.exceptions import ClientError

from host.core import games
from host.core.context import Config, HostContext
from host.core.deadlines import ticking
from host.core.games import Guest
from host.core.session import Command
from host.core.store import MemoryTable, Store
from host.core.store.items import DUE, OUT, Item, PutItem
from host.doors.aws import clock, delivery
from host.doors.aws.settings import AwsSettings
from host.doors.aws.tables import MOST_HOPS, PrefetchingTable, WakeupTable
from host.doors.aws.wiring import DeployedHost, WakeupSqsQueue

NOW = 1000.0


class Noted:
    def __init__(self):
        self.timers, self.errands, self.hops = [], [], []

    def set_timer(self, game_id, due, *, anew):
        self.timers.append((game_id, due, "anew" if anew else "moved"))

    def send_messages(self, games, places, _once="", hops=0):
        self.errands.append((games, places))
        self.hops.append(hops)


@pytest.fixture
def noted():
    return Noted()


@pytest.fixture
def table(noted):
    return WakeupTable(MemoryTable(), noted, noted, lambda: NOW)


def save(table, due, version=1):
    table.write([PutItem(Item("game/g", "session", b"", version, index=DUE if due else "", when=due))])


def moved(table, noted, before, after):
    """What happens when a game that was due at one moment is saved with another."""
    save(table, before)
    table.wake()
    noted.timers.clear()
    noted.errands.clear()
    table.get("game/g", "session")
    save(table, after, 2)
    table.wake()
    return noted.timers, noted.errands


@pytest.mark.parametrize(
    ("before", "after", "timers", "errands"),
    [
        (0, 5000, [("g", 5000, "anew")], []),
        (5000, 4000, [("g", 4000, "moved")], []),
        (5000, 9000, [("g", 9000, "moved")], []),
        (5000, 5000.5, [], []),
        (5000, 5000, [], []),
        (5000, 0, [], []),
        (900, 5000, [("g", 5000, "anew")], []),  # that timer has fired
        (1030, 5000, [("g", 5000, "anew")], []),  # that was an errand's
        (5000, 1030, [], [({"g": 1030}, [])]),
        (1030, 1030, [], []),
        (1030, 1020, [], [({"g": 1020}, [])]),
        (0, 900, [], [({"g": 900}, [])]),
    ],
)
def test_a_timer_moves_with_its_game_and_what_is_due_at_once_is_an_errand(table, noted, before, after, timers, errands):
    assert moved(table, noted, before, after) == (timers, errands)


def test_each_place_is_served_once_for_all_that_waits_there(table, noted):
    posts = [Item(f"chat:telegram:{chat}", f"post/{n}/g", index=OUT, when=NOW) for n in range(3) for chat in (1, 2)]
    table.write([PutItem(post) for post in posts])
    table.note_served("telegram:2")
    table.wake()
    table.wake()
    assert noted.errands == [({}, ["telegram:1"])]


def test_a_timer_that_has_fired_is_set_again_whatever_it_was(table, noted):
    save(table, 5000)
    table.wake()
    table.get("game/g", "session")
    table.note_fired("g")
    table.wake()
    assert noted.timers == [("g", 5000, "anew"), ("g", 5000, "anew")]


def silent_for_hours(table, noted, passed=7200.0):
    """A game in Lambda whose time is up, because nothing ran; and everything to look at it with."""
    now = [NOW]
    host = HostContext(Store(table), Config(outage=240.0), lambda: now[0])
    game = games.open_lobby(host, Command("c", "ann"), "toy", {}, "15m").game
    for person in ("ann", "bob"):
        games.sit_at_table(host, Command(by=person), game, Guest(person, person))
    games.start_game(host, Command(by="ann"), game)
    host.store.save_beat(NOW)
    now[0] += passed
    return DeployedHost(
        host, table, PrefetchingTable(table), noted, AwsSettings("table", "queue", "clock", "role", "rtab")
    ), game


@pytest.mark.parametrize(
    "look", [clock.run_game_timer, lambda wired, game: delivery.tick_queued_game(wired, game, None)]
)
def test_whoever_looks_first_after_an_outage_notices_it(table, noted, look):
    wired, game = silent_for_hours(table, noted)
    look(wired, game)
    assert [entry.kind for entry in wired.host.store.load_log(game)[-1:]] == ["outage"]
    assert noted.errands == []
    clock.sweep_late(wired)
    assert ({game: 0.0}, []) in noted.errands


@pytest.mark.parametrize(("by", "noticed"), [(200.0, False), (3600.0, True), (6 * 86400.0, True)])
def test_a_clock_that_is_set_back_is_noticed_and_nobody_has_less_time(table, noted, by, noticed):
    wired, game = silent_for_hours(table, noted, -by)
    before = wired.host.store.load_game(game).session
    clock.sweep_late(wired)
    clock.sweep_late(wired)
    after = wired.host.store.load_game(game).session
    kinds = [entry.kind for entry in wired.host.store.load_log(game)]
    gone_back = [before.clocks[key].due - after.clocks[key].due for key in before.clocks]
    assert kinds.count("set back") == noticed
    assert gone_back == [by if noticed else 0.0] * len(before.clocks)


def test_a_queue_that_takes_nothing_keeps_nobody_from_looking(table, noted, monkeypatch):
    def full(*_):
        raise ClientError({"Error": {"Code": "ServiceUnavailable"}}, "SendMessageBatch")

    wired, game = silent_for_hours(table, noted)
    monkeypatch.setattr(noted, "send_messages", full)
    clock.run_game_timer(wired, game)
    clock.sweep_late(wired)
    assert [entry.kind for entry in wired.host.store.load_log(game)[-1:]] == ["outage"]


@pytest.mark.parametrize(("silence", "given"), [(20.0, False), (40.0, True)])
def test_a_timer_gives_the_sign_of_life_that_the_sweep_must_have_missed(table, noted, silence, given):
    wired, game = silent_for_hours(table, noted)
    wired.host.store.save_beat(wired.host.now() - silence)
    clock.run_game_timer(wired, game)
    assert (wired.host.store.load_last_beat() == wired.host.now()) == given
    assert [entry.kind for entry in wired.host.store.load_log(game)[-1:]] != ["outage"]


def test_a_game_that_is_opened_while_the_sweep_looks_keeps_its_sign_of_life(noted, monkeypatch):
    table, looked = MemoryTable(), []
    host = HostContext(Store(table), Config(), lambda: NOW)
    index = table.due_before

    def looks(*args, **given):
        found = index(*args, **given)
        looked.append(found or games.open_lobby(host, Command("c", "ann"), "toy", {}, "15m").ok)
        return found

    monkeypatch.setattr(table, "due_before", looks)
    waking = WakeupTable(table, noted, noted, lambda: NOW)
    settings = AwsSettings("table", "queue", "clock", "role", "rtab")
    clock.sweep_late(
        DeployedHost(
            HostContext(Store(waking), Config(), lambda: NOW), waking, PrefetchingTable(waking), noted, settings
        )
    )
    assert looked[0] is True
    assert host.store.load_last_beat() == NOW


@pytest.mark.parametrize(("silence", "rests"), [(60.0, False), (120.0, False), (180.0, True)])
def test_clocks_rest_when_nothing_has_been_there_for_some_time_and_not_when_the_index_is_behind(table, silence, rests):
    host = HostContext(Store(table), Config(beat=55.0, outage=240.0), lambda: NOW)
    host.store.save_beat(NOW - silence)
    ticking.clear_heartbeat_when_idle(host)
    assert (host.store.load_last_beat() == 0.0) == rests


def hopped(table, noted, hops, due):
    """An errand that so many have led to leaves its game due then."""
    table.hops = hops
    save(table, due)
    table.wake()
    return noted.errands, noted.timers, noted.hops


def test_errands_that_lead_to_each_other_without_a_pause_are_counted(table, noted):
    assert hopped(table, noted, 7, NOW)[2] == [7]
    assert table.hops == 0


def test_who_waits_starts_a_new_chain(table, noted):
    assert hopped(table, noted, MOST_HOPS - 1, NOW + 20.0)[2] == [0]


def test_a_chain_of_errands_that_never_ends_is_broken_and_a_timer_goes_on_with_the_game(table, noted, caplog):
    assert hopped(table, noted, MOST_HOPS, NOW) == ([], [("g", NOW + 61.0, "anew")], [])
    assert "hops=500" in caplog.text


def test_an_errand_that_leads_to_itself_for_ever_is_stopped_after_so_many(table, noted):
    """Through the delivery as it reads errands, and the queue as it writes them."""
    sent: list[str] = []

    class Sqs:
        def send_message_batch(self, **asked):
            sent.extend(each["MessageBody"] for each in asked["Entries"])
            return {}

    table._queue = WakeupSqsQueue(Sqs, "queue")
    save(table, NOW)
    table.wake()
    for n, body in enumerate(sent):  # which grows meanwhile
        table.hops = 1 + delivery.read_hops(delivery._decode_message(SQSRecord({"body": body})))
        save(table, NOW + n % 2 / 1000)
        table.wake()
    assert len(sent) == MOST_HOPS
    assert [timer[0] for timer in noted.timers] == ["g"]


@pytest.mark.parametrize("body", ['{"game":"g","hops":"x"}', '{"game":"g"}'])
def test_what_an_errand_says_of_its_chain_is_not_trusted(body):
    assert delivery.read_hops(delivery._decode_message(SQSRecord({"body": body}))) == 0


def test_where_no_timer_can_be_set_an_errand_waits_for_as_long(table, noted):
    def refuses(*_, **__):
        raise ClientError({"Error": {"Code": "ThrottlingException"}}, "CreateSchedule")

    noted.set_timer = refuses
    save(table, 5000)
    table.wake()
    assert noted.errands == [({"g": 5000}, [])]
