"""docs/a-game.md leads through a game; what stands there is what runs here."""

import random
import re
import shutil
import subprocess
import sys
from collections import defaultdict
from importlib import import_module
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

import engine
from engine.kernel import Game, Illegal, Reader, Record, Ruleset
from engine.notation.run import replay_text
from engine.rulesets import RULESETS, Rulesets
from host.core.stand_ins import answer_for_bot
from host.doors.command import main
from host.doors.command.operate.export import play_demo_game
from host.doors.web.markup import pictures
from host.doors.web.table import question_forms
from host.shown.picture.as_text import format_picture_texts
from host.shown.picture.boards import render_boards_png
from tests.fences.desk import refusal_codes, refusals_without_code
from tests.fences.events import event_ids, events_shown_and_said, events_told, facts_guessed, sentences_twice
from tests.fences.words import long_sentences
from tests.host.doors.web.test_pictures import page, sight_of, taps

ROOT = Path(__file__).parent.parent
FENCES = (
    *(event_ids, events_shown_and_said, events_told, facts_guessed, sentences_twice),
    *(refusals_without_code, refusal_codes, long_sentences),
)
PAGE = (ROOT / "docs/a-game.md").read_text("utf-8")
NAMED = re.findall(r"^`([\w/.]+)`(?:, below that)?:\n\n```(\w+)\n(.*?)```$", PAGE, re.DOTALL | re.MULTILINE)


def files():
    """What the page puts where: pieces of one file are parted by two empty lines."""
    pieces = defaultdict(list)
    for path, _, text in NAMED:
        pieces[path].append(text)
    return {path: "\n\n".join(texts) for path, texts in pieces.items()}


(TRANSCRIPT,) = [text for path, text in files().items() if path.endswith(".rtab")]


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """A house with nothing but the files of the page, and what the linter reads."""
    root = tmp_path_factory.mktemp("house")
    for path, text in files().items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, "utf-8")
    for path in ("pyproject.toml", "engine/ruff.toml", "engine/__init__.py"):
        shutil.copy(ROOT / path, root / path)
    return root


@pytest.fixture(scope="module", autouse=True)
def alone(house):
    """Its folder, where it is imported as a game of the house is."""
    before = {name: sys.modules.pop(name) for name in [*sys.modules] if name.startswith("engine.alone")}
    engine.__path__.insert(0, str(house / "engine"))
    yield import_module("engine.alone.rules")
    engine.__path__.remove(str(house / "engine"))
    for name in [name for name in sys.modules if name.startswith("engine.alone")]:
        del sys.modules[name]
    sys.modules.update(before)


@pytest.fixture
def rules(alone):
    return alone.ALONE


def test_its_transcript_is_true(alone):
    assert [str(difference) for difference in replay_text(TRANSCRIPT, {"alone": alone.ALONE})] == []


def test_its_transcript_can_fail(alone):
    wrong = TRANSCRIPT.replace("Cat 30", "Cat 31")
    assert len(replay_text(wrong, {"alone": alone.ALONE})) == 1


@pytest.mark.parametrize("players", [2, 3, 8])
def test_bots_play_it_to_its_end(rules, players):
    history = play_demo_game(rules, 7, players, {}, 10_000)
    assert history.over


def test_computer_players_take_its_advice(rules):
    game = Game.start(rules, ["Ann", "Bob", "Cat"], {"goal": 40}, "secret")
    while not game.over:
        answer_for_bot(game, game.list_questions()[0], random.Random(1))
    assert max(game.state.points.values()) >= 40


def test_it_can_be_put_away_after_every_answer(rules):
    game, luck = Game.start(rules, ["Ann", "Bob"], {}, "secret"), random.Random(2)
    while not game.over:
        question = game.list_questions()[0]
        game.answer(question.who, question.id, luck.choice(question.options).value)
        loaded = Game.load(rules, Record.from_json(game.save().to_json()))
        assert loaded.build_view("Ann") == game.build_view("Ann")
        game = loaded


def test_it_is_seen_everywhere_and_its_numbers_can_be_tapped(rules):
    game = Game.start(rules, ["Ann", "Bob"], {}, "secret")
    panel = game.build_view("").panels[0]
    assert len(format_picture_texts(panel.pictures, Reader())) == 4
    assert render_boards_png([panel], Reader()).startswith(b"\x89PNG")
    context = sight_of(game, "Ann")
    assert len(pictures.render_pictures(context, context.shown.view, panel)) == 1
    assert taps(page(context))[0] == [str(n) for n in range(1, 10)]
    assert [asked.of for asked in question_forms.list_questions(context)] == ["numbers"]


def test_nobody_sees_what_others_have_named(rules):
    seen = set()
    for number in (1, 9):
        game = Game.start(rules, ["Ann", "Bob"], {}, "secret")
        question = next(question for question in game.list_questions() if question.who == "Bob")
        game.answer("Bob", question.id, number)
        seen.add((str(game.build_view("Ann")), str(game.told)))
    assert len(seen) == 1


def test_options_are_checked_before_anybody_sits_down(rules):
    for wrong in ({"goal": 3}, {"goal": "many"}):
        with pytest.raises(Illegal):
            rules.check_options(wrong)
    assert rules.create_state(["Ann", "Bob"], {"goal": "50"}).goal == 50


def test_whoever_is_let_go_is_waited_for_no_longer(rules):
    game = Game.start(rules, ["Ann", "Bob", "Cat"], {}, "secret")
    game.play("*", "leave", "Cat")
    assert {question.who for question in game.list_questions()} == {"Ann", "Bob"}
    game.play("*", "kick", "Bob")
    assert game.over


def ruff(house, *words):
    """What the linter of the house says there."""
    line = [sys.executable, "-m", "ruff", *words, "--no-cache", "engine/alone"]
    return subprocess.run(line, cwd=house, check=False, capture_output=True, text=True)


@pytest.mark.parametrize("words", [["check"], ["format", "--diff"]])
def test_the_page_is_written_as_the_engine_is(house, words):
    """The linter and the formatter of the house have nothing to say of any file."""
    ran = ruff(house, *words)
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_the_linter_looks_at_its_files_with_the_rules_of_the_engine(house):
    bad = house / "engine/alone/bad.py"
    bad.write_text("import random\n")
    said = ruff(house, "check").stdout
    bad.unlink()
    assert "Chance is an input" in said


def test_what_it_leaves_out_has_a_default(rules):
    game = Game.start(rules, ["Ann", "Bob"], {}, "secret")
    assert rules.explain_refusal(game, "Ann", "number", 99) is None
    assert rules.list_elements() == ()
    assert rules.find_private_tape(game.state, "table") is None
    assert not rules.cards
    assert not list(rules.secret_plays)


def test_its_page_of_rules_has_every_word_and_every_option(rules, monkeypatch, capsys):
    monkeypatch.setitem(RULESETS, "alone", rules)
    assert main(["page", "alone"]) == 0
    printed = capsys.readouterr().out
    assert "- **lit**: It counts twice." in printed
    assert "| `goal` | How many points win. | 30 |" in printed


def test_a_game_without_a_page_of_rules_is_told_where_to_put_it(rules, monkeypatch, capsys):
    monkeypatch.setitem(RULESETS, "nowhere", rules)
    assert main(["page", "nowhere"]) == 1
    assert "engine/nowhere/rulebook.py" in capsys.readouterr().err
    assert main(["page", "ladder"]) == 0


@pytest.mark.whole
def test_what_is_read_into_a_type_of_its_own_is_ready(house):
    script = "import sys, engine; engine.__path__.insert(0, sys.argv[1]); from engine.alone.rules import Options\n"
    script += "from tests.test_ready_types import is_ready; print(is_ready(Options))"
    at = house / "engine"
    ran = subprocess.run([sys.executable, "-c", script, at], cwd=ROOT, check=True, capture_output=True, text=True)
    assert ran.stdout == "True\n"


def test_the_fences_have_nothing_to_say_of_it(house):
    """Its lists hold what the page tells people to add to them, and nothing else."""
    added = re.findall(r"add ((?:`[\w. ]+`(?: and )?)+) to `(tests/fences/\w+\.txt)`", PAGE)
    assert [Path(path).name for _, path in added] == ["event_ids.txt", "plain_events.txt", "refusal_codes.txt"]
    for rows, path in added:
        (house / path).parent.mkdir(parents=True, exist_ok=True)
        (house / path).write_text("".join(f"{row}\n" for row in re.findall(r"`([^`]+)`", rows)), "utf-8")
    assert [breach for fence in FENCES for breach in fence(house)] == []


@pytest.mark.parametrize(
    ("fence", "path"),
    [(event_ids, "event_ids.txt"), (events_shown_and_said, "plain_events.txt"), (refusal_codes, "refusal_codes.txt")],
)
def test_the_fences_miss_what_is_not_added(house, fence, path):
    (house / "tests/fences").mkdir(parents=True, exist_ok=True)
    (house / "tests/fences" / path).write_text("")
    assert fence(house) != []


def test_its_state_is_a_tree_that_python_need_not_collect(alone):
    assert not alone.State.__struct_config__.gc


def test_the_page_says_where_everything_goes():
    parts = {f"engine/alone/{part}.py" for part in ("__init__", "events", "rules", "notation", "rulebook")}
    assert {*files()} == {*parts, "tests/transcripts/alone/meeting.rtab"}
    assert PAGE.count("```") == 2 * len(NAMED)


def test_it_is_loaded_as_the_page_says(alone):
    loader = PAGE.partition("import inside:\n\n")[2].partition("\n\n`RULESETS`")[0]
    assert 'gets a line at its end:\n\n        "alone": _alone,\n' in PAGE
    names: dict[str, Any] = {"Ruleset": Ruleset, "Any": Any}
    exec(dedent(loader), names)  # noqa: S102 - the page is ours
    assert Rulesets({"alone": names["_alone"]})["alone"] is alone.ALONE
