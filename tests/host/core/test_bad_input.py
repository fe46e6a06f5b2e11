"""Whatever is sent in: a sentence, nothing changed, and no secret in the log."""

import logging

import pytest

from engine.kernel import format_text
from host.core import games, seats
from host.core.deadlines import ticking
from host.core.games import Guest
from host.core.session import Command
from host.shown import views

NASTY = [None, True, -1, 10**40, 1.5, float("nan"), "", "x" * 10**6, "\x00\u202e\ud800", [], [[[]]], {}, {"a": [1]},
         ["A", "A"], ["A", "Z"], ["A"] * 10**4, b"bytes", "p1", "*", object()]  # fmt: skip


def unchanged(host, game, before, reply):
    assert not reply.ok
    assert all(0 < len(format_text(line.text, line.facts)) < 300 for line in reply.lines)
    aloud, *alone = reply.lines
    assert not aloud.to
    assert len(alone) <= 1
    assert host.store.load_game(game) == before


@pytest.fixture(autouse=True)
def no_secret_is_logged(host, playing, caplog):
    caplog.set_level(logging.DEBUG)
    yield
    secret = host.store.load_game(playing).session.secret
    logged = caplog.text + "".join(str(vars(record)) for record in caplog.records)
    assert secret not in logged
    assert "xxxxxxxx" not in logged


@pytest.mark.parametrize("value", NASTY)
def test_an_answer_of_the_wrong_kind(host, playing, value):
    before = host.store.load_game(playing)
    (asked,) = views.load_game_view(host, playing, "ann").asked
    unchanged(host, playing, before, games.submit_answer(host, Command("k", "ann"), playing, asked.id, value))


@pytest.mark.parametrize("value", NASTY)
def test_a_question_that_is_none(host, playing, value):
    before = host.store.load_game(playing)
    unchanged(host, playing, before, games.submit_answer(host, Command("k", "ann"), playing, value, 1))


@pytest.mark.parametrize("value", NASTY)
def test_a_play_that_is_none_or_has_the_wrong_choice(host, playing, value):
    before = host.store.load_game(playing)
    unchanged(host, playing, before, games.make_unasked_play(host, Command("k", "ann"), playing, value))
    unchanged(host, playing, before, games.make_unasked_play(host, Command("l", "ann"), playing, "tip", value))


@pytest.mark.parametrize("value", NASTY)
def test_a_game_or_a_seat_that_is_none(host, playing, value):
    before = host.store.load_game(playing)
    ann = Command(by="ann")
    for reply in (
        games.submit_answer(host, ann, value, "lap#1", 1),
        games.sit_at_table(host, ann, value, Guest("eve", "Eve")),
        games.open_lobby(host, ann, value),
        games.open_lobby(host, ann, "toy", pace=value),
        games.open_lobby(host, ann, "toy", options=value if value != {"a": [1]} and value else ["laps"]),  # type: ignore[arg-type] # on purpose
        ticking.grant_extra_time(host, ann, value, 60),
    ):
        assert not reply.ok
    if value != "p1":
        for reply in (
            seats.kick_from_seat(host, ann, playing, value),
            seats.vote_for_stand_in(host, ann, playing, value),
        ):
            unchanged(host, playing, before, reply)


def test_other_peoples_questions(host, playing):
    (asked,) = views.load_game_view(host, playing, "ann").asked
    before = host.store.load_game(playing)
    for person in ("bob", "stranger", ""):
        reply = games.submit_answer(host, Command(f"k-{person}", person), playing, asked.id, 1)
        unchanged(host, playing, before, reply)


def test_a_question_settled_long_ago(host, playing):
    (asked,) = views.load_game_view(host, playing, "ann").asked
    games.submit_answer(host, Command("a", "ann"), playing, asked.id, 1)
    before = host.store.load_game(playing)
    unchanged(host, playing, before, games.submit_answer(host, Command("a2", "ann"), playing, asked.id, 1))


def test_a_host_key_from_a_player(host, playing):
    before = host.store.load_game(playing)
    unchanged(host, playing, before, games.make_unasked_play(host, Command("k", "bob"), playing, "kick", "p1"))
    unchanged(host, playing, before, seats.kick_from_seat(host, Command("l", "bob"), playing, "p1"))


def test_too_many_games_and_too_many_seats(host):
    crowd = [games.open_lobby(host, Command(by="eve"), "toy").game for _ in range(host.config.most_games)]
    assert not games.open_lobby(host, Command(by="eve"), "toy").ok
    replies = [games.add_bot(host, Command(by="eve"), crowd[0]) for _ in range(host.config.most_seats + 1)]
    assert [reply.ok for reply in replies] == [True] * host.config.most_seats + [False]
    names = [player.name for player in host.store.load_game(crowd[0]).session.players]
    assert len({*names}) == host.config.most_seats
    assert all(name.endswith(" (bot)") and not name.startswith("Bot") for name in names)


def test_a_second_seat_for_one_person(host, playing):
    before = host.store.load_game(playing)
    unchanged(host, playing, before, games.sit_at_table(host, Command("j", "ann"), playing, Guest("ann", "Ann again")))
