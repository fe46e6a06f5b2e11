"""The panel in the dock: lists by taps in order, locks that everybody sees, numbers by taps, one tap for the quick."""

import time

from host.core import games
from host.core.session import Command
from host.doors.web.markup import looks
from tests.host.doors.web.in_a_browser.browser import Flights
from tests.host.doors.web.in_a_browser.staged import Staged

PHONE = {"width": 390, "height": 844}
ROUND = """rtab     1 season7
title    A round in play
players  Ann Bob Cat
round    Q1 Ann Bob Cat
board    Q1
    £100,000 | £200,000 | £300,000 | £400,000 | £500,000
    £100,000 | £200,000 | £300,000 | £400,000 | £500,000

begin
Cat      play lock 9
>        Cat locks square 9.
?        Ann select
"""
MINIGAME = """rtab     1 season7
title    A minigame in play
players  Ann Bob Cat
round    Q1 Bob Cat Ann
board    Q1
    £100,000 | £200,000
minigame Ann {name}

begin
?        Ann nothing
"""


def test_squares_are_put_on_a_list_in_the_order_of_the_taps(room, chrome):
    staged = Staged(room, ROUND)
    page = staged.page(chrome, "Bob", viewport=PHONE)
    for n in (7, 3):
        page.locator(f"#s{n}").click()
        page.locator("#panel").get_by_text("Add to my list").click()
        page.locator(f"#s{n} .nth").wait_for()
    assert staged.shown("Bob").view.own.wishes == {"Q1": [7, 3]}
    assert [page.locator(f"#s{n} .nth").inner_text() for n in (7, 3)] == ["1", "2"]
    page.locator("#s7").click()
    assert not page.locator("#panel").get_by_text("Add to my list").is_visible()
    assert staged.page(chrome, "Ann", viewport=PHONE).locator(".nth").count() == 0


def test_a_turn_is_answered_with_several_squares_in_the_order_of_the_taps(room, chrome):
    staged = Staged(room, ROUND)
    page = staged.page(chrome, "Ann", viewport=PHONE)
    for n in (7, 3, 5, 3, 2):  # 3 is taken back by its second tap
        page.locator(f"#s{n}").click()
    assert {n: page.locator(f"td[data-n='{n}']").get_attribute("data-pick") for n in (7, 5, 2, 3)} == {
        7: "1",
        5: "2",
        2: "3",
        3: None,
    }
    assert page.locator("#square-name").inner_text() == "Square 7 now, and then 5, 2"
    assert page.locator("#panel button:visible").all_inner_texts() == ["Open"]
    page.locator("#panel").get_by_role("button", name="Open").click()
    room.until(lambda: 7 in staged.shown().view.panels[0].board.cells)
    assert staged.shown("Ann").view.own.wishes == {"Q1": [5, 2]}
    page.locator("#s5 .nth").wait_for()


def test_a_list_is_made_without_a_script_too(room, chrome):
    staged = Staged(room, ROUND)
    page = staged.page(chrome, "Bob", viewport=PHONE, java_script_enabled=False)
    for n in (7, 3):
        page.locator(f"#s{n}").click()
        page.get_by_text("Add to my list").click()
    assert staged.shown("Bob").view.own.wishes == {"Q1": [7, 3]}


def test_everybody_sees_who_has_locked_which_square(room, chrome):
    staged = Staged(room, ROUND)
    staged.ends()
    for who in ("", "Ann", "Cat"):
        page = staged.page(chrome, who, viewport=PHONE)
        assert page.locator("td[data-n='9'] .claim .t").inner_text() == "C"
        assert page.locator(".claim").count() == 1
    page = staged.page(chrome, "Ann", viewport=PHONE)
    assert "locked by Cat" in page.locator("td[data-n='9']").inner_html()


def test_one_tap_is_enough_where_somebody_wants_it_so(room, chrome):
    staged = Staged(room, ROUND)
    page = staged.page(chrome, "Ann", viewport=PHONE)
    before = staged.version()
    page.goto(f"{staged.url}#rest")
    switch = page.locator("[data-quick-switch]")
    switch.click()
    assert switch.get_attribute("aria-pressed") == "true"
    page.goto(f"{staged.url}#stage")
    page.reload()
    page.locator("body[data-quick='1']").wait_for()
    page.locator("#s4").click()
    room.until(lambda: staged.version() > before)
    assert staged.shown().view.panels[0].board.cells[4].who == "Ann"
    page.locator("#s2").click()  # it is not Ann's turn: a tap must lock nothing in
    page.locator("#panel").wait_for()
    assert staged.shown().view.panels[0].board.locked == {}


def stand_still(page):
    """Stop the page's clock, so that nothing is asked for by itself; return what it asks for from then on."""
    page.clock.install()
    page.reload()
    page.locator("script[src*='moments.js']").wait_for(state="attached")
    flights = Flights(page)
    page.clock.pause_at(time.time() + 3600)
    page.wait_for_timeout(100)  # the look that was due in that hour begins
    flights.land()
    flights.urls.clear()
    return flights


def test_until_the_door_swings_a_tap_takes_one_request(room, chrome):
    staged = Staged(room, ROUND)
    page = staged.page(chrome.apart(), "Ann", viewport=PHONE, reduced_motion="no-preference")
    flights = stand_still(page)
    page.locator("#s7").click()
    assert flights.urls == []
    page.locator("#panel").get_by_role("button", name="Open").click()
    room.until(lambda: page.clock.run_for(50) or page.locator("td[data-n='7'] .door.flip").count())
    assert [url.partition("?")[0] for url in flights.urls] == [f"{staged.url}/square"]
    room.until(lambda: page.clock.run_for(50) or page.locator("td[data-n='7'] .sq").count())
    assert staged.shown().view.panels[0].board.cells[7].who == "Ann"


PLACES = """() => ['lamp', 'place', 's1', 'seats', 'dock'].map((id) => {
  const { x, y, width, height } = document.getElementById(id).getBoundingClientRect();
  return [x, y, width, height].map(Math.round);
})"""


def test_a_second_tab_is_told_that_it_comes_too_late_and_nothing_of_it_moves(room, chrome):
    staged = Staged(room, ROUND)
    page = staged.page(chrome.apart(), "Ann", viewport=PHONE, reduced_motion="reduce")
    stand_still(page)
    before = page.evaluate(PLACES)
    page.locator("#s7").click()
    (asked,) = [each for each in staged.shown("Ann").asked if each.who == "Ann"]
    ann = Command(by=staged.people["Ann"].id)
    assert games.submit_answer(staged.host, ann, staged.game, asked.id, 3).ok  # in another tab
    version = staged.version()
    page.locator("#panel").get_by_role("button", name="Open").click()
    page.locator("#alert:not(:empty)").wait_for()
    assert page.evaluate(PLACES) == before
    page.evaluate("() => window.dispatchEvent(new Event('online'))")
    room.until(lambda: page.clock.run_for(200) or page.locator("td[data-n='3'] .sq").count())
    assert page.evaluate(PLACES) == before
    assert staged.version() == version


def test_a_number_is_said_by_taps(room, chrome, monkeypatch):
    monkeypatch.setattr(looks, "TAPPABLE_FORMS", ())  # as where a game has no look
    staged = Staged(room, MINIGAME.format(name="Power Number"))
    page = staged.page(chrome, "Ann", viewport=PHONE)
    before = staged.version()
    chips = page.locator(".dock .chips button")
    chips.nth(2).click()
    chips.last.click()
    (asked,) = [each for each in staged.shown("Ann").asked if each.who == "Ann"]
    form = asked.form
    chosen = int(page.locator(".dock input[type=number]").input_value())
    assert form.low < chosen < form.high
    page.get_by_role("button", name="Answer", exact=True).click()
    room.until(lambda: staged.version() > before)
    assert room.host.store.load_log(staged.game, limit=50)[-1].value == chosen
