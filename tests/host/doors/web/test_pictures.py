"""Drawn games on the page: every cell that is an answer is a button, and every minigame can be played by taps alone."""

import random
import re

import pytest

from engine.kernel import Game, Reader, build_told
from engine.kernel.picture import list_picture_cells
from engine.kernel.view import Panel, View
from engine.minigames import MINIGAMES
from engine.season7.rounds import add_round
from engine.season7.rules import SEASON7
from engine.season7.state import Season, Season7Cell, Season7Options, Season7Player
from host.core import events
from host.core.session import WritingStyle, build_told_line
from host.doors.web.markup import looks, pictures
from host.doors.web.table import board, question_forms, stage
from host.doors.web.table.page_context import PageContext
from host.said import answers
from host.shown.views import GameView, QuestionView
from tests.host.doors.web.visitor import Forms
from tests.rulesets import samples
from workshop.simulate.minigames import build_minigame_season

ENDS = {"stop", "keep", "walk", "pass", "take", "again", "finish", "stay", "back"}
NOT_CELLS = ENDS | {*"ABCDEVWXYZ"} | {"one", "two", "three", "four"}  # rows, columns, and numbers of clues


def sight_of(game, who):
    """The game as one player's page shows it."""
    asked = [
        QuestionView(q.id, q.key, q.who, q.text, q.facts, q.form, list(q.options), q.secret, 0.0, q.of)
        for q in game.list_questions()
        if q.who == who
    ]
    shown = GameView(
        "g", "season7", "Race", "running", 1, 60.0, "", [], [], {}, WritingStyle(), you=who, view=game.build_view(who)
    )
    shown.asked = asked
    return PageContext(shown, Reader(), known=True, now=0.0, once="")


def page(sight):
    view = sight.shown.view
    scene = looks.draw_scene(sight, sight.panel)
    bare = [panel for panel in view.panels if not (scene and panel is sight.panel)]
    drawn = [markup for panel in bare for markup in pictures.render_pictures(sight, view, panel)]
    drawn += [scene.markup] if scene else []
    return "".join(
        [*drawn, *(question_forms.render_question(sight, asked) for asked in question_forms.list_questions(sight))]
    )


def taps(text):
    """What can be tapped: each by itself, and those that are gathered in order, in a field or in a scene."""
    forms = Forms(text)
    once = [button["value"] for form in forms.forms for button in form["buttons"] if button.get("name") == "value"]
    chosen = {"radio": once, "checkbox": []}
    for tag, attributes in forms.tags:
        if tag == "input" and attributes.get("name") == "value" and attributes.get("type") in chosen:
            chosen[attributes["type"]].append(attributes["value"])
    chips = [attributes["data-chip"] for tag, attributes in forms.tags if tag == "button" and "data-chip" in attributes]
    chips += chosen["checkbox"]
    beside = [attributes.get("data-chips") or "" for tag, attributes in forms.tags if tag == "input"]
    return once, chips, [chip for line in beside for chip in line.split(",") if chip]


@pytest.mark.parametrize("minigame", [*MINIGAMES])
def test_it_can_be_played_by_taps_alone(minigame):
    luck = random.Random(minigame)
    for i in range(4):
        game = Game.start_from_state(SEASON7, build_minigame_season(minigame), f"{minigame} {i}")
        while game.state.booths:
            question = game.list_questions()[0]
            sight = sight_of(game, question.who)
            (asked,) = question_forms.list_questions(sight)
            once, chips, beside = taps(page(sight))
            if asked.form.kind == "several":
                said = ", ".join(luck.sample(chips + beside, max(1, asked.form.low)))
                assert {*chips}.isdisjoint(beside)
            elif asked.form.kind == "number" and not once:
                said = str(asked.form.low)  # a number on no scale is typed
            else:
                said = luck.choice(once)
            value = answers.parse_form_answer(asked.form, answers.label_options(asked.options, Reader()), [said])
            game.answer(question.who, question.id, value)


@pytest.mark.parametrize("minigame", [*MINIGAMES])
def test_all_that_can_be_chosen_stands_on_the_page_once(minigame):
    """What a picture holds is not repeated as a button beside the question, and nothing is lost."""
    game = Game.start_from_state(SEASON7, build_minigame_season(minigame), minigame)
    while game.state.booths:
        question = game.list_questions()[0]
        sight = sight_of(game, question.who)
        once, chips, beside = taps(page(sight))
        offered = [str(option.value) for option in question.options]
        labels = [str(option.label) for option in question.options]
        if question.form.kind == "choice":
            assert {*once} == {*offered}
            assert len(once) == len(offered) or minigame == "Fractioniser"  # where every free place of a side is one
        elif question.form.kind == "several":
            assert {*chips} | {*beside} <= {*offered, *labels}
            assert len(chips) + len(beside) + len(once) == len(offered)
        if question.of:
            here = answers.find_tappable_cells(sight.shown, question_forms.list_questions(sight)[0])
            assert here
            assert {option.value for option in question.options} - here <= NOT_CELLS
        game.lapse(question.id)


def test_what_a_cell_does_beyond_what_it_shows_stands_in_it():
    game = Game.start_from_state(SEASON7, build_minigame_season("Biscuit Risk-It"), "tins")
    (question,) = game.list_questions()
    sight = sight_of(game, question.who)
    text = "".join(pictures.render_pictures(sight, sight.shown.view, sight.panel))
    for option in question.options:
        assert text.count(f"<small>{option.label}</small>") == 1


def test_whoever_only_watches_can_tap_nothing():
    game = Game.start_from_state(SEASON7, build_minigame_season("Hypercube"), "watched")
    assert len(game.list_questions()) == 1
    text = page(sight_of(game, "Bob"))
    assert "drawn" in text
    assert "<button" not in text


@pytest.mark.parametrize("picture", samples.SAMPLES, ids=lambda it: it.id)
def test_every_kind_is_written_with_all_of_its_cells(picture):
    panel = Panel("T", "Table", "on", pictures=[picture])
    view = View("Game", "on", 1, "£", [panel], [])
    shown = GameView("g", "season7", "Race", "running", 1, 60.0, "", [], [], {"p1": "Ann"}, WritingStyle(), view=view)
    sight = PageContext(shown, Reader({"p1": "Ann"}), known=True, now=0.0, once="")
    (text,) = pictures.render_pictures(sight, view, panel)
    faces = [str(cell.face) for cell in list_picture_cells(picture)]
    assert [re.sub(r"<[^>]+>", "", face) for face in faces if face not in text] == []
    assert text.startswith("<figure")
    assert text.count("<li") + text.count("<td") >= len(faces)


# -- squares of the board, and what is none


CASH = (Season7Cell("£100,000"), Season7Cell("£200,000"), Season7Cell("£300,000"))


def rounds(*cells, holds=()):
    season = Season(Season7Options(), {who: Season7Player() for who in ("Ann", "Bob")}, cycle=1, phase="quadrants")
    r = add_round(season, "Q1", "Q1", ["Ann", "Bob"])
    r.cells, r.stage, r.turn = [*cells], "play", "Ann"
    r.rows, r.columns = 1, len(cells)
    season.players["Ann"].hidden = [*holds]
    return Game.start_from_state(SEASON7, season, "laid")


def test_the_fates_of_a_blammo_are_four_doors_and_no_squares():
    game = rounds(Season7Cell("Blammo"), *CASH)
    game.answer("Ann", game.list_questions()[0].id, 1)
    sight = sight_of(game, "Ann")
    (asked,) = question_forms.list_questions(sight)
    assert asked.key == "blammo.square"
    assert answers.find_tappable_squares(sight.shown, asked) == set()
    assert answers.find_tappable_cells(sight.shown, asked) == {1, 2, 3, 4}
    assert taps(page(sight))[0] == ["1", "2", "3", "4"]


def test_open_squares_can_be_tapped_where_they_are_the_answer():
    game = rounds(
        Season7Cell("£100,000"),
        Season7Cell("45% Booster", open=True, by="Bob", shown="45% Booster"),
        *CASH,
        holds=["Copy/Paste"],
    )
    game.answer("Ann", game.list_questions()[0].id, "Copy/Paste")
    sight = sight_of(game, "Ann")
    (asked,) = question_forms.list_questions(sight)
    assert asked.key == "copy_paste.square"
    assert answers.find_tappable_squares(sight.shown, asked) == {2}
    panel = next(panel for panel in sight.shown.view.panels if panel.board)
    text = board.render_board(sight, panel, panel.board, stage.list_usable_squares(sight, panel))
    assert re.findall(r'<button[^>]* value="(\d+)"', text) == ["2"]


def test_plays_say_which_board_their_squares_are_on():
    game = rounds(*CASH, holds=["Kablam!", "Reveal a Row"])
    plays = {play.key: play.of for play in game.list_plays("Ann")}
    assert plays.pop("Reveal a Row") == ""
    assert {*plays} == {"lock", "list", "peek", "Kablam!"}
    assert {*plays.values()} == {"Q1/board"}


def test_the_page_does_not_ask_to_write_a_word_where_answers_are_tapped():
    sight = sight_of(rounds(*CASH), "Ann")
    told = build_told(events.WatchersAsked("Who wins?", ["win"]), {}, "Ann")
    assert sight.format_told(build_told_line(told)).endswith(" Who wins? Tap your answer.")
