"""Every ruleset offers something to predict, tells all of it in the end, and shows nothing sealed by it."""

from random import Random

import msgspec
import pytest

from engine.billionaire import events as bn
from engine.deluxe import events as deluxe
from engine.kernel import PUBLIC, Game, Record, Told
from engine.ladder import events as quiz
from engine.rulesets import RULESETS
from host.core import stand_ins
from host.core.cards import dealt_cards

SHORT: dict[str, dict[str, object]] = {
    "season7": {"target": 25_000_000},
    "deluxe": {"target": 30_000_000},
    "billionaire": {"goal": "100m"},
    "ladder": {"rounds": 2},
}
OFFERED = {
    "season7": {"Q1/falls", "Q1/wins", "Q1/next", "gain/Q1", "leads", "race"},
    "deluxe": {"race"},
    "billionaire": {"auction", "game"},
    "ladder": {"right", "game"},
}


def begun(name, seed):
    rules = RULESETS[name]
    players = ["Ann", "Bob", "Cat", "Dan"]
    return Game.start_from_state(rules, dealt_cards.build_initial_state(rules, players, SHORT[name], seed), seed)


@pytest.mark.parametrize("name", list(SHORT))
def test_all_that_is_offered_in_a_game_is_told_in_it_also_from_what_has_been_kept(name):
    dice, game = Random(name), begun(name, f"{name} 1")
    rules, seen, waiting, settled = RULESETS[name], set[str](), set[str](), set[str]()
    while not game.over:
        offered = {each.key for each in rules.list_forecasts(game)}
        seen, waiting = seen | offered, waiting | offered
        stand_ins.answer_for_bot(game, dice.choice(game.list_questions()), dice)
        for told in game.told:
            kept = msgspec.json.decode(msgspec.json.encode(told), type=Told)
            came = [*rules.list_outcomes(told)]
            assert [*rules.list_outcomes(kept)] == came
            assert not came or told.to == PUBLIC
            gone = {key for key in waiting for outcome in came if outcome.settles_forecast(key)}
            waiting, settled = waiting - gone, settled | gone
    assert seen >= OFFERED[name]
    assert settled >= OFFERED[name]
    assert {key for key in waiting if not key.startswith(("gain/", "auction"))} == set()
    assert not rules.list_forecasts(game)


@pytest.mark.parametrize("name", list(SHORT))
def test_what_is_offered_can_be_said_and_names_nobody_who_is_not_there(name):
    game = begun(name, f"{name} 2")
    while not game.over:
        stand_ins.answer_for_bot(game, game.list_questions()[0], Random(1))
        for each in RULESETS[name].list_forecasts(game):
            values = [option.value for option in each.options]
            assert len(values) == len(set(values)) > 1
            assert all(isinstance(value, str) for value in values)
            assert not any(option.private for option in each.options)
            assert set(each.barred) <= {*RULESETS[name].list_players(game.state), ""}


def told(event, table=""):
    return Told(event.id, event.list_facts(), table=table)


def test_on_the_ladder_who_is_out_or_watches_says_which_answer_is_right():
    game = begun("ladder", "right")
    stand_ins.answer_for_bot(game, game.list_questions()[0], Random(1))
    rules = RULESETS["ladder"]
    found = next(each for each in rules.list_forecasts(game) if each.key == "right")
    assert [option.value for option in found.options] == ["A", "B", "C", "D"]
    assert set(found.barred) - {""} == set(game.state.list_climbers())
    answer = quiz.RightAnswerShown("B", "x", "y", asked=1, right=1, card="card", rung=2)
    assert [*rules.list_outcomes(told(answer))] == [("right", ["B"]), ("right/2", ["2B"])]
    assert [*rules.list_outcomes(told(quiz.GameWon(["Ann"], 1)))] == [("game", ["Ann"])]


def test_in_billionaire_an_auction_is_bought_or_comes_to_nothing():
    rules = RULESETS["billionaire"]
    assert [*rules.list_outcomes(told(bn.LotBought("Ann", ["x"], 10, 5)))] == [("auction", ["Ann"])]
    assert [*rules.list_outcomes(told(bn.LotUnwanted()))] == [("auction", None)]
    assert [*rules.list_outcomes(told(bn.AuctionOpened("Ann", "Asia")))] == [("auction", None)]


def test_in_deluxe_a_grid_is_won_and_somebody_falls():
    rules = RULESETS["deluxe"]
    assert [*rules.list_outcomes(told(deluxe.PutOut("Ann"), "G1"))] == [("G1/falls", ["Ann"])]
    over = deluxe.GridOver("Grid 1", "Bob wins", {"rounds": ["Ann", "Bob"], "rounds_won": ["Bob"]})
    assert [*rules.list_outcomes(told(over, "G1"))] == [("G1/wins", ["Bob"]), ("G1/", None)]
    won = deluxe.RaceWon(["Bob"], 1, 1_000_000_000, {"races": ["Ann", "Bob"], "races_won": ["Bob"]})
    assert [*rules.list_outcomes(told(won))] == [("race", ["Bob"])]


@pytest.mark.parametrize("name", list(SHORT))
def test_facts_alone_settle_and_count_nothing(name):
    """What has happened is told by the kind of an event: a remark with the same facts is none."""
    shared = {word: ["Ann"] for word in ("rounds_won", "races_won", "seasons_won", "cycles_led")}
    facts = {"who": "Ann", "n": 3, "amount": 5, "source": "cash", "face": "£100,000", "deeds": shared}
    facts["best"] = {"round": {"Ann": 9}}
    for deed in ("outs", "bombs", "squares", "won", "lost", "asleep"):
        remark = Told("Ann does something.", {**facts, "deed": deed}, table="Q1")
        assert not [*RULESETS[name].list_outcomes(remark), *RULESETS[name].list_deeds(remark)]


@pytest.mark.parametrize("name", list(SHORT))
def test_what_somebody_seals_shows_in_nothing_that_can_be_predicted(name):
    """The same game twice; in one of them something else is sealed, and everybody sees the same."""
    rules, dice = RULESETS[name], Random(name)
    assert sum(compare_twins(rules, begun(name, f"{name} {seed}"), dice) for seed in range(3, 9)) > 2


def compare_twins(rules, game, dice):
    """Compare what can be predicted in twins of a game, and return how often there were two that look the same."""
    compared = 0
    for _ in range(20):
        if game.over:
            break
        secret = next((each for each in game.list_questions() if each.secret and len(each.options) > 1), None)
        if secret is not None:
            twins = [Game.load(rules, Record.from_json(game.save().to_json())) for _ in range(2)]
            for twin, option in zip(twins, (secret.options[0], secret.options[-1]), strict=True):
                twin.answer(secret.who, secret.id, option.value)
            if msgspec.json.encode(twins[0].build_view(PUBLIC)) == msgspec.json.encode(twins[1].build_view(PUBLIC)):
                offered = [msgspec.json.encode(rules.list_forecasts(twin)) for twin in twins]
                assert offered[0] == offered[1]
                compared += 1
        stand_ins.answer_for_bot(game, dice.choice(game.list_questions()), dice)
    return compared
