"""What the card of each computer player says is what it does: more often than those whose card does not say it.

Computers play among themselves; wherever one of them has a choice, every character is asked what it would do there.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping
from functools import cache
from random import Random
from statistics import mean
from typing import Any

import pytest

from engine.billionaire import computers as billionaire_computers
from engine.billionaire.computers import BILLIONAIRE_CHARACTERS, BILLIONAIRE_STRENGTHS, find_richest_rival
from engine.billionaire.tables import INVESTMENTS
from engine.deluxe import failsafe
from engine.deluxe.computers import DELUXE_HABITS
from engine.kernel import Game
from engine.ladder.computers import CLIMBING, LADDER_STRENGTHS, ClimberMind, find_manner
from engine.race.table import is_square_in_part, list_neighbours
from engine.rulesets import RULESETS
from engine.season7.computers import SEASON7_HABITS, SEASON7_STRENGTHS
from host.core import stand_ins

HABITS: Mapping[str, Mapping[str, Any]] = {"season7": SEASON7_HABITS, "deluxe": DELUXE_HABITS}
BOARDS = {"season7": "rounds", "deluxe": "grids"}
SEATS = ["p1", "p2", "p3", "p4"]
GAMES = {"season7": 6, "deluxe": 3}
OPTIONS = {"season7": {"target": 50_000_000}, "deluxe": {"target": 50_000_000}, "billionaire": {}}


def iter_questions(name, strength, games):
    """Let computers with names play, and yield every question before it is answered."""
    for seed in range(games):
        dice = Random(seed)
        game = Game.start(RULESETS[name], SEATS, OPTIONS[name] | {"computers": strength}, f"true {seed}", keep=False)
        called = dict(zip(SEATS, dice.sample(stand_ins.COMPUTER_NAMES, len(SEATS)), strict=True))
        while not game.over:
            question = next(iter(game.list_questions()), None)
            if question is None:
                stand_ins.play_for_bots_unasked(game, SEATS, dice)
                continue
            yield game, question
            stand_ins.answer_for_bot(game, question, dice, called[question.who])


def find_answer(game, question, character):
    """What this character answers, or None where it answers anything or does something else first."""
    advice = game.ruleset.advise(game, question, character)
    return advice.value if advice and advice.question else None


@cache
def list_squares_chosen(name, strength):
    """For bombs and turns: what each character would choose on which board, each time that any of them is asked."""
    chosen = defaultdict(list)
    for game, question in iter_questions(name, strength, GAMES[name]):
        what = {"bomb.seal": "seals", "select": "opens", "pick": "opens"}.get(question.key)
        r = getattr(game.state, BOARDS[name]).get(question.table)
        if what and r:
            for character in HABITS[name]:
                n = find_answer(game, question, character)
                if isinstance(n, int):
                    beside = sum(r.find_cell(at).open for at in list_neighbours(r, n))
                    chosen[what, character].append((r.rows, r.columns, n, beside))
    return chosen


def share_in_place(squares, place):
    return mean(is_square_in_part(rows, columns, n, place) for rows, columns, n, _ in squares)


CLAIMS = [
    (name, key, what)
    for name, habits in HABITS.items()
    for key, habit in habits.items()
    for what in ("seals", "opens")
    if getattr(habit, what)
]


@pytest.mark.whole
@pytest.mark.parametrize("strength", ["novice", "regular", "expert"])
@pytest.mark.parametrize(("name", "key", "what"), CLAIMS)
def test_a_computer_hides_bombs_and_opens_squares_where_its_card_says(name, key, what, strength):
    chosen, place = list_squares_chosen(name, strength), getattr(HABITS[name][key], what)
    own = share_in_place(chosen[what, key], place)
    others = [each for each in HABITS[name] if getattr(HABITS[name][each], what) != place]
    usual = mean(share_in_place(chosen[what, each], place) for each in others)
    assert len(chosen[what, key]) > 40
    assert own > usual + (0.03 if strength == "expert" else 0.05)


@pytest.mark.whole
@pytest.mark.parametrize("strength", SEASON7_STRENGTHS)
def test_who_chases_opens_squares_beside_open_ones_and_who_runs_keeps_away(strength):
    chosen = list_squares_chosen("season7", strength)
    beside = {key: mean(n for *_, n in chosen["opens", key]) for key in SEASON7_HABITS}
    usual = mean(beside[key] for key, habit in SEASON7_HABITS.items() if not habit.chases)
    assert min(beside["chaser"], beside["hunter"]) > usual + 0.1
    assert beside["runner"] < usual - 0.1


@pytest.mark.whole
@pytest.mark.parametrize("strength", ["regular", "expert"])
def test_a_caller_calls_failsafe_sooner_than_others_and_a_sceptic_later(strength):
    calls = dict.fromkeys(DELUXE_HABITS, 0)
    for game, question in iter_questions("deluxe", strength, 9):
        if question.key == "pick" and any(option.value == failsafe.CALL for option in question.options):
            for key in calls:
                calls[key] += find_answer(game, question, key) == failsafe.CALL
    others = {calls[key] for key in calls.keys() - {"caller", "sceptic"}}
    assert calls["caller"] > max(others)
    assert calls["sceptic"] < min(others) / 2


# -- Billionaire


@cache
def list_bids(strength):
    """Of every question for a bid: what each character would bid and what one without would, and what is known."""
    bids = []
    for game, question in iter_questions("billionaire", strength, 8):
        if question.key == "bid":
            auction = game.state.auction
            regions = {INVESTMENTS[card].region for card in auction.cards}
            leader = find_richest_rival(game.state, question.who)
            said = {key: int(find_answer(game, question, key)) for key in ("", *billionaire_computers.BIDDING_HABITS)}
            bids.append((said, regions, auction.lander == question.who, auction.lander == leader))
    return bids


def compare_bids(strength, key, when):
    """How much more this character bids than one without, where `when` holds; and where it does not."""
    parts = [[said for said, *about in list_bids(strength) if when(*about) == wanted] for wanted in (True, False)]
    assert all(len(part) > 40 for part in parts if part)
    return [sum(said[key] for said in part) / sum(said[""] for said in part) for part in parts if part]


EURASIA, AMERICAS = (billionaire_computers.BIDDING_HABITS[key].region for key in ("eurasian", "american"))
BIDS: Mapping[str, tuple[Any, ...]] = {  # when a card speaks of bids, and how much more are bid then, and otherwise
    "overbidder": (lambda *_: True, (1.2, 1.5)),
    "miser": (lambda *_: True, (0.6, 0.8)),
    "gambler": (lambda *_: True, (1.1, 1.3)),
    "eurasian": (lambda regions, *_: EURASIA in regions, (1.25, 1.6), (0.95, 1.05)),
    "american": (lambda regions, *_: AMERICAS in regions, (1.25, 1.6), (0.95, 1.05)),
    "chaser": (lambda _regions, _own, leads: leads, (1.25, 1.6), (0.95, 1.05)),
    "insider": (lambda _regions, own, _leads: own, (1.15, 1.5), (0.8, 0.97)),
    "seller": (lambda _regions, own, _leads: own, (0.5, 0.75), (0.95, 1.05)),
}


@pytest.mark.whole
@pytest.mark.parametrize("strength", BILLIONAIRE_STRENGTHS)
@pytest.mark.parametrize("key", [each.key for each in BILLIONAIRE_CHARACTERS])
def test_a_computer_bids_as_its_card_says(key, strength):
    when, *spans = BIDS[key]
    found = compare_bids(strength, key, when)
    assert len(found) == len(spans)
    assert all(low < times < high for times, (low, high) in zip(found, spans, strict=True)), found


@pytest.mark.whole
@pytest.mark.parametrize("strength", BILLIONAIRE_STRENGTHS)
def test_a_chaser_takes_from_the_richest_and_a_gambler_saves_no_security(strength):
    hits, guards = defaultdict[str, list[bool]](list), Counter[str]()
    for game, question in iter_questions("billionaire", strength, 12):
        leader = find_richest_rival(game.state, question.who)
        for key in ("", "chaser", "gambler") if question.key in ("analyze", "power.drawn", "turn.card") else ():
            target = str(find_answer(game, question, key)).rpartition(": ")[2]
            if target in INVESTMENTS and game.state.find_owner(target):
                hits[key].append(game.state.find_owner(target) == leader)
            guards[key] += find_answer(game, question, key) == billionaire_computers.GUARD
    assert min(map(len, hits.values())) > 30
    assert mean(hits["chaser"]) > mean(hits[""]) + 0.1
    assert guards["gambler"] == 0 < guards[""]


# -- the ladder


def test_who_takes_the_money_early_risks_less_and_who_takes_big_risks_more(begun_ladder):
    risks = defaultdict(list)
    for strength in LADDER_STRENGTHS:
        begun_ladder.state.computers = strength
        for key, habit in CLIMBING.items():
            mind = ClimberMind(begun_ladder, "Ann", key)
            goes_on = sum(
                mind.is_worth_it(rung, chance / 100, 1_000 if rung > 5 else 0)
                for rung in range(2, 16)
                for chance in range(25, 100, 5)
            )
            risks[find_manner(habit.care)].append(goes_on)
    assert mean(risks["early"]) < mean(risks["fair"]) < mean(risks["late"])


@pytest.fixture
def begun_ladder():
    return Game.start(RULESETS["ladder"], ["Ann", "Bob"], {}, "manners")
