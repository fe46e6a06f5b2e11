"""Random evenings: people answer, shout, go and come back, the host sleeps and wakes, mail is slow."""

import random

import pytest

from engine.kernel import PUBLIC, Told
from engine.rulesets import ruleset
from host.core import games, seats
from host.core import stand_ins as bot
from host.core.context import Config, HostContext, load_engine_game
from host.core.deadlines import ticking
from host.core.games import Guest
from host.core.session import Command, ReachableHours
from host.core.store import MemoryTable, Store
from host.delivery.outbox import OutboxDispatcher, Pace
from host.doors.telegram.calls.connection import TELEGRAM_LIMITS
from host.people import accounts
from host.shown import views
from tests.host.conftest import Hands
from tests.host.delivery.conftest import Said
from tests.properties.examples import few

HOUR = 3600.0
HOURS = {"bid": 12, "motto": 48}
PEOPLE = ("ann", "bob", "eve", "zoe")


class Evening:
    """One game, and all that may happen to it."""

    def __init__(self, seed):
        self.luck = random.Random(seed)  # a test wants the same evening again
        self.hands, self.lapses = Hands(), 0
        # Nobody is faster here, so a second try is only for what turns out to earn somebody something.
        self.host = HostContext(Store(MemoryTable()), Config(retries=2), self.hands, luck=lambda _: self.luck)
        self.platform = Said(self.hands)
        self.dispatcher = OutboxDispatcher(self.host, self.platform, Pace(TELEGRAM_LIMITS))
        self.people = {
            name: accounts.load_or_create_person(self.host, f"t:{name}", name, f"t:{name}").id for name in PEOPLE
        }
        self.waited = {}  # how long each question has waited with the host awake and its clocks running
        self.game = games.open_lobby(self.host, self.command("ann", "t:group"), "toy", {"laps": 4}, "daily").game
        for name in PEOPLE[:3]:
            games.sit_at_table(self.host, self.command(name), self.game, self.guest(name))
        games.start_game(self.host, self.command("ann"), self.game)

    def command(self, name, place=""):
        return Command(str(self.luck.random()), self.people[name], place)

    def guest(self, name):
        return Guest(
            self.people[name], name, f"t:{name}", accounts.load_or_create_person(self.host, f"t:{name}", name).habits
        )

    def anybody(self):
        return self.luck.choice(PEOPLE)

    def something(self):
        doing = [self.answer] * 6 + [self.shout, self.time, self.time, self.post, self.outage, self.pause, self.resume]
        self.luck.choice([*doing, self.extend, self.stand_in, self.join, self.vote, self.holiday])()

    def answer(self):
        name = self.anybody()
        shown = views.load_game_view(self.host, self.game, self.people[name])
        for asked in shown.asked:
            if asked.who == shown.you:
                question = next(q for q in self.pending() if q.id == asked.id)
                value = bot.pick_random_answer(question, self.luck)
                assert games.submit_answer(self.host, self.command(name), self.game, asked.id, value).ok

    def pending(self):
        return load_engine_game(ruleset("toy"), views.load_saved_game(self.host, self.game).session)[0].list_questions()

    def shout(self):
        games.make_unasked_play(self.host, self.command(self.anybody()), self.game, "shout")

    def time(self):
        for _ in range(self.luck.randint(1, 6)):
            self.awake(HOUR)

    def awake(self, seconds):
        session = views.load_saved_game(self.host, self.game).session
        for key in session.clocks if not session.paused else ():
            self.waited[key] = self.waited.get(key, 0.0) + seconds
        self.hands.now += seconds
        self.host.store.save_beat(self.hands.now)
        self.sweep()

    def outage(self):
        self.host.store.save_beat(self.hands.now)
        self.hands.now += self.luck.choice([120.0, 5 * HOUR, 60 * HOUR])
        self.sweep()

    def sweep(self):
        """The clocks do their work, and nobody's time is up before it has been given in full."""
        before = views.load_saved_game(self.host, self.game).session
        ticking.sweep_due_games(self.host)
        after = views.load_saved_game(self.host, self.game).session
        for entry in self.host.store.load_log(self.game, before.entries):
            if entry.kind == "lapse":
                (late,) = {key for key, clock in before.clocks.items() if clock.who == entry.by} - set(after.clocks)
                assert self.waited[late] >= HOURS.get(entry.key, 24) * HOUR
                self.lapses += 1

    def post(self):
        self.dispatcher.deliver_now()

    def pause(self):
        ticking.pause_session_clocks(self.host, self.command("ann"), self.game)

    def resume(self):
        ticking.resume_session_clocks(self.host, self.command("ann"), self.game)

    def extend(self):
        ticking.grant_extra_time(self.host, self.command("ann"), self.game, HOUR)

    def stand_in(self):
        seats.request_stand_in(self.host, self.command(name := self.anybody()), self.game, f"p{1 + PEOPLE.index(name)}")

    def join(self):
        games.sit_at_table(self.host, self.command(name := self.anybody()), self.game, self.guest(name))

    def vote(self):
        seats.vote_for_stand_in(self.host, self.command(self.anybody()), self.game, f"p{self.luck.randint(1, 3)}")

    def holiday(self):
        away = (self.hands.now, self.hands.now + self.luck.randint(1, 50) * HOUR)
        habits = ReachableHours(quiet=(0, 360), away=self.luck.choice([None, away]))
        accounts.set_habits(self.host, self.people[self.anybody()], habits)


@pytest.mark.parametrize("seed", few(10, 25, pytest.mark.whole))
def test_whatever_happens_nothing_is_lost_or_leaks_or_comes_too_early(seed):
    evening = Evening(seed)
    for _ in range(60):
        evening.something()
    evening.resume()
    for _ in range(1500):
        evening.awake(30 * 60.0)
        evening.post()
    for _ in range(100):
        evening.post()
        evening.hands.now += 3.0
    log = evening.host.store.load_log(evening.game, limit=10_000)
    assert [entry.n for entry in log] == list(range(len(log)))
    assert views.load_game_view(evening.host, evening.game).stage == "over"
    assert not any(entry.kind == "held" for entry in log)
    everything_reached_its_place(evening, log)
    assert evening.lapses == len([entry for entry in log if entry.kind == "lapse"])


def everything_reached_its_place(evening, log):
    group = [line for _, chat, what in evening.platform.sent if chat == "t:group" and not isinstance(what, str)
             for line in what.lines]  # fmt: skip
    group = [Told(line.what, line.facts, line.to, line.table) for line in group]
    assert group == [told for entry in log for told in entry.told if told.to == PUBLIC]
    for n, name in enumerate(PEOPLE[:3], 1):
        private = [what for _, chat, what in evening.platform.sent if chat == f"t:{name}"]
        heard = [line for what in private for line in what.lines]
        assert {line.to for line in heard} <= {f"p{n}"}
    assert list(evening.host.store.iter_waiting_places(evening.hands.now)) == []
