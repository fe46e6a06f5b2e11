"""The machine's clock is set back, or forward and back: it is noticed at once, said, and nobody loses time."""

import pytest

from host.core import clock_set_back, clocks, committing, games, ticking
from host.core.commands import Command
from host.core.games import Guest
from host.core.session import Habits
from tests.host.core.test_ticking import DAY, HOST, HOUR, dues, wait, words

BACK = [HOUR, 6 * DAY]


def left(house, hands, game):
    return sorted(due - hands.now for due in dues(house, game).values())


def alone(house, habits=Habits()):  # noqa: B008 - it never changes
    """Cat against the computer."""
    command = Command(by="cat", place="t:den")
    game = games.create(house, command, "toy", {"laps": 40}).game
    games.join(house, Command(by="cat"), game, Guest("cat", "Cat", "t:cat", habits))
    games.add_bot(house, command, game)
    assert games.begin(house, command, game).ok
    return game


@pytest.mark.parametrize("back", BACK)
def test_everybody_has_as_much_time_left_as_before(house, hands, playing, back):
    wait(house, hands, 5 * HOUR)
    before = left(house, hands, playing)
    hands.now -= back
    assert ticking.beat(house)
    assert left(house, hands, playing) == pytest.approx(before, abs=16)
    said = "Our clock was set back by"
    assert sum(said in line for line in words(house, "t:group")) == 1
    wait(house, hands, HOUR)
    assert sum(said in line for line in words(house, "t:group")) == 1
    assert not any("We were away" in line for line in words(house, "t:group"))
    assert left(house, hands, playing) == pytest.approx([each - HOUR for each in before], abs=16)


@pytest.mark.parametrize("back", BACK)
def test_computers_play_on_at_once(house, hands, back):
    game = alone(house)
    hands.now += 1
    house.store.beat(hands.now)
    hands.now -= back
    before = house.store.game(game).session.entries
    ticking.sweep(house)
    wait(house, hands, 60, 1)
    kinds = [entry.kind for entry in house.store.log(game, before)]
    assert kinds[:2] == ["set back", "bot"]


@pytest.mark.parametrize("forward", BACK)
def test_forward_and_back_again(house, hands, playing, forward):
    wait(house, hands, HOUR)
    before = left(house, hands, playing)
    hands.now += forward
    ticking.sweep(house)
    assert left(house, hands, playing) == pytest.approx(before, abs=31), "nobody's clock ran meanwhile"
    wait(house, hands, 600)
    hands.now -= forward
    ticking.sweep(house)
    assert left(house, hands, playing) == pytest.approx([each - 600 for each in before], abs=62)
    said = words(house, "t:group")
    wait(house, hands, 2 * HOUR)
    assert not any("away" in line for line in words(house, "t:group")[len(said) :]), "that outage was given back"
    assert left(house, hands, playing) == pytest.approx([each - 600 - 2 * HOUR for each in before], abs=62)


def test_a_pause_a_lobby_and_what_waits_to_be_said_go_back_as_well(house, hands, playing):
    lobby = games.create(house, Command(by="bob", place="t:other"), "toy").game
    wait(house, hands, HOUR)
    before = left(house, hands, playing)
    ticking.pause(house, HOST, playing)
    waiting = set(house.store.waiting(hands.now))
    hands.now -= 6 * DAY
    ticking.sweep(house)
    assert set(house.store.waiting(hands.now)) == waiting
    assert ticking.resume(house, HOST, playing).ok
    assert left(house, hands, playing) == pytest.approx(before, abs=31)
    wait(house, hands, 18 * HOUR)
    assert house.store.game(lobby).session.warned == 0
    wait(house, hands, 6 * HOUR)
    assert house.store.game(lobby).session.stage == "closed"


def test_broken_off_it_is_taken_up_again_and_nothing_goes_back_twice(house, hands, playing, monkeypatch):
    other = alone(house)
    wait(house, hands, HOUR)
    before = {game: left(house, hands, game) for game in (playing, other)}
    hands.now -= 6 * DAY
    done: list[int] = []

    def dying(*args):
        if done:
            raise SystemExit
        done.append(1)
        return committing.act(*args)

    monkeypatch.setattr(clock_set_back, "act", dying)
    with pytest.raises(SystemExit):
        ticking.beat(house)
    monkeypatch.setattr(clock_set_back, "act", committing.act)
    ticking.beat(house)
    assert {game: left(house, hands, game) for game in (playing, other)} == {
        game: pytest.approx(times, abs=31) for game, times in before.items()
    }


def test_quiet_hours_stay_where_they_are_on_the_clock(house, hands):
    habits = Habits(quiet=(22 * 60, 8 * 60))
    game = alone(house, habits)
    ticking.beat(house)
    (due,) = [clock.due for clock in house.store.game(game).session.clocks.values() if clock.who == "p1"]
    assert clocks.quiet_end(due - HOUR, habits)
    hands.now -= HOUR
    ticking.beat(house)
    (now,) = [clock.due for clock in house.store.game(game).session.clocks.values() if clock.who == "p1"]
    assert now > due - HOUR
    assert clocks.quiet_end(now, habits) is None


def test_a_little_is_nothing(house, hands, playing):
    wait(house, hands, 120)
    version = house.store.game(playing).version
    hands.now -= 50
    ticking.sweep(house)
    assert house.store.game(playing).version == version
