"""Who may be voted out, and when."""

import pytest

from host.core import games, seats
from host.core.deadlines import ticking
from host.core.games import Guest
from host.core.session import Command, ReachableHours
from host.people import accounts
from host.shown import views
from tests.host.core.timing import DAY, HOST, HOUR, wait, words


def test_a_vanished_player_is_voted_out_by_those_who_wait(host, hands, playing):
    for person in ("ann", "bob"):
        (asked,) = views.load_game_view(host, playing, person).asked
        games.submit_answer(host, Command(f"a-{person}", person), playing, asked.id, 1)
    vote = Command(by="bob")
    assert not seats.vote_for_stand_in(host, vote, playing, "p1").ok
    wait(host, hands, 12 * HOUR, 600)
    assert not seats.vote_for_stand_in(host, Command(by="ann"), playing, "p1").ok
    assert not seats.vote_for_stand_in(host, vote, playing, "p2").ok
    assert seats.vote_for_stand_in(host, vote, playing, "p1").ok
    wait(host, hands, 5, 1)
    assert [asked.who for asked in views.load_game_view(host, playing).asked] == ["p2"]
    assert not games.make_unasked_play(host, Command(by="ann"), playing, "shout").ok
    assert games.sit_at_table(host, Command(by="ann"), playing, Guest("ann", "Ann", "t:ann")).ok
    assert games.make_unasked_play(host, Command(by="ann"), playing, "shout").ok


def test_while_the_clocks_are_stopped_nobody_keeps_anybody_waiting(host, hands, playing):
    wait(host, hands, HOUR, 600)
    assert ticking.pause_session_clocks(host, HOST, playing).ok
    wait(host, hands, 30 * HOUR, HOUR)
    (told,) = seats.vote_for_stand_in(host, Command(by="bob"), playing, "p1").lines
    assert told.text == "The clocks are stopped, so nobody is late. You can vote when the clocks run again."
    assert ticking.resume_session_clocks(host, HOST, playing).ok
    assert not seats.vote_for_stand_in(host, Command(by="bob"), playing, "p1").ok
    wait(host, hands, 11 * HOUR, 600)
    assert seats.vote_for_stand_in(host, Command(by="bob"), playing, "p1").ok


def test_nobody_is_voted_out_for_being_on_vacation(host, hands):
    ann = accounts.load_or_create_person(host, "t:1", "Ann", "t:ann")
    game = crowd(host, ["bob", ann.id], by="bob")
    (asked,) = views.load_game_view(host, game, "bob").asked
    games.submit_answer(host, Command("a", "bob"), game, asked.id, 1)
    accounts.set_habits(host, ann.id, ReachableHours(away=(hands.now, hands.now + 10 * DAY)))
    wait(host, hands, 9 * DAY, HOUR)
    assert not seats.vote_for_stand_in(host, Command(by="bob"), game, "p2").ok
    assert not any(post.remind for post in host.store.load_posts(f"t:{ann.id}"))
    wait(host, hands, 1.5 * DAY, HOUR)
    assert seats.vote_for_stand_in(host, Command(by="bob"), game, "p2").ok
    assert any(post.remind for post in host.store.load_posts(f"t:{ann.id}"))


@pytest.mark.parametrize("paused", [False, True])
def test_extra_time_reminds_nobody_again(host, hands, playing, paused):
    wait(host, hands, 20 * HOUR, 600)
    if paused:
        assert ticking.pause_session_clocks(host, HOST, playing).ok
        wait(host, hands, DAY, HOUR)
    before = host.store.load_posts("t:ann")
    assert ticking.grant_extra_time(host, HOST, playing, HOUR).ok
    if paused:
        assert ticking.resume_session_clocks(host, HOST, playing).ok
    wait(host, hands, HOUR, 600)
    assert not any(post.remind for post in host.store.load_posts("t:ann")[len(before) :])
    wait(host, hands, 3 * HOUR, 600)
    assert any(post.remind for post in host.store.load_posts("t:ann")[len(before) :])


def crowd(host, people, by="ann"):
    game = games.open_lobby(host, Command(by=by, place="t:group"), "toy", {"laps": 9}).game
    for person in people:
        games.sit_at_table(host, Command(by=person), game, Guest(person, person.title(), f"t:{person}"))
    assert games.start_game(host, Command(by=by), game).ok
    return game


def test_whoever_has_left_has_no_vote_and_none_is_waited_for(host, hands):
    game = crowd(host, ["ann", "bob", "cat", "dan", "eve"])
    for person in ("dan", "eve"):
        assert seats.leave_game(host, Command(by=person), game).ok
    wait(host, hands, 12 * HOUR, 600)
    for person in ("bob", "cat"):
        assert seats.vote_for_stand_in(host, Command(by=person), game, "p1").ok
    assert "2 of 2 players have voted to let a computer play for p1." in words(host, "t:group")
    assert host.store.load_game(game).session.find_player_in("p1").bot


def test_the_votes_there_are_may_be_enough_once_somebody_leaves(host, hands):
    game = crowd(host, ["ann", "bob", "cat", "dan", "eve"])
    wait(host, hands, 12 * HOUR, 600)
    for person in ("bob", "cat", "dan"):
        if person == "dan":
            assert seats.leave_game(host, Command(by=person), game).ok
        assert seats.vote_for_stand_in(host, Command(by=person), game, "p1").ok == (person != "dan")
    assert "2 of 3 players have voted to let a computer play for p1." in words(host, "t:group")
    assert host.store.load_game(game).session.find_player_in("p1").bot


def test_the_vote_of_somebody_who_leaves_goes_along(host, hands):
    game = crowd(host, ["ann", "bob", "cat", "dan", "eve"])
    wait(host, hands, 12 * HOUR, 600)
    assert seats.vote_for_stand_in(host, Command(by="bob"), game, "p1").ok
    assert seats.leave_game(host, Command(by="bob"), game).ok
    assert seats.vote_for_stand_in(host, Command(by="cat"), game, "p1").ok
    assert words(host, "t:group")[-1] == "1 of 2 players have voted to let a computer play for p1."
    assert not host.store.load_game(game).session.find_player_in("p1").bot


def test_while_something_is_sealed_anybody_may_be_the_one(host, hands, playing):
    (asked,) = views.load_game_view(host, playing, "ann").asked
    games.submit_answer(host, Command("a", "ann"), playing, asked.id, 1)
    assert not seats.vote_for_stand_in(host, Command(by="bob"), playing, "p1").ok
    wait(host, hands, 12 * HOUR, 600)
    assert seats.vote_for_stand_in(host, Command(by="bob"), playing, "p1").ok
