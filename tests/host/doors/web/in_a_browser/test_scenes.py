"""Every scene as a whole: by axe, with text twice as large, with forced colours; and minigames by taps alone."""

import random
from pathlib import Path

import pytest

from engine.minigames import MINIGAMES
from host.core import games
from host.core.session import Command
from tests.host.doors.web.in_a_browser import scenes

pytestmark = pytest.mark.whole

AXE = Path(__file__).parents[5] / ".tools" / "axe" / "node_modules" / "axe-core" / "axe.min.js"
SERIOUS = """async () => {
  const found = await axe.run(document, { resultTypes: ["violations"] });
  return found.violations.filter((each) => ["serious", "critical"].includes(each.impact)).map((each) => [
    each.id, each.nodes.map((node) => node.target.join(" ")).slice(0, 4)]);
}"""
SIDEWAYS = "() => [document.documentElement.scrollWidth, innerWidth]"
PHONE, DESK = scenes.PHONE, scenes.DESK
DEFAULT = ["Hypercube", "Smash for Cash", "Power Number"]


class Looked(scenes.Stage):
    """In place of taking its picture, each scene is looked at."""

    def __init__(self, room, browser, look, **context):
        super().__init__(room, browser)
        self.look, self.context, self.seen = look, context, {}

    def page(self, game, who, viewport=PHONE, scheme="dark"):
        context = {"viewport": viewport, "color_scheme": scheme, **self.context}
        page = game.page(self.browser, who, **context)
        page.evaluate("() => document.fonts.ready")
        return page

    def take(self, page, name):
        self.seen[name] = self.look(page)
        page.close()


def axe(page):
    page.evaluate(AXE.read_text(encoding="utf-8"))
    return page.evaluate(SERIOUS)


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("viewport", [PHONE, DESK], ids=["phone", "desk"])
@pytest.mark.parametrize("scene", scenes.SCENES, ids=lambda scene: scene.__name__)
def test_axe_finds_nothing_serious(room, chrome, scene, viewport, scheme):
    assert AXE.exists(), "make .tools/axe/fetched"
    stage = Looked(room, chrome, axe, viewport=viewport, color_scheme=scheme, reduced_motion="reduce")
    scene(stage)
    assert stage.seen
    assert {name: found for name, found in stage.seen.items() if found} == {}


def twice(page):
    page.evaluate("() => { document.documentElement.style.fontSize = '200%'; }")
    page.wait_for_timeout(200)
    return page.evaluate(SIDEWAYS)


TWICE = [scenes.seal, scenes.megagrid, scenes.ladder, scenes.profile]
OTHERS = [pytest.param(scene, marks=pytest.mark.slow) for scene in scenes.SCENES if scene not in TWICE]


@pytest.mark.parametrize("scene", [*TWICE, *OTHERS], ids=lambda scene: scene.__name__)
def test_with_text_twice_as_large_nothing_runs_out_of_the_page(room, chrome, scene):
    stage = Looked(room, chrome, twice)
    scene(stage)
    for name, (wide, there) in stage.seen.items():
        assert wide <= there, name


WHOLE = """() => {
  const edge = (id, side) => Math.floor(document.getElementById(id).getBoundingClientRect()[side]);
  const whole = [...document.querySelectorAll("#dock :is(h3, p, label, button, input)")].every((el) => {
    const box = el.getBoundingClientRect();
    return !el.checkVisibility() || el.type === "hidden"
      || (box.top >= edge("dock", "top") - 1 && box.bottom <= edge("dock", "bottom") + 2);
  });
  return [document.documentElement.scrollHeight <= innerHeight, edge("seats", "bottom") <= edge("dock", "top"), whole];
}"""


@pytest.mark.parametrize("scene", [scenes.seal, scenes.super_round, scenes.deluxe], ids=lambda scene: scene.__name__)
def test_on_a_telephone_all_is_in_sight_without_scrolling_even_forty_doors(room, chrome, scene):
    stage = Looked(room, chrome, lambda page: page.evaluate(WHOLE))
    scene(stage)
    assert set(map(tuple, stage.seen.values())) == {(True, True, True)}, stage.seen


def test_on_a_telephone_the_track_leaves_room_for_whoever_is_on_turn(room, chrome):
    stage = Looked(room, chrome, lambda page: [*page.evaluate(WHOLE)[:2], "on turn" in page.inner_text("#seats")])
    scenes.billionaire(stage)
    assert stage.seen == {"billionaire": [True, True, True]}


SIDE, LAPTOP = {"width": 844, "height": 390}, {"width": 1280, "height": 650}
IN_SIGHT = """() => document.getElementById("place").getBoundingClientRect().bottom
  <= document.querySelector(".tabs").getBoundingClientRect().top"""


@pytest.mark.parametrize("scene", [scenes.seal, scenes.ladder], ids=lambda scene: scene.__name__)
def test_on_a_telephone_on_its_side_board_and_dock_stand_side_by_side(room, chrome, scene):
    stage = Looked(room, chrome, lambda page: [*page.evaluate(WHOLE), page.evaluate(IN_SIGHT)], viewport=SIDE)
    scene(stage)
    assert set(map(tuple, stage.seen.values())) == {(True, True, True, True)}, stage.seen


COVERED = """() => {
  const box = (el) => el.getBoundingClientRect(), moment = document.querySelector(".moment");
  const felt = box(moment.querySelector(".felt"));
  return [...moment.querySelectorAll(":is(.who, .sum, h2, p)")].filter((el) => el.checkVisibility()
    && (box(el).top < box(moment).top || box(el).bottom > felt.top)).map((el) => el.textContent);
}"""


@pytest.mark.parametrize(("scene", "viewport"), [(scenes.reveal, LAPTOP), (scenes.bomb, SIDE)], ids=["laptop", "side"])
def test_on_a_low_screen_what_happened_is_read_above_the_reactions(room, chrome, scene, viewport):
    stage = Looked(room, chrome, lambda page: page.evaluate(COVERED), viewport=viewport)
    scene(stage)
    assert list(stage.seen.values()) == [[]], stage.seen


CUT = """() => [...document.querySelectorAll('.seats > li > *, .bar h1, .ring li')].filter((el) => el.matches(
  ':not(.unseen)') && (el.scrollWidth > el.clientWidth + 1 || el.scrollHeight > el.clientHeight + 2)
).map((el) => el.textContent)"""


@pytest.mark.parametrize("scene", [scenes.seal, scenes.deluxe, scenes.billionaire], ids=lambda scene: scene.__name__)
def test_on_a_telephone_names_and_what_is_told_beside_them_are_read_whole(room, chrome, scene):
    stage = Looked(room, chrome, lambda page: page.evaluate(CUT))
    scene(stage)
    assert list(stage.seen.values()) == [[]] * len(stage.seen), stage.seen


def test_the_longest_question_leaves_room_for_its_four_answers(room, chrome):
    text = (scenes.TRANSCRIPTS / "ladder" / "first_climb.rtab").read_text(encoding="utf-8")
    longest = (
        "In which event did Mike Powell, with 8.95 metres in 1991, beat a record that many thought could not be beaten?"
    )
    game = scenes.Stage(room, chrome).laid(text.replace("Which of these is a tree?", longest))
    page = game.page(chrome, "Cat", viewport=PHONE)
    page.locator(".answers button").nth(3).wait_for()
    page.wait_for_function("() => document.fonts.status === 'loaded'")
    last, place = page.locator(".answers button").nth(3).bounding_box(), page.locator("#place").bounding_box()
    assert last["y"] + last["height"] <= place["y"] + place["height"]


def test_whoever_watches_has_every_way_in_in_sight(room, chrome):
    command = Command(by="house")
    game = games.open_lobby(room.host, command, "season7", {}, "evening").game
    for _ in range(4):
        games.add_bot(room.host, command, game)
    games.start_game(room.host, command, game)
    page = chrome.page(viewport=PHONE)
    page.goto(f"{room.server.url}/g/{game}")
    ways = ["Ask to join", "Play in a game of my own", "Predict what happens next"]
    assert page.locator("#dock :is(button, .btn)").all_inner_texts() == ways
    high, room_for = page.locator("#now").evaluate("(el) => [el.scrollHeight, el.clientHeight]")
    assert high <= room_for


def bordered(page):
    return page.evaluate(
        "() => [...document.querySelectorAll('.door, .sq')].map((el) => getComputedStyle(el).borderTopStyle)"
    )


def test_with_forced_colours_every_door_has_a_border(room, chrome):
    stage = Looked(room, chrome, bordered, forced_colors="active")
    scenes.seal(stage)
    (styles,) = stage.seen.values()
    assert styles == ["solid"] * 25


def play_by_taps(room, chrome, minigame, motion):
    """Whatever is asked is answered by touching the page; nothing is typed."""
    stage, luck = scenes.Stage(room, chrome), random.Random(minigame)
    troubles: list[str] = []
    game = stage.laid(scenes.MINIGAME.format(name=minigame))
    context = {"viewport": PHONE, "reduced_motion": motion}
    pages = {who: game.page(chrome, who, troubles, **context) for who in ("Zoe", "Mia", "Raj")}
    for _ in range(60):
        if not game.state.booths and not game.shown().view.panels[-1].pictures and _over(game, minigame):
            break
        who, asked = _asked(game, minigame)
        if asked is None:
            break
        page, before = pages[who], game.version()
        table = asked.id.partition("#")[0]
        if f"table={table}" not in page.url:  # a round that asks as well stands first
            page.goto(f"{game.url}?table={table}")
        scenes.hurry(page)
        page.locator(f"[id='q-{asked.id.lower().translate(SLUG)}']").wait_for(timeout=20_000)
        _tap(page, asked, luck)
        room.until(lambda before=before: game.version() > before)
    assert _asked(game, minigame)[1] is None
    assert any(told.table for entry in room.host.store.load_log(game.game, limit=300) for told in entry.told)
    assert troubles == []


SLUG = {ord(letter): "-" for letter in "#._ /:"}


def _over(game, minigame):
    return all(panel.title != minigame for panel in game.shown().view.panels)


def _asked(game, minigame):
    for who in ("Zoe", "Mia", "Raj"):
        shown = game.shown(who)
        tables = {panel.id for panel in shown.view.panels if panel.title == minigame}
        for asked in shown.asked:
            if asked.who == who and asked.id.partition("#")[0] in tables:
                return who, asked
    return "", None


def _tap(page, asked, luck):
    if page.locator("#scene").count():
        _tap_in_scene(page, luck)
        return
    if asked.form.kind == "choice":
        buttons = page.locator(f".drawn button[name=value], form.ask:has([value='{asked.id}']) .choices button")
        buttons.nth(luck.randrange(buttons.count())).click()
        return
    chips = page.locator(".drawn button[data-chip], .dock .chips button")
    tapped = page.locator(".drawn button[name=value], .dock .choices button")
    if asked.form.kind == "number" and tapped.count():
        tapped.nth(luck.randrange(tapped.count())).click()
        return
    wanted = max(1, asked.form.low) if asked.form.kind == "several" else 1
    for n in luck.sample(range(chips.count()), wanted):
        chips.nth(n).click()
    page.locator(f"form.ask:has([value='{asked.id}'])").get_by_role("button", name="Answer", exact=True).click()


def _tap_in_scene(page, luck):
    """Whatever the game's own look shows is tapped, and then Go; or a way out."""
    out = page.locator(".two2 button:not(.go)")
    if out.count() and luck.random() < CAREFUL:
        out.nth(luck.randrange(out.count())).click()
        return
    things = page.locator("#scene .pk input[name=value]")
    several = things.first.get_attribute("type") == "checkbox"
    least = int(page.locator("#scene").get_attribute("data-least")) if several else 1
    for n in luck.sample(range(things.count()), least):
        things.nth(n).click(force=True)
    assert page.locator("#scene-go").is_enabled()
    page.locator("#scene-go").click()


CAREFUL = 0.1  # how often one stops where one may


@pytest.mark.parametrize("minigame", DEFAULT)
def test_a_minigame_is_played_by_taps_alone(room, chrome, minigame):
    play_by_taps(room, chrome, minigame, "reduce")


# How it is laid, how its questions are called, and of how many of them one may be sure.
LARGE = [
    ("cycle/square00_first", 2, "stake", 1),
    ("cycle/megagrid_top", 3, "megagrid.square", 1),
    ("ladder/first_climb", 0, "answer", 4),
]
MOST_TAPPED = 4  # of the questions


@pytest.mark.parametrize(("name", "before", "key", "least"), LARGE, ids=[name for name, *_ in LARGE])
def test_square_00_the_megagrid_and_the_ladder_are_played_by_taps_alone(room, chrome, name, before, key, least):
    """Doors, the rows of the Megagrid, and answers on the ladder are touched where they are drawn."""
    stage, luck, troubles = scenes.Stage(room, chrome), random.Random(name), list[str]()
    text = (scenes.TRANSCRIPTS / f"{name}.rtab").read_text(encoding="utf-8")
    game = stage.laid(text)
    game.goes_on(before)
    pages = {who: game.page(chrome, who, troubles, viewport=PHONE, reduced_motion="reduce") for who in game.people}
    answered = 0
    while answered < MOST_TAPPED and (found := _first_asked(game, key)):
        who, asked = found
        page, version = pages[who], game.version()
        scenes.hurry(page)
        page.locator(f"[id='q-{asked.id.lower().translate(SLUG)}']").wait_for(timeout=20_000)
        _tap(page, asked, luck)
        room.until(lambda version=version: game.version() > version)
        answered += 1
    assert answered >= least
    assert troubles == []


def _first_asked(game, key):
    asks = ((who, asked) for who in game.people for asked in game.shown(who).asked if asked.who == who)
    return next(((who, asked) for who, asked in asks if asked.key.endswith(key)), None)


@pytest.mark.slow
@pytest.mark.parametrize("minigame", MINIGAMES)
def test_every_minigame_is_played_by_taps_alone_and_in_motion(room, chrome, minigame):
    play_by_taps(room, chrome, minigame, "no-preference")
