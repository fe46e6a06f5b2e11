"""The rules pages in docs are printed from the rules, so that they cannot drift apart."""

import re
from pathlib import Path

import pytest

from engine.rulesets import RULESETS
from engine.season7 import rulebook, tables
from host.doors.command import main
from workshop import rules

DOCS = Path(__file__).parent.parent / "docs"


def test_every_game_has_a_rulebook():
    assert set(rules.with_rulebook()) == set(RULESETS)


@pytest.mark.parametrize("game", sorted(RULESETS))
def test_the_page_is_what_the_rules_print(game):
    page = (DOCS / f"{game}.md").read_text("utf-8")
    assert page.partition(f"\n{rules.END}")[0] == rules.page(game), (
        f"print it anew: rtab rules {game} --write docs/{game}.md"
    )


@pytest.mark.parametrize("game", sorted(RULESETS))
def test_everything_with_a_rule_and_every_option_stands_on_it(game):
    page, ruleset = rules.page(game), RULESETS[game]
    named = {name for names in ruleset.topics().values() for name in names}
    if game == "deluxe":  # its minigames have a page of their own
        named -= set(ruleset.topics()["Minigames"]) - {"Jackpot Chance"}
    assert {name for name in named if name not in page} == set()
    assert {name for name in ruleset.about_options if f"`{name}`" not in page} == set()


def test_season_7_says_what_every_square_does():
    page = (DOCS / "season7.md").read_text("utf-8")
    for name in (*tables.MINIGAMES, *tables.EVENTS, *tables.GAME_CHANGERS, *tables.HIDDEN, *tables.WILDCARDS):
        assert re.search(rf"^- \*\*{re.escape(name)}\*\*: \S.{{20}}", page, re.MULTILINE), name
    assert set(rulebook.MUTANTS) == set(tables.MUTATIONS)
    assert set(rulebook.VARIANTS) == set(tables.WILDCARDS)


def test_a_number_that_changes_in_the_tables_changes_on_the_page(monkeypatch):
    monkeypatch.setattr(tables, "BOMB_PENALTY", 777_000)
    monkeypatch.setitem(tables.REGULAR_MINIMUM, 8, 23)
    page = rulebook.page()
    assert "You pay £777,000" in page
    assert "| 8 | Vintage | 10 kinds | 23 |" in page


def test_what_people_wrote_below_the_mark_stays(tmp_path, capsys):
    page = tmp_path / "ladder.md"
    page.write_text(f"old\n\n{rules.END}\nours\n")
    assert main(["rules", "ladder", "--write", str(page)]) == 0
    assert page.read_text("utf-8") == f"{rules.page('ladder')}\n{rules.END}\nours\n"
    assert main(["rules", "ladder"]) == 0
    assert capsys.readouterr().out == rules.page("ladder")


def test_a_page_that_cannot_be_written_is_said_in_a_sentence(tmp_path, capsys):
    assert main(["rules", "ladder", "--write", str(tmp_path / "no/page.md")]) == 1
    assert "cannot be written" in capsys.readouterr().err
