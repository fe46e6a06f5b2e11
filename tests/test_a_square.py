"""docs/a-square.md leads through a square, a minigame and a setting; what it names exists, and its square plays."""

import ast
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from engine.notation import replay_text
from engine.rulesets import RULESETS
from engine.season7 import hooks, tables
from engine.season7.rules import SEASON7_OPTION_RANGES, SEASON7_OPTIONS_HELP
from engine.season7.squares import vintage
from engine.season7.state import Season7Options
from engine.season7.voice.milestones import MOMENTS
from engine.season7.voice.narrator import SQUARE_SOURCES
from host.core.session import ReachableHours
from host.said.desk.settings import SETTINGS
from tests.fences.desk import refusals_without_code
from tests.fences.events import event_ids, events_shown_and_said, events_told, facts_guessed, sentences_twice
from tests.minigames import test_balance
from tests.season7.finds import lacks_nothing, of_transcript

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs/a-square.md").read_text("utf-8")
QUOTED = re.findall(r"`([^`\n]+)`", re.sub(r"```.*?```", "", PAGE, flags=re.DOTALL))
PATHS = sorted({word for word in QUOTED if re.fullmatch(r"(?:engine|layers|tests|docs)/[\w/.-]+", word)})
NAMES = re.findall(r"`([A-Z_]+|[A-Z][a-z]\w+)`[^`\n]{0,4}\(`([\w/]+\.py)`", PAGE.replace("\n   ", " "))
PLAYED = """rtab     1 season7
title    What a total has below a hundred thousand comes once more
players  Ann Bob Cat
bank     Ann £1,234,567
round    Q1 Ann Bob Cat
board    Q1
    Loose Change | £100,000 | £200,000 | £300,000 | £400,000 | £500,000

Ann      select 1
>        Ann finds £34,567 of loose change.
>        Ann gains £34,567.
=        Ann £1,269,134
?        Bob select
"""


@pytest.mark.parametrize("path", PATHS)
def test_every_file_exists(path):
    assert (ROOT / path).exists()


@pytest.mark.parametrize(("name", "path"), NAMES)
def test_every_name_stands_where_the_page_says(name, path):
    assert re.search(rf"^(?:class )?{name}\b", (ROOT / path).read_text("utf-8"), re.MULTILINE)


def test_the_lists_of_squares_are_called_as_the_page_calls_them():
    (named,) = re.findall(r"in a list of `engine/season7/tables.py` \(([^)]*)\)", PAGE)
    assert [name for name in re.findall(r"`(\w+)`", named) if not hasattr(tables, name)] == []


def test_the_page_names_enough_to_be_followed():
    assert len(PATHS) > 15
    assert {name for name, _ in NAMES} >= {
        "HOOKS",
        "NEEDS_A_PLACE",
        "MINIGAMES",
        "BoothTable",
        "Season7Options",
        "ReachableHours",
        "SETTINGS",
    }


@pytest.fixture
def put(monkeypatch):
    """Puts a square where the page says."""

    def putting(script):
        exec(script, vars(vintage))  # noqa: S102 # lines of the page, or ours
        monkeypatch.setitem(tables.CATEGORY, "Loose Change", tables.CATEGORY["Jackpot"])
        monkeypatch.setitem(
            hooks.HOOKS.squares, "Loose Change", hooks.find_square_scripts(["Loose Change"])["Loose Change"]
        )

    yield putting
    vars(vintage).pop("loose_change")


def test_a_square_needs_its_line_and_its_script_and_nothing_else(put, tmp_path):
    script = re.search(r"```python\n(.*?)```", PAGE, re.DOTALL)
    assert script
    put("\n".join(line.removeprefix("   ") for line in script[1].splitlines()))
    (tmp_path / "loose_change.rtab").write_text(PLAYED, "utf-8")
    assert list(replay_text(PLAYED, RULESETS)) == []
    heard = of_transcript(tmp_path / "loose_change.rtab")
    assert (heard.found, heard.wrong) == (1, [])  # the voice, too, says it on one line
    assert "Ann finds £34,567 of loose change." in heard.lines[0]


@pytest.mark.whole
def test_an_event_of_a_square_needs_what_the_page_says_and_nothing_else(tmp_path):
    """In a copy of the house: a name in a list, a function, an event with a line in two lists, and a transcript."""
    for name in ("engine", "layers", "tests"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__", "releases"))
    script, event = (re.search(rf"```{kind}", PAGE, re.DOTALL) for kind in (r"python\n(.*?)```", r"\n(class .*?)```"))
    told = re.search(r"Then `(t\.tell\(events\.\w+\(.*?\)\))`", PAGE)
    assert script and event and told
    function = "\n".join(line.removeprefix("   ") for line in script[1].splitlines())
    function = re.sub(r"t\.tell\(.*\)", told[1], function)
    season7 = tmp_path / "engine/season7"
    add_to(season7 / "tables.py", "VINTAGE_SQUARES = [\n", '    "Loose Change",\n')
    add_to(season7 / "squares/vintage.py", "", f"\n\n{function}\n")
    add_to(season7 / "events.py", "", f"\n\n{event[1]}")
    for row, path in re.findall(r"add `(season7[\w. ]+)` to `(tests/fences/\w+\.txt)`", PAGE):
        add_to(tmp_path / path, "", f"{row}\n")
    (tmp_path / "tests/transcripts/vintage/loose_change.rtab").write_text(PLAYED, "utf-8")
    fences = (event_ids, events_shown_and_said, events_told, facts_guessed, sentences_twice, refusals_without_code)
    assert [breach for fence in fences for breach in fence(tmp_path)] == []
    played = "from pathlib import Path; from engine.rulesets import RULESETS; from engine.notation import replay_text\n"
    played += "for path in sorted(Path('tests/transcripts/vintage').glob('*.rtab')):\n"
    played += "    print(path.name, *replay_text(path.read_text('utf-8'), RULESETS))"
    env = os.environ | {"PYTHONPATH": str(tmp_path)}
    ran = subprocess.run(
        [sys.executable, "-c", played], cwd=tmp_path, env=env, check=True, capture_output=True, text=True
    )
    assert "loose_change.rtab" in ran.stdout.split()
    assert [line for line in ran.stdout.splitlines() if not line.endswith(".rtab")] == []


def add_to(path, before, text):
    """Put a text behind the first place of another, or at the end."""
    was = path.read_text("utf-8")
    at = was.index(before) + len(before) if before else len(was)
    path.write_text(was[:at] + text + was[at:], "utf-8")


NO_MONEY = """
async def loose_change(t, finder):
    t.tell("{who} turns out all pockets.", who=finder)
"""
OTHERS = """
async def loose_change(t, finder):
    t.tell("The loose change of {who} goes round.", who=finder)
    verbs.gain(t, "Bob", 1_000, "vintage")
    verbs.lose(t, "Cat", 2_000, "vintage")
"""
NOT_A_WORD = """
async def loose_change(t, finder):
    verbs.gain(t, "Bob", 1_000, "vintage")
"""


@pytest.mark.parametrize(
    ("script", "says"),
    [
        (NO_MONEY, ["Ann turns out all pockets."]),
        (OTHERS, ["The loose change of Ann goes round.", "Bob by £1,000", "Cat by £2,000"]),
        (NOT_A_WORD, ["Bob by £1,000"]),
    ],
    ids=["no money", "money of others", "money alone"],
)
def test_the_voice_says_a_square_it_has_not_learned_on_one_line(put, tmp_path, script, says):
    put(script)
    selected = PLAYED.splitlines()[:9]
    (tmp_path / "loose_change.rtab").write_text("\n".join([*selected, ""]), "utf-8")
    heard = of_transcript(tmp_path / "loose_change.rtab")
    lacks_nothing(heard.wrong)
    assert [line for line in says if line not in heard.lines[0]] == []


def test_every_setting_has_its_line():
    assert SEASON7_OPTIONS_HELP.keys() == set(Season7Options.__struct_fields__)
    assert SEASON7_OPTION_RANGES.keys() < SEASON7_OPTIONS_HELP.keys()
    assert len(SETTINGS) <= len(ReachableHours.__struct_fields__) + 1  # a style holds two


@pytest.mark.parametrize("face", sorted(tables.FACES_WITH_ARTICLE))
def test_a_square_that_is_one_of_many_has_the_article_that_its_sound_wants(face):
    assert str(tables.format_with_article(face)) == f"{'an' if face[0] in 'AEIOU' else 'a'} {face}"
    assert tables.find_category(face) in range(1, 9) or face in tables.HIDDEN_SQUARES


def test_any_other_square_is_called_by_its_name():
    assert tables.format_with_article("Zero Hour") == "Zero Hour"


def test_the_page_tells_every_bound_of_a_minigame():
    bounds = [f"£{bound // 1_000_000}m" for bound in (test_balance.LOW, test_balance.HIGH, test_balance.NEVER)]
    bounds += [f"over {test_balance.QUICK} plays", f"at most {test_balance.SLEEPY:.0%}", "at least twice"]
    bounds += [f"more than {test_balance.MOST_QUESTIONS} questions"]
    assert [bound for bound in bounds if bound not in PAGE.replace("\n  ", "")] == []
    assert test_balance.ENOUGH == 2.0


MOVES_MONEY = {"gain": 3, "lose": 3, "pay_or_take": 3, "pay_price": 3}  # which argument is the source
KNOWN_SOURCES = {*MOMENTS, *SQUARE_SOURCES, *tables.CATEGORY, *tables.HIDDEN_SQUARES}


def unknown_sources(tree):
    """The sources that are written out and that the finale has no word for."""
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    named = [(getattr(call.func, "attr", ""), call.args) for call in calls]
    given = [args[at] for name, args in named if (at := MOVES_MONEY.get(name, 9)) < len(args)]
    return [arg.value for arg in given if isinstance(arg, ast.Constant) and arg.value not in KNOWN_SOURCES]


def test_the_finale_has_a_word_for_every_source_of_money():
    for path in sorted((ROOT / "engine/season7").rglob("*.py")):
        assert unknown_sources(ast.parse(path.read_text("utf-8"))) == [], path.name


def test_a_source_that_the_finale_does_not_know_is_found():
    assert unknown_sources(ast.parse("verbs.gain(t, who, 5, 'Tax Return')\nverbs.lose(t, who, 5, 'vintage')")) == [
        "Tax Return"
    ]
