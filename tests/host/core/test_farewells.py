"""Who loses their seat while asked something is told so in their private chat, where the question is closed."""

import dataclasses

import pytest
from msgspec.structs import replace

from host.core import games, seats
from host.core.games import Guest
from host.core.session import Command
from host.core.transaction import run_transaction
from host.delivery import places
from tests.host.core.timing import HOST, words

OPERATOR = Command(operator=True)


@pytest.fixture
def calling(host):
    """A host that calls people in private on one platform."""
    return dataclasses.replace(host, config=replace(host.config, called=("t",)))


def begin(host, place="t:bob", shown="t:group"):
    """A running game in which Ann and Bob are asked for a number."""
    game = games.open_lobby(host, Command(by="ann", place=shown), "toy", {"laps": 9}).game
    for person, own in (("ann", "t:ann"), ("bob", place), ("cat", "")):
        assert games.sit_at_table(host, Command(by=person), game, Guest(person, person.title(), own)).ok
    assert games.start_game(host, HOST, game).ok
    return game


def asked_of(host, game, seat):
    clocks = host.store.load_game(game).session.clocks
    return [name for key, clock in clocks.items() if clock.who == seat for name in (key, *clock.was)]


def kick(host, game):
    assert seats.kick_from_seat(host, HOST, game, "p2").ok


def leave(host, game):
    assert seats.leave_game(host, Command(by="bob"), game).ok


def replace_bob(host, game):
    assert seats.replace_in_seat(host, HOST, game, "p2", Guest("eve", "Eve")).ok


def closing(host, place):
    return [post for post in host.store.load_posts(place) if post.closes]


def note_earlier_id(tx):
    """The same was asked under another id before."""
    for clock in tx.session.clocks.values():
        clock.was = [f"before {clock.who}"]


@pytest.mark.parametrize("part", [kick, leave, replace_bob])
def test_the_question_is_closed_with_what_was_announced_in_its_place(calling, part):
    game = begin(calling)
    assert run_transaction(calling, OPERATOR, game, note_earlier_id).ok
    asked = asked_of(calling, game, "p2")
    assert "before p2" in asked
    told = len(words(calling, "t:group"))
    part(calling, game)
    (post,) = closing(calling, "t:bob")
    assert post.closes == asked
    assert [line.text for line in post.came] == [line.text for line in post.lines]
    assert words(calling, "t:group")[told:][: len(post.came)] == words(calling, "t:bob")[-1:]


def test_who_keeps_a_seat_is_told_no_farewell(calling):
    game = begin(calling)
    kick(calling, game)
    assert not [post for post in closing(calling, "t:ann") if {*post.closes} & {*asked_of(calling, game, "p1")}]


def test_who_is_asked_nothing_is_told_no_farewell(calling):
    game = begin(calling)
    (asked,) = asked_of(calling, game, "p2")
    assert games.submit_answer(calling, Command(by="bob"), game, asked, 3).ok
    assert asked_of(calling, game, "p2") == []
    posts = len(calling.store.load_posts("t:bob"))
    kick(calling, game)
    assert len(calling.store.load_posts("t:bob")) == posts


@pytest.mark.parametrize(("place", "shown"), [("r:bob", "t:group"), ("t:bob", "t:bob")])
def test_nobody_is_told_where_they_are_not_called_or_what_the_game_tells_there_anyway(calling, place, shown):
    game = begin(calling, place, shown)
    posts = len(calling.store.load_posts(place))
    kick(calling, game)
    new = calling.store.load_posts(place)[posts:]
    assert [post.closes for post in new] == [[]] * len(new)
    assert len(new) == (place == shown)


@pytest.mark.parametrize("new", ["", "t:new"])
def test_a_chat_that_is_lost_or_moves_is_told_nothing_more(calling, new):
    begin(calling)
    places.move_place(calling, "t:bob", new)
    assert calling.store.load_posts("t:bob") == []
    assert closing(calling, "t:new") == []


def test_where_nobody_is_called_there_are_no_farewells(host):
    game = begin(host)
    kick(host, game)
    assert closing(host, "t:bob") == []
