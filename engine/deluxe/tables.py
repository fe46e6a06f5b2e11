"""Plain numbers of the Deluxe edition: what lies on a grid, how likely, and what it is worth.

What the rulebook gives is marked rulebook; all else is house, for that part of the text is lost.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from math import lcm
from typing import NamedTuple

from engine.kernel.text import Words, format_money, phrase
from engine.minigames import MINIGAMES

ROWS, COLUMNS = 4, 5  # rulebook: a grid of 20 spaces; house: its shape
SIZE = ROWS * COLUMNS
GRIDS = ((19, 4), (12, 3), (8, 2), (0, 1))  # rulebook: with so many players, so many grids
LEAST_SEATS, MOST_SEATS, MORE_SEATS = 3, 12, 2  # house: what the leader may make of a grid, and beyond the even share
MOST_DUDS, DUD_WEIGHTS = 6, (7, 6, 5, 4, 3, 2, 1)  # rulebook: from none to six; house: how likely each
PENALTIES = (50_000, 35_000, 15_000)  # rulebook: bombed first, second, third and beyond
DIVISORS = ((2, 1), (3, 2), (11, 10))  # rulebook: 2, 1.5 and 1.1, by which multiplier and boost are divided
FULL_BOOST = 100  # rulebook: percent of boost at the start
ONE = 10  # the multiplier is kept in tenths: x1
LEAST_BOOST, MOST_BOOST, MOST_TIMES = 10, 400, 300  # house: how far spaces move them
R_LIMIT = 500_000  # rulebook: more than that no space counts among those remaining
MOST_BONUS, INSTALMENT = 200_000_000, 50_000_000  # rulebook
JACKPOT, JACKPOT_STEP = 10_000_000, 2_000_000  # rulebook
CHANCE_CASH, CHANCE_STRIKES = 100_000, 3  # rulebook
CHANCE = [*"JACKPOT", *"JACKPOT", "$100,000", "$100,000", *["Strike"] * 4]  # rulebook: 20 spaces
TARGET = 1_000_000_000  # rulebook
MINI_SPACES, MINI_WINS = 6, 5  # rulebook: of the games that break a tie
MOST_ITEMS = 3  # house
MINIGAME_CAP = 100_000_000  # house: the most that one play pays
BOOST_SHARE = 3  # house: of the points that an Accelerator shows this part counts


class EconomyPhase(NamedTuple):
    """Describe a phase of the economy: base bonus, stake, factor of minigames, and when it begins."""

    base: int  # rulebook
    stake: int
    factor: tuple[int, int]
    leader: int  # somebody's score
    rounds: int  # or so many rounds played


PHASES = {  # house, but for the bases
    1: EconomyPhase(500_000, 100_000, (1, 4), 0, 0),
    2: EconomyPhase(1_000_000, 500_000, (1, 2), 25_000_000, 4),
    3: EconomyPhase(2_500_000, 2_000_000, (3, 2), 120_000_000, 9),
}
NOTICE = 2  # rounds from the mark to the new phase: one whole round of the old one is always left


class MoneyTier(NamedTuple):
    """Describe a tier of money: its values, which are equally likely, and its weight in each phase."""

    name: str
    values: tuple[int, ...]
    weights: tuple[int, int, int]
    sometimes_lost: bool = False


def list_steps(low: int, high: int, step: int) -> tuple[int, ...]:
    """Return the whole numbers from `low` up to at most `high` in steps of `step`."""
    return tuple(range(low, high + 1, step))


TIERS = (  # house; rulebook: tiers 4, 5 and 6 run from $22,500 to $250,000
    MoneyTier("Pocket Fluff", (1, 13, 42, 100, 365, 777, 999), (10, 10, 10)),
    MoneyTier("Small Change", list_steps(1_000, 7_500, 500), (20, 20, 10)),
    MoneyTier("Pin Money", list_steps(10_000, 20_000, 2_500), (60, 40, 10), sometimes_lost=True),
    MoneyTier("Wages", list_steps(22_500, 50_000, 2_500), (300, 160, 90), sometimes_lost=True),
    MoneyTier("Bonus Pay", list_steps(55_000, 120_000, 5_000), (300, 220, 170), sometimes_lost=True),
    MoneyTier("Windfall", list_steps(125_000, 250_000, 12_500), (200, 250, 250), sometimes_lost=True),
    MoneyTier("Inheritance", list_steps(275_000, 500_000, 25_000), (80, 140, 80), sometimes_lost=True),
    MoneyTier("Lottery", list_steps(550_000, 1_000_000, 50_000), (25, 100, 100)),
    MoneyTier("Oil", list_steps(1_250_000, 10_000_000, 250_000), (5, 60, 280)),
)
LOST_PERCENT = 8  # percent: of the values that are sometimes lost

MONEY, MULTIPLIER, BOOST, SPECIAL, MINIGAME, CHANGER, FUNKY, ITEM = (
    "Money", "Multiplier", "Boost", "Special", "Minigame", "Score Changer", "Funky", "Item",
)  # fmt: skip
TRASH_PICKER, BOMB = "Trash Picker", "Bomb"
SPACE_KINDS = {
    MONEY: 100,
    MULTIPLIER: 25,
    BOOST: 24,
    SPECIAL: 17,
    MINIGAME: 12,
    CHANGER: 8,
    FUNKY: 7,
    ITEM: 7,
}  # of 200
SISTERS = {  # what takes the place of a kind that stays in the box
    MULTIPLIER: BOOST, BOOST: MULTIPLIER, SPECIAL: FUNKY, FUNKY: SPECIAL, MINIGAME: CHANGER, CHANGER: MINIGAME,
    ITEM: SPECIAL,
}  # fmt: skip
MULTIPLIERS = {
    "x-0.5": 5, "x-1": 5, "÷2": 4, "x+0.5": 12, "x+1": 27, "x+1.5": 10, "x+2": 20, "x+3": 12, "x+5": 5,
    "×1.5": 10, "×2": 8, "×3": 2,
}  # fmt: skip
BOOSTS = {
    "-30": 3, "-20": 4, "-10": 5, "halved": 2, "+5": 4, "+10": 10, "+15": 12, "+20": 14, "+25": 14, "+30": 12,
    "+40": 12, "+50": 12, "+75": 6, "+100": 5, "×1.5": 5, "×2": 3,
}  # fmt: skip
CHANGERS = [
    "Round It Up", "Tip Jar", "Tall Poppy", "Middle Ground", "Back Pay", "Odds and Evens", "Collection Plate",
    "Swap Meet", "Clean Slate", "Deep End", "Photo Finish", "Borrowed Gap", "Double Entry", "Sponsor",
]  # fmt: skip
SPECIALS = [
    "Headliner", "Snowball", "Market Stall", "Piggy Bank", "Toll Lane", "Bounty", "Handshake", "Personal Demons",
    "Stink Bomb", "Paper Round", "Exchange Booth", "Phone a Bench", "Show of Hands", "Ice Cube", "Echo", "Coat Check",
    "Encore", "Prize Wheel", "Lonely Number", "Golden Ticket", "Hot Potato", "Bomb Counter", "Dowsing Rod",
    "Lost and Found", "Apprentice", "Hush Money",
]  # fmt: skip
LATE_SPECIALS = ("Lonely Number", "Dowsing Rod")  # may be decided about until the grid is over
FUNKIES = [
    "Opposite Day", "Masquerade", "Group Discount", "Twin Trouble", "Landlords", "High Tide", "Pass the Parcel",
    "Tug of War", "Last Orders", "Second Thoughts", "Common Purse", "Siren", "Sudden Thirst", "Open Mic",
    "Crossed Wires", "Applause", "Blank Cheque", "Kingmaker",
]  # fmt: skip
ITEMS = [
    "Spyglass", "Raincoat", "Shock Absorber", "Padlock", "Tuning Fork", "Corkscrew", "Queue Ticket", "Safety Net",
    "Fine Print", "Lucky Penny", "Pencil", "Bloodhound", "Rubber Stamp", "Postage Stamp",
]  # fmt: skip
ZONE_NAMES = [
    "Fog Bank", "Live Wires", "Dud Factory", "Drift", "Gold Seam", "Carnival", "Glass House", "Bull Run", "Twin Fuses",
    "Sunny Side", "Open House", "Arcade Row", "Long Memory", "Soft Landing", "Double Bill",
]  # fmt: skip
FAMILIES = {MINIGAME: [*MINIGAMES], CHANGER: CHANGERS, SPECIAL: SPECIALS}
MONEY_FACE_PATTERN = re.compile(r"(-?)\$([0-9]{1,3}(?:,[0-9]{3})*|[0-9]+)")
WINS_ODDS = {  # in tenths: the odds that somebody wins, by players in, before the first bomb and after one
    2: (21, 20), 3: (30, 26), 4: (38, 31), 5: (43, 34), 6: (45, 36), 7: (44, 38), 8: (44, 39), 9: (42, 40),
}  # fmt: skip


@lru_cache(maxsize=4096)
def parse_cash_face(face: str) -> int | None:
    """Return the amount in dollars, negative for a loss, of `face`, the text printed on a space; None if it is no money
    space.
    """
    found = MONEY_FACE_PATTERN.fullmatch(face)
    return int(f"{found[1]}{found[2].replace(',', '')}") if found else None


def format_dollars(amount: int) -> str:
    """Format an amount as it is printed on a space, such as $1,000."""
    return format_money(amount, "$")


@lru_cache(maxsize=4096)
def find_space_kind(face: str) -> str:
    """Return the kind of what lies on a space (money, boost, minigame …), given its name; a peek tells only this kind.
    What belongs to no kind, such as a bomb, and a Funky space or an item, is its own: its name is returned.
    """
    if parse_cash_face(face) is not None:
        return MONEY
    word = face.split(" ", maxsplit=1)[0]
    if word in (MULTIPLIER, BOOST) and " " in face:
        return word
    return next((name for name, faces in FAMILIES.items() if face in faces), face)


@lru_cache(maxsize=4096)
def format_face(face: str) -> Words:
    """Format what lies on a space for display: money as a sum, anything else by its name."""
    amount = parse_cash_face(face)
    if amount is not None:
        return phrase("{amount:$}", amount=amount)
    family = find_space_kind(face)
    if family in (MULTIPLIER, BOOST):
        return phrase("{family} {what}", family=family, what=face.partition(" ")[2])
    return face


@cache
def compute_money_weights(phase: int, *, richer: bool = False) -> tuple[list[str], list[int]]:
    """Return all amounts, as printed, that money spaces can show in this phase of the economy, and the weight with
    which each is drawn, in two lists that are cached and must not be changed; with `richer` (the zone Gold Seam) every
    tier pays as the next higher one, but the highest as before.
    """
    share = lcm(*(len(tier.values) for tier in TIERS))
    found: dict[int, int] = {}
    for at, tier in enumerate(TIERS):
        lying = TIERS[min(at + richer, len(TIERS) - 1)]
        weight = tier.weights[phase - 1] * share // len(lying.values)
        lost = LOST_PERCENT if lying.sometimes_lost else 0
        for value in lying.values:
            found[value] = found.get(value, 0) + weight * (100 - lost)
            found[-value] = found.get(-value, 0) + weight * lost
    chances = {format_dollars(value): weight for value, weight in found.items() if weight}
    return list(chances), list(chances.values())


@lru_cache(maxsize=256)
def compute_kind_weights(without: tuple[str, ...]) -> dict[str, int]:
    """Return how many of 200 spaces are of each kind (money, boost, item …), in a dictionary that is cached and must
    not be changed. A kind that a game is played `without` (a tuple of names), by its own name or by all that belongs to
    it, has 0, and its share goes to a related kind or else to money.
    """
    found = dict(SPACE_KINDS)
    for name in SPACE_KINDS:
        faces = FAMILIES.get(name, {FUNKY: FUNKIES, ITEM: ITEMS}.get(name, [name]))
        if name in without or (faces != [name] and all(face in without for face in faces)):
            heir = SISTERS.get(name, MONEY)
            heir = heir if heir not in without and found[heir] else MONEY
            found[heir] += found[name]
            found[name] = 0
    return found


def find_win_odds(players_in: int, *, bombed: bool) -> int:
    """Return the odds, in tenths, that a bet on one player to win pays while this many players are in (fewer than two
    count as two, more than nine as nine); they differ once a bomb has gone off (`bombed`).
    """
    return WINS_ODDS[max(2, min(9, players_in))][bombed]
