"""Who is asked something is asked in time, however fast computers play.

A question to a person stays open until they have answered it, their next turn has been taken, or its time is up.
"""

import random
from itertools import count

import pytest

from engine.rulesets import ruleset
from host.core import computer_player, games
from host.core.caches import load_engine_game
from host.core.context import Config, HostContext
from host.core.deadlines import clocks, ticking
from host.core.games import Guest
from host.core.session import RUNNING, Command
from host.core.store import MemoryTable, Store
from host.shown import views
from tests.host.conftest import Hands

ANN = Command(by="ann", place="t:group")
TURNS = {"pick", "select", "encore.space"}  # what is asked of whoever has the turn
COMPUTERS = {"season7": 4, "ladder": 2, "deluxe": 3, "billionaire": 3}
STEPS = 150
LEAST = 20.0
WATCH = "watch"


class Evening:
    """One person plays against computers, and answers only when the turn is theirs, if at all."""

    def __init__(self, ruleset, seed, pause, *, answers):
        self.dice, self.hands, tokens = random.Random(f"{ruleset} {seed}"), Hands(), count()
        self.host = HostContext(
            Store(MemoryTable()),
            Config(bot_pause=pause),
            self.hands,
            lambda size: f"{seed:0{2 * size - 4}}{next(tokens):04}",
            lambda key: random.Random(f"{seed} {key}"),
        )
        self.game = games.open_lobby(self.host, ANN, ruleset, {}).game
        assert games.sit_at_table(self.host, ANN, self.game, Guest("ann", "Ann", "t:ann")).ok
        for _ in range(COMPUTERS[ruleset]):
            assert games.add_bot(self.host, ANN, self.game).ok
        assert games.start_game(self.host, ANN, self.game).ok
        self.answers, self.seen = answers, []

    @property
    def session(self):
        kept = self.host.store.load_game(self.game)
        assert kept is not None
        return kept.session

    @property
    def seat(self):
        return self.session.find_player_of("ann").seat

    def mine(self):
        """The clocks of what Ann is asked, by what is asked."""
        seat = self.seat
        return {clock.mark: clock for clock in self.session.clocks.values() if clock.who == seat}

    def pending(self):
        session = self.session
        game, _ = load_engine_game(ruleset(session.ruleset), session)
        seat = self.seat
        return [question for question in game.list_questions() if question.who == seat]

    def answer_turn(self):
        """Ann takes her turn, if she has it."""
        turn = next((question for question in self.pending() if question.key in TURNS), None)
        if turn is None or self.dice.random() > self.answers:
            return False
        value = computer_player.pick_random_answer(turn, self.dice)
        return games.submit_answer(self.host, ANN, self.game, turn.id, value).ok

    def pass_time(self):
        due = min(clock.due for clock in self.session.clocks.values())
        self.hands.now = max(self.hands.now, due)
        self.host.store.save_beat(self.hands.now)
        ticking.run_due_steps(self.host, self.game)

    def cut_short(self):
        """What of Ann's questions was gone before its time, although she had neither answered nor taken a turn."""
        for _ in range(STEPS):
            before = self.mine()
            if self.session.stage != RUNNING:
                return
            if self.answer_turn():
                continue
            self.pass_time()
            after = self.mine()
            if any(clock.due <= self.hands.now for clock in before.values()):
                continue
            yield from (mark for mark in before if mark not in after)

    def until_out(self):
        """Ann plays until a bomb has put her out, with something to bet on."""
        while not self.offered(WATCH):
            assert self.session.stage == RUNNING
            if not self.answer_turn():
                self.pass_time()

    def offered(self, key):
        return key in {play.key for play in views.load_game_view(self.host, self.game, "ann").plays}


@pytest.mark.parametrize("pause", [0.0, 2.0])
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("ruleset", COMPUTERS)
def test_no_question_to_a_person_is_cut_short(ruleset, seed, pause):
    evening = Evening(ruleset, seed, pause, answers=0.8)
    assert [*evening.cut_short()] == []


@pytest.mark.parametrize("pause", [0.0, 2.0])
def test_computers_wait_for_somebody_who_may_bet(pause):
    evening = Evening("deluxe", 5, pause, answers=1.0)
    evening.until_out()
    assert min(clock.due for clock in evening.session.clocks.values()) == evening.hands.now + clocks.MOST_ON_BENCH
    entries = evening.session.entries
    evening.pass_time()
    assert not evening.offered(WATCH)
    assert "bot" in {entry.kind for entry in evening.host.store.load_log(evening.game) if entry.n >= entries}


def test_who_only_watches_lets_the_computers_play():
    evening = Evening("deluxe", 5, 0.0, answers=1.0)
    evening.until_out()
    assert games.make_unasked_play(evening.host, ANN, evening.game, WATCH).ok
    assert min(clock.due for clock in evening.session.clocks.values()) <= evening.hands.now


@pytest.mark.parametrize("patience", [*clocks.PATIENCE_SHARES, "unheard of"])
def test_nobody_has_less_than_twenty_seconds(patience):
    assert all(
        clocks.compute_allowed_seconds(patience, clocks.parse_pace(pace)) >= LEAST for pace in ("20s", "blitz", "daily")
    )
