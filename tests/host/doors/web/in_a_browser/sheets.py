"""Contact sheets of every minigame and every great scene: `python -m tests.host.doors.web.in_a_browser.sheets`.

All are taken on a small telephone, 390 x 664, by night, and go to docs/show, a third smaller. Names of sheets after it
take only those; a folder before them keeps each picture as well, as large as it was.
"""

import sys
from collections.abc import Callable, Iterator
from functools import partial
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

from tests.chromium import FLAGS, chromium
from tests.host.doors.chat_pictures import draw_chat_pictures
from tests.host.doors.web.in_a_browser import rating, scenes
from tests.host.doors.web.in_a_browser.browser import Table
from tests.host.doors.web.in_a_browser.looked import LAID
from tests.host.doors.web.in_a_browser.rating import SMALL, Beat
from tests.pages import Pages

WIDTH, COLUMNS, COLOURS, GAP, GROUND = 234, 6, 112, 8, "#808890"
MINIGAMES = [name for name, laid in LAID.items() if "/" not in laid[0]]
FIRST_HALF = 12  # minigames on a sheet
SEASON7 = (
    Beat("cycle/into_super_round", -1, "", ".moment.begins", "Super Round"),
    Beat("cycle/megagrid_top", 3, "Ann", "#scene .mg", "Megagrid"),
    Beat("cycle/megagrid_top", -1, "", ".moment.roof", "Megagrid, top"),
    Beat("cycle/megagrid_last_bomb", -1, "Ann", ".moment.bombed", "Megagrid, bomb"),
    Beat("cycle/square00_first", 2, "Ann", ".scene", "Square 00"),
    Beat("cycle/square00_first", 2, "", ".moment.outcome", "Square 00, opened"),
    Beat("changers/blammo_you", 1, "Ann", ".scene", "Blammo"),
    Beat("changers/blammo_you", 1, "", ".moment.doors", "Blammo, opened"),
    Beat("vintage/bankers_offer_deal", -1, "Ann", ".scene", "banker"),
    Beat("vintage/bankers_offer_deal", -1, "", ".moment.deal", "banker, deal"),
    Beat("cycle/megagrid_last_bomb", -1, "", ".moment.cycle", "cycle end"),
    Beat("race/reached_and_bombed", -1, "", ".fin", "finale"),
)
OTHERS = (
    Beat("deluxe/failsafe_right", 0, "", ".moment.right", "Failsafe"),
    Beat("deluxe/failsafe_dud", -2, "", ".moment.wrong", "Failsafe, wrong"),
    Beat(scenes.DELUXE, 1, "Ana", "#place", "round in a zone"),
    Beat("deluxe/zone_entered", -1, "", ".moment.zone", "zone"),
    Beat("deluxe/jackpot_chance", 2, "Ann", ".scene", "Jackpot"),
    Beat("deluxe/jackpot_chance", 3, "", ".moment.won", "Jackpot, won"),
    Beat("billionaire/bids", 1, "Ann", "#scene .bill", "auction"),
    Beat("billionaire/bids", 2, "", ".moment.bid", "auction, bids"),
    Beat("billionaire/bids", 2, "", ".moment.sold", "auction, sold"),
    Beat("billionaire/proxy_fight_equal", -1, "", ".moment.attack", "attack"),
    Beat("billionaire/proxy_fight_won", -1, "", ".moment.took", "taken"),
    Beat("billionaire/spin_red_red", -1, "", ".moment.attack", "Analyzer"),
    Beat("billionaire/security_analysis", -1, "", ".moment.held", "Security"),
    Beat("ladder/first_climb", 3, "Cat", ".quiz", "ladder"),
    Beat("ladder/first_climb", -1, "Cat", ".moment.reveal", "climb"),
    Beat(
        rating.TOP, 2, "", ".moment.reveal", "top", ("Ann      answer B", "Bob      answer take", "Cat      answer A")
    ),
)
Taken = Iterator[tuple[str, bytes]]


def take_minigames(stage: scenes.Stage, names: list[str], *, ended: bool = False) -> Taken:
    """Take each minigame in its middle with the first things tapped, or its end."""
    for name in names:
        game = stage.kept(f"minigames/{name}/win", rating.EVERY_MOVE)
        game.goes_on(len(game.steps) - 1 if ended else len(game.steps) // 2)
        page = game.page(stage.browser, "Ann", viewport=SMALL, color_scheme="dark", reduced_motion="reduce")
        page.evaluate("() => document.fonts.ready")
        if ended:
            scenes.hold(page)
            game.goes_on()
            scenes.hurry(page)
            page.locator(".moment").first.wait_for(timeout=20_000)
        elif page.locator("#scene[data-least]").count():
            things = page.locator("#scene .pk input[name=value]")
            for n in range(min(things.count(), int(page.locator("#scene").get_attribute("data-least") or 1))):
                things.nth(n).click(force=True)
        page.wait_for_timeout(300)
        yield f"{name}-{'ended' if ended else 'asked'}", page.screenshot(animations="allow")
        page.close()


def take_beats(stage: scenes.Stage, beats: tuple[Beat, ...]) -> Taken:
    """Take great scenes."""
    for beat in beats:
        yield beat.answer.replace(", ", "-").replace(" ", "-"), rating.shoot(stage, beat)


def take_cards(stage: scenes.Stage) -> Taken:
    """Take what others are sent: the invitation to a table, the card of a moment, and the podium."""
    page = stage.browser.page(viewport=SMALL)
    page.goto(stage.room.server.url)
    page.locator("#open-name").fill("Zoe")
    page.get_by_role("button", name="Open it").click()
    page.locator(".lobby").wait_for()
    game = stage.laid(scenes.ROUND, "Zoe      select 14")
    game.goes_on(2)
    over = stage.kept("race/reached_and_bombed")
    last = stage.room.host.store.load_log(game.game)[-1].n
    for name, address in (
        ("invitation", f"{page.url}/invitation"),
        ("share-card", f"{game.url}/card?n={last}"),
        ("podium-card", f"{over.url}/podium"),
    ):
        answer = page.request.get(address)
        assert answer.ok, name
        yield name, answer.body()
    page.close()


def take_chat_scenes(_: scenes.Stage) -> Taken:
    """Take great scenes as chats are sent them with the news."""
    for each in draw_chat_pictures():
        yield each.name, each.png


SHEETS: dict[str, Callable[[scenes.Stage], Taken]] = {
    "minigames-1": partial(take_minigames, names=MINIGAMES[:FIRST_HALF]),
    "minigames-2": partial(take_minigames, names=MINIGAMES[FIRST_HALF:]),
    "minigames-ended": partial(take_minigames, names=MINIGAMES, ended=True),
    "scenes-season7": partial(take_beats, beats=SEASON7),
    "scenes-others": partial(take_beats, beats=OTHERS),
    "cards": take_cards,
    "chats": take_chat_scenes,
}


def join(images: list[Image.Image]) -> Image.Image:
    """Put pictures side by side in rows, smaller."""
    rows, columns = -(-len(images) // COLUMNS), min(COLUMNS, len(images))
    wide = WIDTH * COLUMNS // columns  # few of them are larger
    high = max(image.height * wide // image.width for image in images)
    sheet = Image.new("RGB", (columns * (wide + GAP) - GAP, rows * (high + GAP) - GAP), GROUND)
    for n, image in enumerate(images):
        row, column = divmod(n, columns)
        small = image.resize((wide, image.height * wide // image.width), Image.Resampling.LANCZOS)
        sheet.paste(small, (column * (wide + GAP), row * (high + GAP)))
    return sheet


def main() -> None:
    """Take all sheets, or those that are named."""
    named = [each for each in sys.argv[1:] if each in SHEETS] or [*SHEETS]
    kept = [Path(each) for each in sys.argv[1:] if each not in SHEETS]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        pages = Pages(browser)
        for sheet in named:
            images, room = [], Table()  # a house of its own: a person may sit at so many tables only
            for name, png in SHEETS[sheet](scenes.Stage(room, pages)):
                images.append(Image.open(BytesIO(png)).convert("RGB"))
                for folder in kept:
                    folder.mkdir(parents=True, exist_ok=True)
                    (folder / f"{name}.png").write_bytes(png)
                pages.empty()
            joined = join(images).quantize(COLOURS, dither=Image.Dither.NONE)
            joined.save(scenes.INTO / f"{sheet}.png", optimize=True)
            room.close()
        browser.close()


if __name__ == "__main__":
    main()
