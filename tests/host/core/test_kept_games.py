"""A host that keeps games in memory between inputs does to the last byte what one does that loads them each time."""

import hashlib
import itertools
import random

import pytest

from engine.kernel import Game
from engine.rulesets import RULESETS
from host.core import games
from host.core.context import Config, HostContext, KeptGames, load_engine_game
from host.core.games import Guest
from host.core.session import Command
from host.core.stand_ins import pick_random_answer
from host.core.store import MemoryTable, Store

MOVES = 120


def with_hands(hands, kept=None):
    count = itertools.count()
    token = lambda size: hashlib.sha256(str(next(count)).encode()).hexdigest()[: 2 * size]  # noqa: E731 - said in a line
    return HostContext(Store(MemoryTable()), Config(), hands, token, random.Random, kept=kept)


def opened(host, name):
    game = games.open_lobby(host, Command(by="ann"), name, {}, "evening").game
    for person in ("ann", "bob", "cat"):
        games.sit_at_table(host, Command(by=person), game, Guest(person, person.title(), "t:group"))
    assert games.start_game(host, Command(by="ann"), game).ok
    return game


def somebody_moves(host, game, luck):
    """Somebody answers; now and then with what is refused, or not at all, and the clock does."""
    session = host.store.load_game(game).session
    if session.stage != "running":
        return
    rules = RULESETS[session.ruleset]
    question = luck.choice(load_engine_game(rules, session)[0].list_questions())
    person = next(player.person for player in session.players if player.seat == question.who)
    value = "nonsense" if luck.random() < 0.1 else pick_random_answer(question, luck)
    games.submit_answer(host, Command(by=person), game, question.id, value)


@pytest.mark.parametrize(
    "name", ["season7", *(pytest.param(name, marks=pytest.mark.whole) for name in ("deluxe", "billionaire"))]
)
def test_kept_or_loaded_all_that_is_saved_is_the_same(name, hands):
    logs, records = [], []
    for kept in (None, KeptGames()):
        host = with_hands(hands, kept)
        game, luck = opened(host, name), random.Random(name)
        for _ in range(MOVES):
            somebody_moves(host, game, luck)
        saved = host.store.load_game(game)
        logs.append(
            [(entry.kind, entry.by, entry.value, entry.told) for entry in host.store.load_log(game, limit=1000)]
        )
        records.append(bytes(saved.session.record))
    assert len(logs[0]) > MOVES / 2
    assert logs[0] == logs[1]
    assert records[0] == records[1]


def test_a_game_in_memory_is_not_loaded_and_one_that_was_refused_is(hands, monkeypatch):
    host = with_hands(hands, KeptGames())
    game, loads = opened(host, "season7"), []
    real = Game.load_stored

    def read(*args):
        loads.append(args)
        return real(*args)

    monkeypatch.setattr(Game, "load_stored", read)
    assert answered(host, game, "ann", 3).ok
    assert answered(host, game, "bob", 5).ok
    assert loads == []
    assert not answered(host, game, "cat", 99).ok
    assert answered(host, game, "cat", 7).ok
    assert len(loads) == 1


@pytest.mark.parametrize(("kept", "closed"), [(None, 2), (KeptGames(), 0)])
def test_a_game_that_does_not_stay_is_closed_once_it_is_saved(hands, monkeypatch, kept, closed):
    host, closings = with_hands(hands, kept), []
    game, real = opened(host, "season7"), Game.close

    def close(game):
        closings.append(game)
        real(game)

    monkeypatch.setattr(Game, "close", close)
    assert answered(host, game, "ann", 3).ok
    assert answered(host, game, "bob", 5).ok
    assert len(closings) == closed


def answered(host, game, person, value):
    session = host.store.load_game(game).session
    seat = next(player.seat for player in session.players if player.person == person)
    (clock,) = [name for name, clock in session.clocks.items() if clock.who == seat]
    return games.submit_answer(host, Command(by=person), game, clock, value)


def test_what_was_saved_by_somebody_else_is_loaded(hands):
    kept = KeptGames(most=1)
    host = with_hands(hands, kept)
    game = opened(host, "season7")
    session = host.store.load_game(game).session
    mine = kept.take(session)
    assert mine is not None
    assert kept.take(session) is None  # whoever has it has it alone
    kept.put_back(session, mine)
    session.record = type(session.record)(bytes(session.record) + b" ")
    assert kept.take(session) is None
    assert mine._tables == {}  # or it would be a knot that only the garbage collector finds
    kept.put_back(session, mine)
    other = opened(host, "ladder")
    assert kept.take(session) is None  # there is room for one
    assert kept.take(host.store.load_game(other).session) is not None
