"""The pages for readers: each named in the README, every link leads somewhere, and what they quote is said."""

import ast
import re
import subprocess
from pathlib import Path

import pytest

from host.doors.web import app

ROOT = Path(__file__).parent.parent
PAGES = sorted([*(ROOT / "docs").glob("*.md"), *ROOT.glob("*.md")])
README = (ROOT / "README.md").read_text("utf-8")


def anchor(heading):
    """How a heading is linked to."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-")


def test_every_page_is_named_in_the_readme():
    named = set(re.findall(r"\]\(docs/([\w-]+\.md)\)", README))
    assert {path.name for path in (ROOT / "docs").glob("*.md")} <= named


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_every_link_leads_somewhere(path):
    text = re.sub(r"```.*?```", "", path.read_text("utf-8"), flags=re.DOTALL)
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if target.startswith(("https://", "http://", "mailto:")):
            continue
        name, _, mark = target.partition("#")
        there = (path.parent / name) if name else path
        assert there.exists(), target
        if mark:
            assert mark in {anchor(each) for each in re.findall(r"^#+ (.*)$", there.read_text("utf-8"), re.MULTILINE)}


def test_that_reddit_closes_is_said_where_reddit_is_first_named():
    first = next(part for part in README.split("\n\n") if "Reddit" in part)
    assert "](docs/reddit.md)" in first and "closes" in first
    before_any_heading = (ROOT / "docs/reddit.md").read_text("utf-8").partition("\n## ")[0]
    assert "closing its Data API" in before_any_heading and "March" in before_any_heading


FILES = subprocess.run(["git", "ls-files"], cwd=ROOT, check=True, capture_output=True, text=True).stdout.split()
TO_BE_WRITTEN = ("engine/alone/", "layers/host/doors/blather/")  # what a reader of docs/a-game.md and a-door.md writes


@pytest.mark.parametrize("path", [page for page in PAGES if page.name != "CHANGELOG.md"], ids=lambda path: path.name)
def test_every_module_that_a_page_names_is_there(path):
    """By the end of its path; a bare name on the page of a door lies in that door's folder."""
    text = path.read_text("utf-8")
    door = f"layers/host/doors/{path.stem}/"
    here = [file for file in FILES if file.startswith(door)] if f"`{door}`" in text else FILES
    named = {name for name in re.findall(r"`[^`\s]*?([\w./-]*\w\.py)`", text) if not name.startswith(TO_BE_WRITTEN)}
    lacking = [name for name in named if not any(f"/{file}".endswith(f"/{name}") for file in FILES if "/" in name)]
    assert [name for name in lacking if not any(file.endswith(f"/{name}") for file in here)] == []


BY_READER = (
    *("season7", "ladder", "deluxe", "billionaire", "host-a-group", "at-home", "set-questions"),
    *("translating", "write-a-case", "operations", "architecture", "a-square", "a-game", "a-door"),
)


@pytest.mark.parametrize("name", BY_READER)
def test_a_page_begins_with_a_way_to_do_it(name):
    first = (ROOT / f"docs/{name}.md").read_text("utf-8").splitlines()[:40]
    assert re.search(r"^(\d\.|    \S|```|\*\*In )", "\n".join(first), re.MULTILINE)


@pytest.mark.whole
def test_what_help_quotes_is_what_the_host_says():
    """An ellipsis stands for what differs."""
    quoted = re.findall(r'^\| "([^"]+)"', (ROOT / "docs/help.md").read_text("utf-8"), re.MULTILINE)
    assert quoted
    nodes = (n for path in (ROOT / "layers/host").rglob("*.py") for n in ast.walk(ast.parse(path.read_text("utf-8"))))
    texts = [n.value for n in nodes if isinstance(n, ast.Constant) and isinstance(n.value, str)]
    for quote in quoted:
        parts = [part.strip() for part in quote.split("…") if part.strip()]
        assert any(all(part in text for part in parts) for text in texts), quote


def test_every_address_of_the_web_table_is_told_of():
    page = (ROOT / "docs/web.md").read_text("utf-8")
    wanted = {*app.PAGES, *(f"/{each}" for each in app.FOLDERS), *(f"/g/ID/{each}" for each in app.GAME_PAGES)}
    assert {each for each in wanted if not re.search(rf"`{re.escape(each)}[`/?]", page)} == set()
