"""A game looked back on in a real browser: by slider, by keys, and by itself; each moment has an address."""

import pytest

from host.core import seats
from host.core.commands import Command
from tests.host.doors.web.browser import PHONE, Table
from tests.host.doors.web.test_browser import Seats


@pytest.fixture
def room():
    room = Table()
    yield room
    room.close()


def test_it_is_looked_through_by_slider_keys_and_by_itself(room, chrome):
    table = Seats(room, chrome)
    for _ in range(6):
        table.somebody_answers()
    assert seats.close(table.house, Command(by=table.people[0].id), table.game).ok
    page = chrome.page(viewport=PHONE)
    page.set_default_timeout(10_000)
    page.goto(f"{table.url}/replay?n=0")
    page.locator("#slide").wait_for()
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**/replay?n=1")
    page.get_by_text("Step 1 of").wait_for()
    page.locator("#slide").fill("3")
    page.wait_for_url("**/replay?n=3")
    page.locator("#play").click()
    page.wait_for_url("**/replay?n=4")
    page.locator("#play").click()
    assert page.locator("#play").get_attribute("aria-pressed") == "false"
    step = page.locator("nav.steps span").last.inner_text()
    page.reload()
    assert page.locator("nav.steps span").last.inner_text() == step
