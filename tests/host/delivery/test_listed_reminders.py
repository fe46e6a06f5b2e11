"""Which games a reminder names in which place, and whom it then counts as reminded: every game that waits for Ann, each
at a moment of its own, in her own chat, in a group and in a place where nobody plays.
"""

from itertools import product

import pytest

from engine.kernel import Told
from host.core import games, seats
from host.core.context import Config
from host.core.deadlines import ticking
from host.core.games import Guest
from host.core.session import Command, Post
from host.core.store import MemoryTable, Store
from host.delivery.outbox import OutboxDispatcher, Pace
from host.doors.telegram.calls.connection import TELEGRAM_LIMITS
from tests import listings
from tests.host.conftest import Hands
from tests.host.delivery.conftest import Said
from tests.host.delivery.test_listed_batches import NOW
from tests.listings.room import make_steady_host

pytestmark = pytest.mark.as_released
HOUR = 3600.0
GAMES = {"secret": "1d", "open": "1d", "quick": "1h", "elsewhere": "1d", "paused": "1d", "stood in for": "1d"}
PLACES = ("t:ann", "t:group", "t:other")
REMINDS = {"of the first": ("secret",), "of the second": ("open",), "of both": ("secret", "open"), "of none": ()}


class Waiting:
    """Games that wait for Ann: for a secret number, for a colour, hardly any more, and with another chat of hers."""

    def __init__(self):
        self.hands = Hands(NOW - 30 * HOUR)
        self.host = make_steady_host(Store(MemoryTable()), Config(), self.hands)
        self.games = {name: self.begin(pace, name) for name, pace in GAMES.items()}
        for place in [*self.host.store.iter_waiting_places(1e12)]:
            self.host.store.drop_or_redirect_posts(place, "", NOW)
        self.hands.now = NOW

    def begin(self, pace, name):
        ann, bob = Command(by="ann", place="t:group"), Command(by="bob")
        self.hands.now = NOW - {"quick": 0.9 * HOUR, "elsewhere": 20 * HOUR}.get(name, 15 * HOUR)
        game = games.open_lobby(self.host, ann, "toy", pace=pace).game
        for seat, guest in (("ann", "t:mail" if name == "elsewhere" else "t:ann"), ("bob", "t:bob")):
            assert games.sit_at_table(self.host, ann, game, Guest(seat, seat.title(), guest)).ok
        assert games.start_game(self.host, ann, game).ok
        if name == "open":
            for command in (ann, bob):
                seat = self.host.store.load_game(game).session.find_player_of(command.by).seat
                (asked,) = [key for key, clock in self.clocks(game).items() if clock.who == seat]
                assert games.submit_answer(self.host, command, game, asked, 3).ok
        if name == "paused":
            assert ticking.pause_session_clocks(self.host, ann, game).ok
        if name == "stood in for":
            assert seats.request_stand_in(self.host, ann, game, "p1").ok
        return game

    def clocks(self, game):
        return self.host.store.load_game(game).session.clocks

    def remind(self, place, names):
        """Send what reminds Ann of some games there, and yield what is said and of whom it counts."""
        platform = Said(self.hands)
        dispatcher = OutboxDispatcher(self.host, platform, Pace(TELEGRAM_LIMITS))
        posts = [Post(place, self.games[name], n, [], remind=["ann"]) for n, name in enumerate(names)] or [
            Post(place, "", 0, [Told("No game.", {})], remind=["ann"])
        ]
        self.host.store.queue_posts(posts, NOW)
        for _ in range(3):
            dispatcher.deliver_now()
            self.hands.now += 5
        dispatcher.close()
        called = {game: name for name, game in self.games.items()}
        for _, _, message in platform.sent:
            for each in message.reminders:
                keys = [key.partition("#")[0] for key in each.clocks]
                yield f"  names {called[each.game]}: {each.name} ({each.seat}) {' '.join(keys)}"
        for game, name in called.items():
            if rungs := {clock.who: clock.rung for clock in self.clocks(game).values() if clock.rung}:
                yield f"  counts in {name}: {rungs}"


def tell():
    for place, (of, names) in product(PLACES, REMINDS.items()):
        yield f"# {place}, {of}"
        yield from Waiting().remind(place, names)


def test_reminders_name_and_count_the_games_that_are_listed():
    listings.compare("reminders", tell())
