"""Pictures of a group and of a thread: `python -m tests.host.doors.chats` writes them to docs/show/.

Four people play the beginning of a round in each, with the bot as it is and the servers of the tests. Every word and
the board are what the bot has posted there; only the frame around them is drawn here, and looks like nobody's.
"""

import base64
import html
import itertools
import random
import re
from io import BytesIO

from PIL import Image
from playwright.sync_api import sync_playwright

from engine.rulesets import RULESETS
from tests.chromium import FLAGS, chromium
from tests.host.doors.reddit import conftest as reddit
from tests.host.doors.reddit import test_season_in_a_thread as season
from tests.host.doors.telegram import conftest as telegram
from tests.host.doors.web.in_a_browser.scenes import COLOURS, INTO
from tests.phone_log import TelegramRound, move
from tests.rulesets.toy import Toy

WIDTH = 390
TURNS = 9
MARKS = {"bold": "b", "italic": "i", "code": "code"}
STYLE = """
* { box-sizing: border-box }
body { margin: 0; padding: 12px 10px; width: 390px; font: 15px/1.35 "DejaVu Sans", sans-serif; color: #1a1c2c }
.group { background: #d9dde8 }
.group article { background: #fff; border-radius: 12px; padding: 7px 10px; margin: 0 34px 8px 0; white-space: pre-wrap }
.group article.own { background: #dcead9; margin: 0 0 8px auto; width: fit-content }
.group article > b:first-child { color: #5b3fa0; display: block }
.group img { display: block; width: calc(100% + 20px); margin: 2px -10px 6px; }
.keys { display: grid; gap: 4px; margin: -4px 34px 8px 0 }
.keys div { display: flex; gap: 4px }
.keys span { flex: 1; text-align: center; background: #aab2c8; color: #fff; border-radius: 8px; padding: 5px 0;
  min-height: 30px }
.thread { background: #fff; font-size: 14px }
.thread article { border-left: 2px solid #cfd3dd; padding: 0 0 2px 9px; margin: 0 0 9px calc(14px * var(--deep)) }
.thread header { color: #5c6070; font-size: 12px; margin-bottom: 3px }
.thread h2, .thread h3 { margin: 4px 0; font-size: 16px }
.thread p, .thread ul { margin: 4px 0 } .thread ul { padding-left: 18px }
.thread table { border-collapse: collapse; margin: 6px 0; font-size: 11.5px }
.thread th, .thread td { border: 1px solid #cfd3dd; padding: 3px 4px; text-align: center; overflow-wrap: anywhere }
code { background: #eceef3; border-radius: 4px; padding: 0 3px }
sup { font-size: 10px; color: #5c6070; overflow-wrap: anywhere }
"""


def group():
    """A group after some selections: the board, and what was told below it."""
    stage = telegram.Stage()
    played, selections = TelegramRound(random.Random(24), stage), 0
    while selections < TURNS:
        selections += move(played)
    stage.close()
    first = played.posts[0].id
    shown = [message for message in played.group.messages if message.photo or message.id > first]
    return f"<body class=group>{''.join(bubble(message) for message in shown)}"


def tag(name, *inside):
    """Some text within a tag; the name may carry attributes."""
    return f"<{name}>{''.join(inside)}</{name.partition(' ')[0]}>"


def bubble(message):
    """A message with its picture and its buttons."""
    sender = tag("b", html.escape(message.sender["first_name"]))
    picture = base64.b64encode(message.photo).decode() if message.photo else ""
    photo = f'<img src="data:image/png;base64,{picture}">' if picture else ""
    rows = [[tag("span", html.escape(str(button["text"]))) for button in row] for row in message.keyboard]
    said = tag("article" if message.from_bot else "article class=own", sender, photo, marked(message))
    return said + tag("div class=keys", *(tag("div", *row) for row in rows))


def marked(message):
    """Its text; entities count in UTF-16."""
    wide = message.text.encode("utf-16-le")
    cuts = {0, len(wide)}
    for entity in message.entities:
        cuts |= {entity["offset"] * 2, (entity["offset"] + entity["length"]) * 2}
    places, said = sorted(cuts), ""
    for begin, end in itertools.pairwise(places):
        tags = [
            MARKS[entity["type"]]
            for entity in message.entities
            if entity["type"] in MARKS and entity["offset"] * 2 <= begin < (entity["offset"] + entity["length"]) * 2
        ]
        text = html.escape(wide[begin:end].decode("utf-16-le"))
        for name in tags:
            text = tag(name, text)
        said += text
    return said


def thread():
    """A thread after some selections: the bot's board, and the conversation of the round."""
    stage, luck = reddit.Stage(), random.Random(5)
    place = stage.open(*season.NAMES[:4], line="!new season7 pace daily", messages=False)
    for _ in range(TURNS):
        season.one_move(stage, place, luck)
        stage.pass_by(90)
    board, talk = stage.board(place), [each for each in place.tree() if each.depth > 0][-12:]
    stage.close()
    told = [
        (0, stage.site.bot, board.partition("\n---\n")[0]),
        *((each.depth - 1, each.author, each.body) for each in talk),
    ]
    return f"<body class=thread>{''.join(comment(*each) for each in told)}"


def comment(deep, who, text):
    """What somebody wrote, below what it answers."""
    return tag(
        f"article style='--deep: {deep}'", tag("header", f"u/{html.escape(who)}"), *map(part, text.split("\n\n"))
    )


def part(text):
    """A paragraph of Markdown, as far as the bot uses it."""
    lines = text.strip().splitlines()
    if lines and lines[0].startswith("#"):
        level, _, title = lines[0].partition(" ")
        return tag(f"h{len(level)}", inline(title))
    if lines and all(line.startswith("- ") for line in lines):
        return tag("ul", *(tag("li", inline(line[2:])) for line in lines))
    if lines and all(line.startswith("|") for line in lines):
        rows = [line.strip("|").split("|") for at, line in enumerate(lines) if at != 1]
        return tag("table", *(tag("tr", *(tag("td", inline(cell)) for cell in row)) for row in rows))
    return tag("p", "<br>".join(inline(line.rstrip()) for line in lines))


def inline(text):
    """Its marks."""
    said = html.escape(re.sub(r"⏳ |🔒 |\\(?=\W)", "", text), quote=False)  # not every machine has these two signs
    for mark, tag in ((r"\*\*(.+?)\*\*", "b"), (r"\*(.+?)\*", "i"), (r"`(.+?)`", "code"), (r"\^\((.+?)\)", "sup")):
        said = re.sub(mark, rf"<{tag}>\1</{tag}>", said)
    return said


def main():
    """Take both."""
    RULESETS["toy"] = Toy()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        for name, drawn in (("group", group()), ("thread", thread())):
            page = browser.new_page(viewport={"width": WIDTH, "height": 844})
            page.set_content(f"<!doctype html><meta charset=utf-8><style>{STYLE}</style>{drawn}")
            image = Image.open(BytesIO(page.screenshot(full_page=True))).convert("RGB")
            image.quantize(COLOURS, dither=Image.Dither.NONE).save(INTO / f"{name}.png", optimize=True)
        browser.close()


if __name__ == "__main__":
    main()
