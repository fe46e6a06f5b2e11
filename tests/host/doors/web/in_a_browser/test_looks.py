"""Every look in a browser: all of it in sight on a small phone, tapped, sent; and clean by axe by day and by night."""

import re

import pytest

from host.core.transaction import run_transaction
from tests.host.doors.web.in_a_browser import looked, scenes, staged, test_scenes
from tests.host.doors.web.in_a_browser.test_scenes import axe

pytestmark = pytest.mark.whole

pytestmark = pytest.mark.whole

SMALL = {"width": 390, "height": 664}
SMALLEST = {"width": 360, "height": 640}
SHIFT = 0.02
THINGS = "#scene :is(.pk input[name=value], input[name=add])"
SHIFTS = """() => { window.shifted = 0; new PerformanceObserver((list) => {
  for (const each of list.getEntries()) if (!each.hadRecentInput) window.shifted += each.value;
}).observe({ type: "layout-shift", buffered: true }); }"""
SEEN = """() => {
  const scene = document.querySelector(".scene"), dock = document.getElementById("dock").getBoundingClientRect();
  const sizes = [...scene.querySelectorAll("b, span, small")].filter((el) => el.checkVisibility())
    .map((el) => [parseFloat(getComputedStyle(el).fontSize), el.className]);
  return {
    scrolls: scene.scrollHeight > scene.clientHeight || scene.scrollWidth > scene.clientWidth
      || document.documentElement.scrollHeight > innerHeight,
    above: scene.getBoundingClientRect().bottom <= dock.top + 1,
    known: [...scene.querySelectorAll(".know li, .hud b")].every((el) => {
      const box = el.getBoundingClientRect();
      return box.top >= 0 && box.bottom <= dock.top && box.left >= 0 && box.right <= innerWidth;
    }),
    pot: parseFloat(getComputedStyle(scene.querySelector(".hud b")).fontSize),
    small: [...scene.querySelectorAll(".pk")].map((el) => el.getBoundingClientRect())
      .filter((box) => Math.max(box.width, box.height) < 44 || Math.min(box.width, box.height) < 30).length,
    spilt: [...scene.querySelectorAll(".art svg")].filter((el) => el.checkVisibility()
      && el.getBoundingClientRect().bottom > scene.querySelector(".art").getBoundingClientRect().bottom + 8).length,
    fields: scene.closest(".stage").querySelectorAll("input:not([type=hidden],[type=radio],[type=checkbox])").length,
  };
}"""


def begin(room, chrome, name):
    """A game in which this look is asked for something, and who is asked."""
    stage, laid = scenes.Stage(room, chrome), looked.LAID[name][0]
    if "/" not in laid:
        return stage.laid(scenes.MINIGAME.format(name=laid)), "Zoe"
    game = stage.laid((looked.TRANSCRIPTS / f"{laid}.rtab").read_text(encoding="utf-8"))
    key = looked.ASKED.get(name, name)
    while not (found := next((each for each in game.shown("Ann").asked if each.key.startswith(key)), None)):
        game.goes_on()
    return game, found.who


def least(page):
    """How many things must be chosen."""
    several = page.locator(THINGS).first.get_attribute("type") == "checkbox"
    return int(page.locator("#scene").get_attribute("data-least")) if several else 1


def choose_something(page):
    """Taps one thing or two, where there are things to tap; they are counted, and the button names them."""
    things = page.locator(THINGS)
    if not things.count():
        return
    several, adds = things.first.get_attribute("type") == "checkbox", things.first.get_attribute("name") == "add"
    order = range(max(2, least(page)))[::-1] if several else (0,)
    for n in order:
        things.nth(n).click(force=True)
    pairs = page.locator("#scene .pairs").count()
    marks = [f"{n // 2 + 1}{'ab'[n % 2]}" if pairs else str(n + 1) for n in order if several and not adds]
    assert page.locator("#scene em").all_inner_texts() == marks
    if adds:
        wanted = sum(int(things.nth(n).get_attribute("value")) for n in order)
        assert page.locator(".hud b").inner_text() == f"${wanted:,}"
    assert page.locator("#scene-go").inner_text() != page.locator("#scene-go").get_attribute("data-none")


@pytest.mark.parametrize("name", looked.LAID)
def test_a_look_is_all_in_sight_and_answered_by_tapping_the_thing(room, chrome, name):
    troubles: list[str] = []
    game, who = begin(room, chrome, name)
    page = game.page(chrome, who, troubles, viewport=SMALL, color_scheme="dark")
    page.locator(f"[data-look={name}]").wait_for()
    page.wait_for_function("() => document.fonts.status === 'loaded' && !document.querySelector('#scene-go:enabled')")
    page.evaluate(SHIFTS)
    for viewport in (SMALL, SMALLEST):
        page.set_viewport_size(viewport)
        found = page.evaluate(SEEN)
        pot = found.pop("pot")
        assert found == {"scrolls": False, "above": True, "known": True, "small": 0, "spilt": 0, "fields": 0}, viewport
        assert pot > 30
    page.set_viewport_size(SMALL)
    before = game.version()
    choose_something(page)
    page.wait_for_timeout(300)
    assert game.version() == before  # a tap only chooses
    page.locator("#dock button").last.click()
    room.until(lambda: game.version() > before)
    scenes.hurry(page)
    page.wait_for_timeout(500)
    assert page.evaluate("() => window.shifted") <= SHIFT
    assert troubles == []


LONG = "Wolfeschlegelsteinhausenbergerdorffingen"  # as long as a name may be, with no place to break it
USUAL = ["smash_for_cash", "megagrid", "auction", "penalty_shootout"]


@pytest.mark.parametrize(
    "name", [*USUAL, *(pytest.param(name, marks=pytest.mark.slow) for name in looked.LAID if name not in USUAL)]
)
def test_long_names_and_text_twice_as_large_run_out_of_no_look(room, chrome, name):
    game, who = begin(room, chrome, name)

    def rename(tx):
        for n, player in enumerate(tx.session.players):
            player.name = f"{LONG[:-1]}{n}"
        tx.log("rename", "")

    assert run_transaction(game.host, game.command, game.game, rename).ok
    page = game.page(chrome, who, viewport=SMALLEST)
    page.locator(f"[data-look={name}]").wait_for()
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate(SEEN)["known"]
    page.evaluate("() => { document.documentElement.style.fontSize = '200%'; }")
    page.wait_for_timeout(100)
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    page.locator("#dock button:visible").last.scroll_into_view_if_needed()
    assert page.locator("#dock button:visible").last.is_visible()


@pytest.mark.slow
@pytest.mark.parametrize("name", looked.LAID)
def test_axe_finds_nothing_serious_in_a_look(room, chrome, name):
    game, who = begin(room, chrome, name)
    page = game.page(chrome, who, viewport=SMALL, reduced_motion="reduce")
    page.locator(f"[data-look={name}]").wait_for()
    page.wait_for_function("() => document.fonts.status === 'loaded'")
    for scheme in ("dark", "light"):
        page.emulate_media(color_scheme=scheme)
        assert axe(page) == []
    choose_something(page)
    assert axe(page) == []


@pytest.mark.parametrize("name", [name for name in looked.LAID if name != "bankers_offer"])
def test_without_a_script_a_look_is_answered_by_choosing_and_pressing_go(room, chrome, name):
    game, who = begin(room, chrome, name)
    page = game.page(chrome, who, java_script_enabled=False, viewport=SMALL)
    things = page.locator(THINGS)
    for n in range(least(page)):
        things.nth(n).check(force=True)
    before = game.version()
    page.get_by_role("button", name="Go", exact=True).click()
    room.until(lambda: game.version() > before)


def test_without_a_script_an_order_can_be_written(room, chrome):
    stage = scenes.Stage(room, chrome)
    game = stage.laid(scenes.MINIGAME.format(name="Digital Fortress"))
    page = game.page(chrome, "Zoe", java_script_enabled=False, viewport=SMALL)
    page.get_by_role("textbox", name="Or write your choices").fill("6 2 5 1")
    before = game.version()
    page.get_by_role("button", name="Go", exact=True).click()
    room.until(lambda: game.version() > before)
    page.goto(game.url)
    assert page.locator(".code9").inner_text().split() == ["6", "2", "5", "1"]


def test_the_keyboard_chooses_and_sends(room, chrome):
    game, who = begin(room, chrome, "smash_for_cash")
    page = game.page(chrome, who, viewport=SMALL)
    page.wait_for_function("() => document.getElementById('scene-go').disabled")
    page.locator("#scene .pk input[name=value]").first.focus()
    page.keyboard.press("Space")
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    assert page.locator("#scene em").all_inner_texts() == ["1", "2"]
    before = game.version()
    page.locator("#scene-go").focus()
    page.keyboard.press("Enter")
    room.until(lambda: game.version() > before)


@pytest.mark.parametrize(("who", "query"), [("Ann", ""), ("Bob", "?table=M1"), ("", "?table=M1")])
def test_who_waits_or_watches_sees_the_whole_scene_and_stays_at_it(room, chrome, who, query):
    game = scenes.Stage(room, chrome).kept("minigames/penalty_shootout/win", 9)
    page = game.page(chrome, who, viewport=SMALL)
    page.goto(f"{game.url}{query}")
    page.locator("[data-look=penalty_shootout]").wait_for()
    page.wait_for_function("() => document.fonts.status === 'loaded'")
    found = page.evaluate(SEEN)
    assert (found["above"], found["known"]) == (True, True)
    assert page.evaluate("() => ((el) => el.scrollHeight - el.clientHeight)(document.querySelector('.scene'))") == 0
    assert page.locator("#scene").count() == 0
    assert "Bob" not in page.locator("#lamp h2").inner_text()  # who is waited for at another table


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_the_pot_counts_to_its_exact_sum_and_says_what_the_step_brought(room, chrome, motion):
    stage = scenes.Stage(room, chrome)
    game = stage.kept("minigames/punch_a_bunch/loss", 2)
    page = game.page(chrome, "Ann", viewport=SMALL, reduced_motion=motion)
    page.locator("[data-look=punch_a_bunch]").wait_for()
    assert page.locator(".delta").count() == 0
    game.goes_on()
    scenes.hurry(page)
    page.locator(".delta").wait_for()
    assert page.locator(".delta").inner_text() == "+£4,000,000"
    page.locator(".hud b", has_text=re.compile("^£4,000,000$")).wait_for()


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name, laid in looked.LAID.items() if "/" not in laid[0]])
def test_nothing_moves_of_itself_from_a_minigames_beginning_to_its_end(room, chrome, name):
    troubles: list[str] = []
    game = staged.Staged(room, (looked.TRANSCRIPTS / f"minigames/{name}/win.rtab").read_text("utf-8"))
    page = game.page(chrome, "Ann", troubles, viewport=SMALL, reduced_motion="reduce")
    page.locator(f"[data-look={name}]").wait_for()
    page.wait_for_function("() => document.fonts.status === 'loaded'")
    page.evaluate(SHIFTS)
    while game.steps:
        game.goes_on()
        scenes.hurry(page)
        page.wait_for_timeout(600)
        assert page.evaluate("() => window.shifted ?? 0") <= SHIFT
    assert troubles == []


@pytest.mark.slow
@pytest.mark.parametrize("minigame", [laid for found in looked.LAID.values() for laid in found if "/" not in laid])
def test_every_minigame_with_a_look_is_played_to_its_end_by_taps(room, chrome, minigame):
    test_scenes.play_by_taps(room, chrome, minigame, "reduce")


def test_the_button_says_what_an_ear_does_without_the_verb_for_stones(room, chrome):
    game = staged.Staged(room, (looked.TRANSCRIPTS / "minigames/tic_tac_dough/win.rtab").read_text("utf-8"))
    page = game.page(chrome, "Ann", viewport=SMALL, reduced_motion="reduce")
    for _ in range(len(game.steps)):
        if page.locator("#scene .er input").count():
            break
        game.goes_on()
        page.reload()
    page.locator("#scene .er input").first.click(force=True)
    assert page.locator("#scene-go").inner_text() == "Listen to A"
    page.locator("#scene .er input").first.click(force=True)
    page.locator("#scene .pk:not(.er) input").first.click(force=True)
    assert page.locator("#scene-go").inner_text().startswith("Open ")
