"""The simulation measures, and the same seed gives the same bytes."""

import json

from host.doors.command import main

SHORT = ["simulate", "deluxe", "--players", "4", "--games", "3", "--option", "target=10000000"]


def test_the_same_seed_gives_the_same_bytes(capsys):
    printed = []
    for _ in range(2):
        assert main([*SHORT, "--json"]) == 0
        out, err = capsys.readouterr()
        printed.append(out)
        assert json.loads(err)["decisions_per_second"] > 0
    assert printed[0] == printed[1]
    found = json.loads(printed[0])
    assert len(found["win_rate_by_seat"]) == 4
    assert sum(found["win_rate_by_seat"]) > 0.99
    assert abs(sum(found["shares_of_winners_money"].values()) - 1) < 0.001
    assert 0 < found["longest_tape_entries"] < 300


def test_sensible_players_and_a_picture(capsys, tmp_path):
    assert main([*SHORT, "--sensible", "2", "--plot", str(tmp_path / "plot.png")]) == 0
    assert capsys.readouterr().out.startswith("3 races of 4 players, 2 of them sensible (seed 1)\nrounds ")
    assert (tmp_path / "plot.png").read_bytes().startswith(b"\x89PNG")


def test_what_cannot_be_played_is_refused(capsys):
    assert main(["simulate", "deluxe", "--players", "1"]) == 2
    assert "2 to 40 players" in capsys.readouterr().err
