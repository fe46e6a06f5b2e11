"""Pictures for a rater who knows neither game nor code: `python -m tests.host.doors.web.in_a_browser.rating FOLDER`.

Written before the first picture was taken:

- Who rates: somebody who has not seen the code, the rules or this file; on their own, from the pictures alone.
- What they see: one picture of each of the 20 beats below, 390 x 664, by night, in the order of their numbers. The
  pictures are numbered and named in no other way.
- Which beats: those of the catalogue that a game turns on, by their typed events. The finale is three real ends: the
  last question of the ladder, a goal that was reached, a race that was won. Up to the eighth round it had the first
  question and the end of a first cycle, which end nothing. Since the tenth, a Failsafe stands with the round it ends,
  no longer among the auctions of another game.
- What they are asked, of each picture: What has happened? To whom (whose name)? What was it worth (won, lost, at stake,
  or nothing)? Then, of each of the five groups (a round, a minigame, a Megagrid, an auction, a finale): how good is it
  to look at and to understand, from 1 to 10, and why?
- When it is passed: 18 of the 20 beats right in all that was asked of them, and no group below 7. A round that failed
  stays in the notes beside what was changed for it:

  Round  Right  Round  Minigame  Megagrid  Auction  Finale  Why, in the rater's words, shortened
  1-7    not kept
  8      17     7      6         8         6        6       Failed: endings that end nothing, a podium cut off, a 3:3
                                                            that nobody explains.
  9      20     7      7         8         6        7       Failed by the auction: numbers that nobody explains, a plain
                                                            table, dice like clip art.
  10     20     7.5    7.5       8         8        7.5     Passed. Round: who, what and how much in one look, but half
                                                            of the screen is empty rays, and the opened square is not
                                                            seen. Minigame: pigs charm, a cheque with a stamp; seven
                                                            layers, small chips. Megagrid: the climb is clear; the top
                                                            ought to take the screen. Auction: paddles tell it best;
                                                            three ways to bid at once. Finale: winner, sum, crown; two
                                                            black boxes, and a million like a table of results.
  11     20     7      7         8         7        6       Failed by the finale: a podium of two stands to one side, a
                                                            ladder's top is rays without a word of what it is.
  12     20     7      7         8         7        7       Passed. Round: what, who and how much in a second; a win by
                                                            Failsafe in a bomb's red. Minigame: the cheque is excellent,
                                                            pigs are busy. Megagrid: question, loss and triumph cannot
                                                            be mistaken. Auction: paddles are a model of clarity; what
                                                            plus and minus do is not. Finale: winner and sum at once; a
                                                            top without an end.
  13     20     6      6         7         6        5       Failed. Told to be strict: a button cut off,
                                                            jargon at doors, pigs crowded, an auction half
                                                            empty; the finale looks like any win.
  14     20     8      7         9         8        7       Passed, asked as the others were. Megagrid: explains itself.
                                                            Auction: tells a story without rules. Minigame: two bombs
                                                            and four left puzzle. Finale: an empty third step.

  What the tenth named was changed after it: names of those awaited, the opened square's number, a Megagrid's top and a
  million in full, a podium's winner in the middle. The eleventh saw that, and pictures taken anew. After
  the thirteenth the end got colours, a sign and paper of its own, and most of what that rater named was mended.

FOLDER gets 01.png to 20.png, questions.txt for the rater, and answers.txt, which the rater does not see.
"""

import sys
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import sync_playwright

from tests.chromium import FLAGS, chromium
from tests.host.doors.web.in_a_browser import scenes
from tests.host.doors.web.in_a_browser.browser import Table
from tests.pages import Pages

EVERY_MOVE = 10**6  # more than a game has
SMALL = {"width": 390, "height": 664}
QUESTIONS = """Look at each picture once, in order. You know neither the games nor the program.
Of each picture, write down:
  1. What has happened (or is being asked)?
  2. To whom? Which name?
  3. What was it worth: a sum won, a sum lost, a sum at stake, or nothing?
If you cannot tell, say so. Then give each group a mark from 1 to 10, with the reason:
  a round (01 to 06), a minigame (07 to 10), a Megagrid (11 to 13), an auction (14 to 17), a finale (18 to 20).
"""


class Beat(NamedTuple):
    """A game, how many moves come first, who looks, what to wait for, and what a rater should tell."""

    game: str
    before: int
    who: str
    sight: str
    answer: str
    moves: tuple[str, ...] = ()


TOP = """rtab     1 ladder
title    The last question
players  Ann Bob Cat
card     15 titan
    Which planet has the moon Titan?
    Saturn
    Jupiter
    Mars
    Neptune
    Titan is the largest of the moons of Saturn.
box      1
rung     15

~        letters B | A | C | D
begin
"""
SPECTRUM = "minigames/spectrum/ten_looks"
BEATS = (
    Beat(
        scenes.SEALING,
        0,
        "Zoe",
        "td.stamp",
        "Zoe has hidden a bomb on 14; £500,000 are at stake",
        ("Zoe      seal 14",),
    ),
    Beat(scenes.ROUND, 1, "Ada", ".moment.big", "Zoe opens 14 and wins £9,700,000", ("Zoe      select 14",)),
    Beat("rounds/bomb", 0, "Cat", ".moment.bomb", "Ann hits Bob's and Cat's bomb on 6, is out and loses £500,000"),
    Beat("changers/blammo_you", 1, "", ".moment.doors", "Blammo: Ann's door puts Ann out; no money"),
    Beat(scenes.ROUND, 1, "Ada", ".moment.booster", "Zoe finds a 45% booster; no money", ("Zoe      select 20",)),
    Beat(
        "deluxe/failsafe_right",
        0,
        "",
        ".moment.right",
        "Ann says that all of 1, 3 and 5 are bombs, and is right: $2,250,000 × 3 = $6,750,000",
    ),
    Beat(
        scenes.MINIGAME.format(name="Smash for Cash"),
        0,
        "Zoe",
        ".scene",
        "Zoe is asked which pigs to smash, with £67,500",
    ),
    Beat(SPECTRUM, -1, "Ann", ".moment.won", "Ann wins £20,300,000 in Spectrum"),
    Beat("cycle/square00_first", 2, "", ".moment.outcome", "Ann keeps £10,500,000 and also plays Hypercube"),
    Beat("vintage/bankers_offer_deal", -1, "", ".moment.deal", "Ann takes the bank's £16,620,000 and leaves the round"),
    Beat(
        "cycle/megagrid_top", 3, "Ann", ".scene .mg", "Ann is asked for a door of the next row, or stops with the pot"
    ),
    Beat("cycle/megagrid_last_bomb", -1, "Ann", ".moment.bombed", "Ann hits a bomb in row 5 and loses £47,000,000"),
    Beat("cycle/megagrid_top", -1, "", ".moment.roof", "Ann reaches the top with £62,000,000"),
    Beat("billionaire/bids", 1, "Ann", "#scene .bill", "Ann is asked what she bids for Yangtze Power"),
    Beat("billionaire/bids", 2, "", ".moment.bid", "The bids are opened: Ann $4M, Bob $10M, Cat none; Bob is highest"),
    Beat("billionaire/bids", 2, "", ".moment.sold", "Bob buys Yangtze Power for $10M, worth $130M: +$120,000,000"),
    Beat(
        "billionaire/proxy_fight_equal",
        -1,
        "",
        ".moment.attack",
        "Ann's attack fails; Bob keeps Ural Steel",
    ),
    Beat(
        TOP,
        2,
        "",
        ".moment.reveal",
        "The answer is Saturn: Ann wins $1,000,000; Bob takes $500,000, Cat is wrong and leaves with $32,000",
        ("Ann      answer B", "Bob      answer take", "Cat      answer A"),
    ),
    Beat("billionaire/goal_500m", -1, "Ann", ".fin", "Ann wins the game with $500,000,000; Bob has nothing"),
    Beat(
        "race/reached_and_bombed",
        -1,
        "Bob",
        ".fin",
        "Ann wins the race with £40,000,000, of which £39,500,000 are left at the end",
    ),
)


def shoot(stage: scenes.Stage, beat: Beat) -> bytes:
    """Take the picture of one beat as soon as it stands there, as a PNG."""
    laid = "\n" in beat.game
    game = stage.laid(beat.game, *beat.moves) if laid else stage.kept(beat.game, EVERY_MOVE)
    moves = beat.before if beat.before >= 0 else len(game.steps) + beat.before
    game.goes_on(moves)
    page = game.page(stage.browser, beat.who, viewport=SMALL, color_scheme="dark", reduced_motion="reduce")
    page.evaluate("() => document.fonts.ready")
    page.wait_for_timeout(500)
    if beat.sight.startswith((".moment", "td", ".fin")):
        scenes.hold(page, beat.sight)
        game.goes_on()
        scenes.hurry(page)
    page.locator(beat.sight).first.wait_for(timeout=20_000)
    page.wait_for_timeout(150)
    png: bytes = page.screenshot()
    page.close()
    return png


def main() -> None:
    """Take all pictures, and write down what is asked and what should be told."""
    into = Path(sys.argv[1])
    into.mkdir(parents=True, exist_ok=True)
    (into / "questions.txt").write_text(QUESTIONS, "utf-8")
    answers = [f"{n:02}  {beat.answer}" for n, beat in enumerate(BEATS, 1)]
    (into / "answers.txt").write_text("\n".join([*answers, ""]), "utf-8")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        pages, room = Pages(browser), Table()
        for n, beat in enumerate(BEATS, 1):
            (into / f"{n:02}.png").write_bytes(shoot(scenes.Stage(room, pages), beat))
            pages.empty()
        room.close()
        browser.close()


if __name__ == "__main__":
    main()
