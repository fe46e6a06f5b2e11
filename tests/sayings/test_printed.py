"""Law *Examples*: no sentence that gives an example escapes. All that the product can print to players is searched for
them, and each is read back by the code it is meant for, here or in the test that is named.
"""

import ast
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from engine.billionaire import orders
from engine.ladder.box import DATE
from engine.rulesets import RULESETS
from host.core import game_options
from host.core.deadlines import clocks, expected_lengths
from host.core.session import ReachableHours
from host.said.desk import settings
from host.said.desk.tables import split_pace
from host.said.reading import readable
from host.said.reading.reader import read_text
from tests.sayings.measure import PLAYS

ROOT = Path(__file__).parents[2]
GIVES_EXAMPLE = re.compile(r"[Ff]or example|[Ss]uch as|[Ww]rite,? say|[Ll]ike this:|[Ww]rite one like")
TESTED_THERE = ("/host/extras/",)  # they may be left out
TO_OPERATORS = (
    "/command/",
    "/local/",
    "/set_up/",
    "/door.py",
    "reddit/places.py",
    "telegram/deployed.py",
    "/notation/",
)
ON_PAGES_OF_DOCS = ("rulebook.py",)

# What each sentence is known by, and the lines that it prints with what reads them.
NOBODY: Any = None  # the request, which these do not look at
READ_BACK: dict[str, Callable[[], list[Any]]] = {
    "or a time such as": lambda: [clocks.parse_pace(each) for each in ("90s", "15m", "36h", "7d")],
    "needs a whole number, for example": lambda: [
        game_options.parse_typed_options(RULESETS["season7"], "rows=5"),
    ],
    "Write an option like this: name=value": lambda: [
        game_options.parse_typed_options(RULESETS["season7"], "voice=plain")
    ],
    "Or write, for example, /newgame {game} for=evening": lambda: [
        expected_lengths.parse_length_choice(game, "evening") for game in RULESETS
    ],
    "Write your quiet hours as two times": lambda: [read_quiet_hours("22:30 to 7:00")],
    "Write one like Europe/London": lambda: [settings._set_zone(NOBODY, ReachableHours(), ["Europe/London"])],
    "Write the last day of your vacation like this": lambda: [settings._parse_vacation("2031-08-24", "UTC", 0.0)],
    "To choose one, write for example": lambda: [RULESETS["season7"], split_pace("daily")[0]],
    "Which game do you want? For example": lambda: [*RULESETS],
    "How many computer players do you want?": lambda: [int("2")],
    "How much more time?": lambda: [clocks.parse_duration("12h")],
    "How long will you be away?": lambda: [clocks.parse_duration("7d")],
    "Write a sum, for example “80m”": lambda: [orders.parse_limit(each) >= 0 for each in ("80m", "anything", "never")],
    "is no date such as": lambda: [DATE.fullmatch("2025-01-31")],
    "list 5 12 7": lambda: [read_text("list 5 12 7", readable.PRIVATE, [], PLAYS).kind == readable.PLAY],
}
READ_ELSEWHERE = {
    "Write a sum, for example “2m”": "test_examples.py",
    "Write your bid in advance, for example": "test_examples.py",
    "that add up to {players}, for example": "test_examples.py",
    "2 to 15 amounts, such as": "test_examples.py",
    "a day such as": "test_examples.py",
    "Ask the host: choose your question step by step": "test_doors.py",
    "Ask the host a question such as": "test_doors.py",
    "First say which lifelines": "test_examples.py",  # a line of the menu that the ladder prints at every door
    "or in words, for example": "test_examples.py",
    "or example: {line}": "test_examples.py",
    "its row and column, such as B4": "test_every_door.py",
    "Options such as wits=yes": "test_examples.py",
}


def read_quiet_hours(said):
    return settings._set_quiet_hours(NOBODY, ReachableHours(), said.split()).quiet


@cache
def list_printed_examples():
    """Every sentence in the code that gives players an example, with its file."""
    found = []
    for path in (path for place in ("layers/host", "engine") for path in sorted((ROOT / place).rglob("*.py"))):
        if any(each in str(path) for each in (*TO_OPERATORS, *ON_PAGES_OF_DOCS, *TESTED_THERE)):
            continue
        code = path.read_text("utf-8")
        if not GIVES_EXAMPLE.search(code):
            continue
        tree = ast.parse(code)
        docstrings = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        if path.name == "events.py":
            docstrings = set()  # there they are what is told
        for node in ast.walk(tree):
            said = node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""
            if GIVES_EXAMPLE.search(said) and id(node) not in docstrings:
                found.append((said, path.name))
    return found


@pytest.mark.whole
def test_every_printed_example_is_known_to_a_test():
    examples, known = list_printed_examples(), [*READ_BACK, *READ_ELSEWHERE]
    assert len(examples) >= 25
    assert [said for said in examples if not any(each in said[0] for each in known)] == []
    printed = "\n".join(said for said, _ in examples)
    assert [each for each in known if each not in printed] == []


@pytest.mark.parametrize("what", READ_BACK)
def test_a_printed_example_is_read_by_what_it_is_for(what):
    assert all(READ_BACK[what]())


@pytest.mark.parametrize("file", sorted({*READ_ELSEWHERE.values()}))
def test_the_test_that_reads_the_others_is_there(file):
    assert (Path(__file__).parent / file).exists()
