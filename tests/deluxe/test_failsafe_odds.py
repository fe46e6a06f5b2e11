"""What computers make of Failsafe: they prove what can be proved, and weigh the rest."""

from collections import Counter
from copy import deepcopy
from random import Random

import pytest

from engine.deluxe import events, tables, zones
from engine.deluxe.failsafe import (
    FailsafeKnowledge,
    compute_covering_chance,
    compute_failsafe_odds,
    compute_only_bombs_chance,
    note_bomb_hint,
)
from engine.deluxe.rules import DELUXE
from engine.deluxe.spaces import choices, funky
from engine.deluxe.state import BombHint, GridTable
from engine.kernel import PUBLIC, Game
from engine.race.events import PeekSeen
from host.core import stand_ins
from workshop.simulate.rivals import measure_rivals

FOUR = ["Ann", "Bob", "Cat", "Dan"]


def left(closed, seed="1"):
    """A grid on which only these spaces are closed: Ann's bomb lies on 1, Bob's on 2, Cat's on 3, Dan's on 4."""
    game = Game.start(DELUXE, FOUR, {}, seed)
    while any(question.key == "bomb.seal" for question in game.list_questions()):
        question = next(each for each in game.list_questions() if each.key == "bomb.seal")
        game.answer(question.who, question.id, FOUR.index(question.who) + 1)
    t = game.find_table(game.state.find_seated_grid("Ann"))
    assert isinstance(t, GridTable)
    for n, cell in enumerate(t.round.cells, 1):
        cell.open, cell.shown, cell.dud = n not in closed, "" if n in closed else cell.face, False
    return t


def test_as_many_bombs_as_spaces_may_be_called():
    assert 0 < compute_only_bombs_chance(left({1, 2, 3}), "Ann") < 1


def test_fewer_bombs_than_spaces_prove_that_one_is_none():
    assert compute_only_bombs_chance(left({1, 2, 3, 4, 5}), "Ann") == 0


def test_a_peek_at_anything_else_proves_it():
    t = left({1, 2, 3})
    t.seat("Ann").learned[2] = tables.MONEY
    assert compute_only_bombs_chance(t, "Ann") == 0
    assert compute_only_bombs_chance(t, "Bob") > 0


def test_ones_own_bomb_opened_in_a_dud_is_taken_off_the_count():
    t = left({2, 3, 4, 5})
    assert compute_only_bombs_chance(t, "Ann") == 0
    assert compute_only_bombs_chance(t, "Bob") > 0


@pytest.mark.parametrize(("shown", "possible"), [(tables.BOMB, False), ("$10,000", True)])
def test_after_a_wrong_call_something_else_than_a_bomb_must_be_opened_first(shown, possible):
    t = left({1, 2, 3})
    t.round.wrong_call = [1, 2, 3]
    assert compute_only_bombs_chance(t, "Ann") == 0
    t.find_cell(3).open, t.find_cell(3).shown = True, shown
    assert (compute_only_bombs_chance(t, "Ann") > 0) is possible


@pytest.mark.parametrize(
    ("spaces", "live", "chance"),
    [([1, 2, 3], 2, 0), ([1, 2, 3], 3, 1), ([2, 3], 1, 0), ([2, 9], 0, 0), ([1, 2, 3, 4], 4, 1), ([3, 4, 9], 1, 0)],
)
def test_a_hint_about_bombs_is_remembered(spaces, live, chance):
    """Spaces 4 and 9 are opened since: on 4 a bomb goes off."""
    t = left({1, 2, 3, 4, 9})
    note_bomb_hint(t, "Ann", spaces, live)
    t.find_cell(4).open, t.find_cell(4).shown = True, tables.BOMB
    t.find_cell(9).open, t.find_cell(9).shown = True, "$10,000"
    assert compute_only_bombs_chance(t, "Ann") == chance
    assert 0 < compute_only_bombs_chance(t, "Bob") < 1


def test_a_hint_that_some_spaces_are_full_of_bombs_makes_a_call_more_likely_right():
    t = left({1, 2, 3})
    note_bomb_hint(t, "Ann", [2, 9], 1)
    assert 1 > compute_only_bombs_chance(t, "Ann") > compute_only_bombs_chance(t, "Bob")


def test_ones_own_demon_may_be_what_a_hint_leaves_out():
    t = left({1, 2, 3})
    t.find_cell(3).imp, t.round.possible = "Ann", t.round.possible + 1
    note_bomb_hint(t, "Ann", [1, 2, 3], 2)
    assert 0 < compute_only_bombs_chance(t, "Ann") < 1


def test_who_may_move_a_bomb_makes_hints_worthless():
    t = left({1, 2, 3})
    note_bomb_hint(t, "Ann", [1, 2, 3], 2)
    assert compute_only_bombs_chance(t, "Ann") == 0
    funky.second_thoughts(t, "Bob")
    assert compute_only_bombs_chance(t, "Ann") > 0
    note_bomb_hint(t, "Ann", [1, 2, 3], 2)
    assert compute_only_bombs_chance(t, "Ann") > 0


def test_hints_drift_along():
    t = left({1, 2, 3})
    note_bomb_hint(t, "Ann", [3, 9], 0)
    t.state.zone, t.round.lap = "Drift", FOUR[1:]
    zones.drift_closed_spaces(t, "Ann")
    assert t.seat("Ann").hints == [BombHint([1], 0)]
    assert compute_only_bombs_chance(t, "Ann") == 0
    t.find_cell(1).open, t.find_cell(1).shown = True, "$10,000"
    assert compute_only_bombs_chance(t, "Ann") > 0


def test_bombs_that_were_seen_are_nearly_sure_and_others_are_not():
    seen, unseen = (
        compute_failsafe_odds(FailsafeKnowledge(25, 2 - n, 1, n, 3 - n, 0, 0, most_duds=False)) for n in (2, 0)
    )
    assert seen > 0.85 > unseen


def test_covering_is_the_share_of_ways_in_which_no_space_stays_bare():
    assert compute_covering_chance(0, 3, 4.0) == pytest.approx(1)
    assert compute_covering_chance(1, 1, 4.0) == pytest.approx(1 / 4)
    assert compute_covering_chance(2, 2, 2.0) == pytest.approx(1 / 2)
    assert compute_covering_chance(2, 1, 2.0) == pytest.approx(0)


@pytest.mark.whole
def test_most_calls_of_computers_are_right():
    """Over many games 80 % are."""
    found = measure_rivals("deluxe", 6, {"target": 100_000_000}, 18, 1, alone=True).counts
    assert found["calls"] > 40
    assert found["right calls"] >= 0.6 * found["calls"]


class Witness:
    """What everybody hears at the grids of a race, and what peeks and counts tell each; with it one proves a call
    wrong.
    """

    def __init__(self):
        self.wrong_calls, self.bombs, self.peeks, self.counts = {}, {}, {}, {}

    def hear(self, told, state):
        here, event = told.table, told.event
        if told.kind is events.GridBegun:
            self.wrong_calls[here], self.bombs[here], self.peeks[here], self.counts[here] = [], set(), [], []
        elif told.kind is events.BombPicked:
            self.bombs[here].add(event.n)
        elif told.kind is events.FailsafeWrong:
            self.wrong_calls[here].append({*event.spaces})
        elif told.kind is events.EverythingDrifted:
            self.peeks[here], self.counts[here] = [], []
        elif told.kind is events.FunkyTaken and event.effect == "Second Thoughts":
            self.counts[here] = []
        elif told.kind in (PeekSeen, events.PeekShown):
            self.peeks[here].append((told.to, event.n, event.what))
        elif here in state.grids and (count := self.find_count(event, state.grids[here])):
            if is_bomb_movable(state, here):
                return
            self.counts[here].append((told.to, *count, {*self.bombs[here]}))

    def find_count(self, event, r):
        """Return which spaces an event is about and how many of them hide bombs, if it says so; of closed ones."""
        if isinstance(event, events.BombsCountedSeen):
            return {*r.list_closed_squares()}, event.n
        if isinstance(event, events.DowsingSeen):
            return {*choices.list_neighbourhood(event.n, r.rows, r.columns)}, event.live
        if isinstance(event, events.MasksOff):
            return {each["facts"]["n"] for each in event.shown if each["facts"]["kind"] != tables.MONEY}, 0
        return None

    def list_proofs(self, here, who, closed, r):
        """What proves that this call on these closed spaces is wrong; `r` is the grid as it was before it."""
        if any(not call - closed - self.bombs[here] for call in self.wrong_calls[here]):
            yield "somebody was wrong, and only bombs were opened since"
        if any(to in (who, PUBLIC) and n in closed and what != tables.BOMB for to, n, what in self.peeks[here]):
            yield "a peek showed something else"
        left = [cell for cell in r.cells if not cell.open or cell.dud]  # where bombs have not gone off
        others = sum(owner != who for cell in left for owner in cell.bombs) + sum(cell.imp == who for cell in left)
        if len(closed - {*r.seats[who].sealed}) > others:
            yield "too few bombs: all others went off, or lie in duds that their owner has opened"
        demons = sum(cell.imp == who for cell in r.cells if not cell.open)
        for to, spaces, live, before in self.counts[here]:
            gone = len(self.bombs[here] & spaces - before)
            if to in (who, PUBLIC) and len(spaces & closed) > live - gone + demons:
                yield "somebody has counted the bombs"


def is_bomb_movable(state, here):
    return any((aside.name, aside.grid) == ("Second Thoughts", here) for aside in state.asides.values())


@pytest.mark.whole
def test_computers_mostly_call_rightly_and_never_what_they_can_prove_wrong():
    found, proofs, after_wrong, counted = Counter[object](), list[str](), 0, 0
    for seed in range(30):
        game = Game.start(DELUXE, FOUR, {}, f"calls {seed}", keep=False)
        dice, witness = Random(seed), Witness()
        called = dict(zip(FOUR, dice.sample(stand_ins.COMPUTER_NAMES, len(FOUR)), strict=True))
        while not game.over:
            grids = deepcopy(game.state.grids)
            question = next(iter(game.list_questions()), None)
            if question is None:
                stand_ins.play_for_bots_unasked(game, FOUR, dice)
            else:
                stand_ins.answer_for_bot(game, question, dice, called[question.who])
            for told in game.told:
                found[told.kind] += 1
                if isinstance(call := told.event, events.FailsafeCalled):
                    after_wrong += bool(witness.wrong_calls[told.table])
                    proofs += witness.list_proofs(told.table, call.who, {*call.spaces}, grids[told.table])
                witness.hear(told, game.state)
                counted += bool(witness.counts.get(told.table))
    assert proofs == []
    assert found[events.FailsafeCalled] > 100 < found[PeekSeen]
    assert after_wrong > 0 < counted
    assert found[events.FailsafeRight] >= 0.6 * found[events.FailsafeCalled]
