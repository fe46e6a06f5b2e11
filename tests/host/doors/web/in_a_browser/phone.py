"""How soon a table answers on a slow telephone: `python -m tests.host.doors.web.in_a_browser.phone` measures it.

As Lighthouse's phone: a processor four times slower than this one, 1.6 Mbit/s, 150 ms there and back, nothing kept from
an earlier visit. From the first byte asked for until a tap on a square has set its door ajar.
"""

import statistics
import sys

from playwright.sync_api import sync_playwright

from host.people import accounts
from tests.chromium import FLAGS, chromium
from tests.host.doors.web.in_a_browser import scenes
from tests.host.doors.web.in_a_browser.browser import Table
from tests.pages import Pages

TIMES = 5
LINE = {"offline": False, "latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 750e3 / 8}
# Taps until a tap is answered; one that comes before the script would ask for another page.
TAP = """(() => {
  addEventListener("submit", (event) => event.preventDefault(), true);
  (function look() {
    const door = document.querySelector("#s14");
    if (door) door.click();
    if (document.querySelector("td.ajar")) { window.answered = performance.now(); return; }
    requestAnimationFrame(look);
  })();
})()"""


def measured(game, browser):
    """Milliseconds until a square answers, and until something is seen."""
    context = browser.browser.new_context(viewport=scenes.PHONE)
    page = context.new_page()
    page.goto(f"{game.room.server.url}/p/{accounts.create_web_token(game.host, game.people['Zoe'].id)}")
    line = context.new_cdp_session(page)
    line.send("Network.enable")
    line.send("Network.clearBrowserCache")
    line.send("Network.emulateNetworkConditions", LINE)
    line.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    page.add_init_script(TAP)
    page.goto(game.url)
    page.wait_for_function("() => window.answered")
    seen = "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime || 0"
    found = page.evaluate("() => window.answered"), page.evaluate(seen)
    context.close()
    return found


def main():
    """Tell the median, and all."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        pages, room = Pages(browser), Table()
        game = scenes.Stage(room, pages).laid(scenes.ROUND)
        game.goes_on()
        found = [measured(game, pages) for _ in range(TIMES)]
        answered, seen = ([round(each) for each in column] for column in zip(*found, strict=True))
        sys.stdout.write(f"answers after {statistics.median(answered)} ms {answered}\n")
        sys.stdout.write(f"first seen after {statistics.median(seen)} ms {seen}\n")
        room.close()
        browser.close()


if __name__ == "__main__":
    main()
