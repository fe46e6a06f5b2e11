import random

import pytest

from engine.kernel import Illegal, Question, render
from host.core import computer_player, games, seats, ticking
from host.core.commands import Command
from host.core.committing import act
from host.core.games import Guest
from host.core.session import Habits
from host.core.store.items import Overloaded
from host.people import accounts
from host.shown import views
from tests.host.conftest import begun
from tests.rulesets.toy import Toy

HOUR, DAY = 3600.0, 86400.0
HOST = Command(by="ann")


def words(house, chat):
    lines = [line for post in house.store.posts(chat) for line in post.lines]
    return [render(line.text, line.facts) for line in lines]


def wait(house, hands, seconds, step=30.0):
    """Time passes with the host awake."""
    end = hands.now + seconds
    while hands.now < end:
        hands.now = min(end, hands.now + step)
        house.store.beat(hands.now)
        ticking.sweep(house)


def dues(house, game):
    return {key: clock.due for key, clock in house.store.game(game).session.clocks.items()}


def test_who_lets_the_time_run_out_is_answered_for(house, hands, playing):
    wait(house, hands, DAY - 60, 600)
    assert views.view(house, playing).sealed == 2
    wait(house, hands, 60)
    assert [asked.key for asked in views.view(house, playing).asked] == ["colour"]
    assert "Your time is up." in words(house, "t:ann")
    assert not any("time is up" in line for line in words(house, "t:group"))


def test_a_timer_early_twice_or_for_nothing_changes_nothing(house, hands, playing):
    (question, _) = dues(house, playing)
    version = house.store.game(playing).version
    assert not ticking.lapse(house, playing, question)
    assert not ticking.lapse(house, playing, "lap#99")
    assert house.store.game(playing).version == version
    hands.now += DAY
    assert ticking.lapse(house, playing, question)
    version = house.store.game(playing).version
    assert not ticking.lapse(house, playing, question)
    assert house.store.game(playing).version == version


def test_an_answer_on_the_stroke_of_the_deadline_counts_once(house, hands, playing):
    (asked,) = views.view(house, playing, "ann").asked
    hands.now += DAY
    assert games.answer(house, Command("a", "ann"), playing, asked.id, 4).ok
    assert not ticking.lapse(house, playing, asked.id)
    kinds = [entry.kind for entry in house.store.log(playing) if entry.by == "p1"]
    assert kinds == ["join", "answer"]


def test_a_question_keeps_its_clock_while_others_answer(house, hands, playing):
    before = dues(house, playing)
    (asked,) = views.view(house, playing, "ann").asked
    hands.now += 5 * HOUR
    games.answer(house, Command("a", "ann"), playing, asked.id, 4)
    assert dues(house, playing).items() <= before.items()


def test_nobody_times_out_because_we_were_down(house, hands, playing):
    wait(house, hands, 20 * HOUR, 60)
    hands.now += 3 * DAY
    ticking.sweep(house)
    assert views.view(house, playing).sealed == 2
    assert "We were away for 3 days. Nobody's clock ran meanwhile." in words(house, "t:group")
    assert min(dues(house, playing).values()) == pytest.approx(hands.now + 4 * HOUR, abs=61)
    said = words(house, "t:group")
    wait(house, hands, 600)
    assert words(house, "t:group") == said


def test_after_an_outage_all_that_is_asked_is_shown_again(house, hands, playing):
    wait(house, hands, 60)
    before = house.store.posts("t:ann")
    hands.now += 600
    ticking.sweep(house)
    (asked,) = views.view(house, playing, "ann").asked
    assert house.store.posts("t:ann")[-1].asks == [asked.id]
    assert len(house.store.posts("t:ann")) == len(before) + 1
    version = house.store.game(playing).version
    wait(house, hands, 600)
    assert house.store.game(playing).version == version


def test_an_outage_is_given_back_only_to_those_who_were_asked_then(house, hands, playing):
    wait(house, hands, HOUR, 60)
    hands.now += DAY
    (asked,) = views.view(house, playing, "ann").asked
    assert games.answer(house, Command("a", "ann"), playing, asked.id, 4).ok
    ticking.sweep(house)
    (left,) = dues(house, playing).values()
    assert left == pytest.approx(hands.now + 23 * HOUR, abs=61)


def test_a_pause_stops_the_clocks_but_not_the_players(house, hands, playing):
    wait(house, hands, HOUR, 600)
    assert not ticking.pause(house, Command(by="bob"), playing).ok
    assert ticking.pause(house, HOST, playing).ok
    assert not ticking.pause(house, HOST, playing).ok
    wait(house, hands, 9 * DAY, HOUR)
    (asked,) = views.view(house, playing, "bob").asked
    assert games.answer(house, Command("a", "bob"), playing, asked.id, 1).ok
    assert ticking.resume(house, HOST, playing).ok
    assert not ticking.resume(house, HOST, playing).ok
    (left,) = dues(house, playing).values()
    assert left == hands.now + 23 * HOUR


def test_what_is_asked_during_a_pause_has_all_its_time_after_it(house, hands, playing):
    ticking.pause(house, HOST, playing)
    hands.now += 100
    for person in ("ann", "bob"):
        (asked,) = views.view(house, playing, person).asked
        games.answer(house, Command(f"a-{person}", person), playing, asked.id, 1)
    hands.now += 100
    ticking.resume(house, HOST, playing)
    (left,) = dues(house, playing).values()
    assert left == hands.now + DAY


@pytest.mark.parametrize("seconds", [0, -5, "many", None, 1e12, float("nan")])
def test_extra_time_is_a_sensible_time(house, playing, seconds):
    assert not ticking.extend(house, HOST, playing, seconds).ok


def test_extra_time_is_for_everybody_who_is_asked(house, playing):
    before = dues(house, playing)
    assert ticking.extend(house, HOST, playing, 2 * HOUR).ok
    assert dues(house, playing) == {key: due + 2 * HOUR for key, due in before.items()}


@pytest.mark.usefixtures("playing")
def test_reminders_climb_the_ladder_and_go_to_private_places(house, hands):
    reminders = []
    for _ in range(24 * 4):
        wait(house, hands, HOUR / 4, 900)
        reminders += [post.remind for chat in ("t:ann", "t:bob", "t:group") for post in house.store.posts(chat)]
        for chat in ("t:ann", "t:bob", "t:group"):
            house.store.hush(chat, "", hands.now)
    assert [each for each in reminders if each] == [["ann"], ["bob"]] * 3


@pytest.mark.parametrize("wanted", [True, False])
def test_whoever_wants_no_reminders_gets_none(house, hands, wanted):
    ann = accounts.known(house, "t:1", "Ann", "t:ann")
    game = games.create(house, Command("c", ann.id), "toy").game
    games.join(house, Command("j", ann.id), game, Guest(ann.id, "Ann", "t:ann", ann.habits))
    games.add_bot(house, Command("b", ann.id), game)
    games.begin(house, Command("g", ann.id), game)
    accounts.set_habits(house, ann.id, Habits(reminders=wanted))
    wait(house, hands, 13 * HOUR, HOUR / 4)
    assert any(post.remind for post in house.store.posts("t:ann")) == wanted


def test_a_lobby_is_warned_and_then_closed(house, hands):
    game = games.create(house, Command("c", "ann", "t:group"), "toy").game
    wait(house, hands, 20 * HOUR, 600)
    assert "This game has not begun yet. It will be closed in 4 hours." in words(house, "t:group")
    wait(house, hands, 4 * HOUR, 600)
    assert views.view(house, game).stage == "closed"
    assert accounts.open_games(house, "chat:t:group") == []


def test_a_lobby_that_slept_through_its_warning_is_warned_first(house, hands):
    game = games.create(house, Command("c", "ann", "t:group"), "toy").game
    hands.now += 5 * DAY
    ticking.sweep(house)
    assert views.view(house, game).stage == "lobby"


def test_quiet_hours_and_vacation_come_along_to_the_table(house, hands):
    ann = accounts.known(house, "t:1", "Ann", "t:ann")
    game = games.create(house, Command("c", ann.id), "toy").game
    games.join(house, Command("j", ann.id), game, Guest(ann.id, "Ann", "t:ann", ann.habits))
    games.add_bot(house, Command("b", ann.id), game)
    games.begin(house, Command("g", ann.id), game)
    before = min(house.store.game(game).session.clocks.values(), key=lambda clock: -clock.allowed).due
    accounts.set_habits(house, ann.id, Habits(away=(hands.now, hands.now + 5 * DAY)))
    wait(house, hands, 4 * DAY, HOUR)
    accounts.set_habits(house, ann.id, Habits())
    clock = next(clock for clock in house.store.game(game).session.clocks.values() if clock.who == "p1")
    assert clock.due == before + 4 * DAY


@pytest.mark.parametrize(
    "habits",
    [Habits(zone="Mars/Olympus"), Habits(zone="../etc/passwd"), Habits(zone=""), Habits(quiet=(0, 9999)),
     Habits(away=(0.0, 9e12)), Habits(away=(5e9, 1.0))],
)  # fmt: skip
def test_habits_that_cannot_be_kept_are_refused(house, habits):
    ann = accounts.known(house, "t:1", "Ann")
    with pytest.raises(Illegal):
        accounts.set_habits(house, ann.id, habits)


def test_rules_that_break_down_hold_up_nobody_else(house, hands, monkeypatch, caplog):
    other = games.create(house, Command("c2", "ann"), "toy", {"laps": 1}).game
    for n in range(2):
        games.add_bot(house, Command(f"b{n}", "ann"), other)
    games.begin(house, Command("g2", "ann"), other)

    def broken(*_):
        raise KeyError("sealed number 5")

    with monkeypatch.context() as patch:
        patch.setattr(Toy, "advise", broken)
        wait(house, hands, 60)
    assert views.view(house, other).stage == "running"
    assert len([entry for entry in house.store.log(other) if entry.kind == "held"]) == 1
    assert "sealed number" not in caplog.text
    wait(house, hands, 700)
    assert views.view(house, other).stage == "over"


def test_a_computer_that_is_left_nothing_to_choose_answers_as_silence_would():
    question = Question(key="whom", who="p1", text="Whom?", look=list, lapse="nobody")
    assert computer_player.at_random(question, random.Random(1)) == "nobody"


def test_a_table_that_is_busy_in_the_middle_of_an_input_is_no_fault_of_the_rules(house, hands, playing):
    def busy(_):
        raise Overloaded

    hands.now += DAY
    house.store.beat(hands.now)
    with pytest.raises(Overloaded):
        act(house, Command(), playing, busy)
    assert not house.store.game(playing).session.held
    assert ticking.tick(house, playing) == 2


@pytest.mark.parametrize("noticed", [True, False])
def test_clocks_stopped_right_after_an_outage_lose_nothing_by_it(house, hands, playing, noticed):
    wait(house, hands, 60)
    (due, _) = dues(house, playing).values()
    hands.now += 6 * HOUR
    if noticed:
        house.store.beat(hands.now, house.store.last_beat())
    assert ticking.pause(house, HOST, playing).ok
    hands.now += 30
    ticking.sweep(house)
    hands.now += 30
    assert ticking.resume(house, HOST, playing).ok
    ticking.sweep(house)
    assert dues(house, playing) == {key: pytest.approx(due + 6 * HOUR + 60, abs=31) for key in dues(house, playing)}


def test_two_that_wake_up_at_once_give_an_outage_back_once(house, hands, playing, monkeypatch):
    wait(house, hands, 60)
    asleep = house.store.last_beat()
    hands.now += HOUR
    monkeypatch.setattr(house.store, "last_beat", lambda: asleep)
    ticking.beat(house)
    hands.now += 1
    ticking.beat(house)
    assert list(house.store.clocked(playing).outages) == [(asleep, asleep + HOUR)]


def test_a_vanished_player_is_voted_out_by_those_who_wait(house, hands, playing):
    for person in ("ann", "bob"):
        (asked,) = views.view(house, playing, person).asked
        games.answer(house, Command(f"a-{person}", person), playing, asked.id, 1)
    vote = Command(by="bob")
    assert not seats.vote_out(house, vote, playing, "p1").ok
    wait(house, hands, 12 * HOUR, 600)
    assert not seats.vote_out(house, Command(by="ann"), playing, "p1").ok
    assert not seats.vote_out(house, vote, playing, "p2").ok
    assert seats.vote_out(house, vote, playing, "p1").ok
    wait(house, hands, 5, 1)
    assert [asked.who for asked in views.view(house, playing).asked] == ["p2"]
    assert not games.play(house, Command(by="ann"), playing, "shout").ok
    assert games.join(house, Command(by="ann"), playing, Guest("ann", "Ann", "t:ann")).ok
    assert games.play(house, Command(by="ann"), playing, "shout").ok


def test_while_the_clocks_are_stopped_nobody_keeps_anybody_waiting(house, hands, playing):
    wait(house, hands, HOUR, 600)
    assert ticking.pause(house, HOST, playing).ok
    wait(house, hands, 30 * HOUR, HOUR)
    (told,) = seats.vote_out(house, Command(by="bob"), playing, "p1").lines
    assert told.text == "The clocks are stopped, so nobody keeps you waiting. You can vote when they run again."
    assert ticking.resume(house, HOST, playing).ok
    assert not seats.vote_out(house, Command(by="bob"), playing, "p1").ok
    wait(house, hands, 11 * HOUR, 600)
    assert seats.vote_out(house, Command(by="bob"), playing, "p1").ok


def test_nobody_is_voted_out_for_being_on_vacation(house, hands):
    ann = accounts.known(house, "t:1", "Ann", "t:ann")
    game = crowd(house, ["bob", ann.id], by="bob")
    (asked,) = views.view(house, game, "bob").asked
    games.answer(house, Command("a", "bob"), game, asked.id, 1)
    accounts.set_habits(house, ann.id, Habits(away=(hands.now, hands.now + 10 * DAY)))
    wait(house, hands, 9 * DAY, HOUR)
    assert not seats.vote_out(house, Command(by="bob"), game, "p2").ok
    assert not any(post.remind for post in house.store.posts(f"t:{ann.id}"))
    wait(house, hands, 1.5 * DAY, HOUR)
    assert seats.vote_out(house, Command(by="bob"), game, "p2").ok
    assert any(post.remind for post in house.store.posts(f"t:{ann.id}"))


@pytest.mark.parametrize("paused", [False, True])
def test_extra_time_reminds_nobody_again(house, hands, playing, paused):
    wait(house, hands, 20 * HOUR, 600)
    if paused:
        assert ticking.pause(house, HOST, playing).ok
        wait(house, hands, DAY, HOUR)
    before = house.store.posts("t:ann")
    assert ticking.extend(house, HOST, playing, HOUR).ok
    if paused:
        assert ticking.resume(house, HOST, playing).ok
    wait(house, hands, HOUR, 600)
    assert not any(post.remind for post in house.store.posts("t:ann")[len(before) :])
    wait(house, hands, 3 * HOUR, 600)
    assert any(post.remind for post in house.store.posts("t:ann")[len(before) :])


def crowd(house, people, by="ann"):
    game = games.create(house, Command(by=by, place="t:group"), "toy", {"laps": 9}).game
    for person in people:
        games.join(house, Command(by=person), game, Guest(person, person.title(), f"t:{person}"))
    assert games.begin(house, Command(by=by), game).ok
    return game


def test_whoever_has_left_has_no_vote_and_none_is_waited_for(house, hands):
    game = crowd(house, ["ann", "bob", "cat", "dan", "eve"])
    for person in ("dan", "eve"):
        assert seats.leave(house, Command(by=person), game).ok
    wait(house, hands, 12 * HOUR, 600)
    for person in ("bob", "cat"):
        assert seats.vote_out(house, Command(by=person), game, "p1").ok
    assert "2 of 2 votes for a stand-in for p1." in words(house, "t:group")
    assert house.store.game(game).session.seat("p1").bot


def test_the_votes_there_are_may_be_enough_once_somebody_leaves(house, hands):
    game = crowd(house, ["ann", "bob", "cat", "dan", "eve"])
    wait(house, hands, 12 * HOUR, 600)
    for person in ("bob", "cat", "dan"):
        if person == "dan":
            assert seats.leave(house, Command(by=person), game).ok
        assert seats.vote_out(house, Command(by=person), game, "p1").ok == (person != "dan")
    assert "2 of 3 votes for a stand-in for p1." in words(house, "t:group")
    assert house.store.game(game).session.seat("p1").bot


def test_the_vote_of_somebody_who_leaves_goes_along(house, hands):
    game = crowd(house, ["ann", "bob", "cat", "dan", "eve"])
    wait(house, hands, 12 * HOUR, 600)
    assert seats.vote_out(house, Command(by="bob"), game, "p1").ok
    assert seats.leave(house, Command(by="bob"), game).ok
    assert seats.vote_out(house, Command(by="cat"), game, "p1").ok
    assert words(house, "t:group")[-1] == "1 of 2 votes for a stand-in for p1."
    assert not house.store.game(game).session.seat("p1").bot


def test_while_something_is_sealed_anybody_may_be_the_one(house, hands, playing):
    (asked,) = views.view(house, playing, "ann").asked
    games.answer(house, Command("a", "ann"), playing, asked.id, 1)
    assert not seats.vote_out(house, Command(by="bob"), playing, "p1").ok
    wait(house, hands, 12 * HOUR, 600)
    assert seats.vote_out(house, Command(by="bob"), playing, "p1").ok


def test_an_outage_before_the_first_sweep_is_given_back_too(house, hands):
    game = begun(house)
    before = dues(house, game)
    hands.now += 6 * HOUR
    ticking.sweep(house)
    assert dues(house, game) == {key: pytest.approx(due + 6 * HOUR, abs=1) for key, due in before.items()}


def test_whoever_opens_a_game_hides_no_outage(house, hands, playing):
    wait(house, hands, 60)
    before = dues(house, playing)
    hands.now += 6 * HOUR
    begun(house)
    ticking.sweep(house)
    assert dues(house, playing) == {key: pytest.approx(due + 6 * HOUR, abs=31) for key, due in before.items()}


def test_an_outage_right_after_the_clocks_run_again_is_given_back(house, hands, playing):
    assert ticking.pause(house, HOST, playing).ok
    house.store.beat(0.0)  # no clock ran
    assert ticking.resume(house, HOST, playing).ok
    before = dues(house, playing)
    hands.now += 6 * HOUR
    ticking.sweep(house)
    assert dues(house, playing) == {key: pytest.approx(due + 6 * HOUR, abs=1) for key, due in before.items()}
