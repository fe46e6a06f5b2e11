"""The page inside Telegram's client in a browser, for which a page of ours stands, at the address of the real one."""

import json
import time
from urllib.parse import quote

import pytest

from host.core import games
from host.core.games import Guest
from host.core.session import Command
from host.doors.telegram.heard import web_app_launch
from host.people import accounts
from tests.host.doors.telegram import signed
from tests.host.doors.web.in_a_browser.browser import PHONE, Table

CLIENT, OTHER = "https://web.telegram.org", "https://evil.test"
DARK = {
    "bg_color": "#17212b",
    "secondary_bg_color": "#0e1621",
    "text_color": "#f5f5f5",
    "hint_color": "#20303f",  # nobody could read that
    "link_color": "#6ab3f3",
}
# What the client does, as its protocol is published: it keeps what it is told, and answers nothing by itself.
HOST = """<!doctype html><title>client</title><script>
  window.said = [];
  addEventListener("message", (event) => { window.said.push({ origin: event.origin, ...JSON.parse(event.data) }); });
  window.tell = (eventType, eventData) => frames[0].postMessage(JSON.stringify({ eventType, eventData }), "*");
</script><iframe src="FRAME" width="360" height="640"
  sandbox="allow-scripts allow-same-origin allow-popups allow-forms allow-modals"></iframe>"""


@pytest.fixture(scope="module")
def room():
    room = Table()
    room.host.app_keys["telegram"] = lambda: web_app_launch.derive_web_app_key(signed.TOKEN)
    yield room
    room.close()


@pytest.fixture
def seated(room):
    """Ann, who is known by her account at Telegram, and Bob, at a table for two."""
    host = room.host
    people = [accounts.load_or_create_person(host, f"telegram:{n}", name) for n, name in ((4711, "Ann"), (4712, "Bob"))]
    game = games.open_lobby(host, Command(by=people[0].id), "season7", {"voice": "plain"}, "evening").game
    for person in people:
        games.sit_at_table(host, Command(by=person.id), game, Guest(person.id, person.name))
    games.start_game(host, Command(by=people[0].id), game)
    return game


def framed(chrome, place, address):
    """A page of this origin that holds a frame of ours, and all that its console says."""
    page, troubles = chrome.page(viewport=PHONE), []
    page.set_default_timeout(60_000)
    page.on("console", lambda said: troubles.append(said.text) if said.type == "error" else None)
    page.on("pageerror", lambda error: troubles.append(str(error)))
    markup = HOST.replace("FRAME", address.replace('"', "&quot;"))
    page.route(f"{place}/**", lambda route: route.fulfill(body=markup, content_type="text/html"))
    page.goto(f"{place}/a/")
    return page, troubles


def entrance(room, game, theme=DARK, **about):
    data = signed.launch(time.time(), start_param=game, **about)
    told = f"tgWebAppData={quote(data)}&tgWebAppVersion=9.0&tgWebAppThemeParams={quote(json.dumps(theme))}"
    return f"{room.server.url}/tg?tgWebAppStartParam={game}#{told}"


def said(page, kind):
    return [each for each in page.evaluate("said") if each["eventType"] == kind]


def in_game(page, game):
    frame = page.frames[1]
    frame.wait_for_url(f"**/g/{game}")
    frame.wait_for_selector("#lamp")
    return frame


def test_the_table_opens_signed_in_and_one_answers_there(room, chrome, seated):
    page, troubles = framed(chrome, CLIENT, entrance(room, seated))
    frame = in_game(page, seated)
    assert "tgWebAppData" not in frame.url
    kept = {each["name"]: each for each in page.context.cookies(room.server.url)}
    assert set(kept) == {"rtab-inside"}
    assert kept["rtab-inside"]["partitionKey"].startswith("https://telegram.org")
    somebody = accounts.find_person_by_token(room.host, kept["rtab-inside"]["value"])
    assert somebody is not None
    assert somebody.name == "Ann"
    page.wait_for_function("() => said.some((each) => each.eventType === 'web_app_setup_back_button')")
    assert {each["origin"] for each in page.evaluate("said")} == {room.server.url}
    assert all(said(page, kind) for kind in ("iframe_ready", "web_app_ready", "web_app_expand"))
    colours = frame.evaluate("""() => { const s = getComputedStyle(document.documentElement);
        return ["--page", "--card", "--text", "--link", "--soft"].map((n) => s.getPropertyValue(n).trim()); }""")
    assert colours == ["#0e1621", "#17212b", "#f5f5f5", "#6ab3f3", "#f5f5f5"]
    before = room.host.store.load_game(seated).version
    frame.locator("#now button, #place button[name=square]").first.click()
    panel = frame.locator("#panel:not([hidden]) button.go").first
    if panel.is_visible():
        panel.click()
    room.until(lambda: room.host.store.load_game(seated).version > before)
    felt = room.until(lambda: said(page, "web_app_trigger_haptic_feedback"))
    assert felt[0]["eventData"]["type"] == "impact"
    assert troubles == []


def test_the_app_s_way_back_and_its_new_colours(room, chrome, seated):
    page, troubles = framed(chrome, CLIENT, entrance(room, seated, theme={}))
    frame = in_game(page, seated)
    frame.evaluate("location.hash = '#news-sheet'")
    page.wait_for_function("() => said.some((each) => each.eventData.is_visible === true)")
    page.evaluate("tell('back_button_pressed')")
    frame.wait_for_function("() => location.hash === '#stage'")
    frame.locator("header nav a[href='/me']").click()
    frame.wait_for_url("**/me")
    frame.wait_for_function("() => window.Telegram?.WebView")
    page.evaluate(f"tell('theme_changed', {{ theme_params: {json.dumps(DARK)} }})")
    frame.wait_for_function(
        "() => getComputedStyle(document.documentElement).getPropertyValue('--page').trim() === '#0e1621'"
    )
    page.evaluate("tell('back_button_pressed')")
    frame.wait_for_url(f"**/g/{seated}*")
    frame.wait_for_function(
        "() => getComputedStyle(document.documentElement).getPropertyValue('--page').trim() === '#0e1621'"
    )
    assert troubles == []


def test_what_telegram_has_not_signed_is_told_in_the_frame(room, chrome, seated):
    page, _ = framed(chrome, CLIENT, entrance(room, seated, token="1:of-another-bot"))  # noqa: S106 - it opens nothing
    page.frames[1].wait_for_selector("text=Telegram could not confirm who you are.")
    assert page.context.cookies(room.server.url) == []


def test_another_site_may_frame_neither_the_table_nor_the_entrance(room, chrome, seated):
    for address in (entrance(room, seated), f"{room.server.url}/g/{seated}"):
        page, troubles = framed(chrome, OTHER, address)
        page.wait_for_function("() => frames.length === 1")
        room.until(lambda told=troubles: any("frame-ancestors" in each for each in told))
        assert page.frames[1].url.startswith("chrome-error:") or page.frames[1].query_selector("main") is None
        assert page.evaluate("said") == []
        assert page.context.cookies(room.server.url) == []


def test_in_a_browser_s_own_tab_the_entrance_lets_nobody_in(room, chrome, seated):
    """Or a link could make somebody play as another."""
    page = chrome.page(viewport=PHONE)
    page.goto(entrance(room, seated))
    page.wait_for_selector("text=Open this page from our chat in Telegram.")
    assert page.context.cookies(room.server.url) == []
