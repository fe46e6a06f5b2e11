"""What is compared to see whether costs stay flat. How long it takes is no test; what is asked of a table is."""

import pytest

from host.core.context import Config, HostContext
from host.core.store import Store
from host.core.store.sqlite import SqliteTable
from tests.fakes import cloud
from workshop.bench import command as bench
from workshop.bench import tap_scaling as bench_flat
from workshop.bench.tap_scaling import TapCase
from workshop.cost.meter import CapacityMeter

FLAT = 1.2
GROWN = 1.3  # by the fortieth cycle a game has passed a kilobyte, which is a unit more each time it is written
TAPS = 8


@pytest.fixture(scope="module")
def seasons():
    """The same season in the middle of its first cycle and of its fortieth."""
    return bench_flat.build_mid_cycle_records(4, (1, 40))


def tapped(host, meter, record, games):
    """So many games are open, and all that happens once has happened."""
    bench_flat.create_idle_games(host, record, range(games))
    taps = bench_flat.iter_tap_costs(TapCase(host, meter, record, games))
    next(taps)
    return taps


def steps(record, games):
    """What SQLite's machine does for some taps, one by one."""
    with bench_flat.open_bench_host("") as (host, meter):
        taps, done, table = tapped(host, meter, record, games), list[int](), host.store.table
        assert isinstance(table, SqliteTable)
        table._db.set_progress_handler(lambda: done.append(1), 1)
        for _ in range(TAPS):
            next(taps)
        table._db.set_progress_handler(None, 0)
    return len(done)


@pytest.mark.whole
def test_on_one_machine_a_tap_is_as_much_work_among_a_thousand_games_and_in_the_fortieth_cycle(seasons):
    first, fortieth = seasons
    alone = steps(first, 1)
    assert alone > 100 * TAPS
    assert steps(first, 1000) <= FLAT * alone
    assert steps(fortieth, 1) <= FLAT * alone


def units(client, record, games):
    """What DynamoDB asks for some taps."""
    table, meter = cloud.new_table(client), CapacityMeter()
    meter.listen(client)
    taps = tapped(HostContext(Store(table), Config()), meter, record, games)
    return sum(next(taps)[2] for _ in range(TAPS))


@pytest.mark.whole
def test_in_aws_a_tap_costs_as_much_among_many_games_and_in_the_fortieth_cycle(moto_client, seasons):
    first, fortieth = seasons
    alone = units(moto_client, first, 1)
    assert alone >= 10 * TAPS
    assert units(moto_client, first, 60) <= FLAT * alone
    assert units(moto_client, fortieth, 1) <= GROWN * alone


def test_a_few_games_are_compared_with_more_and_an_early_cycle_with_a_later_one(monkeypatch, capsys):
    monkeypatch.setattr(bench_flat, "OPEN", (1, 3, 130))
    monkeypatch.setattr(bench_flat, "CYCLES", (1, 2, 3))
    monkeypatch.setattr(bench_flat, "TABLES", (4,))
    monkeypatch.setattr(bench_flat, "WARM", 1)
    assert bench.run_bench_command(["--flat", "--taps", "2"]) == 0
    said = capsys.readouterr().out
    assert '"130": {' in said
    assert '"cycle_ratio": {' in said


def test_a_game_of_four_in_its_tenth_cycle_takes_one_kilobyte():
    (record,) = bench_flat.build_mid_cycle_records(4, (10,))
    item = bench_flat.build_session_item(bench_flat.build_bench_session("0" * 8, record, "0" * 16))
    assert bench_flat.compute_item_bytes(item) <= 1024 < len(item.body)


def test_a_game_of_forty_is_far_below_what_an_item_may_have():
    found = bench_flat.measure_largest_item(40, cycles=1)
    assert found["packed_bytes"] < found["bytes"] < 400 * 1024 / 4
