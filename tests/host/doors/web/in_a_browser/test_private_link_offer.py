"""A seat outlives a cookie: the private link is offered early and once, to copy, to scan and to mail to oneself."""

from urllib.parse import unquote

import pytest

from host.core import games
from host.core.session import Command
from host.people import accounts
from tests.host.doors.web.in_a_browser import scenes
from tests.host.doors.web.in_a_browser.browser import Table
from tests.host.doors.web.visitor import Visitor, found

OFFER = "Only this browser knows that you are Ann."


def sat_down(host, path="/new"):
    """Ann, whom nobody knows anywhere else, has just opened a table."""
    ann = Visitor(host)
    ann.go("/")
    ann.send(path, name="Ann", ruleset="toy" if path == "/new" else "ladder")
    assert ann.at.startswith("/g/"), ann.text
    return ann


def test_whoever_has_just_sat_down_is_offered_it_in_the_lobby_and_in_the_hall(host):
    ann = sat_down(host)
    assert OFFER in ann.text
    assert OFFER in ann.go("/")
    assert OFFER not in Visitor(host).go(ann.at)
    assert OFFER not in ann.go("/me")  # where the link itself is made


def test_at_a_table_that_plays_it_waits_beside_until_they_have_done_something(host):
    ann = sat_down(host, "/table")
    aside = found(r'<aside class="bell"[^>]*>', ann.text)
    assert " hidden" in aside
    assert "keep.js" in aside
    assert OFFER not in ann.ask("GET", f"{ann.at}/part").body.decode()


def test_the_link_is_shown_to_copy_to_scan_and_to_mail_and_opens_the_seat_elsewhere(host):
    ann = sat_down(host)
    table = ann.at
    ann.send("/me/link")
    link = found(r'id="link">([^<]+)<', ann.text)
    assert 'data-copy="link"' in ann.text
    assert 'class="qr" viewBox' in ann.text
    assert f'aria-label="{link}"' in ann.text
    letter = unquote(found(r'href="(mailto:[^"]+)"', ann.text))
    assert letter.startswith("mailto:?subject=")
    assert letter.endswith(link)
    elsewhere = Visitor(host)
    elsewhere.go(link.removeprefix("http://table.test"))
    assert f'href="{table}"' in found(r"Your games</h2>.*?</ul>", elsewhere.go("/"))
    for visitor in (ann, elsewhere):
        assert OFFER not in visitor.go(table) + visitor.go("/")


def test_whoever_says_not_now_is_not_asked_again(host):
    ann = sat_down(host)
    table = ann.at
    ann.send("/me/kept")
    assert (ann.page.status, ann.at) == (200, table)
    assert OFFER not in ann.text + ann.go("/")
    assert "Make a private link" in ann.go("/me")
    ann.post("/me/kept", game="../evil")
    assert ann.at == "/"


@pytest.mark.parametrize("identity", ["telegram:7", "reddit:ann"])
def test_whoever_is_known_elsewhere_needs_no_offer(host, identity):
    ann = sat_down(host)
    person = accounts.find_person_by_token(host, ann.cookie)
    assert person is not None
    accounts.link_identity(host, person.id, identity)
    assert OFFER not in ann.go(ann.at) + ann.go("/")


# -- without a connection


@pytest.fixture(scope="module")
def room():
    room = Table()
    yield room
    room.close()


def opened(game, chrome):
    """Zoe's page, in a profile of its own, whose line can be cut."""
    page = chrome.profile(viewport=scenes.PHONE).new_page()
    page.set_default_timeout(60_000)
    page.goto(f"{game.room.server.url}/p/{accounts.create_web_token(game.host, game.people['Zoe'].id)}")
    page.goto(game.url, wait_until="networkidle")
    return page


def test_whoever_has_seen_it_and_plays_on_has_said_not_now(room, chrome):
    game = scenes.Stage(room, chrome).laid(scenes.ROUND)
    game.goes_on()
    page = opened(game, chrome)
    offer = page.locator("#keep")
    page.locator("#s14").click()
    page.locator("#panel button", has_text="Open").click()
    offer.wait_for()
    below, above = page.locator(".tabs").bounding_box(), offer.bounding_box()
    assert above["y"] + above["height"] <= below["y"]  # the ways through the page stay free
    assert above["y"] <= page.locator("#dock").bounding_box()["y"] + 1  # and nothing of the dock looks out behind it
    page.set_viewport_size(scenes.DESK)
    board = page.locator("#place").bounding_box()
    assert offer.bounding_box()["x"] >= board["x"] + board["width"]  # on a desk it covers nothing that one plays with
    page.set_viewport_size(scenes.PHONE)
    page.evaluate("() => { const now = Date.now; Date.now = () => now() + 10000; }")
    page.locator("#s22").click()
    page.locator("#panel button", has_text="Peek").evaluate("(button) => button.click()")
    page.wait_for_function("() => document.getElementById('keep').hidden")
    page.reload()
    page.locator("#place .board").wait_for()
    assert page.locator("#keep").count() == 0


def test_the_link_to_a_lobby_is_copied_by_its_button(room, chrome):
    by = accounts.load_or_create_person(room.host, "t:Zoe", "Zoe")
    game = games.open_lobby(room.host, Command(by=by.id), "season7", {}, "evening").game
    page = chrome.profile(viewport=scenes.PHONE, permissions=["clipboard-read", "clipboard-write"]).new_page()
    page.goto(f"{room.server.url}/p/{accounts.create_web_token(room.host, by.id)}")
    page.goto(f"{room.server.url}/g/{game}")
    page.locator("[data-copy='link']").click()
    page.locator("[data-copy='link'].go").wait_for()
    assert page.evaluate("() => navigator.clipboard.readText()") == page.locator("#link").inner_text()


def test_no_connection_is_said_at_once_and_what_is_answered_then_goes_when_it_is_back(room, chrome):
    stage = scenes.Stage(room, chrome)
    game = stage.laid(scenes.SEALING)
    page = opened(game, chrome)
    before = page.locator("#place").bounding_box()
    page.context.set_offline(True)
    page.locator(
        ".line", has_text="There is no connection. Your answers are saved here and sent when the connection is back."
    ).wait_for()
    assert page.locator("#place").bounding_box() == before
    page.locator("#s14").click()
    page.locator("#panel button.go").click()
    page.wait_for_function("() => JSON.parse(sessionStorage.unsent || '[]').length === 1")
    page.locator("#s15").click()
    page.locator("#panel button.go").click()  # they think again, and it is one answer
    page.wait_for_function("() => JSON.parse(sessionStorage.unsent || '[]').length === 1")
    assert len(game.shown("Zoe").asked) == 1
    page.context.set_offline(False)
    page.locator(".line").wait_for(state="hidden")
    room.until(lambda: [asked for asked in game.shown("Zoe").asked if asked.who == "Zoe"] == [])


def test_what_comes_too_late_is_refused_in_words(room, chrome):
    stage = scenes.Stage(room, chrome)
    game = stage.laid(scenes.ROUND)
    game.goes_on()
    page = opened(game, chrome)
    page.context.set_offline(True)
    page.locator(".line").wait_for()
    page.locator("#s14").click()
    page.locator("#panel button.go").click()
    page.wait_for_function("() => JSON.parse(sessionStorage.unsent || '[]').length === 1")
    zoe = game.people["Zoe"].id
    (asked,) = [each for each in game.shown("Zoe").asked if each.who == "Zoe"]
    assert games.submit_answer(room.host, Command(by=zoe), game.game, asked.id, 15).ok  # from another device
    before = page.locator("#stage").bounding_box()
    page.context.set_offline(False)
    page.wait_for_function("() => document.getElementById('alert').textContent !== ''")
    assert page.locator("#stage").bounding_box() == before  # which is told over the race, and moves nothing
    assert page.evaluate("() => sessionStorage.unsent") == "[]"
