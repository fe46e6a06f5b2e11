"""Votes while the table changes: when a player leaves, is away or is replaced, the others' votes decide."""

from dataclasses import replace

import pytest

from host.core import games, seats
from host.core.context import Config
from host.core.deadlines import ticking
from host.core.games import Guest
from host.core.session import Command, ReachableHours
from host.people import accounts
from host.shown import views
from tests.host.core.timing import DAY, HOST, HOUR, wait

NAMES = ("ann", "bob", "cat", "dan", "eve")  # in the seats p1 to p5; the sixth seat is a computer's


def session(host, game):
    return host.store.load_game(game).session


@pytest.fixture
def six(host, hands):
    """Five people and a computer; everybody has kept the table waiting for half of their time."""
    game = games.open_lobby(host, Command(by="ann", place="t:group"), "toy", {"laps": 9}).game
    for name in NAMES:
        assert games.sit_at_table(host, Command(by=name), game, Guest(name, name.title(), f"t:{name}")).ok
    games.add_bot(host, HOST, game)
    assert games.start_game(host, HOST, game).ok
    wait(host, hands, 12 * HOUR, HOUR)
    return game


def leaves(host, game, name):
    return seats.leave_game(host, Command(by=name), game)


def is_shown_out(host, game, name):
    return seats.kick_from_seat(host, HOST, game, f"p{NAMES.index(name) + 1}")


def lets_a_computer_play(host, game, name):
    return seats.request_stand_in(host, Command(by=name), game, f"p{NAMES.index(name) + 1}")


def is_replaced(host, game, name):
    guest = Guest(f"new {name}", f"New {name}", f"t:new-{name}")
    return seats.replace_in_seat(host, HOST, game, f"p{NAMES.index(name) + 1}", guest)


GOES = [leaves, is_shown_out, lets_a_computer_play, is_replaced]


def votes_against(host, game, *names, seat="p2"):
    return [seats.vote_for_stand_in(host, Command(by=name), game, seat).ok for name in names]


def votes_for_fay(host, game, *names):
    return [seats.admit_to_seat(host, Command(by=name), game, "1").ok for name in names]


def asks_for_a_seat(host, game):
    assert games.sit_at_table(host, Command(by="fay"), game, Guest("fay", "Fay", "t:fay")).ok


@pytest.mark.parametrize("goes", GOES)
def test_voices_that_are_enough_once_somebody_goes_decide_at_once(host, six, goes):
    assert all(votes_against(host, six, "cat", "dan"))
    assert not session(host, six).find_player_in("p2").bot, "two of four"
    assert goes(host, six, "eve").ok
    assert session(host, six).find_player_in("p2").bot, "two of three"


@pytest.mark.parametrize("goes", GOES)
def test_the_voice_of_who_goes_does_not_count(host, six, goes):
    assert all(votes_against(host, six, "cat", "dan"))
    assert goes(host, six, "dan").ok
    assert not session(host, six).find_player_in("p2").bot, "one of three"
    assert all(votes_against(host, six, "eve"))
    assert session(host, six).find_player_in("p2").bot, "two of three"


@pytest.mark.parametrize("goes", GOES)
def test_a_newcomer_is_let_in_once_enough_of_those_who_stay_are_for_it(host, six, goes):
    asks_for_a_seat(host, six)
    assert all(votes_for_fay(host, six, "bob", "cat"))
    assert goes(host, six, "eve").ok
    assert "1" in session(host, six).wishes, "two of four"
    assert goes(host, six, "dan").ok
    at = session(host, six)
    assert at.wishes == {}, "two of three"
    assert at.has_active_seat("fay") or "fay" in [wish.person for wish in at.takeovers.values()]


def test_one_who_is_voted_out_makes_room_for_the_votes_on_others(host, six):
    assert all(votes_against(host, six, "cat", "dan", seat="p1"))
    asks_for_a_seat(host, six)
    assert all(votes_for_fay(host, six, "cat", "dan"))
    assert all(votes_against(host, six, "cat", "dan", "ann"))
    at = session(host, six)
    assert [player.seat for player in at.players if player.bot and player.person] == ["p1", "p2"]
    assert at.wishes == {}


def test_who_takes_a_seat_over_does_not_bring_the_voice_of_who_had_it(host, hands, six):
    assert votes_against(host, six, "cat") == [True]
    asks_for_a_seat(host, six)
    assert votes_for_fay(host, six, "cat") == [True]
    assert is_replaced(host, six, "cat").ok
    for _ in range(200):  # until nothing sealed is left in that seat
        if session(host, six).has_active_seat("new cat"):
            break
        wait(host, hands, 6 * HOUR, HOUR)
    at = session(host, six)
    assert at.has_active_seat("new cat")
    assert "p3" not in at.votes.get("p2", [])
    assert at.wishes["1"].votes == []


def test_who_comes_back_to_their_own_seat_has_their_voice(host, six):
    assert votes_against(host, six, "cat") == [True]
    assert lets_a_computer_play(host, six, "cat").ok
    assert games.sit_at_table(host, Command(by="cat"), six, Guest("cat", "Cat", "t:cat")).ok
    assert all(votes_against(host, six, "dan", "eve"))
    assert session(host, six).find_player_in("p2").bot, "three of four"


@pytest.mark.parametrize("late", [False, True])
def test_a_vacation_in_the_middle_neither_makes_late_nor_early(host, hands, late):
    bob = accounts.load_or_create_person(host, "t:1", "Bob", "t:bob").id
    game = games.open_lobby(host, HOST, "toy", {"laps": 9}).game
    for name in ("ann", bob, "cat", "dan", "eve"):
        assert games.sit_at_table(host, Command(by=name), game, Guest(name, name.title(), f"t:{name}")).ok
    assert games.start_game(host, HOST, game).ok
    for name in ("ann", "cat", "dan", "eve"):  # Bob is the only one whose answer is missing
        (asked,) = views.load_game_view(host, game, name).asked
        assert games.submit_answer(host, Command(f"a-{name}", name), game, asked.id, 1).ok
    wait(host, hands, 12 * HOUR - (not late), HOUR)
    accounts.set_habits(host, bob, ReachableHours(away=(hands.now, hands.now + 3 * DAY)))
    wait(host, hands, 3 * DAY, HOUR)
    assert votes_against(host, game, "cat") == [late]
    hands.now += 1
    assert votes_against(host, game, "dan") == [True]


def test_while_the_clocks_stand_nobody_is_voted_out_and_once_they_run_at_once(host, hands, six):
    assert all(votes_against(host, six, "cat", "dan"))
    assert ticking.pause_session_clocks(host, HOST, six).ok
    assert leaves(host, six, "eve").ok
    wait(host, hands, HOUR)
    assert not session(host, six).find_player_in("p2").bot
    assert ticking.resume_session_clocks(host, HOST, six).ok
    assert session(host, six).find_player_in("p2").bot


def test_a_game_with_all_the_seats_of_its_host_offers_none_and_votes_for_one_stop_nobody(host):
    game = games.open_lobby(host, HOST, "season7").game
    for name in NAMES[:4]:
        assert games.sit_at_table(host, Command(by=name), game, Guest(name, name.title(), f"t:{name}")).ok
    assert games.start_game(host, HOST, game).ok
    asks_for_a_seat(host, game)
    assert all(votes_for_fay(host, game, "bob", "cat"))
    full = replace(host, config=Config(most_seats=4))
    late = games.sit_at_table(full, Command(by="gus"), game, Guest("gus", "Gus", "t:gus"))
    assert late.code == "no_free_seat"
    assert leaves(full, game, "dan").ok, "two of three are for Fay"
    assert "1" in session(host, game).wishes
