"""Every bound of the host, just below it, at it and just above: the figures are those that the pages promise."""

import msgspec
import pytest

from engine.kernel import Form, Illegal, Play, Told
from engine.kernel.picture import BOARD
from host.core import games, posting, seats
from host.core.deadlines import clocks, ticking
from host.core.games import Guest
from host.core.session import Command, Post, ReachableHours, clean_display_name
from tests.host.core.timing import DAY, HOST, HOUR, wait

MINUTE = 60.0


def code(reply):
    return reply.code


def parses(word):
    try:
        return clocks.parse_pace(word)
    except Illegal as no:
        return no.code


@pytest.mark.parametrize(
    ("word", "seconds"),
    [
        ("19s", "pace_out_of_range"),
        ("20s", 20.0),
        ("21s", 21.0),
        ("29d", 29 * DAY),
        ("30d", 30 * DAY),
        ("43201m", "pace_out_of_range"),
        ("999999s", 999999.0),
        ("1000000s", "unclear_pace"),
    ],
)
def test_a_turn_takes_twenty_seconds_to_thirty_days(word, seconds):
    assert parses(word) == seconds


@pytest.mark.parametrize(
    ("seconds", "refused"),
    [(0.9, True), (1, False), (1.1, False), (30 * DAY - 1, False), (30 * DAY, False), (30 * DAY + 1, True)],
)
def test_extra_time_is_a_second_to_thirty_days(host, playing, seconds, refused):
    assert code(ticking.grant_extra_time(host, HOST, playing, seconds)) == (
        "extra_time_out_of_range" if refused else ""
    )


@pytest.mark.parametrize(
    ("turn", "seconds"), [(79, 20), (80, 20), (84, 21), (2396, 599), (2400, 600), (2404, 600), (DAY, 600)]
)
def test_computers_leave_others_a_quarter_of_a_turn_and_twenty_seconds_to_ten_minutes(turn, seconds):
    assert clocks.compute_bench_seconds(turn) == seconds


@pytest.mark.parametrize(("pace", "waits"), [(HOUR - 1, HOUR - 1), (HOUR, HOUR), (HOUR + 1, HOUR), (DAY, HOUR)])
def test_a_table_waits_a_turn_for_sealed_words_and_an_hour_at_most(host, playing, pace, waits):
    session = host.store.load_game(playing).session
    session.pace = pace
    assert clocks.compute_sealed_words_wait(session) == waits


QUIET = ReachableHours(quiet=(22 * 60, 7 * 60), zone="UTC")
MIDNIGHT = 20_000 * DAY


@pytest.mark.parametrize(
    ("hour", "due"),
    [
        (21 * HOUR + 59 * MINUTE, None),
        (22 * HOUR, DAY + 7.5 * HOUR),
        (22 * HOUR + MINUTE, DAY + 7.5 * HOUR),
        (0, 7.5 * HOUR),
        (6 * HOUR + 59 * MINUTE, 7.5 * HOUR),
        (7 * HOUR, None),
        (7 * HOUR + MINUTE, None),
    ],
)
def test_quiet_hours_begin_and_end_on_the_minute(hour, due):
    """A deadline in them comes half an hour after their end."""
    asked = MIDNIGHT + hour - HOUR
    assert clocks.compute_deadline(asked, HOUR, QUIET) == MIDNIGHT + (hour if due is None else due)


@pytest.mark.parametrize(("seconds", "night"), [(HOUR - 1, False), (HOUR, True), (HOUR + 1, True)])
def test_who_has_less_than_an_hour_can_be_reached_at_night(seconds, night):
    due = clocks.compute_deadline(MIDNIGHT + 23 * HOUR, seconds, QUIET)
    assert due == MIDNIGHT + (DAY + 7.5 * HOUR if night else 23 * HOUR + seconds)


@pytest.mark.parametrize(
    ("gone", "back", "given"),
    [(-10, -1, 0), (-10, 0, 0), (-10, 1, 1), (0, 60, 60), (99, 160, 61), (100, 160, 0), (101, 160, 0)],
)
def test_a_vacation_counts_from_the_question_to_its_deadline(gone, back, given):
    """The question is asked at 0 and has 100 seconds."""
    habits = ReachableHours(away=(MIDNIGHT + gone, MIDNIGHT + back))
    assert clocks.compute_deadline(MIDNIGHT, 100, habits) == MIDNIGHT + 100 + given


@pytest.mark.parametrize(("passed", "refused"), [(12 * HOUR - 1, True), (12 * HOUR, False), (12 * HOUR + 1, False)])
def test_others_may_vote_from_half_of_the_time_on(host, hands, playing, passed, refused):
    hands.now = host.store.load_game(playing).session.clocks["lap#1"].asked + passed
    reply = seats.vote_for_stand_in(host, Command(by="bob"), playing, "p1")
    assert code(reply) == ("vote_too_soon" if refused else "")


def test_ten_people_may_ask_for_a_seat(host):
    game = games.open_lobby(host, Command(by="ann"), "toy").game
    games.sit_at_table(host, HOST, game, Guest("ann", "Ann", "t:ann"))
    games.add_bot(host, HOST, game)
    assert games.start_game(host, HOST, game).ok
    asked = [games.sit_at_table(host, Command(by=f"w{n}"), game, Guest(f"w{n}", f"W{n}")) for n in range(11)]
    assert [code(reply) for reply in asked] == [""] * 10 + ["too_many_seat_requests"]


@pytest.mark.parametrize(("size", "refused"), [(1999, False), (2000, False), (2001, True)])
def test_options_have_two_thousand_bytes(host, size, refused):
    options = {"x": "y" * (size - len(msgspec.json.encode({"x": ""})))}
    reply = games.open_lobby(host, HOST, "toy", options)
    assert (code(reply) == "bad_options") is refused


@pytest.mark.parametrize("length", [63, 64, 65, 199, 200, 201])
def test_a_sealed_word_has_sixty_four_letters(length):
    assert games.clean_word("x" * length) == "x" * min(length, 64)


@pytest.mark.parametrize("length", [39, 40, 41, 201])
def test_a_name_has_forty_letters(length):
    assert clean_display_name("n" * length) == "n" * min(length, 40)


@pytest.mark.parametrize("marks", [1, 2, 3])
def test_a_letter_has_two_accents(marks):
    assert clean_display_name("q" + "\u0323" * marks) == "q" + "\u0323" * min(marks, 2)


@pytest.mark.parametrize(("lengths", "parts"), [((2000, 999), 1), ((2000, 1000), 1), ((2000, 1001), 2), ((3001,), 1)])
def test_a_post_has_three_thousand_characters_and_no_line_is_divided(lengths, parts):
    lines = [Told("x" * length, {}) for length in lengths]
    assert len(posting.split_post(Post("t:group", "g", 1, lines))) == parts


@pytest.mark.parametrize(("offered", "squares"), [(0, 1), (3, 4), (4, 5), (5, 5), (9, 5)])
def test_five_squares_at_once(offered, squares):
    class Asked:
        id, key, secret, of = "lap#1", "round.select", False, BOARD
        form = Form("choice")

    listed = Play(games.LIST_PLAY_KEY, "", of=f"lap/{BOARD}", form=Form("choice", high=offered))
    Asked.key = f"round.{next(iter(games.TURN_KEYS))}"
    assert games.count_squares_in_order(Asked, [listed]) == squares


@pytest.mark.parametrize(("silent", "credited"), [(59, False), (60, False), (61, True)])
def test_more_than_a_minute_of_silence_is_an_outage(host, hands, playing, silent, credited):
    wait(host, hands, 60)
    before = dict(host.store.load_game(playing).session.clocks)
    host.store.save_beat(hands.now)
    hands.now += silent
    ticking.sweep_due_games(host)
    after = host.store.load_game(playing).session.clocks
    given = {after[key].due - clock.due for key, clock in before.items()}
    assert given == ({silent} if credited else {0})


@pytest.mark.parametrize(("beats", "cleared"), [(2.9, False), (3, True), (3.1, True)])
def test_a_host_with_nothing_to_do_is_at_rest_after_three_beats(host, hands, beats, cleared):
    host.store.save_beat(hands.now)
    hands.now += beats * host.config.beat
    ticking.clear_heartbeat_when_idle(host)
    assert (host.store.load_last_beat() == 0) is cleared


@pytest.mark.parametrize("share", [0, 0.5, 0.8, 0.95])
@pytest.mark.parametrize("early", [1, 0, -1])
def test_whenever_the_clocks_stop_nothing_is_due_until_they_run_and_all_that_was_left_is_left(
    host, hands, share, early
):
    """A second before each reminder, at it and a second after; the same for a computer's move."""
    game = games.open_lobby(host, Command(by="ann", place="t:group"), "toy").game
    assert games.sit_at_table(host, HOST, game, Guest("ann", "Ann", "t:ann")).ok
    games.add_bot(host, HOST, game)
    assert games.start_game(host, HOST, game).ok
    hands.now += max(share * DAY - early, 0)
    host.store.save_beat(hands.now)
    before = {key: clock.due - hands.now for key, clock in host.store.load_game(game).session.clocks.items()}
    assert ticking.pause_session_clocks(host, HOST, game).ok
    version, posts = host.store.load_game(game).version, host.store.load_posts("t:ann")
    wait(host, hands, 3 * DAY, HOUR)
    assert host.store.load_game(game).version == version
    assert host.store.load_posts("t:ann") == posts
    assert ticking.resume_session_clocks(host, HOST, game).ok
    session = host.store.load_game(game).session
    assert {key: clock.due - hands.now for key, clock in session.clocks.items() if clock.who == "p1"} == {
        key: left for key, left in before.items() if session.clocks[key].who == "p1"
    }
    (asked,) = [clock for clock in session.clocks.values() if clock.who == "p1"]
    hands.now = asked.due - 1
    host.store.save_beat(hands.now)
    ticking.sweep_due_games(host)
    assert any(
        clock.who == "p1" and clock.due == asked.due for clock in host.store.load_game(game).session.clocks.values()
    )
    hands.now = asked.due
    ticking.sweep_due_games(host)
    assert not any(clock.due == asked.due for clock in host.store.load_game(game).session.clocks.values())


def test_who_asks_for_a_seat_after_another_was_let_in_takes_nobodys_place_in_the_queue(host):
    game = games.open_lobby(host, Command(by="ann"), "toy").game
    games.sit_at_table(host, HOST, game, Guest("ann", "Ann", "t:ann"))
    for _ in range(3):
        games.add_bot(host, HOST, game)
    assert games.start_game(host, HOST, game).ok
    for name in ("Bob", "Cat"):
        games.sit_at_table(host, Command(by=name), game, Guest(name, name))
    assert seats.admit_to_seat(host, HOST, game, "1").ok
    games.sit_at_table(host, Command(by="Dan"), game, Guest("Dan", "Dan"))
    assert [wish.person for wish in host.store.load_game(game).session.wishes.values()] == ["Cat", "Dan"]
