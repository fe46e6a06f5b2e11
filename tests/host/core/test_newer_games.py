"""A game that a newer release has saved is left as it is by an older one, whose log then says what to do."""

import pytest

from host.core import games
from host.core.deadlines import ticking
from host.core.session import Command
from host.core.store.items import NEWER_GAME_TEXT, NewerGame
from host.shown import views
from tests.host.conftest import begun
from tests.host.core.timing import DAY, dues
from tests.rulesets.toy import Toy


@pytest.fixture
def newer(host, playing, monkeypatch):
    """A game that the next release has saved, in the hands of this one."""
    with monkeypatch.context() as patch:
        patch.setattr(Toy, "format", Toy.format + 1)
        patch.setattr(Toy, "upcasts", {Toy.format - 1: dict}, raising=False)
        (asked,) = views.load_game_view(host, playing, "ann").asked
        assert games.submit_answer(host, Command("a", "ann"), playing, asked.id, 4).ok
    return playing


def keep(host, game):
    item = host.store.table.get(f"game/{game}", "session")
    return item.body, item.version, [entry.kind for entry in host.store.load_log(game)]


def test_nobody_plays_or_sees_it_and_the_operator_reads_why(host, newer, caplog):
    before = keep(host, newer)
    reply = games.make_unasked_play(host, Command("b", "bob"), newer, "shout")
    assert (reply.ok, reply.code, reply.lines[0].text) == (False, "newer_game", NEWER_GAME_TEXT)
    with pytest.raises(NewerGame):
        views.load_game_view(host, newer, "ann")
    assert [record.levelname for record in caplog.records] == ["ERROR"] * 2
    assert "run the release that saved it error=the game is saved in format 2" in caplog.text
    assert keep(host, newer) == before


def test_its_clocks_wait_and_those_of_others_run(host, hands, newer):
    other, before = begun(host), keep(host, newer)
    late = max(dues(host, other).values())
    hands.now += DAY + 60
    host.store.save_beat(hands.now)
    assert ticking.sweep_due_games(host)
    assert min(dues(host, other).values()) > late
    assert keep(host, newer) == before
