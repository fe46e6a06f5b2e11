"""The page in a real Chromium: whole rounds by tapping, typing and keys; on a phone, by night, without JavaScript."""

import re

import pytest

from engine.rulesets import RULESETS
from host.core import games
from host.core.session import Command
from host.shown import views
from tests.host.doors.web.in_a_browser.browser import PHONE
from tests.host.doors.web.in_a_browser.browser_parts import Seats
from tests.host.doors.web.in_a_browser.scenes import hurry


def tapped(page, n):
    """A tap on a square, and one on what the dock offers first."""
    page.locator(f"#s{n}").click()
    page.locator("#panel button.go").click()


def answer(seats, page, asked):
    """Answer on the page as a person would, and wait until the host has taken it: only then somebody else is asked."""
    before = seats.version()
    give(page, asked)
    seats.room.until(lambda: seats.version() > before)


def give(page, asked):
    """A door and the dock, things in a scene and Go, a cell, a button, or the field."""
    question(page, asked).wait_for()
    form = page.locator(f"form.ask:has([value='{asked.id}'])")
    doors = page.locator("#place button[name=square]:visible")
    if form.get_by_text("Choose a square on the board.").count():
        free = doors.first if asked.secret else doors.last
        tapped(page, free.get_attribute("value"))
    elif page.locator(f"#scene:has([value='{asked.id}'])").count():
        for n in range(max(1, asked.form.low) if asked.form.kind == "several" else 1):
            page.locator("#scene .pk input[name=value]").nth(n).click(force=True)
        page.locator("#scene-go").click()
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
    hurry(page)
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
        hurries_to(page, asked)
        answer(seats, page, asked)
    raise AssertionError("the round never ended")


@pytest.mark.parametrize("motion", ["reduce", pytest.param("no-preference", marks=pytest.mark.slow)])
def test_a_whole_round_is_played_through_the_page_by_two_seats(room, chrome, motion):
    seats = Seats(room, chrome, reduced_motion=motion)
    play_the_round(seats)
    for page in seats.pages:
        page.locator("#heading .far", has_text=seats.stage()).wait_for()
    log = room.host.store.load_log(seats.game, limit=1000)
    assert {entry.by for entry in log if entry.kind == "answer"} == {"p1", "p2"}
    assert not any(entry.kind in ("lapse", "held") for entry in log)
    assert seats.troubles == []


def test_everything_asked_is_answered_without_javascript(room, chrome):
    seats = Seats(room, chrome, java_script_enabled=False)
    for _ in range(10):
        page, asked = seats.asked()
        page.reload()
        with page.expect_navigation(url=seats.url):
            answer(seats, page, asked)
    log = room.host.store.load_log(seats.game)
    assert len([entry for entry in log if entry.kind == "answer"]) == 10
    seats.pages[0].reload()
    assert seats.pages[0].locator("#heading .far").inner_text().strip() == seats.stage()


def test_the_others_turns_come_in_by_themselves_and_are_read_out(room, chrome):
    seats = Seats(room, chrome)
    ann, bob = seats.pages
    for page in (ann, bob):
        page.locator("button.door").first.wait_for()
    answer(seats, bob, seats_question(seats, 1))
    ann.locator("#seats", has_text="1 of 2 players has hidden a bomb").wait_for()
    answer(seats, ann, seats_question(seats, 0))
    mover, asked = seats.asked()
    other = bob if mover is ann else ann
    before = other.locator("#news").text_content()
    answer(seats, mover, asked)
    hurry(other)  # to save the test's time
    other.wait_for_function("(before) => document.querySelector('#news').textContent !== before", arg=before)
    assert other.locator("#news").get_attribute("aria-live") == "polite"


def seats_question(seats, i):
    shown = views.load_game_view(seats.host, seats.game, seats.people[i].id)
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
    games.make_unasked_play(seats.host, Command(by=seats.people[1].id), seats.game, "list", [1])
    answer(seats, seats.pages[1], seats_question(seats, 1))
    page.locator("#seats", has_text="1 of 2 players has hidden a bomb").wait_for()
    assert page.evaluate("() => document.activeElement.id") == "s6"
    page.keyboard.press("Enter")
    assert page.locator("#square-name").inner_text() == "Square 6"
    assert page.evaluate("() => document.activeElement.id") == "s6"
    while page.evaluate("() => document.activeElement.textContent") != "Hide it here":
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.get_by_text("Your bomb is hidden on square 6.").first.wait_for(state="attached")
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
    page.get_by_text("Your bomb is hidden on square 2.").first.wait_for(state="attached")
    assert page.locator("#alert").inner_text() == ""


def test_a_visitor_takes_a_seat_and_seals_a_bomb_in_two_taps(room, chrome):
    command = Command(by="house")
    game = games.open_lobby(room.host, command, "season7", {"voice": "plain"}, "evening").game
    for _ in range(4):
        games.add_bot(room.host, command, game)
    games.start_game(room.host, command, game)
    page = chrome.page(viewport=PHONE)
    page.goto(f"{room.server.url}/g/{game}")
    began = page.evaluate("() => Date.now()")
    page.get_by_role("button", name="Play in a game of my own").click()
    page.locator(".ask").wait_for()
    assert page.evaluate("() => Date.now()") - began < 10_000
    assert game not in page.url
    page.get_by_role("button", name="C3, square 13").click()
    page.get_by_role("button", name="Hide it here").click()
    page.get_by_text("Your bomb is hidden on square 13. Remember it.").first.wait_for(state="attached")
    page.goto(f"{room.server.url}/g/{game}")
    page.get_by_role("button", name="Ask to join").click()
    page.get_by_text("You have asked to join.").first.wait_for(state="attached")


def test_every_button_of_the_hall_opens_a_table_of_the_game_that_it_names(room, chrome):
    page = chrome.page(viewport=PHONE)
    for button, name in [("practise-season7", "season7"), *((f"own-{name}", name) for name in RULESETS)]:
        page.goto(room.server.url)
        page.locator(f"#{button}").click()
        page.locator("main[data-stage=running]").wait_for()
        session = room.host.store.load_game(page.url.rpartition("/")[2]).session
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
    answer(seats, mover, asked)
    page.wait_for_function("(before) => document.querySelector('#said li').textContent !== before", arg=before)
    assert form.locator("#p-list").input_value() == "7, 9"
    form.get_by_role("button", name="Do it").click()
    page.get_by_text("Your list: 7 and 9.").first.wait_for(state="attached")


def test_a_browser_draws_another_word_each_time_somebody_sits_down(room, chrome):
    game = games.open_lobby(room.host, Command(by="ann"), "ladder").game
    for n in range(2):
        page = chrome.page()
        page.goto(f"{room.server.url}/g/{game}")
        page.locator("form.join [name=name]").fill(f"Zoe {n}")
        page.locator("form.join [name=name]").press("Enter")
        room.until(lambda n=n: len(room.host.store.load_game(game).session.players) > n)
    words = [player.sealed_word for player in room.host.store.load_game(game).session.players]
    assert [bool(re.fullmatch("[0-9a-f]{64}", word)) for word in words] == [True, True]
    assert words[0] != words[1]


def test_the_host_answers_on_the_page_what_is_written_in_ones_own_words(room, chrome):
    seats = Seats(room, chrome)
    page, before = seats.pages[0], seats.version()
    write_to_host(page, "whose turn is it?")
    page.locator("#alert .told, #alert p").first.wait_for()
    assert seats.version() == before
    write_to_host(page, "5 or 6")
    page.locator("#alert").get_by_role("button", name="6", exact=True).click()
    page.get_by_text("Your bomb is hidden on square 6.").first.wait_for(state="attached")
    assert page.locator("#alert").inner_text() == ""


def write_to_host(page, text):
    """Write this in the field under More."""
    if not page.locator("#own-words").is_visible():
        page.locator("#tab-rest").click()
    page.locator("#own-words").fill(text)
    page.locator("#own-words-do").click()
