"""Moments of every kind, seen by whoever looks on: in the board's place, in words that everybody was told."""

import re
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from engine.kernel import Phrase
from engine.kernel.question import Form
from engine.kernel.text import PLAIN_READER
from engine.rulesets import RULESETS
from host.core import games
from host.core.deadlines import ticking
from host.core.session import Command
from host.doors.web.table import stage
from host.doors.web.table.page_context import PageContext
from host.people import accounts
from host.shown import views, words
from host.shown.views import QuestionView
from tests.host.doors.web.in_a_browser.browser import Flights, Table, Ticks
from tests.host.doors.web.in_a_browser.scenes import ROUND, Stage, hold, hurry, release
from tests.host.doors.web.in_a_browser.staged import Staged
from tests.host.doors.web.in_a_browser.test_show import OVER, RECORD
from tests.host.doors.web.visitor import Visitor
from tests.host.test_ladder import house_state
from tests.pages import evaluate_unless_gone

TRANSCRIPTS = Path(__file__).parents[4] / "transcripts"
PHONE, DESK = {"width": 390, "height": 844}, {"width": 1280, "height": 800}
SIZES = [PHONE, pytest.param(DESK, marks=pytest.mark.slow)]  # the matrix of all scenes runs in the slow target


def staged(room, name):
    return Staged(room, (TRANSCRIPTS / f"{name}.rtab").read_text(encoding="utf-8"))


def watched(game, chrome, who="", troubles=None, **context):
    page = game.page(chrome, who, troubles, **{"viewport": PHONE, "reduced_motion": "no-preference", **context})
    page.locator("#lamp").wait_for()
    page.evaluate(RECORD)
    return page


def seen(page):
    hurry(page)
    page.wait_for_function(OVER)
    return page.evaluate("() => window.moments")


BOXES = """() => ['.moment p', '.moment .felt', '.moment .who'].map((query) => {
  const box = document.querySelector(query).getBoundingClientRect();
  return [box.top, box.bottom, box.left, box.right];
})"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_reactions_stand_below_what_happened_and_cover_nothing_of_it(room, chrome, scheme):
    """A bomb's sum, victim, owner and line together are the most there is to tell."""
    game = Stage(room, chrome).laid(ROUND, "~        bomb.mutates no", "Zoe      select 17")
    game.goes_on()
    page = game.page(chrome, "Tom", viewport=PHONE, color_scheme=scheme, reduced_motion="reduce")
    hold(page)
    game.goes_on()
    hurry(page)
    page.locator(".moment.bomb .felt").wait_for()
    told, felt, who = page.evaluate(BOXES)
    place = page.locator(".place > .moment").bounding_box()  # it reaches above the board's place on a phone
    assert place["y"] < who[0] < told[0] < told[1] <= felt[0] < felt[1] <= place["y"] + place["height"]


QUIET = """() => [...document.querySelectorAll('#lamp > *, #now > *')].filter((el) =>
  el.checkVisibility({ opacityProperty: true })).map((el) => el.textContent)"""


def test_beside_a_moment_nothing_tells_of_another(room, chrome):
    game = Stage(room, chrome).laid(ROUND, "~        bomb.mutates no", "Zoe      select 17")
    game.goes_on()
    page = game.page(chrome, "Tom", viewport=PHONE, reduced_motion="reduce")
    assert page.evaluate(QUIET)
    hold(page)
    game.goes_on()
    hurry(page)
    page.locator(".moment.bomb .felt").wait_for()
    assert page.evaluate(QUIET) == []
    release(page)
    page.keyboard.press("Escape")
    page.wait_for_function("() => !document.querySelector('.moment')")
    assert page.evaluate(QUIET)


@pytest.mark.parametrize(
    ("said", "head"),
    [
        ("{who} opens the first square.", "Zoe, open a square."),
        ("Only {who} and {other} are left. {who} opens the next square.", "Zoe, open a square."),
        ("{who} opens the next square.", "Zoe, open a square."),
        ("{who} is next and needs {short:£} more to reach {goal}.", "Zoe, open a square."),
        ("Which one, {who}?", "Which one, Zoe?"),
        (
            "{who}, a bomb has exploded. It is your turn: open a square.",
            ("Zoe, a bomb has exploded. It is your turn: open a square."),
        ),
        ("{who}, {short:£} from {goal}. Your square?", "Zoe, £1 from £2. Your square?"),
        ("", "Zoe, open a square."),
    ],
)
def test_what_is_asked_is_asked_of_you(said, head):
    """The host's voice may speak of somebody to the others; the page asks them themselves."""
    facts = {"who": "Zoe", "other": "Mia", "short": "£1", "goal": "£2"}
    voice = Phrase(said, facts) if said else None
    asked = QuestionView(
        "q1", "select", "Zoe", "{who}, open a square.", {}, Form("choice"), [], secret=False, due=0.0, said=voice
    )
    context = SimpleNamespace(
        reader=PLAIN_READER,
        format_question=lambda one: words.translate_question(one.text, facts, one.said, PLAIN_READER),
    )
    assert stage.format_own_question(cast("PageContext", context), asked) == head


# The text, how many of its moves come before the moment, what kind it is, and what is read in it.
SCENES = [
    ("changers/blammo_block", 1, "doors", ["Block the Blammo", "Eliminate You", "Threshold Situation", "1", "4"]),
    ("cycle/square00_first", 2, "outcome", ["Hypercube", "£10,500,000"]),
    ("rounds/boosters", 1, "booster", ["45% Booster", "Bob"]),
    ("rounds/bomb", 0, "bomb", ["Bomb", "£500,000", "Ann is out"]),
]


@pytest.mark.parametrize("viewport", SIZES, ids=["phone", "desk"])
@pytest.mark.parametrize(("name", "before", "kind", "words"), SCENES, ids=[scene[2] for scene in SCENES])
def test_a_moment_is_seen_where_the_board_is(room, chrome, name, before, kind, words, viewport):
    game = staged(room, name)
    game.goes_on(before)
    troubles: list[str] = []
    page = watched(game, chrome, troubles=troubles, viewport=viewport, color_scheme="dark")
    game.goes_on()
    found = [moment for moment in seen(page) if kind in moment["kind"].split()]
    assert found
    (moment,) = found[:1]
    for word in words:
        assert word.lower() in moment["text"].lower()
    left, top, right, bottom = moment["moment"]
    place = moment["place"]
    assert place[0] <= left < right <= place[2]
    assert place[1] <= top < bottom <= place[3]
    assert troubles == []


def test_every_moment_says_all_that_was_told_with_less_motion(room, chrome):
    game = staged(room, "changers/blammo_block")
    game.goes_on(1)
    page = watched(game, chrome, reduced_motion="reduce")
    game.goes_on()
    (moment,) = seen(page)[:1]
    assert moment["moving"] == 0
    assert "Block the Blammo" in moment["text"]


def test_whose_own_bomb_it_was_is_seen_by_them_alone(room, chrome):
    game = Staged(room, OWN)
    pages = {who: watched(game, chrome, who) for who in ("Bob", "Cat", "")}
    game.goes_on()
    texts = {who: seen(page)[0]["text"] for who, page in pages.items()}
    assert "your bomb" in texts["Bob"]
    assert "your bomb" not in texts["Cat"] + texts[""]


OWN = """rtab     1 season7
title    Somebody else's bomb
players  Ann Bob Cat
round    Q1 Ann Bob Cat
board    Q1
    £100,000 | Bomb@Bob | £300,000 | £400,000

~        bomb.mutates no
Ann      select 2
>        Ann opens square 2: a Bomb!
>        Ann loses £500,000.
>        Ann is out of the round.
?        Bob select
"""


def test_a_list_of_what_is_still_there_is_no_list_of_what_lay_where(room):
    """A Grid List tells what the board still has, but of no square what it is: nothing of a round that has ended."""
    game = Staged(room, LISTED)
    game.goes_on()
    text = Visitor(game.host).go(f"/g/{game.game}/part?n=0")
    assert re.findall(r'<div class="moment (\w+)', text) == ["event"]
    assert "What was under the other squares" not in text


LISTED = """rtab     1 season7
title    A Grid List
players  Ann Bob
round    Q1 Ann Bob
board    Q1
    Grid List | £200,000 | Bomb@Bob

Ann      select 1
>        Ann opens square 1: Grid List.
>        Still on the board, not counting bombs: £200,000. Number of bombs: 1.
?        Bob select
"""


LANDED = "(el) => Promise.all(el.getAnimations().map((each) => each.finished))"


def test_whoever_comes_back_is_told_what_they_have_missed_and_it_ends_with_a_tap(room, chrome):
    game = staged(room, "rounds/boosters")
    page = game.page(chrome, "Ann", viewport=PHONE, reduced_motion="no-preference")
    page.wait_for_function("() => Object.keys(localStorage).some((each) => each.startsWith('seen'))")
    page.goto("about:blank")
    game.ends()
    page.goto(game.url)
    assert page.locator(".missed").count() == 0  # one was away for a moment only
    page.evaluate(
        "() => { for (const key of Object.keys(localStorage)) if (key.startsWith('seen')) "
        "localStorage[key] = `1 ${Date.now() / 1000 - 7200}`; }"
    )
    page.add_init_script("Object.defineProperty(document, 'hidden', { value: false });")
    place = page.locator("#place").bounding_box()
    seen_key = page.evaluate("() => Object.keys(localStorage).find((each) => each.startsWith('seen'))")
    page.goto("about:blank")
    page.add_init_script(f"localStorage['{seen_key}'] = `1 ${{Date.now() / 1000 - 7200}}`;")
    page.goto(game.url)
    page.locator(".missed").wait_for()
    page.locator(".missed").evaluate(LANDED)
    box, text = page.locator(".missed").bounding_box(), page.locator(".missed").inner_text()
    assert "While you were away" in text
    assert re.search(r"You were \d(st|nd|rd|th), and now you are \d(st|nd|rd|th)\.", text)
    assert place["y"] <= box["y"] and box["y"] + box["height"] <= place["y"] + place["height"] + 1
    page.keyboard.press("Escape")
    page.locator(".missed").wait_for(state="detached")


def test_what_was_missed_is_a_page_without_a_script(room, chrome):
    game = staged(room, "rounds/boosters")
    game.ends()
    page = game.page(chrome, "Bob", viewport=PHONE, java_script_enabled=False)
    page.goto(f"{game.url}/away")
    assert "£750,000" in page.locator(".things").inner_text()  # what Ann has lost since Bob's last move
    assert "Ann \u2212£750k" in " ".join(page.locator(".things b").all_inner_texts()).replace("\n", " ")
    assert re.fullmatch(r"(\d(st|nd|rd|th))( → \d(st|nd|rd|th))?", page.locator(".moved b").inner_text())
    assert page.get_by_role("link", name="To the game").is_visible()


def test_a_reveal_builds_up_before_anything_beside_it_gives_it_away(room, chrome):
    """Of three, one falls: until the scene is over, lamp and seats are as they were; no line of it is covered."""
    host = room.host
    people = {name: accounts.load_or_create_person(host, f"web:{name}", name) for name in ("Ann", "Bob", "Cat")}
    opener = Command(by=people["Ann"].id)
    game = games.open_lobby(host, opener, "ladder", {"rounds": 1}).game
    for name, person in people.items():
        assert games.sit_at_table(host, Command(by=person.id), game, games.Guest(person.id, name)).ok
    assert games.start_game(host, opener, game).ok
    page = chrome.page(viewport=PHONE, reduced_motion="reduce")
    page.goto(f"{room.server.url}/p/{accounts.create_web_token(host, people['Ann'].id)}")
    page.goto(f"{room.server.url}/g/{game}")
    page.locator("#lamp h2").wait_for()
    right = house_state(host, game).right
    for name, person in people.items():
        asked = next(
            each
            for each in views.load_game_view(host, game, person.id).asked
            if each.who == host_seat(host, game, name)
        )
        letter = right if name != "Cat" else next(each for each in "ABCD" if each != right)
        if name == "Cat":
            hold(page)
        assert games.submit_answer(host, Command(by=person.id), game, asked.id, letter).ok
    hurry(page)
    page.locator(".moment.reveal").wait_for()
    before = page.locator("#lamp h2").inner_text()
    boxes = [page.locator(f".moment.reveal {part}").bounding_box() for part in (".came li:last-child", ".felt")]
    assert boxes[0]["y"] + boxes[0]["height"] <= boxes[1]["y"]
    release(page)
    page.locator(".moment.reveal .qu").click()
    page.wait_for_function("() => !document.querySelector('.moment')")
    assert page.locator("#lamp h2").inner_text() != before


def test_no_door_that_has_swung_stands_out_beside_a_moment(room, chrome):
    game = Stage(room, chrome).laid(ROUND, "Zoe      select 14")
    game.goes_on()
    page = game.page(chrome, "Ada", viewport=PHONE, reduced_motion="no-preference")
    page.locator("link[href*='moments.css']").wait_for(state="attached")
    page.wait_for_function("() => [...document.styleSheets].some((each) => each.href?.includes('moments.css'))")
    hold(page, ".moment.big")
    game.goes_on()
    hurry(page)
    page.locator(".moment.big").wait_for()
    page.wait_for_function("() => getComputedStyle(document.querySelector('#place td.ajar .door')).opacity == 0")


# How much of the page's time a moment has stood on it, in milliseconds, of how much there was since it was opened.
TIMED = """() => {
  let last = performance.now(), shown = 0;
  (function look() {
    const now = performance.now();
    if (document.querySelector(".moment")?.checkVisibility()) shown += now - last;
    last = now;
    window.timed = [shown, now];
    requestAnimationFrame(look);
  })();
}"""
STEP = 0.2  # seconds of the house and of the page between two looks


@pytest.fixture
def stopwatched(chrome):
    """A house and a page whose clocks move only together, step by step."""
    rooms = []

    def opened(ruleset, pause):
        ticks, opener = Ticks(), Command(by="opener")
        room = Table(ticks, pause)
        rooms.append(room)
        game = games.open_lobby(room.host, opener, ruleset).game
        for _ in range(4):
            assert games.add_bot(room.host, opener, game).ok
        assert games.start_game(room.host, opener, game).ok
        page = chrome.profile(viewport=PHONE, reduced_motion="no-preference").new_page()
        flights = Flights(page)
        page.clock.install(time=ticks.now)
        page.goto(f"{room.server.url}/g/{game}")
        ticks.now = page.evaluate("() => Date.now()") / 1000 + 1
        page.clock.pause_at(ticks.now)
        page.evaluate(TIMED)
        return room, ticks, page, flights

    yield opened
    for room in rooms:
        room.close()


@pytest.mark.whole
@pytest.mark.parametrize("pause", [2.0, 0.05], ids=["as at home", "quicker than anybody follows"])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_moments_take_a_quarter_of_the_time_however_quickly_computers_play(stopwatched, ruleset, pause):
    room, ticks, page, flights = stopwatched(ruleset, pause)
    shown = all_of_it = 0
    while all_of_it < 60_000:
        ticks.now += STEP
        ticking.sweep_due_games(room.host)
        page.clock.run_for(STEP * 1000)
        flights.land()
        timed = evaluate_unless_gone(page, "() => window.timed || null")
        if timed is None:  # the game has ended, and its podium is another page
            break
        shown, all_of_it = timed
    assert all_of_it > 15_000
    assert shown > 3_000
    assert shown / all_of_it <= 0.25
    felt, parts = (sum(f"/{kind}?" in url for url in flights.urls) for kind in ("felt", "part"))
    assert 0 < felt < parts  # reactions are asked for in passing


def host_seat(host, game, name):
    names = host.store.load_game(game).session.map_names_by_seat()
    return next(seat for seat, called in names.items() if called == name)
