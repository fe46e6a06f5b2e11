"""Blind samples: a sheet shows nothing but what it should, and every figure can be made again from the answers."""

from collections import Counter
from pathlib import Path

import pytest

from engine.ladder.rules import LADDER_RULESET
from host.core.cards import dealt_cards
from workshop.bank import blind
from workshop.bank.command import run_bank_command

CARDS = dealt_cards.load_card_box(LADDER_RULESET.name, ()).cards


@pytest.fixture
def dealt(tmp_path):
    """A sample of sixty for two readers."""
    line = ["--seed", "a seed", "--reader", "ann", "--reader", "bob", "--count", "60", "--to", str(tmp_path)]
    assert run_bank_command(["blind", "deal", *line]) == 0
    return tmp_path


def answer(folder, reader, says):
    """Let a reader answer each question as `says` has it, of its number, right letter and level."""
    rows = [line.split("\t") for line in (folder / blind.DEALT).read_text().splitlines()]
    letters = blind.draw_right_letters("a seed", reader, len(rows))
    lines = ["\t".join(says(int(n), letter, int(level))) for (n, _, level), letter in zip(rows, letters, strict=True)]
    (folder / f"answers-{reader}.tsv").write_text("\n".join(lines))


def counted(folder, capsys, *more):
    code = run_bank_command(["blind", "count", "--of", str(folder), *more])
    return code, capsys.readouterr()


def test_a_sample_has_every_level_and_a_sheet_shows_neither_level_nor_answer(dealt):
    rows = [line.split("\t") for line in (dealt / blind.DEALT).read_text().splitlines()]
    assert Counter(int(level) for _, _, level in rows) == dict.fromkeys(range(1, 16), 4)
    known = {card.id: card for card in CARDS}
    sheet = (dealt / "sheet-ann.txt").read_text()
    for number, name, _ in rows:
        assert f"\n{number}. {known[name].question}\n" in sheet
        assert name not in sheet
        assert all(f") {option}" in sheet for option in known[name].answers)


def test_the_plan_names_seed_and_readers_before_anybody_reads(dealt, capsys):
    assert (dealt / blind.PLAN).read_text().splitlines() == ["seed a seed", "count 60", "reader ann", "reader bob"]
    code, told = counted(dealt, capsys)
    assert code == 0
    assert told.out.splitlines() == ["ann: has not answered", "bob: has not answered"]


def test_the_right_option_stands_behind_every_letter_alike_and_elsewhere_for_each_reader():
    letters = blind.draw_right_letters("a seed", "ann", 150)
    assert sorted(Counter(letters).values()) == [37, 37, 38, 38]
    assert letters != blind.draw_right_letters("a seed", "bob", 150)


def test_the_sheet_has_the_right_option_behind_that_letter(dealt):
    rows = [line.split("\t") for line in (dealt / blind.DEALT).read_text().splitlines()]
    known = {card.id: card for card in CARDS}
    lines = (dealt / "sheet-bob.txt").read_text().splitlines()
    letters = blind.draw_right_letters("a seed", "bob", 60)
    for (number, name, _), letter in zip(rows, letters, strict=True):
        options = lines[lines.index(f"{number}. {known[name].question}") + 1]
        assert f"{letter}) {known[name].answers[0]}" in options


def test_answers_are_counted_as_they_were_given(dealt, capsys):
    answer(dealt, "ann", lambda n, letter, level: (str(n), letter, "ok", str(level)))
    answer(
        dealt,
        "bob",
        lambda n, letter, level: (
            str(n),
            "-" if n <= 6 else letter,
            "reword" if n <= 3 else "ok",
            str(level + 2 if n == 1 else level),
            "what?",
        ),
    )
    _, told = counted(dealt, capsys, "--list")
    ann, bob = told.out.split("bob: ")
    assert "answered as the bank says: 60 (100.0%)" in ann
    assert "off by 2 levels or more: 0 (0.0%)" in ann
    assert "answered as the bank says: 54 (90.0%)" in bob
    assert "reword: 3 (5.0%)" in bob
    assert "off by 2 levels or more: 1 (1.7%)" in bob
    assert bob.count(": reword what?") == 3
    assert bob.count(", read as ") == 1


def test_the_mean_of_two_readers_places_a_question(dealt, capsys):
    answer(dealt, "ann", lambda n, letter, level: (str(n), letter, "ok", str(level + 2 * (n <= 6))))
    answer(dealt, "bob", lambda n, letter, level: (str(n), letter, "ok", str(level + 2 * (n <= 3))))
    _, told = counted(dealt, capsys)
    assert "mean of 2 readers: off by 2 levels or more: 3 (5.0%)" in told.out
    assert "readers apart by 2 levels or more: 3 (5.0%)" in told.out


def test_a_sheet_shows_questions_that_stand_for_each_level_and_asks_none_of_them(dealt):
    known = {card.id: card for card in CARDS}
    task, _, asked = (dealt / "sheet-ann.txt").read_text().partition("\n1. ")
    for level, who, names in blind.load_anchors():
        line = next(line for line in task.splitlines() if line.startswith(f"Level {level}, {who}:"))
        assert len(names) == 3
        for name in names:
            assert known[name].level == level
            assert known[name].question in line
            assert known[name].question not in asked


@pytest.mark.parametrize(
    ("says", "why"),
    [
        (lambda n, letter, level: (str(n), letter, "fine", str(level)), "is no answer"),
        (lambda n, letter, level: (str(n), letter.upper(), "ok", str(level)), "is no answer"),
        (lambda n, letter, level: (str(max(2, n)), letter, "ok", str(level)), "no answer to 1"),
    ],
)
def test_answers_that_cannot_be_counted_are_named(dealt, capsys, says, why):
    answer(dealt, "ann", says)
    code, told = counted(dealt, capsys)
    assert code == 1
    assert why in told.err


def test_every_sample_that_is_kept_can_be_counted(capsys):
    kept = sorted(each.parent for each in (Path(__file__).parent / "blind").glob(f"*/{blind.PLAN}"))
    assert len(kept) >= 25
    for folder in kept:
        assert counted(folder, capsys)[0] == 0
