"""Short telephones: the whole board above the dock, and the lamp's line unbroken."""

import pytest

from host.core.context import Config
from host.core.deadlines import ticking
from tests.host.doors.web.in_a_browser import scenes
from tests.host.doors.web.in_a_browser.browser import Flights, Table, Ticks


@pytest.mark.parametrize(("width", "height"), [(360, 640), (390, 664), (390, 844)])
def test_all_twenty_five_doors_are_seen_above_the_dock(room, chrome, width, height):
    game = scenes.Stage(room, chrome).laid(scenes.ROUND)
    game.goes_on()
    page = game.page(chrome, "Zoe", viewport={"width": width, "height": height})
    page.evaluate("() => document.fonts.ready")
    page.wait_for_timeout(300)
    dock = page.locator("#dock").bounding_box()["y"]
    boxes = [page.locator(f"#place td[data-n='{n}']").bounding_box() for n in (1, 5, 21, 25)]
    assert all(box["y"] + box["height"] <= dock + 1 and box["x"] + box["width"] <= width for box in boxes)
    assert min(box["height"] for box in boxes) >= 34
    line = page.locator("#lamp p")
    assert line.evaluate("(el) => el.scrollWidth <= el.clientWidth + 1 && el.scrollHeight <= el.clientHeight + 1")


STEP, MOST = 100, 10_000  # milliseconds of the page's own time


@pytest.fixture
def timed():
    """A house whose clock stands until it is set, with computers that take their time as at home."""
    ticks = Ticks()
    room = Table(ticks, Config().bot_pause)
    yield room, ticks
    room.close()


def test_the_hall_begins_with_a_name_and_play_and_a_first_door_is_two_taps_and_ten_seconds_away(timed, chrome):
    (room, ticks), spent = timed, 0
    page = chrome.profile(viewport={"width": 360, "height": 640}).new_page()
    flights = Flights(page)

    def wait_for(seen):
        nonlocal spent
        while not seen.count():
            flights.land()  # only the page's own waiting counts
            page.wait_for_load_state()
            ticks.now += STEP / 1000
            ticking.sweep_due_games(room.host)
            page.clock.run_for(STEP)
            spent += STEP
            assert spent < MOST

    page.clock.install(time=ticks.now)
    page.goto(room.server.url)
    ticks.now = page.evaluate("() => Date.now()") / 1000 + 1
    page.clock.pause_at(ticks.now)
    play = page.get_by_role("button", name="Play", exact=True)
    box = play.bounding_box()
    assert box["y"] + box["height"] <= 640
    others = [each.bounding_box()["y"] for each in page.locator("main button:visible").all()]
    assert box["y"] == min(others)  # nothing is asked before it
    page.locator("#own-name").fill("Zoe")
    play.click(no_wait_after=True)
    wait_for(page.locator("main[data-stage=running] #place button[name=square]"))
    page.locator("#place button[name=square]").nth(12).click()
    page.locator("#panel button.go").click()
    wait_for(page.locator("#place td[data-n='13'] .own.bomb"))  # what was done is seen where it was done
    assert "13" in page.locator("#said").text_content()  # and said
    opened, doors = page.locator("#place > .moment"), page.locator("main.asked #place button[name=square]")
    wait_for(page.locator("#place > .moment, main.asked #place button[name=square]"))
    if not opened.count():  # the first turn is one's own
        doors.first.click()
        page.locator("#panel button.go").click()
        wait_for(opened)
    assert opened.first.text_content().strip()  # the first door opens with its moment


def test_every_card_of_the_hall_has_its_picture(room, chrome):
    page = chrome.page(viewport={"width": 390, "height": 664}, color_scheme="dark")
    page.goto(room.server.url)
    drawn = page.locator(".cards9 svg")
    assert drawn.count() == 4
    wide = page.evaluate("() => [document.documentElement.scrollWidth, innerWidth]")
    assert wide[0] <= wide[1]
