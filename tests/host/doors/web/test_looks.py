"""Looks that games bring along: how they are filled, what they may hold, and that nothing in them is lost."""

import random
import re
from xml.etree import ElementTree as ET

import pytest
from msgspec.structs import replace

from engine.kernel import Form, Game
from engine.kernel.picture import Look, list_picture_cells
from engine.minigames import MINIGAMES
from engine.notation import parse_transcript
from engine.notation.run import _Replay
from engine.rulesets import RULESETS
from engine.season7.rules import SEASON7
from host.doors.web.files import FILES, list_look_files, list_styles_for, read_static_file
from host.doors.web.markup import looks
from host.doors.web.table import question_forms, stage
from host.doors.web.table.moments import draw_moment, list_moments
from host.said import answers
from host.shown.picture import as_text
from tests.host.doors.web import test_pictures
from tests.host.doors.web.in_a_browser.looked import LAID, TOLD, TRANSCRIPTS, WORN
from tests.host.doors.web.test_film import steps as film_steps
from workshop.simulate.minigames import build_minigame_season

TEMPLATES = [path for path in list_look_files().values() if path.suffix == ".html"]
MOST = 6 * 1024  # bytes of one look
LISTS = {"rows", "heads", "piles", "cells", "cell", "backs", "words", "options"}
OWN = {"look", "when", "tap", "join", "draw", "icon", "scale", "picked", "add"} | LISTS
TELLING = {"lines", "later", "given", "lacking", "each", "seat", "sum", "said", "told", "say"}
TELLING |= {"spaces", "landed", "confetti"}
PLAIN = {"div", "span", "b", "small", "em", "i", "ol", "ul", "li"}
ATTRIBUTES = {
    "class",
    "of",
    "kind",
    "mark",
    "last",
    "value",
    "say",
    "but",
    "with",
    "s",
    "times",
    "fill",
    "move",
    "n",
    "shape",
    "key",
    "step",
    "less",
}
CLASS = re.compile(r"\.([a-zA-Z][\w-]*)")


def drawn_pictures(name):
    """Every state of every transcript or minigame in which this look is wanted, and the game."""
    for laid in LAID[name]:
        if laid in MINIGAMES:
            yield from play_minigame(laid)
        else:
            yield from play_transcript(laid)


def play_minigame(minigame):
    luck = random.Random(minigame)
    for n in range(2):
        game = Game.start_from_state(SEASON7, build_minigame_season(minigame), f"{minigame} {n}")
        while game.state.booths:
            yield game
            question = luck.choice(game.list_questions())
            ends = [it.value for it in question.options if it.value in test_pictures.ENDS]
            others = [it.value for it in question.options if it.value not in test_pictures.ENDS]
            game.answer(question.who, question.id, choose_answer(question.form, others, ends, luck))


def choose_answer(form, others, ends, luck):
    """Something of what is asked, which goes on where it may."""
    if form.kind == "number":
        return luck.randint(form.low, form.high)
    chosen = luck.sample(others, max(1, form.low)) if others else ends[:1]
    return chosen if form.kind == "several" else chosen[0]


def play_transcript(name):
    transcript = parse_transcript((TRANSCRIPTS / f"{name}.rtab").read_text(encoding="utf-8"), RULESETS)
    running = _Replay(transcript, RULESETS[transcript.ruleset], "")
    for step in transcript.steps:
        running.play_step(step)
        yield running.game


def scenes_of(game, name):
    """What everybody sees of it: the page's side of each, the table, and the scene."""
    for who in [*list(game.state.players)[:2], ""]:
        sight = test_pictures.sight_of(game, who)
        panel = sight.panel
        found = looks.draw_scene(sight, panel) if panel else None
        if found and f'data-look="{name}"' in found.markup:
            yield sight, panel, found


@pytest.mark.parametrize("name", LAID)
def test_all_that_is_known_is_read_and_all_that_can_be_answered_stands_there_once(name):
    asked_for = 0
    whole = {at.get("of") for at in looks.load_template(name).iter() if at.tag in ("rows", "piles", "scale")}
    for game in drawn_pictures(name):
        for sight, panel, scene in scenes_of(game, name):
            assert whole.isdisjoint(each.id for each in scene.left)
            beside = as_text.format_picture_texts(scene.left, sight.reader)
            read = " ".join([scene.markup, *beside])
            text = " ".join([re.sub(r"<[^>]+>", " ", read), *re.findall(r'aria-label="([^"]+)"', read)])
            pictures = sight.shown.view.list_pictures(panel)
            look = next(each.look for each in pictures if each.look)
            for words in (look.pot, look.label, look.lives, look.risk, *look.know):
                assert sight.format_words(words).strip() in text
            for cell in [cell for each in pictures if each.id for cell in list_picture_cells(each)]:
                assert cell.kind == "shut" or is_read(sight.format_words(cell.face), text) or cell.kind in text.split()
            assert str(stage.render_board_place(sight, panel, [])).count("data-look") == 1
            asked = next((each for each in sight.asked if each.id.startswith(f"{panel.id}#")), None)
            if asked is None:
                assert 'name="value"' not in scene.markup
                continue
            asked_for += 1
            dock = question_forms.render_question(sight, asked, first=True)
            there = re.findall(r'name="value" value="([^"]*)"', scene.markup + dock)
            assert len({*there}) == len(there)
            assert is_answered_by(asked, there)
            assert 'type="text"' not in scene.markup + dock
            assert "placeholder" not in scene.markup + dock
            if scene.step:
                assert 'name="add"' in scene.markup
                assert 'form="scene"' in dock
                continue
            if not scene.tapped:
                continue
            kind = "checkbox" if asked.form.kind == "several" else "radio"
            assert scene.markup.count(f'type="{kind}" name="value"') == len(scene.tapped)
            assert 'form="scene"' in dock
    assert asked_for


def is_read(face, text):
    """A factor stands with a sign of its own: × 5 for x5."""
    return face in text or (face.startswith("x") and f"× {face[1:]}" in text)


def is_answered_by(asked, there):
    """All that can be chosen stands there; of numbers some, and the lowest where something waits there already."""
    if asked.form.kind != "number":
        return sorted(there) == sorted(str(option.value) for option in asked.options)
    return {*map(int, there)} <= {*range(asked.form.low, asked.form.high + 1)} and there


def list_files(template):
    return [path for path in list_look_files().values() if path.stem == template.stem]


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.stem)
def test_a_template_holds_no_script_and_no_style_of_its_own(path):
    for each in ET.fromstring(path.read_text(encoding="utf-8")).iter():  # noqa: S314 - our own file
        assert each.tag in OWN | TELLING | PLAIN
        assert {*each.attrib} <= ATTRIBUTES
    drawings = "".join(each.read_text(encoding="utf-8") for each in list_files(path) if each.suffix == ".svg")
    assert not re.search(r"<(?!/?(svg|symbol|path|circle|rect|ellipse|g|text)\b)", drawings)
    assert not re.search(r"\son\w+=|href|url\(|@import", drawings + read_static_file(f"{path.stem}.css").decode())


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.stem)
def test_a_look_is_light_and_loaded_only_where_it_is_drawn(path):
    """Template, style and drawings, and a look's share of what all looks have together (scene.css and scene.js): a
    browser keeps both for the next one.
    """
    shared = len(read_static_file("scene.css")) + len(read_static_file("scene.js"))
    assert sum(each.stat().st_size for each in list_files(path)) + shared / len({*LAID, *TOLD, *WORN}) <= MOST
    assert f"{path.stem}.css" in " ".join(list_styles_for(f'<div class="scene {path.stem}" data-look="{path.stem}">'))
    assert list_styles_for('<div class="place">') == []


def test_what_all_looks_share_is_no_larger_than_one_of_them():
    assert len(read_static_file("scene.css")) <= MOST
    assert len(read_static_file("scene.js")) <= MOST


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.stem)
def test_a_look_says_nothing_of_things_that_the_page_draws_itself(path):
    page = {
        name
        for file in FILES
        if file.endswith(".css") and file != "scene.css"
        for name in CLASS.findall(read_static_file(file).decode())
    }
    used = " ".join(re.findall(r'class="([^"]*)"', path.read_text(encoding="utf-8")))
    assert {*re.sub(r"\w*\{\w+\}", "", used).split()} & page <= {"unseen"}


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.stem)
def test_a_look_dresses_nothing_of_another(path):
    """Looks stay loaded, and many call their things alike."""
    style = re.sub(r"@keyframes[^{]+\{(?:[^{}]*\{[^{}]*\})*\s*\}", "", read_static_file(f"{path.stem}.css").decode())
    selectors = [each for each in re.findall(r"(?:^|[{}])([^{}@]+)\{", style) if each.strip()]
    assert selectors
    for each in selectors:
        assert all(f".{path.stem}" in one for one in re.split(r",(?![^()]*\))", each)), each


def told_moments(name):
    """Every moment that is drawn with this look, with a page that shows it."""
    for laid in TOLD[name]:
        for game, said in film_steps(TRANSCRIPTS / f"{laid}.rtab"):
            sight = test_pictures.sight_of(game, "")
            for moment in list_moments(game.ruleset, said):
                if moment.head.beat and moment.head.beat.look == name:
                    yield sight, moment


@pytest.mark.parametrize("name", TOLD)
def test_a_moment_is_drawn_by_its_game_with_everybody_and_each_sum(name):
    shown = 0
    for sight, moment in told_moments(name):
        drawn = draw_moment(sight, moment)
        assert drawn
        assert f'data-look="{name}"' in drawn
        text = re.sub(r"<[^>]+>", " ", drawn)
        assert all(who in text for line in moment.lines if line.beat and line.beat.look == name for who in line.who)
        for money in moment.sums:
            wanted = {sight.format_money(money.amount), sight.format_short_money(money.amount)}
            assert not money.amount or any(each in text for each in wanted), (name, text)
        assert "{" not in text
        shown += 1
    assert shown


@pytest.mark.parametrize("name", WORN)
def test_a_style_without_a_template_is_worn_by_what_the_page_draws(name):
    (path,) = [path for path in list_look_files().values() if path.stem == name]
    assert path.stat().st_size <= MOST
    for laid in WORN[name]:
        for game, _ in film_steps(TRANSCRIPTS / f"{laid}.rtab"):
            sight = test_pictures.sight_of(game, "")
            place = str(stage.render_board_place(sight, sight.shown.view.panels[0], []))
            assert place.count(f'data-look="{name}"') == 1
            assert f"{name}.css" in " ".join(list_styles_for(place))


def test_every_file_belongs_to_a_look_that_is_tested():
    cards = {"hall_season7", "hall_deluxe", "hall_ladder", "hall_billionaire"}  # of the games, in the hall
    assert {path.stem for path in list_look_files().values()} == {*LAID, *TOLD, *WORN, *cards}


def test_a_game_without_a_look_plays_as_before():
    game = Game.start_from_state(SEASON7, build_minigame_season("Smash for Cash"), "bare")
    sight = test_pictures.sight_of(game, game.list_questions()[0].who)
    assert looks.draw_scene(sight, sight.panel)
    for look in (None, Look(name="nobody_has_drawn_it")):
        panel = replace(sight.panel, pictures=[replace(each, look=look) for each in sight.panel.pictures])
        assert looks.draw_scene(sight, panel) is None
        sight.shown.view.panels[sight.shown.view.panels.index(sight.panel)] = panel
        sight.__dict__["panel"] = panel
        (asked,) = sight.asked
        assert "data-chip" in stage.render_board_place(sight, panel, [])
        assert "in your order" in question_forms.render_question(sight, asked)


def test_what_was_tapped_in_order_is_answered_in_that_order():
    game = Game.start_from_state(SEASON7, build_minigame_season("Smash for Cash"), "order")
    sight = test_pictures.sight_of(game, game.list_questions()[0].who)
    (asked,) = sight.asked
    options = answers.label_options(asked.options, sight.reader)
    assert answers.parse_form_answer(asked.form, options, ["7", "3", "B"]) == [7, 3, "B"]


def test_all_is_written_in_the_words_of_the_game_and_nothing_of_players_is_markup():
    game = Game.start_from_state(SEASON7, build_minigame_season("Penalty Shootout"), "names")
    sight = test_pictures.sight_of(game, game.list_questions()[0].who)
    pictures = [
        replace(each, look=replace(each.look, know=["<b>5 < 6</b>"]) if each.look else None)
        for each in sight.panel.pictures
    ]
    scene = looks.draw_scene(sight, replace(sight.panel, pictures=pictures))
    assert scene
    assert "&lt;b&gt;5 &lt; 6&lt;/b&gt;" in scene.markup


@pytest.mark.parametrize(
    ("form", "numbers"),
    [
        (Form("number", 1, 2), [1, 2]),
        (Form("number", 0, 12, 4), [0, 4, 8, 12]),
        (Form("number", 1, 12), [*range(1, 13)]),
        (Form("number", 1, 13), []),
        (Form("choice", 1, 2), []),
    ],
)
def test_a_few_numbers_have_a_button_each_and_more_have_none(form, numbers):
    assert [*question_forms._list_few_numbers(form)] == numbers
