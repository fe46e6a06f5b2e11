"""Every ruling names what plays it, and no case is laid out twice: two transcripts of one case could contradict."""

import re
from collections import defaultdict
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
TRANSCRIPTS = ROOT / "tests" / "transcripts"
GAMES = ("season7", "ladder", "billionaire", "deluxe")
PLAYED_BY = re.compile(r"\(((?:`[\w/.]+`(?:, )?)+)\)$")
EXPECTED = (">", "!", "=", ":", "?", "asks ", "offers ", "hash ")  # what should come of it, and not what is done


def without_a_case(page):
    """The rulings of a page that name nothing, or something that there is not."""
    lines = [line for line in page.splitlines() if line.startswith("- ")]
    return [
        line for line in lines if not (named := PLAYED_BY.search(line)) or not all(map(is_there, named[1].split(", ")))
    ]


def is_there(name):
    """Is this a transcript, or a test?"""
    path = name.strip("`")
    return (ROOT / path if path.endswith(".py") else TRANSCRIPTS / f"{path}.rtab").exists()


def laid(text):
    """What a transcript lays out and does, without its title, its comments and what it expects."""
    lines = [line.rstrip() for line in text.splitlines() if line.strip() and not line.startswith("#")]
    return "\n".join(line for line in lines if not line.startswith((*EXPECTED, "title")))


@pytest.mark.parametrize("game", GAMES)
def test_every_ruling_names_what_plays_it(game):
    page = (ROOT / "docs" / f"rulings-{game}.md").read_text("utf-8")
    assert page.count("\n- ") > 20
    assert without_a_case(page) == []


@pytest.mark.parametrize("line", ["- Silence costs the silent.", "- Silence is golden. (`rounds/no_such_case`)"])
def test_a_ruling_without_a_case_is_found(line):
    assert without_a_case(f"# Rulings\n\n{line}\n- A bomb. (`rounds/bomb`)\n") == [line]


@pytest.mark.parametrize("game", GAMES)
def test_every_difference_from_the_text_has_its_reason(game):
    page = (ROOT / "docs" / f"differs-{game}.md").read_text("utf-8")
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")] for line in page.splitlines() if line.startswith("| ")
    ]
    assert len(rows) > 5
    assert [row for row in rows if len(row) != 3 or not all(row)] == []


def test_no_case_is_laid_out_twice():
    cases = defaultdict(list)
    for path in sorted(TRANSCRIPTS.rglob("*.rtab")):
        cases[laid(path.read_text("utf-8"))].append(path.relative_to(TRANSCRIPTS).as_posix())
    assert [names for names in cases.values() if len(names) > 1] == []
