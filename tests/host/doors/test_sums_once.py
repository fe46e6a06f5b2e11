"""No amount of one happening is told twice to the same reader: in no post of a group or a thread, caption or comment,
in the log of a round of each game as a phone shows it.

What is left out on purpose: the morning's recap, which says where all stand; what a question is for and what can be
chosen; cards that are handed over. Two squares that bring as much are two happenings.
"""

import random
import re
from typing import Any

import pytest

from engine.billionaire.voice import BILLIONAIRE_VOICE
from tests.host.doors.telegram.conftest import Stage
from tests.phone_log import LINES, SIX, RedditRound, TelegramRound, played_other

SUM = re.compile(r"(?<![Ff]or )(?<!× )(?<!\(pays )(-?)[£$](\d[\d,]*(?:\.\d+)?)(k|M|bn)?")
SHORT = {"k": 1e3, "M": 1e6, "bn": 1e9}
SQUARE = re.compile(r"\b(?:opens|chooses|tries|on|square|space|Square|Space|behind) (\d+)")
LEFT_OUT = re.compile(
    r"one of these|that bombs cover|Row A: |\?|^Leading: |^\*\*u/|^🔒|needs one more round|wins the game|^\d+\. "
)
HANDED = re.compile(
    "|".join(
        re.sub(r"\\\{.*?\\\}", ".+", re.escape(line.text))
        for circumstance in ("seller", "board")
        for line in BILLIONAIRE_VOICE.book["bn"][circumstance]
    )
)


def list_amounts(line, names):
    """The amounts of a line: whose, how much, and how exactly that is said."""
    said = re.compile("|".join(map(re.escape, names)))
    for found in SUM.finditer(line):
        before = said.findall(line[: found.start()])
        digits, unit = found[2].replace(",", ""), SHORT.get(found[3] or "", 1)
        places = 3 - len(digits.partition(".")[0]) if unit > SHORT["k"] else len(digits.partition(".")[2])
        exact = unit / 10**places  # of millions three digits are said, noughts at the end are not: £15M
        if amount := float(digits) * unit:
            yield before[-1] if before else "", -amount if found[1] else amount, exact


def are_two_happenings(one, other):
    """Do the lines tell of two squares, or of bids that were made one after the other?"""
    there, here = set(SQUARE.findall(one)), set(SQUARE.findall(other))
    return bool(there and here and not there & here) or ("bid" in one and "bid" in other)


def find_told_twice(text, names):
    """The lines of one message that tell again what one above has told, or a sum twice of the same person."""
    told, twice = list[Any](), list[Any]()
    for line in text.splitlines():
        if LEFT_OUT.search(line) or HANDED.fullmatch(line):
            continue
        for who, amount, exact in (each for each in list_amounts(line, names) if each[0]):
            same = [
                before
                for their, other, roughly, before in told
                if who == their and abs(amount - other) < max(exact, roughly)
            ]
            twice += [(before, line) for before in same if before == line or not are_two_happenings(before, line)]
            told.append((who, amount, exact, line))
    return twice


@pytest.mark.parametrize(
    ("text", "twice"),
    [
        ("Ann wins £5.\nAnn keeps £5.", True),
        ("Ann finds £7. → £7", True),
        ("Cycle 1 is over. Ann leads with £54.\n1 Ann £54, 2 Bob £30.", True),
        ("Ann's bonus is $3,255,000. → $3.62M, 1st\nAnn leads with $3,622,500.", True),
        ("Ann wins £5.\nBob wins £5.", False),
        ("Ann finds £7. → £70", False),
        ("Ann opens 17: $68.\nAnn opens 12: $68.", False),
        ("Still closed: 10 £54 and 18 £54.", False),
        ("Ann wins £5.\nLeading: Ann £5.", False),
        ("The bids: Bob $2, Ann $3.\nNow all bids are shown: Bob $2 and Ann $5.", False),
        ("The bids: Bob $2,000,000.\nAnn pays Bob with $5,000,000 and $2,000,000.", False),
    ],
)
def test_an_amount_that_is_told_twice_is_seen(text, twice):
    assert bool(find_told_twice(text, ["Ann", "Bob"])) is twice


def read_group(seen):
    """All that a group was shown, captions of boards as each edit left them, too."""
    return [text for message in seen.posts for text in (*message.earlier, message.text)]


def play_in_group(game, seed, answers, monkeypatch):
    monkeypatch.setattr("tests.phone_log.WEEK", answers)
    monkeypatch.setattr("tests.phone_log.LONGEST", answers)
    stage = Stage()
    seen = TelegramRound(random.Random(seed), stage, LINES[game], SIX if game == "week" else SIX[:4])
    played_other(seen, game)
    stage.close()
    return seen


@pytest.mark.whole
@pytest.mark.parametrize(("game", "answers"), [("week", 45), ("deluxe", 60), ("billionaire", 40), ("ladder", 40)])
def test_a_group_is_told_each_amount_once(game, answers, monkeypatch):
    check_group(play_in_group(game, 24, answers, monkeypatch))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(25, 29))
@pytest.mark.parametrize("game", ["week", "deluxe", "billionaire", "ladder"])
def test_a_group_is_told_each_amount_once_whatever_the_game(game, seed, monkeypatch):
    check_group(play_in_group(game, seed, 168, monkeypatch))


def check_group(seen):
    texts = read_group(seen)
    assert sum(len([*list_amounts(text, seen.people)]) for text in texts) > 3
    assert [found for text in texts for found in find_told_twice(text, seen.people)] == []
    boards = [text for text in texts if re.search(r"^1\. ", text, re.MULTILINE)]
    assert boards and not any(" → " in text for text in boards)  # the totals stand below
    news = [line for text in {message.text for message in seen.posts} - {*boards} for line in text.splitlines()]
    sums = [line for line in news if SUM.search(line)]
    assert len(sums) == len(set(sums))
    api = seen.stage.api
    assert api.violations == [] and api.world.flood.refused == 0


@pytest.mark.whole
@pytest.mark.parametrize("seed", [24])
def test_a_thread_is_told_each_amount_once(seed, monkeypatch):
    monkeypatch.setattr("tests.phone_log.WEEK", 30)
    seen = RedditRound(random.Random(seed), people=SIX)
    played_other(seen, "week")
    assert [found for _, _, text in seen.told() for found in find_told_twice(text, seen.names)] == []
