"""Law *Examples* in the docs: every line that a page for players tells them to write is understood at every door."""

import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from engine.rulesets import RULESETS
from host.core import game_options
from host.core.deadlines import clocks, expected_lengths
from host.said.answers import Choice
from host.said.desk.menu import ALIASES, DESK
from host.said.desk.tables import split_pace
from host.said.reading import readable
from host.said.reading.reader import read_text
from tests.sayings.measure import PLAYERS, PLAYS, QUESTIONS

DOCS = Path(__file__).parents[2] / "docs"
TO_BUILDERS = ("a-door", "a-game", "a-square", "architecture", "host", "notation", "package", "write-a-case")
LINE = re.compile(r"`[/!]?([a-z]+)(?: ([^`]+))?`")
STANDS_FOR_ELSE = re.compile(r"\b[A-Z]{3,}\b|…")  # NAME, CODE
TAKE = Choice("take", "Take the money ($64,000)")  # as the ladder names it
LETTER = replace(
    QUESTIONS["letter"], options=[TAKE if each.value == "walk" else each for each in QUESTIONS["letter"].options]
)
ANSWERS = {"take": "letter", "50:50": "letter", "B": "letter", "17": "square", "7": "square", "B4": "square"}
OF_THE_LADDER = ("3take", "2B", "A?")  # answers to several questions in one message: `engine/ladder`
PLACES = (readable.PRIVATE, readable.REPLY, readable.PAGE)


def list_lines():
    """Every line with a command and words after it that a page for players prints, with the page."""
    pages = [path for path in sorted(DOCS.glob("*.md")) if path.stem not in TO_BUILDERS]
    return [
        (path.stem, word, rest)
        for path in pages
        for word, rest in LINE.findall(path.read_text("utf-8"))
        if rest and (word in DESK or word in ALIASES or word == "newgame") and not STANDS_FOR_ELSE.search(rest)
    ]


def list_examples(*words):
    return sorted({(word, rest) for _, word, rest in list_lines() if word in words})


def test_the_docs_print_lines_to_write():
    assert {word for _, word, _ in list_lines()} >= {"pick", "peek", "lock", "list", "newgame", "extend", "settings"}


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize(
    "said", [rest for word, rest in list_examples("pick") if rest not in OF_THE_LADDER], ids=lambda said: said
)
def test_an_answer_that_the_docs_print_is_read_as_one(place, said):
    question = LETTER if ANSWERS[said] == "letter" else QUESTIONS[ANSWERS[said]]
    for line in (f"/pick {said}", f"pick {said}", said):
        assert read_text(line, place, [question], PLAYS, PLAYERS).kind == readable.ANSWER, line


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize(("word", "rest"), list_examples("peek", "lock", "list"))
def test_a_play_that_the_docs_print_is_read_as_one(place, word, rest):
    for line in (f"/{word} {rest}", f"{word} {rest}"):
        read = read_text(line, place, [], PLAYS, PLAYERS)
        assert (read.kind, read.name) == (readable.PLAY, word), line


@pytest.mark.parametrize("rest", [rest for _, rest in list_examples("newgame")])
def test_a_game_that_the_docs_open_is_opened(rest):
    game, _, options = rest.partition(" ")
    if game == "alone":
        return
    rules = RULESETS[game]
    pace, options = split_pace(options)
    assert not pace or clocks.parse_pace(pace)
    if options.startswith("for="):
        assert expected_lengths.parse_length_choice(game, options.removeprefix("for="))
    else:
        game_options.parse_typed_options(rules, options)


def test_a_time_that_the_docs_print_is_one():
    assert list_examples("extend")
    for _, rest in list_examples("extend"):
        assert clocks.parse_duration(rest)
