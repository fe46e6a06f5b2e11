"""What every kind of input asks of the table when the functions are warm, and what AWS would bill for it."""

from collections import Counter
from urllib.parse import urlencode

import pytest

from host.core.context import INPUT_METRIC, REFUSED_METRIC, SWEEP_METRICS
from host.core.session import OVER
from host.core.store.dynamo import DynamoTable
from host.core.store.items import AddToCounts, CountBound, DeleteItem, Failed, Item, Op, PutItem
from host.doors.aws import clock, web, wiring
from host.doors.registry import list_polled_doors, list_pushed_doors
from host.doors.web.requests.http import COOKIE
from host.people import accounts
from tests.fakes import cloud as emulated
from tests.fakes.loops import own_loop
from tests.host.doors.web.asking import FORM
from workshop import cost
from workshop.cost import bill
from workshop.cost.deployment import GROUP, FakeTelegramWire, Invocation, SimulatedDeployment, TelegramGroupGame
from workshop.cost.meter import CapacityMeter, CapacityUsage, load_prices

pytestmark = pytest.mark.whole

HOUR = 3600.0
TOY = "toy daily"
FEW_TURNS = 5  # that run out at a table which is left alone


@pytest.fixture(params=["", pytest.param("dynamo", marks=pytest.mark.aws)])
def endpoint(request):
    return request.getfixturevalue("dynamo_client").meta.endpoint_url if request.param else ""


@pytest.fixture
def untouched(endpoint, monkeypatch):
    """Warm functions that nobody has used."""
    monkeypatch.setattr("tests.rulesets.toy.Toy.achievements", ())
    with cost.open_counted_clients(endpoint) as pair:
        yield SimulatedDeployment(*pair)


@pytest.fixture
def deployed(untouched):
    """And when two people have: they have even earned what they will ever earn."""
    played(untouched)
    return untouched


def played(deployed):
    evening = TelegramGroupGame(deployed, 2, 60.0, rules=TOY)
    for _ in evening.iter_decisions():
        pass
    assert evening.session.stage == OVER
    return evening


def test_whatever_somebody_sends_who_has_been_here_before_is_a_few_reads_and_one_transaction(deployed):
    evening = played(deployed)
    kinds = {kind for kind, _ in evening.inputs}
    assert kinds == {"first contact", "open", "join", "begin", "tap", "command"}
    for kind, run in evening.inputs:
        counts = any(name.startswith("count ") for name in run.taken.by)  # now and then, and from the log
        if kind in ("join", "open"):  # who joins is told so in private; who opens a table sits there already
            assert 1 <= run.calls["TransactWriteItems"] <= 2, kind
        elif kind != "first contact":  # which is /start here, and changes nothing
            assert (kind, run.calls["TransactWriteItems"]) == (kind, 1)
            # Who it is takes two, which game a command is about one more; who is told of a table, two more.
            assert run.calls.total() <= (9 if counts or kind == "command" else 7)
    # All that a place keeps is one query, instead of readings one by one; besides, only the log is queried, at an end.
    queries = [run.calls["Query"] for kind, run in evening.inputs if kind != "open"]
    assert max(queries) <= 2
    assert queries.count(2) <= 2


def test_all_that_is_said_is_taken_by_telegram(deployed):
    evening = played(deployed)
    deployed.wait(600.0)
    assert evening.session.stage == OVER
    kept = [item.sk for item in deployed.aside.store.table.every() if item.pk.startswith("chat:")]
    assert [sk for sk in kept if sk.startswith(("post/", "aside/"))] == []


def form(token, path, **fields):
    headers = {"host": "t", "origin": "https://t", "x-forwarded-proto": "https", "content-type": FORM}
    context = {"http": {"method": "POST", "path": path, "sourceIp": "198.51.100.7"}}
    found = {"version": "2.0", "headers": headers, "cookies": [f"{COOKIE}={token}"], "requestContext": context}
    return {**found, "body": urlencode(fields)}


def test_an_input_from_the_page_costs_no_more(deployed):
    evening = TelegramGroupGame(deployed, 2, 60.0, rules=TOY)
    person = deployed.aside.store.find_person_id("telegram:1001", deployed.now)
    token = accounts.create_web_token(deployed.aside, person)
    for n in range(2):
        with own_loop(), deployed.measure_invocation("web"):
            fields = {"key": "shout", "once": f"{n:032x}"}
            assert (
                web.answer_event(deployed.wired, form(token, f"/g/{evening.game}/play", **fields))["statusCode"] == 303
            )
    for run in deployed.runs[-2:]:  # whose link that is, who they are, and the game
        assert run.taken.calls == {"GetItem": 3, "TransactWriteItems": 1}


def test_a_timer_costs_no_more(deployed):
    TelegramGroupGame(deployed, 2, 60.0, rules=TOY)
    first = len(deployed.runs)
    deployed.wait(19 * HOUR)
    # Both are reminded.
    rung = [run.calls for run in deployed.runs[first:] if run.function == "clock"]
    assert rung == [Counter(BatchGetItem=1, TransactWriteItems=1)]


def test_a_sweep_with_nobody_playing_writes_nothing(deployed):
    deployed.wait(600.0)
    for _ in range(4):  # what the index does not show yet would be there by then
        deployed.sweep()
        deployed.wait(60.0)
    looks = []
    for _ in range(5):
        looks.append(deployed.sweep().taken.calls)
        deployed.wait(60.0)
    assert all(calls["GetItem"] == 1 for calls in looks)
    assert sorted(calls["Query"] for calls in looks) == [2, 2, 2, 2, 3]  # one in five looks for mornings, too
    assert deployed.wired.host.store.load_last_beat() == 0.0
    TelegramGroupGame(deployed, 2, 60.0, rules=TOY)
    deployed.sweep()
    deployed.sweep()
    assert not any("were away" in line.text for entry in log(deployed) for line in entry.told)
    assert deployed.now - deployed.wired.host.store.load_last_beat() < wiring.CONFIG.beat


def log(deployed):
    return [entry for game in deployed.aside.store.iter_sessions() for entry in deployed.aside.store.load_log(game.id)]


# -- the capacity of single requests, worked out by AWS's rules


@pytest.fixture
def measured(moto_client):
    """A table that is listened to, and what some operations take."""
    meter = CapacityMeter()
    name = emulated.new_table(moto_client)._name
    meter.listen(moto_client)
    table = DynamoTable(moto_client, name)

    def take(*ops):
        meter.reset()
        table.write(ops)
        return meter.reset().writes

    return table, meter, take


def test_a_write_takes_a_unit_a_kilobyte_and_a_transaction_twice_that(measured):
    _, _, take = measured
    noise = bytes(range(256)) * 12
    assert take(PutItem(Item("p", "s"))) == 1
    assert take(PutItem(Item("p", "s"), 0)) == 1
    assert take(PutItem(Item("p", "a")), PutItem(Item("p", "b"))) == 4
    assert take(PutItem(Item("p", "c", noise[:256]))) == 1
    assert take(PutItem(Item("p", "s", version=1), 0), AddToCounts("p", "n", {"x": 1})) == 4
    assert take(DeleteItem("p", "s")) == 1
    assert take(DeleteItem("p", "never")) == 1


def test_a_shelf_takes_a_unit_to_come_and_to_go_and_two_to_move(measured):
    _, _, take = measured
    assert take(PutItem(Item("p", "s", index="due", when=1.0))) == 2
    assert take(PutItem(Item("p", "s", b"x", index="due", when=1.0))) == 1
    assert take(PutItem(Item("p", "s", index="due", when=2.0))) == 3
    assert take(PutItem(Item("p", "s"))) == 2
    assert take(PutItem(Item("p", "t", index="due", when=1.0)), PutItem(Item("p", "u"))) == 6


def test_what_comes_to_a_shelf_or_goes_from_it_is_counted_for_that_shelf(measured):
    table, meter, _ = measured
    table.write([PutItem(Item("p", "s", index="due", when=1.0)), PutItem(Item("p", "t", index="out", when=1.0))])
    assert meter.reset().index == {"due": 1, "out": 1}
    table.write([PutItem(Item("p", "s", b"x", index="due", when=1.0, due=3.0))])
    assert meter.reset().index == {}
    table.write([PutItem(Item("p", "s", index="out", when=2.0))])
    assert meter.reset().index == {"due": 1, "out": 1}


def test_a_small_game_that_is_played_on_costs_two_units_and_more_when_its_entry_moves(deployed):
    evening = TelegramGroupGame(deployed, 2, HOUR, rules=TOY)
    moves = [run.taken for kind, run in evening.inputs + played(deployed).inputs if kind == "tap"]
    assert {taken.by["game session"] for taken in moves} <= {2, 4, 6}  # at the end it leaves the index
    assert sum(taken.by["game session"] == 2 for taken in moves) * 2 > len(moves)


def test_an_entry_that_came_up_early_is_laid_anew_for_three_units(deployed):
    evening, first = TelegramGroupGame(deployed, 2, 11 * HOUR, rules=TOY), len(deployed.runs)
    for _ in evening.iter_decisions():
        pass
    swept = [run.taken for run in deployed.runs[first:] if run.function == "sweep"]
    assert {(taken.calls["PutItem"], taken.writes) for taken in swept} == {(1, 3.0)}
    assert len(swept) * 2 < len(deployed.runs) - first


def test_a_refused_transaction_is_paid_for_and_changes_nothing(measured):
    table, meter, take = measured
    take(AddToCounts("p", "n", {"x": 5}))
    meter.reset()
    with pytest.raises(Failed):
        table.write(
            [PutItem(Item("p", "s")), AddToCounts("p", "n", {"x": 1}, bounds=[CountBound("x", 5, 6, inside=False)])]
        )
    assert meter.reset().writes == 4
    assert take(DeleteItem("p", "s")) == 1


def test_a_strong_read_takes_a_unit_for_four_kilobytes_and_others_half_of_it(measured, monkeypatch):
    monkeypatch.setattr("host.core.store.attributes.compress_body", lambda body: body)
    table, meter, take = measured
    take(PutItem(Item("p", "a", b"x" * 5000)), PutItem(Item("p", "b", b"x" * 100)))
    for read, units in (
        (lambda: table.get("p", "a"), 2),
        (lambda: table.get("p", "never"), 1),
        (lambda: table.several([("p", "a"), ("p", "b"), ("p", "never")]), 4),
        (lambda: table.several([("p", "a"), ("p", "b")], strong=False), 1.5),
        (lambda: table.query("p"), 2),
        (lambda: table.due_before("due", 9.0), 0.5),
    ):
        meter.reset()
        read()
        assert meter.reset().reads == units


CHANGES: list[list[Op]] = [
    [PutItem(Item("p", "s", bytes(range(256)) * 12, 1, index="due", when=1.0))],
    [PutItem(Item("p", "s", bytes(range(256)) * 12, 2, index="due", when=2.0))],
    [PutItem(Item("p", "s", b"x", 3))],
    [DeleteItem("p", "s")],
    [PutItem(Item("p", "a", bytes(range(256)) * 12, 1), 0), PutItem(Item("p", "b", b"", 1), 0)],
    [PutItem(Item("p", "a", b"x", 2, index="due", when=2.0), 1), AddToCounts("p", "n", {"x": 1})],
    [PutItem(Item("p", "a", bytes(range(256)) * 12, 3, index="due", when=3.0), 2), DeleteItem("p", "b")],
    [PutItem(Item("p", "a", bytes(range(256)) * 12, 3, index="due", when=9.0, due=4.0), 3)],
    [
        PutItem(Item("p", "a", bytes(range(256)) * 12, 4, index="due", when=9.0, due=5.0), 3),
        AddToCounts("p", "n", {"x": 1}),
    ],
]


@pytest.mark.aws
def test_writes_take_what_dynamodb_local_says_they_do(dynamo_client, monkeypatch):
    monkeypatch.setattr("host.core.store.attributes.compress_body", lambda body: body)
    told, meter = [], CapacityMeter()
    meter.listen(dynamo_client)
    name = emulated.new_table(dynamo_client)._name
    table = DynamoTable(dynamo_client, name, lambda _, answer: told.append(answer["ConsumedCapacity"]))
    mine = []
    for change in CHANGES:
        meter.reset()
        table.write(change)
        mine.append(meter.reset().writes)
    told = [each[0] if isinstance(each, list) else each for each in told]
    assert [each["CapacityUnits"] for each in told] == mine


# -- money


def test_what_was_used_is_priced_by_the_dated_table():
    run = Invocation(
        "telegram", 0.0, CapacityUsage(Counter(GetItem=2), writes=1000.0, reads=2000.0), Counter({"Schedule": 1})
    )
    used = bill.compute_used_amounts([run] * 1000)
    assert used["lambda request"] == 1000
    assert used["lambda GB second (arm64)"] == pytest.approx(
        1000 * 2 * 0.005 * load_prices().taken_for["memory_mb"] / 1024
    )
    found = bill.compute_costs(used)
    assert found["dynamodb write unit"] == pytest.approx(0.625)
    assert found["dynamodb read unit"] == pytest.approx(0.25)
    assert found["scheduler invocation"] == pytest.approx(0.001)
    assert bill.compute_costs(used, free=True)["lambda request"] == 0.0


def test_what_leaves_for_telegram_is_paid_for_by_its_size_boards_included():
    told, wire = b"x" * 5000, FakeTelegramWire()
    wire.call(lambda bot: bot.send_photo(chat_id=-5000, photo=told, caption="Ann", message_thread_id=None))
    sent = wire.bot.bytes
    wire.call(lambda bot: bot.edit_photo(chat_id=-5000, message_id=7, photo=told, caption="Ann selects"))
    assert sent == 5000 + 5 + 3
    assert wire.bot.bytes - sent == 5000 + 11 + 5 + 1
    run = Invocation("telegram", 0.0, CapacityUsage(), Counter({"Telegram send_photo": 1}), told=sent)
    assert bill.compute_used_amounts([run])["internet GB"] * 1024**3 == pytest.approx(sent + 1000)


def test_every_price_says_where_it_is_from():
    assert all(price.source.startswith("https://") for price in load_prices().prices.values())
    assert load_prices().date.startswith("20")


def test_as_many_alarms_and_measures_are_counted_as_the_template_and_the_sweep_have(untouched):
    resources = emulated.template()["Resources"].values()
    found = clock.handle_clock_event(untouched.wired, {"sweep": True})
    alarms = [each["Properties"] for each in resources if each["Type"] == "AWS::CloudWatch::Alarm"]
    watched = [each for alarm in alarms for each in alarm.get("Metrics", [{"MetricStat": alarm}])]
    assert sum("MetricStat" in each for each in watched) == cost.ALARMS  # it is metrics that are billed
    filters = [each["Properties"] for each in resources if each["Type"] == "AWS::Logs::MetricFilter"]
    logged = {measured["MetricName"] for each in filters for measured in each["MetricTransformations"]}
    assert found.keys() == set(SWEEP_METRICS)
    talking = [door for door, _ in (*list_pushed_doors(), *list_polled_doors())][1:]  # the bill is for all but one
    assert len(found) + len(logged) + len([INPUT_METRIC, REFUSED_METRIC]) + len(talking) == cost.METRICS
    assert load_prices().prices["custom metric month"].free >= cost.METRICS
    assert [each["Type"] for each in resources].count("AWS::CloudWatch::Dashboard") == bill.DASHBOARDS
    every = emulated.template()["Globals"]["Function"]
    assert every["MemorySize"] == load_prices().taken_for["memory_mb"]


def test_a_month_is_reckoned_by_a_sweep_like_most_and_not_by_one_after_a_silence(deployed):
    evening = TelegramGroupGame(deployed, 2, 60.0, rules=TOY)
    evening.send_text("again", 1001, "/start", 1001)
    deployed.now += 3600.0
    assert deployed.run_usual_sweep().taken.by.keys() <= {"host beat"}
    assert sum("host outages" in run.taken.by for run in deployed.runs) == 1


@pytest.mark.slow
def test_a_round_costs_what_it_may_and_a_month_in_which_nobody_plays_a_cent():
    found = cost.build_cost_report("", 0)
    assert found["round"]["inputs"] > cost.PICKS
    # docs/scale.md: 386 units read, 1,704 written, and $0.0019. It varies by 1 % between days.
    assert found["round"]["used"]["dynamodb write unit"] <= 1720
    assert found["round"]["used"]["dynamodb read unit"] <= 400
    assert found["round"]["total"] <= 0.002
    assert found["idle"]["total_after_free"] <= 0.02  # the sweep's reads
    assert found["months"]["100"]["total_after_free"] <= 1.0
    assert {games: bool(month["binds_first"]) for games, month in found["months"].items()} == {
        "1": True,
        "100": True,
        "10000": True,
    }


def test_the_table_asks_for_its_key_once_in_five_minutes_for_each_that_calls_it():
    sweep = Invocation("clock", 0.0, CapacityUsage())
    assert bill.compute_idle_amounts(sweep, 0, 0)["kms request"] == 30 * 24 * 12
    assert bill.compute_costs(bill.compute_idle_amounts(sweep, 0, 0), free=True)["kms request"] == 0
    assert bill.compute_costs(bill.compute_idle_amounts(sweep, 0, 0, cost.FUNCTIONS), free=True)[
        "kms request"
    ] == pytest.approx(0.07, abs=0.01)


def test_a_start_is_paid_for_where_nobody_has_called_for_some_minutes(deployed):
    """Whoever comes after some minutes, and never the clock, which the sweep keeps awake."""
    evening = TelegramGroupGame(deployed, 2, 60.0, rules=TOY)
    assert not any(run.cold for _, run in evening.inputs)
    deployed.wait(600.0)
    evening.send_text("again", 1001, "/start", 1001)
    assert evening.inputs[-1][1].cold
    assert not any(run.cold for run in deployed.runs if run.function in ("clock", "sweep"))


def test_what_a_start_takes_is_billed_with_what_its_first_event_loads():
    warm, cold = (Invocation("telegram", 0.1, CapacityUsage(), cold=each) for each in (False, True))
    taken = load_prices().taken_for
    more = bill.compute_billed_seconds(cold) - bill.compute_billed_seconds(warm)
    slower = taken["mb_of_a_core"] / taken["memory_mb"]
    first = taken["processor_seconds_of_a_first_event"]["telegram"]
    assert more == pytest.approx(taken["seconds_of_a_start"]["telegram"] + first * slower)


def test_a_pace_that_is_none_is_told_in_a_sentence(capsys):
    assert cost.run_cost_command(["--pace", "whenever"]) == 1
    assert "pace" in capsys.readouterr().err


def test_the_limit_that_binds_first_stands_first():
    run = Invocation("delivery", 0.0, CapacityUsage(), Counter({"Telegram send_message": 1}))
    first = bill.list_platform_limits([run], 1, 30.0)[0]
    assert (first.name, first.share) == ("Telegram: messages a second of one bot", 1.0)


def test_the_report_is_for_people_and_for_machines(capsys, monkeypatch):
    monkeypatch.setattr(cost, "play_counted_rounds", short)
    monkeypatch.setattr(bill, "TOLD", ("20s",))
    monkeypatch.setattr(bill, "TURNS", FEW_TURNS)
    assert cost.run_cost_command(["--people", "0"]) == 0
    said = capsys.readouterr().out
    assert "prices of 20" in said
    assert "10000 games: $" in said
    assert "at 20s: left alone " in said
    assert "write units, game session" in said


def test_a_table_left_alone_makes_no_timer_at_a_pace_below_a_minute_and_no_errand_waits_at_one_of_days(
    endpoint, monkeypatch
):
    monkeypatch.setattr(bill, "TURNS", FEW_TURNS)
    found = {}
    for pace in ("20s", "daily"):
        with cost.open_counted_clients(endpoint) as pair:
            deployed = SimulatedDeployment(*pair)
            evening = TelegramGroupGame(deployed, 2, 5.0, rules=f"toy {pace}")
            alone = bill.run_idle_turns(deployed, pace)
            found[pace] = bill.build_pace_report(pace, alone, [run for _, run in evening.inputs], len(evening.inputs))
    quick, daily = (found[pace]["tables_left_alone"] for pace in ("20s", "daily"))
    assert quick["queue: errands in flight"] == bill.IN_FLIGHT
    assert "scheduler, small regions" not in quick
    assert daily["scheduler, large regions"] == pytest.approx(20 * daily["scheduler, small regions"], rel=0.01)
    assert "queue: errands in flight" not in daily
    assert found["20s"]["looks_a_day"] > 1000 * found["daily"]["looks_a_day"] > 0


def test_the_limits_that_are_ours_are_those_of_the_template():
    resources, given = emulated.template()["Resources"], emulated.template()["Parameters"]
    scaling = resources["DeliveryFunction"]["Properties"]["Events"]["Errand"]["Properties"]["ScalingConfig"]
    assert scaling["MaximumConcurrency"] == bill.DELIVERIES
    assert given["MostWrites"]["Default"] == bill.WRITES
    shut = resources["ClockFunction"]["Properties"]["ReservedConcurrentExecutions"]["Fn::If"]
    assert shut[2]["Fn::If"][1] == bill.CLOCKS


def short(endpoint, pace=cost.PACE):
    assert pace == cost.PACE
    with cost.open_counted_clients(endpoint) as pair:
        deployed = SimulatedDeployment(*pair)
        deployed.sweep()
        evening = TelegramGroupGame(deployed, 2, HOUR, rules=TOY)
        assert evening.cloud.aside.store.list_open_game_ids(f"chat:telegram:{GROUP}")
        return deployed.runs, evening.inputs, deployed
