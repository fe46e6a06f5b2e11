"""The page's own half of being called, in a real Chromium: asked for, subscribed, shown, put away."""

import json
import threading

import pytest

from host.core import games
from host.core.session import Command
from host.core.store.items import DeleteItem
from host.doors.local.server import LocalServer
from host.extras.push import browsers, encryption
from host.people import accounts
from host.shown import views
from tests.host.extras.push.conftest import Called, Telephone

STUB = """
(sub) => {
  const raw = (word) => Uint8Array.from(
    atob(word.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0)).buffer;
  const made = (bytes) => bytes && {
    endpoint: sub.address, getKey: (name) => raw(name === 'auth' ? sub.secret : sub.key),
    options: { applicationServerKey: Uint8Array.from(bytes.split(",")) },
    unsubscribe: async () => { delete sessionStorage.made; },
  };
  PushManager.prototype.getSubscription = async () => made(sessionStorage.made) || null;
  PushManager.prototype.subscribe = async ({ applicationServerKey }) =>
    made(sessionStorage.made = `${applicationServerKey}`);
  Notification.requestPermission = async () => 'granted';
}
"""

PLACE = "() => document.querySelector('#place').getBoundingClientRect().top + scrollY"


@pytest.fixture
def served(service, hands):
    called = Called(service, hands)
    server = LocalServer(called.host, 0, lambda: "", lambda _: None)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    called.url = server.url
    yield called
    server.shutdown()
    thread.join(20)
    server.server_close()


def opened(chrome, called, telephone, path):
    """Ann's own page or table, in a browser whose push service is ours: the real ones are not to be had here."""
    context = chrome.new_context(viewport={"width": 390, "height": 844})
    context.add_cookies([{"name": "rtab-kept", "value": "1", "url": called.url}])  # a private link has been offered
    context.grant_permissions(["notifications"], origin=called.url)
    context.add_init_script(f"({STUB})({json.dumps(telephone.form())})")
    page = context.new_page()
    page.set_default_timeout(60_000)
    page.goto(f"{called.url}/p/{accounts.create_web_token(called.host, called.people[0].id)}")
    page.goto(f"{called.url}{path}")
    return page


def test_on_ones_own_page_calls_begin_and_what_is_pushed_is_shown_and_put_away(notices_chrome, served):
    telephone, ann = Telephone(served.service, "ann"), served.people[0]
    page = opened(notices_chrome, served, telephone, "/me")
    page.locator("#bell-on").click()
    page.get_by_text("Chrome, Linux").wait_for()
    (browser,) = browsers.list_browsers(served.host.store, ann.id)
    assert (browser.address, browser.key[:1]) == (telephone.address, b"\4")
    ((trial),) = served.rung(telephone)
    line = page.context.new_cdp_session(page)
    found = {}
    line.on("ServiceWorker.workerRegistrationUpdated", lambda told: found.update(told["registrations"][0]))
    line.send("ServiceWorker.enable")
    page.wait_for_timeout(200)
    pushed = {"origin": served.url, "registrationId": found["registrationId"], "data": json.dumps(trial)}
    line.send("ServiceWorker.deliverPushMessage", pushed)
    shown = "async () => (await (await navigator.serviceWorker.ready).getNotifications()).map((n) => n.body)"
    page.wait_for_function(f"async () => (await ({shown})()).length > 0")
    assert page.evaluate(shown) == ["This is how I will notify you."]
    page.reload()
    page.wait_for_function(f"async () => (await ({shown})()).length === 0")
    before = page.evaluate("sessionStorage.made")
    served.host.store.table.write([DeleteItem(*encryption.HOST_KEY_ITEM)])
    page.reload()  # a browser that asked with a key that is no more asks with the new one
    page.wait_for_function("before => sessionStorage.made && sessionStorage.made !== before", arg=before)
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.get_by_role("button", name="Stop").click()
    page.get_by_text("Chrome, Linux").wait_for(state="detached")
    page.goto(f"{served.url}/me")
    page.wait_for_load_state("networkidle")
    assert [url for url in asked if url.endswith("/me/browser")] == []
    assert browsers.list_browsers(served.host.store, ann.id) == []
    page.context.set_offline(True)
    page.goto(f"{served.url}/")
    assert "no connection" in page.locator("main").inner_text()


def test_stop_ends_the_notices_of_one_browser_alone_and_holds_wherever_it_was_pressed(notices_chrome, served):
    telephone, ann = Telephone(served.service, "ann"), served.people[0]
    page = opened(notices_chrome, served, telephone, "/me")
    page.locator("#bell-on").click()
    page.get_by_text("Chrome, Linux").wait_for()
    served.asks_for_calls(0, Telephone(served.service, "old"))
    page.reload()
    page.locator("li", has_text="Firefox, Android").get_by_role("button", name="Stop").click()
    page.get_by_text("Firefox, Android").wait_for(state="detached")
    assert page.evaluate("localStorage.bell") == "on"
    (browser,) = browsers.list_browsers(served.host.store, ann.id)
    served.visitor(0).ask("POST", "/me/browser-off", body=f"browser={browser.id}".encode())  # on another device
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{served.url}/me")
    page.wait_for_load_state("networkidle")
    assert [url for url in asked if url.endswith("/me/browser")] == []
    assert browsers.list_browsers(served.host.store, ann.id) == []


def test_at_a_table_it_is_offered_after_the_first_answer_and_never_on_arrival(notices_chrome, served):
    telephone, ann = Telephone(served.service, "ann"), served.people[0]
    served.plays("season7", target=2_000_000, voice="plain")
    page = opened(notices_chrome, served, telephone, f"/g/{served.game}")
    page.locator("button.door").first.wait_for()
    assert not page.locator("#bell").is_visible()
    before = page.evaluate(PLACE)
    page.locator("#s3").click()
    page.locator("#panel button.go").click()
    page.locator("#bell").wait_for()
    assert page.evaluate(PLACE) == before
    page.locator("#bell-on").click()
    page.get_by_text("I will notify you here.").wait_for()
    page.locator("#bell").wait_for(state="hidden")
    assert len(browsers.list_browsers(served.host.store, ann.id)) == 1
    assert served.person(ann).place
    served.rung(telephone)
    bob = served.people[1]
    (asked,) = [each for each in views.load_game_view(served.host, served.game, bob.id).asked if each.who == "p2"]
    assert games.submit_answer(served.host, Command(by=bob.id), served.game, asked.id, asked.options[0].value).ok
    turn = views.load_game_view(served.host, served.game).asked[0].who
    rung = served.rung(telephone)
    assert [notice["notification"]["tag"] for notice in rung] == ([served.game] if turn == "p1" else [])
