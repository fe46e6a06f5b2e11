"""What the host answers to claims of every kind about one board: each in words, and whether it is true."""

from itertools import product
from typing import Any

import pytest

from engine.kernel.text import PLAIN_READER
from engine.notation import parse_transcript
from engine.notation.run import _replay_transcript
from engine.rulesets import RULESETS
from engine.season7 import host_vocabulary as words
from engine.season7.host_answers import format_host_question, is_claim_true
from engine.season7.host_offers import is_open_to_questions
from engine.season7.host_questions import HostClaim, HostQuestion
from tests import listings

pytestmark = pytest.mark.as_released
BOARD = """\
rtab     1 season7
title    A board with something of every kind
players  Ann Bob Cat Dan
bank     Ann £3,000,000; Bob £2,000,000; Cat £2,000,000
booster  Bob 40%
holds    Ann Spectrum, Defuse
round    Q1 Ann Bob Cat Dan
board    Q1
    £50,000 | £100,000 | £250,000 | Bomb@Bob
    Gift Card | Eclipse | £1,000,000 | £50,000
    Bomb@Ann | 20% Booster | Spectrum | £1,000,000
set      Q1.Bob.immune true
set      Q1.Cat.protected true
set      Q1.Dan.win_zone 5
set      Cat.access true

Ann      select 1
>        Ann opens square 1: £50,000.
>        Ann gains £50,000.
?        Bob select
"""
LIMITS = ("more than", "less than", "at least", "at most")
WHO = ("Ann", "Bob", "Cat", words.ANYBODY)
PLACES = (words.ANYWHERE, "row A", "column 4", "square 4", "next 8", "corner", "middle", "squares:= 2+6")
COUNTS = (("", 1), ("at least", 2), ("at most", 1), ("exactly", 1))
THINGS = (
    *((words.BOMB, words.BOMB), (words.CASH, words.CASH), (words.CATEGORY, "category 2"), (words.SQUARE, "Eclipse")),
    (words.HIDDEN, words.ANY_HIDDEN),
)


def list_claims():
    """Claims about players, and about what lies on the board."""
    for about, limit, no in product(WHO, LIMITS, (False, True)):
        yield from (HostClaim(words.TOTAL, limit, about, n=n, no=no) for n in (2_000_000, 3_050_000))
        yield HostClaim(words.BOOSTER, limit, about, n=40, no=no)
    for about, no in product(WHO, (False, True)):
        yield from (HostClaim(words.RICHER, other, about, no=no) for other in ("Ann", "Cat", "Dan"))
        states = ("in", "out", "immune", "protected", "in a Win Zone", "hypnotised")
        yield from (HostClaim(words.STATE, state, about, no=no) for state in states)
    held = ("Defuse", "Spectrum", "Access", words.ANY_HIDDEN, words.ANY_MINIGAME, words.ANY_BOOSTER)
    for about, what, no in product((*WHO, f"{words.ANYBODY_BUT}Ann"), held, (False, True)):
        yield HostClaim(words.HOLDS, what, about, no=no)
    for where, (how, n), no in product(PLACES, COUNTS, (False, True)):
        yield from (HostClaim(kind, what, where=where, how=how, n=n, no=no) for kind, what in THINGS)
        yield HostClaim(words.WHOSE, words.BOMB, "Ann", where, how, n, no)
    for where, limit, no in product(PLACES, LIMITS, (False, True)):
        yield HostClaim(words.AMOUNT, limit, where=where, n=1_000_000, no=no)
        yield HostClaim(words.PERCENT, limit, where=where, n=20, no=no)
    yield from (HostClaim(words.BIGGEST_CASH, where=where) for where in PLACES)


def begin():
    return _replay_transcript(parse_transcript(BOARD, RULESETS), RULESETS["season7"], "").game


@pytest.mark.parametrize(
    ("where", "is_open"),
    [
        *(("square 2", True), ("square 1", False), ("square 13", False), ("square x", False), ("row A", True)),
        *(
            ("squares:= 2+6", True),
            ("squares:= 1+2", False),
            ("squares:= 1", False),
            ("squares:= 2+13", False),
            (words.ANYWHERE, True),
        ),
    ],
)
def test_only_closed_squares_are_asked_about(where, is_open):
    assert is_open_to_questions(begin().state.rounds["Q1"], where) is is_open


def tell():
    game = begin()
    table: Any = game.wake_table("Q1")
    for claim in list_claims():
        said = PLAIN_READER.format_value(format_host_question(HostQuestion((claim,))))
        yield f"{said} {'Yes' if is_claim_true(table, claim) else 'No'}"


def test_every_claim_about_a_board_is_answered_as_listed():
    listings.compare("claims_season7", tell())


@pytest.mark.parametrize(
    ("face", "hidden"), [("£5,000,000", ""), ("£50,000", "Defuse"), ("Gift Card", ""), ("40% Booster", "")]
)
def test_what_lies_under_a_bomb_makes_no_claim_true(face, hidden):
    game = begin()
    table: Any = game.wake_table("Q1")
    claims = [*list_claims()]
    before = [is_claim_true(table, claim) for claim in claims]
    for cell in table.round.cells:
        if cell.bombs:
            cell.face, cell.hidden = face, hidden
    assert [is_claim_true(table, claim) for claim in claims] == before
