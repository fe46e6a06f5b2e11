"""The page in a real Chromium: whole rounds by tapping, typing and keys; on a phone, by night, without JavaScript."""

import functools
import re
from collections.abc import Sequence

import pytest

from engine.kernel import Reader
from engine.rulesets import RULESETS
from host.core import games, seats
from host.core.commands import Command
from host.core.games import Guest
from host.people import accounts
from host.shown import views
from tests.host.doors.web.browser import DESK, PHONE, Table


@pytest.fixture
def room():
    room = Table()
    yield room
    room.close()


class Browsers(Sequence):
    """Everybody's page, which is opened when it is first looked at."""

    def __init__(self, opens):
        self.opens, self.opened = opens, {}

    def __len__(self):
        return len(self.opens)

    def __getitem__(self, n):
        if n not in self.opened:
            self.opened[n] = self.opens[n]()
        return self.opened[n]


class Seats:
    """Ann and Bob, each with a browser of their own, at a table for two."""

    def __init__(self, room, chrome, **context):
        self.room, self.host, self.troubles = room, room.host, []
        self.people = [accounts.known(self.host, f"t:{name}", name) for name in ("Ann", "Bob")]
        command = Command(by=self.people[0].id)
        self.game = games.create(self.host, command, "season7", {"wildcard": False, "voice": "plain"}, "evening").game
        for person in self.people:
            games.join(self.host, Command(by=person.id), self.game, Guest(person.id, person.name))
        games.begin(self.host, command, self.game)
        self.url = f"{room.server.url}/g/{self.game}"
        self.pages = Browsers([functools.partial(self.page, chrome, person, **context) for person in self.people])

    def page(self, chrome, person, **context):
        page = chrome.page(**{"viewport": PHONE, **context})
        page.set_default_timeout(15_000)
        page.on("pageerror", lambda error: self.troubles.append(str(error)))
        page.on("console", lambda said: self.troubles.append(said.text) if said.type == "error" else None)
        page.goto(f"{self.room.server.url}/p/{accounts.web_link(self.host, person.id)}")
        page.goto(self.url)
        return page

    def view(self):
        return views.view(self.host, self.game)

    def version(self):
        return self.view().version

    def asked(self):
        """Whose turn it is to do something: the page of somebody who is asked, and what."""
        for n, person in enumerate(self.people):
            shown = views.view(self.host, self.game, person.id)
            mine = [asked for asked in shown.asked if asked.who == shown.you]
            if mine:
                return self.pages[n], mine[0]
        raise AssertionError("nobody is asked anything")

    def somebody_answers(self):
        """Whoever is asked answers, without the page."""
        for person in self.people:
            shown = views.view(self.host, self.game, person.id)
            for asked in [asked for asked in shown.asked if asked.who == shown.you][:1]:
                values = [option.value for option in asked.options]
                kinds = {
                    "number": asked.form.low,
                    "several": values[: max(1, asked.form.low)],
                    "text": "Is it raining?",
                }
                value = kinds.get(asked.form.kind) or values[0 if asked.secret else -1]
                assert games.answer(self.host, Command(by=person.id), self.game, asked.id, value).ok
                return

    def stage(self):
        view = self.view().view
        assert view
        return Reader().value(view.stage, "")

    def first_round_goes_on(self):
        return self.stage() == "Cycle 1"


def tapped(page, n):
    """A tap on a square, and one on what the dock offers first."""
    page.locator(f"#s{n}").click()
    page.locator("#panel button.go").click()


def answer(page, asked):
    """Answer on the page as a person would: a door and the dock, a cell, a button, or the field."""
    question(page, asked).wait_for()
    form = page.locator(f"form.ask:has([value='{asked.id}'])")
    doors = page.locator("#place button[name=square]:visible")
    if form.get_by_text("Choose a square on the board.").count():
        free = doors.first if asked.secret else doors.last
        tapped(page, free.get_attribute("value"))
    elif page.locator(".drawn button[name=value]").count():
        page.locator(".drawn button[name=value]").first.click()
    elif form.locator(".choices button").count():
        form.locator(".choices button").first.click()
    else:
        value = {"number": asked.form.low, "text": "Is it raining?"}.get(asked.form.kind)
        several = ", ".join(str(option.value) for option in asked.options[: max(1, asked.form.low)])
        form.locator("[name=value]").fill(several if value is None else str(value))
        form.get_by_role("button", name="Answer", exact=True).click()


def question(page, asked):
    return page.locator(f"#q-{re.sub('[^a-z0-9]+', '-', asked.id.lower())}")


def hurries_to(page, asked):
    """To save the test's time: a look at once, and no moment is watched to its end (they have tests of their own)."""
    page.evaluate("() => window.dispatchEvent(new Event('online'))")
    for _ in range(150):
        if question(page, asked).count():
            return
        page.keyboard.press("Shift")
        page.wait_for_timeout(50)


def play_the_round(seats):
    """The first round of a season from its first bomb to its last minigame, all through the pages."""
    for _ in range(120):
        page, asked = seats.asked()
        if asked.id.startswith("SR"):
            return
        before = seats.version()
        hurries_to(page, asked)
        answer(page, asked)
        seats.room.until(lambda before=before: seats.version() > before)
    raise AssertionError("the round never ended")


@pytest.mark.parametrize("motion", ["reduce", pytest.param("no-preference", marks=pytest.mark.slow)])
def test_a_whole_round_is_played_through_the_page_by_two_seats(room, chrome, motion):
    seats = Seats(room, chrome, reduced_motion=motion)
    play_the_round(seats)
    for page in seats.pages:
        page.locator("#heading .far", has_text=seats.stage()).wait_for()
    log = room.host.store.log(seats.game, limit=1000)
    assert {entry.by for entry in log if entry.kind == "answer"} == {"p1", "p2"}
    assert not any(entry.kind in ("lapse", "held") for entry in log)
    assert seats.troubles == []


def test_everything_asked_is_answered_without_javascript(room, chrome):
    seats = Seats(room, chrome, java_script_enabled=False)
    for _ in range(10):
        before, (page, asked) = seats.version(), seats.asked()
        page.reload()
        answer(page, asked)
        page.wait_for_url(seats.url)
        assert seats.version() > before
    log = room.host.store.log(seats.game)
    assert len([entry for entry in log if entry.kind == "answer"]) == 10
    seats.pages[0].reload()
    assert seats.pages[0].locator("#heading .far").inner_text().strip() == seats.stage()


def test_the_others_turns_come_in_by_themselves_and_are_read_out(room, chrome):
    seats = Seats(room, chrome)
    ann, bob = seats.pages
    for page in (ann, bob):
        page.locator("button.door").first.wait_for()
    answer(bob, seats_question(seats, 1))
    ann.locator("#seats", has_text="1 of 2 has sealed").wait_for()
    answer(ann, seats_question(seats, 0))
    mover, asked = seats.asked()
    other = bob if mover is ann else ann
    before = other.locator("#news").text_content()
    answer(mover, asked)
    other.evaluate("() => window.dispatchEvent(new Event('online'))")  # a look at once, to save the test's time
    other.wait_for_function("(before) => document.querySelector('#news').textContent !== before", arg=before)
    assert other.locator("#news").get_attribute("aria-live") == "polite"


def seats_question(seats, i):
    shown = views.view(seats.host, seats.game, seats.people[i].id)
    return next(asked for asked in shown.asked if asked.who == shown.you)


def test_a_square_is_picked_by_keyboard_alone_and_focus_is_kept(room, chrome):
    seats = Seats(room, chrome)
    page = seats.pages[0]
    page.locator("button.door").first.wait_for()
    for _ in range(20):
        page.keyboard.press("Tab")
        if page.evaluate("() => document.activeElement.closest('.board') !== null"):
            break
    assert page.evaluate("() => document.activeElement.id") == "s1"
    for key in ("ArrowRight", "ArrowDown", "ArrowDown", "ArrowLeft", "ArrowLeft", "ArrowUp"):
        page.keyboard.press(key)
    assert page.evaluate("() => document.activeElement.id") == "s6"
    # What the others do meanwhile must not take the focus away.
    games.play(seats.host, Command(by=seats.people[1].id), seats.game, "list", [1])
    answer(seats.pages[1], seats_question(seats, 1))
    page.locator("#seats", has_text="1 of 2 has sealed").wait_for()
    assert page.evaluate("() => document.activeElement.id") == "s6"
    page.keyboard.press("Enter")
    assert page.locator("#square-name").inner_text() == "Square 6"
    assert page.evaluate("() => document.activeElement.id") == "s6"
    while page.evaluate("() => document.activeElement.textContent") != "Seal it here":
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.get_by_text("Your bomb is sealed on square 6.").first.wait_for(state="attached")
    assert page.evaluate("() => document.activeElement.closest('main') !== null")


def test_escape_takes_a_choice_back(room, chrome):
    seats = Seats(room, chrome)
    page, before = seats.pages[0], seats.version()
    page.locator("#s7").click()
    assert page.locator("#panel").is_visible()
    page.keyboard.press("Escape")
    assert not page.locator("#panel").is_visible()
    assert page.locator(".ajar").count() == 0
    assert seats.version() == before


def test_a_refusal_is_said_on_the_page_and_nothing_is_lost(room, chrome):
    seats = Seats(room, chrome)
    page = seats.pages[0]
    page.locator("#s9").click()
    page.locator("#panel [name=value]").evaluate("el => { el.value = 99; }")
    page.locator("#panel button.go").click()
    page.locator("#alert", has_text="is not one of the choices").wait_for()
    assert page.locator("#alert").get_attribute("role") == "alert"
    tapped(page, 2)
    page.get_by_text("Your bomb is sealed on square 2.").first.wait_for(state="attached")
    assert page.locator("#alert").inner_text() == ""


def test_a_visitor_takes_a_seat_and_seals_a_bomb_in_two_taps(room, chrome):
    command = Command(by="house")
    game = games.create(room.host, command, "season7", {"voice": "plain"}, "evening").game
    for _ in range(4):
        games.add_bot(room.host, command, game)
    games.begin(room.host, command, game)
    page = chrome.page(viewport=PHONE)
    page.goto(f"{room.server.url}/g/{game}")
    page.get_by_role("button", name="Play at a table of my own").click()
    page.locator(".ask").wait_for()
    assert game not in page.url
    page.get_by_role("button", name="C3, square 13").click()
    page.get_by_role("button", name="Seal it here").click()
    page.get_by_text("Your bomb is under 13.").first.wait_for(state="attached")
    page.goto(f"{room.server.url}/g/{game}")
    page.get_by_role("button", name="Ask for a seat here").click()
    page.get_by_text("You have asked for a seat.").first.wait_for(state="attached")


def test_every_button_of_the_hall_opens_a_table_of_the_game_that_it_names(room, chrome):
    page = chrome.page(viewport=PHONE)
    for button, name in [("practise-season7", "season7"), *((f"own-{name}", name) for name in RULESETS)]:
        page.goto(room.server.url)
        page.locator(f"#{button}").click()
        page.locator("main[data-stage=running]").wait_for()
        session = room.host.store.game(page.url.rpartition("/")[2]).session
        assert (button, session.ruleset) == (button, name)


def test_several_in_order_are_tapped_together(room, chrome):
    seats = Seats(room, chrome)
    for _ in range(2):
        seats.somebody_answers()
    mover, asked = seats.asked()
    page = next(page for page in seats.pages if page is not mover)
    page.locator("#tab-rest").click()
    form = page.locator("form:has(#p-list)")
    for n in ("7", "3", "9", "3"):
        form.get_by_role("button", name=n, exact=True).click()
    assert form.locator("#p-list").input_value() == "7, 9"
    # What others do meanwhile must not empty what somebody is filling in.
    before = page.locator("#said li").first.text_content()
    answer(mover, asked)
    page.wait_for_function("(before) => document.querySelector('#said li').textContent !== before", arg=before)
    assert form.locator("#p-list").input_value() == "7, 9"
    form.get_by_role("button", name="Do it").click()
    page.get_by_text("Your list: 7 and 9.").first.wait_for(state="attached")


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
    assert seats.close(seats_.host, Command(by=seats_.people[0].id), seats_.game).ok
    page = seats_.pages[0]
    page.goto(f"{seats_.url}/replay")
    assert page.get_by_role("button", name="Go").bounding_box()["width"] > 38  # else it takes two lines


def test_landmarks_and_names_are_there_for_a_screen_reader(room, chrome):
    seats = Seats(room, chrome)
    page = seats.pages[0]
    for role, name in (("banner", None), ("main", None), ("navigation", "Pages"), ("region", "What you can do")):
        assert page.get_by_role(role, name=name).count() == 1
    assert page.get_by_role("heading", level=1).inner_text() == "Quadrant 1 Cycle 1"
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
