"""Whatever is sent to the page is answered with a sentence and the right status, and changes nothing."""

import pytest

from tests.host.doors.web.visitor import Forms, Visitor, found


def sentence(response):
    return found(r'role="alert">([^<]+)</p>\s*<p><a', response.body.decode())


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/nowhere", 404),
        ("GET", "/g/", 404),
        ("GET", "/g/xyz", 404),
        ("GET", "/g/00000000", 404),
        ("GET", "/g/00000000/part", 404),
        ("GET", "/g/00000000/log", 404),
        ("GET", "/g/00000000/replay", 404),
        ("GET", "/static/../app.py", 404),
        ("GET", "/static/", 404),
        ("POST", "/", 405),
        ("GET", "/new", 405),
        ("GET", "/table", 405),
        ("PUT", "/", 405),
        ("DELETE", "/g/00000000", 405),
        ("BREW", "/", 405),
        ("POST", "/p/0123", 403),
        ("GET", "/me/nothing", 403),
        ("POST", "/me/settings", 403),
        ("POST", "/g/00000000/answer", 404),
        ("POST", "/g/00000000/join", 404),
        ("POST", "/g/00000000", 404),
        ("POST", "/g/00000000/explode", 404),
    ],
)
def test_wrong_pages_and_methods(host, method, path, status):
    response = Visitor(host).ask(method, path)
    assert response.status == status
    assert sentence(response).endswith(".")
    assert ("Allow" in response.headers) == (status == 405)


@pytest.mark.parametrize("path", ["/me/nothing", "/me/"])
def test_own_pages_that_do_not_exist(season, path):
    ann = season.visitor(season.ann)
    assert ann.ask("GET", path).status == (404 if path.endswith("nothing") else 200)
    assert ann.ask("POST", "/me/nothing").status == 404


FOREIGN = [
    {"origin": "http://evil.test"},
    {"origin": "http://table.test.evil.test"},
    {"origin": "null", "sec_fetch_site": "cross-site"},
    {"origin": "null"},
    {"sec_fetch_site": "cross-site"},
    {"sec_fetch_site": "same-site"},
]


@pytest.mark.parametrize("headers", FOREIGN)
def test_other_sites_cannot_play_for_their_visitors(season, headers):
    ann = season.visitor(season.ann)
    before = season.session().entries
    response = ann.ask("POST", f"{season.path}/pause", b"", **headers)
    assert (response.status, sentence(response)) == (
        403,
        ("Your request came from another website, so I have done nothing."),
    )
    assert season.session().entries == before


OWN = [
    {"origin": "http://table.test"},
    {"origin": "null", "sec_fetch_site": "same-origin"},
    {"sec_fetch_site": "none"},
    {},
]


@pytest.mark.parametrize("headers", OWN)
def test_its_own_pages_can(season, headers):
    assert season.visitor(season.ann).ask("POST", f"{season.path}/pause", b"", **headers).status == 303


BODIES = [
    b"",
    b"\xff\xfe\x00",
    b"a=1&" * 100,
    b"question=Q1%231&value=" + b"9" * 10_000,
    b"value=&question=",
    b"do=question:&value=1",
    b"do=play:&value=%00",
    b"do=%F0%9F%92%A3&value=1",
    b"question[]=1&value[]=2",
    b"seconds=-1&seat=p1",
    b"seconds=%D9%A3&seat=p9",
    b"key=peek&value=A1;DROP",
    b"key=list&value=1,2,3,4,5,6,7,8,9,10",
]


@pytest.mark.parametrize("body", BODIES)
@pytest.mark.parametrize("action", ["answer", "play", "square", "kick", "vote", "extend", "standin"])
def test_nonsense_in_forms_is_refused_and_changes_nothing(season, action, body):
    bob = season.visitor(season.bob)
    before = season.session().entries
    response = bob.ask("POST", f"{season.path}/{action}", body)
    assert response.status == 409
    assert len(sentence(response)) < 300
    assert season.session().entries == before


def test_a_huge_body_is_refused_unread(season):
    response = season.visitor(season.ann).ask("POST", f"{season.path}/answer", b"x" * 20_000)
    assert (response.status, sentence(response)) == (413, "You sent too much text at once.")


def test_a_stranger_cannot_answer_for_a_player(season):
    before = season.session().entries
    for visitor in (Visitor(season.host), season.visitor(season.bob)):
        response = visitor.ask("POST", f"{season.path}/answer", b"question=Q1%231&value=7")
        assert response.status == 409
    assert season.session().entries == before


def test_markup_in_names_stays_text(season):
    zoe = Visitor(season.host)
    zoe.go(season.path)
    text = zoe.send("/join", name="<img src=x onerror=alert(1)>&\"'")
    assert "<img" not in text
    assert "&lt;img" in text


def test_every_page_forbids_what_it_does_not_need(season):
    ann = season.visitor(season.ann)
    for path in ("/", season.path, "/me", "/rules", f"{season.path}/log"):
        headers = ann.ask("GET", path).headers
        assert "default-src 'none'" in headers["Content-Security-Policy"]
        assert "unsafe" not in headers["Content-Security-Policy"]
        assert headers["Cache-Control"] == "no-store"
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "same-origin"


def test_the_token_stands_on_no_page(season):
    ann = season.visitor(season.ann)
    for path in ("/", season.path, "/me"):
        assert ann.cookie not in ann.go(path)


def test_two_buttons_of_one_page_are_two_even_where_their_forms_are_the_same(season):
    ann = season.visitor(season.ann)
    once = next(form["fields"]["once"] for form in Forms(ann.go(season.path)).forms if "once" in form["fields"])
    for action, stands in (("pause", True), ("pause", True), ("resume", False)):
        ann.post(f"{season.path}/{action}", once=once, sure="yes")
        assert bool(season.session().paused) is stands, action
