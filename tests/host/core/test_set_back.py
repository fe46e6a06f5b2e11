"""The machine's clock is set back, or forward and back: it is noticed at once, said, and nobody loses time."""

import pytest

from engine.kernel import Told
from host.core import games, host_voice, transaction
from host.core.deadlines import clocks, ticking
from host.core.events import ClockSetBack
from host.core.games import Guest
from host.core.session import Command, Post, ReachableHours
from host.core.store.items import Item, PutItem
from host.people import accounts
from tests.host.core.timing import DAY, HOST, HOUR, dues, wait, words

BACK = [HOUR, 6 * DAY]


def left(host, hands, game):
    return sorted(due - hands.now for due in dues(host, game).values())


def alone(host, habits=ReachableHours()):  # noqa: B008 - it never changes
    """Cat against the computer."""
    command = Command(by="cat", place="t:den")
    game = games.open_lobby(host, command, "toy", {"laps": 40}).game
    games.sit_at_table(host, Command(by="cat"), game, Guest("cat", "Cat", "t:cat", habits))
    games.add_bot(host, command, game)
    assert games.start_game(host, command, game).ok
    return game


@pytest.mark.parametrize("back", BACK)
def test_everybody_has_as_much_time_left_as_before(host, hands, playing, back):
    wait(host, hands, 5 * HOUR)
    before = left(host, hands, playing)
    hands.now -= back
    assert ticking.record_heartbeat(host)
    assert left(host, hands, playing) == pytest.approx(before, abs=16)
    said = str(ClockSetBack.__doc__).partition("{")[0]
    assert sum(said in line for line in words(host, "t:group")) == 1
    wait(host, hands, HOUR)
    assert sum(said in line for line in words(host, "t:group")) == 1
    assert not any("The host did not work for" in line for line in words(host, "t:group"))
    assert left(host, hands, playing) == pytest.approx([each - HOUR for each in before], abs=16)


@pytest.mark.parametrize("back", BACK)
def test_computers_play_on_at_once(host, hands, back):
    game = alone(host)
    hands.now += 1
    host.store.save_beat(hands.now)
    hands.now -= back
    before = host.store.load_game(game).session.entries
    ticking.sweep_due_games(host)
    wait(host, hands, 60, 1)
    kinds = [entry.kind for entry in host.store.load_log(game, before)]
    assert kinds[:2] == ["set back", "bot"]


@pytest.mark.parametrize("forward", BACK)
def test_forward_and_back_again(host, hands, playing, forward):
    wait(host, hands, HOUR)
    before = left(host, hands, playing)
    hands.now += forward
    ticking.sweep_due_games(host)
    assert left(host, hands, playing) == pytest.approx(before, abs=31), "nobody's clock ran meanwhile"
    wait(host, hands, 600)
    hands.now -= forward
    ticking.sweep_due_games(host)
    assert left(host, hands, playing) == pytest.approx([each - 600 for each in before], abs=62)
    said = words(host, "t:group")
    wait(host, hands, 2 * HOUR)
    assert not any("away" in line for line in words(host, "t:group")[len(said) :]), "that outage was given back"
    assert left(host, hands, playing) == pytest.approx([each - 600 - 2 * HOUR for each in before], abs=62)


def test_a_pause_a_lobby_and_what_waits_to_be_said_go_back_as_well(host, hands, playing):
    lobby = games.open_lobby(host, Command(by="bob", place="t:other"), "toy").game
    wait(host, hands, HOUR)
    before = left(host, hands, playing)
    ticking.pause_session_clocks(host, HOST, playing)
    waiting = set(host.store.iter_waiting_places(hands.now))
    hands.now -= 6 * DAY
    ticking.sweep_due_games(host)
    assert set(host.store.iter_waiting_places(hands.now)) == waiting
    assert ticking.resume_session_clocks(host, HOST, playing).ok
    assert left(host, hands, playing) == pytest.approx(before, abs=31)
    wait(host, hands, 18 * HOUR)
    assert host.store.load_game(lobby).session.warned == 0
    wait(host, hands, 6 * HOUR)
    assert host.store.load_game(lobby).session.stage == "closed"


def test_every_post_that_waits_is_due_at_once(host, hands):
    host.store.save_beat(hands.now)
    places = [f"t:{n}" for n in range(250)]
    for n, place in enumerate(places):
        host.store.queue_posts([Post(place, "", 1, [Told("Good evening.", {})])], hands.now + n)
    hands.now -= 6 * DAY
    assert ticking.record_heartbeat(host)
    assert sorted(host.store.iter_waiting_places(hands.now)) == sorted(places)


@pytest.mark.parametrize("back", BACK)
def test_the_next_morning_is_recapped_and_proposals_are_not_put_off(host, hands, playing, back):
    def note_recap(tx):
        tx.session.recap = host_voice.compute_next_morning(tx.now, ReachableHours())
        tx.session.proposed["p1"] = tx.now - HOUR

    transaction.run_transaction(host, Command(), playing, note_recap)
    host.store.save_beat(hands.now)
    hands.now -= back
    assert ticking.record_heartbeat(host)
    session = host.store.load_game(playing).session
    assert session.recap == host_voice.compute_next_morning(hands.now, ReachableHours())
    assert session.proposed == {"p1": pytest.approx(hands.now - HOUR)}


def test_broken_off_it_is_taken_up_again_and_nothing_goes_back_twice(host, hands, playing, monkeypatch):
    other = alone(host)
    wait(host, hands, HOUR)
    before = {game: left(host, hands, game) for game in (playing, other)}
    hands.now -= 6 * DAY
    done: list[int] = []

    def dying(*args):
        if done:
            raise SystemExit
        done.append(1)
        return transaction.run_transaction(*args)

    monkeypatch.setattr(ticking, "run_transaction", dying)
    with pytest.raises(SystemExit):
        ticking.record_heartbeat(host)
    monkeypatch.setattr(ticking, "run_transaction", transaction.run_transaction)
    ticking.record_heartbeat(host)
    assert {game: left(host, hands, game) for game in (playing, other)} == {
        game: pytest.approx(times, abs=31) for game, times in before.items()
    }


def test_quiet_hours_stay_where_they_are_on_the_clock(host, hands):
    habits = ReachableHours(quiet=(22 * 60, 8 * 60))
    game = alone(host, habits)
    ticking.record_heartbeat(host)
    (due,) = [clock.due for clock in host.store.load_game(game).session.clocks.values() if clock.who == "p1"]
    assert clocks.find_quiet_end(due - HOUR, habits)
    hands.now -= HOUR
    ticking.record_heartbeat(host)
    (now,) = [clock.due for clock in host.store.load_game(game).session.clocks.values() if clock.who == "p1"]
    assert now > due - HOUR
    assert clocks.find_quiet_end(now, habits) is None


def test_a_little_is_nothing(host, hands, playing):
    wait(host, hands, 120)
    version = host.store.load_game(playing).version
    hands.now -= 50
    ticking.sweep_due_games(host)
    assert host.store.load_game(playing).version == version


def test_whoever_remembers_moments_of_their_own_hears_of_it_from_the_sweep_that_notices_it(host, hands):
    host.store.save_beat(hands.now)
    hands.now -= HOUR
    heard = []
    for _ in range(2):
        ticking.sweep_due_games(host, lambda: heard.append(hands.now))
    assert heard == [hands.now]


def live(host, hands, seconds):
    """The host sweeps every so often, as it does by itself."""
    for _ in range(int(seconds // 50)):
        hands.now += 50
        ticking.sweep_due_games(host)


@pytest.mark.parametrize("forward", [30 * DAY, 91 * DAY, 500 * DAY])
@pytest.mark.parametrize("ahead", [50, 2 * HOUR])
def test_a_clock_that_was_ahead_has_thrown_nothing_away(host, hands, forward, ahead):
    ann = accounts.load_or_create_person(host, "web:ann", "Ann")
    token = accounts.create_web_token(host, ann.id)
    host.store.table.write([PutItem(Item("p", "expires", until=hands.now + 29 * DAY))])
    live(host, hands, HOUR)
    hands.now += forward
    live(host, hands, ahead)
    hands.now -= forward
    live(host, hands, 2 * HOUR)
    assert accounts.find_person_by_token(host, token) == ann
    assert host.store.table.get("p", "expires")


def test_what_has_expired_while_the_host_was_away_is_thrown_away_a_day_later(host, hands):
    live(host, hands, HOUR)
    for days in (1, 40):
        host.store.table.write([PutItem(Item("p", f"{days}", until=hands.now + days * DAY))])
    hands.now += 30 * DAY
    live(host, hands, 20 * HOUR)
    assert host.store.table.get("p", "1")
    live(host, hands, 6 * HOUR)
    assert (host.store.table.get("p", "1"), bool(host.store.table.get("p", "40"))) == (None, True)
    live(host, hands, 12 * DAY)
    assert host.store.table.get("p", "40") is None
