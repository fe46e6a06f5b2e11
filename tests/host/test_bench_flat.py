"""What is compared to see whether costs stay flat; how long it takes is no test."""

from host.cli import bench, bench_flat


def test_a_few_games_are_compared_with_more_and_an_early_cycle_with_a_later_one(monkeypatch, capsys):
    monkeypatch.setattr(bench_flat, "OPEN", (1, 3, 130))
    monkeypatch.setattr(bench_flat, "CYCLES", (1, 2, 3))
    monkeypatch.setattr(bench_flat, "TABLES", (4,))
    monkeypatch.setattr(bench_flat, "WARM", 1)
    assert bench.run(["--flat", "--taps", "2"]) == 0
    said = capsys.readouterr().out
    assert '"130": {' in said
    assert '"cycle_ratio": {' in said


def test_a_game_of_four_in_its_tenth_cycle_takes_one_kilobyte():
    (record,) = bench_flat.mid_cycles(4, (10,))
    item = bench_flat.kept(bench_flat.session("0" * 8, record, "0" * 16))
    assert bench_flat.weight(item) <= 1024 < len(item.body)


def test_a_game_of_forty_is_far_below_what_an_item_may_have():
    found = bench_flat.largest(40, cycles=1)
    assert found["packed_bytes"] < found["bytes"] < 400 * 1024 / 4
