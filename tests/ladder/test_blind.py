"""Blind readers: what is dealt shows nothing but what it should, and every count can be made again from the answers."""

import re
from collections import Counter

import pytest

from engine.ladder.rules import LADDER
from host.core.cards import card_packs
from workshop.bank import blind
from workshop.bank.command import run

CARDS = card_packs.box(LADDER.name, ()).cards


def test_a_sheet_without_the_question_shows_nothing_of_it(tmp_path):
    blind.deal(blind.chosen(CARDS, "a seed"), "a seed", tmp_path)
    known = {card.id: card for card in CARDS}
    dealt = [known[row.split("\t")[2]] for row in (tmp_path / "dealt.tsv").read_text().splitlines()]
    assert Counter(card.level for card in dealt) == dict.fromkeys(range(1, 16), 40)
    bare = (tmp_path / "r1-k1/batch-01.txt").read_text()
    assert [card.question for card in dealt[:50] if card.question in bare] == []
    assert all(card.question in (tmp_path / "r2-k1/batch-01.txt").read_text() for card in dealt[:50])
    assert all(answer in bare for card in dealt[:50] for answer in card.answers)


def test_the_right_option_stands_behind_every_letter_alike():
    letters = blind.right_letters("a seed", 1, 1, 1, 50)
    assert sorted(Counter(letters).values()) == [12, 12, 13, 13]
    assert letters != blind.right_letters("a seed", 1, 2, 1, 50)


@pytest.mark.parametrize(("give", "share"), [("right", 1.0), ("", 0.25), ("wrong", 0.0)])
def test_answers_are_counted_as_they_were_given(tmp_path, give, share):
    blind.deal(blind.chosen(CARDS, "a seed"), "a seed", tmp_path)
    rows = []
    for n in range(1, 13):
        for k, letter in enumerate(blind.right_letters("a seed", 2, 1, n, 50), 1):
            said = {"right": letter, "wrong": "abcd"["abcd".index(letter) - 1]}.get(give, give)
            rows.append(f"{n}\t{k}\t{said}\t50\tno remark")
    (tmp_path / "answers-r2-k1.tsv").write_text("\n".join(rows))
    found = blind.counted(tmp_path, CARDS)
    assert len(found) == 600
    assert {it.right(2) for it in found} == {share}


def test_those_that_were_mended_are_dealt_alone(tmp_path, capsys):
    some = [card.id for card in CARDS[:60]]
    (tmp_path / "ids").write_text("\n".join([*some, "no-longer-there"]))
    assert run(["blind", "deal", "--seed", "again", "--ids", str(tmp_path / "ids"), "--to", str(tmp_path)]) == 0
    assert [row.split("\t")[2] for row in (tmp_path / "dealt.tsv").read_text().splitlines()] == some
    assert (tmp_path / "r1-k4/batch-02.txt").read_text().count("a)") == 10
    letters = blind.right_letters("again", 1, 1, 2, 10)
    (tmp_path / "answers-r1-k1.tsv").write_text("".join(f"2\t{k}\t{it}\t50\t\n" for k, it in enumerate(letters, 1)))
    assert run(["blind", "count", "--of", str(tmp_path)]) == 0
    assert f"  all         10  {'100.0%':>12}" in capsys.readouterr().out


def test_what_readers_have_said_of_this_bank_is_kept_and_counted(capsys):
    assert run(["blind", "count"]) == 0
    told = capsys.readouterr().out
    assert " all " in told.splitlines()[16]
    assert "answered otherwise by two of three: 0" in told
    page = (blind.HERE.parents[3] / "docs/ladder.md").read_text("utf-8")
    assert all(line in page for line in told.splitlines()[1:17])


def test_nothing_is_left_that_readers_of_the_second_six_hundred_found_without_the_question(capsys):
    assert run(["blind", "count", "--of", str(blind.HERE / "second")]) == 0
    assert "found without the question by three of four: 0\n" in capsys.readouterr().out


def test_two_readers_of_the_questions_alone_are_counted_as_two(tmp_path, capsys):
    blind.deal(CARDS[:50], "two", tmp_path)
    for reader, wrong in ((1, {1, 2}), (2, {2})):
        letters = enumerate(blind.right_letters("two", 2, reader, 1, 50), 1)
        rows = [f"01\t{k}\t{'abcd'[('abcd'.index(it) + (k in wrong)) % 4]}\t5\t" for k, it in letters]
        (tmp_path / f"answers-r2-k{reader}.tsv").write_text("\n".join(rows))
    assert run(["blind", "count", "--list", "--of", str(tmp_path)]) == 0
    told = capsys.readouterr().out
    assert "round 1" not in told
    assert "without the question by" not in told
    assert f"answered otherwise by two of two: 1\n  {CARDS[1].level:2} {CARDS[1].id}" in told
    assert f"answered otherwise by one of two: 2\n  {CARDS[0].level:2} {CARDS[0].id}" in told


@pytest.mark.whole
def test_nobody_has_answered_otherwise_to_what_still_stands_of_the_third_and_fourth_reading(capsys):
    for folder in ("third", "fourth"):
        assert run(["blind", "count", "--of", str(blind.HERE / folder)]) == 0
        assert "answered otherwise by one of two: 0\n" in capsys.readouterr().out


@pytest.mark.whole
def test_every_question_was_read_by_two_or_was_worded_since(capsys):
    assert run(["blind", "read", "--list"]) == 0
    told = capsys.readouterr().out
    first, *rest = told.splitlines()
    counts = dict(line.rsplit(": ", 1) for line in rest if line.startswith("read"))
    start = "read with the question, as they stand, by "
    assert set(counts) == {start + many for many in ("three", "two", "none")}
    assert sum(map(int, counts.values())) == int(first.removeprefix("questions: ")) == len(CARDS)
    assert len(told.splitlines()) == 5 + int(counts[f"{start}none"])
    held, fewest = map(int, re.findall(r"neither found nor doubted: (\d+), (\d+) a level", told)[0])
    assert held >= 600
    assert fewest >= 40
    page = (blind.HERE.parents[3] / "docs/ladder.md").read_text("utf-8")
    assert "\n".join(told.splitlines()[:5]) in page
