"""What can be predicted of a season, and what settles it: each case is a few moves of a small round."""

from collections import Counter
from random import Random
from unittest.mock import ANY

import msgspec
import pytest

from engine.kernel import PUBLIC, Game, Told, build_told
from engine.race.table import encode_number_row, parse_number_row
from engine.season7 import catalogue, events, tables
from engine.season7.rounds import add_round
from engine.season7.rules import SEASON7
from engine.season7.state import MinigameBooth, Season, Season7Cell, Season7Options, Season7Player
from workshop.bots import sample_players

NAMES = ["Ann", "Bob", "Cat"]


def laid_out(*faces, bombs=()):
    """A round in play on a board of these squares, Ann first; each bomb is (square, whose)."""
    season = Season(Season7Options(), {who: Season7Player() for who in [*NAMES, "Dan"]}, cycle=1, phase="quadrants")
    r = add_round(season, "Q1", "Quadrant 1", NAMES, rows=3, columns=len(faces) // 3)
    r.cells = [Season7Cell(face) for face in faces]
    for n, who in bombs:
        r.cells[n - 1].bombs.append(who)
    r.stage, r.turn = "play", "Ann"
    return Game.start_from_state(SEASON7, season, "a seed")


def tell(event, table=""):
    return build_told(event, {}, table=table)


def offered(game):
    return {each.key: each for each in SEASON7.list_forecasts(game)}


def selects(game, n):
    """Whoever's turn it is opens this square; what that settles."""
    (question,) = [q for q in game.list_questions() if q.key == "select"]
    game.answer(question.who, question.id, n)
    return [outcome for told in game.told for outcome in SEASON7.list_outcomes(told)]


CASH = ["£100,000"] * 9


def test_what_can_be_predicted_of_a_round_in_play():
    found = offered(laid_out(*CASH))
    assert sorted(found) == ["Q1/falls", "Q1/next", "Q1/wins", "gain/Q1", "leads", "race"]
    assert [option.value for option in found["Q1/falls"].options] == NAMES
    assert str(found["Q1/wins"].text) == "Quadrant 1: who wins?"
    assert [str(option.label) for option in found["Q1/next"].options][:3] == [
        "a Bomb",
        "Negative Cash",
        "Six-Figure Cash",
    ]


def test_who_has_a_hand_in_it_or_may_know_more_is_barred():
    game = laid_out(*CASH, bombs=[(1, "Ann"), (9, "Bob")])
    assert selects(game, 9)  # Ann falls
    found = offered(game)
    assert found["Q1/falls"].barred == ["Bob", "Cat"]  # who is out may say who falls next
    assert found["Q1/next"].barred == ["Bob", "Cat"]  # nobody knows which square is next
    assert found["race"].barred == [*NAMES, "Dan"]


def test_a_square_is_what_it_turns_out_to_be():
    game = laid_out("-£10,000", "£100,000", "£1,000,000", "25% Booster", *CASH[:5])
    assert selects(game, 1) == [("Q1/next", ["1"]), ("Q1/square/1", ["1"])]
    assert selects(game, 2)[0] == ("Q1/next", ["2"])
    assert selects(game, 3)[0] == ("Q1/next", ["3"])
    assert selects(game, 4)[0] == ("Q1/next", ["4"])


def test_a_bomb_is_one_and_takes_somebody():
    assert selects(laid_out(*CASH, bombs=[(9, "Bob")]), 9) == [
        ("Q1/next", ["bomb"]),
        ("Q1/square/9", ["bomb"]),
        ("Q1/falls", ["Ann"]),
    ]


def test_a_square_locked_in_can_be_predicted_and_is_settled_when_it_is_opened():
    game = laid_out(*CASH)
    game.play("Bob", "lock", 5)
    asked = offered(game)["Q1/square/5"]
    assert str(asked.text) == "Quadrant 1: what is behind square 5, locked by Bob?"
    assert ("Q1/square/5", ["2"]) in selects(game, 1)  # Ann's turn; then Bob's square opens by itself


def test_who_is_out_and_may_know_what_is_locked_in_does_not_say_who_falls_by_it():
    """Ann has sealed her bomb under 5, and falls; Cat has locked 5 in: she alone knows what comes."""
    game = laid_out(*CASH, bombs=[(5, "Ann"), (9, "Cat")])
    game.play("Cat", "lock", 5)
    selects(game, 9)
    found = offered(game)
    assert found["Q1/falls"].barred == NAMES
    assert found["Q1/wins"].barred == NAMES  # Dan, who has no seat there, may


@pytest.mark.parametrize(("side", "kind"), [("Win Zone", "6"), ("Bomb", "bomb")])
def test_under_knife_edge_a_square_is_what_it_turns_out_to_be(side, kind):
    game = laid_out(*CASH)
    game.state.rounds["Q1"].seats["Ann"].knife_edge = True
    game = Game.start_from_state(SEASON7, game.state, "a seed", pins={"knife_edge.side": [[side]]})
    assert selects(game, 4)[:2] == [("Q1/next", [kind]), ("Q1/square/4", [kind])]


@pytest.mark.parametrize("seed", ["open 1", "open 2", "open 3"])
def test_whatever_opens_a_square_says_what_it_was(seed):
    dice, game, opened = Random(seed), Game.start(SEASON7, [*NAMES, "Dan", "Eve"], {}, seed, keep=False), 0
    for _ in range(300):
        closed = {
            (name, n)
            for name, r in game.state.rounds.items()
            for n, cell in enumerate(r.cells, 1)
            if r.stage == "play" and not cell.open
        }
        sample_players.move_carelessly(game, dice)
        found = {each.key for told in game.told for each in SEASON7.list_outcomes(told)}
        for name, n in closed:
            r = game.state.rounds.get(name)
            if r and r.stage == "play" and r.find_cell(n).open:
                assert f"{name}/square/{n}" in found, [told.text for told in game.told]
                opened += 1
    assert opened > 80


def test_an_auto_bomb_is_a_bomb():
    game = laid_out(*CASH, bombs=[(4, "Ann")])
    (question,) = game.list_questions()
    game.lapse(question.id)
    came = [outcome for told in game.told for outcome in SEASON7.list_outcomes(told)]
    assert came[:2] == [("Q1/next", ["bomb"]), ("Q1/square/4", ["bomb"])]


def test_the_end_of_a_round_says_who_has_won_it_and_voids_what_was_left_open():
    game = laid_out(*CASH, bombs=[(8, ""), (9, "")])
    selects(game, 8)
    came = selects(game, 9)
    over = [("Q1/wins", ["Cat"]), ("Q1/", None)]
    assert came[came.index(over[0]) :][:2] == over
    assert "Q1/wins" not in offered(game)


@pytest.mark.parametrize(("most", "side"), [(35_000_000, "under"), (35_000_001, "over")])
def test_over_and_under(most, side):
    closed = tell(events.RoundClosed("Quadrant 1", {"round": {"Ann": most, "Bob": 5}}), "Q1")
    assert [*SEASON7.list_outcomes(closed)] == [("gain/Q1", [side])]
    assert most > tables.GOOD_ROUND or side == "under"


def test_over_and_under_is_asked_of_what_this_game_has_brought():
    """The line is the median of its last rounds, fixed when a round begins and told when it is closed."""
    season = Season(Season7Options(), {who: Season7Player() for who in NAMES}, cycle=1, phase="quadrants")
    assert add_round(season, "Q1", "Quadrant 1", NAMES).good == 35_000_000
    season.best = encode_number_row([9_000_000, 80_000_000, 20_000_000])
    r = add_round(season, "Q1", "Quadrant 1", NAMES)
    assert r.good == 20_000_000
    r.stage, season.best = "closed", encode_number_row([1])
    assert (
        str(catalogue.build_best_gain_forecast("Q1", r, []).text)
        == "Quadrant 1: will the best player of the round gain more than £20,000,000, or less?"
    )
    closed = tell(events.RoundClosed("Quadrant 1", {"round": {"Ann": 20_000_001}}, r.good), "Q1")
    assert [*SEASON7.list_outcomes(closed)] == [("gain/Q1", ["over"])]


def test_each_round_of_a_season_is_compared_with_those_before_it():
    dice, game = Random("lines"), Game.start(SEASON7, NAMES, {}, "lines")
    lines: list[int] = []
    gains: list[int] = []
    while len(lines) < 12 and not game.over:
        sample_players.move_carelessly(game, dice)
        closed = [told.facts for told in game.told if told.kind is events.RoundClosed]
        lines += [facts["good"] for facts in closed]
        gains += [max(facts["best"]["round"].values(), default=0) for facts in closed]
    assert lines[0] == 35_000_000
    assert len(set(lines)) > 3
    assert len(lines) == 12
    assert parse_number_row(game.state.best) == gains


def test_who_leads_a_cycle_and_who_wins_the_race():
    led = tell(events.CycleOver(1, ["Ann", "Bob"], 2, {"cycles": NAMES, "cycles_led": ["Ann", "Bob"]}, 10, 990))
    assert [*SEASON7.list_outcomes(led)] == [("leads", ["Ann", "Bob"]), ("megagrid/", None)]
    won = tell(events.RaceWon(["Cat"], 1000, 1, {"cycles": NAMES, "seasons_won": ["Cat"]}))
    assert [*SEASON7.list_outcomes(won)] == [("leads", ["Cat"]), ("race", ["Cat"])]


def with_booth(minigame, kind="regular", phase="quadrants"):
    """A season in which Cat has won the only round and plays this now."""
    season = Season(Season7Options(), {who: Season7Player() for who in NAMES}, cycle=1, phase=phase, opened=1)
    r = add_round(season, "Q1", "Quadrant 1", NAMES, rows=1, columns=3, kind=kind)
    r.stage, r.winners, r.seats["Cat"].gained = "closed" if phase == "megagrid" else "minigames", ["Cat"], r.good + 1
    season.booths["M1"] = MinigameBooth(minigame, ["Cat"], 0, "Q1", 10_000_000)
    return Game.start_from_state(SEASON7, season, "a seed")


def answers(game, value):
    """Cat's only question is answered; what that settles."""
    (question,) = game.list_questions()
    game.answer(question.who, question.id, value)
    return [outcome for told in game.told for outcome in SEASON7.list_outcomes(told)]


def predictable(game, who):
    return {key for key, each in offered(game).items() if who not in each.barred}


@pytest.mark.parametrize(
    ("answer", "settled"),
    [
        ("keep", [("bonus/Cat", ["keep"]), ("square00/Cat", None)]),
        ("stake", [("bonus/Cat", ["risk"]), ("square00/Cat", ANY)]),
    ],
)
def test_who_is_out_says_whether_a_winner_risks_the_bonus_and_what_square00_hides(answer, settled):
    game = laid_out(*CASH, bombs=[(8, ""), (9, "")])
    selects(game, 8)
    came = selects(game, 9)
    assert [outcome.key for outcome in came[-2:]] == ["bonus/Cat", "square00/Cat"]
    assert predictable(game, "Ann") == {"bonus/Cat", "square00/Cat", "gain/Q1"}
    assert predictable(game, "Cat") == set()
    hides = {option.value for option in offered(game)["square00/Cat"].options}
    found = answers(game, answer)
    assert found[:2] == settled
    assert set(found[1].right or ()) <= hides
    assert not {"bonus/Cat", "square00/Cat"} & {*offered(game)}


@pytest.mark.parametrize(("amount", "right"), [(5_000_001, "more"), (5_000_000, "less")])
def test_who_is_out_says_how_much_a_minigame_brings(amount, right):
    assert predictable(with_booth("Power Number"), "Ann") == {"minigame/Cat"}
    assert predictable(with_booth("Power Number"), "Cat") == set()
    assert predictable(with_booth("Accelerator"), "Ann") == set()
    assert [*SEASON7.list_outcomes(tell(events.Gained("Cat", amount, "minigames"), "Q1"))] == [
        ("minigame/Cat", [right])
    ]
    assert [*SEASON7.list_outcomes(tell(events.Gained("Cat", amount, "cash"), "Q1"))] == []
    lost = tell(events.MinigamePaidNothing("Power Number", "Cat"), "Q1")
    assert [*SEASON7.list_outcomes(lost)] == [("minigame/Cat", ["nothing"])]
    begun = tell(events.MinigameStarted("Cat", "Power Number"), "M1")
    assert [*SEASON7.list_outcomes(begun)] == [("minigame/Cat", None)]


@pytest.mark.parametrize(("aim", "dive"), [("left", "left"), ("stop", "left")])
def test_what_a_goalkeeper_wins_says_nothing_of_their_own_minigame(aim, dive):
    """Ann keeps Cat's goal, while she plays a minigame herself."""
    game = with_booth("Penalty Shootout")
    game.state.booths["M1"].players.append("Ann")
    game.state.booths["M2"] = MinigameBooth("Spectrum", ["Ann"], 0, "Q1", 10_000_000)
    game = Game.start_from_state(SEASON7, game.state, "a seed")
    assert {"minigame/Ann", "minigame/Cat"} <= {*offered(game)}
    came, paid = [], []
    while kicks := [each for each in game.list_questions() if each.table == "M1"]:
        question = min(kicks, key=lambda each: each.who)  # the keeper first
        game.answer(question.who, question.id, dive if question.who == "Ann" else aim)
        came += [outcome for told in game.told for outcome in SEASON7.list_outcomes(told)]
        told_of = [told.event for told in game.told]
        paid += [event.who for event in told_of if isinstance(event, events.MinigamePaid | events.MinigamePaidNothing)]
    assert paid == ["Cat", "Ann"]
    assert [outcome.key for outcome in came if outcome.key.startswith("minigame/")] == ["minigame/Cat"]


def test_who_is_out_says_what_comes_on_the_megagrid_and_who_leads_then():
    game = with_booth("Megagrid", "super", "megagrid")
    assert predictable(game, "Ann") == {"megagrid/row/Cat", "megagrid/end/Cat", "leads"}
    assert predictable(game, "Cat") == set()
    climbed = answers(game, 1)
    while ("megagrid/row/Cat", ["safe"]) in climbed:
        climbed = answers(game, 1)
    assert climbed[:2] == [("megagrid/row/Cat", ["bomb"]), ("megagrid/end/Cat", ["bomb"])]
    stopped = answers(with_booth("Megagrid", "super", "megagrid"), "Stop")
    assert stopped[:2] == [("megagrid/row/Cat", ["stop"]), ("megagrid/end/Cat", ["stop"])]
    top = tell(events.MegagridClimbed("Cat"), "M1")
    assert [*SEASON7.list_outcomes(top)] == [("megagrid/end/Cat", ["top"])]


def test_the_climb_is_asked_of_as_soon_as_the_super_round_is_won():
    assert predictable(with_booth("Accelerator", "super", "super"), "Ann") == {"megagrid/end/Cat"}


@pytest.mark.parametrize("players", [4, pytest.param(8, marks=pytest.mark.whole)])
def test_who_is_out_hardly_ever_has_nothing_to_predict(players):
    """Whenever somebody was out in some cycles, and asked nothing: 41 % of these moments offered nothing once."""
    names = [f"p{n}" for n in range(1, players + 1)]
    dice, game = Random("out"), Game.start(SEASON7, names, {"target": 10**10}, "out")
    offers = Counter[int]()
    while game.state.cycle <= 5:
        sample_players.move_carelessly(game, dice)
        season = game.state
        busy = {question.who for question in game.list_questions()}
        offered_now = SEASON7.list_forecasts(game)
        for who in {name for r in season.rounds.values() for name in r.fallen} - busy:
            if not season.find_live_round(who):
                offers[len([each for each in offered_now if who not in each.barred])] += 1
    assert offers.total() > 150
    assert offers[0] <= offers.total() / 100
    assert offers[0] + offers[1] <= offers.total() / 5


def test_what_is_told_to_one_alone_settles_nothing():
    told = tell(events.PutOut("Ann"), "Q1")
    assert [*SEASON7.list_outcomes(told)]
    told.to = "Ann"
    assert not [*SEASON7.list_outcomes(told)]


@pytest.mark.parametrize("seed", range(3))
def test_in_a_whole_season_all_that_is_offered_is_settled_also_from_what_has_been_kept(seed):
    dice, game = Random(seed), Game.start(SEASON7, ["p1", "p2", "p3", "p4", "p5"], {"target": 30_000_000}, str(seed))
    waiting: dict[str, int] = {}
    settled = 0
    while not game.over:
        waiting |= dict.fromkeys(offered(game), 0)
        sample_players.move_carelessly(game, dice)
        for told in game.told:
            kept = msgspec.json.decode(msgspec.json.encode(told), type=Told)
            came = [*SEASON7.list_outcomes(told)] if told.to == PUBLIC else []
            assert [*SEASON7.list_outcomes(kept)] == came
            gone = [key for key in waiting for outcome in came if outcome.settles_forecast(key)]
            settled += len(gone)
            waiting = {key: n for key, n in waiting.items() if key not in gone}
    assert settled >= 20
    assert {key for key in waiting if not key.startswith("gain/")} == set()


def test_every_face_of_the_box_is_of_one_of_the_kinds_that_can_be_predicted():
    kinds = {option.value for option in offered(laid_out(*CASH))["Q1/next"].options}
    for face in tables.CATEGORY:
        opened = tell(events.SquareOpened("Ann", 1, tables.format_square(face)), "Q1")
        (kind,) = {key for outcome in SEASON7.list_outcomes(opened) for key in outcome.right or ()}
        assert kind in kinds - {"bomb"}
