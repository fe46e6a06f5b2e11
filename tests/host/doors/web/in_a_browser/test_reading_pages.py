"""Every page can be read: on a phone, by day and by night, by a screen reader; and asks nobody but its host."""

import pytest

from host.core import seats
from host.core.session import Command
from tests.host.doors.web.in_a_browser.browser import DESK, PHONE
from tests.host.doors.web.in_a_browser.browser_parts import Seats


def test_nothing_overflows_a_phone_and_the_board_needs_no_scrolling(room, chrome):
    seats = Seats(room, chrome)
    page = seats.pages[0]
    for path in (
        seats.url,
        f"{room.server.url}/",
        f"{room.server.url}/me",
        f"{seats.url}/log",
        f"{room.server.url}/rules",
    ):
        page.goto(path)
        assert page.evaluate("() => document.documentElement.scrollWidth") <= PHONE["width"]
    page.goto(seats.url)
    box = page.locator(".board").first.bounding_box()
    assert box["y"] + box["height"] <= PHONE["height"]
    sizes = page.locator("button.door").evaluate_all("all => all.map(b => [b.offsetWidth, b.offsetHeight])")
    assert all(width >= 44 and height >= 44 for width, height in sizes)


@pytest.mark.parametrize(("viewport", "scheme"), [(PHONE, "dark"), (DESK, "light")])
def test_everything_can_be_read_by_day_and_by_night(room, chrome, scheme, viewport):
    """Every text stands out from what is behind it by 4.5 to 1 at least, as WCAG 2.2 asks."""
    seats = Seats(room, chrome, color_scheme=scheme, viewport=viewport)
    for _ in range(14):
        seats.somebody_answers()
    page = seats.pages[0]
    page.goto(seats.url)
    page.locator("details").evaluate_all("all => all.forEach((each) => { each.open = true; })")
    assert page.evaluate(FAINT) == []


FAINT = """() => {
  const rgb = (text) => { const m = text.match(/[\\d.]+/g).map(Number); return m.length < 4 ? [...m, 1] : m; };
  const light = (c) => [0, 1, 2].map((i) => c[i] / 255)
    .map((v) => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const over = (top, low) => [0, 1, 2].map((i) => top[i] * top[3] + low[i] * (1 - top[3])).concat(1);
  const grounds = (el) => {
    if (!el) return [[255, 255, 255, 1]];
    const style = getComputedStyle(el), image = style.backgroundImage.match(/rgba?\\([^)]*\\)/g);
    if (image) return image.map(rgb);
    const own = rgb(style.backgroundColor);
    return own[3] === 1 ? [own] : grounds(el.parentElement).map((low) => over(own, low));
  };
  const faint = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const text = walk.currentNode.textContent.trim(), el = walk.currentNode.parentElement;
    const box = el.getBoundingClientRect();
    if (box.right < 0 || !text || box.width < 3 || box.height < 3 || el.closest("svg, option, .off")) continue;
    let opacity = 1;
    for (let up = el; up; up = up.parentElement) opacity *= Number(getComputedStyle(up).opacity);
    for (const ground of grounds(el)) {
      const ink = rgb(getComputedStyle(el).color);
      const seen = over([ink[0], ink[1], ink[2], ink[3] * opacity], ground);
      const [a, b] = [light(seen), light(ground)].sort((x, y) => y - x);
      if ((a + 0.05) / (b + 0.05) < 4.5) faint.push([text.slice(0, 30), ((a + 0.05) / (b + 0.05)).toFixed(2)]);
    }
  }
  return faint;
}"""


def test_no_word_of_a_replay_is_broken_on_a_phone(room, chrome):
    seats_ = Seats(room, chrome)
    for _ in range(2):
        seats_.somebody_answers()
    assert seats.close_table(seats_.host, Command(by=seats_.people[0].id), seats_.game).ok
    page = seats_.pages[0]
    page.goto(f"{seats_.url}/replay")
    assert page.get_by_role("button", name="Go").bounding_box()["width"] > 38  # else it takes two lines


def test_landmarks_and_names_are_there_for_a_screen_reader(room, chrome):
    seats = Seats(room, chrome)
    page = seats.pages[0]
    for role, name in (("banner", None), ("main", None), ("navigation", "Pages"), ("region", "What you can do")):
        assert page.get_by_role(role, name=name).count() == 1
    assert page.get_by_role("heading", level=1).inner_text().split("\n") == ["Quadrant 1 Cycle 1", "You are Ann"]
    assert page.get_by_role("table", name="The board of Quadrant 1").count() == 1
    assert page.get_by_role("rowheader", name="A", exact=True).count() == 1
    assert page.get_by_role("button", name="A1, square 1", exact=True).count() == 1
    assert page.locator("html").get_attribute("lang") == "en"
    unnamed = page.locator("button, a, input:not([type=hidden]), select").evaluate_all(
        "all => all.filter(e => !(e.ariaLabel || e.textContent.trim() || (e.labels && e.labels.length))).length"
    )
    assert unnamed == 0


# Keeps how long the page means to wait, and waits but a moment.
HURRIED = """() => {
  const waits = window.waits = [], later = window.setTimeout;
  window.setTimeout = (what, wait) => { waits.push(wait); return later(what, wait / 100); };
}"""


def test_a_page_in_which_nothing_happens_asks_less_and_less(room, chrome):
    seats = Seats(room, chrome)
    page = seats.pages[0]
    page.add_init_script(f"({HURRIED})()")
    page.goto(seats.url)
    page.wait_for_function("() => window.waits.length > 13")
    waits = page.evaluate("() => window.waits")
    assert waits[0] == 1000
    assert waits[1:4] == [1250, 1562.5, 1953.125]
    assert waits[-1] == 10_000


def test_the_page_asks_nobody_but_its_own_host(room, chrome):
    asked = []
    page = chrome.page(viewport=PHONE)
    page.on("request", lambda request: asked.append(request.url))
    seats = Seats(room, chrome)
    page.goto(seats.url)
    page.wait_for_timeout(300)
    assert asked
    assert all(url.startswith(room.server.url) for url in asked)
