"""A hostile opener and a puppet want to read what somebody has sealed, by giving the puppet their seat."""

import itertools

import pytest

from engine.rulesets import RULESETS
from host.core import games, seats
from host.core.context import HostContext
from host.core.deadlines import ticking
from host.core.games import Guest
from host.core.session import Command
from host.core.store import MemoryTable, Store
from host.shown import views
from tests.host.conftest import Hands
from tests.rulesets.toy import Toy

OPENER = Command(by="opener")
PEOPLE = ("opener", "bob", "vic")


@pytest.fixture
def host(monkeypatch):
    monkeypatch.setitem(RULESETS, "toy", Toy())
    return HostContext(Store(MemoryTable()), now=Hands())


def table(host):
    """A game in which Vic has sealed a number."""
    game = games.open_lobby(host, OPENER, "toy", {"laps": 9}).game
    for name in PEOPLE:
        assert games.sit_at_table(host, Command(by=name), game, Guest(name, name.title())).ok
    assert games.start_game(host, OPENER, game).ok
    seat, question = mine(host, game, "vic")
    assert games.submit_answer(host, Command(by="vic"), game, question, 5).ok
    return game, seat


def mine(host, game, person):
    seat = views.load_game_view(host, game, person).you
    clocks = host.store.load_game(game).session.clocks
    return seat, next(key for key, clock in clocks.items() if clock.who == seat)


def knows(host, game, person):
    """Has this person read what Vic has sealed?"""
    told = [told for _, told in views.list_told_lines(host, game, person)]
    shown = views.load_game_view(host, game, person)
    own = repr(shown.view.own) if shown.view else ""
    return any("You sealed" in each.text for each in told) or "5" in own or bool(shown.you)


ABSENT = [each for n in range(3) for each in itertools.combinations(("opener", "bob"), n)]


@pytest.mark.parametrize("absent", ABSENT)
@pytest.mark.parametrize("way", ["replace", "leave first", "stand in first"])
def test_a_puppet_in_the_seat_of_somebody_who_has_sealed_reads_nothing(host, absent, way):
    game, seat = table(host)
    for name in absent:
        assert seats.request_stand_in(host, Command(by=name), game, views.load_game_view(host, game, name).you).ok
    if way == "leave first":
        assert seats.leave_game(host, Command(by="vic"), game).ok
    elif way == "stand in first":
        assert seats.request_stand_in(host, OPENER, game, seat).ok
    seats.replace_in_seat(host, OPENER, game, seat, Guest("puppet", "Puppet"))
    for _ in range(5):
        assert not knows(host, game, "puppet")
        host.now.now += 1
        ticking.sweep_due_games(host)
