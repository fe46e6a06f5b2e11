"""Who may sit down in a running game, from when on, and what they learn of what others sealed there."""

import pytest

from engine.season7.rules import SEASON7
from host.core import games, seats, ticking
from host.core.commands import Command
from host.core.games import Guest
from host.core.loading import loaded
from host.core.store import MemoryTable
from host.people import accounts
from host.shown import views
from tests.host.core.test_ticking import words
from tests.host.operating.conftest import Season, a_house

ANN, BOB, CAT, EVE = (Command(by=name) for name in ("ann", "bob", "cat", "eve"))


def session(house, game):
    saved = house.store.game(game)
    assert saved is not None
    return saved.session


@pytest.fixture
def running(house):
    """Ann, who opened it, Bob, Cat and two computers."""
    game = games.create(house, Command(by="ann", place="t:group"), "toy", {"laps": 9}).game
    for name in ("ann", "bob", "cat"):
        assert games.join(house, Command(by=name), game, Guest(name, name.title(), f"t:{name}")).ok
    for _ in range(2):
        games.add_bot(house, ANN, game)
    assert games.begin(house, ANN, game).ok
    return game


def asks(house, game, name="eve"):
    return games.join(house, Command(by=name), game, Guest(name, name.title(), f"t:{name}"))


def computers_seal(house, hands):
    hands.now += 3
    ticking.sweep(house)


def lap_over(house, hands, game):
    """Everybody's time is up until the next lap has begun."""
    lap = session(house, game).entries
    for _ in range(400):
        hands.now += 3600
        house.store.beat(hands.now)
        ticking.sweep(house)
        if any("lucky number" in line for entry in house.store.log(game, lap) for line in [t.text for t in entry.told]):
            return


def test_whoever_opened_the_game_lets_somebody_in(house, running):
    assert asks(house, running).ok
    assert "Eve asks for a seat." in words(house, "t:group")[-1]
    assert views.view(house, running, "eve").waits
    assert not views.view(house, running, "eve").you
    assert views.view(house, running).wishes == {"1": "Eve"}
    assert not asks(house, running).ok, "once is enough"
    assert seats.admit(house, ANN, running, "1").ok
    assert views.view(house, running, "eve").you == "p4"


def test_so_does_more_than_half_of_the_table(house, running):
    asks(house, running)
    assert not seats.admit(house, EVE, running, "1").ok
    assert not seats.admit(house, Command(by="zoe"), running, "1").ok
    assert seats.admit(house, BOB, running, "1").ok
    assert not seats.admit(house, BOB, running, "1").ok
    assert views.view(house, running, "eve").waits
    assert seats.admit(house, CAT, running, "1").ok
    assert views.view(house, running, "eve").you == "p4"


def test_a_puppet_does_not_read_what_a_computer_sealed(house, hands, running):
    computers_seal(house, hands)
    asks(house, running)
    assert seats.admit(house, ANN, running, "1").ok
    assert words(house, "t:group")[-1] == "Eve takes over the seat of p4 as soon as nothing sealed lies there."
    showing = views.view(house, running, "eve")
    assert (showing.you, showing.waits, showing.plays) == ("", True, [])
    assert showing.view is not None
    assert showing.view.own is None
    hers = [told for _, told in views.history(house, running, "eve")]
    assert not any(told.to == "p4" for told in hers)
    lap_over(house, hands, running)
    showing = views.view(house, running, "eve")
    assert (showing.you, showing.waits) == ("p4", False)
    hers = [told for _, told in views.history(house, running, "eve")]
    assert not any(told.to == "p4" and "You sealed" in told.text for told in hers), "nor later what it had been told"


def test_giving_a_seat_back_is_no_way_to_another(house, hands, running):
    asks(house, running)
    seats.admit(house, ANN, running, "1")
    assert seats.takeover(house, EVE, running, "p4").ok
    computers_seal(house, hands)
    assert asks(house, running).ok
    assert views.view(house, running, "eve").you == "p4", "it is her own again"
    assert not asks(house, running).ok


def test_who_is_given_a_seat_by_the_host_waits_as_well(house, hands, running):
    bob = next(key for key, clock in session(house, running).clocks.items() if clock.who == "p2")
    assert games.answer(house, BOB, running, bob, 5).ok
    assert seats.replace(house, ANN, running, "p2", Guest("eve", "Eve", "t:eve")).ok
    assert not views.view(house, running, "eve").you
    lap_over(house, hands, running)
    assert views.view(house, running, "eve").you == "p2"
    assert not any(
        "You sealed" in told.text and told.facts["number"] == 5 for _, told in views.history(house, running, "eve")
    )


def test_where_only_computers_play_nothing_is_kept_from_anybody(house, hands):
    game = games.create(house, Command(by="house"), "toy", {"laps": 9}, open_seats=True).game
    for _ in range(3):
        games.add_bot(house, Command(by="house"), game)
    games.begin(house, Command(by="house"), game)
    computers_seal(house, hands)
    assert asks(house, game).ok
    assert views.view(house, game, "eve").you
    assert asks(house, game, "zoe").ok, "it is open to all"
    assert not views.view(house, game, "zoe").you, "but a second one waits"
    lap_over(house, hands, game)
    assert views.view(house, game, "zoe").you


def test_in_season_7_a_seat_changes_hands_only_without_bombs():
    played = Season(a_house(MemoryTable()), 3, 1_000_000_000)
    seen = set()
    for _ in range(200):
        played.move()
        game = loaded(SEASON7, played.session)[0]
        for who in game.state.players:
            lies = any(r.seats[who].sealed for r in game.state.rounds.values() if who in r.seats)
            if lies:
                assert not SEASON7.fresh(game, who, resting=True)
            seen.add(SEASON7.fresh(game, who, resting=False))
    assert seen == {True, False}


def test_only_so_many_ask_and_who_is_forgotten_asks_no_more(house, running):
    zoe = accounts.known(house, "t:zoe", "Zoe")
    assert games.join(house, Command(by=zoe.id), running, Guest(zoe.id, "Zoe")).ok
    assert house.store.games_of(f"person:{zoe.id}") == [running]
    accounts.forget(house, zoe.id)
    assert session(house, running).wishes == {}
    assert [asks(house, running, f"person{n}").ok for n in range(12)] == [True] * 10 + [False] * 2


def test_who_asks_is_shown_by_no_name_of_the_table(house, running):
    games.join(house, EVE, running, Guest("eve", "Bob"))
    assert views.view(house, running).wishes == {"1": "Bob (?)"}


def test_a_lobby_may_be_closed_but_for_those_with_the_word(house):
    game = games.create(house, Command(by="ann", place="t:group"), "toy").game
    assert not seats.close_door(house, BOB, game).ok
    assert seats.close_door(house, ANN, game).ok
    word = session(house, game).invited
    assert len(word) == 16
    assert not games.join(house, EVE, game, Guest("eve", "Eve")).ok
    assert not games.join(house, EVE, game, Guest("eve", "Eve", invited="0" * 16)).ok
    assert games.join(house, EVE, game, Guest("eve", "Eve", invited=word)).ok
    assert games.join(house, Command(by="bob", place="t:group"), game, Guest("bob", "Bob")).ok, (
        "who is there is invited"
    )
    assert games.join(house, ANN, game, Guest("ann", "Ann")).ok
    assert games.begin(house, ANN, game).ok
