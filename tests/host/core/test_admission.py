"""Who may sit down in a running game, from when on, and what they learn of what others sealed there."""

import pytest

from engine.season7.rules import SEASON7
from host.core import games, seats
from host.core.context import load_engine_game
from host.core.deadlines import ticking
from host.core.games import Guest
from host.core.session import Command
from host.core.store import MemoryTable
from host.people import accounts
from host.shown import views
from tests.host.core.timing import words
from tests.host.operating.conftest import Season, a_house

ANN, BOB, CAT, EVE = (Command(by=name) for name in ("ann", "bob", "cat", "eve"))


def session(host, game):
    saved = host.store.load_game(game)
    assert saved is not None
    return saved.session


@pytest.fixture
def running(host):
    """Ann, who opened it, Bob, Cat and two computers."""
    game = games.open_lobby(host, Command(by="ann", place="t:group"), "toy", {"laps": 9}).game
    for name in ("ann", "bob", "cat"):
        assert games.sit_at_table(host, Command(by=name), game, Guest(name, name.title(), f"t:{name}")).ok
    for _ in range(2):
        games.add_bot(host, ANN, game)
    assert games.start_game(host, ANN, game).ok
    return game


def asks(host, game, name="eve"):
    return games.sit_at_table(host, Command(by=name), game, Guest(name, name.title(), f"t:{name}"))


def computers_seal(host, hands):
    hands.now += 3
    ticking.sweep_due_games(host)


def lap_over(host, hands, game):
    """Everybody's time is up until the next lap has begun."""
    lap = session(host, game).entries
    for _ in range(400):
        hands.now += 3600
        host.store.save_beat(hands.now)
        ticking.sweep_due_games(host)
        if any(
            "lucky number" in line for entry in host.store.load_log(game, lap) for line in [t.text for t in entry.told]
        ):
            return


def test_whoever_opened_the_game_lets_somebody_in(host, running):
    assert asks(host, running).ok
    assert "Eve wants to join this game." in words(host, "t:group")[-1]
    assert views.load_game_view(host, running, "eve").waits
    assert not views.load_game_view(host, running, "eve").you
    assert views.load_game_view(host, running).wishes == {"1": "Eve"}
    assert not asks(host, running).ok, "once is enough"
    assert seats.admit_to_seat(host, ANN, running, "1").ok
    assert views.load_game_view(host, running, "eve").you == "p4"


def test_so_does_more_than_half_of_the_table(host, running):
    asks(host, running)
    assert not seats.admit_to_seat(host, EVE, running, "1").ok
    assert not seats.admit_to_seat(host, Command(by="zoe"), running, "1").ok
    assert seats.admit_to_seat(host, BOB, running, "1").ok
    assert not seats.admit_to_seat(host, BOB, running, "1").ok
    assert views.load_game_view(host, running, "eve").waits
    assert seats.admit_to_seat(host, CAT, running, "1").ok
    assert views.load_game_view(host, running, "eve").you == "p4"


@pytest.fixture
def of_four(host):
    """A game of four people and a computer, in whose place Eve asks for a seat."""
    game = games.open_lobby(host, Command(by="ann", place="t:group"), "toy", {"laps": 9}).game
    for name in ("ann", "bob", "cat", "dan"):
        assert asks(host, game, name).ok
    games.add_bot(host, ANN, game)
    assert games.start_game(host, ANN, game).ok
    assert asks(host, game).ok
    return game


def test_half_of_the_table_is_not_enough(host, of_four):
    assert seats.admit_to_seat(host, BOB, of_four, "1").ok
    assert seats.admit_to_seat(host, CAT, of_four, "1").ok
    assert views.load_game_view(host, of_four, "eve").waits
    assert seats.admit_to_seat(host, Command(by="dan"), of_four, "1").ok
    assert views.load_game_view(host, of_four, "eve").you


def test_a_vote_goes_with_its_voter(host, of_four):
    assert seats.admit_to_seat(host, BOB, of_four, "1").ok
    assert seats.leave_game(host, BOB, of_four).ok
    assert seats.admit_to_seat(host, CAT, of_four, "1").ok
    assert views.load_game_view(host, of_four, "eve").waits, "one of the three who are there"


def test_a_puppet_does_not_read_what_a_computer_sealed(host, hands, running):
    computers_seal(host, hands)
    asks(host, running)
    assert seats.admit_to_seat(host, ANN, running, "1").ok
    assert words(host, "t:group")[-1] == (
        "Eve will take the place of p4 as soon as p4 has no more secrets that Eve could then see."
    )
    showing = views.load_game_view(host, running, "eve")
    assert (showing.you, showing.waits, showing.plays) == ("", True, [])
    assert showing.view is not None
    assert showing.view.own is None
    hers = [told for _, told in views.list_told_lines(host, running, "eve")]
    assert not any(told.to == "p4" for told in hers)
    lap_over(host, hands, running)
    showing = views.load_game_view(host, running, "eve")
    assert (showing.you, showing.waits) == ("p4", False)
    hers = [told for _, told in views.list_told_lines(host, running, "eve")]
    assert not any(told.to == "p4" and "You sealed" in told.text for told in hers), "nor later what it had been told"


def test_giving_a_seat_back_is_no_way_to_another(host, hands, running):
    asks(host, running)
    seats.admit_to_seat(host, ANN, running, "1")
    assert seats.request_stand_in(host, EVE, running, "p4").ok
    computers_seal(host, hands)
    assert asks(host, running).ok
    assert views.load_game_view(host, running, "eve").you == "p4", "it is her own again"
    assert not asks(host, running).ok


def test_who_is_given_a_seat_by_the_host_waits_as_well(host, hands, running):
    bob = next(key for key, clock in session(host, running).clocks.items() if clock.who == "p2")
    assert games.submit_answer(host, BOB, running, bob, 5).ok
    assert seats.replace_in_seat(host, ANN, running, "p2", Guest("eve", "Eve", "t:eve")).ok
    assert not views.load_game_view(host, running, "eve").you
    lap_over(host, hands, running)
    assert views.load_game_view(host, running, "eve").you == "p2"
    assert not any(
        "You sealed" in told.text and told.facts["number"] == 5
        for _, told in views.list_told_lines(host, running, "eve")
    )


def test_where_only_computers_play_nothing_is_kept_from_anybody(host, hands):
    game = games.open_lobby(host, Command(by="house"), "toy", {"laps": 9}, open_seats=True).game
    for _ in range(3):
        games.add_bot(host, Command(by="house"), game)
    games.start_game(host, Command(by="house"), game)
    computers_seal(host, hands)
    assert asks(host, game).ok
    assert views.load_game_view(host, game, "eve").you
    assert asks(host, game, "zoe").ok, "it is open to all"
    assert not views.load_game_view(host, game, "zoe").you, "but a second one waits"
    lap_over(host, hands, game)
    assert views.load_game_view(host, game, "zoe").you


def test_in_season_7_a_seat_changes_hands_only_without_bombs():
    played = Season(a_house(MemoryTable()), 3, 1_000_000_000)
    seen = set()
    for _ in range(200):
        played.move()
        game = load_engine_game(SEASON7, played.session)[0]
        for who in game.state.players:
            lies = any(r.seats[who].sealed for r in game.state.rounds.values() if who in r.seats)
            if lies:
                assert not SEASON7.can_hand_over_seat(game, who, resting=True)
            seen.add(SEASON7.can_hand_over_seat(game, who, resting=False))
    assert seen == {True, False}


def test_only_so_many_ask_and_who_is_forgotten_asks_no_more(host, running):
    zoe = accounts.load_or_create_person(host, "t:zoe", "Zoe")
    assert games.sit_at_table(host, Command(by=zoe.id), running, Guest(zoe.id, "Zoe")).ok
    assert host.store.list_open_game_ids(f"person:{zoe.id}") == [running]
    accounts.forget_account(host, zoe.id)
    assert session(host, running).wishes == {}
    assert [asks(host, running, f"person{n}").ok for n in range(12)] == [True] * 10 + [False] * 2


def test_who_asks_is_shown_by_no_name_of_the_table(host, running):
    games.sit_at_table(host, EVE, running, Guest("eve", "Bob"))
    assert views.load_game_view(host, running).wishes == {"1": "Bob (?)"}


def test_a_lobby_may_be_closed_but_for_those_with_the_word(host):
    game = games.open_lobby(host, Command(by="ann", place="t:group"), "toy").game
    assert not seats.restrict_seats_to_invited(host, BOB, game).ok
    assert seats.restrict_seats_to_invited(host, ANN, game).ok
    word = session(host, game).invited
    assert seats.restrict_seats_to_invited(host, ANN, game).ok
    assert session(host, game).invited == word, "links given before go on leading here"
    assert len(word) == 16
    assert not games.sit_at_table(host, EVE, game, Guest("eve", "Eve")).ok
    assert not games.sit_at_table(host, EVE, game, Guest("eve", "Eve", invited="0" * 16)).ok
    assert games.sit_at_table(host, EVE, game, Guest("eve", "Eve", invited=word)).ok
    assert games.sit_at_table(host, Command(by="bob", place="t:group"), game, Guest("bob", "Bob")).ok, (
        "who is there is invited"
    )
    assert games.sit_at_table(host, ANN, game, Guest("ann", "Ann")).ok
    assert games.start_game(host, ANN, game).ok


def test_who_gets_a_seat_in_another_way_has_no_wish_left(host, running):
    """Or somebody could vote them into a second one."""
    assert asks(host, running).ok
    assert seats.replace_in_seat(host, ANN, running, "p2", Guest("eve", "Eve", "t:eve")).ok
    assert views.load_game_view(host, running).wishes == {}
    assert not seats.admit_to_seat(host, ANN, running, "1").ok


def test_nobody_is_promised_two_seats(host, hands):
    game = games.open_lobby(host, Command(by="ann", place="t:group"), "toy", {"laps": 9}, open_seats=True).game
    for name in ("ann", "bob"):
        assert asks(host, game, name).ok
    for _ in range(2):
        games.add_bot(host, ANN, game)
    assert games.start_game(host, ANN, game).ok
    computers_seal(host, hands)
    assert asks(host, game).ok
    assert asks(host, game).code == "seat_already_promised"
    assert asks(host, game, "zoe").ok, "the other seat is free"
    assert {wish.person for wish in session(host, game).takeovers.values()} == {"eve", "zoe"}


def test_a_person_who_is_promised_another_seat_does_not_wait_for_both(host, hands, running):
    computers_seal(host, hands)
    assert asks(host, running).ok
    assert seats.admit_to_seat(host, ANN, running, "1").ok
    assert games.submit_answer(host, BOB, running, views.load_game_view(host, running, "bob").asked[0].id, 2).ok
    assert seats.replace_in_seat(host, ANN, running, "p2", Guest("eve", "Eve", "t:eve")).ok
    assert list(session(host, running).takeovers) == ["p2"]
    lap_over(host, hands, running)
    assert [player.seat for player in session(host, running).players if player.person == "eve"] == ["p2"]
    assert not session(host, running).takeovers


def test_a_program_that_asked_before_programs_were_refused_gets_no_seat(host, hands, running):
    computers_seal(host, hands)
    assert seats.set_programs_allowed(host, ANN, running, allowed=True).ok
    for name in ("eve", "zoe"):
        guest = Guest(name, name.title(), program=True)
        assert games.sit_at_table(host, Command(by=name, program=True), running, guest).ok
    assert seats.admit_to_seat(host, ANN, running, "2").ok
    assert [*session(host, running).wishes, *session(host, running).takeovers] == ["1", "p4"]
    assert seats.set_programs_allowed(host, ANN, running, allowed=False).ok
    assert not seats.admit_to_seat(host, ANN, running, "1").ok
    lap_over(host, hands, running)
    assert not any(player.program for player in session(host, running).players)
