"""A game of each kind is played to its end by programs over HTTP, against the server as it runs at home."""

import httpx
import pytest

from engine.rulesets import RULESETS
from host.doors.local.process import LocalProcess
from host.doors.local.settings import LocalSettings
from host.extras.programs import keys
from tests.host.extras.programs.client import Chance, post_over_http
from tests.host.extras.programs.conftest import ProgramTable

SHORT = {
    "season7": {"target": 20_000_000},
    "deluxe": {"target": 50_000_000},
    "billionaire": {"goal": "100m", "rounds": 10},
    "ladder": {"rounds": 1},
}
MAX_ROUNDS = 3000


@pytest.fixture
def served(tmp_path, monkeypatch):
    """The host at home, and a client of it; programs may call as fast as they can."""
    monkeypatch.setattr(keys, "MAX_CALLS", 1_000_000)
    process = LocalProcess(LocalSettings(0, tmp_path))
    process.start()
    try:
        with httpx.Client(base_url=process.server.url, timeout=60) as client:
            yield process.host, client
    finally:
        process.stop()


@pytest.mark.whole
@pytest.mark.parametrize("ruleset", RULESETS)
def test_programs_play_it_to_its_end(served, ruleset):
    host, client = served
    evening = ProgramTable(host, ruleset, SHORT[ruleset], post=post_over_http(client))
    evening.begin()
    players = [Chance(program, evening.game, seed) for seed, program in enumerate(evening.programs)]
    for _ in range(MAX_ROUNDS):
        moved = [player.move() for player in players]
        if not any(moved) and players[0].look()["stage"] == "over":
            break
    else:
        raise AssertionError(players[0].look()["says"])
    seen = [player.look() for player in players]
    while any(look["news"] for look in seen):
        seen = [player.look() for player in players]
    assert {look["stage"] for look in seen} == {"over"}
    assert players[0].events[-1]["event"].startswith(("host.", ruleset, "kernel."))
    session = host.store.load_game(evening.game).session
    assert [player.bot for player in session.players] == [False, False]
