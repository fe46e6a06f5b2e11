"""Players of the minigames that can be searched to their end: the best move, and what the game is worth, exactly.

Each minigame has `play_NAME`, which answers a question, and `compute_NAME_value`.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from itertools import combinations, product
from math import comb
from random import Random
from statistics import mean
from typing import Any

from engine.kernel.question import Question
from engine.minigames.accelerator import CAP, GEARS, PULSES, REMNANT, START
from engine.minigames.biscuit_risk_it import CRUMBS, PENCE, PRICES, TINS
from engine.minigames.booth_table import format_short_cash
from engine.minigames.for_the_rest_of_your_game import (
    ENVELOPES,
    FALL,
    GOES,
    MAX_LIGHTS_AT_ONCE,
    PAYMENT_LADDER,
    PAYMENT_SUMS,
    RED,
    WHITE,
)
from engine.minigames.fractioniser import EMPTY_PLACE_VALUES, FRACTION_CARDS, FRACTION_WHOLE, PLACES_PER_SIDE
from engine.minigames.high_stakes import CLUE_COUNT_WORDS, CLUES, HIGH_STAKES_LADDER, HINTS, list_trap_row_numbers
from engine.minigames.leap_of_faith import (
    BACK,
    CRUMBLES,
    GAPS,
    LEAPS,
    MAX_LEDGE_STEPS,
    STEP_CASH,
    compute_leap_chance,
)
from engine.minigames.leap_of_faith import (
    CAUGHT as LEAP_CAUGHT,
)
from engine.minigames.penalty_shootout import GOAL_CORNERS, KICKS, POT, SAVED
from engine.minigames.postcode_lottery import DOORS, STREETS
from engine.minigames.power_number import BANDS, FUSES, LOW, MAX_NAMED_NUMBERS, compute_power_prize
from engine.minigames.power_number import HIGH as POWER_HIGH
from engine.minigames.punch_a_bunch import KNOCKOUT, PUNCH_ROWS, SECOND
from engine.minigames.shut_the_box import (
    CAUGHT as BOX_CAUGHT,
)
from engine.minigames.shut_the_box import (
    FLAPS,
    compute_box_prize,
    list_flap_choices,
)
from engine.minigames.shut_the_box import (
    HIGH as BOX_HIGH,
)
from engine.minigames.tic_tac_dough import DOUGH_CASH, PER_ROW, ROWS, TIMES

# Accelerator: look through all the pulses that are left, and choose what is worth most in the end.


def play_accelerator(question: Question, _picture: str, _dice: Random) -> str:
    """Return the gear with the best prospects."""
    return find_best_gear(*(question.facts[fact] for fact in ("speed", "heat", "left")))[1]


def compute_accelerator_value() -> float:
    """Return what the best player wins on average."""
    return find_best_gear(START, 0, PULSES)[0]


@cache
def find_best_gear(speed: int, heat: int, left: int) -> tuple[float, str]:
    """Return the expected points from here, and the gear that brings them."""
    found = (float(speed) if not left or speed >= CAP else 0.0, "")
    for word, gear in GEARS.items() if left and speed < CAP else ():
        risk = (gear.risk + heat) / 100
        faster = find_best_gear(min(CAP, speed * gear.times // 100), max(0, heat + gear.heat), left - 1)[0]
        found = max(found, ((1 - risk) * faster + risk * (speed * REMNANT // 100), word))
    return found


# Biscuit risk it: look ahead through every tin: which one to choose by its label, and when to stop.
BISCUIT_KIND_COUNT = len(PENCE)
ALL_BISCUITS_TAKEN = (1 << BISCUIT_KIND_COUNT) - 1
BANKS = [sum(pence for i, pence in enumerate(PENCE) if taken >> i & 1) for taken in range(ALL_BISCUITS_TAKEN + 1)]
POUNDS = 10_000  # a penny on a million packs


def play_biscuit_risk_it(question: Question, _picture: str, dice: Random) -> Any:
    """Return the tin with the best prospects; then one square at a time, or "stop" once the bank is too large to
    risk.
    """
    if question.key == "biscuit_risk_it.tin":
        labels = {tin: question.facts[tin] for tin in TINS}
        return max(labels, key=lambda tin: compute_tin_value(tin, labels[tin]))
    closed = [option.value for option in question.options if option.value != "stop"]
    facts = question.facts
    total = (facts["bank"] + facts["left"]) / sum(PENCE)
    taken = next(n for n, bank in enumerate(BANKS) if round(bank * total) == facts["bank"])
    if taken and compute_biscuit_opening_value(taken, facts["bombs"]) <= BANKS[taken]:
        return ["stop"]
    return [dice.choice(closed)]


def compute_biscuit_risk_it_value() -> float:
    """Return what the best player wins on average, over all labels."""
    return mean(
        max(compute_tin_value(tin, bombs) for tin, bombs in zip(TINS, labels, strict=True))
        for labels in product(*TINS.values())
    )


def compute_tin_value(tin: str, bombs: int) -> float:
    """Return what a tin with so many Bombs is worth."""
    return compute_biscuit_opening_value(0, bombs) * POUNDS * PRICES[tin] / 100


@cache
def compute_biscuit_opening_value(taken: int, bombs: int) -> float:
    """Return what opening one more square is worth, in pence a pack, when these biscuits are taken."""
    hidden = [i for i in range(BISCUIT_KIND_COUNT) if not taken >> i & 1]
    found = sum(compute_biscuit_value(taken | 1 << i, bombs) for i in hidden) + bombs * BANKS[taken] * CRUMBS / 100
    return found / (len(hidden) + bombs)


def compute_biscuit_value(taken: int, bombs: int) -> float:
    """Return what the game is worth from here: the bank, or opening one more square."""
    return (
        float(BANKS[taken])
        if taken == ALL_BISCUITS_TAKEN
        else max(float(BANKS[taken]), compute_biscuit_opening_value(taken, bombs))
    )


# For the rest of your game: look ahead: keep a payment that beats what the others promise, and turn on lights while
# the ladder does.
TOP = len(PAYMENT_LADDER) - 1


def play_for_the_rest_of_your_game(question: Question, _picture: str, dice: Random) -> Any:
    """Return whether to keep the payment or which envelope to open; then how many lights to turn on, or "stop"."""
    closed = [option.value for option in question.options if isinstance(option.value, int)]
    facts = question.facts
    if question.key == "for_the_rest_of_your_game.envelope":
        if facts["opened"] and facts["last"] >= compute_next_envelope_value(facts["opened"], facts["last"]):
            return "keep"
        return dice.choice(closed)
    run = find_best_light_run(
        facts["rung"],
        WHITE - facts["white"],
        RED - facts["red"],
        facts["goes"],
        facts["number"],
    )[1]
    return dice.sample(closed, min(run, len(closed))) if run else ["stop"]


def compute_for_the_rest_of_your_game_value() -> float:
    """Return what the best player wins on average."""
    return (
        compute_next_envelope_value(0, 0)
        * find_best_light_run(
            0,
            WHITE,
            RED,
            GOES,
            0,
        )[0]
    )


@cache
def compute_next_envelope_value(opened: int, last: int) -> float:
    """Return the expected payment if another envelope is opened. Of those opened before only the last is known, so
    the others count as equally likely.
    """
    others = [amount for amount in PAYMENT_SUMS if amount != last]
    if opened == ENVELOPES - 1:
        return sum(others) / len(others)
    return sum(max(float(amount), compute_next_envelope_value(opened + 1, amount)) for amount in others) / len(others)


@cache
def find_best_light_run(rung: int, white: int, red: int, goes: int, now: float) -> tuple[float, int]:
    """Return the expected number of payments from a rung, with so many lights of each colour and goes left, and how
    many lights to name.
    """
    found = (float(now), 0)
    for run in range(1, MAX_LIGHTS_AT_ONCE + 1) if goes and rung < TOP and white else ():
        found = max(found, (compute_light_run_value(rung, white, red, goes, run), run))
    return found


@cache
def compute_light_run_value(rung: int, white: int, red: int, goes: int, run: int) -> float:
    """Return the expected number of payments from so many lights in a row, up to a red one."""
    if not run or rung == TOP or not white:
        return find_best_light_run(rung, white, red, goes - 1, PAYMENT_LADDER[rung])[0]
    low = max(0, rung - FALL)
    down = find_best_light_run(low, white, red - 1, goes - 1, PAYMENT_LADDER[low] / 2)[0] if red > 1 else 0.0
    return (white * compute_light_run_value(rung + 1, white - 1, red, goes, run - 1) + red * down) / (white + red)


# Fractioniser: look ahead over every order in which the other cards may come.


def play_fractioniser(question: Question, picture: str, _dice: Random) -> str:
    """Return "above", "below" or "stop", whichever leaves the largest fraction to be expected."""
    _, above, below, *_ = picture.splitlines()
    placed = [[int(card) for card in re.findall(r"\d+", line)] for line in (above, below)]
    card = question.facts["card"]
    seen = frozenset([*placed[0], *placed[1], card])
    return max(compute_placement_values(seen, len(placed[0]), len(placed[1]), card).items(), key=lambda way: way[1])[0]


def compute_fractioniser_value() -> float:
    """Return what the best player wins on average."""
    return FRACTION_WHOLE * compute_fraction_prospects(frozenset(), 0, 0)


def compute_placement_values(seen: frozenset[int], above: int, below: int, card: int) -> dict[str, float]:
    """Return, for each way to go on, what the fraction will be multiplied by from here on average."""
    found = dict[str, float]()
    if above < PLACES_PER_SIDE:
        found["above"] = card * compute_fraction_prospects(seen, above + 1, below)
    if below < PLACES_PER_SIDE:
        found["below"] = compute_fraction_prospects(seen, above, below + 1) / card
    if len(found) > 1:
        found["stop"] = EMPTY_PLACE_VALUES["above"] ** (PLACES_PER_SIDE - above) / EMPTY_PLACE_VALUES["below"] ** (
            PLACES_PER_SIDE - below
        )
    return found


@cache
def compute_fraction_prospects(seen: frozenset[int], above: int, below: int) -> float:
    """Return what the free places will multiply by on average when they are filled well."""
    if above == below == PLACES_PER_SIDE:
        return 1.0
    left = [card for card in FRACTION_CARDS if card not in seen]
    return sum(max(compute_placement_values(seen | {card}, above, below, card).values()) for card in left) / len(left)


# High stakes: look ahead over rows and clues: take a clue where it is worth most, step where the fewest traps can be,
# or stop.
Known = tuple[int, ...]  # what each clue has said, in the order of HINTS
UNKNOWN = -1
NO_CLUES_KNOWN: Known = (UNKNOWN,) * len(HINTS)


def play_high_stakes(question: Question, picture: str, _dice: Random) -> int | str:
    """Return the next clue, the safest number, or "stop"."""
    told = dict(re.findall(r"^([a-z ]+): (\d)$", picture, re.MULTILINE))
    known = tuple(int(told.get(hint, UNKNOWN)) for hint in HINTS)
    row = question.facts["row"] - 1
    does = find_best_high_stakes_move(row, question.facts["clues"], known)[1]
    answers: dict[str, int | str] = {
        "clue": CLUE_COUNT_WORDS[1],
        "step": find_safest_number(row, known)[0],
    }
    return answers.get(does, does)


def compute_high_stakes_value() -> float:
    """Return what the best player wins on average."""
    return compute_fresh_row_value(0, CLUES)


def compute_fresh_row_value(row: int, clues: int) -> float:
    """Return what the game is worth before a row of which nothing is known."""
    return (
        find_best_high_stakes_move(row, clues, NO_CLUES_KNOWN)[0]
        if row < len(HIGH_STAKES_LADDER)
        else float(HIGH_STAKES_LADDER[-1])
    )


@cache
def find_best_high_stakes_move(row: int, clues: int, known: Known) -> tuple[float, str]:
    """Return what the game is worth from here, and what to do: step, stop or take a clue."""
    found = (find_safest_number(row, known)[1] * compute_fresh_row_value(row + 1, clues), "step")
    found = max(found, (float(HIGH_STAKES_LADDER[row - 1]), "stop")) if row else found
    open_ = [i for i, told in enumerate(known) if told == UNKNOWN]
    if clues and open_:
        found = max(found, (sum(compute_clue_value(row, clues, known, i) for i in open_) / len(open_), "clue"))
    return found


def compute_clue_value(row: int, clues: int, known: Known, clue: int) -> float:
    """Return what the game is worth if this is the next clue, averaged over what it may say."""
    counts = Counter(says[clue] for _, says in list_trap_layouts(row, known))
    told = {count: (*known[:clue], count, *known[clue + 1 :]) for count in counts}
    return (
        sum(n * find_best_high_stakes_move(row, clues - 1, told[count])[0] for count, n in counts.items())
        / counts.total()
    )


@cache
def list_trap_layouts(row: int, known: Known) -> list[tuple[tuple[int, ...], Known]]:
    """Return where the traps of a row can be, and what the clues would say of each layout."""
    traps = combinations(list_trap_row_numbers(row), row + 1)
    all_ = [(places, tuple(sum(map(hint, places)) for hint in HINTS.values())) for places in traps]
    return [(p, says) for p, says in all_ if all(a in (UNKNOWN, b) for a, b in zip(known, says, strict=True))]


@cache
def find_safest_number(row: int, known: Known) -> tuple[int, float]:
    """Return the number least likely to be a trap, and how likely it is safe."""
    possible = [places for places, _ in list_trap_layouts(row, known)]
    safe = {n: sum(n not in places for places in possible) / len(possible) for n in list_trap_row_numbers(row)}
    number = max(safe, key=lambda n: safe[n])
    return number, safe[number]


# Leap of faith: look ahead over the ledge: one more step while it pays, and then the leap with the best odds over
# this gap.


def play_leap_of_faith(question: Question, _picture: str, _dice: Random) -> Any:
    """Return whether to take a step, or the leap with the best prospects."""
    cash, steps = question.facts["cash"], question.facts["steps"]
    if question.key == "leap_of_faith.steps":
        return int(find_best_ledge_move(cash, steps)[1])
    ways = compute_leap_factors(question.facts["gap"], steps)
    return max(ways, key=lambda way: ways[way])


def compute_leap_of_faith_value() -> float:
    """Return what the best player wins on average."""
    return find_best_ledge_move(0, 0)[0]


@cache
def compute_leap_factors(gap: str, steps: int) -> dict[str, float]:
    """Return, for each way off the ledge, the average factor by which it multiplies the cash."""
    found = {"back": BACK / 100}
    for length, times in LEAPS.items():
        safe = compute_leap_chance(gap, length, steps) / 100
        found[length] = safe * times + (1 - safe) * LEAP_CAUGHT / 100
    return found


@cache
def find_best_ledge_move(cash: int, steps: int) -> tuple[float, bool]:
    """Return what the game is worth on the ledge, and whether to walk on."""
    leaping = cash * sum(max(compute_leap_factors(gap, steps).values()) for gap in GAPS) / len(GAPS)
    if steps == MAX_LEDGE_STEPS:
        return leaping, False
    risk = CRUMBLES * (steps + 1) / 100
    walking = sum(find_best_ledge_move(cash + step, steps + 1)[0] for step in STEP_CASH) / len(STEP_CASH)
    walking = (1 - risk) * walking + risk * cash * LEAP_CAUGHT / 100
    return max((leaping, False), (walking, True)) if steps else (walking, True)


# Penalty shootout: mix the corners so that the other side cannot profit from knowing how, and stop when a save would
# cost too much.


def play_penalty_shootout(question: Question, _picture: str, dice: Random) -> Any:
    """Return a corner drawn from the best mixture, for kicker or keeper, or "stop" if the kicker does better with the
    pot.
    """
    kick, pot = question.facts["kick"], question.facts["pot"]
    kicks = any(option.value == "stop" for option in question.options)
    if kicks and compute_pot_value(pot, kick) == pot:
        return "stop"
    aims, dives, _ = compute_corner_mixture(pot, kick)
    return dice.choices(list(GOAL_CORNERS), weights=aims if kicks else dives)[0]


def compute_penalty_shootout_value() -> float:
    """Return what the best kicker wins on average from the best keeper."""
    return compute_pot_value(POT, 1)


def compute_pot_value(pot: int, kick: int) -> float:
    """Return what the pot is worth before a kick."""
    return max(float(pot), compute_corner_mixture(pot, kick)[2]) if kick <= KICKS else float(pot)


@cache
def compute_corner_mixture(pot: int, kick: int) -> tuple[list[float], list[float], float]:
    """Return how often to aim at each corner, how often to dive there, and what the kick is worth when both do so."""
    goals = [compute_pot_value(pot + prize, kick + 1) for prize in GOAL_CORNERS.values()]
    saved = compute_pot_value(pot * SAVED // 100, kick + 1)
    best: tuple[float, int] = max((_compute_kick_value(goals[n:], saved), -n) for n in range(len(goals)))
    least, level = goals[-best[1]], best[0]
    aims = [1 / (goal - saved) if goal >= least else 0.0 for goal in goals]
    dives = [max(0.0, (goal - level) / (goal - saved)) for goal in goals]
    return aims, dives, level


def _compute_kick_value(goals: list[float], saved: float) -> float:
    """Return what a kick is worth that may go to any of these corners."""
    aims = [1 / (goal - saved) for goal in goals]
    return (sum(goal * aim for goal, aim in zip(goals, aims, strict=True)) - 1) / sum(aims)


# Postcode lottery: look ahead through the streets: how many doors, when a bailiff would take all there is.
STREET_NAMES = [street.name for street in STREETS]


def play_postcode_lottery(question: Question, _picture: str, dice: Random) -> Any:
    """Return so many random doors as promise most, or "pass"."""
    count = find_best_door_count(STREET_NAMES.index(question.facts["street"]), question.facts["cash"])[1]
    return dice.sample(range(1, DOORS + 1), count) if count else ["pass"]


def compute_postcode_lottery_value() -> float:
    """Return what the best player wins on average."""
    return find_best_door_count(0, 0)[0]


@cache
def find_best_door_count(street: int, cash: int) -> tuple[float, int]:
    """Return what the streets to come are worth, and how many doors to knock on."""
    if street == len(STREETS):
        return float(cash), 0
    found = (find_best_door_count(street + 1, cash)[0], 0) if cash else (0.0, 1)
    return max(
        found,
        *((compute_knocking_value(street, cash, n), n) for n in range(1, len(STREETS[street].houses) + 1)),
    )


def compute_knocking_value(street: int, cash: int, doors: int) -> float:
    """Return what knocking on so many doors is worth, averaged over all that may open."""
    ways = [
        find_best_door_count(street + 1, cash + sum(houses))[0]
        for houses in combinations(STREETS[street].houses, doors)
    ]
    all_ = comb(DOORS, doors)
    return (sum(ways) + (all_ - len(ways)) * find_best_door_count(street + 1, 0)[0]) / all_


# Power number: name the number with the best prospects, looking ahead to the last fuse.
ODDS = {n: 1 / (high - low + 1) for low, high in BANDS for n in range(low, high + 1)}
ABOVE = [sum(share for n, share in ODDS.items() if n >= at) for at in range(LOW, POWER_HIGH + 2)]


def play_power_number(question: Question, picture: str, _dice: Random) -> int:
    """Return the number with the best prospects; the own power means to stop."""
    found = re.search(r"below (0\.\d+)", picture)
    below = round(float(found[1]) * 1000) if found else POWER_HIGH + 1
    return find_best_power_number(question.form.low, below, question.facts["fuses"], question.facts["left"])[1]


def compute_power_number_value() -> float:
    """Return what the best player wins on average."""
    return find_best_power_number(LOW, POWER_HIGH + 1, FUSES, MAX_NAMED_NUMBERS)[0]


def compute_range_probability(low: int, high: int) -> float:
    """Return the probability that the secret lies from one number to just below another."""
    return ABOVE[low - LOW] - ABOVE[high - LOW]


@cache
def find_best_power_number(power: int, below: int, fuses: int, left: int) -> tuple[float, int]:
    """Return what the game is worth from here, and the number to name; the power itself means to stop."""
    if not fuses:
        return compute_power_prize(LOW), LOW
    found = (float(compute_power_prize(power)), power)
    odds = compute_range_probability(power, below)
    for named in range(below - 1, power, -1) if left and odds > 1e-9 else ():
        if named not in ODDS:
            continue
        rises = compute_range_probability(named, below) / odds
        rising, blowing = (
            find_best_power_number(named, below, fuses, left - 1)[0],
            find_best_power_number(power, named, fuses - 1, left - 1)[0],
        )
        found = max(found, (rises * rising + (1 - rises) * blowing, named))
    return found


# Punch a bunch: keep a slip that is worth more than the rows above promise.


def play_punch_a_bunch(question: Question, _picture: str, dice: Random) -> int | str:
    """Return "keep" if the slip is worth more than the rows above promise, else a random hole."""
    row, slip = question.facts["row"], question.facts["slip"]
    if slip and slip >= compute_punch_row_value(row - 1):
        return "keep"
    return dice.choice([option.value for option in question.options if option.value != "keep"])


def compute_punch_a_bunch_value() -> float:
    """Return what the best player wins on average."""
    return compute_punch_row_value(0)


def compute_punch_row_value(row: int) -> float:
    """Return what punching this row is worth to a player who goes on to play well above it."""
    if row == len(PUNCH_ROWS):
        return 0
    later = compute_punch_row_value(row + 1)
    others = [slip for slip in PUNCH_ROWS[row] if slip != SECOND]
    once, twice = (sum(max(slip * times, later) for slip in others if slip != KNOCKOUT) for times in (1, 2))
    return (once + twice / len(others)) / len(PUNCH_ROWS[row])


# Shut the box: look ahead through every box: which flaps to shut, how many dice to roll, and when to stop.
Flaps = tuple[int, ...]
DICE_TOTAL_WEIGHTS = {
    1: dict.fromkeys(range(1, 7), 6),
    2: {total: 6 - abs(total - 7) for total in range(2, 13)},
}  # of 36


def play_shut_the_box(question: Question, _picture: str, _dice: Random) -> str:
    """Return the way to shut flaps, or the number of dice, with the best prospects."""
    flaps = tuple(question.facts["flaps"])
    values = [str(option.value) for option in question.options]
    if question.key == "shut_the_box.flaps":
        return max(
            values, key=lambda way: compute_box_value(remove_flaps(flaps, [int(flap) for flap in way.split("+")]))
        )
    dice = {"two": 2, "one": 1, "stop": 0}
    return max(values, key=lambda value: compute_roll_value(flaps, dice[value]))


def compute_shut_the_box_value() -> float:
    """Return what the best player wins on average."""
    return compute_roll_value(tuple(FLAPS), 2)


def remove_flaps(flaps: Flaps, shut: list[int]) -> Flaps:
    """Return the flaps that stay open."""
    return tuple(flap for flap in flaps if flap not in shut)


@cache
def compute_roll_value(flaps: Flaps, dice: int) -> float:
    """Return what a box is worth when so many dice are rolled next and play is best from there; without dice, what
    stopping pays.
    """
    if not dice:
        return compute_box_prize(list(flaps))
    return (
        sum(share * compute_rolled_total_value(flaps, total) for total, share in DICE_TOTAL_WEIGHTS[dice].items()) / 36
    )


@cache
def compute_rolled_total_value(flaps: Flaps, total: int) -> float:
    """Return what a box is worth once a roll has come to this total."""
    ways = list_flap_choices(list(flaps), total)
    return max(
        (compute_box_value(remove_flaps(flaps, way)) for way in ways),
        default=compute_box_prize(list(flaps)) * BOX_CAUGHT / 100,
    )


@cache
def compute_box_value(flaps: Flaps) -> float:
    """Return what a box is worth with the best choice of dice."""
    if not flaps:
        return compute_box_prize(list(flaps))
    return max(compute_roll_value(flaps, dice) for dice in ((0, 2) if BOX_HIGH & set(flaps) else (0, 1, 2)))


# Tic tac dough: look ahead over all that may still be hidden: when to listen, which row to open, and when the dragon
# weighs more.
HARMLESS_DOUGH_SQUARES: list[int | str] = [*DOUGH_CASH, *TIMES]
FoundSquares = frozenset[int | str]
Shut = tuple[int, ...]  # squares still shut in each row


def play_tic_tac_dough(question: Question, picture: str, dice: Random) -> Any:
    """Return another square, a row to hear, or "stop"."""
    cells = set(re.findall(r"£\S+|[A-Z]{3,}", "\n".join(picture.splitlines()[: len(ROWS)])))
    found: FoundSquares = frozenset(
        it for it in HARMLESS_DOUGH_SQUARES if (it if isinstance(it, str) else str(format_short_cash(it))) in cells
    )
    rows = [
        [n for n in list_dough_row_squares(i) if any(option.value == n for option in question.options)]
        for i in range(len(ROWS))
    ]
    heard = re.search(r"Row (\w): (no )?dragon", picture)
    if not heard:
        does = compute_dough_move_values(found, tuple(map(len, rows)))
        best = max(does, key=lambda way: does[way])
        return [best] if isinstance(best, str) else [dice.choice(rows[best])]
    inside = rows[ROWS.index(heard[1])]
    outside = [n for row in rows for n in row if n not in inside]
    safe, unknown = (inside, outside) if heard[2] else (outside, inside)
    if safe:
        return [dice.choice(safe)]
    return (
        ["stop"]
        if compute_found_bank(found) >= compute_dragon_risk_value(found, len(unknown))
        else [dice.choice(unknown)]
    )


def list_dough_row_squares(n: int) -> range:
    """Return the squares of a row."""
    return range(n * PER_ROW + 1, (n + 1) * PER_ROW + 1)


def compute_tic_tac_dough_value() -> float:
    """Return what the best player wins on average."""
    return compute_unheard_value(frozenset(), (PER_ROW,) * len(ROWS))


def compute_found_bank(found: FoundSquares) -> int:
    """Return the bank from what was found."""
    bank = sum(it for it in found if isinstance(it, int))
    for word, times in TIMES.items():
        bank *= times if word in found else 1
    return bank


def compute_dough_move_values(found: FoundSquares, shut: Shut) -> dict[int | str, float]:
    """Return what the game is worth for each way to go on before a row was heard: a row to open, one to hear, or
    stop.
    """
    closed = sum(shut)
    lines: dict[int | str, float] = {"stop": float(compute_found_bank(found))} if compute_found_bank(found) else {}
    for i, n in enumerate(shut):
        if n:
            lines[i] = compute_dough_opening_value(found, shut, i)
        if 0 < n < closed:
            lines[ROWS[i]] = (
                n * compute_safe_squares_value(found, closed - n, n)
                + (closed - n) * compute_safe_squares_value(found, n, closed - n)
            ) / closed
    return lines


def compute_unheard_value(found: FoundSquares, shut: Shut) -> float:
    """Return what the game is worth before a row was heard. Rows are sorted first, because their order does not
    matter to the cache.
    """
    return _compute_sorted_unheard_value(found, tuple(sorted(shut)))


@cache
def _compute_sorted_unheard_value(found: FoundSquares, shut: Shut) -> float:
    return (
        float(compute_found_bank(found))
        if len(found) == len(HARMLESS_DOUGH_SQUARES)
        else max(compute_dough_move_values(found, shut).values())
    )


def compute_dough_opening_value(found: FoundSquares, shut: Shut, row: int) -> float:
    """Return what opening a square of this row is worth."""
    left = tuple(n - (i == row) for i, n in enumerate(shut))
    hidden = [it for it in HARMLESS_DOUGH_SQUARES if it not in found]
    return sum(compute_unheard_value(found | {it}, left) for it in hidden) / (len(hidden) + 1)


@cache
def compute_safe_squares_value(found: FoundSquares, squares: int, unknown: int) -> float:
    """Return what the game is worth with so many squares known to be safe, which are opened first."""
    if not squares:
        return max(float(compute_found_bank(found)), compute_dragon_risk_value(found, unknown))
    hidden = [it for it in HARMLESS_DOUGH_SQUARES if it not in found]
    return sum(compute_safe_squares_value(found | {it}, squares - 1, unknown) for it in hidden) / len(hidden)


@cache
def compute_dragon_risk_value(found: FoundSquares, unknown: int) -> float:
    """Return what opening one of these squares is worth, of which one hides the dragon."""
    hidden = [it for it in HARMLESS_DOUGH_SQUARES if it not in found]
    return (
        sum(compute_safe_squares_value(found | {it}, 0, unknown - 1) for it in hidden) / unknown
        if hidden
        else float(compute_found_bank(found))
    )
