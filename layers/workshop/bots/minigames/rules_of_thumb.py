"""Players of the minigames that are too large to be searched to their end: `play_NAME` for each, by rules of thumb."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache, lru_cache
from itertools import combinations, permutations
from random import Random
from statistics import mean
from typing import Any

from engine.kernel.question import Question
from engine.minigames.booth_table import format_short_cash
from engine.minigames.digital_fortress import DIGITS, LENGTH
from engine.minigames.higher_or_lower import RANKS
from engine.minigames.hypercube import CORNER_COUNT, CORNER_NUMBERS, HOLES, list_corner_neighbours
from engine.minigames.make_your_mark import CREAKS, FALL, MARK_LADDER, WEAK
from engine.minigames.math_time import THROWS
from engine.minigames.mystery_chance import COLUMNS, HINTS, PERCENTS, ROWS, SIDE, list_line_squares
from engine.minigames.smash_for_cash import BOMBS, PER_ROW, PIG_ROWS, TOKENS, compute_token_prize
from engine.minigames.spectrum import BLACKS, MAX_COLOURS_AT_ONCE, PAIR_PRIZES
from engine.minigames.split_decision import CAUGHT, PAIRS, SPLIT
from engine.minigames.times_table import PLACE_MULTIPLIERS, POOL
from engine.minigames.treble_chance import BROKE, BROKES, ENVELOPE_MONEY, HAND, TREBLE, TREBLES, compute_hand_prize

# Digital fortress: guess a code that fits all that is known, and of those the one that splits the others best.
Code = tuple[int, ...]
CODES: list[Code] = list(permutations(DIGITS, LENGTH))


def play_digital_fortress(question: Question, picture: str, _dice: Random) -> Any:
    """Return a code to try, or whether to try again: yes while enough codes are ruled out, else take the money."""
    tried = re.findall(r"(\d) right place, (\d) wrong place:\s+([\d ]+)", picture)
    codes = list_fitting_codes(tuple((guess.replace(" ", ""), here, elsewhere) for here, elsewhere, guess in tried))
    if question.key == "digital_fortress.code":
        return find_best_code(codes)
    return "on" if len(codes) <= 12 or "Attempts left: 2" in picture else "walk"


def compute_code_marks(guess: Code, code: Code) -> tuple[int, int]:
    """Return what the fortress would answer to a guess: digits in their place, and digits that belong elsewhere."""
    here = sum(a == b for a, b in zip(guess, code, strict=True))
    return here, len(set(guess) & set(code)) - here


@lru_cache
def list_fitting_codes(tried: tuple[tuple[str, str, str], ...]) -> tuple[Code, ...]:
    """Return the codes that every answer so far allows."""
    answers: list[tuple[Code, tuple[int, int]]] = [
        (tuple(int(digit) for digit in guess), (int(here), int(elsewhere))) for guess, here, elsewhere in tried
    ]
    return tuple(code for code in CODES if all(compute_code_marks(guess, code) == answer for guess, answer in answers))


@lru_cache
def find_best_code(codes: tuple[Code, ...]) -> list[int]:
    """Return the fitting code after which the most different answers are possible."""
    if len(codes) == len(CODES):
        return list(CODES[0])
    widest: Code = max(codes, key=lambda guess: len(Counter(compute_code_marks(guess, code) for code in codes)))
    return list(widest)


# Higher or lower: count the cards: bet all on what is nearly sure, half on what is likely, little on the rest.


def play_higher_or_lower(question: Question, picture: str, _dice: Random) -> str:
    """Return the likelier call with a bet that fits how likely it is, or change the card or stop. The cards already
    seen are counted.
    """
    values = {str(option.value) for option in question.options}
    seen = re.search(r"Cards: (.*?)(?:\d+\s+face\s+down|Bank)", picture, re.DOTALL)
    at = RANKS.index(question.facts["card"])
    left = [RANKS.index(rank) for rank in RANKS * 4]
    for card in re.findall(r"\w+", seen[1]) if seen else []:
        left.remove(RANKS.index(card))
    higher, lower = sum(card > at for card in left), sum(card < at for card in left)
    edge = abs(higher - lower) / len(left)
    if "change" in values and edge < 0.4:
        return "change"
    call = "higher" if higher > lower else "lower"
    big = f"{call} least" not in values
    if big and edge < 0.1:
        return "stop"
    share = "all" if edge > 0.3 else "half" if big or edge > 0.1 else "least"
    return f"{call} {share}"


# Hypercube: work out where the holes can be, open the safest square, and stop when the next one risks too much.
TYPICAL_HYPERCUBE = sum(CORNER_NUMBERS) / len(CORNER_NUMBERS)


def play_hypercube(question: Question, picture: str, _dice: Random) -> Any:
    """Return the safest square, or "stop" once the next one risks too much."""
    cells = tuple(re.findall(r"HOLE|\d+:\d|\d+", "\n".join(picture.splitlines()[1:5])))
    total, picks = question.facts["total"], question.facts["picks"]
    square, risk = find_safest_corner(cells)
    fresh = (TYPICAL_HYPERCUBE * (picks - 1) * 0.6) ** 3  # what a start from nothing is still worth
    prospects = (1 - risk) * (total + TYPICAL_HYPERCUBE) ** 3 + risk * fresh
    return [square] if prospects > total**3 else ["stop"]


@lru_cache
def list_hole_layouts() -> tuple[int, ...]:
    """Return every way the holes can lie, each as a bit mask."""
    return tuple(sum(1 << n for n in holes) for holes in combinations(range(1, CORNER_COUNT + 1), HOLES))


@lru_cache
def build_neighbour_mask(n: int) -> int:
    """Return a square's neighbours as a bit mask."""
    return sum(1 << near for near in list_corner_neighbours(n))


@lru_cache(maxsize=4096)
def find_safest_corner(cells: tuple[str, ...]) -> tuple[int, float]:
    """Return the closed square least likely to be a hole, and how likely it is one."""
    possible = list(list_hole_layouts())
    for n, cell in enumerate(cells, 1):
        if ":" in cell:
            near, clue = build_neighbour_mask(n), int(cell.partition(":")[2])
            possible = [holes for holes in possible if not holes >> n & 1 and (holes & near).bit_count() == clue]
        elif cell == "HOLE":
            possible = [holes for holes in possible if holes >> n & 1]
    closed = [n for n, cell in enumerate(cells, 1) if cell.isdigit()]
    risks = {n: sum(holes >> n & 1 for holes in possible) / len(possible) for n in closed}
    square = min(closed, key=lambda n: risks[n])
    return square, risks[square]


# Make your mark: mark the rung that promises most, given where the ladder creaks.


def play_make_your_mark(question: Question, picture: str, _dice: Random) -> int:
    """Return the mark that promises most, given where the ladder creaks; of marks that cannot fail, the highest."""
    rung = question.facts["rung"]
    near = range(rung + 1, rung + CREAKS + 1)
    creaks = question.facts["sound"] == "makes a noise"
    odds = {n: weight for n, weight in enumerate(WEAK, 1) if n > rung and (n in near) == creaks}
    safe = compute_rung_cash(rung) * (1 if "rope" in picture else FALL / 100)

    def compute_mark_value(mark: int) -> float:
        falls = sum(weight for n, weight in odds.items() if n <= mark) / sum(odds.values())
        return (1 - falls) * compute_rung_cash(mark) + falls * safe

    marks = range(question.form.low, question.form.high + 1)
    best = max(marks, key=compute_mark_value)
    free = [mark for mark in marks if mark > rung and not any(n <= mark for n, weight in odds.items() if weight)]
    return max(free, default=best) if best > rung else best


def compute_rung_cash(rung: int) -> int:
    """Return what a rung is worth; the ground is worth nothing."""
    return MARK_LADDER[rung - 1] if rung else 0


# Math time: throw back a small number, a minus or a division; keep the rest, and walk away from a division that must
# stay.
POOR = {"+": 0, "-": 3, "x": 0, "÷": 3}  # how much each sign deserves to go back


def play_math_time(question: Question, _picture: str, dice: Random) -> Any:
    """Return "again" to throw back a poor square, "walk" from a division that must stay, or a random square."""
    values = [option.value for option in question.options]
    last, throws = str(question.facts["last"]), question.facts["throws"]
    squares = [value for value in values if isinstance(value, int)]
    if "again" in values and rate_sum_part(last) > THROWS - throws + (question.facts["row"] <= 2):
        return "again"
    if "walk" in values and last == "÷":
        return "walk"
    return dice.choice(squares) if squares else "finish"


def rate_sum_part(part: str) -> int:
    """Return how much a part of the sum deserves to be thrown back, from 0 (never) to 3 (always)."""
    if part in POOR:
        return POOR[part]
    number = int(re.sub(r"\D", "", part))
    if part.startswith("£"):
        return 3 if number <= 150_000 else 2 if number <= 300_000 else 0
    return 3 if number <= 4 else 0


# Mystery chance: hear of two rows, or of a column if one is rich; work out where the great prize can be, then pick or
# keep.
MYSTERY_SQUARES = range(1, SIDE * SIDE + 1)
GREAT = max(PERCENTS) / 100
SMALL = sum(PERCENTS) / 100 - GREAT  # all the others together


def play_mystery_chance(question: Question, picture: str, dice: Random) -> int | str:
    """Return a row or column to hear of while hints are left; then the square that promises most, or "keep"."""
    cash = question.facts["cash"]
    heard = {
        name: parse_short_cash(total) / cash for name, total in re.findall(r"(?:Row|Column) (\w): (£\S+)", picture)
    }
    if len(heard) < HINTS:
        return dice.choice(
            COLUMNS if any(map(has_great_prize, heard.values())) else [row for row in ROWS if row not in heard]
        )
    worth = compute_square_prospects(heard)
    best = max(worth.values())
    return dice.choice([n for n, hope in worth.items() if hope == best]) if best > 1 else "keep"


def parse_short_cash(written: str) -> float:
    """Return the pounds of an amount written as £950k or £1.25M."""
    return float(written[1:-1]) * {"k": 1e3, "M": 1e6}[written[-1]]


def has_great_prize(total: float) -> bool:
    """Return whether a line with this total holds the great prize: the others together do not come to as much."""
    return total > GREAT * 0.99


def compute_square_prospects(heard: dict[str, float]) -> dict[int, float]:
    """Return what every square holds on average, as a share of the cash in hand."""
    can = [
        n
        for n in MYSTERY_SQUARES
        if all((n in list_line_squares(name)) == has_great_prize(total) for name, total in heard.items())
    ]
    small = {name: total - GREAT * has_great_prize(total) for name, total in heard.items()}
    rest = (SMALL - sum(small.values())) / (SIDE * (SIDE - len(heard)))
    found = dict[int, float]()
    for n in MYSTERY_SQUARES:
        through = [small[name] / SIDE for name in heard if n in list_line_squares(name)]
        usual = sum(through) / len(through) if through else max(0.0, rest)
        found[n] = usual + (GREAT / len(can) if n in can else 0.0)
    return found


# Smash for cash: listen first, smash where it is safest, and stop when there is too much to lose.
TYPICAL_SMASH_FOR_CASH = sum(TOKENS) / len(TOKENS)
LISTENS = 3  # rows worth an ear


def play_smash_for_cash(question: Question, picture: str, dice: Random) -> Any:
    """Return rows to hear while that is cheap; then pigs from the safest row, as many as still pay, or "stop"."""
    tokens = question.facts["tokens"]
    values = [option.value for option in question.options]
    heard = {row: int(bombs) for row, bombs in re.findall(r"([A-D]) (\d)(?=,|$)", picture.partition("Heard: ")[2])}
    silent = [row for row in PIG_ROWS if row in values]
    risks = compute_row_risks(picture, heard)
    row = min(risks, key=lambda row: risks[row])
    if silent and len(heard) < LISTENS and tokens > 1 and risks[row] > 0.12:
        return silent[: min(tokens - 1, LISTENS - len(heard))]
    start = PIG_ROWS.index(row) * PER_ROW
    pigs = [n for n in range(start + 1, start + PER_ROW + 1) if n in values]
    count, bombs, first = len(pigs), risks[row] * len(pigs), question.facts["bombs"] == BOMBS
    number = sum(
        is_pig_worth_smashing(tokens + round(n * TYPICAL_SMASH_FOR_CASH), bombs / (count - n), first=first)
        for n in range(count - bool(bombs))
    )
    return dice.sample(pigs, max(number, not tokens)) if number or not tokens else ["stop"]


def is_pig_worth_smashing(tokens: int, risk: float, *, first: bool) -> bool:
    """Return whether one more pig promises more than a bomb would take."""
    gain = compute_token_prize(tokens + round(TYPICAL_SMASH_FOR_CASH)) - compute_token_prize(tokens)
    loss = compute_token_prize(tokens) - (compute_token_prize(tokens // 2) if first else 0)
    return risk * loss <= (1 - risk) * gain * 1.2


def compute_row_risks(picture: str, heard: dict[str, int]) -> dict[str, float]:
    """Return, for each row, how likely a whole pig in it is a bomb."""
    whole, hit = dict[str, int](), dict[str, int]()
    for line in picture.splitlines()[1 : len(PIG_ROWS) + 1]:
        whole[line[0]] = line.count("(") if "(" in picture else PER_ROW
        hit[line[0]] = line.count("BOMB")
    unheard = [row for row in PIG_ROWS if row not in heard]
    hidden = BOMBS - sum(heard.values()) - sum(hit[row] for row in unheard)
    among = sum(whole[row] for row in unheard)
    return {
        row: (heard[row] - hit[row]) / whole[row] if row in heard else hidden / among for row in PIG_ROWS if whole[row]
    }


# Spectrum: look ahead over all colours: open while the pairs to come outweigh those a second black square would take.
COLOUR_NAMES = list(PAIR_PRIZES)
ALL_PAIRS_MASK = (1 << len(COLOUR_NAMES)) - 1


def play_spectrum(question: Question, picture: str, dice: Random) -> Any:
    """Return several squares while there is nothing to lose; then one, or "stop"."""
    closed = [option.value for option in question.options if option.value != "stop"]
    bank, black = question.facts["bank"], question.facts["blacks"]
    if not bank:
        return dice.sample(closed, min(len(closed), MAX_COLOURS_AT_ONCE))
    cells = re.findall(r"[a-z]+|BLACK|\d+", "\n".join(picture.splitlines()[:6]))
    paired = encode_colours(re.findall(r"(\w+) £\S+ \(paired\)", picture))
    single = encode_colours([cell for cell in cells if cell in PAIR_PRIZES]) & ~paired
    return ["stop"] if bank >= compute_spectrum_opening_value(paired, single, black) else [dice.choice(closed)]


def encode_colours(colours: list[str]) -> int:
    """Return a set of colours as a bit mask."""
    return sum(1 << COLOUR_NAMES.index(colour) for colour in set(colours))


def compute_pair_mask_prize(pairs: int) -> int:
    """Return what all pairs in a bit mask come to."""
    return sum(prize for i, prize in enumerate(PAIR_PRIZES.values()) if pairs >> i & 1)


def compute_spectrum_value(pairs: int, single: int, black: int) -> float:
    """Return what the game is worth from here. The limit of turns is ignored, because it hardly ever binds."""
    if not pairs:
        return compute_spectrum_opening_value(pairs, single, black)
    return (
        float(compute_pair_mask_prize(pairs))
        if pairs == ALL_PAIRS_MASK
        else max(float(compute_pair_mask_prize(pairs)), compute_spectrum_opening_value(pairs, single, black))
    )


@cache
def compute_spectrum_opening_value(pairs: int, single: int, black: int) -> float:
    """Return what opening one more square is worth."""
    hidden = [1 << i for i in range(len(COLOUR_NAMES)) if not pairs >> i & 1]
    found = sum(
        compute_spectrum_value(pairs | it, single & ~it, black)
        if single & it
        else 2 * compute_spectrum_value(pairs, single | it, black)
        for it in hidden
    )
    closed = 2 * len(hidden) - single.bit_count() + BLACKS - black
    found += 0.0 if black else BLACKS * compute_spectrum_value(pairs, single, 1)
    return found / closed


# Split decision: take what beats the average safe still shut, counting what a trap would cost.


def play_split_decision(question: Question, picture: str, dice: Random) -> Any:
    """Return the choice that beats the average of what is unknown: which safes, take or leave, keep or play."""
    values = [option.value for option in question.options]
    if question.key == "split_decision.safes":
        return dice.sample(values, 2 * PAIRS)
    bank = question.facts["bank"]
    if question.key == "split_decision.gold":
        return "play" if bank < GOLD else "keep"
    if question.key == "split_decision.split":
        return "take" if question.facts["first"] >= compute_second_gold_mean(question.facts["first"]) else "leave"
    cash, traps = parse_closed_safes(picture)
    leaving = sum(max(bank + amount, GOLD) for amount in cash) + traps * bank * CAUGHT / 100
    leaving /= len(cash) + traps
    if "walk" in values:
        return "leave" if leaving > bank else "walk"
    return "take" if max(bank + question.facts["first"], GOLD) >= leaving else "leave"


def compute_second_gold_mean(first: int) -> float:
    """Return what the second gold safe holds on average."""
    return (sum(SPLIT) - first) / (len(SPLIT) - 1)


GOLD = mean(max(first, compute_second_gold_mean(first)) for first in SPLIT)  # what the gold safes are worth


def parse_closed_safes(picture: str) -> tuple[list[float], int]:
    """Return the cash and the number of traps in closed safes, read from the picture."""
    lines = picture.partition("Still in the safes:")[2]
    scale = {"k": 1e3, "M": 1e6}
    cash = [float(number) * scale[unit] for number, unit in re.findall(r"£([\d.]+)([kM])", lines)]
    traps = re.search(r"Traps: (\d)", picture)
    return cash, int(traps[1]) if traps else 0


# Times table: look where it matters most; leave large amounts by large multipliers alone and shuffle the rest.


def play_times_table(question: Question, picture: str, _dice: Random) -> Any:
    """Return the places with the highest multipliers to look at; then the shuffle that gains most, or "stay"."""
    places = [str(option.value) for option in question.options if option.value != "stay"]
    if question.key == "times_table.look":
        return places[-question.form.high :]
    seen = {
        place: int(cash.replace(",", ""))
        for place, cash in re.findall(r"^([A-F]) +x\d+ +£([\d,]+)", picture, re.MULTILINE)
    }
    unseen = [cash for cash in POOL if cash not in seen.values()]
    usual = sum(unseen) / len(unseen)
    amounts = {place: seen.get(place, usual) for place in PLACE_MULTIPLIERS}
    shuffles = [chosen for n in range(2, len(PLACE_MULTIPLIERS) + 1) for chosen in combinations(PLACE_MULTIPLIERS, n)]
    best = max(shuffles, key=lambda chosen: compute_shuffle_gain(amounts, chosen))
    return list(best) if compute_shuffle_gain(amounts, best) > 0 else ["stay"]


def compute_shuffle_gain(amounts: dict[str, float], chosen: tuple[str, ...]) -> float:
    """Return what a shuffle adds on average."""
    even = sum(amounts[place] for place in chosen) / len(chosen)
    return sum(PLACE_MULTIPLIERS[place] * (even - amounts[place]) for place in chosen)


# Treble chance: try every number of new envelopes against what is still hidden.
ENVELOPE_KIND_VALUES = {
    **{str(format_short_cash(cash)): cash for cash in ENVELOPE_MONEY},
    "Broke": BROKE,
    "Treble": TREBLE,
}
DECK = [
    *ENVELOPE_MONEY,
    *[BROKE] * BROKES,
    *[TREBLE] * TREBLES,
]
Envelopes = tuple[int, ...]


def play_treble_chance(question: Question, picture: str, dice: Random) -> Any:
    """Return as many envelopes as have the best prospects, or "take", treating each chance as if it were the last."""
    closed = [option.value for option in question.options if option.value != "take"]
    if not question.facts["hand"]:
        return dice.sample(closed, HAND)
    opened = [
        ENVELOPE_KIND_VALUES[name] for name in re.findall(r"£\S+|Broke|Treble", "\n".join(picture.splitlines()[:6]))
    ]
    left = list(DECK)
    for it in opened:
        left.remove(it)
    names = map(str, question.facts["hand"])
    held = [int(re.sub(r"\D", "", name)) if name.startswith("£") else ENVELOPE_KIND_VALUES[name] for name in names]
    hand = tuple(sorted(held))
    number = max(
        range(0 if compute_hand_prize(list(hand)) else 1, HAND + 1),
        key=lambda n: compute_hand_prospects(hand, tuple(sorted(left)), n),
    )
    return dice.sample(closed, number) if number else ["take"]


@cache
def compute_hand_prospects(hand: Envelopes, left: Envelopes, number: int) -> float:
    """Return what a hand pays on average after so many new envelopes."""
    draws = list(combinations(left, number))
    return sum(compute_hand_prize([*hand[number:], *drawn]) for drawn in draws) / len(draws)
