"""The show in a real Chromium: nothing moves but what happens, a tap only chooses, and what is opened is seen."""

import re

import pytest

from host.core import games
from host.core.session import Command
from host.shown import views
from tests.host.doors.web.in_a_browser.browser_parts import Seats
from tests.host.doors.web.in_a_browser.scenes import hold, hurry
from tests.host.doors.web.in_a_browser.test_browser import answer

PHONE, DESK = {"width": 390, "height": 844}, {"width": 1280, "height": 800}
SIZES = [PHONE, pytest.param(DESK, marks=pytest.mark.slow)]  # the matrix of all scenes runs in the slow target
# Where each part is, looked at with every picture that the browser draws.
WATCH = """() => {
  const seen = window.seen = {};
  (function look() {
    for (const id of ["lamp", "place", "seats", "dock", "s1", "race"]) {
      const el = document.getElementById(id);
      if (!el || el.closest(".ajar")) continue;
      const box = el.getBoundingClientRect();
      const place = [box.x, box.y, box.width, id === "seats" ? 0 : box.height];
      (seen[`${id} ${document.getElementById("place").className}`] ||= new Set()).add(place.map(Math.round).join(" "));
    }
    requestAnimationFrame(look);
  })();
}"""
SEEN = "() => Object.fromEntries(Object.entries(window.seen).map(([id, places]) => [id, [...places]]))"

# What was shown of each moment, from its first picture to its last.
RECORD = """() => {
  window.moments = [];
  const box = (el) => {
    const b = el.getBoundingClientRect();
    return [b.left, b.top, b.right, b.bottom].map(Math.round);
  };
  (function look() {
    const moment = document.querySelector(".moment:not([hidden])");
    if (moment && !moment.record) window.moments.push(moment.record = { sums: [], moving: 0, kind: moment.className });
    if (moment) {
      const sum = moment.querySelector(".sum"), place = document.getElementById("place");
      moment.record.text = moment.innerText.replace(/\\s+/g, " ");
      moment.record.moment = box(moment); moment.record.place = box(place);
      const tabs = document.querySelector(".tabs"); // on a phone it covers all between the bar and the tabs
      if (tabs.checkVisibility()) {
        [moment.record.place[0], moment.record.place[2]] = [0, innerWidth];
        moment.record.place[1] = box(document.querySelector(".bar"))[3];
        moment.record.place[3] = box(tabs)[1];
      }
      if (sum) moment.record.sums.push(sum.textContent);
      moment.record.moving += document.getAnimations().filter((each) => each.playState === "running").length;
      moment.record.star = moment.querySelector(".star") !== null;
    }
    requestAnimationFrame(look);
  })();
}"""
STYLED = "(name) => [...document.styleSheets].some((each) => each.href.includes(name))"
OVER = "() => window.moments.length > 0 && !document.querySelector('.moment')"


class Laid(Seats):
    """A table for two, in play, of which the test knows what lies where."""

    def __init__(self, room, chrome, **context):
        super().__init__(room, chrome, **context)
        for person, square in zip(self.people, (1, 2), strict=True):
            (asked,) = [each for each in self.shown(person).asked if each.secret]
            self.answers(person, asked, square)

    def shown(self, person):
        return views.load_game_view(self.host, self.game, person.id)

    def answers(self, person, asked, value):
        assert games.submit_answer(self.host, Command(by=person.id), self.game, asked.id, value).ok

    def mover(self):
        """Who is asked to select, and the question."""
        for person in self.people:
            for asked in self.shown(person).asked:
                if asked.who == self.shown(person).you and asked.key == "select":
                    return person, asked
        raise AssertionError("nobody is to select")

    def watched(self, chrome, **context):
        """The page of somebody who only looks on, and notes what moments it shows."""
        page = chrome.page(**{"reduced_motion": "no-preference", **context})
        page.set_default_timeout(60_000)
        page.on("pageerror", lambda error: self.troubles.append(str(error)))
        page.goto(self.url)
        page.locator("#lamp", has_text="Waiting for").wait_for()
        page.evaluate(RECORD)
        return page

    def opens(self, page, square):
        """Whoever is to move opens this square; what the page has shown of it, and what was told in the open."""
        person, asked = self.mover()
        self.answers(person, asked, square)
        hurry(page)
        page.wait_for_function(OVER)
        told = [told for told in self.host.store.load_log(self.game, limit=200)[-1].told if not told.to]
        return page.evaluate("() => window.moments[0]"), told


@pytest.mark.parametrize("viewport", SIZES)
def test_nothing_moves_while_the_others_play(room, chrome, viewport):
    """Through a whole round, moments, minigames and all: lamp, board and dock are always where they were."""
    seats = Seats(room, chrome)
    page = seats.page(chrome, seats.people[0], viewport=viewport, reduced_motion="no-preference")
    page.locator("#s1").wait_for()
    before = page.locator("main").get_attribute("data-version")
    page.evaluate(WATCH)
    for _ in range(24):
        if not seats.first_round_goes_on():
            break
        seats.somebody_answers()
        hurry(page)
        page.wait_for_timeout(120)
    page.wait_for_function("(before) => document.querySelector('main').dataset.version !== before", arg=before)
    seen = page.evaluate(SEEN)
    assert "s1 place" in seen
    for part, places in seen.items():  # a larger board, of a later round, has places of its own
        if part.startswith(("race", "lamp", "place", "s1 ", "dock")):
            assert len(places) == 1, (part, places)
    assert seats.troubles == []


def test_a_second_tap_on_a_door_does_nothing(room, chrome):
    laid = Laid(room, chrome, viewport=PHONE)
    person, asked = laid.mover()
    page = laid.pages[laid.people.index(person)]
    page.locator("#q-" + re.sub("[^a-z0-9]+", "-", asked.id.lower())).wait_for()
    before = laid.version()
    page.locator("#s14").dblclick()
    page.locator("#s14").click(force=True)
    page.wait_for_timeout(300)
    assert page.locator("#square-name").inner_text() == "Square 14"
    assert page.locator("#panel button:visible").all_inner_texts()[:1] == ["Open"]
    assert laid.version() == before
    page.locator("#panel .no").click()
    assert not page.locator("#panel").is_visible()
    page.locator("#s15").click()
    assert page.locator("#square-name").inner_text() == "Square 15"
    page.locator("#panel button.go").click()
    laid.room.until(lambda: laid.version() > before)
    assert room.host.store.load_log(laid.game, limit=100)[-1].value == 15


@pytest.mark.parametrize(("viewport", "scheme"), [(PHONE, "dark"), pytest.param(DESK, "light", marks=pytest.mark.slow)])
def test_an_opened_square_is_seen_by_whoever_looks_on(room, chrome, viewport, scheme):
    """Who it was, which square, what lay there; between the bar and the tabs, and nowhere else."""
    laid = Laid(room, chrome, viewport=viewport)
    page = laid.watched(chrome, viewport=viewport, color_scheme=scheme)
    moment, told = laid.opens(page, 13)
    name = {"p1": "Ann", "p2": "Bob"}[told[0].facts["who"]]
    assert f"{name} opens 13" in moment["text"]
    left, top, right, bottom = moment["moment"]
    place = moment["place"]
    assert place[0] <= left < right <= place[2]
    assert place[1] <= top < bottom <= place[3]
    assert bottom - top > 200
    page.locator("td[data-n='13'] .sq.now").wait_for()
    assert laid.troubles == []


@pytest.mark.parametrize("viewport", SIZES)
def test_a_bomb_bursts_and_its_cost_counts_up_to_the_last_pound(room, chrome, viewport):
    laid = Laid(room, chrome, viewport=viewport)
    page = laid.watched(chrome, viewport=viewport)
    moment, told = laid.opens(page, 2 if laid.mover()[0] is laid.people[0] else 1)
    assert moment["star"]
    assert "Bomb" in moment["text"]
    cost = next((each.facts["amount"] for each in told if each.facts.get("source") == "bomb"), None)
    sums = [int(re.sub(r"\D", "", text)) for text in moment["sums"]]
    assert sums[-1:] == ([cost] if cost else sums[-1:])
    assert sums == sorted(sums)
    assert len(set(sums)) > 2 or not cost  # however few pictures a busy machine draws


def test_a_key_ends_a_moment(room, chrome):
    laid = Laid(room, chrome, viewport=PHONE)
    page = laid.watched(chrome, viewport=PHONE)
    person, asked = laid.mover()
    hold(page)  # nothing else ends it
    laid.answers(person, asked, 13)
    hurry(page)
    page.locator(".moment").wait_for()
    page.keyboard.press("Shift")
    page.locator(".moment").wait_for(state="detached")


def test_with_less_motion_nothing_moves_and_nothing_is_lost(room, chrome):
    laid = Laid(room, chrome, viewport=PHONE)
    page = laid.watched(chrome, viewport=PHONE, reduced_motion="reduce")
    moment, _ = laid.opens(page, 2 if laid.mover()[0] is laid.people[0] else 1)
    assert moment["moving"] == 0
    assert "Bomb" in moment["text"]
    assert len(set(moment["sums"])) <= 1


def test_sound_is_off_until_it_is_asked_for_and_stays_as_it_was_left(room, chrome):
    page = Laid(room, chrome, viewport=PHONE).watched(chrome, viewport=PHONE)
    page.locator("[data-sound]:visible").wait_for()
    page.evaluate(
        "() => { window.airs = 0; const Air = AudioContext;"
        " window.AudioContext = class extends Air { constructor() { super(); window.airs += 1; } }; }"
    )
    bang = "() => { document.dispatchEvent(new CustomEvent('show', { detail: 'bomb' })); return window.airs; }"
    speaker = page.locator("[data-sound]")
    assert (speaker.get_attribute("aria-pressed"), page.evaluate(bang)) == ("false", 0)
    speaker.click()
    assert (speaker.get_attribute("aria-pressed"), page.evaluate(bang)) == ("true", 1)
    page.reload()
    page.locator("[data-sound][aria-pressed=true]").wait_for()


def test_what_is_known_to_one_alone_is_no_moment_for_the_others(room, chrome):
    laid = Laid(room, chrome, viewport=PHONE)
    person, _ = laid.mover()
    page = laid.pages[1 - laid.people.index(person)]
    page.reload()  # what was told before is over
    page.evaluate(
        "() => { window.had = 0; new MutationObserver(() => { window.had += document.querySelectorAll("
        "'.moment').length; }).observe(document.body, { subtree: true, childList: true }); }"
    )
    assert games.make_unasked_play(laid.host, Command(by=person.id), laid.game, "peek", 2).ok
    hurry(page)
    page.locator("#seats", has_text="in").first.wait_for()
    page.wait_for_timeout(500)
    assert page.evaluate("() => window.had") == 0
    assert "peeked" not in page.content()


def test_a_cell_of_a_drawn_game_is_tapped_on_the_stage(room, chrome):
    """The style of drawn games comes when the first one does, and a tap on a cell answers, or chooses what Go sends."""
    seats = Seats(room, chrome, reduced_motion="no-preference")
    for _ in range(400):
        page, asked = seats.asked()
        hurry(page)
        if asked.of and not asked.of.endswith("board"):
            page.locator(".drawn button, #scene .pk input[name=value]").first.wait_for(state="attached")
            look = page.locator("#scene").get_attribute("data-look") if page.locator("#scene").count() else ""
            for style in ("scene.css", f"{look}.css") if look else ("games.css",):
                page.wait_for_function(STYLED, arg=style)
            answer(seats, page, asked)
            return
        seats.somebody_answers()
    raise AssertionError("no game was drawn")
