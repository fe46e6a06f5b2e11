import random

import pytest

from engine.kernel import Illegal, Question
from engine.rulesets import RULESETS
from host.core import events, games, stand_ins
from host.core.deadlines import ticking
from host.core.games import Guest
from host.core.session import Command, ReachableHours
from host.core.store.items import Overloaded
from host.core.transaction import run_transaction
from host.people import accounts
from host.shown import views
from tests.host.conftest import begun
from tests.host.core.timing import DAY, HOST, HOUR, dues, wait, words
from tests.rulesets.toy import Toy


def test_who_lets_the_time_run_out_is_answered_for(host, hands, playing):
    wait(host, hands, DAY - 60, 600)
    assert views.load_game_view(host, playing).sealed == 2
    wait(host, hands, 60)
    assert [asked.key for asked in views.load_game_view(host, playing).asked] == ["colour"]
    assert "Your time is up." in words(host, "t:ann")
    assert not any("time is up" in line for line in words(host, "t:group"))


def test_a_timer_early_twice_or_for_nothing_changes_nothing(host, hands, playing):
    (question, _) = dues(host, playing)
    version = host.store.load_game(playing).version
    assert not ticking.expire_question(host, playing, question)
    assert not ticking.expire_question(host, playing, "lap#99")
    assert host.store.load_game(playing).version == version
    hands.now += DAY
    assert ticking.expire_question(host, playing, question)
    version = host.store.load_game(playing).version
    assert not ticking.expire_question(host, playing, question)
    assert host.store.load_game(playing).version == version


def test_a_timer_of_a_game_that_is_paused_changes_nothing(host, hands, playing):
    (question, _) = dues(host, playing)
    assert ticking.pause_session_clocks(host, HOST, playing).ok
    before = host.store.load_game(playing).version
    hands.now += 2 * DAY
    host.store.save_beat(hands.now)
    assert not ticking.expire_question(host, playing, question)
    assert host.store.load_game(playing).version == before
    assert views.load_game_view(host, playing).sealed == 2


def test_an_answer_on_the_stroke_of_the_deadline_counts_once(host, hands, playing):
    (asked,) = views.load_game_view(host, playing, "ann").asked
    hands.now += DAY
    assert games.submit_answer(host, Command("a", "ann"), playing, asked.id, 4).ok
    assert not ticking.expire_question(host, playing, asked.id)
    kinds = [entry.kind for entry in host.store.load_log(playing) if entry.by == "p1"]
    assert kinds == ["join", "answer"]


def test_a_question_keeps_its_clock_while_others_answer(host, hands, playing):
    before = dues(host, playing)
    (asked,) = views.load_game_view(host, playing, "ann").asked
    hands.now += 5 * HOUR
    games.submit_answer(host, Command("a", "ann"), playing, asked.id, 4)
    assert dues(host, playing).items() <= before.items()


def test_nobody_times_out_because_we_were_down(host, hands, playing):
    wait(host, hands, 20 * HOUR, 60)
    hands.now += 3 * DAY
    ticking.sweep_due_games(host)
    assert views.load_game_view(host, playing).sealed == 2
    assert "The host did not work for 3 days. Everybody gets this time back." in words(host, "t:group")
    assert min(dues(host, playing).values()) == pytest.approx(hands.now + 4 * HOUR, abs=61)
    said = words(host, "t:group")
    wait(host, hands, 600)
    assert words(host, "t:group") == said


def test_after_an_outage_all_that_is_asked_is_shown_again(host, hands, playing):
    wait(host, hands, 60)
    before = host.store.load_posts("t:ann")
    hands.now += 600
    ticking.sweep_due_games(host)
    (asked,) = views.load_game_view(host, playing, "ann").asked
    assert host.store.load_posts("t:ann")[-1].asks == [asked.id]
    assert len(host.store.load_posts("t:ann")) == len(before) + 1
    version = host.store.load_game(playing).version
    wait(host, hands, 600)
    assert host.store.load_game(playing).version == version


@pytest.mark.parametrize("stalls", ["load_last_beat", "list_due_games", "load_game_with_outages"])
def test_nobody_times_out_because_a_read_stood_still(host, hands, playing, monkeypatch, stalls):
    wait(host, hands, DAY - 60, 15)
    read, reads = getattr(host.store, stalls), list[object]()

    def stall_once(*given):
        if not reads:
            hands.now += 300
        reads.append(given)
        return read(*given)

    monkeypatch.setattr(host.store, stalls, stall_once)
    host.store.put_off_game(playing, hands.now)  # it is due at once, whatever is asked
    ticking.sweep_due_games(host)
    assert reads
    ticking.sweep_due_games(host)
    assert views.load_game_view(host, playing).sealed == 2
    assert min(dues(host, playing).values()) == pytest.approx(hands.now + 60, abs=31)


def test_an_outage_is_given_back_only_to_those_who_were_asked_then(host, hands, playing):
    wait(host, hands, HOUR, 60)
    hands.now += DAY
    (asked,) = views.load_game_view(host, playing, "ann").asked
    assert games.submit_answer(host, Command("a", "ann"), playing, asked.id, 4).ok
    ticking.sweep_due_games(host)
    (left,) = dues(host, playing).values()
    assert left == pytest.approx(hands.now + 23 * HOUR, abs=61)


def test_a_pause_stops_the_clocks_but_not_the_players(host, hands, playing):
    wait(host, hands, HOUR, 600)
    assert not ticking.pause_session_clocks(host, Command(by="bob"), playing).ok
    assert ticking.pause_session_clocks(host, HOST, playing).ok
    assert not ticking.pause_session_clocks(host, HOST, playing).ok
    wait(host, hands, 9 * DAY, HOUR)
    (asked,) = views.load_game_view(host, playing, "bob").asked
    assert games.submit_answer(host, Command("a", "bob"), playing, asked.id, 1).ok
    assert ticking.resume_session_clocks(host, HOST, playing).ok
    assert not ticking.resume_session_clocks(host, HOST, playing).ok
    (left,) = dues(host, playing).values()
    assert left == hands.now + 23 * HOUR


def test_what_is_asked_during_a_pause_has_all_its_time_after_it(host, hands, playing):
    ticking.pause_session_clocks(host, HOST, playing)
    hands.now += 100
    for person in ("ann", "bob"):
        (asked,) = views.load_game_view(host, playing, person).asked
        games.submit_answer(host, Command(f"a-{person}", person), playing, asked.id, 1)
    hands.now += 100
    ticking.resume_session_clocks(host, HOST, playing)
    (left,) = dues(host, playing).values()
    assert left == hands.now + DAY


@pytest.mark.parametrize("seconds", [0, -5, "many", None, 1e12, float("nan")])
def test_extra_time_is_a_sensible_time(host, playing, seconds):
    assert not ticking.grant_extra_time(host, HOST, playing, seconds).ok


def test_extra_time_is_for_everybody_who_is_asked(host, playing):
    before = dues(host, playing)
    assert ticking.grant_extra_time(host, HOST, playing, 2 * HOUR).ok
    assert dues(host, playing) == {key: due + 2 * HOUR for key, due in before.items()}


@pytest.mark.usefixtures("playing")
def test_reminders_climb_the_ladder_and_go_to_private_places(host, hands):
    reminders = []
    for _ in range(24 * 4):
        wait(host, hands, HOUR / 4, 900)
        reminders += [post.remind for chat in ("t:ann", "t:bob", "t:group") for post in host.store.load_posts(chat)]
        for chat in ("t:ann", "t:bob", "t:group"):
            host.store.drop_or_redirect_posts(chat, "", hands.now)
    assert [each for each in reminders if each] == [["ann"], ["bob"]] * 3


@pytest.mark.parametrize("wanted", [True, False])
def test_whoever_wants_no_reminders_gets_none(host, hands, wanted):
    ann = accounts.load_or_create_person(host, "t:1", "Ann", "t:ann")
    game = games.open_lobby(host, Command("c", ann.id), "toy").game
    games.sit_at_table(host, Command("j", ann.id), game, Guest(ann.id, "Ann", "t:ann", ann.habits))
    games.add_bot(host, Command("b", ann.id), game)
    games.start_game(host, Command("g", ann.id), game)
    accounts.set_habits(host, ann.id, ReachableHours(reminders=wanted))
    wait(host, hands, 13 * HOUR, HOUR / 4)
    assert any(post.remind for post in host.store.load_posts("t:ann")) == wanted


def test_a_lobby_is_warned_and_then_closed(host, hands):
    game = games.open_lobby(host, Command("c", "ann", "t:group"), "toy").game
    wait(host, hands, 20 * HOUR, 600)
    assert "This game has not begun yet. If nobody starts it, it is closed in 4 hours." in words(host, "t:group")
    wait(host, hands, 4 * HOUR, 600)
    assert views.load_game_view(host, game).stage == "closed"
    assert accounts.list_open_sessions(host, "chat:t:group") == []


def test_an_outage_takes_nobody_the_time_to_join_a_lobby_that_is_about_to_close(host, hands):
    game = games.open_lobby(host, Command("c", "ann", "t:group"), "toy").game
    wait(host, hands, 21 * HOUR, 600)
    hands.now += 5 * DAY
    ticking.sweep_due_games(host)
    wait(host, hands, 2 * HOUR, 600)
    assert games.sit_at_table(host, Command(by="bob"), game, Guest("bob", "Bob")).ok
    wait(host, hands, 2 * HOUR, 600)
    assert views.load_game_view(host, game).stage == "closed"


def test_a_lobby_that_slept_through_its_warning_is_warned_first(host, hands):
    game = games.open_lobby(host, Command("c", "ann", "t:group"), "toy").game
    hands.now += 5 * DAY
    ticking.sweep_due_games(host)
    assert views.load_game_view(host, game).stage == "lobby"


def test_quiet_hours_and_vacation_come_along_to_the_table(host, hands):
    ann = accounts.load_or_create_person(host, "t:1", "Ann", "t:ann")
    game = games.open_lobby(host, Command("c", ann.id), "toy").game
    games.sit_at_table(host, Command("j", ann.id), game, Guest(ann.id, "Ann", "t:ann", ann.habits))
    games.add_bot(host, Command("b", ann.id), game)
    games.start_game(host, Command("g", ann.id), game)
    before = min(host.store.load_game(game).session.clocks.values(), key=lambda clock: -clock.allowed).due
    accounts.set_habits(host, ann.id, ReachableHours(away=(hands.now, hands.now + 5 * DAY)))
    wait(host, hands, 4 * DAY, HOUR)
    accounts.set_habits(host, ann.id, ReachableHours())
    clock = next(clock for clock in host.store.load_game(game).session.clocks.values() if clock.who == "p1")
    assert clock.due == before + 4 * DAY


@pytest.mark.parametrize(
    "habits",
    [
        ReachableHours(zone="Mars/Olympus"),
        ReachableHours(zone="../etc/passwd"),
        ReachableHours(zone=""),
        ReachableHours(quiet=(0, 9999)),
        ReachableHours(away=(0.0, 9e12)),
        ReachableHours(away=(5e9, 1.0)),
    ],
)
def test_habits_that_cannot_be_kept_are_refused(host, habits):
    ann = accounts.load_or_create_person(host, "t:1", "Ann")
    with pytest.raises(Illegal):
        accounts.set_habits(host, ann.id, habits)


def test_rules_that_break_down_hold_up_nobody_else(host, hands, monkeypatch, caplog):
    other = games.open_lobby(host, Command("c2", "ann"), "toy", {"laps": 1}).game
    for n in range(2):
        games.add_bot(host, Command(f"b{n}", "ann"), other)
    games.start_game(host, Command("g2", "ann"), other)

    def broken(*_):
        raise KeyError("sealed number 5")

    with monkeypatch.context() as patch:
        patch.setattr(Toy, "advise", broken)
        wait(host, hands, 60)
    assert views.load_game_view(host, other).stage == "running"
    assert len([entry for entry in host.store.load_log(other) if entry.kind == "held"]) == 1
    assert "sealed number" not in caplog.text
    wait(host, hands, 700)
    assert views.load_game_view(host, other).stage == "over"


def test_a_computer_that_is_left_nothing_to_choose_answers_as_silence_would():
    question = Question(key="whom", who="p1", text="Whom?", look=list, lapse="nobody")
    assert stand_ins.pick_random_answer(question, random.Random(1)) == "nobody"


def test_a_table_that_is_busy_in_the_middle_of_an_input_is_no_fault_of_the_rules(host, hands, playing):
    def busy(_):
        raise Overloaded

    hands.now += DAY
    host.store.save_beat(hands.now)
    with pytest.raises(Overloaded):
        run_transaction(host, Command(), playing, busy)
    assert not host.store.load_game(playing).session.held
    assert ticking.run_due_steps(host, playing) == 2


@pytest.mark.parametrize("noticed", [True, False])
def test_clocks_stopped_right_after_an_outage_lose_nothing_by_it(host, hands, playing, noticed):
    wait(host, hands, 60)
    (due, _) = dues(host, playing).values()
    hands.now += 6 * HOUR
    if noticed:
        host.store.save_beat(hands.now, host.store.load_last_beat())
    assert ticking.pause_session_clocks(host, HOST, playing).ok
    said = [told.kind for told in host.store.load_log(playing)[-1].told]
    assert said == [events.OutageCredited, events.ClocksStopped], "what they had lost is theirs before they stand"
    hands.now += 30
    ticking.sweep_due_games(host)
    hands.now += 30
    assert ticking.resume_session_clocks(host, HOST, playing).ok
    ticking.sweep_due_games(host)
    assert dues(host, playing) == {key: pytest.approx(due + 6 * HOUR + 60, abs=31) for key in dues(host, playing)}


@pytest.mark.parametrize("noticed", [True, False])
def test_nothing_is_said_of_an_outage_while_the_clocks_stand_or_nobody_is_asked(host, hands, playing, noticed):
    lobby = games.open_lobby(host, Command("c5", "ann", place="t:group"), "toy").game
    assert ticking.pause_session_clocks(host, HOST, playing).ok
    wait(host, hands, 60)
    asleep = host.store.load_last_beat()
    hands.now += 6 * HOUR
    if noticed:
        host.store.save_beat(hands.now, asleep)
    ticking.sweep_due_games(host)
    assert ticking.resume_session_clocks(host, HOST, playing).ok
    assert games.sit_at_table(host, Command(by="ann"), lobby, Guest("ann", "Ann")).ok
    said = {told.kind for game in (playing, lobby) for entry in host.store.load_log(game) for told in entry.told}
    assert events.OutageCredited not in said


def test_two_that_wake_up_at_once_give_an_outage_back_once(host, hands, playing, monkeypatch):
    wait(host, hands, 60)
    asleep = host.store.load_last_beat()
    hands.now += HOUR
    monkeypatch.setattr(host.store, "load_last_beat", lambda: asleep)
    ticking.record_heartbeat(host)
    hands.now += 1
    ticking.record_heartbeat(host)
    assert list(host.store.load_game_with_outages(playing).outages) == [(asleep, asleep + HOUR)]


def test_an_outage_before_the_first_sweep_is_given_back_too(host, hands):
    game = begun(host)
    before = dues(host, game)
    hands.now += 6 * HOUR
    ticking.sweep_due_games(host)
    assert dues(host, game) == {key: pytest.approx(due + 6 * HOUR, abs=1) for key, due in before.items()}


def test_whoever_opens_a_game_hides_no_outage(host, hands, playing):
    wait(host, hands, 60)
    before = dues(host, playing)
    hands.now += 6 * HOUR
    begun(host)
    ticking.sweep_due_games(host)
    assert dues(host, playing) == {key: pytest.approx(due + 6 * HOUR, abs=31) for key, due in before.items()}


def test_an_outage_right_after_the_clocks_run_again_is_given_back(host, hands, playing):
    assert ticking.pause_session_clocks(host, HOST, playing).ok
    host.store.save_beat(0.0)  # no clock ran
    assert ticking.resume_session_clocks(host, HOST, playing).ok
    before = dues(host, playing)
    hands.now += 6 * HOUR
    ticking.sweep_due_games(host)
    assert dues(host, playing) == {key: pytest.approx(due + 6 * HOUR, abs=1) for key, due in before.items()}


def test_a_game_that_fails_is_put_off_and_holds_up_no_other(host, hands, monkeypatch, caplog):
    broken, whole = begun(host), begun(host)
    run_steps = ticking._run_steps

    def run_or_fail(host, game, until):
        if game == broken:
            raise RuntimeError("a secret")
        return run_steps(host, game, until)

    monkeypatch.setattr(ticking, "_run_steps", run_or_fail)
    wait(host, hands, DAY, 300)
    assert [each.key for each in views.load_game_view(host, whole).asked] == ["colour"]
    assert views.load_game_view(host, broken).asked == []
    assert "deadline check failed" in caplog.text
    assert "a secret" not in caplog.text
    assert broken not in host.store.list_due_games(hands.now + host.config.hold - 1)
    monkeypatch.undo()
    monkeypatch.setitem(RULESETS, "toy", Toy())
    wait(host, hands, host.config.hold + 60)
    assert [each.key for each in views.load_game_view(host, broken).asked] == ["colour"]


def test_who_was_just_reminded_of_all_their_games_is_not_reminded_again(host, hands):
    game = begun(host)
    (reminded,) = [clock for clock in host.store.load_game(game).session.clocks.values() if clock.who == "p2"]
    hands.now += (reminded.due - reminded.asked) * 0.8
    version = host.store.load_game(game).version
    ticking.mark_reminders_sent(host, game, "bob")
    rungs = {clock.who: clock.rung for clock in host.store.load_game(game).session.clocks.values()}
    assert rungs["p2"] > 0 == rungs["p1"]
    for _ in range(2):
        ticking.mark_reminders_sent(host, game, "bob")
    assert host.store.load_game(game).version == version + 1
    host.store.save_beat(hands.now)
    ticking.sweep_due_games(host)
    assert not any("bob" in post.remind for post in host.store.load_posts("t:bob"))
    assert any("ann" in post.remind for post in host.store.load_posts("t:ann"))


def test_a_removed_game_stands_still_until_it_is_brought_back(host, playing):
    """Even for the operator, as when its group comes back and the host shows it there again."""
    operator = Command(operator=True)
    assert ticking.remove_game(host, operator, playing).ok
    assert ticking.resume_session_clocks(host, operator, playing).code == "game_removed"
    assert ticking.restore_game(host, operator, playing).ok
    assert ticking.resume_session_clocks(host, operator, playing).ok
