"""The catalogue of Season 7 lists every element, and every draw and question in the source is met by a transcript."""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.kernel.text import build_slug
from engine.rulesets import RULESETS
from engine.season7.catalogue import list_season7_elements
from workshop import catalogue

ROOT = Path(__file__).parent.parent
ROOMS = ("season7", "minigames", "race")
TRANSCRIPTS = ROOT / "tests/transcripts"
NAMED = json.loads((ROOT / "tests/season7/elements.json").read_text("utf-8"))
CATEGORY = {
    "cash_negative": {"Negative Cash"},
    "minigames": {"Minigames", "Vintage"},
    "events": {"Events"},
    "game_changers": {"Game Changers"},
    "vintage": {"Vintage"},
    "hidden": {"Hidden Squares"},
    "wildcards": {"Wildcard Rounds"},
    "bombs": {"Bombs"},
    "square00": {"Square 00"},
}
KEY = re.compile(r"[a-z0-9_]+\.[a-z0-9_]+")
TAKES_A_KEY = re.compile(r"(draw|chance|ask)(_\w+)?")


@pytest.fixture(scope="module")
def met():
    return catalogue.replay_transcripts("season7", TRANSCRIPTS)


@pytest.fixture(scope="module")
def entries(met):
    return {entry.name: entry for entry in catalogue.list_catalogue_entries(list_season7_elements(), met)}


def trees() -> list[ast.Module]:
    """The season's own source, and the rooms it shares with other games; its voice asks and draws nothing."""
    paths = [path for room in ROOMS for path in sorted((ROOT / "engine" / room).rglob("*.py"))]
    return [ast.parse(path.read_text("utf-8")) for path in paths if path.parent.name != "voice"]


def patterns(tree: ast.AST) -> Iterator[str]:
    """Every key in a piece of source, as a pattern: what is only worked out while running may be anything."""
    joined = [node for node in ast.walk(tree) if isinstance(node, ast.JoinedStr)]
    yield from filter(None, map(pattern, joined))
    pieces = {id(piece) for node in joined for piece in node.values}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and id(node) not in pieces and isinstance(node.value, str):
            yield from [re.escape(node.value)] if KEY.fullmatch(node.value) else []
        elif isinstance(node, ast.Call) and TAKES_A_KEY.fullmatch(called(node)):
            yield from map(re.escape, literals(node)[:1])


def pattern(node: ast.JoinedStr) -> str:
    """`get_lucky.{what}` as a pattern; nothing of what is no key, or says nothing that stays the same."""
    fixed = [str(piece.value) if isinstance(piece, ast.Constant) else "" for piece in node.values]
    if not KEY.fullmatch("".join(text or "x" for text in fixed)) or "".join(fixed) == ".":
        return ""
    return "".join(re.escape(text) or "[a-z0-9_]+" for text in fixed)


def called(node: ast.Call) -> str:
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


def literals(node: ast.Call) -> list[str]:
    return [arg.value for arg in node.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]


def spells() -> set[str]:
    """A spell's keys are put together from its name and what is drawn."""
    calls = [node for tree in trees() for node in ast.walk(tree) if isinstance(node, ast.Call)]
    names = {build_slug(name) for call in calls if called(call) == "cast_spell" for name in literals(call)}
    drawn = {what for call in calls if called(call) == "build_spell_key" for what in literals(call)}
    return {f"{name}.{what}" for name in names for what in drawn}


def in_source() -> set[str]:
    return {pattern for tree in trees() for pattern in patterns(tree)} | spells()


def unmet(wanted: set[str], found: set[str]) -> list[str]:
    return sorted(pattern for pattern in wanted if not any(re.fullmatch(pattern, key) for key in found))


@pytest.mark.whole
def test_every_element_is_listed_in_its_category(entries):
    listed = {name: entry.category for name, entry in entries.items()}
    assert [name for kind, names in NAMED.items() for name in names if listed.get(name) not in CATEGORY[kind]] == []


@pytest.mark.whole
def test_every_element_says_what_of_it_is_ours(entries):
    assert [e.name for e in entries.values() if e.origin != ("house" if e.house else "rulebook")] == []
    assert {entries[name].origin for name in ("Megagrid", "Blammo", "Higher or Lower", "Fizzle")} == {"house"}
    assert {entries[name].origin for name in ("Immunity", "Anchor", "£1,337,000", "Defuse")} == {"rulebook"}


@pytest.mark.whole
@pytest.mark.as_released
def test_every_element_is_seen_in_a_transcript(entries):
    assert [name for name, entry in entries.items() if not entry.transcripts] == []


@pytest.mark.whole
def test_every_key_in_the_source_is_met_by_a_transcript(met):
    assert unmet(in_source(), met.chances.keys() | met.asks) == []


@pytest.mark.whole
def test_every_key_of_a_transcript_belongs_to_the_source(met):
    known = re.compile("|".join(in_source()))
    assert [key for key in met.chances.keys() | met.asks if not known.fullmatch(key)] == []


def test_a_key_that_nothing_meets_is_found_missing():
    source = "t.draw_one('moon.phase', PHASES); t.ask('howl', who); t.tell(f'{who}. Well!'); t.draw(f'sun.{what}', ALL)"
    assert unmet({*patterns(ast.parse(source))}, {"sun.spots"}) == ["howl", r"moon\.phase"]


def test_a_name_within_another_name_is_not_meant():
    assert catalogue.is_named_in("£10,000", "Ann gains £10,000.")
    assert not any(catalogue.is_named_in("£10,000", text) for text in ("-£10,000", "£10,000,000"))
    assert not catalogue.is_named_in("Fold", "Ann Folds")


@pytest.mark.whole
def test_the_command_prints_it_all_as_json(capsys):
    assert catalogue.run_catalogue_command(["season7", "--json", "--transcripts", str(TRANSCRIPTS / "changers")]) == 0
    printed = {entry["name"]: entry for entry in json.loads(capsys.readouterr().out)}
    blammo = printed["Blammo"]
    assert blammo["category"] == "Game Changers"
    assert "blammo.square" in blammo["questions"]
    assert next(chance["count"] for chance in blammo["chances"] if chance["key"] == "blammo.faces") == 4
    assert any(path.endswith("blammo_block.rtab") for path in blammo["transcripts"])


@pytest.mark.parametrize("game", sorted(RULESETS))
def test_what_heads_a_transcript_is_printed_line_by_line(game, capsys):
    assert catalogue.run_catalogue_command([game, "--header"]) == 0
    printed = capsys.readouterr().out.splitlines()
    words = RULESETS[game].load_dialect().words
    assert [line.split(None, 1) for line in printed] == [[word, meaning] for word, meaning in words.items()]
