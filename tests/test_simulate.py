"""The simulations measure, and the same seed gives the same bytes."""

import io
import json
import re
from statistics import median

import pytest

from engine.rulesets import RULESETS
from host.core.deadlines import expected_lengths
from host.doors.command import main
from tests.rulesets.toy import Toy
from workshop.simulate import length, rivals, voice
from workshop.simulate.progress import Progress
from workshop.simulate.season7 import compute_percentiles, compute_wilson_interval, iter_seasons, play_season

SHORT = ["simulate", "season7", "--players", "4", "--games", "3", "--option", "target=30000000"]


@pytest.mark.whole
def test_the_same_seed_gives_the_same_bytes(capsys):
    printed = []
    for _ in range(2):
        assert main([*SHORT, "--json"]) == 0
        out, err = capsys.readouterr()
        printed.append(out)
        assert json.loads(err)["decisions_per_second"] > 0
    assert printed[0] == printed[1]
    found = json.loads(printed[0])
    assert found["games"] == 3
    assert len(found["win_rate_by_seat"]) == 4
    assert sum(found["win_rate_by_seat"]) >= 0.99
    assert 0 < found["largest_record_bytes"] < 100_000
    assert 0 <= found["longest_tape_entries"] < 300  # looked at now and then
    assert main([*SHORT, "--json", "--seed", "2"]) == 0
    assert capsys.readouterr().out != printed[0]


@pytest.mark.whole
@pytest.mark.parametrize(
    ("game", "games", "options"),
    [("ladder", 120, {}), ("billionaire", 120, {}), ("season7", 80, {"target": 50_000_000}), ("deluxe", 60, {})],
)
def test_a_thinking_player_is_not_far_off_the_aim_against_three_computers(game, games, options):
    """With 120 games shares from 27 to 53 % pass, with 60 from 23 to 57 %: so few find only what is far off. That the
    aim of 35 to 45 % is met, the commands in docs/balance.md tell.
    """
    found = rivals.measure_rivals(game, 4, options, games, 1)
    _, low, high = compute_wilson_interval(found.won, games)
    assert low < 0.45
    assert high > 0.35


def test_saving_changes_nothing():
    kept, light = (play_season(3, 0, {"target": 20_000_000}, "x", kept=kept) for kept in (True, False))
    assert (kept.decisions, kept.cash, kept.survived) == (light.decisions, light.cash, light.survived)
    assert kept.record_bytes > light.record_bytes == 0


def test_players_who_think_play_a_whole_season_with_its_megagrid():
    found = play_season(3, 3, {"target": 10_000_000, "rows": 4, "columns": 4}, "x", kept=False)
    assert found.cash["megagrid"] > 0


def test_several_cores_come_to_the_same(monkeypatch):
    found = []
    for cores in (1, 2):
        monkeypatch.setattr("os.cpu_count", lambda cores=cores: cores)
        found.append([(it.decisions, it.cash) for it in iter_seasons(3, 1, {"target": 10_000_000}, 3, 1)])
    assert found[0] == found[1]


def test_people_get_lines_and_a_picture(capsys, tmp_path):
    assert main([*SHORT, "--plot", str(tmp_path / "plot.png")]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("3 seasons of 4 players, 0 of whom think (seed 1)\ncycles ")
    assert "decisions per second on one core" in err
    assert (tmp_path / "plot.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("words", "why"),
    [(["--players", "1"], "2 to 40 players"), (["--option", "rows=99"], "rows must be between 3 and 8")],
)
def test_what_cannot_be_played_is_refused(words, why, capsys):
    assert main(["simulate", "season7", *words]) == 2
    assert why in capsys.readouterr().err


@pytest.mark.parametrize("words", [("voice", "--players", "0"), ("waiting", "--players", "1", "--games", "1")])
def test_a_number_of_players_that_nobody_can_play_with_is_refused(words, capsys):
    assert main(["simulate", *words]) == 2
    assert capsys.readouterr().err == "This game is for 2 to 40 players.\n"


COUNTS = {"minigames": "--plays", "waiting": "--cycles"} | dict.fromkeys(
    ("season7", "deluxe", "billionaire", "ladder", "length", "voice"), "--games"
)


@pytest.mark.parametrize("kind", COUNTS)
def test_at_least_one_is_played(kind, capsys):
    assert main(["simulate", kind, COUNTS[kind], "0"]) == 2
    assert "play at least one" in capsys.readouterr().err


def test_percentiles():
    assert compute_percentiles(list(range(100, 0, -1))) == {"p5": 6, "p50": 51, "p95": 96}
    assert compute_percentiles([7]) == {"p5": 7, "p50": 7, "p95": 7}


class Terminal(io.StringIO):
    def __init__(self, seen):
        super().__init__()
        self.seen = seen

    def isatty(self):
        return self.seen


def test_only_a_terminal_sees_the_bar():
    for seen in (True, False):
        terminal = Terminal(seen)
        assert list(Progress(terminal, "games", 4).iter_with_bar("abcd")) == list("abcd")
        assert ("4/4 games" in terminal.getvalue()) == seen
    assert Progress(terminal, "games", 10).format_line(5, 30.0) == f"[{'#' * 15}{'.' * 15}] 5/10 games, 0:30 to go "


def test_bench_names_its_figures_by_unit_and_statistic(capsys):
    words = ["bench", "--json", "--players", "6", "--turns", "5", "--decisions", "50", "--runs", "1"]
    words += ["--games", "10", "--taps", "5"]
    assert main(words) == 0
    found = json.loads(capsys.readouterr().out)
    assert {"turn_median_ms", "decisions_per_second", "tap_median_ms"} <= set(found)
    assert all(value > 0 for value in found.values())


@pytest.mark.whole
def test_how_long_games_last_is_what_the_table_of_the_host_says(capsys):
    """A small part of it; `rtab simulate length --write` makes the whole. Of the ladder nearly: whenever a question is
    mended others are drawn, and nobody who mends one should have to make the table.
    """
    kept = json.loads(expected_lengths.LENGTH_TABLE_PATH.read_text("utf-8"))
    for name, players, games, off in (("ladder", "3", "8", 0.5), ("billionaire", "2", "200", 0)):
        line = ["simulate", "length", "--ruleset", name, "--players", players, "--games", games]
        printed = []
        for _ in range(2):
            assert main(line) == 0
            printed.append(capsys.readouterr().out)
        assert printed[0] == printed[1]
        found, told = json.loads(printed[0])[name][players], kept[name][players]
        assert found.keys() == told.keys()
        assert all(found[goal] == pytest.approx(told[goal], rel=off) for goal in told)


@pytest.mark.whole
@pytest.mark.parametrize(("name", "goal"), [("season7", 25_000_000), ("deluxe", 50_000_000)])
def test_the_cheapest_cell_of_the_table_is_what_is_played_now(name, goal):
    """Who changes rules so that games last otherwise makes the table anew."""
    kept = json.loads(expected_lengths.LENGTH_TABLE_PATH.read_text("utf-8"))[name]["2"][str(goal)]
    found = [
        length.play_timed_game(RULESETS[name], 2, {RULESETS[name].goal: goal}, f"1 2 {n}").turns for n in range(200)
    ]
    assert round(median(found), 1) == kept[0]


@pytest.mark.whole
@pytest.mark.parametrize("name", ["season7", "deluxe", "ladder", "billionaire"])
def test_a_game_for_an_evening_ends_within_two_hours_and_one_for_half_an_hour_soon(name, capsys):
    assert main(["simulate", "length", "--minutes", "--ruleset", name, "--players", "4", "--games", "20"]) == 0
    found = re.findall(r"(\S+), 4 players: median (\d+), 90th percentile (\d+), longest (\d+)", capsys.readouterr().out)
    least, most = {"half-hour": 10, "evening": 35}, {"half-hour": 43, "evening": 120}
    assert {span for span, *_ in found} == {"half-hour", "evening"}
    for span, middle, high, longest in found:
        assert least[span] <= int(middle) <= int(high) <= most[span]
        assert span == "evening" or int(longest) <= 60


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "players"), [("season7", "8"), ("season7", "16"), ("deluxe", "16"), ("ladder", "8"), ("ladder", "12")]
)
def test_an_evening_of_many_ends_within_two_hours_nine_times_in_ten(name, players, capsys):
    words = ["simulate", "length", "--minutes", "--ruleset", name, "--players", players, "--games", "10"]
    assert main(words) == 0
    found = re.findall(r"evening, \d+ players: median (\d+), 90th percentile (\d+)", capsys.readouterr().out)
    assert [int(high) <= 120 for _, high in found] == [True]


@pytest.mark.whole
@pytest.mark.parametrize(
    ("name", "players"),
    [("season7", "3 4"), ("deluxe", "3 4 8"), ("ladder", "3 4 8"), ("billionaire", "3 4")],
)
def test_the_ten_commonest_lines_of_each_game_are_fifteen_in_a_hundred_at_most(name, players, capsys):
    words = ["--ruleset", name, "--players", *players.split(), "--games", "3", "--seed", "8"]
    assert main(["simulate", "voice", *words]) == 0
    rows = re.findall(r"all +(\d)  before +[\d,]+ +([\d.]+)% +\d+  after +([\d,]+) +([\d.]+)%", capsys.readouterr().out)
    assert [count for count, *_ in rows] == players.split()
    for _, before, lines, after in rows:
        assert float(after) <= 15
        assert float(before) > 45
        assert int(lines.replace(",", "")) > 300


def test_the_voices_of_all_games_are_measured_unless_one_is_named(monkeypatch, capsys):
    monkeypatch.setattr(voice, "play_heard_game", lambda *_: voice.HeardGame())
    assert main(["simulate", "voice", "--players", "3"]) == 0
    printed = capsys.readouterr().out.splitlines()
    assert [line for line in printed if line in RULESETS] == [*RULESETS]
    assert main(["simulate", "voice", "--ruleset", "deluxe", "--players", "3"]) == 0
    assert [line for line in capsys.readouterr().out.splitlines() if line in RULESETS] == ["deluxe"]


def test_what_is_not_measured_anew_stays_in_the_table(tmp_path, monkeypatch):
    kept = tmp_path / "lengths.json"
    kept.write_bytes(expected_lengths.LENGTH_TABLE_PATH.read_bytes())
    monkeypatch.setattr(length, "LENGTH_TABLE_PATH", kept)
    before = json.loads(kept.read_bytes())
    line = [
        "simulate",
        "length",
        "--ruleset",
        "billionaire",
        "--players",
        "2",
        "--games",
        "1",
        "--seed",
        "2",
        "--write",
    ]
    assert main(line) == 0
    after = json.loads(kept.read_bytes())
    assert after["billionaire"].pop("2") != before["billionaire"].pop("2")
    assert after == before


def test_the_table_has_all_rulesets_and_goals():
    kept = json.loads(expected_lengths.LENGTH_TABLE_PATH.read_text("utf-8"))
    assert set(kept) == {name for name, rules in RULESETS.items() if rules.goals}
    for name, rows in kept.items():
        rules = RULESETS[name]
        assert set(rows) == {str(n) for n in length.PLAYERS if n in rules.seats}
        assert all(set(row) == {str(goal) for goal in rules.goals} | {*rules.timed} for row in rows.values())
        assert all(0 < lap <= whole * 2 for row in rows.values() for whole, lap in row.values())


@pytest.mark.parametrize("name", ["season7", "deluxe", "ladder", "billionaire"])
def test_more_players_take_no_less_time(name):
    kept = json.loads(expected_lengths.LENGTH_TABLE_PATH.read_text("utf-8"))[name]
    for setting in next(iter(kept.values())):
        turns = [row[setting][0] for row in kept.values()]
        assert turns == sorted(turns), setting


@pytest.mark.parametrize("name", ["season7", "deluxe", "ladder", "billionaire"])
def test_a_higher_goal_takes_no_less_time(name):
    kept = json.loads(expected_lengths.LENGTH_TABLE_PATH.read_text("utf-8"))
    for row in kept[name].values():
        turns = [whole for goal, (whole, _) in row.items() if goal not in RULESETS[name].timed]
        assert turns == sorted(turns, reverse=True)


def test_a_lobby_says_what_to_expect_of_a_new_game_that_has_no_goals(tmp_path, monkeypatch):
    kept = tmp_path / "lengths.json"
    kept.write_bytes(expected_lengths.LENGTH_TABLE_PATH.read_bytes())
    for module in (length, expected_lengths):
        monkeypatch.setattr(module, "LENGTH_TABLE_PATH", kept)
    expected_lengths._load_length_table.cache_clear()
    monkeypatch.setitem(RULESETS, "toy", Toy())
    assert expected_lengths.format_expected_length("toy", 2, 3600.0, {}) == []
    assert main(["simulate", "length", "--ruleset", "toy", "--players", "2", "--games", "2", "--write"]) == 0
    expected_lengths._load_length_table.cache_clear()
    (line,) = expected_lengths.format_expected_length("toy", 2, 3600.0, {})
    assert str(line).endswith("in all.")
    monkeypatch.undo()
    expected_lengths._load_length_table.cache_clear()


def test_a_new_game_is_simulated_with_no_line_for_it(monkeypatch, capsys):
    monkeypatch.setitem(RULESETS, "toy", Toy())
    printed = []
    for _ in range(2):
        assert main(["simulate", "toy", "--games", "5", "--players", "3"]) == 0
        printed.append(capsys.readouterr().out)
    assert printed[0] == printed[1]
    assert printed[0].startswith("toy: 5 games of 3, seed 1\nended: 5 of 5\n")
    assert "one who thinks" in printed[0]


def test_what_cannot_be_simulated_is_told_what_can(capsys):
    assert main(["simulate", "chess"]) == 2
    assert "ladder" in capsys.readouterr().err


@pytest.mark.whole
def test_who_leaves_lists_spares_the_others_a_wait(capsys):
    shares = [word for share in ("0", "0.5", "1") for word in ("--lists", share)]
    line = ["simulate", "waiting", "--games", "4", "--cycles", "8", *shares, "--json"]
    assert main(line) == 0
    out = capsys.readouterr().out
    assert main(line) == 0
    assert capsys.readouterr().out == out
    for days in ("days_a_cycle", "days_from_falling_to_being_asked"):
        nobody, half, everybody = (found[days]["p50"] for found in json.loads(out))
        assert half < nobody
        assert everybody < nobody / 2


@pytest.mark.whole
@pytest.mark.parametrize(
    ("words", "days", "most"),
    [
        (["--players", "4", "--target", "500000000", "--games", "12", "--nights"], "days_in_all", 40),
        (["--players", "4", "--target", "500000000", "--games", "8", "--nights", "--think"], "days_in_all", 40),
        (["--players", "12", "--games", "2", "--cycles", "10", "--nights"], "days_a_cycle", 8),
    ],
)
def test_answers_of_five_squares_alone_keep_the_pace_that_is_promised(words, days, most, capsys):
    assert main(["simulate", "waiting", "--lists", "0", "--taps", "5", "--seed", "2", "--json", *words]) == 0
    (found,) = json.loads(capsys.readouterr().out)
    assert 0 < found[days]["p50"] <= most


@pytest.mark.whole
def test_a_month_is_long_enough_for_nearly_all_careless_players_who_sleep(capsys):
    choice = expected_lengths.parse_length_choice("season7", "month")
    words = ["--lists", "0", "--taps", "5", "--seed", "2", "--json", "--players", "4", "--games", "12", "--nights"]
    assert main(["simulate", "waiting", *words, "--target", str(choice.options["target"])]) == 0
    (found,) = json.loads(capsys.readouterr().out)
    assert 10 < found["days_in_all"]["p95"] <= 30


def test_how_many_earn_each_medal_is_counted(capsys):
    assert main(["simulate", "medals", "--ruleset", "billionaire", "--games", "3"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 10
    assert all(float(line.split("%")[0].split()[-1]) < 100 for line in lines)
