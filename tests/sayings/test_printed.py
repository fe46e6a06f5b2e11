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
from engine.kernel import Illegal
from engine.ladder.box import DATE
from engine.rulesets import RULESETS
from host.core import game_options
from host.core.deadlines import clocks, expected_lengths
from host.core.session import ReachableHours, WritingStyle
from host.said.desk import settings
from host.said.reading import readable
from host.said.reading.reader import read_text
from host.shown import words
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

NOBODY: Any = None  # the request, which these do not look at


def list_examples_of(said):
    """The examples at the end of a sentence, one by one."""
    found = re.search(r"(?:for example:?|such as|like this:?|one like),? (.*?)\.?$", said, re.IGNORECASE)
    assert found, said
    return re.split(r", | or ", found[1])


def refuse(does, *what):
    """The sentence with which this is refused, with its facts."""
    with pytest.raises(Illegal) as no:
        does(*what)
    reader = words.build_reader({}, WritingStyle())
    return reader.format_sentence(no.value.text, **no.value.facts)


def read_quiet_hours(said):
    return settings._set_quiet_hours(NOBODY, ReachableHours(), said.split()).quiet


def read_listed_squares(said):
    return read_text(said, readable.PRIVATE, [], PLAYS).kind == readable.PLAY


def read_zone(said):
    return settings._set_zone(NOBODY, ReachableHours(), [said])


def read_number_option(said):
    return game_options.parse_typed_options(RULESETS["season7"], f"rows={said}")


def read_option_names(said):
    """Each name that the refusal lists is taken as an option, with the value that it has anyway."""
    rules = RULESETS["season7"]
    usual = {name: str(value).strip("[]") for name, value in game_options.load_option_defaults(rules).items()}
    usual |= {name: "no" for name, value in usual.items() if value in ("True", "False")}
    names = re.split(r", | and ", said.rpartition("You can use ")[2].strip(". "))
    return len(game_options.parse_typed_options(rules, " ".join(f"{name}={usual[name]}" for name in names))) > 10


def read_length(said):
    choices = [each.partition("=")[2] for each in said.split() if each.startswith("for=")]
    return choices and all(expected_lengths.parse_length_choice(game, each) for game in RULESETS for each in choices)


def read_each(parse):
    return lambda said: all(parse(each) is not None for each in list_examples_of(said))


# What each sentence is known by, and what reads the examples that stand in it.
READ_BACK: dict[str, Callable[[str], Any]] = {
    "or a time such as": read_each(clocks.parse_pace),
    "Or write, for example, /newgame {game} for=evening": read_length,
    "Write your quiet hours as two times": read_each(read_quiet_hours),
    "Write one like Europe/London": read_each(read_zone),
    "Write the last day of your vacation like this": read_each(lambda said: settings._parse_vacation(said, "UTC", 0.0)),
    "is no date such as": read_each(DATE.fullmatch),
    "Write, for example: list 5 12 7": lambda said: read_listed_squares(said.rpartition("example: ")[2]),
    "For example: list 5 12 7": lambda said: read_listed_squares(said.rpartition("example: ")[2]),
    "Write a sum, for example “80m”": lambda said: all(
        orders.parse_limit(each) >= 0 for each in re.findall("“([^”]+)”", said)
    ),
}
# Sentences whose examples are facts: how the refusal comes about, and what reads them in it.
REFUSALS: dict[str, tuple[Callable[[], str], Callable[[str], Any]]] = {
    "needs a whole number, for example": (
        lambda: refuse(read_number_option, "many"),
        read_each(read_number_option),
    ),
    "Write an option like this: name=value": (
        lambda: refuse(game_options.parse_typed_options, RULESETS["season7"], "loud"),
        read_option_names,
    ),
}
READ_ELSEWHERE = {
    "Write a sum, for example “2m”": "test_examples.py",
    "Write your bid in advance, for example": "test_examples.py",
    "that add up to {players}, for example": "test_examples.py",
    "2 to 15 amounts, such as": "test_examples.py",
    "a day such as": "test_examples.py",
    "Ask the host: choose your question step by step": "test_doors.py",
    "Ask the host a question such as": "test_doors.py",
    "To mark an answer as not sure": "test_examples.py",  # a line of the menu that the ladder prints at every door
    "or in words, for example": "test_examples.py",
    "or example: {line}": "test_examples.py",
    "its row and column, such as B4": "test_every_door.py",
    "Options such as wits=yes": "test_examples.py",
    "To choose one, write for example": "test_printed_in_chats.py",
    "Which game do you want? For example": "test_printed_in_chats.py",
    "How many computer players do you want?": "test_printed_in_chats.py",
    "How much more time?": "test_printed_in_chats.py",
    "How long will you be away?": "test_printed_in_chats.py",
}


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
    examples, known = list_printed_examples(), [*READ_BACK, *REFUSALS, *READ_ELSEWHERE]
    assert len(examples) >= 25
    assert [said for said in examples if not any(each in said[0] for each in known)] == []
    printed = "\n".join(said for said, _ in examples)
    assert [each for each in known if each not in printed] == []


@pytest.mark.whole
@pytest.mark.parametrize("what", READ_BACK)
def test_a_printed_example_is_read_by_what_it_is_for(what):
    (said,) = [said for said, _ in list_printed_examples() if what in said]
    assert READ_BACK[what](said)


@pytest.mark.parametrize("what", REFUSALS)
def test_the_example_of_a_refusal_is_read_by_what_refused(what):
    refused, reads = REFUSALS[what]
    assert what in refused()
    assert reads(refused())


@pytest.mark.parametrize("file", sorted({*READ_ELSEWHERE.values()}))
def test_the_test_that_reads_the_others_is_there(file):
    assert (Path(__file__).parent / file).exists()
