"""Where else one is waited for: the next game beside an answered question, and a number for the title of a tab."""

import io
import re
from datetime import UTC, datetime
from xml.parsers import expat

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
    assert hall.index("Your games") < hall.index("Play at once")
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


def test_a_calendar_shows_until_when_one_is_waited_for_and_opens_nothing(season):
    ann = season.visitor(season.ann)
    ann.go("/me")
    page = ann.post("/me/calendar")
    link = found(r'id="calendar">https?://[^/]+(/calendar/\w+\.ics)<', page)
    response = Visitor(season.host).ask("GET", link)
    text = response.body.decode()
    assert response.headers["Content-Type"].startswith("text/calendar")
    assert text.count("BEGIN:VEVENT") == 1
    due = views.load_game_view(season.host, season.game, season.ann.id).asked[0].due
    assert f"DTSTART:{datetime.fromtimestamp(due, UTC):%Y%m%dT%H%M%SZ}" in text
    assert all(len(line.encode()) <= 75 for line in text.split("\r\n"))
    token = link.removeprefix("/calendar/").removesuffix(".ics")
    assert Visitor(season.host).ask("GET", f"/p/{token}").status == 403
    assert "Your games" not in Visitor(season.host, token).go("/")
    answered(season)
    assert "VEVENT" not in Visitor(season.host).ask("GET", link).body.decode()
    ann.go("/me")
    ann.post("/me/revoke")
    assert Visitor(season.host).ask("GET", link).status == 403


def test_a_feed_has_an_entry_for_whatever_waits_and_ends_when_it_is_revoked(season):
    ann = season.visitor(season.ann)
    ann.go("/me")
    link = found(r'id="feed">https?://[^/]+(/calendar/\w+\.atom)<', ann.post("/me/calendar"))
    response = Visitor(season.host).ask("GET", link)
    text = response.body.decode()
    assert response.headers["Content-Type"].startswith("application/atom+xml")
    assert expat.ParserCreate().ParseFile(io.BytesIO(response.body))
    (entry,) = re.findall("<entry>.*?</entry>", text)
    assert f'<link href="http://table.test{season.path}"/>' in entry
    head = text.replace(entry, "")
    for name in ("id", "title", "updated"):
        assert found(f"<{name}>(.+?)</{name}>", head)
        assert found(f"<{name}>(.+?)</{name}>", entry)
    assert season.ann.id not in text
    answered(season)
    assert b"<entry>" not in Visitor(season.host).ask("GET", link).body
    another(season, 2)
    again = found("<entry>.*?</entry>", Visitor(season.host).ask("GET", link).body.decode())
    assert found("<id>(.+?)</id>", again) != found("<id>(.+?)</id>", entry)
    ann.post("/me/revoke")
    assert Visitor(season.host).ask("GET", link).status == 403
    assert Visitor(season.host).ask("GET", "/calendar/x.html").status == 403


def test_a_private_link_is_no_calendar(season):
    token = accounts.create_web_token(season.host, season.ann.id)
    assert Visitor(season.host).ask("GET", f"/calendar/{token}.ics").status == 403
