"""Pages of the docs that are printed from the code are what it prints, so that they cannot drift apart."""

import ast
import re
from pathlib import Path

import pytest

from engine.rulesets import RULESETS
from engine.season7 import rulebook, tables
from host.doors.command import main
from host.doors.reddit import menu as reddit
from host.doors.telegram.heard import command_menu as telegram
from workshop import pages

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def test_every_game_has_a_rulebook():
    assert set(pages.list_rulebook_games()) == set(RULESETS)


@pytest.mark.as_released
@pytest.mark.parametrize("game", [*sorted(RULESETS), pages.GROUP])
def test_the_page_is_what_the_code_prints(game):
    page = (DOCS / f"{game}.md").read_text("utf-8")
    assert page.partition(f"\n{pages.END}")[0] == pages.build_page_text(game), (
        f"print it anew: rtab page {game} --write docs/{game}.md"
    )


@pytest.mark.parametrize("game", sorted(RULESETS))
def test_everything_with_a_rule_and_every_option_stands_on_it(game):
    page, ruleset = pages.build_page_text(game), RULESETS[game]
    named = {name for names in ruleset.list_topics().values() for name in names}
    if game == "deluxe":  # its minigames have a page of their own
        named -= set(ruleset.list_topics()["Minigames"]) - {"Jackpot Chance"}
    assert {name for name in named if name not in page} == set()
    assert {name for name in ruleset.about_options if f"`{name}`" not in page} == set()


@pytest.mark.as_released
def test_season_7_says_what_every_square_does():
    page = (DOCS / "season7.md").read_text("utf-8")
    for name in (*tables.MINIGAMES, *tables.EVENTS, *tables.GAME_CHANGERS, *tables.HIDDEN_SQUARES, *tables.WILDCARDS):
        assert re.search(rf"^- \*\*{re.escape(name)}\*\*: \S.{{20}}", page, re.MULTILINE), name
    assert all(f"- **{face}**: " in page for face in tables.VINTAGE_SQUARES)  # its two amounts too
    assert set(rulebook.MUTANTS) == set(tables.MUTATIONS)
    assert set(rulebook.VARIANTS) == set(tables.WILDCARDS)


def list_engineers_paragraphs() -> dict[str, str]:
    """Return what docstrings of the games tell engineers after the rule, by the names of their functions."""
    trees = [ast.parse(path.read_text("utf-8")) for path in sorted((ROOT / "engine").rglob("*.py"))]
    functions = [node for tree in trees for node in ast.walk(tree) if isinstance(node, FUNCTIONS)]
    found = {node.name: (ast.get_docstring(node) or "").partition("\n\n")[2] for node in functions}
    return {name: " ".join(text.split()) for name, text in found.items() if text}


@pytest.mark.whole
def test_what_a_docstring_tells_engineers_after_the_rule_is_shown_to_nobody():
    shown = [pages.build_page_text(game) for game in RULESETS]
    for ruleset in RULESETS.values():
        shown += [str(ruleset.explain(name)) for names in ruleset.list_topics().values() for name in names]
    paragraphs = list_engineers_paragraphs()
    assert "raincoat" in paragraphs
    assert {name: text for name, text in paragraphs.items() if any(text in each for each in shown)} == {}


def test_docstrings_are_read_where_the_rule_is_told_from_the_rest():
    sources = {str(path.relative_to(ROOT)): path.read_text("utf-8") for path in (ROOT / "engine").rglob("*.py")}
    assert {at for at, text in sources.items() if "__doc__" in text or "getdoc" in text} == {
        "engine/kernel/event.py",  # the sentence of an event
        "engine/kernel/ruleset.py",  # `read_rule`
    }


def test_a_number_that_changes_in_the_tables_changes_on_the_page(monkeypatch):
    monkeypatch.setattr(tables, "BOMB_PENALTY", 777_000)
    monkeypatch.setitem(tables.REGULAR_MINIMUM, 8, 23)
    page = rulebook.build_rules_page()
    assert "You pay £777,000" in page
    assert "| 8 | Vintage | 10 kinds | 23 |" in page


def test_what_people_wrote_below_the_mark_stays(tmp_path, capsys):
    page = tmp_path / "ladder.md"
    page.write_text(f"old\n\n{pages.END}\nours\n")
    assert main(["page", "ladder", "--write", str(page)]) == 0
    assert page.read_text("utf-8") == f"{pages.build_page_text('ladder')}\n{pages.END}\nours\n"
    assert main(["page", "ladder"]) == 0
    assert capsys.readouterr().out == pages.build_page_text("ladder")


def test_a_page_that_cannot_be_written_is_said_in_a_sentence(tmp_path, capsys):
    assert main(["page", "ladder", "--write", str(tmp_path / "no/page.md")]) == 1
    assert "cannot be written" in capsys.readouterr().err


def test_buttons_of_the_page_are_called_as_the_page_says():
    sources = [*(ROOT / "layers/host/doors/web").rglob("*.py"), *(ROOT / "layers/host/extras").rglob("*.py")]
    nodes = (node for path in sources for node in ast.walk(ast.parse(path.read_text("utf-8"))))
    texts = {node.value for node in nodes if isinstance(node, ast.Constant)}
    named = set(re.findall(r"\*([^*]+)\*", pages.BUTTONS.replace("\n", " ")))
    assert len(named) > 5
    assert named <= texts


def test_every_command_of_a_door_is_told_of():
    page = pages.format_group_page()
    for door, sign in ((telegram, "/"), (reddit, "[!/]?")):
        for word, entry in door.MENU.items():
            if getattr(entry, "usage", word):
                assert re.search(rf"^\|.*`{sign}{word}\b", page, re.MULTILINE), word
