"""The calendar and the feed of what waits for a person."""

import io
import re
from datetime import UTC, datetime
from xml.parsers import expat

from host.people import accounts
from host.shown import views
from tests.host.doors.web.in_a_browser.test_waiting import another, answered
from tests.host.doors.web.visitor import Visitor, found


def test_a_calendar_shows_until_when_one_is_waited_for_and_opens_nothing(season):
    ann = season.visitor(season.ann)
    assert "Show your games in your calendar or feed reader</button>" in ann.go("/me")
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
