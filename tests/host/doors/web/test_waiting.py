"""Where else one is waited for: the next game beside an answered question, and a number for the title of a tab."""

from host.core import games
from host.core.commands import Command
from host.core.games import Guest
from host.shown import views
from tests.host.doors.web.visitor import Visitor, found


def another(season, laps):
    """One more game of Ann and Bob, which waits for both."""
    command = Command(by=season.ann.id)
    game = games.create(season.house, command, "toy", {"laps": laps}).game
    for person in (season.ann, season.bob):
        games.join(season.house, Command(by=person.id), game, Guest(person.id, person.name, person.place))
    games.begin(season.house, command, game)
    return game


def answered(season):
    """Ann has sealed her bomb: nothing waits for her in the season."""
    asked = [each for each in views.view(season.house, season.game, season.ann.id).asked if each.who == "p1"]
    for each in asked:
        games.answer(season.house, Command(by=season.ann.id), season.game, each.id, each.options[0].value)


def test_the_next_game_that_waits_stands_where_nothing_waits(season):
    ann = season.visitor(season.ann)
    assert 'id="next"' not in ann.go(season.path)
    answered(season)
    assert 'id="next"' not in ann.go(season.path)
    game = another(season, 2)
    page = ann.go(season.path)
    assert found(r'href="([^"]+)" class="btn go" id="next"', page) == f"/g/{game}"
    assert 'id="next"' not in ann.go(f"/g/{game}")  # there it is her turn
    assert 'id="next"' not in Visitor(season.house).go(season.path)


def test_the_most_urgent_is_the_next(season, hands):
    answered(season)
    first = another(season, 2)
    hands.now += 60
    another(season, 3)
    page = season.visitor(season.ann).go(season.path)
    assert found(r'href="([^"]+)" class="btn go" id="next"', page) == f"/g/{first}"


def test_a_tab_is_told_how_many_games_wait_and_nothing_else(season):
    ann = season.visitor(season.ann)
    assert ann.ask("GET", "/waiting").body == b"1"
    another(season, 2)
    assert ann.ask("GET", "/waiting").body == b"2"
    answered(season)
    assert ann.ask("GET", "/waiting").body == b"1"
    assert Visitor(season.house).ask("GET", "/waiting").body == b"0"
