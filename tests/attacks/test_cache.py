"""Law *Cache*: what a cache that several people share may keep carries no cookie and nothing personal."""

import pytest

from host.doors.web import app, files
from host.doors.web.requests.http import Response, format_session_cookie
from tests.host.doors.web.asking import answered
from tests.host.doors.web.test_sharing import a_moment
from tests.host.doors.web.visitor import Visitor

UNSHARED = ("no-store", "private", "no-cache")


def addresses(season):
    """All that can be looked at."""
    n = a_moment(season)
    yield from (path for path, (read, _) in app.PAGES.items() if read)
    yield from (f"/static/{name}" for name in files.list_static_files())
    yield from ("/me", "/rules", "/rules/Bomb", "/u/nobody", "/calendar/none.ics")
    yield from (f"{season.path}/{look}?n={n}" for look in ("", *app.GAME_PAGES, *app.GAME_PARTS))


@pytest.mark.whole
def test_nothing_that_a_shared_cache_may_keep_is_about_one_visitor(season, hands):
    """Ann comes back after two days each time, so each of these requests could renew her login."""
    ann, shared, renewed = season.visitor(season.ann), 0, 0
    for path in addresses(season):
        ann.ask("GET", "/")
        hands.now += 2 * 86400
        hers, anybodys = ann.ask("GET", path), Visitor(season.host).ask("GET", path)
        renewed += "Set-Cookie" in hers.headers
        assert "Set-Cookie" not in hers.headers or hers.headers["Cache-Control"] == "no-store", path
        if not hers.headers["Cache-Control"].startswith(UNSHARED):
            shared += 1
            assert (hers.status, hers.body) == (anybodys.status, anybodys.body), path
    assert (shared > 20, renewed > 10) == (True, True)


def test_no_page_can_put_a_cookie_on_what_may_be_kept(host):
    kept = {"Cache-Control": "public, max-age=60"}
    response = Response(200, b"", kept, [format_session_cookie("token", secure=True)])
    assert "Set-Cookie" not in answered(host, "GET", "/", answer=lambda *_: response).headers


def test_a_page_that_sets_a_cookie_and_a_login_that_is_renewed_both_arrive(season, hands):
    ann = season.visitor(season.ann)
    hands.now += 2 * 86400
    names = [each.partition("=")[0] for each in ann.ask("POST", "/me/link").headers.getlist("Set-Cookie")]
    assert sorted(names) == ["rtab", "rtab-kept"]
