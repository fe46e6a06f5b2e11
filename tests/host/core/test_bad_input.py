"""Whatever is sent in: a sentence, nothing changed, and no secret in the log."""

import logging

import pytest

from engine.kernel import render
from host.core import games, seats, ticking
from host.core.commands import Command
from host.core.games import Guest
from host.shown import views

NASTY = [None, True, -1, 10**40, 1.5, float("nan"), "", "x" * 10**6, "\x00\u202e\ud800", [], [[[]]], {}, {"a": [1]},
         ["A", "A"], ["A", "Z"], ["A"] * 10**4, b"bytes", "p1", "*", object()]  # fmt: skip


def unchanged(house, game, before, reply):
    assert not reply.ok
    assert all(render(line.text, line.facts) for line in reply.lines)
    assert len(reply.lines) == 1
    assert len(render(reply.lines[0].text, reply.lines[0].facts)) < 300
    assert house.store.game(game) == before


@pytest.fixture(autouse=True)
def no_secret_is_logged(house, playing, caplog):
    caplog.set_level(logging.DEBUG)
    yield
    secret = house.store.game(playing).session.secret
    logged = caplog.text + "".join(str(vars(record)) for record in caplog.records)
    assert secret not in logged
    assert "xxxxxxxx" not in logged


@pytest.mark.parametrize("value", NASTY)
def test_an_answer_of_the_wrong_kind(house, playing, value):
    before = house.store.game(playing)
    (asked,) = views.view(house, playing, "ann").asked
    unchanged(house, playing, before, games.answer(house, Command("k", "ann"), playing, asked.id, value))


@pytest.mark.parametrize("value", NASTY)
def test_a_question_that_is_none(house, playing, value):
    before = house.store.game(playing)
    unchanged(house, playing, before, games.answer(house, Command("k", "ann"), playing, value, 1))


@pytest.mark.parametrize("value", NASTY)
def test_a_play_that_is_none_or_has_the_wrong_choice(house, playing, value):
    before = house.store.game(playing)
    unchanged(house, playing, before, games.play(house, Command("k", "ann"), playing, value))
    unchanged(house, playing, before, games.play(house, Command("l", "ann"), playing, "tip", value))


@pytest.mark.parametrize("value", NASTY)
def test_a_game_or_a_seat_that_is_none(house, playing, value):
    before = house.store.game(playing)
    ann = Command(by="ann")
    for reply in (
        games.answer(house, ann, value, "lap#1", 1),
        games.join(house, ann, value, Guest("eve", "Eve")),
        games.create(house, ann, value),
        games.create(house, ann, "toy", pace=value),
        games.create(house, ann, "toy", options=value if value != {"a": [1]} and value else ["laps"]),  # type: ignore[arg-type] # on purpose
        ticking.extend(house, ann, value, 60),
    ):
        assert not reply.ok
    if value != "p1":
        for reply in (seats.kick(house, ann, playing, value), seats.vote_out(house, ann, playing, value)):
            unchanged(house, playing, before, reply)


def test_other_peoples_questions(house, playing):
    (asked,) = views.view(house, playing, "ann").asked
    before = house.store.game(playing)
    for person in ("bob", "stranger", ""):
        reply = games.answer(house, Command(f"k-{person}", person), playing, asked.id, 1)
        unchanged(house, playing, before, reply)


def test_a_question_settled_long_ago(house, playing):
    (asked,) = views.view(house, playing, "ann").asked
    games.answer(house, Command("a", "ann"), playing, asked.id, 1)
    before = house.store.game(playing)
    unchanged(house, playing, before, games.answer(house, Command("a2", "ann"), playing, asked.id, 1))


def test_a_host_key_from_a_player(house, playing):
    before = house.store.game(playing)
    unchanged(house, playing, before, games.play(house, Command("k", "bob"), playing, "kick", "p1"))
    unchanged(house, playing, before, seats.kick(house, Command("l", "bob"), playing, "p1"))


def test_too_many_games_and_too_many_seats(house):
    crowd = [games.create(house, Command(by="eve"), "toy").game for _ in range(house.config.most_games)]
    assert not games.create(house, Command(by="eve"), "toy").ok
    replies = [games.add_bot(house, Command(by="eve"), crowd[0]) for _ in range(house.config.most_seats + 1)]
    assert [reply.ok for reply in replies] == [True] * house.config.most_seats + [False]


def test_a_second_seat_for_one_person(house, playing):
    before = house.store.game(playing)
    unchanged(house, playing, before, games.join(house, Command("j", "ann"), playing, Guest("ann", "Ann again")))
