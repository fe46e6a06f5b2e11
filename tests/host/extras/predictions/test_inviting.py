"""Nobody who fell is silent: a player who is out is told so in private, and asked for two predictions."""

import random
import re
from dataclasses import replace
from unittest.mock import MagicMock

import msgspec
import pytest

from engine.kernel import PUBLIC, format_text
from engine.rulesets import ruleset
from engine.season7.events import MegagridOpened, MegagridRowSafe, SquareOpened, WinBonusTeased
from host.core import events, games
from host.core.context import load_engine_game
from host.core.deadlines import ticking
from host.core.games import Guest
from host.core.session import RUNNING, Command, Person, ToldLine
from host.core.stand_ins import pick_random_answer
from host.delivery.outbox import Message, should_notify_private
from host.doors.terminal.playing import KeyboardNews
from host.extras.predictions import prediction_slips, services
from host.shown import views

FOUR = ("ann", "bob", "cat", "dan")
SMALL: dict[str, object] = {"rows": 4, "columns": 4, "super_rows": 4, "super_columns": 5}


def open_season(host, pace="daily", rules="season7", small=SMALL, **options):
    options = {**small, **options}
    game = games.open_lobby(host, Command(by="ann", place="t:group"), rules, options, pace=pace).game
    for person in FOUR:
        assert games.sit_at_table(host, Command(by=person), game, Guest(person, person.title(), f"t:{person}")).ok
    assert games.start_game(host, Command(by="ann"), game).ok
    return game


class Told:
    """One line of the log, with the person it was for."""

    def __init__(self, session, told):
        self.told, self.person = told, next((each.person for each in session.players if each.seat == told.to), "")


def play_season(host, game, steps, seed, *, predicting=False):
    """Let everybody answer at random; yield what each answer has brought. Some predict whatever they are asked for."""
    luck = random.Random(seed)
    for _ in range(steps):
        session = host.store.load_game(game).session
        if session.stage != RUNNING:
            return
        question = load_engine_game(ruleset(session.ruleset), session)[0].list_questions()[0]
        who = session.find_player_in(question.who).person
        before = session.entries
        assert games.submit_answer(host, Command(by=who), game, question.id, pick_random_answer(question, luck)).ok
        session = host.store.load_game(game).session
        lines = [Told(session, told) for entry in host.store.load_log(game, before) for told in entry.told]
        yield lines
        for line in lines:
            if predicting and line.told.kind in ASKED:
                for forecast in views.load_game_view(host, game, line.person).forecasts:
                    if forecast.key in line.told.facts["keys"]:
                        value = luck.choice(forecast.options).value
                        assert services.submit_prediction(host, Command(by=line.person), game, forecast.key, value).ok


BEGINS = {WinBonusTeased: "bonus/", MegagridOpened: "megagrid/row/", MegagridRowSafe: "megagrid/row/"}

ASKED = (events.FallenAsked, events.WatchersAsked, events.PredictionTold)


FALL = re.compile(
    r"(?:It was (your own bomb|a bomb of [\w, ]+)\. )?"
    r"You are out until (cycle|round) (\d+) \(about \d+ (?:hours?|days?) at most\)\."
)


@pytest.mark.parametrize(("rules", "lap", "options"), [("season7", "cycle", SMALL), ("deluxe", "round", {})])
def test_who_falls_is_told_whose_bomb_it_was_and_until_when_and_asked_for_two_predictions(host, rules, lap, options):
    game, bombs = open_season(host, rules=rules, small=options), set[str]()
    for lines in play_season(host, game, 200, 3):
        fallen = {line.told.facts["who"] for line in lines if line.told.deed == "outs" and line.told.to == PUBLIC}
        owners = [
            owner
            for line in lines
            if type(line.told.event).__name__ == "BombOwned"
            for owner in line.told.facts.get("owners", [])
        ]
        for line in (line for line in lines if line.told.kind is events.FallenAsked and line.told.facts["keys"]):
            session = host.store.load_game(game).session
            assert line.told.to in fallen
            said = FALL.fullmatch(format_text("{out}", line.told.facts))
            assert said
            assert line.told.facts["first"] and line.told.facts["second"]
            assert said[2] == lap
            assert int(said[3]) == getattr(load_engine_game(ruleset(rules), session)[0].state, lap) + 1
            if len(owners) == 1:
                assert said[1] == ("your own bomb" if owners == [line.told.to] else f"a bomb of {owners[0]}")
                bombs.add("own" if owners == [line.told.to] else "another’s")
            offered = {each.key for each in views.load_game_view(host, game, line.person).forecasts}
            assert len(line.told.facts["keys"]) == 2
            assert set(line.told.facts["keys"]) <= offered
    assert "another’s" in bombs


@pytest.mark.whole
@pytest.mark.parametrize(
    ("rules", "options"),
    [("season7", SMALL | {"target": 50_000_000}), ("deluxe", {"target": 20_000_000}), ("ladder", {"rounds": 1})],
)
def test_in_whole_games_each_fall_has_its_line(host, rules, options):
    game, falls, plain = open_season(host, rules=rules, small=options), 0, 0
    for lines in play_season(host, game, 2000, 4):
        fallen = sorted(line.told.facts["who"] for line in lines if line.told.deed == "outs" and line.told.to == PUBLIC)
        told = [line.told for line in lines if line.told.kind is events.FallenAsked]
        if host.store.load_game(game).session.stage != RUNNING:
            fallen = []  # with a fall that ends the game comes its finale
        assert sorted(each.to for each in told) == fallen
        assert not any("{" in format_text(each.text, each.facts) for each in told)
        falls, plain = falls + len(fallen), plain + sum(not each.facts["keys"] for each in told)
    assert host.store.load_game(game).session.stage != RUNNING
    assert bool(falls) == (rules != "ladder")  # nobody is ever out of it
    assert bool(plain) == (rules == "deluxe")


@pytest.mark.parametrize("seed", [2])
def test_who_is_out_is_asked_again_with_each_square_of_a_super_round_and_nobody_is_rung_for_it(host, seed):
    game = open_season(host)
    squares = 0
    for lines in play_season(host, game, 120, seed):
        state = load_engine_game(ruleset("season7"), host.store.load_game(game).session)[0].state
        opened = any(line.told.kind is SquareOpened and line.told.table == "SR" for line in lines)
        if not opened or "SR" not in state.rounds or state.rounds["SR"].stage != "play":
            continue
        squares += 1
        watching = {who for who in state.players if who not in state.rounds["SR"].list_living()}
        asked = [line for line in lines if line.told.kind in ASKED]
        assert sorted(line.told.to for line in asked) == sorted(watching)
        for line in asked:
            assert line.told.facts["keys"] == ["SR/next", "SR/falls"]
            heard = ToldLine(line.told.what, line.told.facts, line.told.to)
            assert not should_notify_private(Message(game=game, lines=[heard]))
    assert squares > 3


@pytest.mark.parametrize("seed", [2])
def test_who_is_out_is_asked_about_the_bonus_and_the_megagrid_too(host, seed):
    game, begun = open_season(host), set[object]()
    for lines in play_season(host, game, 200, seed):
        kinds = {line.told.kind for line in lines if line.told.to == PUBLIC}
        asked = [line for line in lines if line.told.kind in ASKED]
        for begins in BEGINS.keys() & kinds - begun:
            engine_game, _ = load_engine_game(ruleset("season7"), host.store.load_game(game).session)
            playing = {question.who for question in engine_game.list_questions()}
            assert {line.told.to for line in asked} == {*engine_game.state.players} - playing
            assert all(line.told.facts["keys"][0].startswith(BEGINS[begins]) for line in asked)
            begun.add(begins)
        if len(begun) == len(BEGINS):
            return
    pytest.fail(f"asked only at {begun}")


@pytest.mark.parametrize("seed", [2])
def test_at_a_keyboard_nobody_has_to_look_away_for_what_a_watcher_may_predict(host, seed):
    game, invited = open_season(host), 0
    for lines in play_season(host, game, 120, seed):
        for line in lines:
            alone = [each.told.kind for each in lines if each.person == line.person]
            if line.person and alone == [events.WatchersAsked]:
                person, *others = (Person(each, each.title(), 0.0) for each in (line.person, "ann", "bob"))
                news = KeyboardNews(host, game, [person, *others], MagicMock())
                news._heard = host.store.load_game(game).session.entries - 1
                news.collect_news(aloud=False)
                assert not news.has_unread(person)
                invited += events.WatchersAsked.id in {told.what for told in news._unread[person.id]}
    assert invited > 3


def test_who_has_predicted_nothing_is_asked_once_a_quadrant_and_not_with_every_square(host):
    game = open_season(host)
    kinds = [line.told.kind for lines in play_season(host, game, 45, 5) for line in lines if line.told.kind in ASKED]
    assert events.PredictionTold not in kinds
    assert kinds


def test_without_predictions_nobody_is_asked_for_any(host):
    host = replace(host, config=msgspec.structs.replace(host.config, without=("predictions",)))
    game = open_season(host)
    assert not [line for lines in play_season(host, game, 60, 3) for line in lines if line.told.kind in ASKED]


@pytest.mark.parametrize("target", [1_000_000, 1_000_000_000])
def test_who_predicts_best_is_told_at_the_end_of_a_cycle_and_of_the_game(host, target):
    game = open_season(host, target=target)
    for lines in play_season(host, game, 400, 5, predicting=True):
        beats = [line.told.kind.beat.kind for line in lines if line.told.kind and line.told.kind.beat]
        stand = [line.told for line in lines if line.told.kind is events.PredictionsStand]
        assert bool(stand) == bool({"cycle", "crown"} & {*beats})
        if stand:
            assert ("crown" if target == 1_000_000 else "cycle") in beats
            assert lines[-1].told is not stand[0]  # the next cycle, or the secret of the draws, comes behind it
            session = host.store.load_game(game).session
            ranked = services.list_game_points(host, session, "")
            assert [row["facts"]["points"] for row in stand[0].facts["rows"]] == [
                each.score.points for each in ranked if each.score.points
            ][:3]
            return
    pytest.fail("no cycle has ended")


def test_they_stand_in_the_recap_of_the_morning_and_a_spectator_without_a_name(host, hands):
    game = open_season(host)
    prediction_slips.save_slip(
        host.store, prediction_slips.PredictionSlip(game, "zoe", score=prediction_slips.Score(points=7, settled=1)), 0
    )
    assert len([*play_season(host, game, 8, 5)]) == 8  # all bombs are hidden, and somebody has opened a square
    hands.now += 86_401
    ticking.sweep_due_games(host)
    told = [told for entry in host.store.load_log(game) for told in entry.told]
    (stand,) = [each for each in told if each.kind is events.PredictionsStand]
    assert "a spectator 7 points" in format_text(stand.text, stand.facts)
    assert "zoe" not in str(told)
