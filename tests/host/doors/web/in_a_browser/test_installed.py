"""What is expected of a page today: to be installed, shared and watched by many, and to say when its host is gone."""

import http.client
import json
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlsplit

from tests.host.doors.web.in_a_browser import scenes
from tests.host.doors.web.in_a_browser.browser import Table
from tests.waiting import LONGEST

PHONE = {"width": 390, "height": 664}
WATCHERS, LOOKS = 40, 5
READY = "async () => { await navigator.serviceWorker.ready; return (await caches.keys()).length; }"
SHARED = "Object.defineProperty(navigator, 'share', { value: async (what) => { window.shared = what; } });"


def test_without_its_host_an_installed_page_says_so_itself(chrome):
    room = Table()
    try:
        game = scenes.Stage(room, chrome).laid(scenes.SEALING)
        page = game.page(chrome, "Zoe", viewport=PHONE)
        manifest = page.request.get(f"{room.server.url}{page.locator('link[rel=manifest]').get_attribute('href')}")
        found = json.loads(manifest.text())
        assert (found["display"], found["start_url"]) == ("standalone", "/")
        assert {each["sizes"] for each in found["icons"]} == {"192x192", "512x512"}
        assert page.evaluate(READY) == 1
    finally:
        room.close()
    page.reload()
    assert "no connection" in page.locator("main").inner_text().lower()


def test_an_invitation_is_handed_to_the_telephones_own_way_of_sharing(room, chrome):
    page = chrome.page(viewport=PHONE)
    page.add_init_script(SHARED)
    page.goto(room.server.url)
    page.locator("#open-name").fill("Zoe")
    page.get_by_role("button", name="Open it").click()
    page.locator("[data-share]:visible").first.click()
    page.wait_for_function("() => window.shared")
    shared = page.evaluate("() => window.shared")
    assert shared["url"].startswith(page.url.partition("?")[0])


def test_forty_who_watch_are_all_answered(room, chrome):
    game = scenes.Stage(room, chrome).laid(scenes.ROUND, "Zoe      select 14")
    game.goes_on()
    there = urlsplit(game.url)

    def watch(_):
        line, mark, answers = http.client.HTTPConnection(there.netloc, timeout=LONGEST), "", []
        for _look in range(LOOKS):
            line.request("GET", f"{there.path}/part?n=0", headers={"If-None-Match": mark} if mark else {})
            got = line.getresponse()
            got.read()
            answers.append(got.status)
            mark = got.headers["ETag"] or mark
        line.close()
        return answers

    with ThreadPoolExecutor(WATCHERS) as pool:
        answers = [each for found in pool.map(watch, range(WATCHERS)) for each in found]
    assert (answers.count(200), answers.count(304)) == (WATCHERS, WATCHERS * (LOOKS - 1))
