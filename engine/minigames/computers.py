"""How computer players answer in minigames: by rules of thumb, from what everybody sees on the table.

An expert weighs odds, listens and asks for clues. A regular plays as many people do: a loss weighs twice for them, and
they overlook some of what they could know. A novice gives any answer.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations, permutations
from math import comb
from typing import Any, NamedTuple, TypeVar

from engine.kernel.picture import SHUT_CELL, Cards, Cell, Grid, Picture
from engine.kernel.question import Question
from engine.kernel.table import GameInPlay
from engine.kernel.text import Phrase
from engine.minigames.biscuit_risk_it import CRUMBS, PRICES, TINS
from engine.minigames.booth_table import BoothTable
from engine.minigames.currency import POUNDS, Currency
from engine.minigames.digital_fortress import DIGITS, LENGTH
from engine.minigames.for_the_rest_of_your_game import ENVELOPES, MAX_LIGHTS_AT_ONCE, RED
from engine.minigames.high_stakes import CLUE_COUNT_WORDS, HIGH_STAKES_LADDER, HINTS, list_trap_row_numbers
from engine.minigames.higher_or_lower import RANKS
from engine.minigames.hypercube import CORNER_NUMBERS, HOLES, list_corner_neighbours
from engine.minigames.leap_of_faith import BACK, CAUGHT, CRUMBLES, LEAPS, STEP_CASH, compute_leap_chance
from engine.minigames.make_your_mark import CREAKS, MARK_LADDER, SOUNDS
from engine.minigames.math_time import THROWS
from engine.minigames.mystery_chance import COLUMNS, PERCENTS, ROWS, list_line_squares
from engine.minigames.postcode_lottery import DOORS, STREETS
from engine.minigames.power_number import BANDS, FUSES
from engine.minigames.shut_the_box import CAUGHT as BOX_CAUGHT
from engine.minigames.shut_the_box import FLAPS, RATE, count_missing_rolls
from engine.minigames.smash_for_cash import BOMBS, PIG_ROWS, TOKENS
from engine.minigames.smash_for_cash import PER_ROW as PIGS_PER_ROW
from engine.minigames.spectrum import MAX_COLOURS_AT_ONCE
from engine.minigames.split_decision import PAIRS, TRAP
from engine.minigames.tic_tac_dough import DOUGH_CASH, PER_ROW, TIMES
from engine.minigames.tic_tac_dough import ROWS as DOUGH_ROWS
from engine.minigames.times_table import PLACE_MULTIPLIERS, POOL
from engine.minigames.treble_chance import HAND

T = TypeVar("T")
EXPERTISE = {"regular": False, "expert": True}  # by strength, whether it reckons; any other gives any answer
GOOD_POWER = 742  # at which a regular stops
FEAR = 2  # how many times as much as a gain a loss weighs for a regular
BEST_PLACE = max(PLACE_MULTIPLIERS, key=lambda place: PLACE_MULTIPLIERS[place])


class BoothSight(NamedTuple):
    """What a computer player goes by in a minigame: the question, the pictures on the table, and a lot it has drawn.
    Amounts are read in the minigame's own pounds.
    """

    question: Question
    pictures: Sequence[Picture]
    lot: int
    expert: bool
    currency: Currency = POUNDS

    @property
    def facts(self) -> Mapping[str, Any]:
        """Return the facts (names, numbers) of the minigame's question; amounts of money are those of the game."""
        return self.question.facts

    @property
    def fear(self) -> int:
        """Return how many times as much as a gain a loss weighs for this computer player: 1 for an expert, 2 for a
        regular.
        """
        return 1 if self.expert else FEAR

    def offers(self, value: str) -> bool:
        """Return whether `value` is among the answer options of the minigame's question."""
        return any(option.value == value for option in self.question.options)

    def list_closed(self) -> list[int]:
        """Return those answer options of the question that are numbers: closed squares, doors and the like that may
        still be chosen.
        """
        return [option.value for option in self.question.options if isinstance(option.value, int)]

    def pick(self, some: Sequence[T]) -> T:
        """Return one of these, of which there must be one at least, chosen by the computer player's lot (a hash of the
        game's secret and the question), so that nobody can predict it; for the same question it is always the same.
        """
        return some[self.lot % len(some)]

    def pick_several(self, some: Sequence[T], number: int) -> list[T]:
        """Return `number` of these, or all if they are fewer, in a row, beginning at one that is chosen by the computer
        player's lot (a hash of the game's secret and the question) and going on from the start after the last. There
        must be one at least.
        """
        at = self.lot % len(some)
        return [*some[at:], *some[:at]][:number]

    def read_amount(self, name: str) -> int:
        """Return the amount, in the minigame's own pounds, of the question's fact with this name; one that is written
        in the game's money is converted back. Raise KeyError if there is no such fact.
        """
        told = read_number(self.facts[name])
        return told * self.currency.of // self.currency.times if isinstance(self.facts[name], Phrase) else told

    def find_grid(self, name: str) -> Grid:
        """Return that picture on the minigame's table which is a grid with this name; raise StopIteration if there is
        none.
        """
        return next(each for each in self.pictures if isinstance(each, Grid) and each.id == name)


def read_number(told: Any) -> int:
    """Return the number in a fact of a question, which may stand by itself, as a number or as digits, or inside a
    phrase for an amount of money, in whose money it stays; raise KeyError for any other phrase, ValueError for any
    other text.
    """
    while isinstance(told, Phrase):
        told = told.facts["amount"]
    return int(told)


def compute_mean(amounts: Iterable[float]) -> float:
    """Return the mean of these amounts, of which there must be one at least."""
    found = [*amounts]
    return sum(found) / len(found)


def advise_in_minigame(game: GameInPlay[Any], question: Question, strength: str) -> Any:
    """Return what a computer player of this strength (`regular` or `expert`) answers to the question of a minigame;
    None for any other strength, or a question of no minigame, where the caller chooses at random or by other rules.
    Nothing is answered here.
    """
    answer = ANSWERS.get(question.key)
    if answer is None or strength not in EXPERTISE:
        return None
    t = game.find_table(question.table)
    lot = zlib.crc32(f"{game.secret} {question.id} {game.drawn_before} {question.who}".encode())
    currency = t.currency if isinstance(t, BoothTable) else POUNDS
    return answer(BoothSight(question, t.pictures, lot, EXPERTISE[strength], currency))


# -- minigames in which one goes on or stops


def choose_pulse(sight: BoothSight) -> str:
    """Return which pulse (gentle, hard, flat out) a computer player gives the beam in Accelerator: a gentle one while
    the ring is hot, else a hard one. The last pulse of an expert is flat out if the beam is slow (120 at most) and the
    ring is cold, else hard.
    """
    facts = sight.facts
    if facts["left"] > 1 or not sight.expert:
        return "gentle" if facts["heat"] else "hard"
    return "hard" if facts["heat"] or facts["speed"] > 120 else "flat out"


def choose_tin(sight: BoothSight) -> str:
    """Return the name of the tin that a computer player chooses in Biscuit Risk It: an expert the one with the best
    price for its number of bombs, a regular the one with the fewest bombs.
    """
    if sight.expert:
        return max(TINS, key=lambda tin: PRICES[tin] / (sight.facts[tin] + 1))
    return min(TINS, key=lambda tin: sight.facts[tin])


def open_biscuits(sight: BoothSight) -> list[int | str]:
    """Return a computer player's answer in Biscuit Risk It: a list of one more square while the money still hidden is
    more (for a regular: more than twice as much) than the loss by one bomb times the number of bombs, else “stop” in a
    list.
    """
    risked = sight.read_amount("bank") * (100 - CRUMBS) // 100 * sight.facts["bombs"]
    goes_on = sight.read_amount("left") > sight.fear * risked
    return [sight.pick(sight.list_closed())] if goes_on else ["stop"]


def choose_envelope(sight: BoothSight) -> int | str:
    """Return a computer player's answer in For the Rest of Your Game: “keep” for the payment in the envelope just
    opened, or the number of an envelope to open. An expert keeps from £350,000 on (£250,000 before the last one), a
    regular from £200,000 on.
    """
    enough = 200_000 if not sight.expert else 250_000 if sight.facts["opened"] == ENVELOPES - 1 else 350_000
    return "keep" if sight.read_amount("last") >= enough else sight.pick(sight.list_closed())


def turn_on_lights(sight: BoothSight) -> list[int | str]:
    """Return a list of the lights that a computer player turns on in For the Rest of Your Game, or of “stop”: an expert
    up to six, to reach rung 9 (8 with two red lights on, 6 with three); a regular three until it has eleven payments or
    three red lights. Both turn on at least one while they cannot stop.
    """
    rung, red = sight.facts["rung"], sight.facts["red"]
    safe_rungs = (9, 9, 8, 6)  # up to which an expert goes, by the number of red lights that are on
    run = safe_rungs[red] - rung if sight.expert else 3 * (red < RED - 1 and sight.facts["number"] < 11)
    if sight.offers("stop") and run < 1:
        return ["stop"]
    return [*sight.pick_several(sight.list_closed(), max(1, min(run, MAX_LIGHTS_AT_ONCE)))]


def walk_ledge(sight: BoothSight) -> int:
    """Return how many more steps a computer player walks in Leap of Faith: one if what a step adds outweighs what a
    fall would take, else none.
    """
    steps, cash = sight.facts["steps"], sight.read_amount("cash")
    risk = CRUMBLES * (steps + 1)
    return int((100 - risk) * sum(STEP_CASH) / len(STEP_CASH) > sight.fear * risk * cash * (100 - CAUGHT) / 100)


def choose_leap(sight: BoothSight) -> str:
    """Return the name of the leap that a computer player dares in Leap of Faith, or “back”: an expert what pays most on
    average, a regular the longest leap that succeeds with more than 60%.
    """
    gap, steps = sight.facts["gap"], sight.facts["steps"]
    safe = {length: compute_leap_chance(gap, length, steps) for length in LEAPS}
    if not sight.expert:
        return max((length for length in LEAPS if safe[length] > 60), key=lambda it: LEAPS[it], default="back")
    worth = {length: n * LEAPS[length] + (100 - n) * CAUGHT / 100 for length, n in safe.items()} | {"back": BACK}
    return max(worth, key=lambda length: worth[length])


def mark_rung(sight: BoothSight) -> int:
    """Return which rung a computer player climbs to in Make Your Mark; its own rung means to stop. It climbs two rungs
    (a regular below rung 3: three) while the ladder is silent, and stops where the ladder creaks, though an expert with
    the rope climbs one more. A regular stops from rung 8 on.
    """
    rung, low = int(sight.facts["rung"]), sight.question.form.low
    if sight.facts["sound"] == SOUNDS[True]:
        roped = any("rope" in str(note) for each in sight.pictures for note in each.notes)
        return min(rung + 1, len(MARK_LADDER)) if sight.expert and roped else low
    if not sight.expert and rung >= 8:
        return low
    return min(rung + CREAKS + (not sight.expert and rung < 3), len(MARK_LADDER))


def knock_at_doors(sight: BoothSight) -> list[int | str]:
    """Return a list of the doors of a street at which a computer player knocks in Postcode Lottery, or of “pass”: an
    expert knocks at as many as pay most on average, a regular at one; which doors is left to its lot. Both pass if they
    have cash and knocking would on average leave them no more.
    """
    street = next(each for each in STREETS if each.name == sight.facts["street"])
    cash, houses = sight.read_amount("cash"), len(street.houses)

    def compute_worth(doors: int) -> float:
        """Return how much cash, on average, the computer player holds after knocking at so many doors of `street`, of
        the `cash` it has and what the houses bring; for a regular a debt collector counts as a loss of the cash, not
        only as nothing.
        """
        safe = comb(houses, doors) / comb(DOORS, doors)
        return safe * (cash + doors * compute_mean(street.houses)) + (1 - safe) * (1 - sight.fear) * cash

    doors = max(range(1, (houses if sight.expert else 1) + 1), key=compute_worth)
    knocks = not cash or compute_worth(doors) > cash
    return [*sight.pick_several(range(1, DOORS + 1), doors)] if knocks else ["pass"]


def punch_hole(sight: BoothSight) -> int | str:
    """Return the number of the hole that a computer player punches in Punch a Bunch, or “keep”: an expert keeps a slip
    from £7,500,000 on, a regular from £3,000,000 on.
    """
    enough = 7_500_000 if sight.expert else 3_000_000
    return "keep" if sight.read_amount("slip") >= enough else sight.pick(sight.list_closed())


def open_colours(sight: BoothSight) -> list[int | str]:
    """Return a list of the squares that a computer player opens in Spectrum, or of “stop”: six until it has a pair,
    then one at a time until its pairs are worth £8,000,000, or £4,000,000 once a black square is open (for a regular
    half of that).
    """
    bank, closed = sight.read_amount("bank"), sight.list_closed()
    if not bank:
        return [*sight.pick_several(closed, MAX_COLOURS_AT_ONCE)]
    enough = (4_000_000 if sight.facts["blacks"] else 8_000_000) // sight.fear
    return ["stop"] if bank >= enough else [sight.pick(closed)]


def name_power(sight: BoothSight) -> int:
    """Return which power, in thousandths, a computer player names in Power Number; its own means to stop. An expert
    begins with the third band, goes on by one band, and stops if a fuse has blown and fewer than three bands are left;
    a regular goes on by one band until a fuse blows or its power is 742.
    """
    power, below, fuses = sight.question.form.low, sight.question.form.high + 1, sight.facts["fuses"]
    above = [low for low, _ in BANDS if power < low < below]
    wanted = 1 if fuses == FUSES else 3 if sight.expert else len(BANDS)
    if len(above) < wanted or (not sight.expert and power >= GOOD_POWER):
        return power
    return above[1] if sight.expert and len(above) == len(BANDS) - 1 else above[0]


def kick_or_dive(sight: BoothSight) -> str:
    """Return the name of the corner into which a computer player kicks or dives in Penalty Shootout, or, as a kicker,
    “stop” with a pot of £14,000,000 (£9,000,000 from the fourth kick on; a regular half of that). An expert chooses
    corners with such chances that knowing them helps nobody; a regular chooses each with the same chance.
    """
    kick, pot = sight.facts["kick"], sight.read_amount("pot")
    if not sight.offers("stop"):
        return sight.pick(("left", *["middle"] * 3, *["right"] * 6) if sight.expert else ("left", "middle", "right"))
    if pot >= (9_000_000 if kick > 3 else 14_000_000) // sight.fear:
        return "stop"
    if not sight.expert:
        return sight.pick(("left", "middle", "right"))
    return sight.pick(
        ("middle", "middle", "right") if pot < 5_000_000 else ("left",) * 4 + ("middle",) * 3 + ("right",) * 2
    )


# -- cards, dice and numbers


def choose_above_or_below(sight: BoothSight) -> str:
    """Return “above” or “below”, where a computer player puts the card in Fractioniser: above from 6 on, a regular from
    4 on; it never stops before the end.
    """
    return "above" if sight.facts["card"] >= (6 if sight.expert else 4) else "below"


def call_card(sight: BoothSight) -> str:
    """Return a computer player's call and bet in Higher or Lower, such as “higher half”: the likelier side, and a
    larger bet the likelier it is; an expert may also “change” a card in the middle of the ranks, and both “stop” before
    a Big Bet that is nearly even. A regular bets less.
    """
    at = RANKS.index(sight.facts["card"])
    edge = abs(len(RANKS) - 1 - 2 * at) / len(RANKS)
    call = "higher" if 2 * at < len(RANKS) - 1 else "lower"
    if sight.expert and edge < 0.4 and sight.offers("change"):
        return "change"
    big = not sight.offers(f"{call} least")
    if big and edge < 0.1 * sight.fear:
        return "stop"
    share = "all" if edge > 0.3 * sight.fear else "half" if big or edge > 0.1 * sight.fear else "least"
    return f"{call} {share}"


def shut_flaps(sight: BoothSight) -> str:
    """Return which flaps a computer player shuts in Shut the Box, as the option says it, such as “1+6”: an expert the
    fewest and highest, a regular any that fit.
    """
    ways = [str(option.value) for option in sight.question.options]
    return ways[0] if sight.expert else sight.pick(ways)


def choose_dice(sight: BoothSight) -> str:
    """Return “one” or “two”, how many dice a computer player rolls in Shut the Box, or “stop”: the number that is least
    likely to fit no flaps, as long as what a roll adds outweighs what a miss takes.
    """
    flaps, cash = [*sight.facts["flaps"]], sight.read_amount("cash")
    misses = {word: count_missing_rolls(flaps, n) / 6**n for n, word in ((1, "one"), (2, "two")) if sight.offers(word)}
    dice = min(misses, key=lambda word: misses[word])
    shut = sum(FLAPS) - sum(flaps) + (7 if dice == "two" else 3)
    gain = shut * (shut + 1) * (shut + 2) // 6 * RATE - cash
    risk = misses[dice]
    return dice if (1 - risk) * gain > sight.fear * risk * cash * (100 - BOX_CAUGHT) / 100 else "stop"


def take_sum_square(sight: BoothSight) -> int | str:
    """Return a computer player's answer in Math Time: it changes (“again”) a minus or a division that it has just
    opened, an expert also small cash and small numbers; an expert takes half of the bracket (“walk”) rather than
    divide; else it opens a square of the next row, by its number, or ends with “finish”.
    """
    last, closed = str(sight.facts["last"]), sight.list_closed()
    spoils = last in ("-", "÷")
    if sight.offers("again") and (spoils or (sight.expert and is_small_part(sight))):
        return "again"
    if spoils and sight.expert and sight.offers("walk"):
        return "walk"
    return sight.pick(closed) if closed else "finish"


def is_small_part(sight: BoothSight) -> bool:
    """Return whether an expert computer player would change the last part of its sum in Math Time: a number up to 4, or
    cash up to £150,000 (£300,000 for the second cash while both changes are left); False for a sign.
    """
    last = str(sight.facts["last"])
    if last.isdigit():
        return int(last) <= 4
    enough = 300_000 if sight.facts["throws"] == THROWS and sight.facts["row"] > 2 else 150_000
    return any(map(str.isdigit, last)) and parse_amount(sight, last) <= enough


def open_treble_envelopes(sight: BoothSight) -> list[int | str]:
    """Return a list of the envelopes that a computer player opens in Treble Chance, or of “take”: at first three; then
    it takes enough money (£8,000,000, a regular £1,000,000) or a hand with nothing poor, else it opens one for each
    Broke and small amount, or one. For an expert with two Trebles, middling amounts are poor, too.
    """
    hand, closed, cash = [*map(str, sight.facts["hand"])], sight.list_closed(), sight.read_amount("cash")
    if not hand:
        return [*sight.pick_several(closed, HAND)]
    enough, small = (8_000_000, 500_000) if sight.expert else (1_000_000, 200_000)
    if hand.count("Treble") == HAND - 1 and sight.expert:
        small = 1_200_000
    poor = [it for it in hand if it == "Broke" or (it != "Treble" and parse_amount(sight, it) < small)]
    return ["take"] if cash and (cash >= enough or not poor) else [*sight.pick_several(closed, max(1, len(poor)))]


def parse_amount(sight: BoothSight, written: str) -> int:
    """Return in the minigame's own pounds an amount that is written as a text in the money of the game; 0 if it has no
    digits. A minus is not read.
    """
    digits = "".join(digit for digit in written if digit.isdigit())
    return int(digits or 0) * sight.currency.of // sight.currency.times


# -- safes and rows of which one can learn something


def try_code(sight: BoothSight) -> list[int]:
    """Return the code, as a list of digits, that a computer player tries in Digital Fortress: any that fits the marks
    of all attempts so far, for a regular those of the last attempt only.
    """
    return [*sight.pick(list_fitting_codes(sight))]


def choose_on_or_walk(sight: BoothSight) -> str:
    """Return “on” if a computer player goes on in Digital Fortress: always after the first attempt, and after the
    second if at most 12 codes fit all attempts, for a regular if at most 6 fit the last one; else “walk”, to leave with
    the money.
    """
    tried = len(list_attempts(sight))
    return "on" if tried == 1 or len(list_fitting_codes(sight)) <= 12 // sight.fear else "walk"


def list_attempts(sight: BoothSight) -> list[tuple[list[int], int, int]]:
    """Return the codes tried so far in Digital Fortress, the first one first, as the pictures on its table show them,
    each with how many digits are in the right place and how many in the wrong place.
    """
    piles = next(each for each in sight.pictures if isinstance(each, Cards)).piles
    return [
        ([int(str(card.face)) for card in pile.cards], pile.name.facts["n"], pile.name.facts["m"])
        for pile in piles
        if isinstance(pile.name, Phrase)
    ]


def list_fitting_codes(sight: BoothSight) -> list[tuple[int, ...]]:
    """Return all codes of Digital Fortress that the attempts allow: all attempts for an expert, only the last one
    for a regular.
    """
    tried = list_attempts(sight)

    def fits(code: tuple[int, ...]) -> bool:
        """Return whether, if this were the code, the attempts in `tried` (for a regular only the last) would have got
        the marks that they got.
        """
        return all(
            sum(a == b for a, b in zip(code, guess, strict=True)) == here
            and len({*code} & {*guess}) == here + elsewhere
            for guess, here, elsewhere in (tried if sight.expert else tried[-1:])
        )

    return [code for code in permutations(DIGITS, LENGTH) if fits(code)]


def step_on_number(sight: BoothSight) -> int | str:
    """Return a computer player's answer in High Stakes: “one” for a clue, from the third row on, if even the safest
    number is a trap with more than 25% (a regular takes one clue a row); else “stop”, if it has too much to lose; else
    a number that is least likely a trap by the clues heard.
    """
    row, cash, clues = sight.facts["row"] - 1, sight.read_amount("cash"), sight.facts["clues"]
    numbers = sight.find_grid("numbers")
    told = [(str(facts["hint"]), facts["count"]) for facts in map(get_facts, numbers.notes) if "hint" in facts]
    layouts = [
        traps
        for traps in combinations(list_trap_row_numbers(row), row + 1)
        if all(sum(map(HINTS[hint], traps)) == count for hint, count in told)
    ]
    risks = {n: sum(n in traps for traps in layouts) / len(layouts) for n in list_trap_row_numbers(row)}
    least = min(risks.values())
    most = len(HINTS) if sight.expert else 1
    if row > 1 and least > 0.25 and clues and len(told) < most:
        return CLUE_COUNT_WORDS[1]
    if sight.offers("stop") and (1 - least) * (HIGH_STAKES_LADDER[row] - cash) < sight.fear * least * cash:
        return "stop"
    return sight.pick([n for n, risk in risks.items() if risk == least])


def get_facts(words: Any) -> Mapping[str, Any]:
    """Return the facts of words that are a phrase (a template with facts); an empty mapping for a plain text."""
    return words.facts if isinstance(words, Phrase) else {}


def open_corner(sight: BoothSight) -> list[int | str]:
    """Return a list of the square that a computer player opens in Hypercube, or of “stop”: the one least likely to be a
    hole, while the sum is 0 or its number outweighs the sum that a hole would take. A regular knows which squares are
    surely safe, and takes all others for equally risky.
    """
    closed, total = sight.list_closed(), sight.facts["total"]
    risks, usual = compute_hole_risks(sight.find_grid("corners").cells)
    if not sight.expert:
        risks = {n: risk if risk == 0 else usual for n, risk in risks.items()}
    least = min(risks.values())
    square = sight.pick([n for n in closed if risks[n] == least])
    number = compute_mean(CORNER_NUMBERS)
    gain = (total + number) ** 3 - total**3
    loss = max(0.0, total**3 - (number * (sight.facts["picks"] - 1) / 2) ** 3)
    return [square] if not total or (1 - least) * gain > sight.fear * least * loss else ["stop"]


def compute_hole_risks(cells: Sequence[Cell]) -> tuple[dict[int, float], float]:
    """Return the chance that each closed square of the Hypercube is a hole, by its number, over all ways in which the
    holes can lie, and the mean chance of a closed square. `cells` is the picture of the squares as everybody sees it.
    """
    closed = [n for n, cell in enumerate(cells, 1) if cell.kind == SHUT_CELL]
    found = {n for n, cell in enumerate(cells, 1) if cell.kind == "bomb"}
    hints = [({*list_corner_neighbours(n)}, int(str(cell.note))) for n, cell in enumerate(cells, 1) if cell.note]
    layouts = [
        holes
        for holes in map(found.union, combinations(closed, HOLES - len(found)))
        if all(len(near & holes) == count for near, count in hints)
    ]
    risks = {n: sum(n in holes for holes in layouts) / len(layouts) for n in closed}
    return risks, (HOLES - len(found)) / len(closed)


def ask_or_pick(sight: BoothSight) -> int | str:
    """Return a computer player's answer in Mystery Chance: the letter of a row to hear or, for an expert who has found
    a row rich enough for the great prize, of a column, until no hint is left; then the number of a square in the rich
    lines, or “keep” if there is none.
    """
    cash = read_number(sight.facts["cash"])
    heard = {
        str(line.facts["name"]): read_number(total["cash"]) / cash
        for total in map(get_facts, sight.find_grid("squares").notes)
        if isinstance(line := total.get("line"), Phrase)
    }
    great = max(PERCENTS) / 100 * 0.99
    rich = [line for line, total in heard.items() if total > great]
    if sight.facts["left"]:
        rows = [line for line in ROWS if line not in heard]
        return sight.pick(COLUMNS if rich and sight.expert and rich[0] in ROWS else rows)
    squares = [n for n in sight.list_closed() if all((n in list_line_squares(it)) == (it in rich) for it in heard)]
    return sight.pick(squares) if rich else "keep"


def smash_pigs(sight: BoothSight) -> list[int | str]:
    """Return, as a list, a computer player's answer in Smash for Cash: all pigs of a row without bombs; else the letter
    of a row to listen to, with more than two tokens (an expert up to three times, a regular once); else one pig of the
    safest row while another token outweighs what a bomb takes; else “stop”.
    """
    tokens, grid = sight.facts["tokens"], sight.find_grid("pigs")
    told = " ".join(str(get_facts(note).get("rows", "")) for note in grid.notes)
    heard = {row: int(n) for row, n in (each.split() for each in told.split(", ") if each)}
    closed = {row: [n for n in sight.list_closed() if (n - 1) // PIGS_PER_ROW == at] for at, row in enumerate(PIG_ROWS)}
    risks = compute_pig_risks(grid, heard, {row: len(pigs) for row, pigs in closed.items() if pigs})
    row = min(risks, key=lambda row: risks[row])
    if not risks[row]:
        return [*closed[row]]
    silent = [row for row in PIG_ROWS if row not in heard and sight.offers(row)]
    if silent and tokens > 2 and len(heard) < (3 if sight.expert else 1):
        return [silent[0]]
    gain = (tokens + compute_mean(TOKENS)) ** 3 - tokens**3
    loss = tokens**3 - ((tokens // 2) ** 3 if sight.facts["bombs"] == BOMBS else 0)
    return [closed[row][0]] if not tokens or (1 - risks[row]) * gain > sight.fear * risks[row] * loss else ["stop"]


def compute_pig_risks(grid: Grid, heard: Mapping[str, int], closed: Mapping[str, int]) -> dict[str, float]:
    """Return for each row of Smash for Cash with closed pigs (`closed` says how many) the chance that any one of these
    is a bomb, from the number of bombs `heard` in rows and those that the picture `grid` shows.
    """
    hit = {
        row: sum(cell.kind == "bomb" for cell in grid.cells[at * PIGS_PER_ROW : (at + 1) * PIGS_PER_ROW])
        for at, row in enumerate(PIG_ROWS)
    }
    unheard = [row for row in PIG_ROWS if row not in heard]
    hidden = BOMBS - sum(heard.values()) - sum(hit[row] for row in unheard)
    among = sum(closed.get(row, 0) for row in unheard)
    return {row: (heard[row] - hit[row]) / n if row in heard else hidden / among for row, n in closed.items()}


def open_safe(sight: BoothSight) -> str:
    """Return what a computer player does with the open safe of a pair in Split Decision: “leave” for a trap (a regular
    with £1,000,000 in the bank: “walk”), “take” for money, except that a regular will “leave” less than £200,000 for
    the other safe.
    """
    if sight.facts["first"] == TRAP:
        return "leave" if sight.expert or sight.read_amount("bank") < 1_000_000 else "walk"
    return "take" if sight.expert or sight.read_amount("first") >= 200_000 else "leave"


def choose_safes(sight: BoothSight) -> list[int]:
    """Return the eight safes that a computer player chooses as its four pairs in Split Decision: in a row from one
    chosen by its lot.
    """
    return sight.pick_several(sight.list_closed(), 2 * PAIRS)


def choose_play_or_keep(sight: BoothSight) -> str:
    """Return “play” if a computer player gives up its bank for the gold safes in Split Decision, an expert below
    £5,000,000, a regular below £2,000,000; else “keep”.
    """
    return "play" if sight.read_amount("bank") < (5_000_000 if sight.expert else 2_000_000) else "keep"


def choose_take_or_leave(sight: BoothSight) -> str:
    """Return “take” if a computer player takes what the first gold safe of Split Decision holds, £3,000,000 or more (a
    regular £1,500,000); else “leave”, for the second.
    """
    return "take" if sight.read_amount("first") >= 3_000_000 // sight.fear else "leave"


def open_dough_squares(sight: BoothSight) -> list[int | str]:
    """Return, as a list, a computer player's answer in Tic Tac Dough: the letter of a row to listen to (a regular with
    less than £1,000,000 opens single squares instead), then the squares where the dragon cannot be. After these an
    expert opens single squares while what is hidden outweighs the bank; a regular stops once it has cash.
    """
    bank, closed, grid = sight.read_amount("bank"), sight.list_closed(), sight.find_grid("squares")
    told = next((str(note) for note in grid.notes if str(note).startswith("Row ")), "")
    if not told:
        return [sight.pick(DOUGH_ROWS) if sight.expert or bank >= 1_000_000 else sight.pick(closed)]
    inside = [n for n in closed if (n - 1) // PER_ROW == DOUGH_ROWS.index(told[4])]
    quiet = inside if "no dragon" in told else [n for n in closed if n not in inside]
    if quiet:
        return [*quiet[: sight.question.form.high]]
    words = [times for word, times in TIMES.items() if word not in {str(cell.face) for cell in grid.cells}]
    hidden = len(closed) - 1
    found = bank * sum(words) + (bank + compute_mean(DOUGH_CASH)) * (hidden - len(words))
    goes_on = sight.expert and found / len(closed) > bank
    return [sight.pick(closed)] if goes_on or not bank else ["stop"]


def look_at_places(sight: BoothSight) -> list[str]:
    """Return the letters of the amounts that a computer player looks at in Times Table: those beside the highest
    multipliers, as many as the question wants.
    """
    return [str(option.value) for option in sight.question.options][-sight.question.form.high :]


def shuffle_places(sight: BoothSight) -> list[str]:
    """Return the letters of the amounts that a computer player shuffles in Times Table: an expert the one beside the
    highest multiplier with larger ones, if that raises what can be expected there; a regular all of them if the amount
    there is below £50,000. A list of “stay” means none.
    """
    cells, rows = sight.find_grid("table").cells, list(PLACE_MULTIPLIERS)
    seen = {
        place: read_number(cell.face) * sight.currency.of // sight.currency.times
        for place, cell in zip(rows, cells[1::2], strict=True)
        if cell.kind == "cash"
    }
    amounts = {place: seen.get(place, compute_mean(POOL)) for place in rows}
    if not sight.expert:
        return rows if amounts[BEST_PLACE] < 50_000 else ["stay"]
    others = sorted((place for place in rows if place != BEST_PLACE), key=lambda place: -amounts[place])
    shuffles = [[BEST_PLACE, *others[:n]] for n in range(len(rows))]
    best = max(shuffles, key=lambda chosen: compute_mean(amounts[place] for place in chosen))
    return best if len(best) > 1 else ["stay"]


ANSWERS: Mapping[str, Callable[[BoothSight], Any]] = {
    "accelerator.pulse": choose_pulse,
    "biscuit_risk_it.tin": choose_tin,
    "biscuit_risk_it.squares": open_biscuits,
    "digital_fortress.code": try_code,
    "digital_fortress.on": choose_on_or_walk,
    "for_the_rest_of_your_game.envelope": choose_envelope,
    "for_the_rest_of_your_game.lights": turn_on_lights,
    "fractioniser.place": choose_above_or_below,
    "high_stakes.step": step_on_number,
    "higher_or_lower.call": call_card,
    "hypercube.squares": open_corner,
    "leap_of_faith.leap": choose_leap,
    "leap_of_faith.steps": walk_ledge,
    "make_your_mark.mark": mark_rung,
    "math_time.square": take_sum_square,
    "mystery_chance.pick": ask_or_pick,
    "penalty_shootout.corner": kick_or_dive,
    "postcode_lottery.doors": knock_at_doors,
    "power_number.name": name_power,
    "punch_a_bunch.hole": punch_hole,
    "shut_the_box.dice": choose_dice,
    "shut_the_box.flaps": shut_flaps,
    "smash_for_cash.pigs": smash_pigs,
    "spectrum.squares": open_colours,
    "split_decision.gold": choose_play_or_keep,
    "split_decision.safe": open_safe,
    "split_decision.safes": choose_safes,
    "split_decision.split": choose_take_or_leave,
    "tic_tac_dough.squares": open_dough_squares,
    "times_table.look": look_at_places,
    "times_table.shuffle": shuffle_places,
    "treble_chance.envelopes": open_treble_envelopes,
}
