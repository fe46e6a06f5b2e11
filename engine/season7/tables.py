"""Plain numbers of Season 7: what can lie on a board, and how likely. `HOUSE` lists what the rulebook leaves to us."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from math import lcm

from engine.kernel.text import Words, format_money, phrase

NEGATIVE_CASH = [*range(-10_000, -250_001, -10_000), -26_000, -27_183, -31_415, -54_321, -123_456]

SIX_FIGURES = sorted(
    {n for step in (10_000, 25_000, 111_111) for n in range(step, 1_000_000, step) if n >= 100_000}
    | {123_456, 124_421, 271_828, 314_159, 543_210, 567_800, 654_321}
)
SEVEN_FIGURES = sorted(
    {n for step in (100_000, 250_000, 1_111_111) for n in range(step, 10_000_000, step) if n >= 1_000_000}
    | {1_234_567, 1_248_421, 2_718_282, 3_141_593, 5_678_000, 6_543_210, 7_654_321}
)
BOOSTS = sorted({*range(5, 101, 5), *range(11, 101, 11), 63})

MYSTERY_SIX, MYSTERY_SEVEN, MYSTERY_BOOST = "£???,000", "£?,???,000", "??% Booster"

MINIGAMES = [
    "Accelerator",
    "Biscuit Risk-It",
    "Digital Fortress",
    "Fractioniser",
    "Higher or Lower",
    "Hypercube",
    "Leap of Faith",
    "Make Your Mark",
    "Math Time",
    "Penalty Shootout",
    "Postcode Lottery",
    "Power Number",
    "Punch-a-Bunch",
    "Smash for Cash",
    "Spectrum",
    "Shut the Box",
    "Split Decision",
    "Tic Tac Dough",
    "Times Table",
    "Treble Chance",
]
VINTAGE_MINIGAMES = ["For the Rest of Your Game", "High Stakes", "Mystery Chance"]
EVENTS = [
    "Add a Row",
    "Ask the Host",
    "Board Booster",
    "Booster Siphon",
    "Chamber of Secrets",
    "The Commissioner",
    "Double Dip",
    "Eclipse",
    "Extra Peek",
    "Fast Forward",
    "Game Boy",
    "Game On!",
    "Get Lucky",
    "Gift Card",
    "Grid List",
    "Hypnotise",
    "Immunise",
    "Immunity",
    "Invite",
    "Jackpot",
    "Leftovers",
    "Lockdown",
    "Minefield",
    "Minesweeper",
    "Pay Day",
    "Penalty Box",
    "Power Spike",
    "Protect",
    "Quick Finish",
    "Schadenfreude",
    "Six and Out",
    "Switcheroo",
    "Tag Along",
    "Team Rocket",
    "Win Zone",
    "Wormhole",
]
GAME_CHANGERS = [
    "Anchor",
    "Blammo",
    "Deadlock",
    "Digital Love",
    "Fifty50",
    "Metamorphosis",
    "Military Aid",
    "Napping Hare",
    "Nightmare",
    "Realignment",
    "Reparations",
    "Reverie",
    "Revolution",
    "Robin Hood",
    "Slipstream",
    "Sob Story",
    "Split & Share",
    "Steady Tortoise",
    "Steal Your Million",
    "Zero Hour",
]
VINTAGE_CASH = [10_000, 1_337_000]
VINTAGE_SQUARES = [
    *(format_money(n) for n in VINTAGE_CASH),
    "Access",
    "Banker's Offer",
    "Footballer's Salary",
    *VINTAGE_MINIGAMES,
    "Knife Edge",
    "OnePlus",
]
HIDDEN_SQUARES = [
    "Bomb Finder",
    "Bomb Switch",
    "Bonus Bag",
    "Borrow the Truth",
    "Conversion",
    "Copy/Paste",
    "Deflect",
    "Defuse",
    "Endure",
    "Fold",
    "Force Play",
    "Free Play",
    "Gold Dust",
    "Kablam!",
    "Metronome",
    "Nitrous",
    "Omniscience",
    "Reveal a Row",
    "Revive",
    "Skip Turn",
]
WILDCARDS = ["Gold Mine", "Head to Head", "Remain or Leave", "Rolling Start", "Takeshi's Castle"]

SQUARES_BY_CATEGORY: dict[int, list[str]] = {
    1: [format_money(n) for n in NEGATIVE_CASH],
    2: [*(format_money(n) for n in SIX_FIGURES), MYSTERY_SIX],
    3: [*(format_money(n) for n in SEVEN_FIGURES), MYSTERY_SEVEN],
    4: [*(f"{n}% Booster" for n in BOOSTS), MYSTERY_BOOST],
    5: MINIGAMES,
    6: EVENTS,
    7: GAME_CHANGERS,
    8: VINTAGE_SQUARES,
}
CATEGORY_NAMES = {
    1: "Negative Cash",
    2: "Six-Figure Cash",
    3: "Seven-Figure Cash",
    4: "Boosters",
    5: "Minigames",
    6: "Events",
    7: "Game Changers",
    8: "Vintage",
    9: "Hidden Squares",
}
CATEGORY = {face: category for category, faces in SQUARES_BY_CATEGORY.items() for face in faces}
# At least so many squares of each category on a board; the rest is drawn from all categories.
REGULAR_MINIMUM = {1: 1, 2: 3, 3: 3, 4: 2, 5: 2, 6: 1, 7: 1, 8: 1}
SUPER_MINIMUM = {1: 3, 2: 3, 3: 6, 4: 3, 5: 3, 6: 3, 7: 2, 8: 3}
HEAD_TO_HEAD_MINIMUM = dict.fromkeys(range(1, 9), 1)

# Chances that cash hides a square behind it, in hundredths of a percent.
HIDING = {1: 2500, 2: 1750, 3: 1337}

BOMB_PENALTY = 500_000
LOCKDOWN_PENALTY = 2_500_000
LEAVE_PENALTY = 15_000_000
LEAVE_CASH = 50_000_000
LEAVE_BOOSTER = 252
CASTLE_BOOSTER = 250
BOOSTER_CAP = 300
BOARD_BOOSTER_CAP = 200
MOST_BOARD_BOOSTERS = 3
WIN_BONUS = 10_000_000
PER_SQUARE = 250_000
PER_SQUARE_CLEAR = 500_000
MEGAGRID_START = 10_000_000
MEGAGRID_STEP = 1_000_000
MEGAGRID_COLUMNS = 5
# Bombs and prize of each row. Played well it pays £35,000,000 on average; more than a quarter of the time, nothing.
MEGAGRID_ROWS = ((1, 5_000_000), (2, 8_000_000), (2, 10_000_000), (3, 12_000_000), (3, 15_000_000))
SQUARE00_PRIZE = 26_000_000
ENDURE_FROM = 5_000_000
OPPONENT_SOURCE = "another's minigame"  # what the opponent in a minigame for two wins comes from
GOOD_ROUND = 35_000_000  # about half of all rounds bring somebody more than this
ROUNDS_COMPARED = 25  # the last of a game, of which a good one is compared with
# What those who lose a round pay, in percent of their total, for each of these that they hold; in this order.
FORFEITS = {"Threshold Situation": 20, "Split & Share": 15}
BOARD_BOOST = range(50, 101)  # percent
HYPNOTISED_FOR = range(1, 5)  # selections
SWEPT = range(1, 5)  # bombs
JACKPOT_STEP = 1_000_000
PENALTY_BOX = 1_000_000
WIN_ZONE = 8  # selections
HABITS_SHOWN = 5  # bombs of a player whose places are shown
WITTY_PEEKS = 2  # in a round, with the option `wits`
QUICK_FINISH = {"regular": 5, "super": 8}  # squares left, at most
MUTATES = 20  # percent
MUTATIONS = ("Burnout", "Bankrupt", "Fizzle", "Double-cluster", "Triple-cluster", "Quad-cluster")
KIND = ("Burnout", "Fizzle")  # an Auto-Bomb that draws one of these is a plain bomb: nothing helps its sleeper
BURNOUT_BOOSTER = 50  # in the next round
CLUSTERS = {"Double-cluster": 2, "Triple-cluster": 3, "Quad-cluster": 4}

# What the rulebook leaves open and we have settled; the catalogue marks these `house`.
HOUSE_NUMBERS = {
    "MUTATIONS": "the six mutations are equally likely",
    "MEGAGRID": "designed by us from one sentence",
    "BOARD_BOOST": "every whole percentage is equally likely",
    "HYPNOTISED_FOR": "one to four selections, equally likely",
    "SWEPT": "one to four bombs, as far as there are so many, equally likely",
}

CASH_FACE = re.compile(r"(-?)£([0-9][0-9,]{0,19})")
BOOSTER = re.compile(r"([0-9]{1,3})% Booster")


@lru_cache(maxsize=4096)
def parse_cash(face: str) -> int | None:
    """Return the amount in pounds on a cash square, negative if it is a loss such as “-£26,000”; None for any other
    square, also for a mystery square, whose amount is still to be drawn.
    """
    found = CASH_FACE.fullmatch(face)
    return int(found[1] + found[2].replace(",", "")) if found else None


@lru_cache(maxsize=4096)
def parse_booster(face: str) -> int | None:
    """Return the percentage on a booster square; None for any other square, also for a mystery booster, which is still
    to be drawn.
    """
    found = BOOSTER.fullmatch(face)
    return int(found[1]) if found else None


def is_said_with_an(percent: int) -> bool:
    """Return whether “an”, not “a”, comes before this number when read aloud: 8, 11, 18 and the eighties."""
    return percent in (11, 18) or str(percent).startswith("8")


@lru_cache(maxsize=4096)
def format_square(face: str) -> Words:
    """Format what a square turns out to be (`face`) for players to read: its name, or “30% Booster” for a booster."""
    percent = parse_booster(face)
    return face if percent is None else phrase("{percent}% Booster", percent=percent)


# Squares that are one of many such, and stand in a sentence with an article; all others are called by their names.
FACES_WITH_ARTICLE = frozenset(
    (
        *("Anchor", "Eclipse", "Extra Peek", "Invite"),
        *("Banker's Offer", "Blammo", "Board Booster", "Bomb Finder", "Bomb Switch", "Bonus Bag", "Booster Siphon"),
        *("Chamber of Secrets", "Deadlock", "Double Dip", "Footballer's Salary", "Game Boy", "Gift Card", "Grid List"),
        *("Jackpot", "Knife Edge", "Lockdown", "Metronome", "Minefield", "Napping Hare", "Nightmare", "Pay Day"),
        *("Penalty Box", "Power Spike", "Quick Finish", "Reverie", "Revolution", "Slipstream", "Sob Story"),
        *("Steady Tortoise", "Switcheroo", "Win Zone", "Wormhole"),
    )
)


def format_with_article(face: str) -> Words:
    """Format a square's face (what it turns out to be) for the middle of a sentence, with “a” or “an” if there are many
    of its kind.
    """
    if face not in FACES_WITH_ARTICLE:
        return format_square(face)
    return phrase("an {name}", name=face) if face[0] in "AEIOU" else phrase("a {name}", name=face)


def format_peeked_category(category: int) -> Words:
    """Format what a peek tells a player about a square: its category (“from Category 2: …”), or “a Bomb” for 0."""
    if not category:
        return "a Bomb"
    return phrase("from Category {category}: {name}", category=category, name=CATEGORY_NAMES[category])


@lru_cache(maxsize=4096)
def find_category(face: str) -> int:
    """Return the number of the category to which a square belongs, by its face (what it turns out to be). Amounts drawn
    for a mystery square count by their size; a face that is neither listed nor cash counts as a booster.
    """
    if face in CATEGORY:
        return CATEGORY[face]
    amount = parse_cash(face)
    if amount is None:
        return 4
    return 1 if amount < 0 else 2 if amount < 1_000_000 else 3


@cache
def weigh_squares_evenly(
    categories: tuple[int, ...], without: frozenset[str]
) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """Return all squares of these categories (but none in `without`) and a drawing weight for each, so that each
    category, and then each square in it, is equally likely. A category that is listed twice is twice as likely. Both
    are empty if nothing is left. Cached.
    """
    lists = {c: [face for face in SQUARES_BY_CATEGORY[c] if face not in without] for c in categories}
    whole = lcm(*(len(faces) for faces in lists.values() if faces))
    pairs = [(face, whole // len(faces) * categories.count(c)) for c, faces in lists.items() for face in faces]
    return tuple(face for face, _ in pairs), tuple(weight for _, weight in pairs)
