"""Where else one is waited for: the next game beside an answered question, and a number for the title of a tab."""

import re

from host.core import games
from host.core.games import Guest
from host.core.session import Command
from host.people import accounts
from host.shown import views
from tests.host.doors.web.in_a_browser import scenes
from tests.host.doors.web.visitor import Visitor, found


def another(season, laps):
    """One more game of Ann and Bob, which waits for both."""
    command = Command(by=season.ann.id)
    game = games.open_lobby(season.host, command, "toy", {"laps": laps}).game
    for person in (season.ann, season.bob):
        games.sit_at_table(season.host, Command(by=person.id), game, Guest(person.id, person.name, person.place))
    games.start_game(season.host, command, game)
    return game


def answered(season):
    """Ann has sealed her bomb: nothing waits for her in the season."""
    asked = [each for each in views.load_game_view(season.host, season.game, season.ann.id).asked if each.who == "p1"]
    for each in asked:
        games.submit_answer(season.host, Command(by=season.ann.id), season.game, each.id, each.options[0].value)


def test_the_next_game_that_waits_stands_where_nothing_waits(season):
    ann = season.visitor(season.ann)
    assert 'id="next"' not in ann.go(season.path)
    answered(season)
    assert 'id="next"' not in ann.go(season.path)
    game = another(season, 2)
    page = ann.go(season.path)
    assert found(r'href="([^"]+)" class="btn go" id="next"', page) == f"/g/{game}"
    assert 'id="next"' not in ann.go(f"/g/{game}")  # there it is her turn
    assert 'id="next"' not in Visitor(season.host).go(season.path)


def test_the_most_urgent_is_the_next(season, hands):
    answered(season)
    first = another(season, 2)
    hands.now += 60
    another(season, 3)
    page = season.visitor(season.ann).go(season.path)
    assert found(r'href="([^"]+)" class="btn go" id="next"', page) == f"/g/{first}"


def test_in_the_hall_what_waits_stands_first_by_urgency_with_the_time_left(season, hands):
    first = another(season, 2)
    hands.now += 60
    second = another(season, 3)
    answered(season)
    hall = season.visitor(season.ann).go("/")
    rows = re.findall(
        r'<li[^>]*>(?:(?!</li>).)*href="(/g/\w+)"(?:(?!</li>).)*</li>', found("Your games</h2>.*?</ul>", hall)
    )
    assert rows == [f"/g/{first}", f"/g/{second}", season.path]
    assert hall.count("Your turn · ") == 2
    assert hall.index("Your games") < hall.index('name="practice"')
    assert 'class="hero"' not in hall  # what waits needs no advertisement above it
    assert 'class="hero"' in Visitor(season.host).go("/")


def test_a_tab_is_told_how_many_games_wait_and_nothing_else(season):
    ann = season.visitor(season.ann)
    assert ann.ask("GET", "/waiting").body == b"1"
    another(season, 2)
    assert ann.ask("GET", "/waiting").body == b"2"
    answered(season)
    assert ann.ask("GET", "/waiting").body == b"1"
    assert Visitor(season.host).ask("GET", "/waiting").body == b"0"


def test_a_hidden_tab_counts_in_its_title_and_on_its_sign_for_a_look_a_minute(room, chrome):
    """And it asks for nothing else meanwhile; whoever looks again reads the table's own title."""
    game = scenes.Stage(room, chrome).laid(scenes.ROUND)
    game.goes_on()
    page = chrome.profile(viewport=scenes.PHONE).new_page()
    page.clock.install()
    page.goto(f"{room.server.url}/p/{accounts.create_web_token(room.host, game.people['Zoe'].id)}")
    page.goto(game.url, wait_until="networkidle")
    asked = []
    page.evaluate(
        "() => { Object.defineProperty(document, 'hidden', { get: () => !window.seen });"
        " navigator.setAppBadge = async (n) => { window.badge = n; };"
        " document.dispatchEvent(new Event('visibilitychange')); }"
    )
    page.on("request", lambda request: asked.append(request.url.removeprefix(room.server.url)))
    page.clock.fast_forward(61_000)
    page.wait_for_function("() => document.title.startsWith('(1) ') && window.badge === 1")
    assert asked == ["/waiting"]
    page.evaluate("() => { window.seen = true; document.dispatchEvent(new Event('visibilitychange')); }")
    assert not page.title().startswith("(")
