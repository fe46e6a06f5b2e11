"""Law *Cache*: what a cache that several people share may keep carries no cookie."""

from tests.host.doors.web.test_sharing import a_moment


def test_a_login_that_is_renewed_rides_on_no_picture(season, hands):
    ann = season.visitor(season.ann)
    paths = [f"{season.path}/card?n={a_moment(season)}", "/static/table.css", "/sw.js", "/"]
    for path in paths:
        hands.now += 2 * 86400
        response = ann.ask("GET", path)
        kept = response.headers["Cache-Control"] != "no-store"
        assert response.status == 200
        assert ("Set-Cookie" in response.headers) <= (not kept)
    assert "Set-Cookie" in response.headers
