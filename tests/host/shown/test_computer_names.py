"""That somebody is a computer stands in the list of seats, and in no line of the game."""

import pytest

from host.core import games
from host.core.deadlines import ticking
from host.core.games import Guest, find_player_by_name
from host.core.session import Command, WritingStyle
from host.shown import text_view, views
from host.shown.words import build_reader


def table(host, *people, bots=1):
    """A lobby with these people and then so many computers."""
    game = games.open_lobby(host, Command(by="ann", place="t:group"), "toy", {"laps": 2}).game
    for name in people:
        games.sit_at_table(host, Command(by=name), game, Guest(name, name, f"t:{name}"))
    for _ in range(bots):
        assert games.add_bot(host, Command(by="ann"), game).ok
    return game


def said(host, place="t:group"):
    """What the host has to say in this place, with names as they are shown."""
    posts = [(build_reader(post.names, WritingStyle()), post.lines) for post in host.store.load_posts(place)]
    return [reader.format_sentence(told.text, **told.facts) for reader, lines in posts for told in lines]


def test_it_stands_in_the_list_of_seats_and_in_no_line(host, hands):
    game = table(host, "ann")
    shown = views.load_game_view(host, game)
    assert text_view.format_game_text(shown, build_reader(shown.names, WritingStyle()))[1:] == ["  ann", "  Ada (bot)"]
    assert games.start_game(host, Command(by="ann"), game).ok
    for _ in range(20):
        hands.now += 60
        ticking.sweep_due_games(host)
    lines = said(host)
    assert any("Ada" in line for line in lines)
    assert not any("(bot)" in line for line in lines)
    running = views.load_game_view(host, game)
    board = text_view.format_game_text(running, build_reader(running.names, WritingStyle()))
    assert not any("(bot)" in line for line in board)


@pytest.mark.parametrize("name", ["Ada", "ADA", "\u0410da"])  # the last one begins with another script's letter
def test_it_stands_everywhere_where_a_person_is_called_the_same(host, name):
    shown = views.load_game_view(host, table(host, name))
    assert shown.names["p2"] == "Ada (bot)"


def test_a_computer_is_meant_by_its_bare_name(host):
    game = table(host, "ann")
    session = host.store.load_game(game).session
    assert find_player_by_name(session.players, "ada").seat == "p2"
    assert find_player_by_name(session.players, "Ada (bot)").seat == "p2"
