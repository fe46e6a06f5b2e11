"""docs/a-game.md leads through a game; what stands there is what runs here."""

import random
import re
import subprocess
import sys
import types
from pathlib import Path

import pytest

from engine.kernel import Game, Illegal, Reader, Record
from engine.notation.run import replay
from engine.rulesets import RULESETS
from host.core.computer_player import answer_for
from host.doors.command import main
from host.doors.command.cases.demo import played
from host.doors.web import asking, pictures
from host.shown.picture.board import boards_png
from host.shown.picture.spelling import all_spelled
from tests.host.doors.web.test_pictures import page, sight_of, taps

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs/a-game.md").read_text("utf-8")
BLOCKS = re.findall(r"```(\w+)\n(.*?)```", PAGE, re.DOTALL)
CODE = "\n\n".join(text.rstrip() + "\n" for kind, text in BLOCKS if kind == "python")
(TRANSCRIPT,) = [text for kind, text in BLOCKS if kind == "rtab"]


@pytest.fixture(scope="module")
def page_code():
    """The page, as a module."""
    module = types.ModuleType("alone_of_the_page")
    sys.modules[module.__name__] = module
    exec(compile(CODE, "docs/a-game.md", "exec"), module.__dict__)  # noqa: S102 - the page is ours
    yield module
    del sys.modules[module.__name__]


@pytest.fixture
def rules(page_code):
    return page_code.ALONE


def test_its_transcript_is_true(page_code):
    assert [str(difference) for difference in replay(TRANSCRIPT, {"alone": page_code.ALONE})] == []


def test_its_transcript_can_fail(page_code):
    wrong = TRANSCRIPT.replace("Cat 30", "Cat 31")
    assert len(replay(wrong, {"alone": page_code.ALONE})) == 1


@pytest.mark.parametrize("players", [2, 3, 8])
def test_bots_play_it_to_its_end(rules, players):
    history = played(rules, 7, players, {}, 10_000)
    assert history.over


def test_computer_players_take_its_advice(rules):
    game = Game.new(rules, ["Ann", "Bob", "Cat"], {"goal": 40}, "secret")
    while not game.over:
        answer_for(game, game.pending()[0], random.Random(1))
    assert max(game.state.points.values()) >= 40


def test_it_can_be_put_away_after_every_answer(rules):
    game, luck = Game.new(rules, ["Ann", "Bob"], {}, "secret"), random.Random(2)
    while not game.over:
        question = game.pending()[0]
        game.answer(question.who, question.id, luck.choice(question.options).value)
        loaded = Game.load(rules, Record.from_json(game.save().to_json()))
        assert loaded.view("Ann") == game.view("Ann")
        game = loaded


def test_it_is_seen_everywhere_and_its_numbers_can_be_tapped(rules):
    game = Game.new(rules, ["Ann", "Bob"], {}, "secret")
    panel = game.view("").panels[0]
    assert len(all_spelled(panel.pictures, Reader())) == 4
    assert boards_png([panel], Reader()).startswith(b"\x89PNG")
    context = sight_of(game, "Ann")
    assert len(pictures.drawn(context, context.shown.view, panel)) == 1
    assert taps(page(context))[0] == [str(n) for n in range(1, 10)]
    assert [asked.of for asked in asking.questions(context)] == ["numbers"]


def test_nobody_sees_what_others_have_named(rules):
    seen = set()
    for number in (1, 9):
        game = Game.new(rules, ["Ann", "Bob"], {}, "secret")
        question = next(question for question in game.pending() if question.who == "Bob")
        game.answer("Bob", question.id, number)
        seen.add((str(game.view("Ann")), str(game.told)))
    assert len(seen) == 1


def test_options_are_checked_before_anybody_sits_down(rules):
    for wrong in ({"goal": 3}, {"goal": "many"}):
        with pytest.raises(Illegal):
            rules.agree(wrong)
    assert rules.new(["Ann", "Bob"], {"goal": "50"}).goal == 50


def test_whoever_is_let_go_is_waited_for_no_longer(rules):
    game = Game.new(rules, ["Ann", "Bob", "Cat"], {}, "secret")
    game.play("*", "leave", "Cat")
    assert {question.who for question in game.pending()} == {"Ann", "Bob"}
    game.play("*", "kick", "Bob")
    assert game.over


def test_the_page_is_written_as_the_engine_is():
    """The linter and the formatter of the house have nothing to say."""
    name = ["--stdin-filename", "engine/alone.py", "-"]
    for command in (["check", "--no-cache"], ["format", "--check", "--no-cache"]):
        ran = subprocess.run(
            [sys.executable, "-m", "ruff", *command, *name],
            cwd=ROOT,
            check=False,
            input=CODE,
            capture_output=True,
            text=True,
        )
        assert ran.returncode == 0, ran.stdout + ran.stderr


def test_what_it_leaves_out_has_a_default(rules):
    game = Game.new(rules, ["Ann", "Bob"], {}, "secret")
    assert rules.why_not(game, "Ann", "number", 99) is None
    assert rules.elements() == ()
    assert rules.private_tape(game.state, "table") is None
    assert not rules.cards
    assert not list(rules.secret_plays)


def test_a_game_without_a_page_of_rules_is_told_where_to_put_it(rules, monkeypatch, capsys):
    monkeypatch.setitem(RULESETS, "alone", rules)
    assert main(["page", "alone"]) == 1
    assert "engine/alone/rulebook.py" in capsys.readouterr().err
    assert main(["page", "ladder"]) == 0


def test_the_page_says_where_everything_goes():
    for path in (
        "engine/alone/__init__.py",
        "rules.py",
        "notation.py",
        "engine/alone/rulebook.py",
        "engine/rulesets.py",
    ):
        assert f"`{path}`" in PAGE
    (loader,) = re.findall(r"((?:^    .*\n|^\n)+)", PAGE.partition("and the import inside:\n")[2], re.MULTILINE)[:1]
    assert "def _alone() -> Ruleset[Any]:" in loader
