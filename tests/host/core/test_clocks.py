import time
from datetime import UTC, datetime

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine.kernel import Illegal
from host.core.context import HostContext
from host.core.deadlines import clocks
from host.core.session import Clock, ReachableHours
from host.core.store import MemoryTable, Store

HOUR, DAY = 3600.0, 86400.0
NIGHT = ReachableHours("Europe/London", quiet=(23 * 60, 8 * 60))


def at(text):
    return datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp()


@pytest.mark.parametrize(
    ("word", "seconds"),
    [
        ("blitz", 60),
        ("evening", 600),
        ("daily", DAY),
        ("slow", 3 * DAY),
        ("90s", 90),
        ("36H", 36 * HOUR),
        ("7d", 7 * DAY),
    ],
)
def test_a_pace_has_a_name_or_a_length(word, seconds):
    assert clocks.parse_pace(word) == seconds


@pytest.mark.parametrize("word", ["", "d", "5s", "31d", "-5h", "9999999999h", "٣h", "1.5h", "soon"])
def test_other_paces_are_refused(word):
    with pytest.raises(Illegal):
        clocks.parse_pace(word)


def test_patience_is_a_share_of_the_pace_and_an_unknown_word_waits_a_turn():
    assert [clocks.compute_allowed_seconds(word, 60) for word in ("turn", "quick", "brief", "long", "bomb")] == [
        60,
        30,
        20,
        120,
        60,
    ]


@pytest.mark.parametrize("pace", ["blitz", "evening", "daily", "slow"])
def test_a_patience_that_is_a_time_is_the_same_at_any_pace(pace):
    assert clocks.compute_allowed_seconds("30s", clocks.parse_pace(pace)) == 30
    assert clocks.compute_allowed_seconds("90m", clocks.parse_pace(pace)) == 5400


@pytest.mark.parametrize(
    ("asked", "due"),
    [
        ("2027-01-10T12:00", "2027-01-11T12:00"),  # noon is a good time
        ("2027-01-10T23:30", "2027-01-12T08:30"),  # half past eleven at night is not: half an hour after breakfast
        ("2027-01-10T03:00", "2027-01-11T08:30"),
        ("2027-01-10T08:00", "2027-01-11T08:00"),
        ("2027-06-10T22:30", "2027-06-12T07:30"),  # summer time
    ],
)
def test_no_deadline_falls_into_quiet_hours(asked, due):
    assert clocks.compute_deadline(at(asked), DAY, NIGHT) == at(due)


def test_from_a_pace_of_an_hour_on_there_is_a_night():
    assert clocks.compute_deadline(at("2027-01-10T23:30"), HOUR, NIGHT) == at("2027-01-11T08:30")
    assert clocks.compute_deadline(at("2027-01-10T23:30"), HOUR - 1, NIGHT) == at("2027-01-11T00:29:59")


def test_at_a_fast_pace_there_is_no_night():
    assert clocks.compute_deadline(at("2027-01-10T23:30"), 60, NIGHT) == at("2027-01-10T23:31")


@pytest.mark.parametrize(
    ("away", "due"),
    [
        (None, 10.0),
        ((20.0, 90.0), 10.0),
        ((-50.0, 0.0), 10.0),
        ((5.0, 105.0), 110.0),
        ((-50.0, 50.0), 60.0),
    ],
)
def test_vacation_stops_the_clock(away, due):
    assert clocks.compute_deadline(0.0, 10.0, ReachableHours(away=away)) == due


def test_a_deadline_that_waits_for_the_morning_does_not_come_on_vacation():
    """The hours from going away to that morning are left when they are back."""
    away = at("2027-01-16 06:00"), at("2027-01-23 10:00")
    habits = ReachableHours("Europe/London", quiet=(22 * 60, 8 * 60), away=away)
    assert clocks.compute_deadline(at("2027-01-14 23:00"), DAY, habits) == at("2027-01-23 12:30")
    early = ReachableHours("Europe/London", quiet=(22 * 60, 8 * 60), away=(at("2027-01-16 08:30"), away[1]))
    assert clocks.compute_deadline(at("2027-01-14 23:00"), DAY, early) == at("2027-01-16 08:30")


def test_a_vacation_that_ends_early_leaves_the_time_that_was_left():
    old = ReachableHours(away=(4.0, 100.0))
    clock = clocks.build_clock("p1", 10.0, 0.0, old)
    assert clock.due == 106.0
    assert clocks.adapt_clock_to_habits(clock, old, ReachableHours(), 30.0).due == 36.0


def test_other_habits_changed_on_vacation_give_and_take_nothing():
    old = ReachableHours(away=(4.0, 100.0))
    clock = clocks.build_clock("p1", 10.0, 0.0, old)
    new = clocks.drop_past_vacation(ReachableHours(away=(4.0, 100.0), reminders=False), 30.0)
    assert clocks.adapt_clock_to_habits(clock, old, new, 30.0).due == 106.0


@given(st.floats(0, 1e9), st.floats(1, 1e6), st.floats(0, 1e6))
def test_time_lost_is_given_back_to_the_second(asked, seconds, lost):
    clock = clocks.build_clock("p1", seconds, asked, ReachableHours())
    assert clocks.shift_clock(clock, lost, ReachableHours()).due == pytest.approx(clock.due + lost)


NIGHTS = {
    "Europe/London": ["2026-03-29", "2026-10-25"],
    "America/New_York": ["2026-03-08", "2026-11-01"],
    "Australia/Lord_Howe": ["2026-04-05", "2026-10-04"],
}


@given(st.sampled_from([(zone, night) for zone, nights in NIGHTS.items() for night in nights]), st.data())
def test_on_the_nights_when_clocks_change_no_deadline_is_quiet_or_early(changing, data):
    zone, night = changing
    start, end = (data.draw(st.integers(0, 287).map(lambda n: n * 5)) for _ in range(2))
    moment = at(f"{night}T00:00") + data.draw(st.integers(-24 * 12, 30 * 12)) * 300
    habits = ReachableHours(zone, quiet=(start, end))
    due = clocks.compute_deadline(moment - 2 * HOUR, 2 * HOUR, habits)
    assert due >= moment
    assert clocks.find_quiet_end(due, habits) is None


@pytest.mark.parametrize(
    ("allowed", "due"),
    [
        ("2026-10-25T00:05", "2026-10-25T02:00"),  # five past one in summer time
        ("2026-10-25T01:25", "2026-10-25T02:00"),  # twenty-five past one, for the second time
        ("2026-10-25T00:40", "2026-10-25T00:40"),  # twenty to two, for the first time
    ],
)
def test_quiet_hours_that_end_twice_end_the_second_time(allowed, due):
    habits = ReachableHours("Europe/London", quiet=(23 * 60, 90))
    assert clocks.compute_deadline(at(allowed) - 2 * HOUR, 2 * HOUR, habits) == at(due)


def test_whoever_is_awake_for_less_than_half_an_hour_a_day_is_not_woken_up():
    habits = ReachableHours(quiet=(8 * 60, 7 * 60 + 45))
    due = clocks.compute_deadline(at("2027-01-10T10:00"), 2 * HOUR, habits)
    assert due == at("2027-01-11T07:52") + 30


@given(st.integers(0, 1439), st.integers(0, 1439), st.floats(1.7e9, 1.9e9))
@example(121, 120, 1741417260.0)  # the one minute awake, from 2:00, is left out on the night when clocks go forward
def test_quiet_hours_end_and_no_deadline_is_put_off_into_others(start, end, moment):
    habits = ReachableHours("America/New_York", quiet=(start, end))
    late = clocks.find_quiet_end(moment, habits)
    assert late is None or moment < late <= moment + DAY + 2 * HOUR
    if late is not None and (start - end) % 1440 > 60:  # who is awake for longer than an hour is so on any night
        assert clocks.find_quiet_end(late, habits) is None
    due = clocks.postpone_past_quiet_hours(moment, habits)
    assert moment <= due <= moment + 2 * DAY + 2 * HOUR
    assert clocks.find_quiet_end(due, habits) is None


def test_the_ladder_has_three_steps_and_one_for_the_quick():
    slow, quick = Clock("p1", 0.0, DAY, DAY), Clock("p1", 0.0, 60.0, 60.0)
    assert [clocks.count_past_reminders(slow, share * DAY, ReachableHours()) for share in (0.4, 0.5, 0.8, 0.95)] == [
        0,
        1,
        2,
        3,
    ]
    assert clocks.count_past_reminders(quick, 59.0, ReachableHours()) == 1
    assert clocks.compute_next_check(quick, ReachableHours(), reminds=True) == 30.0
    assert clocks.compute_next_check(quick, ReachableHours(), reminds=False) == 60.0


def test_on_vacation_no_step_of_the_ladder_comes_nearer():
    away = ReachableHours(away=(0.6 * DAY, 10.6 * DAY))
    clock = clocks.build_clock("p1", DAY, 0.0, away)
    assert clock.due == 11 * DAY
    assert [clocks.compute_reminder_time(clock, rung, away) / DAY for rung in range(3)] == pytest.approx(
        [0.5, 10.8, 10.95]
    )
    assert [clocks.count_past_reminders(clock, days * DAY, away) for days in (0.5, 5.5, 10.6, 10.81, 10.96)] == [
        1,
        1,
        1,
        2,
        3,
    ]
    assert clocks.compute_elapsed_share(clock, 8 * DAY, away) == pytest.approx(0.6)


def test_a_reminder_that_waits_for_the_morning_waits_for_the_end_of_a_vacation_too():
    away = (at("2027-01-11T02:00"), at("2027-01-13T01:00"))
    habits = ReachableHours("Europe/London", quiet=(23 * 60, 8 * 60), away=away)
    clock = clocks.build_clock("p1", DAY, at("2027-01-10T12:30"), habits)
    assert clocks.compute_reminder_time(clock, 0, habits) == at("2027-01-13T08:00")


def test_with_extra_time_nobody_is_reminded_again_of_what_they_have_just_been_reminded_of():
    clock = Clock("p1", 0.0, DAY, DAY, rung=2)
    assert clocks.extend_clock(clock, HOUR, ReachableHours(), 20 * HOUR).rung == 2
    assert clocks.extend_clock(clock, DAY, ReachableHours(), 20 * HOUR).rung == 1
    assert clocks.extend_clock(clock, 5 * DAY, ReachableHours(), 20 * HOUR).rung == 0
    assert (
        clocks.extend_clock(Clock("p1", 0.0, DAY, DAY), HOUR, ReachableHours(), 20 * HOUR).rung == 0
    )  # still to be sent


def test_a_reminder_waits_for_the_morning():
    clock = Clock("p1", at("2027-01-10T12:00"), DAY, at("2027-01-11T12:00"))
    assert clocks.compute_reminder_time(clock, 0, NIGHT) == at("2027-01-11T08:00")


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (1, "1 second"),
        (90, "90 seconds"),
        (3600, "1 hour"),
        (10800, "3 hours"),
        (5400, "90 minutes"),
        (DAY, "1 day"),
        (59.8, "1 minute"),
        (3590, "1 hour"),
        (7195, "2 hours"),
        (DAY - 900, "1 day"),
        (2 * DAY - 900, "2 days"),
        (6180, "103 minutes"),
    ],
)
def test_times_are_spoken(seconds, words):
    assert str(clocks.format_duration(seconds)) == words


def test_the_hosts_own_clock_goes_by_milliseconds(monkeypatch):
    monkeypatch.setattr(time, "time", lambda: 1_800_000_000.123456)
    assert HostContext(Store(MemoryTable())).now() == 1_800_000_000.123
