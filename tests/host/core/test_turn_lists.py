"""A turn is answered with up to five squares in order: the first is opened, the others wait, and nobody sees them."""

from typing import Any

import pytest

from engine.season7 import tables
from engine.season7.rules import SEASON7
from host.core import games
from host.core.context import load_engine_game
from host.core.session import Command
from host.said.reading import matching
from host.shown import views
from tests.host.core.test_planning_ahead import CASH, begun, turn


@pytest.fixture
def season(host):
    return begun(host, "daily")


def asked_of(host, game, who):
    shown = views.load_game_view(host, game, who)
    return shown, next(asked for asked in shown.asked if asked.who == shown.you)


def cash_squares(host, game):
    cells = load_engine_game(SEASON7, host.store.load_game(game).session)[0].state.rounds["Q1"].cells
    return [
        n
        for n, cell in enumerate(cells, 1)
        if not (cell.open or cell.bombs) and tables.find_category(cell.face) in CASH
    ]


def says(host, game, who, value):
    return games.submit_answer(host, Command(by=who), game, asked_of(host, game, who)[1].id, value)


def view_of(host, game, who="") -> Any:
    return views.load_game_view(host, game, who).view


def wishes(host, game, who):
    return view_of(host, game, who).own.wishes.get("Q1", [])


def test_the_first_square_is_opened_and_the_others_wait(host, season):
    who, (first, *rest) = turn(host, season), cash_squares(host, season)[:5]
    assert asked_of(host, season, who)[1].most == 5
    assert says(host, season, who, [first, *rest]).ok
    assert wishes(host, season, who) == rest
    board = view_of(host, season).panels[0].board
    assert first in board.cells
    assert not {*rest} & {*board.cells}


def test_nobody_else_sees_what_waits(host, season):
    who, (first, *rest) = turn(host, season), cash_squares(host, season)[:5]
    says(host, season, who, [first, *rest])
    other = next(each for each in ("ann", "bob", "cat") if each != who)
    for person in (other, ""):
        assert wishes(host, season, other) == []
        assert not any(told.what == "race.ListNoted" for _, told in views.list_told_lines(host, season, person))


def test_the_first_that_is_still_closed_counts(host, season):
    who, opened = turn(host, season), cash_squares(host, season)
    assert says(host, season, who, opened[0]).ok
    who = turn(host, season)
    assert says(host, season, who, [opened[0], opened[1], opened[2]]).ok
    assert wishes(host, season, who) == [opened[2]]


def test_all_open_ones_are_refused(host, season):
    who, opened = turn(host, season), cash_squares(host, season)
    says(host, season, who, opened[0])
    assert not says(host, season, turn(host, season), [opened[0], opened[0]]).ok


def test_more_than_five_are_refused(host, season):
    who = turn(host, season)
    assert not says(host, season, who, cash_squares(host, season)[:6]).ok
    assert wishes(host, season, who) == []


@pytest.mark.parametrize("text", ["{}, {}, {}", "{} {} {}", "{} then {} then {}", "{}, {} and {} please"])
def test_they_are_read_in_a_private_message_and_not_in_public(host, season, text):
    who, squares = turn(host, season), cash_squares(host, season)[:3]
    shown, asked = asked_of(host, season, who)
    mine = [matching.OpenQuestion(host.store.load_game(season).session, shown, asked)]
    said = text.format(*squares)
    assert [each.value for each in matching.match_answers(mine, said, openly=False)] == [squares]
    assert [each.value for each in matching.match_answers(mine, said, openly=True)] != [squares]


def test_a_bomb_is_sealed_under_one_square(host):
    game = games.open_lobby(host, Command("c", "ann", "t:group"), "season7", {}, "daily").game
    for person in ("ann", "bob", "cat"):
        games.sit_at_table(
            host, Command(f"j{person}", person), game, games.Guest(person, person.title(), f"t:{person}")
        )
    games.start_game(host, Command("b", "ann"), game)
    assert asked_of(host, game, "ann")[1].most == 1
    assert not says(host, game, "ann", [1, 2]).ok


def open_three(host, seals=("ann", "bob", "cat")):
    """A game of three in which these have hidden bombs, on 1, 2, 3."""
    game = games.open_lobby(host, Command("c", "ann", "t:group"), "season7", {"wildcard": False}, "daily").game
    for person in ("ann", "bob", "cat"):
        guest = games.Guest(person, person.title(), f"t:{person}")
        games.sit_at_table(host, Command(f"j{person}", person), game, guest)
    games.start_game(host, Command("b", "ann"), game)
    for n, person in enumerate(seals, 1):
        assert says(host, game, person, n).ok
    return game


def list_first(host, game, who, squares):
    return games.make_unasked_play(host, Command(by=who), game, "list", squares)


def test_who_has_hidden_a_bomb_is_asked_alone_which_squares_come_first(host):
    game = open_three(host, ["ann"])
    asked = [told.to for _, told in views.list_told_lines(host, game, "ann") if told.what == "host.FirstSquaresAsked"]
    assert len(asked) == 1
    assert asked[0]
    for other in ("bob", ""):
        told = views.list_told_lines(host, game, other)
        assert not any(each.what == "host.FirstSquaresAsked" for _, each in told)
    assert list_first(host, game, "ann", [9, 12]).ok
    assert wishes(host, game, "ann") == [9, 12]
    assert wishes(host, game, "bob") == []


def test_nobody_lists_squares_before_hiding_a_bomb(host):
    game = open_three(host, ["ann"])
    refused = list_first(host, game, "bob", [9, 12])
    assert not refused.ok
    assert refused.code == "round_not_in_play"


def test_squares_that_were_chosen_first_are_opened_with_nobody_waiting(host):
    game = open_three(host, ["ann", "bob"])
    assert list_first(host, game, "ann", [9, 12]).ok
    assert says(host, game, "cat", 3).ok
    while 9 not in view_of(host, game).panels[0].board.cells:
        who = turn(host, game)
        assert who != "ann"
        assert says(host, game, who, next(n for n in cash_squares(host, game) if n not in (9, 12))).ok
    assert wishes(host, game, "ann") == [12]
