"""The show in a real Chromium: nothing moves but what happens, a tap only chooses, and what is opened is seen."""

import re

import pytest

from host.core import games
from host.core.commands import Command
from host.shown import views
from tests.host.doors.web.browser import Table
from tests.host.doors.web.test_browser import Seats, answer

PHONE, DESK = {"width": 390, "height": 844}, {"width": 1280, "height": 800}
HURRY = "() => window.dispatchEvent(new Event('online'))"
MOTION = "() => document.getAnimations().filter((each) => each.playState === 'running').length"
# Where each part is, looked at with every picture that the browser draws.
WATCH = """() => {
  const seen = window.seen = {};
  (function look() {
    for (const id of ["lamp", "place", "seats", "dock", "s1", "race"]) {
      const el = document.getElementById(id);
      if (!el || el.closest(".ajar")) continue;
      const box = el.getBoundingClientRect();
      (seen[id] ||= new Set()).add([box.x, box.y, box.width, id === "seats" ? 0 : box.height].map(Math.round).join(" "));
    }
    requestAnimationFrame(look);
  })();
}"""
SEEN = "() => Object.fromEntries(Object.entries(window.seen).map(([id, places]) => [id, [...places]]))"


@pytest.fixture
def room():
    room = Table()
    yield room
    room.close()


class Laid(Seats):
    """A table for two, in play, of which the test knows what lies where."""

    def __init__(self, room, chrome, **context):
        super().__init__(room, chrome, **context)
        for person, square in zip(self.people, (1, 2), strict=True):
            (asked,) = [each for each in self.shown(person).asked if each.secret]
            self.answers(person, asked, square)

    def shown(self, person):
        return views.view(self.house, self.game, person.id)

    def answers(self, person, asked, value):
        assert games.answer(self.house, Command(by=person.id), self.game, asked.id, value).ok

    def mover(self):
        """Who is asked to select, the question, and the page of whoever looks on."""
        for n, person in enumerate(self.people):
            for asked in self.shown(person).asked:
                if asked.who == self.shown(person).you and asked.key == "select":
                    return person, asked, self.pages[1 - n]
        raise AssertionError("nobody is to select")


@pytest.mark.parametrize("viewport", [PHONE, DESK])
def test_nothing_moves_while_the_others_play(room, chrome, viewport):
    """Through a whole round, moments, minigames and all: lamp, board and dock are always where they were."""
    seats = Seats(room, chrome, viewport=viewport)
    page = seats.page(chrome, seats.people[0], viewport=viewport)
    page.locator("#s1").wait_for()
    page.evaluate(WATCH)
    for _ in range(24):
        if not seats.first_round_goes_on():
            break
        seats.somebody_answers()
        page.evaluate(HURRY)
        page.wait_for_timeout(120)
    page.locator("#news", has_text="selects").wait_for(state="attached")
    seen = page.evaluate(SEEN)
    for part in ("race", "lamp", "place", "s1"):
        assert len(seen[part]) == 1, (part, seen[part])
    tops = {place.split()[1] for place in seen["dock"]} if viewport is DESK else set()
    assert len(tops) <= 1, seen["dock"]
    assert seats.troubles == []


def test_a_second_tap_on_a_door_does_nothing(room, chrome):
    laid = Laid(room, chrome, viewport=PHONE)
    person, _, onlooker = laid.mover()
    page = next(page for page in laid.pages if page is not onlooker)
    page.locator("#q-" + re.sub("[^a-z0-9]+", "-", laid.mover()[1].id.lower())).wait_for()
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
    assert room.house.store.log(laid.game, limit=100)[-1].value == 15
    assert person


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("viewport", [PHONE, DESK])
def test_an_opened_square_is_seen_by_whoever_looks_on(room, chrome, viewport, scheme):
    laid = Laid(room, chrome, viewport=viewport, color_scheme=scheme)
    person, asked, page = laid.mover()
    page.locator("#lamp", has_text="Waiting for").wait_for()
    laid.answers(person, asked, 13)
    page.evaluate(HURRY)
    page.locator(".moment").wait_for()
    name = "Ann" if person is laid.people[0] else "Bob"
    assert page.locator(".moment .who").inner_text().endswith(f"{name} opens 13")
    inside(page)
    told = next(each for each in room.house.store.log(laid.game, limit=100)[-1].told if "amount" in each.facts or each)
    assert str(told.facts["n"]) == "13"
    page.locator(".moment").wait_for(state="detached")
    page.locator("td[data-n='13'] .sq.now").wait_for()
    assert laid.troubles == []


def inside(page):
    """A moment fills the board's place and nothing else."""
    page.wait_for_timeout(500)
    moment, place = page.locator(".moment").bounding_box(), page.locator("#place").bounding_box()
    assert place["x"] <= moment["x"]
    assert moment["x"] + moment["width"] <= place["x"] + place["width"] + 1
    assert place["y"] <= moment["y"]
    assert moment["y"] + moment["height"] <= place["y"] + place["height"] + 1


@pytest.mark.parametrize("viewport", [PHONE, DESK])
def test_a_bomb_bursts_with_what_it_cost(room, chrome, viewport):
    laid = Laid(room, chrome, viewport=viewport)
    person, asked, page = laid.mover()
    page.locator("#lamp", has_text="Waiting for").wait_for()
    laid.answers(person, asked, 2 if person is laid.people[0] else 1)
    page.evaluate(HURRY)
    page.locator(".moment.bomb .star").wait_for()
    said = " ".join(page.locator(".moment").inner_text().split())
    assert "opens" in said
    assert "Bomb" in said
    page.locator(".moment").wait_for(state="detached")


def test_a_sum_counts_up_to_the_last_pound_and_a_tap_ends_the_moment(room, chrome):
    laid = Laid(room, chrome, viewport=PHONE)
    person, asked, page = laid.mover()
    page.locator("#lamp", has_text="Waiting for").wait_for()
    page.evaluate("""() => { window.sums = []; new MutationObserver(() => {
      const sum = document.querySelector(".moment:not([hidden]) .sum"); if (sum) window.sums.push(sum.textContent);
    }).observe(document.body, { subtree: true, childList: true, characterData: true }); }""")
    laid.answers(person, asked, 2 if person is laid.people[0] else 1)
    page.evaluate(HURRY)
    page.locator(".moment .sum", has_text="-£500,000").wait_for()
    sums = [int(re.sub(r"\D", "", text)) for text in page.evaluate("() => window.sums")]
    assert sums == sorted(sums)
    assert len(set(sums)) > 5
    page.keyboard.press("Escape")
    page.locator(".moment").wait_for(state="detached", timeout=500)


def test_with_less_motion_nothing_moves_and_nothing_is_lost(room, chrome):
    laid = Laid(room, chrome, viewport=PHONE, reduced_motion="reduce")
    person, asked, page = laid.mover()
    page.locator("#lamp", has_text="Waiting for").wait_for()
    laid.answers(person, asked, 2 if person is laid.people[0] else 1)
    page.evaluate(HURRY)
    page.locator(".moment.bomb").wait_for()
    assert page.evaluate(MOTION) == 0
    assert page.locator(".moment .sum").inner_text() == "-£500,000"


def test_what_is_known_to_one_alone_is_no_moment_for_the_others(room, chrome):
    laid = Laid(room, chrome, viewport=PHONE)
    person, _, page = laid.mover()
    page.evaluate(
        "() => { window.had = 0; new MutationObserver(() => { window.had += document.querySelectorAll("
        "'.moment').length; }).observe(document.body, { subtree: true, childList: true }); }"
    )
    assert games.play(laid.house, Command(by=person.id), laid.game, "peek", 2).ok
    page.evaluate(HURRY)
    page.locator("#seats", has_text="in").first.wait_for()
    page.wait_for_timeout(500)
    assert page.evaluate("() => window.had") == 0
    assert "peeked" not in page.content()


def test_a_cell_of_a_drawn_game_is_tapped_on_the_stage(room, chrome):
    """The style of drawn games comes when the first one does, and a tap on a cell answers."""
    seats = Seats(room, chrome, viewport=PHONE)
    for _ in range(400):
        before, (page, asked) = seats.version(), seats.asked()
        page.evaluate(HURRY)
        if asked.of and not asked.of.endswith("board"):
            page.locator(".drawn button").first.wait_for()
            assert page.evaluate("() => [...document.styleSheets].some((each) => each.href.includes('games.css'))")
            answer(page, asked)
            room.until(lambda before=before: seats.version() > before)
            return
        seats.somebody_answers()
    raise AssertionError("no game was drawn")
