"""Every minigame is worth playing, and worth thinking about; the figures in full stand in docs/minigames.md."""

import json
import re
from functools import cache
from pathlib import Path
from random import Random

import pytest

from engine.kernel import Game, Reader
from engine.kernel.chance import Wanted
from engine.minigames import MINIGAMES
from engine.season7.rules import SEASON7
from host.doors.command import main
from host.shown.picture.as_text import format_picture_texts
from workshop.bots.minigames import compute_exact_value, load_sensible_policy, searched
from workshop.simulate.minigames import (
    PLAYER,
    MinigameResult,
    build_minigame_season,
    format_minigames_page,
    measure_minigame,
    play_minigame_once,
)

NAMES = sorted(MINIGAMES)
WATCHED, QUICK, THOROUGH = 120, 300, 4000
LOW, HIGH, NEVER = 3_000_000, 12_000_000, 140_000_000
LOW_POINTS, HIGH_POINTS = 40, 150
MOST_QUESTIONS = 10
AS_MANY_AS_IT_TAKES = {"Shut the Box": 14}  # a classic ends when the dice say so
ENOUGH, SLEEPY = 2.0, 0.6  # best by careless at least, silence by best at most
QUITS = {"stop", "walk", "keep", "take", "back", "pass"}  # whoever says so goes with what they hold
SELDOM = {"stay"}  # ends it, too, but with nothing in hand: right when the table lies in order as far as is known
ENDS = QUITS | SELDOM
SLACK = 1.4  # of what is measured by 300 plays; 2.5 standard deviations for the two that are nearest to a bound


@cache
def measured(minigame, plays=QUICK):
    return measure_minigame(minigame, plays, seed=1)


def balanced(found, slack):
    low, high = (LOW_POINTS, HIGH_POINTS) if found["name"] == "Accelerator" else (LOW, HIGH)
    sure = 1 if found["exact"] else slack
    assert low / sure <= found["best"] <= high * sure
    assert found["best_by_careless"] >= ENOUGH / slack
    assert found["silence_by_best"] <= SLEEPY * slack
    assert found["silence"] > 0
    for player in found["players"].values():
        assert player["longest"] <= AS_MANY_AS_IT_TAKES.get(found["name"], MOST_QUESTIONS)
        assert 0 <= player["max"] <= NEVER


@pytest.mark.whole
@pytest.mark.parametrize("minigame", NAMES)
def test_best_careless_and_silent_players_fare_as_they_should(minigame):
    balanced(measured(minigame), SLACK)


@pytest.mark.slow
@pytest.mark.parametrize("minigame", NAMES)
def test_so_they_do_over_thousands_of_plays(minigame):
    balanced(measured(minigame, THOROUGH), 1)


@pytest.mark.whole
@pytest.mark.parametrize("minigame", [name for name in NAMES if hasattr(searched, f"play_{MINIGAMES[name].__name__}")])
def test_the_best_player_wins_what_the_search_says(minigame):
    """A player that does not do what its own search would do fares worse than that, by more than luck."""
    found = measured(minigame)["players"]["best"]["mean"]
    assert found > (compute_exact_value(minigame) or 0) / 1.6


def one_by_one(question, _picture, _dice):
    """The smallest answer there is, and never to stop: nobody can be asked more often than so."""
    if question.form.kind == "number":
        return question.form.low + (question.form.low < question.form.high and question.key != "leap_of_faith.steps")
    closed = [option.value for option in question.options if option.value not in ENDS]
    return closed[: max(1, question.form.low)] if question.form.kind == "several" else closed[0]


@pytest.mark.parametrize("minigame", NAMES)
def test_nobody_is_asked_more_than_ten_times(minigame):
    most = AS_MANY_AS_IT_TAKES.get(minigame, MOST_QUESTIONS)
    assert (
        max(
            play_minigame_once(minigame, one_by_one, load_sensible_policy(minigame), f"{i}").questions
            for i in range(40)
        )
        <= most
    )


# -- choices


PLAIN = re.compile(r"[a-z]+( [a-z]+)?$")  # a word that is chosen, no square, row, or sum
AT_ONCE = {"two", "three", "four"}  # so many clues at once, which are also taken one by one


@cache
def watched(minigame):
    """What the best player was offered in words, what of it was chosen, and what anybody who quit would have had."""
    offered, chosen, quits = set(), set(), []
    for i in range(WATCHED):
        dice, game = (
            Random(f"{minigame} {i}"),
            Game.start_from_state(SEASON7, build_minigame_season(minigame), f"watched {i}", keep=False),
        )
        while game.state.booths:
            question = game.list_questions()[0]
            picture = "\n".join(format_picture_texts(game.find_table(question.table).pictures, Reader()))
            answer = load_sensible_policy(minigame)(question, picture, dice)
            if question.who == PLAYER:
                words = {it.value for it in question.options if PLAIN.match(str(it.value))}
                offered |= words
                chosen |= words & {*(answer if isinstance(answer, list) else [answer])}
                quits += [question] if words & QUITS else []
            game.answer(question.who, question.id, answer)
    return offered - AT_ONCE - SELDOM, chosen, quits


@pytest.mark.whole
@pytest.mark.parametrize("minigame", NAMES)
def test_whatever_can_be_chosen_is_sometimes_right(minigame):
    offered, chosen, _ = watched(minigame)
    never = offered - chosen
    assert never == set(), (
        f"layers/workshop/bots/minigames: the best player is offered this, and never takes it: {never}"
    )


def test_a_times_table_that_lies_in_order_is_left_alone():
    pins: dict[str, list[Wanted]] = {"times_table.amounts": [["3000", "5000", "8000", "130000", "200000", "1000000"]]}
    game = Game.start_from_state(SEASON7, build_minigame_season("Times Table"), "in order", pins=pins)
    for expected in (["D", "E", "F"], ["stay"]):
        (question,) = game.list_questions()
        picture = "\n".join(format_picture_texts(game.find_table(question.table).pictures, Reader()))
        answer = load_sensible_policy("Times Table")(question, picture, Random(1))
        assert answer == expected
        game.answer(question.who, question.id, answer)


HOLDS = ("bank", "cash", "total", "now", "pot", "speed", "slip", "first", "last")


@pytest.mark.whole
@pytest.mark.parametrize("minigame", NAMES)
def test_nobody_can_stop_with_nothing(minigame):
    for question in watched(minigame)[2]:
        why = f"{question.key}: whoever may stop is told under one of {HOLDS} what they hold; told is {question.facts}"
        assert any(question.facts.get(name) for name in HOLDS), why


def test_the_page_has_a_row_with_a_star_for_what_is_exact():
    text = format_minigames_page([measured("Fractioniser")], QUICK)
    assert re.search(r"^\| Fractioniser \| £[\d,]+\* \| £[\d,]+ \| £[\d,]+ \|", text, re.MULTILINE)


def test_the_same_seed_gives_the_same_lines(capsys):
    printed = []
    for seed in ("1", "1", "2"):
        assert main(["simulate", "minigames", "Fractioniser", "--plays", "20", "--seed", seed, "--json"]) == 0
        printed.append(capsys.readouterr().out)
    assert printed[0] == printed[1] != printed[2]
    (found,) = json.loads(printed[0])
    assert found["exact"]
    assert found["best"] > found["silence"]
    assert main(["simulate", "minigames", "Fractioniser", "--plays", "20"]) == 0
    assert "silence/best" in capsys.readouterr().out


def test_where_few_plays_win_nothing_no_share_is_made_up(capsys, monkeypatch):
    monkeypatch.setattr(
        "workshop.simulate.minigames.play_minigame_once", lambda *_: MinigameResult(prize=0, questions=1)
    )
    monkeypatch.setattr("workshop.simulate.minigames.compute_exact_value", lambda _name: None)
    found = measure_minigame("Fractioniser", 2, seed=1)
    assert (found["best_by_careless"], found["silence_by_best"]) == (None, None)
    assert main(["simulate", "minigames", "Fractioniser", "--plays", "2"]) == 0
    assert capsys.readouterr().out.splitlines()[1].split()[-2:] == ["–", "–"]


@pytest.mark.as_released
def test_the_page_in_docs_has_every_minigame():
    page = (Path(__file__).parents[2] / "docs" / "minigames.md").read_text("utf-8")
    assert re.findall(r"^\| ([^|]+) \| [£\d]", page, re.MULTILINE) == NAMES, (
        "print it anew: rtab simulate minigames --page --plays 600 > docs/minigames.md"
    )
