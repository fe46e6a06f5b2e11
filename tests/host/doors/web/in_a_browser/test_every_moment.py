"""Every moment of the show in a real Chromium: what is on the screen when it happens, on a telephone and on a desk, by
night and by day, within its place and legible.
"""

from pathlib import Path
from typing import NamedTuple

import pytest

from tests.host.doors.web.in_a_browser import rating, scenes
from tests.host.doors.web.in_a_browser.staged import Staged
from tests.host.doors.web.in_a_browser.test_scenes import axe

pytestmark = pytest.mark.whole

TRANSCRIPTS = Path(__file__).parents[4] / "transcripts"
ENOUGH = 4.5  # contrast of what is read
# What stands there, as soon as it does: its words, where it is and where it may be, and what is hard to read in it.
SEEN = """([query, within, words]) => {
  const el = document.querySelector(query);
  if (!el || !el.checkVisibility()) return null;
  if (!words.every((word) => el.innerText.toLowerCase().includes(word.toLowerCase()))) return null;
  const box = (one) => (({ left, top, right, bottom }) => [left, top, right, bottom])(one.getBoundingClientRect());
  const parts = (colour) => colour.match(/[\\d.]+/g).map(Number);
  const light = (colour) => parts(colour).slice(0, 3).map((c) => c / 255)
    .map((c) => c <= .04045 ? c / 12.92 : ((c + .055) / 1.055) ** 2.4)
    .reduce((sum, c, n) => sum + c * [.2126, .7152, .0722][n], 0);
  const fills = new Map(); // of what is drawn in a look, by which the words on it are read
  for (const drawing of el.querySelectorAll("svg.dr")) {
    const [file, id] = drawing.firstElementChild.getAttribute("href").split("#"), asked = new XMLHttpRequest();
    asked.open("GET", file, false);
    asked.send();
    const symbol = new DOMParser().parseFromString(asked.responseText, "image/svg+xml").getElementById(id);
    const probe = document.createElement("i");
    probe.style.color = symbol.querySelector("[fill]")?.getAttribute("fill") ?? "";
    if (probe.style.color) fills.set(drawing, probe.style.color);
  }
  const grounds = (one) => { // all colours that may lie behind it
    if (fills.has(one.previousElementSibling)) return [fills.get(one.previousElementSibling)];
    const image = getComputedStyle(one).backgroundImage.match(/rgb\\([^)]*\\)/g);
    if (image && one.matches(".scene, .room")) return image;
    const colour = getComputedStyle(one).backgroundColor;
    return (parts(colour)[3] ?? 1) > .5 ? [colour] : grounds(one.parentElement);
  };
  const star = el.querySelector(".star") && getComputedStyle(el.querySelector(".star")).fill;
  const faint = [el, ...el.querySelectorAll("*")]
    .filter((one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
    .filter((one) => !one.closest(".unseen") && one.checkVisibility())
    .filter((one) => {
      const behind = star && one.closest(".in") && !one.closest(".t") ? [star] : grounds(one);
      return behind.some((colour) => {
        const [a, b] = [light(getComputedStyle(one).color), light(colour)].sort((x, y) => y - x);
        return (a + .05) / (b + .05) < ENOUGH;
      });
    });
  const [felt, edge] = [el.querySelector(".felt"), box(el)], end = felt ? box(felt)[1] : edge[3];
  const cut = [...el.querySelectorAll("h2, p, li, .who, .sum")].filter((one) => !one.closest(".felt, .unseen"))
    .filter((one) => one.checkVisibility() && (box(one)[1] < edge[1] - 1 || box(one)[3] > end + 1));
  const at = box(document.querySelector(within)), tabs = document.querySelector(".tabs");
  const phone = tabs.checkVisibility() && within !== ".fin"; // where a moment covers all between the bar and the tabs
  return { high: phone ? box(document.querySelector(".bar"))[3] : at[1], low: phone ? box(tabs)[1] : at[3],
           cut: cut.map((one) => one.innerText), box: edge, place: phone ? [0, at[1], innerWidth, at[3]] : at,
           faint: faint.map((one) => one.innerText), wide: document.documentElement.scrollWidth - innerWidth };
}""".replace("ENOUGH", str(ENOUGH))


class Moment(NamedTuple):
    """A game, how many of its moves come first, who looks, what is to be seen, and what is read there."""

    game: str
    before: int
    who: str
    sight: str
    words: tuple[str, ...]
    moves: tuple[str, ...] = ()
    within: str = "#place"


SIX = """rtab     1 season7
title    Of six, all but one have folded
players  Zoe Mia Raj Ada Tom Eve
bank     Zoe £41,382,000; Mia £52,090,000; Raj £103,250,000; Ada £96,700,000; Tom £22,900,000; Eve £1,000,000
round    Q1 Zoe Mia Raj Ada Tom Eve
board    Q1
    £100,000 | £200,000
""" + "".join(
    f'set      Q1.{who}.status "folded"\nset      {who}.sits_out true\n' for who in ("Mia", "Raj", "Ada", "Tom", "Eve")
)
STAKE = "Zoe      stake keep"
ALL = tuple(f"{who}      seal {n}" for who, n in (("Zoe", 14), ("Mia", 2), ("Raj", 3), ("Ada", 4)))
MOMENTS = {
    "sealing": Moment(scenes.SEALING, 0, "Zoe", "td.stamp [data-known$=bomb]", ("14",), ALL[:1]),
    "sealing, for the others": Moment(scenes.SEALING, 0, "", "#seats .force", ("1 of 4",), ALL[:1], "#seats"),
    "a round begins": Moment(scenes.SEALING, 3, "", ".moment.begins", ("Quadrant 1", "Zoe", "Raj"), ALL),
    "opening": Moment(scenes.ROUND, 1, "Ada", ".moment.big", ("Zoe opens 14", "9,700,000"), ("Zoe      select 14",)),
    "a bomb and whose it was": Moment("rounds/bomb", 0, "Cat", ".moment.bomb", ("Ann opens 6", "500,000", "Bob")),
    "elimination": Moment("rounds/bomb", 0, "Cat", "#seats li.out", ("Ann", "out"), within="#seats"),
    "a near miss": Moment("rounds/mutation_fizzle", 3, "", ".moment.bomb", ("Ann opens 5", "Ann stays in!", "Bob")),
    "doors of fate, shut": Moment("changers/blammo_block", 0, "", ".scene .doors4", ("1", "2", "3", "4")),
    "doors of fate, open": Moment(
        "changers/blammo_you", 1, "", ".moment.doors", ("Eliminate You", "Block the Blammo", "Ann")
    ),
    "a booster": Moment("rounds/boosters", 1, "", ".moment.booster", ("45% Booster", "Bob")),
    "a step of a minigame": Moment("minigames/higher_or_lower/win", 1, "Ann", ".scene .mid3", ("3",)),
    "the Super Round": Moment("cycle/into_super_round", 3, "", ".wide .board.fall", ("1", "40")),
    "Square 00, shut": Moment("cycle/square00_first", 1, "Ann", ".lamp.you", ("00",), within=".stage"),
    "Square 00, open": Moment("cycle/square00_first", 2, "", ".moment.outcome", ("Hypercube", "10,500,000")),
    "the Megagrid": Moment("cycle/megagrid_top", 3, "", ".scene .mg:has(.went)", ("15M", "1", "5", "safe")),
    "the Megagrid's last door, a bomb": Moment(
        "cycle/megagrid_last_bomb", -1, "Ann", ".moment.ended:has(.bm.went)", ("Ann", "£47,000,000 gone"), (), ".stage"
    ),
    "a lost minigame, with its last step": Moment(
        "minigames/high_stakes/loss",
        -1,
        "Ann",
        ".moment.ended:has(.is-wrong)",
        ("Ann loses in High Stakes", "£2,000,000"),
        (),
        ".stage",
    ),
    "the end of a cycle": Moment(
        "cycle/no_super_round", 0, "", ".moment.cycle", ("Cycle 1 is over", "1", "Ann", "Bob")
    ),
    "the end of a cycle, of six": Moment(SIX, 0, "", ".moment.cycle", ("Cycle 1 is over", "6"), (STAKE,)),
    "a bomb in Deluxe": Moment(
        scenes.DELUXE, 1, "", ".moment.bomb", ("Dev opens 7", "Bomb", "Dev is out"), ("Dev      pick 7",)
    ),
    "sealed bids opened": Moment("billionaire/bids", 2, "", ".moment.bid", ("$4M", "$10M", "no bid", "Ann", "Bob")),
    "an Investment is sold": Moment(
        "billionaire/bids",
        2,
        "",
        ".moment.sold",
        ("Yangtze Power", "$10,000,000", "$130,000,000", "120,000,000", "Bob"),
    ),
    "the Analyzer": Moment("billionaire/spin_red_red", 0, "", ".moment.attack", ("Nile Cotton", "80,000,000", "Ann")),
    "an Investment is taken": Moment(
        "billionaire/proxy_fight_won", 1, "", ".moment.took", ("Ural Steel", "90,000,000")
    ),
    "Security": Moment("billionaire/security_analysis", 1, "", ".moment.held", ("Security!", "Bob")),
    "Failsafe, called": Moment("deluxe/failsafe_right", 0, "", ".moment.call", ("Ann", "1", "3", "5")),
    "Failsafe, right": Moment(
        "deluxe/failsafe_right",
        0,
        "",
        ".moment.right",
        ("Ann", "only bombs are left", "$2,250,000 × 3", "for 3 bombs", "$6,750,000"),
    ),
    "the Jackpot": Moment("deluxe/jackpot_chance", 3, "", ".moment.won", ("J", "T", "Ann", "10,010,000")),
    "who is in the Super Round": Moment(
        "cycle/into_super_round", 3, "", ".moment.begins", ("The Super Round", "Ann", "Bob")
    ),
    "everybody climbs": Moment(
        "ladder/first_climb", -1, "Cat", ".moment.reveal", ("B: Oak", "$100", "Bob"), (), ".stage"
    ),
    "a won top, over the whole picture first": Moment(
        rating.TOP,
        2,
        "",
        ".moment.reveal:has(.peak.all)",
        ("Ann has reached the top", "$1,000,000", "Bob takes the money", "Saturn"),
        ("Ann      answer B", "Bob      answer take", "Cat      answer A"),
        ".stage",
    ),
    "a Megagrid's top": Moment(
        "cycle/megagrid_top", -1, "", ".moment.roof:has(.went)", ("Ann", "£62,000,000", "top of the"), (), ".stage"
    ),
    "the podium": Moment("race/reached_and_bombed", 4, "", ".fin", ("Ann wins", "£40,000,000", "£39.5M at the end")),
}
SIZES = {"phone": scenes.PHONE, "desk": scenes.DESK}
# Each is seen once in the usual run, on a telephone by night; the rest of the matrix in the slow target.
MATRIX = [
    pytest.param(size, scheme, marks=() if (size, scheme) == ("phone", "dark") else pytest.mark.slow)
    for size in SIZES
    for scheme in ("dark", "light")
]


def laid(room, chrome, moment):
    if "\n" in moment.game:
        return scenes.Stage(room, chrome).laid(moment.game, *moment.moves)
    return Staged(room, (TRANSCRIPTS / f"{moment.game}.rtab").read_text(encoding="utf-8"))


def happening(room, chrome, moment, troubles, **context):
    """The page of who looks, as the move is made of which something is to be seen."""
    game = laid(room, chrome, moment)
    game.goes_on(moment.before if moment.before >= 0 else len(game.steps) + moment.before)
    page = game.page(chrome, moment.who, troubles, reduced_motion="reduce", **context)
    page.locator("link[href*='moments.css']").wait_for(state="attached")
    page.wait_for_function("() => [...document.styleSheets].some((each) => each.href?.includes('moments.css'))")
    scenes.hold(page, moment.sight)
    game.goes_on()
    scenes.hurry(page)
    return page


@pytest.mark.slow
@pytest.mark.parametrize("name", MOMENTS)
def test_axe_finds_nothing_serious_in_a_moment(room, chrome, name):
    moment = MOMENTS[name]
    page = happening(room, chrome, moment, [], viewport=rating.SMALL)
    page.locator(moment.sight).first.wait_for()
    scenes.release(page)
    for scheme in ("dark", "light"):
        page.emulate_media(color_scheme=scheme)
        assert axe(page) == []


@pytest.mark.parametrize(("size", "scheme"), MATRIX)
@pytest.mark.parametrize("name", MOMENTS)
def test_it_is_seen_where_the_eye_is_and_can_be_read(room, chrome, name, size, scheme):
    moment, troubles = MOMENTS[name], list[str]()
    page = happening(room, chrome, moment, troubles, viewport=SIZES[size], color_scheme=scheme)
    seen = page.wait_for_function(SEEN, arg=[moment.sight, moment.within, moment.words]).json_value()
    (left, top, right, bottom), place = seen["box"], seen["place"]
    assert place[0] - 1 <= left < right <= place[2] + 1, seen
    assert seen["high"] - 1 <= top < bottom <= seen["low"] + 1, seen
    assert (seen["faint"], seen["cut"]) == ([], [])
    assert seen["wide"] <= 0
    assert troubles == []


@pytest.mark.parametrize(
    ("name", "sight", "seen"),
    [
        ("cycle/megagrid_top", ".moment.ended", ".moment.ended .md.open.went"),
        ("race/reached_and_bombed", ".moment.ended", ".moment.ended .md.bm.went"),
    ],
)
def test_the_last_move_of_a_game_is_seen_before_its_podium(room, chrome, name, sight, seen):
    troubles: list[str] = []
    page = happening(room, chrome, Moment(name, -1, "Ann", sight, ()), troubles, viewport=rating.SMALL)
    page.locator(seen).first.wait_for()
    assert page.locator(".fin").count() == 0
    scenes.release(page)
    page.keyboard.press("Escape")  # a key ends a moment
    page.locator(".fin").wait_for()
    assert troubles == []


# What is seen down the middle of the page, from the bar to the moment: a part of the page every few pixels.
DOWN = """() => {
  const top = document.querySelector(".bar").getBoundingClientRect().bottom + 4, seen = new Set();
  const end = document.querySelector(".moment").getBoundingClientRect().top, part = ".race, .lamp, .scene";
  for (let y = top; y < end; y += 4) {
    const el = document.elementsFromPoint(innerWidth / 2, y).find((each) => each.closest(part));
    const shown = el?.closest(".lamp") ? document.querySelector(".lamp h2") : el;
    const there = shown?.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    seen.add(there ? el.closest(part).getAttribute("class").split(" ")[0] : "nothing");
  }
  return [...seen];
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_above_a_moment_that_stands_below_a_scene_nothing_is_empty(room, chrome, scheme):
    moment = Moment("cycle/megagrid_top", -2, "", ".moment.row", ())
    page = happening(room, chrome, moment, [], viewport=rating.SMALL, color_scheme=scheme)
    page.locator(moment.sight).wait_for()
    assert page.evaluate(DOWN) == ["race", "lamp", "scene"]
