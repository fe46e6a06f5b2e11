"""A game is paused, resumed, removed and restored in any order, players leave their seat to a computer and come back,
and the host is down now and then: only the time in which clocks run is anybody's.
"""

from random import Random

import pytest

from host.core import games, seats
from host.core.deadlines import ticking
from host.core.games import Guest
from host.core.session import Command, ReachableHours
from host.core.store.items import DUE
from host.people import accounts
from tests.host.core.timing import DAY, HOST, HOUR

OPERATOR = Command(operator=True)
MORE = 1200  # seconds of extra time


def stand_in(host, command, game):
    return seats.request_stand_in(host, command, game, "p1")


def come_back(host, _, game):
    return games.sit_at_table(host, HOST, game, Guest("ann", "Ann"))


def grant_more(host, command, game):
    return ticking.grant_extra_time(host, command, game, MORE)


ACTS = (
    ticking.pause_session_clocks,
    ticking.resume_session_clocks,
    ticking.remove_game,
    ticking.restore_game,
    stand_in,
    come_back,
    grant_more,
)
STEPS, CLOCK_STEPS = 40, 75
LONGEST_STEP = DAY / CLOCK_STEPS / 2  # so that nobody has used up their day


@pytest.mark.parametrize("seed", range(8))
def test_people_lose_the_time_in_which_clocks_run_and_no_other(host, hands, playing, seed):
    luck, ran, accepted = Random(seed), 0.0, set()
    (first, *others) = host.store.load_game(playing).session.clocks.values()
    assert all(each.due == first.due for each in others)
    left = first.due - hands.now
    for _ in range(CLOCK_STEPS):
        passed = luck.randrange(1, int(LONGEST_STEP))
        session = host.store.load_game(playing).session
        down = passed > host.config.outage and luck.random() < 0.3
        ran += 0 if session.paused or down else passed
        hands.now += passed
        if not down:
            host.store.save_beat(hands.now)
        elif luck.random() < 0.5:  # else what is done next is the first that comes of it
            ticking.record_heartbeat(host)
        act = luck.choice(ACTS)
        if act(host, OPERATOR, playing).ok:
            accepted.add(act)
            left += MORE * (act is grant_more)
        ticking.record_heartbeat(host)
        ticking.expire_question(host, playing, "")  # gives outages back
        session = host.store.load_game(playing).session
        assert bool(session.removed) <= bool(session.paused)
        people = [clock for clock in session.clocks.values() if not session.find_player_in(clock.who).bot]
        if not session.paused:
            assert {round(clock.due - hands.now, 3) for clock in (*people, *session.past.values())} == {
                round(left - ran, 3)
            }
    assert accepted == {*ACTS}
    assert 0 < ran < left


def kept(host):
    return [(item.pk, item.sk, item.body) for item in host.store.table.every()]


@pytest.mark.parametrize("seed", range(8))
def test_what_is_due_is_done_once_and_one_reminder_is_for_all_that_are_past(host, hands, seed):
    """Now and then the host looks late, as after quiet hours of everybody: then several reminders are due at once."""
    luck, moments = Random(seed), list[float]()
    people = [accounts.load_or_create_person(host, f"t:{name}", name.title(), f"t:{name}") for name in ("ann", "bob")]
    game = games.open_lobby(
        host, Command(by=people[0].id, place="t:group"), "toy", pace=luck.choice(("1h", "daily"))
    ).game
    for person in people:
        begins = luck.randrange(1440)
        habits = ReachableHours(quiet=luck.choice((None, (begins, (begins + luck.randrange(300, 900)) % 1440))))
        accounts.set_habits(host, person.id, habits)
        assert games.sit_at_table(host, HOST, game, Guest(person.id, person.name, person.place, habits=habits)).ok
    games.add_bot(host, HOST, game)
    assert games.start_game(host, Command(operator=True), game).ok
    for _ in range(STEPS):
        due = [item.moment for item in host.store.table.due_before(DUE, hands.now + 10 * DAY)]
        if not due:
            break
        hands.now = max(min(due), hands.now) + luck.choice((0, 0, HOUR, DAY / 2))
        host.store.save_beat(hands.now)
        ticking.sweep_due_games(host)
        once = kept(host)
        ticking.sweep_due_games(host)
        assert kept(host) == once
        moments = [entry.at for entry in host.store.load_log(game) if entry.kind == "remind"]
        assert len(moments) == len({*moments})
    assert moments
