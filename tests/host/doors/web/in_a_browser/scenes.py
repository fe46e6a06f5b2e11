"""Pictures of all scenes on the page: `python -m tests.host.doors.web.in_a_browser.scenes` writes them to docs/show/.

Names of scenes after it take only those.
"""

import sys
from importlib import import_module
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

from host.core import seats
from host.core.extras import list_extras
from host.people import accounts
from tests.chromium import FLAGS, chromium
from tests.host.doors.web.in_a_browser.browser import Table
from tests.host.doors.web.in_a_browser.staged import Staged
from tests.host.doors.web.visitor import Visitor, found
from tests.pages import Pages, evaluate_unless_gone

ROOT = Path(__file__).parents[5]
INTO, TRANSCRIPTS = ROOT / "docs" / "show", ROOT / "tests" / "transcripts"
PHONE, DESK = {"width": 390, "height": 844}, {"width": 1280, "height": 800}
COLOURS = 112
HURRY = "() => window.dispatchEvent(new Event('online'))"
# A moment stands for a second or two; on a busy machine it is over before it is looked at. This one stays.
HOLD = """sight => {
  const start = window.setTimeout;
  window.release = () => { window.setTimeout = start; };
  window.setTimeout = (run, ms, ...more) => start(run, document.querySelector(sight) ? 1e9 : ms, ...more);
}"""
ROUND = """rtab     1 season7
title    A round in play
players  Zoe Mia Raj Ada Tom
cycle    3
bank     Zoe £41,382,000; Mia £52,090,000; Raj £103,250,000; Ada £96,700,000; Tom £22,900,000
booster  Mia 58%
holds    Zoe Hypercube
round    Q1 Zoe Mia Raj Ada Tom
board    Q1
    Footballer's Salary | £431,000 | [Minefield by Raj] | £250,000 | [58% Booster by Mia]
    £610,000 | [-£120,000 by Ada] | £90,000 | [£3,141,593 by Raj] | -£70,000
    £815,000 | [Footballer's Salary by Mia] | £72,000 | £9,700,000 | £150,000
    [Hypercube by Ada] | Bomb@Tom | [£654,321 by Zoe] | £310,000 | 45% Booster
    Bomb@Zoe | Blammo | [Robin Hood by Zoe] | £5,400,000 | Bomb@Raj

begin
Mia      play lock 21
"""
MINIGAME = """rtab     1 season7
title    A minigame in play
players  Zoe Mia Raj
bank     Zoe £41,382,000; Mia £52,090,000; Raj £103,250,000
round    Q1 Mia Raj Zoe
board    Q1
    £100,000 | £200,000 | £300,000
minigame Zoe {name}

begin
"""
DELUXE = """rtab     1 deluxe
title    A Deluxe round in play
players  Ana Ben Cho Dev
round    9
phase    2
zone     Bull Run 2
jackpot  $23,140,000
bank     Ana $41,200,000; Ben $12,000,000; Cho $88,500,000; Dev $9,650,000
boost    Ana 140%; Cho 215%; Dev 105%
multiplier Ana x3; Ben x1.5; Cho x6.5
row      Ana 2
holds    Ana Spyglass, Pencil; Cho Lucky Penny
grid     A Dev Ana Cho Ben
board    A
    $85,000 | [Boost +25 by Dev] | Funky ($40,000) | [$237,500 by Cho] | $150,000
    [Multiplier x+2 by Ana] | Bomb@Cho | Trash Picker | $500,000 | [Bomb@Ana by Ben]
    [-$40,000 by Cho] | $22,500 | [Market Stall by Ben] | Bomb@Dev | Times Table
    Item ($60,000) | [$1,000,000 by Ana] | $110,000 | [Snowball by Dev] | Bomb@Ben
out      Ben

begin
Cho      play lock 5
"""
SEALING = """rtab     1 season7
title    Bombs are sealed
players  Zoe Mia Raj Ada

begin
"""


def hurry(page):
    """The page asks the host at once; one that is just being replaced by another asks by itself."""
    evaluate_unless_gone(page, HURRY)


def hold(page, sight=".moment"):
    """From now on no timer that begins while this is seen ever ends, until `window.release()`; a key ends a moment."""
    page.evaluate(HOLD, sight)


def release(page):
    """What is held stays until a key ends it, and timers run again: the page, and axe, want them."""
    page.evaluate("() => window.release?.()")


class Stage:
    """A browser before a house, and a way to keep what it shows."""

    def __init__(self, room, browser):
        self.room, self.browser = room, browser

    def laid(self, text, *moves, pace="evening"):
        whole = text + "\n".join(["", *moves, "?        Nobody nothing", ""])
        return Staged(self.room, whole, strict=False, pace=pace)

    def kept(self, name, but=0):
        game = Staged(self.room, (TRANSCRIPTS / f"{name}.rtab").read_text(encoding="utf-8"))
        game.goes_on(len(game.steps) - but)
        return game

    def page(self, game, who, viewport=PHONE, scheme="dark"):
        page = game.page(self.browser, who, viewport=viewport, color_scheme=scheme)
        page.evaluate("() => document.fonts.ready")
        page.wait_for_timeout(400)
        return page

    def take(self, page, name):
        """As few colours as it takes: the files go with the repository."""
        INTO.mkdir(exist_ok=True)
        image = Image.open(BytesIO(page.screenshot(animations="allow"))).convert("RGB")
        image.quantize(COLOURS, dither=Image.Dither.NONE).save(INTO / f"{name}.png", optimize=True)
        page.close()

    def moment(self, game, who, name, wait=100, **context):
        """What is on the screen while the next move is told."""
        page = self.page(game, who, **context)
        page.emulate_media(reduced_motion="reduce")  # its end at once
        hold(page)
        game.goes_on()
        hurry(page)
        page.locator(".moment").wait_for()
        release(page)
        page.wait_for_timeout(wait)
        self.take(page, name)


def hall(stage):
    page = stage.browser.page(viewport=PHONE, color_scheme="light")
    page.goto(stage.room.server.url)
    page.wait_for_timeout(400)
    stage.take(page, "hall")


def waits(stage):
    """Whoever sits at several tables: what is most urgent stands first, with the time left."""
    zoe = accounts.load_or_create_person(stage.room.host, "t:Zoe", "Zoe")
    for text, pace in ((SEALING, "daily"), (ROUND, "evening"), (MINIGAME.format(name="Higher or Lower"), "12h")):
        stage.laid(text, pace=pace)
    page = stage.browser.page(viewport=PHONE, color_scheme="dark")
    page.goto(f"{stage.room.server.url}/p/{accounts.create_web_token(stage.room.host, zoe.id)}")
    page.goto(stage.room.server.url)
    page.wait_for_timeout(400)
    stage.take(page, "hall-waits")


def lobby(stage):
    page = stage.browser.page(viewport=PHONE, color_scheme="light")
    page.goto(stage.room.server.url)
    page.locator("#open-name").fill("Zoe")
    page.get_by_role("button", name="Open it").click()
    page.locator(".lobby").wait_for()
    page.wait_for_timeout(300)
    stage.take(page, "lobby")


def seal(stage):
    game = stage.laid(SEALING)
    page = stage.page(game, "Zoe")
    page.locator("#s14").click()
    page.wait_for_timeout(500)
    stage.take(page, "seal")


def super_round(stage):
    stage.take(stage.page(stage.kept("cycle/into_super_round"), "Ann"), "super-round")


def turn(stage):
    for name, viewport, scheme in (
        ("turn", PHONE, "dark"),
        ("turn-light", PHONE, "light"),
        ("turn-desk", DESK, "dark"),
    ):
        game = stage.laid(ROUND)
        game.goes_on()
        page = stage.page(game, "Zoe", viewport, scheme)
        page.locator("#s14").click()
        page.wait_for_timeout(500)
        stage.take(page, name)


def watch(stage):
    game = stage.laid(ROUND)
    game.goes_on()
    stage.take(stage.page(game, "", DESK, "light"), "watch-desk")


def reveal(stage):
    game = stage.laid(ROUND, "Zoe      select 14")
    game.goes_on()
    stage.moment(game, "Ada", "reveal")


def bomb(stage):
    game = stage.laid(ROUND, "~        bomb.mutates no", "Zoe      select 17")
    game.goes_on()
    stage.moment(game, "Tom", "bomb")


def blammo(stage):
    stage.take(stage.page(stage.kept("changers/blammo_block", 1), "Ann"), "blammo")
    game = stage.kept("changers/blammo_block", 1)
    stage.moment(game, "", "blammo-open")


def minigames(stage):
    for name in ("Hypercube", "Higher or Lower", "Tic Tac Dough", "Shut the Box"):
        game = stage.laid(MINIGAME.format(name=name))
        stage.take(stage.page(game, "Zoe"), name.lower().replace(" ", "-"))


def megagrid(stage):
    stage.take(stage.page(stage.kept("cycle/megagrid_top", 2), "Ann"), "megagrid")


def square00(stage):
    stage.take(stage.page(stage.kept("cycle/square00_first", 2), "Ann"), "square00")


def ladder(stage):
    stage.take(stage.page(stage.kept("ladder/first_climb", 3), "Cat"), "ladder")


def billionaire(stage):
    stage.take(stage.page(stage.kept("billionaire/bids", 1), "Ann"), "billionaire")


def sold(stage):
    game = stage.kept("billionaire/bids", 1)
    page = stage.page(game, "Cat")
    page.emulate_media(reduced_motion="reduce")
    hold(page, ".moment.sold")
    game.goes_on()
    hurry(page)
    page.locator(".moment.sold").wait_for()
    release(page)
    page.wait_for_timeout(200)
    stage.take(page, "sold")


def failsafe(stage):
    game = stage.kept("deluxe/failsafe_right", 1)
    page = stage.page(game, "Bob")
    page.emulate_media(reduced_motion="reduce")
    hold(page, ".moment.right")
    game.goes_on()
    hurry(page)
    page.locator(".moment.right").wait_for()
    release(page)
    page.wait_for_timeout(200)
    stage.take(page, "failsafe")


def climb(stage):
    stage.moment(stage.kept("ladder/first_climb", 1), "Cat", "climb")


def deluxe(stage):
    game = stage.laid(DELUXE, "Dev      pick 12")
    game.goes_on(2)
    stage.take(stage.page(game, "Ana", scheme="light"), "deluxe")
    page = stage.page(game, "Ben")
    for n in (7, 14):
        page.locator(f"#s{n}").click()
        page.get_by_role("button", name="Choose this one").click()
    stage.take(page, "hunt")


def podium(stage):
    game = stage.kept("race/reached_and_bombed")
    page = stage.page(game, "Ann")
    page.wait_for_timeout(2500)
    stage.take(page, "podium")


def away(stage):
    game = stage.kept("rounds/boosters")
    page = stage.page(game, "Bob")
    page.goto(f"{game.url}/away?since=1")
    stage.take(page, "away")


def strangers(stage):
    page = stage.browser.page(viewport=PHONE, color_scheme="light")
    page.goto(stage.room.server.url)
    page.locator("#open-name").fill("Zoe")
    page.get_by_role("button", name="Open it").click()
    page.locator("#seek-head").click()
    page.locator("#seek-words").fill("Two turns a day, everybody welcome")
    page.get_by_role("button", name="Let them find it").click()
    page.get_by_text("Strangers who look").wait_for()
    page.goto(f"{stage.room.server.url}/tables")
    page.wait_for_timeout(300)
    stage.take(page, "strangers")


def profile(stage):
    game = stage.kept("race/reached_and_bombed")
    for who in ("Ann", "Bob"):
        person = Visitor(game.host, accounts.create_web_token(game.host, game.people[who].id))
        person.go("/me")
        person.post("/me/profile", show=["races", "records", "medals", "rivals"])
        address = found(r'id="profile">https?://[^/]+(/u/\w+)<', person.go("/me"))
    for name, path, scheme in (("profile", address, "dark"), ("records", "/records", "light")):
        page = stage.page(game, "Bob", PHONE, scheme)
        page.goto(f"{stage.room.server.url}{path}")
        page.wait_for_timeout(300)
        stage.take(page, name)


def record(stage):
    game = stage.laid(ROUND, "Zoe      play peek 18", "Zoe      select 14")
    game.goes_on(3)
    seats.close_table(game.host, game.command, game.game)
    page = stage.page(game, "Zoe", PHONE, "light")
    page.goto(f"{game.url}/record?from=1")
    page.wait_for_timeout(300)
    stage.take(page, "record")


EXTRAS = {extra.name for extra in list_extras()}
SCENES = (
    hall,
    waits,
    lobby,
    seal,
    super_round,
    turn,
    watch,
    reveal,
    bomb,
    blammo,
    minigames,
    megagrid,
    square00,
    ladder,
    climb,
    billionaire,
    sold,
    deluxe,
    failsafe,
    podium,
    away,
    *([strangers] if "strangers" in EXTRAS else []),
    *([profile] if "fame" in EXTRAS else []),
    record,
)


def list_scenes_of_extras():
    """The scenes of those extras that are here."""
    folders = sorted(path.parent.name for path in (ROOT / "tests/host/extras").glob("*/scenes.py"))
    return [scene for name in folders for scene in import_module(f"tests.host.extras.{name}.scenes").SCENES]


def main():
    """Take all pictures, or those that are named."""
    named = set(sys.argv[1:])
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        pages, room = Pages(browser), Table()
        for scene in (*SCENES, *list_scenes_of_extras()):
            if not named or scene.__name__ in named:
                scene(Stage(room, pages))
                pages.empty()
        room.close()
        browser.close()


if __name__ == "__main__":
    main()
