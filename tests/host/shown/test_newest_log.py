"""The last lines of a game that is looked at again and again: of its log only what is new is read."""

import random

from engine.rulesets import RULESETS
from host.core import games
from host.core.commands import Command
from host.core.computer_player import at_random
from host.core.context import HostContext
from host.core.games import Guest
from host.core.loading import loaded
from host.core.store import MemoryTable, Store
from host.shown import views

WINDOW = 6


def opened(host):
    game = games.create(host, Command(by="ann"), "season7", {}, "evening").game
    for person in ("ann", "bob"):
        games.join(host, Command(by=person), game, Guest(person, person.title(), "t:group"))
    assert games.begin(host, Command(by="ann"), game).ok
    return game


def somebody_moves(host, game, luck):
    session = host.store.game(game).session
    question = luck.choice(loaded(RULESETS["season7"], session)[0].pending())
    person = next(player.person for player in session.players if player.seat == question.who)
    games.answer(host, Command(by=person), game, question.id, at_random(question, luck))


def test_it_is_the_log_as_it_stands_and_nothing_is_read_twice(monkeypatch):
    host, luck = HostContext(Store(MemoryTable())), random.Random(4)
    game, log, asked = opened(host), host.store.log, []

    def noted(game, first, limit, read):
        asked.append(limit)
        return log(game, first, limit, read)

    for _ in range(30):
        saved = views.found(host, game)
        first = max(0, saved.version - WINDOW)
        whole = views.said_log(host, saved.session, first, WINDOW)
        with monkeypatch.context() as patch:
            patch.setattr(host.store, "log", noted)
            for _ in range(3):
                assert views.newest_log(host, saved.session, first, WINDOW) == whole
        somebody_moves(host, game, luck)
    assert min(asked) > 0  # some stores refuse to read nothing
    assert len(asked) < 3 * 30
