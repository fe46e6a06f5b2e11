"""The last lines of a game that is looked at again and again: of its log only what is new is read."""

import random

from engine.rulesets import RULESETS
from host.core import games
from host.core.context import HostContext, load_engine_game
from host.core.games import Guest
from host.core.session import Command
from host.core.stand_ins import pick_random_answer
from host.core.store import MemoryTable, Store
from host.shown import views

WINDOW = 6


def opened(host):
    game = games.open_lobby(host, Command(by="ann"), "season7", {}, "evening").game
    for person in ("ann", "bob"):
        games.sit_at_table(host, Command(by=person), game, Guest(person, person.title(), "t:group"))
    assert games.start_game(host, Command(by="ann"), game).ok
    return game


def somebody_moves(host, game, luck):
    session = host.store.load_game(game).session
    question = luck.choice(load_engine_game(RULESETS["season7"], session)[0].list_questions())
    person = next(player.person for player in session.players if player.seat == question.who)
    games.submit_answer(host, Command(by=person), game, question.id, pick_random_answer(question, luck))


def test_it_is_the_log_as_it_stands_and_nothing_is_read_twice(monkeypatch):
    host, luck = HostContext(Store(MemoryTable())), random.Random(4)
    game, log, asked = opened(host), host.store.load_log, []

    def noted(game, first, limit, read):
        asked.append(limit)
        return log(game, first, limit, read)

    for _ in range(30):
        saved = views.load_saved_game(host, game)
        first = max(0, saved.version - WINDOW)
        whole = views.read_log_steps(host, saved.session, first, WINDOW)
        with monkeypatch.context() as patch:
            patch.setattr(host.store, "load_log", noted)
            for _ in range(3):
                assert views.read_log_cached(host, saved.session, first, WINDOW) == whole
        somebody_moves(host, game, luck)
    assert min(asked) > 0  # some stores refuse to read nothing
    assert len(asked) <= 30


def test_a_page_shows_no_news_that_are_younger_than_its_game():
    """Somebody has joined and others have looked between its two readings: it would show their seat for their name."""
    host = HostContext(Store(MemoryTable()))
    game = games.open_lobby(host, Command(by="ann"), "season7", {}, "evening").game
    before = views.load_saved_game(host, game).session
    games.sit_at_table(host, Command(by="ann"), game, Guest("ann", "Ann", "t:group"))
    now = views.load_saved_game(host, game).session
    assert len(views.read_log_cached(host, now, 0, WINDOW)) == 2
    assert [step.n for step in views.read_log_cached(host, before, 0, WINDOW)] == [0]
