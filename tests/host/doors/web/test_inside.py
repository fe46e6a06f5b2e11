"""The page inside Telegram: whom it lets in, who may frame it, and that nobody else gains anything by that."""

import re
from urllib.parse import urlencode

import pytest

from host.doors.telegram.heard import web_app_launch
from host.people import accounts
from tests.host.doors.telegram import signed
from tests.host.doors.web.asking import asked as asked_of
from tests.host.doors.web.test_bad_requests import sentence
from tests.host.doors.web.visitor import Visitor, found

OWN = {"origin": "http://table.test", "sec_fetch_site": "same-origin"}
FRAMED, STRICT = "frame-ancestors https://web.telegram.org", "frame-ancestors 'none'"


@pytest.fixture
def host(host):
    host.app_keys["telegram"] = lambda: web_app_launch.derive_web_app_key(signed.TOKEN)
    return host


def enters(visitor, said, game="", **headers):
    body = urlencode({"data": said, "game": game}).encode()
    return visitor.ask("POST", "/tg", body, **(headers or OWN))


def somebody(found):
    assert found is not None
    return found


def policy(response):
    return found(r"frame-ancestors [^;]*", response.headers["Content-Security-Policy"])


def test_the_seat_is_the_same_as_in_the_chat(season):
    host = season.host
    accounts.link_identity(host, season.ann.id, "telegram:4711")
    phone = Visitor(host)
    came = enters(phone, signed.launch(host.now(), name="Ann", start_param=season.game))
    assert (came.status, came.body.decode()) == (200, season.path)
    assert (
        somebody(accounts.load_current_person(host, season.ann.id)).place == "t:Ann"
    )  # what she is told still goes to the chat
    assert somebody(accounts.find_person_by_token(host, phone.jar["rtab-inside"])).id == season.ann.id
    page = phone.ask("GET", season.path, **OWN)
    assert b"inside.js" in page.body


def test_whoever_has_never_been_here_is_known_by_that_from_then_on(host):
    enters(Visitor(host), signed.launch(host.now(), number=77, name="Zed"))
    who = host.store.find_person_id("telegram:77", host.now())
    assert somebody(accounts.load_current_person(host, who)).name == "Zed"
    enters(Visitor(host), signed.launch(host.now(), number=77, name="Zed"))
    assert host.store.find_person_id("telegram:77", host.now()) == who
    assert (
        accounts.load_or_create_person(host, "telegram:77", "Zed", "telegram:77").id == who
    )  # when they write to the bot later


@pytest.mark.parametrize("wish", ["", "/evil", "//evil.test", "0123456", "0123456789", "..%2fme"])
def test_only_a_game_can_be_wished_for(host, wish):
    came = enters(Visitor(host), signed.launch(host.now(), start_param=wish), game=wish)
    assert (came.status, came.body) == (200, b"/")


def test_the_button_of_a_private_chat_names_its_game_in_the_address(season):
    came = enters(Visitor(season.host), signed.launch(season.host.now()), season.game)
    assert came.body.decode() == season.path


@pytest.mark.parametrize(
    ("said", "why"),
    [
        (lambda _: "", "could not confirm who you are"),
        (lambda _: "x" * 9000, "could not confirm who you are"),
        (lambda now: signed.launch(now).replace("Ann", "Eve"), "could not confirm who you are"),
        (lambda now: signed.launch(now, token="1:b"), "could not confirm who you are"),  # noqa: S106 - it opens nothing
        (lambda now: signed.launch(now) + "&user=%7B%22id%22%3A1%7D", "could not confirm who you are"),
        (lambda now: signed.launch(now - 3700), "too long ago"),
        (lambda now: signed.launch(now + 300), "too long ago"),
    ],
)
def test_whom_telegram_does_not_vouch_for_is_told_so_and_nobody_is_made(host, said, why):
    eve = Visitor(host)
    came = enters(eve, said(host.now()))
    assert came.status == 403
    assert why in sentence(came)
    assert "Set-Cookie" not in came.headers
    assert host.store.find_person_id("telegram:4711", host.now()) == ""


def test_too_much_is_told_so(host):
    assert enters(Visitor(host), "x" * 20_000).status == 413


def test_where_there_is_no_bot_there_is_no_entrance(host):
    host.app_keys.clear()
    for method in ("GET", "POST"):
        came = Visitor(host).ask(method, "/tg", **OWN)
        assert came.status in (403, 404)
        assert sentence(came).startswith("This game cannot be shown inside another app. Open it in your browser.")


# -- who may frame it


def test_only_what_was_opened_inside_telegram_may_be_framed_and_only_there(season):
    host, phone, ann = season.host, Visitor(season.host), season.visitor(season.ann)
    enters(phone, signed.launch(host.now()))
    for path in ("/", season.path, f"{season.path}/log", "/me", "/rules", "/nowhere", "/records"):
        assert policy(ann.ask("GET", path)) == STRICT
        assert policy(Visitor(host).ask("GET", path, sec_fetch_site="cross-site")) == STRICT
        assert policy(phone.ask("GET", path, **OWN)) == FRAMED
        assert policy(phone.ask("GET", path, sec_fetch_site="cross-site")) == STRICT
    assert policy(Visitor(host).ask("GET", "/tg")) == FRAMED  # it shows nobody's side


def test_the_entrance_knows_nobody_and_runs_nothing_of_others(season):
    page = season.visitor(season.ann).ask("GET", "/tg?game=x%22%3E")
    assert "Ann" not in page.body.decode()
    assert all(src.startswith("/static/") for src in re.findall(r'src="([^"]*)"', page.body.decode()))
    assert "script-src 'self';" in page.headers["Content-Security-Policy"]
    assert "unsafe" not in page.headers["Content-Security-Policy"]


# -- the cookie, and forms of others


def test_the_cookie_is_one_for_frames_and_opens_nothing_for_other_sites(season):
    host, phone = season.host, Visitor(season.host)
    accounts.link_identity(host, season.ann.id, "telegram:4711")
    kept = enters(phone, signed.launch(host.now(), name="Ann")).headers["Set-Cookie"]
    assert re.fullmatch(
        r"rtab-inside=[0-9a-f]{32}; Path=/; Max-Age=\d+; HttpOnly; SameSite=None; Secure; Partitioned", kept
    )
    assert phone.ask("GET", "/me", **OWN).status == 200
    assert phone.ask("GET", "/me", sec_fetch_site="none").status == 200
    for site in ("cross-site", "same-site"):
        assert phone.ask("GET", "/me", sec_fetch_site=site).status == 403


@pytest.mark.parametrize(
    "headers",
    [
        {"sec_fetch_site": "cross-site", "origin": "https://evil.test"},
        {"sec_fetch_site": "same-site", "origin": "https://evil.table.test"},
        {"origin": "https://evil.test"},
        {"origin": "null"},
        {"referer": "http://table.test/"},
        {"sec_fetch_site": "none"},
    ],
)
def test_a_form_must_say_that_it_comes_from_here(season, headers):
    """A browser that tells nothing of where a form comes from would send this cookie along for other sites, too."""
    host, phone = season.host, Visitor(season.host)
    accounts.link_identity(host, season.ann.id, "telegram:4711")
    enters(phone, signed.launch(host.now(), name="Ann"))
    before = host.store.load_game(season.game).version
    refused = phone.ask("POST", f"{season.path}/leave", b"sure=1", **headers)
    assert refused.status == 403
    assert "another website" in sentence(refused)
    assert host.store.load_game(season.game).version == before
    assert enters(Visitor(host), signed.launch(host.now()), **headers).status == 403  # nor is anybody let in as another


def test_who_comes_again_gets_no_second_token_and_another_account_gets_its_own(host):
    phone = Visitor(host)
    assert "Set-Cookie" in enters(phone, signed.launch(host.now())).headers
    assert "Set-Cookie" not in enters(phone, signed.launch(host.now())).headers
    assert "Set-Cookie" in enters(phone, signed.launch(host.now(), number=12, name="Bob")).headers
    assert "Bob" in phone.ask("GET", "/me", **OWN).body.decode()


def test_inside_telegram_one_is_who_one_is_there_whoever_else_this_browser_knows(season):
    both = season.visitor(season.bob)
    accounts.link_identity(season.host, season.ann.id, "telegram:4711")
    enters(both, signed.launch(season.host.now(), name="Ann"))
    assert b"Bob" not in both.ask("GET", "/me", **OWN).body
    assert somebody(accounts.find_person_by_token(season.host, both.jar["rtab-inside"])).id == season.ann.id


def test_own_and_foreign_requests_are_told_apart():
    asked = lambda **headers: asked_of("POST", "/", "", {"host": "table.test", **headers})  # noqa: E731 - said in a line
    assert asked(origin="https://table.test").own
    assert not asked().own
    assert not asked(origin="https://table.test", **{"sec-fetch-site": "cross-site"}).own
