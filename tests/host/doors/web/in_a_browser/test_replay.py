"""A game looked back on in a real browser: by slider, by keys, and by itself; each moment has an address."""

import time

import pytest

from engine.kernel.view import View
from host.archive import rehearsing
from host.core import games, seats
from host.core.deadlines import ticking
from host.core.session import Command
from host.shown import views
from tests.host.doors.web.in_a_browser.browser import PHONE
from tests.host.doors.web.in_a_browser.browser_parts import Seats
from tests.host.doors.web.in_a_browser.test_ending import ended, visitor
from tests.host.doors.web.visitor import Visitor, found

PAUSE = 1_700  # milliseconds: a step of a replay that plays by itself takes a little less


def test_it_is_looked_through_by_slider_keys_and_by_itself(room, chrome):
    table = Seats(room, chrome)
    for _ in range(6):
        table.somebody_answers()
    assert seats.close_table(table.host, Command(by=table.people[0].id), table.game).ok
    page = chrome.apart().page(viewport=PHONE, reduced_motion="no-preference")
    page.set_default_timeout(60_000)
    page.clock.install()
    page.goto(f"{table.url}/replay?n=0")
    page.locator("#slide").wait_for()
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**/replay?n=1")
    page.get_by_text("Step 1 of").wait_for()
    page.locator("#slide").fill("3")
    page.wait_for_url("**/replay?n=3")
    page.clock.pause_at(time.time() + 3600)
    page.locator("#play").click()
    page.clock.run_for(PAUSE)
    page.wait_for_url("**/replay?n=4")
    page.locator("#play").click()
    assert page.locator("#play").get_attribute("aria-pressed") == "false"
    step = page.locator("nav.steps span").last.inner_text()
    page.reload()
    assert page.locator("nav.steps span").last.inner_text() == step


MOMENTS = 6


def by_computers(host):
    """A game of computers that goes on: its id, and what everybody saw whenever something had just been said to all."""
    command = Command(by="house")
    game = games.open_lobby(host, command, "season7", {"target": 30_000_000}, "evening").game
    for _ in range(3):
        games.add_bot(host, command, game)
    games.start_game(host, command, game)
    seen = dict[int, View | None]()
    while len(seen) < MOMENTS:
        host.now.now += 3
        host.store.save_beat(host.now.now)
        ticking.run_due_steps(host, game)
        last = host.store.load_log(game, views.load_saved_game(host, game).session.entries - 1)[0]
        if any(not told.to for told in last.told):
            seen[last.n] = views.load_game_view(host, game).view
    return game, seen


def test_a_running_game_is_replayed_as_everybody_saw_it(host):
    game, seen = by_computers(host)
    assert views.load_game_view(host, game).stage == "running"
    for n, view in seen.items():
        step = rehearsing.load_replay_step(host, game, 0, n)
        assert (step.entry, step.view) == (n, view)
        assert step.said


def test_a_step_of_a_running_game_is_whatever_was_told_to_all_and_nothing_else(season):
    """Whoever seals in secret makes no step: nobody can count who has."""
    stranger = Visitor(season.host)
    before = rehearsing.load_replay_step(season.host, season.game, 10**6)
    shown = views.load_game_view(season.host, season.game, season.ann.id)
    asked = next(each for each in shown.asked if each.who == shown.you)
    games.submit_answer(season.host, Command(by=season.ann.id), season.game, asked.id, 7)
    assert rehearsing.load_replay_step(season.host, season.game, 10**6).last == before.last
    page = stranger.go(f"{season.path}/replay?n=999999")
    assert "Bomb" not in page
    assert stranger.page.status == 200
    assert f"{season.path}/replay" in stranger.go(season.path)


def test_a_moment_of_the_replay_has_an_address_that_is_the_same_when_the_game_is_over(season):
    ann, stranger = season.visitor(season.ann), Visitor(season.host)
    page = stranger.go(f"{season.path}/replay?n=1")
    here = found(r'href="([^"]+)" id="stood"', page)
    board = found("<h2>.*", stranger.go(here))
    assert found(r"moment\?n=(\d+)", page) == here.rpartition("=")[2]
    ann.go(season.path)
    ann.post(f"{season.path}/close", sure="1")
    after = stranger.go(here)
    assert found(r'href="([^"]+)" id="stood"', after) == here
    assert found("<h2>.*", after).partition("<p>")[0] == board.partition("<p>")[0]


@pytest.fixture
def over(room):
    return ended(room)


def test_ones_own_record_has_ones_own_secrets_beside_what_everybody_was_told(over):
    path = f"/g/{over.game}"
    page = visitor(over, "Bob").go(f"{path}/record")
    assert "our bomb on 3" in found('<div class="own">.*?</div></div>', page)  # however the voice puts it
    assert page.count('title="The board at that time"') > 5
    assert "our bomb on 3" not in visitor(over, "Ann").go(f"{path}/record")
    assert f"{path}/record" in visitor(over, "Ann").go(path)


def test_what_one_has_sealed_stands_in_ones_own_record_alone(season):
    people = ((season.ann, 7), (season.bob, 11))
    for person, square in people:
        shown = views.load_game_view(season.host, season.game, person.id)
        asked = next(each for each in shown.asked if each.who == shown.you)
        assert games.submit_answer(season.host, Command(by=person.id), season.game, asked.id, square).ok
    ann = season.visitor(season.ann)
    ann.go(season.path)
    ann.post(f"{season.path}/close", sure="1")
    texts = [season.visitor(person).ask("GET", f"{season.path}/record?text=1").body.decode() for person, _ in people]
    own = [{line[7:] for line in text.splitlines() if line[7:9] == "* "} for text in texts]
    assert "* You said: 7" in own[0]
    assert "* You said: 11" in own[1]
    assert {line.partition("?")[0] for line in own[0] & own[1]} <= {"* Which squares do you open first"}
    assert Visitor(season.host).ask("GET", replay_of(ann.go(f"{season.path}/record"))).status == 200
    told = [{line for line in text.splitlines() if line[:5].strip().isdigit() and line[7:9] != "* "} for text in texts]
    assert told[0] == told[1]


def replay_of(page):
    return found(r'href="([^"]+replay\?at=\d+)"', page)


def test_nobody_else_has_a_record_nor_anybody_before_the_end(over, season):
    stranger = Visitor(over.host)
    assert stranger.ask("GET", f"/g/{over.game}/record").status == 403
    assert "/record" not in stranger.go(f"/g/{over.game}")
    assert season.visitor(season.ann).ask("GET", f"{season.path}/record").status == 403


def test_the_slider_of_a_running_game_grows_with_it(room, chrome):
    table = Seats(room, chrome)
    for _ in range(5):
        table.somebody_answers()
    page = chrome.page(viewport=PHONE, reduced_motion="no-preference")
    page.set_default_timeout(60_000)
    page.goto(f"{table.url}/replay")
    page.locator("#slide").wait_for()
    last = int(page.locator("#slide").get_attribute("max"))
    page.keyboard.press("ArrowRight")
    page.get_by_text("Step 1 of").wait_for()
    while rehearsing.load_replay_step(table.host, table.game, 10**6).last == last:
        table.somebody_answers()
    page.keyboard.press("ArrowRight")
    page.get_by_text("Step 2 of").wait_for()
    assert int(page.locator("#slide").get_attribute("max")) > last
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
