"""Whoever goes round in circles gains no time by it, and keeps nobody waiting for ever."""

import msgspec
import pytest

from engine.kernel import PUBLIC, Game, Record, format_text
from engine.rulesets import ruleset
from host.core import games, seats
from host.core.context import Config, HostContext
from host.core.deadlines import ticking
from host.core.deadlines.clocks import MAX_IDLE_INPUTS, TOO_LATE, TOO_OFTEN
from host.core.games import Guest
from host.core.session import RUNNING, Command, SeatedPlayer
from host.core.store import MemoryTable, Store
from host.core.transaction import run_transaction
from tests.host.core.timing import HOST
from tests.properties.stubborn import MINDS, Stubborn, inputs, reached

HOUR = 3600.0
NOW_AND_THEN = 20 * HOUR
LONGEST = 4  # things done now and then, at a day a question, before the game has moved on
REACHED_IN = {  # one transcript each, where all would take seconds
    "deluxe bomb.seal": "deluxe/twin_fuses.rtab",
    "ladder change": "ladder/first_climb.rtab",
    "ladder friend": "ladder/clockwise.rtab",
    "season7 ask_the_host.question": "boards/ask_the_host_after_all_else.rtab",
    "season7 list": "boards/eclipse_keeps_lists.rtab",
    "season7 split_decision.safe": "minigames/split_decision/bad_input.rtab",
}


@pytest.fixture
def house_of(hands):
    return lambda: HostContext(Store(MemoryTable()), Config(), hands)


class Sitter:
    """One person at a table as somebody has left it."""

    def __init__(self, host, hands, name):
        self.host, self.hands = host, hands
        self.record, self.who = reached(REACHED_IN.get(name, "**/*.rtab"))[name]
        self.rules = ruleset(name.partition(" ")[0])
        self.game = games.open_lobby(host, Command(by="host"), self.rules.name).game
        run_transaction(host, Command(operator=True), self.game, self.laid)
        self.done = 0

    def laid(self, move):
        """The table as it was, with everybody there."""
        session, game = move.session, Game.load(self.rules, Record.from_json(self.record))
        session.players = [SeatedPlayer(seat, seat, seat, f"t:{seat}") for seat in self.rules.list_players(game.state)]
        session.stage, session.record = RUNNING, msgspec.Raw(self.record)
        move.log("begin", "")
        move.reload_questions()

    @property
    def session(self):
        return self.host.store.load_game(self.game).session

    def stands(self):
        return Game.load(self.rules, Record.from_json(self.session.record))

    def dues(self):
        return {clock.mark: clock.due for clock in self.session.clocks.values() if clock.who == self.who}

    def does(self, kind, key, value=None):
        self.done += 1
        command = Command(f"{self.done}", self.who)
        value = list(value) if isinstance(value, tuple) else value
        if kind == "play":
            return games.make_unasked_play(self.host, command, self.game, key, value)
        asked = next(q for q in self.stands().list_legal_moves(self.who).questions if q.key == key)
        return games.submit_answer(self.host, command, self.game, asked.id, value)

    def waits(self, seconds):
        """Time passes with the host awake."""
        end = self.hands.now + seconds
        while self.hands.now < end:
            self.hands.now = min(end, self.hands.now + HOUR)
            self.host.store.save_beat(self.hands.now)
            ticking.sweep_due_games(self.host)

    def moved(self, since):
        """Have they, or their clock, moved the game on since then? What the host says belongs to no table."""
        new = [entry for entry in self.host.store.load_log(self.game, since) if entry.by == self.who]
        return any(entry.drawn or any(told.to == PUBLIC and told.table for told in entry.told) for entry in new)


def said(reply):
    return " ".join(format_text(told.text, told.facts) for told in reply.lines)


def value_of(sitter, key):
    """The first answer that can be given."""
    return next(value for _, asked, value in inputs(sitter.stands(), sitter.who) if asked == key)


# -- what was found


CIRCLES: dict[str, list[tuple[str, object]]] = {
    "season7 ask_the_host.question": [("ask_the_host.question", "bomb"), ("ask_the_host.question", "start again")],
    "ladder friend": [("friend", "nobody"), ("lifeline", "friend")],
}


@pytest.mark.whole
@pytest.mark.parametrize("name", CIRCLES)
def test_to_go_back_buys_no_time(name, host, hands):
    sitter = Sitter(host, hands, name)
    seen = sitter.dues()
    for n in range(40):
        key, value = CIRCLES[name][n % len(CIRCLES[name])]
        hands.now += HOUR / 10
        assert sitter.does("answer", key, value).ok
        assert all(due == seen.setdefault(mark, due) for mark, due in sitter.dues().items())
    assert len(sitter.session.past) <= 2


def test_to_think_again_buys_no_time(host, hands):
    sitter = Sitter(host, hands, "ladder change")
    sitter.does("play", "change", "think")
    before = sitter.dues()
    for _ in range(5):
        hands.now += HOUR
        assert sitter.does("answer", "answer", "A").ok
        hands.now += HOUR / 10
        assert sitter.does("play", "change", "think").ok
        assert sitter.dues() == before


def test_a_second_bomb_has_its_own_time_and_not_what_was_left_of_the_first(host, hands):
    """Both are asked in the same words, and the first to be sealed moves nothing on."""
    sitter = Sitter(host, hands, "deluxe bomb.seal")
    (first,) = [clock for clock in sitter.session.clocks.values() if clock.who == sitter.who]
    sitter.waits(first.allowed - 60)
    assert sitter.does("answer", "bomb.seal", 1).ok
    (second,) = [clock for clock in sitter.session.clocks.values() if clock.who == sitter.who]
    assert (second.asked, second.due) == (hands.now, hands.now + first.allowed)


def test_what_is_asked_anew_is_shown_though_its_clock_is_the_old_one(host, hands):
    sitter = Sitter(host, hands, "season7 ask_the_host.question")
    for value in ("bomb", "start again"):
        sitter.does("answer", "ask_the_host.question", value)
        (asked,) = [q.id for q in sitter.stands().list_legal_moves(sitter.who).questions]
        assert asked in [each for post in host.store.load_posts(f"t:{sitter.who}") for each in post.asks]


def test_what_a_question_to_the_host_may_have_meant_is_to_choose_from_in_every_door(host, hands):
    sitter = Sitter(host, hands, "season7 ask_the_host.question")
    assert sitter.does("answer", "ask_the_host.question", "How many bombs are left?").ok
    (asked,) = sitter.stands().list_legal_moves(sitter.who).questions
    assert asked.id in [each for post in host.store.load_posts(f"t:{sitter.who}") for each in post.asks]
    labels = [str(option.label) for option in asked.options]
    assert labels[:2] == ["Are there at least 2 bombs anywhere?", "Are there at least 3 bombs anywhere?"]
    assert sitter.does("answer", "ask_the_host.question", asked.options[0].value).ok


def test_who_has_no_time_left_is_not_led_back(host, hands):
    sitter = Sitter(host, hands, "ladder friend")
    sitter.does("answer", "friend", "nobody")
    hands.now += 5 * HOUR  # of six
    sitter.does("answer", "lifeline", "friend")
    hands.now += 2 * HOUR
    host.store.save_beat(hands.now)
    before = sitter.session
    assert TOO_LATE in said(sitter.does("answer", "friend", "nobody"))
    assert sitter.session == before
    assert sitter.does("answer", "friend", value_of(sitter, "friend")).ok


def test_a_step_forward_has_all_its_time(host, hands):
    sitter = Sitter(host, hands, "season7 split_decision.safe")
    hands.now += HOUR
    before = sitter.dues()
    assert sitter.does("answer", "split_decision.safe", value_of(sitter, "split_decision.safe")).ok
    assert sitter.dues() != before
    assert set(sitter.dues().values()) == {hands.now + 24 * HOUR}


def test_a_pause_is_given_back_for_what_may_be_asked_again(host, hands):
    sitter = Sitter(host, hands, "ladder friend")
    sitter.does("answer", "friend", "nobody")
    (due,) = sitter.dues().values()
    sitter.does("answer", "lifeline", "friend")
    assert ticking.pause_session_clocks(host, Command(by="host"), sitter.game).ok
    hands.now += 90 * HOUR
    host.store.save_beat(hands.now)
    assert ticking.resume_session_clocks(host, Command(by="host"), sitter.game).ok
    assert sitter.does("answer", "friend", "nobody").ok
    assert list(sitter.dues().values()) == [due + 90 * HOUR]


def test_nobody_makes_the_log_longer_while_the_game_stands_still(host, hands):
    sitter = Sitter(host, hands, "season7 list")
    list_ = next(value for _, key, value in inputs(sitter.stands(), sitter.who) if key == "list")
    for _ in range(MAX_IDLE_INPUTS):
        assert sitter.does("play", "list", list_).ok
    long = sitter.session.entries
    assert format_text(TOO_OFTEN, {"often": MAX_IDLE_INPUTS}) in said(sitter.does("play", "list", list_))
    assert sitter.session.entries == long


# -- all there is


def hold_up(sitter, mind):
    """How often can they do something now and then before the game moves on?"""
    stubborn = Stubborn(sitter.rules, sitter.stands(), sitter.who, mind)
    for held in range(2 * LONGEST):
        stubborn.game, n = sitter.stands(), sitter.session.entries
        if stubborn.act() and stubborn.last:
            sitter.does(*stubborn.last)
        if not sitter.dues():  # it is others for whom the game waits now
            return held
        sitter.waits(NOW_AND_THEN)
        if sitter.session.stage != RUNNING or not sitter.dues() or sitter.moved(n):
            return held
    return 2 * LONGEST


@pytest.mark.whole
def test_nobody_holds_up_a_game_for_long(house_of, hands):
    for name in reached():
        for mind in MINDS:
            assert hold_up(Sitter(house_of(), hands, name), mind) <= LONGEST, name


def test_nobody_gains_time_by_letting_a_computer_stand_in_for_a_moment(host, hands, playing):
    before = {clock.who: clock.due for clock in host.store.load_game(playing).session.clocks.values()}
    for _ in range(5):
        hands.now += HOUR
        assert seats.request_stand_in(host, Command(by="bob"), playing, "p2").ok
        assert games.sit_at_table(host, Command(by="bob"), playing, Guest("bob", "Bob", "t:bob")).ok
        assert {clock.who: clock.due for clock in host.store.load_game(playing).session.clocks.values()} == before


def test_whoever_comes_back_when_the_computer_has_answered_has_all_the_time_there_is(host, hands, playing):
    hands.now += HOUR
    assert seats.request_stand_in(host, Command(by="ann"), playing, "p1").ok
    hands.now += 2 * host.config.bot_pause
    assert ticking.run_due_steps(host, playing)
    assert host.store.load_game(playing).session.past == {}
    (bob,) = host.store.load_game(playing).session.clocks
    assert games.submit_answer(host, Command(by="bob"), playing, bob, 3).ok  # and Ann's colour is asked
    assert games.sit_at_table(host, Command(by="ann"), playing, Guest("ann", "Ann", "t:ann")).ok
    (clock,) = host.store.load_game(playing).session.clocks.values()
    assert (clock.who, clock.due) == ("p1", hands.now + clock.allowed)


@pytest.mark.parametrize("stopped", [False, True])
def test_what_the_host_gives_everybody_is_also_for_whoever_has_a_computer_stand_in(host, hands, playing, stopped):
    before = {clock.who: clock.due for clock in host.store.load_game(playing).session.clocks.values()}
    if stopped:
        assert ticking.pause_session_clocks(host, HOST, playing).ok
    assert seats.request_stand_in(host, Command(by="bob"), playing, "p2").ok
    if stopped:
        hands.now += 100 * HOUR
        assert ticking.resume_session_clocks(host, HOST, playing).ok
    else:
        assert ticking.grant_extra_time(host, HOST, playing, 100 * HOUR).ok
    assert games.sit_at_table(host, Command(by="bob"), playing, Guest("bob", "Bob", "t:bob")).ok
    later = {clock.who: clock.due for clock in host.store.load_game(playing).session.clocks.values()}
    assert later == {who: due + 100 * HOUR for who, due in before.items()}
