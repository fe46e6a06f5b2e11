"""One must be asked: what every game owes the people in it, played through the host among people and computers.

Every question that is opened to a person is open until they have answered it, until their own next pick has been
taken (a vote of the bench: the next pick of the player who found it), or until its time is up, which is never below
twenty seconds. Lists, locks, orders and computers are faster than people, and cut nothing short. Only a turn of
Season 7 may go to somebody else, by a Switcheroo.
"""

import random
from itertools import count
from typing import Any, NamedTuple

import pytest

from engine.deluxe.options import NAMES_TO_LEAVE_OUT
from engine.kernel import Question, table
from engine.rulesets import RULESETS, ruleset
from host.core import games, stand_ins
from host.core.context import Config, HostContext, load_engine_game
from host.core.deadlines import clocks, ticking
from host.core.games import Guest
from host.core.session import RUNNING, Clock, Command
from host.core.store import MemoryTable, Store
from host.shown import views
from tests.host.conftest import Hands
from tests.properties.examples import few

TURN = "select"
PICKS = {"pick", TURN, "encore.space"}  # what is asked of whoever has the turn
DUTIES = PICKS | {"bomb.seal", "remain_or_leave.vote", "bid"}  # what those still answer who decide nothing else
AHEAD = ("list", "lock", "order", "slip", "hunt", "watch", "wish", "guess", "final")  # plays that are made in advance
ASKS_OTHERS = {"Special", "Handshake", "Show of Hands"}  # asked of somebody until somebody else has picked
LEAST = 20.0
WATCH = "watch"


class Company(NamedTuple):
    """A game, what was agreed, and how many computers play with Ann and Bob."""

    ruleset: str
    options: dict[str, Any]
    computers: int
    people: tuple[str, ...] = ("ann", "bob")


COMPANIES = {
    "season7": Company("season7", {}, 3),
    "season7, ten": Company("season7", {}, 8),
    "ladder": Company("ladder", {}, 2),
    "ladder, clockwise": Company("ladder", {"asking": "clockwise", "first": "apart"}, 2),
    "deluxe": Company("deluxe", {}, 2),
    "deluxe, nine": Company("deluxe", {"without": ["Multiplier", "Boost"]}, 7),
    "deluxe, others are asked": Company("deluxe", {"without": sorted(NAMES_TO_LEAVE_OUT - ASKS_OTHERS)}, 5),
    "billionaire": Company("billionaire", {}, 2),
    "billionaire, Security is asked": Company("billionaire", {"security": "ask"}, 2),
}
ALONE = Company("deluxe", {}, 3, ("ann",))


class Place(NamedTuple):
    """What is asked, of whom and where: the same question, however often it is put anew."""

    who: str
    table: str
    key: str


class Evening:
    """People and computers play: people answer now and then, leave lists and orders, and sleep."""

    def __init__(self, company, seed, pause):
        self.dice, self.hands, tokens = random.Random(f"{company} {seed}"), Hands(), count()
        self.host = HostContext(
            Store(MemoryTable()),
            Config(bot_pause=pause, steps=1),
            self.hands,
            lambda size: f"{seed:0{2 * size - 4}}{next(tokens):04}",
            lambda key: random.Random(f"{seed} {key}"),
        )
        opener, self.people = Command(by=company.people[0], place="t:group"), company.people
        self.game = games.open_lobby(self.host, opener, company.ruleset, company.options).game
        for name in self.people:
            assert games.sit_at_table(self.host, Command(by=name), self.game, Guest(name, name.title(), f"t:{name}")).ok
        for _ in range(company.computers):
            assert games.add_bot(self.host, opener, self.game).ok
        assert games.start_game(self.host, opener, self.game).ok
        self.awake, self.decides = self.dice.choice([0.3, 1.0]), self.dice.choice([True, False])

    @property
    def session(self):
        kept = self.host.store.load_game(self.game)
        assert kept is not None
        return kept.session

    def load(self):
        session = self.session
        return load_engine_game(ruleset(session.ruleset), session)[0]

    def find_seats(self):
        """The people by their seats."""
        session = self.session
        return {session.find_player_of(name).seat: name for name in self.people}

    def list_open(self) -> dict[Place, tuple[Question, Clock]]:
        """What people are asked, each with its clock."""
        wound, seats = self.session.clocks, self.find_seats()
        asked = [question for question in self.load().list_questions() if question.who in seats]
        return {Place(each.who, each.table, each.key): (each, wound[each.id]) for each in asked}

    def act(self) -> tuple[str, Place | None]:
        """Let one of the people answer, or play in advance. Return their seat, if any, and what was answered."""
        seats = self.find_seats()
        for seat in self.dice.sample([*seats], len(seats)):
            ahead = [play for play in self.load().list_plays(seat) if play.key.split()[0] in AHEAD]
            mine = [place for place in self.list_open() if place.who == seat and (self.decides or place.key in DUTIES)]
            if ahead and self.dice.random() < 0.2:
                play = self.dice.choice(ahead)
                value = stand_ins.pick_play_value(play, self.dice)
                if games.make_unasked_play(self.host, Command(by=seats[seat]), self.game, play.key, value).ok:
                    return seat, None
            elif mine and self.answer(place := self.dice.choice(mine)):
                return seat, place
        return "", None

    def answer(self, place):
        question, _ = self.list_open()[place]
        value = stand_ins.pick_random_answer(question, self.dice)
        return games.submit_answer(
            self.host, Command(by=self.find_seats()[place.who]), self.game, question.id, value
        ).ok

    def pass_time(self):
        due = min(clock.due for clock in self.session.clocks.values())
        self.hands.now = max(self.hands.now, due)
        self.host.store.save_beat(self.hands.now)
        ticking.run_due_steps(self.host, self.game)

    def iter_cut_short(self, steps, put):
        """What people were asked and was gone before its time, also if it never came before their eyes."""
        seen: set[Place] = set()
        for _ in range(steps):
            if self.session.stage != RUNNING:
                return
            before = self.list_open()
            put.clear()
            actor, answered = self.act() if self.dice.random() < self.awake else ("", None)
            if not actor:
                self.pass_time()
            after = self.list_open()
            assert all(clock.allowed >= LEAST for _, clock in after.values())
            for place in before.keys() - after.keys():
                own = place.who == actor and (answered in (None, place) or answered.key in PICKS)
                if answered and answered.key in PICKS and before[place][0].facts.get("who") == actor:
                    own = True  # the bench votes until the finder's next pick, says the rule
                if not own and place.key != TURN and not self.is_time_up(before, place):
                    yield place
            seen |= {*before, *after}
            asked = {Place(each.who, each.table, each.key) for each in put if each.who in self.find_seats()}
            yield from asked - seen

    def is_time_up(self, before, place):
        """Is it up for this question, or for this person's pick?"""
        theirs = [
            clock
            for each, (_, clock) in before.items()
            if each == place or (each.who, each.key in PICKS) == (place.who, True)
        ]
        return any(clock.due <= self.hands.now for clock in theirs)

    def until_out(self):
        """Ann plays until a bomb has put her out, with something to bet on."""
        while not self.offered(WATCH):
            assert self.session.stage == RUNNING
            turn = next((place for place in self.list_open() if place.key in PICKS), None)
            if turn is None or not self.answer(turn):
                self.pass_time()

    def offered(self, key):
        return key in {play.key for play in views.load_game_view(self.host, self.game, "ann").plays}


@pytest.fixture
def put(monkeypatch):
    """All questions that scripts have waited for since it was cleared, those included that nobody got to see."""
    found: list[Question] = []
    wait = table.Wait

    def recorded(questions=(), until=None):
        found.extend(questions)
        return wait(questions, until)

    monkeypatch.setattr(table, "Wait", recorded)
    return found


@pytest.mark.parametrize("seed", few(1, 3, pytest.mark.whole))
@pytest.mark.parametrize("company", COMPANIES)
def test_no_question_to_a_person_is_cut_short(company, seed, put):
    evening = Evening(COMPANIES[company], seed, seed % 2 * 2.0)
    assert [*evening.iter_cut_short(50, put)] == []


@pytest.mark.whole
@pytest.mark.parametrize("seed", range(3, 11))
@pytest.mark.parametrize("company", COMPANIES)
def test_no_question_to_a_person_is_cut_short_all_evening(company, seed, put):
    evening = Evening(COMPANIES[company], seed, seed % 2 * 2.0)
    assert [*evening.iter_cut_short(300, put)] == []


def test_every_game_is_played():
    assert {company.ruleset for company in COMPANIES.values()} == {*RULESETS} - {"toy"}


@pytest.mark.parametrize("pause", [0.0, 2.0])
def test_computers_wait_for_somebody_who_may_bet(pause):
    evening = Evening(ALONE, 5, pause)
    evening.until_out()
    assert min(clock.due for clock in evening.session.clocks.values()) == evening.hands.now + clocks.MOST_ON_BENCH
    entries = evening.session.entries
    evening.pass_time()
    assert not evening.offered(WATCH)
    assert "bot" in {entry.kind for entry in evening.host.store.load_log(evening.game) if entry.n >= entries}


def test_who_only_watches_lets_the_computers_play():
    evening = Evening(ALONE, 5, 0.0)
    evening.until_out()
    assert games.make_unasked_play(evening.host, Command(by="ann"), evening.game, WATCH).ok
    assert min(clock.due for clock in evening.session.clocks.values()) <= evening.hands.now


@pytest.mark.parametrize("patience", [*clocks.PATIENCE_SHARES, "unheard of"])
def test_nobody_has_less_than_twenty_seconds(patience):
    assert all(
        clocks.compute_allowed_seconds(patience, clocks.parse_pace(pace)) >= LEAST for pace in ("20s", "blitz", "daily")
    )
