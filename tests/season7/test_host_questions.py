"""How people ask the host, and what it takes them to mean."""

from contextlib import suppress
from itertools import product

import pytest

from engine.kernel import Illegal, format_text
from engine.kernel.errors import Unclear
from engine.notation import parse_transcript
from engine.notation.layout import begin_transcript_game
from engine.rulesets import RULESETS
from engine.season7.host_answers import format_host_question, is_question_true
from engine.season7.host_offers import find_nearest_questions
from engine.season7.host_questions import parse_host_question
from engine.season7.state import RoundTable
from host.said.reading.host_talk import strip_address

ROUND = """
rtab     1 season7
players  Ann Bob Cat
holds    Bob Defuse, Spectrum
round    Q1 Ann Bob Cat
board    Q1
    Ask the Host   | £100,000 +Revive | £250,000  | Bomb@Bob
    Gift Card @Ann | Eclipse          | £1,000,000 | [£50,000 by Cat]
    45% Booster    | Higher or Lower  | -£26,000   | Split & Share
set      Q1.booster 0
"""

# What is typed (by Ann), what it is taken to mean, and the truth.
ASKED = [
    # one at least of several squares
    ("are any of 1, 4 and 6 bombs", "bomb squares 1+4+6", True),
    ("are some of 1, 6 or 7 bombs", "bomb squares 1+6+7", False),
    ("are there any bombs on 4, 6 and 7", "bomb squares 4+6+7", True),
    ("any of 4 and 6 bombs", "bomb square 4 or bomb square 6", True),
    ("either of 6 and 7 bombs", "bomb square 6 or bomb square 7", False),
    ("any of 2 and 4 safe", "no bomb square 2 or no bomb square 4", True),
    ("are 4, 5 and 6 bombs", "at least 3 bomb squares 4+5+6", False),
    # where the most money lies
    ("Is the biggest cash in row B?", "biggest cash row B", True),
    ("is the highest amount in row A", "biggest cash row A", False),
    ("the largest prize on 7", "biggest cash square 7", True),
    ("is the biggest cash in a corner", "biggest cash corner any", False),
    # limits said after the amount, and after the square
    ("cash of £500,000 or more", "cash at least £500000 anywhere", True),
    ("£500,000 or more on 7", "cash at least £500000 square 7", True),
    ("is 3 £300,000 or less", "cash at most £300000 square 3", True),
    ("booster of 40% or more", "booster at least 40% anywhere", True),
    ("9 a booster under 40%", "booster less than 40% square 9", False),
    ("is 9 a booster of 45% and above", "booster at least 45% square 9", True),
    ("does Bob have a total of more than £1m", "Bob total more than £1000000", False),
    ("is there a bomb in the middle row", "bomb row B", True),
    ("is the centre row safe", "no bomb row B", False),
    # bombs, by number, coordinate, row and column
    ("bomb", "bomb anywhere", True),
    ("any bombs left?", "bomb anywhere", True),
    ("Are there still bombs on the board?", "bomb anywhere", True),
    ("bomb on square 4", "bomb square 4", True),
    ("Is there a bomb on 4?", "bomb square 4", True),
    ("is 4 a bomb", "bomb square 4", True),
    ("is A4 a bomb?", "bomb square 4", True),
    ("Is square A4 a bomb?", "bomb square 4", True),
    ("is square 7 dangerous?", "bomb square 7", False),
    ("bomb at b3", "bomb square 7", False),
    ("bomb #4", "bomb square 4", True),
    ("does square 4 contain a bomb", "bomb square 4", True),
    ("Does row B have a bomb in it?", "bomb row B", True),
    ("is there a bomb in row B", "bomb row B", True),
    ("Is a bomb hidden in row 3?", "bomb row C", False),
    ("is there a bomb in the second row", "bomb row B", True),
    ("any bomb in the top row?", "bomb row A", True),
    ("bomb column 4?", "bomb column 4", True),
    ("is there a bomb in the third column?", "bomb column 3", False),
    ("bomb in row A, column 4", "bomb square 4", True),
    ("Is there a bomb in column 1 of row B?", "bomb square 5", True),
    ("is anybody's bomb in row C", "bomb row C", False),
    ("did anyone put a bomb in row A?", "bomb row A", True),
    ("please tell me, dear host, is there a bomb in row A", "bomb row A", True),
    # safe or not
    ("Is 7 safe?", "no bomb square 7", True),
    ("can I safely select 4", "no bomb square 4", False),
    ("is it safe to pick B2?", "no bomb square 6", True),
    ("Are all squares in row C safe?", "no bomb row C", True),
    ("Is 4 a bomb or not?", "bomb square 4", True),
    ("would I survive square 4", "no bomb square 4", False),
    ("is row C clear", "no bomb row C", True),
    ("is row C free of bombs?", "no bomb row C", True),
    ("is column 3 bomb-free?", "no bomb column 3", True),
    ("is square 4 not a bomb", "no bomb square 4", False),
    ("is it true that there is no bomb in row C?", "no bomb row C", True),
    # whose bomb
    ("my bomb in row B", "Ann's bomb row B", True),
    ("Is my own bomb still on the board?", "Ann's bomb anywhere", True),
    ("is my bomb on A1", "Ann's bomb square 1", False),
    ("Is the bomb on 5 mine?", "Ann's bomb square 5", True),
    ("Is Bob's bomb in row A?", "Bob's bomb row A", True),
    ("bobs bomb row a", "Bob's bomb row A", True),
    ("Bob’s bomb in column 4", "Bob's bomb column 4", True),
    ("did Bob put his bomb in row B", "Bob's bomb row B", False),
    ("Has Cat hidden a bomb in row A?", "Cat's bomb row A", False),
    ("is the bomb on A4 Bob's", "Bob's bomb square 4", True),
    # contents
    ("gift card", "Gift Card anywhere", False),
    ("Is Eclipse on square 6?", "Eclipse square 6", True),
    ("is square 6 Eclipse?", "Eclipse square 6", True),
    ("Does B2 contain the Eclipse?", "Eclipse square 6", True),
    ("is the £1,000,000 in row B", "£1,000,000 row B", True),
    ("is there 1000000 in row B", "£1,000,000 row B", True),
    ("£1m in row b", "£1,000,000 row B", True),
    ("is £250k in column 3", "£250,000 column 3", True),
    ("-£26,000 in row C?", "-£26,000 row C", True),
    ("is there a 45% booster in row C", "45% Booster row C", True),
    ("is Split & Share still there?", "Split & Share anywhere", True),
    ("split and share in column 4", "Split & Share column 4", True),
    ("is the minigame Higher or Lower in row C", "Higher or Lower row C", True),
    ("Bankers Offer anywhere?", "Banker's Offer anywhere", False),
    # categories
    ("category 3 on square 7", "category 3 square 7", True),
    ("is 7 category three", "category 3 square 7", True),
    ("is there a category 6 in row B", "category 6 row B", True),
    ("Is there an event in row B?", "category 6 row B", True),
    ("any boosters in row C?", "category 4 row C", True),
    ("are there any minigames left", "category 5 anywhere", True),
    ("is square 7 seven-figure cash", "category 3 square 7", True),
    ("is there negative cash in row C?", "category 1 row C", True),
    ("is there money on square 2", "cash square 2", True),
    ("is 9 cash?", "cash square 9", False),
    ("are there no game changers?", "no category 7 anywhere", False),
    # hidden squares
    ("is anything hidden behind square 2?", "hidden square square 2", True),
    ("hidden square in row B", "hidden square row B", False),
    ("Is there a hidden square behind B3", "hidden square square 7", False),
    ("is Revive hidden in column 2", "Revive column 2", True),
    ("does square 3 hide something", "hidden square square 3", False),
    # counts
    ("more than two bombs in row A", "at least 3 bomb row A", False),
    ("are there more than 1 bombs?", "at least 2 bomb anywhere", True),
    ("at least two bombs on the board", "at least 2 bomb anywhere", True),
    ("2 or more bombs", "at least 2 bomb anywhere", True),
    ("are there 2 bombs in row A", "at least 2 bomb row A", False),
    ("Is the number of bombs more than 2?", "at least 3 bomb anywhere", False),
    ("exactly one bomb in row A?", "exactly 1 bomb row A", True),
    ("less than three bombs left", "at most 2 bomb anywhere", True),
    ("no more than 3 boosters", "at most 3 category 4 anywhere", True),
    ("are there at least three cash squares in row B?", "at least 3 cash row B", False),
    ("several bombs in row A?", "at least 2 bomb row A", False),
    ("at least one bomb in row A", "bomb row A", True),
    ("fewer than one bomb in row C", "no bomb row C", True),
    # holdings
    ("Bob holds Defuse", "Bob holds Defuse", True),
    ("does Bob hold a Defuse?", "Bob holds Defuse", True),
    ("Has Bob got Deflect", "Bob holds Deflect", False),
    ("is Defuse held by Bob", "Bob holds Defuse", True),
    ("does Bob have any hidden squares", "Bob holds hidden square", True),
    ("does Cat have a hidden square?", "Cat holds hidden square", False),
    ("has Bob a minigame", "Bob holds minigame", True),
    ("does anybody hold Revive?", "anybody holds Revive", False),
    ("does someone have Spectrum", "anybody holds Spectrum", True),
    ("is it true that Cat does not hold Defuse", "no Cat holds Defuse", True),
    ("does nobody have Fold?", "no anybody holds Fold", True),
    # and, or
    ("bomb on 3 or 4", "bomb square 3 or bomb square 4", True),
    ("is 3 or 4 a bomb?", "bomb square 3 or bomb square 4", True),
    ("is 6 cash or a bomb", "cash square 6 or bomb square 6", False),
    ("Is neither 6 nor 7 a bomb", "no bomb square 6 and no bomb square 7", True),
    ("is there neither a bomb nor a booster in row C", "no bomb row C and no category 4 row C", False),
    ("are 6 and 7 safe", "no bomb square 6 and no bomb square 7", True),
    ("is there a bomb in row A and in row C?", "bomb row A and bomb row C", False),
    ("bomb in row A or column 3", "bomb row A or bomb column 3", True),
    ("a bomb or a booster in row C", "bomb row C or category 4 row C", True),
    ("is there a bomb in row A and no bomb in row C", "bomb row A and no bomb row C", True),
    ("does Bob hold Defuse or Deflect", "Bob holds Defuse or Bob holds Deflect", True),
    ("do Bob and Cat hold Defuse?", "Bob holds Defuse and Cat holds Defuse", False),
    ("is my bomb in row B and Bob's bomb in row A", "Ann's bomb row B and Bob's bomb row A", True),
    # “A” is a row where it is no article
    ("bomb in A?", "bomb row A", True),
    ("no bomb in A?", "no bomb row A", False),
    ("is there a bomb in A", "bomb row A", True),
    ("bomb in A or B?", "bomb row A or bomb row B", True),
    ("is A a bomb", "bomb row A", True),
    ("is A safe?", "no bomb row A", False),
    ("is there a Gift Card in A", "Gift Card row A", False),
    # two squares, not so many
    ("are 5 and 7 bombs", "bomb square 5 and bomb square 7", False),
    ("both 5 and 6 bombs?", "bomb square 5 and bomb square 6", False),
    ("are 5 or 4 bombs", "bomb square 5 or bomb square 4", True),
    # what a half takes from the other
    ("is 6 safe and 10 not?", "no bomb square 6 and bomb square 10", False),
    ("is 6 safe but not 4", "no bomb square 6 and bomb square 4", True),
    ("is 4 not safe and 6 safe", "bomb square 4 and no bomb square 6", True),
    ("is neither 4 nor 5 safe", "bomb square 4 and bomb square 5", True),
    ("are 6 and 7 not safe", "bomb square 6 and bomb square 7", False),
    ("is my bomb under 7 or 6", "Ann's bomb square 7 or Ann's bomb square 6", False),
    ("my bomb in row A or is it in row B", "Ann's bomb row A or Ann's bomb row B", True),
    ("is Bob's bomb on 4 or his bomb on 6", "Bob's bomb square 4 or Bob's bomb square 6", True),
    ("is the bomb on 5 mine or Bob's", "Ann's bomb square 5 or Bob's bomb square 5", True),
    ("isn't there a bomb in row A", "bomb row A", True),
    ("does Bob hold neither Defuse nor Deflect", "no Bob holds Defuse and no Bob holds Deflect", False),
    ("would I die on 4", "bomb square 4", True),
    ("Is there a bomb in row A but not in row B", "bomb row A and no bomb row B", False),
    ("is 7 safe, yes or no", "no bomb square 7", True),
    # two columns, and two rows
    ("is there a bomb in column 2 or 3", "bomb column 2 or bomb column 3", False),
    ("is there a bomb in row 2 or 3", "bomb row B or bomb row C", True),
    # as people type
    ("bombs in row B yes/no", "bomb row B", True),
    ("hey host is 4 a bomb thx", "bomb square 4", True),
    ("I want to know if 4 is a bomb", "bomb square 4", True),
    ("is b-3 a bomb", "bomb square 7", False),
    ("is sq 4 a bomb", "bomb square 4", True),
    ("is A4 clean", "no bomb square 4", False),
    ("is the whole row C safe", "no bomb row C", True),
    ("is row C clear of bombs", "no bomb row C", True),
    ("is row C empty of bombs", "no bomb row C", True),
    ("is there a bomb in the leftmost column", "bomb column 1", True),
    ("bomb in the right column?", "bomb column 4", True),
    ("is there a bomb in the middle row", "bomb row B", True),
    ("will I hit a bomb if I choose 4?", "bomb square 4", True),
    ("is 7 going to blow up", "bomb square 7", False),
    ("is my bomb still alive", "Ann's bomb anywhere", True),
    ("is my bomb still in play", "Ann's bomb anywhere", True),
    ("is the 1m still in play", "£1,000,000 anywhere", True),
    ("is 250 000 in row A", "£250,000 row A", True),
    ("is there minus 26000 in row C", "-£26,000 row C", True),
    ("is 9 a 45 percent booster", "45% Booster square 9", True),
    ("is 7 a seven-figure sum", "category 3 square 7", True),
    ("does square 3 give money", "cash square 3", True),
    ("giftcard in C", "Gift Card row C", False),
    ("is 10 higher/lower", "Higher or Lower square 10", True),
    ("is the number of bombs 2", "exactly 2 bomb anywhere", True),
    ("is the number of bombs in row A 2", "exactly 2 bomb row A", False),
    ("are there 0 bombs in row C", "no bomb row C", True),
    ("are there zero bombs in row A", "no bomb row A", False),
    ("max 1 bomb in row A", "at most 1 bomb row A", True),
    ("min 2 bombs", "at least 2 bomb anywhere", True),
    ("are there >1 bombs", "at least 2 bomb anywhere", True),
    ("<3 bombs?", "at most 2 bomb anywhere", True),
    ("does Bob have access to the super round", "Bob holds Access", False),
    ("does anyone else hold Defuse", "anybody but Ann holds Defuse", True),
    ("does another player have Defuse", "anybody but Ann holds Defuse", True),
    ("does anybody but Bob have Spectrum?", "anybody but Bob holds Spectrum", False),
    # how much, how somebody stands: two of them, or one with another kind of question
    ("is Bob immune or out?", "Bob immune or Bob out", False),
    ("is Bob in and not hypnotised", "Bob in and Bob not hypnotised", True),
    ("is Bob or Cat immune", "Bob immune or Cat immune", False),
    ("are Bob and Cat still in", "Bob in and Cat in", True),
    ("am I richer than Bob or Cat", "Ann richer than Bob or Ann richer than Cat", False),
    ("is Bob behind me or Cat", "Ann richer than Bob or Cat richer than Bob", False),
    (
        "does Bob have more than £1M and less than £5M",
        "Bob total more than £1000000 and Bob total less than £5000000",
        False,
    ),
    ("is Bob immune and is there a bomb on 7", "Bob immune and bomb square 7", False),
    ("is Bob in or does Cat hold Fold", "Bob in or Cat holds Fold", True),
    ("more than £500,000 on 6 or 7", "cash more than £500000 square 6 or cash more than £500000 square 7", True),
    ("more than £500k in row A or B", "cash more than £500000 row A or cash more than £500000 row B", True),
    ("more than £500k in row 1 or 3", "cash more than £500000 row A or cash more than £500000 row C", False),
    (
        "less than £1m or more than £5m on 7",
        "cash less than £1000000 square 7 or cash more than £5000000 square 7",
        False,
    ),
    ("is 9 a booster over 20% and under £5m", None, None),
    ("is there a booster over 50% or a minigame in row C", "booster more than 50% row C or category 5 row C", True),
    ("is there a bomb on 4 or cash over £1m on 7", "bomb square 4 or cash more than £1000000 square 7", True),
    ("is 7 worth more than £500k or a bomb", "cash more than £500000 square 7 or bomb square 7", True),
    ("bomb in row B and cash over £1m in row C", "bomb row B and cash more than £1000000 row C", False),
    # which may be meant otherwise
    ("more than £1m and less than £5m in row A", None, None),
    ("is Bob not immune or out", None, None),
    ("is Bob or Cat not immune", None, None),
    ("no cash over £1m in row A or B", None, None),
    ("cash over £1m in row A or a bomb", None, None),
    ("is anybody immune and hypnotised", None, None),
    ("does anybody not hold Fold?", None, None),  # nobody, or somebody without?
    ("does anybody else have no minigame", None, None),
    ("is Bob or Cat or Ann immune", None, None),
    # next to what, and said the other way round; decimals
    ("is there a bomb next to 7", "bomb next 7", True),
    ("is there a bomb beside square C1?", "bomb next 9", True),
    ("is 7 next to a bomb?", "bomb next 7", True),
    ("is 9 beside cash", "cash next 9", False),
    ("Is there a minigame touching 11?", "category 5 next 11", True),
    ("is 7 next to a bomb or 9", None, None),
    ("is there a bomb in a corner", "bomb corner any", True),
    ("is 3 worth more than £0.25m", "cash more than £250000 square 3", False),
    ("is there more than £0.9 million in row B", "cash more than £900000 row B", True),
    ("does any square hold over 1.5m", "cash more than £1500000 anywhere", False),
]


@pytest.fixture(scope="module")
def table():
    game = begin_transcript_game(parse_transcript(ROUND.lstrip(), RULESETS), RULESETS["season7"], {})
    return game.wake_table("Q1")


@pytest.mark.parametrize(("said", "meant", "true"), ASKED)
def test_the_host_understands_how_people_ask(table, said, meant, true):
    if meant is None:
        with pytest.raises(Unclear):
            parse_host_question(table.round, said, "Ann")
        return
    asked = parse_host_question(table.round, said, "Ann")
    assert str(asked) == meant
    assert is_question_true(table, asked) == true
    assert parse_host_question(table.round, str(asked), "Cat") == asked


UNCLEAR = [
    ("What is the meaning of life?", ["bomb anywhere", "bomb row A"]),
    ("", ["bomb anywhere", "bomb row A"]),
    ("How many bombs are in row A?", ["at least 2 bomb row A", "at least 3 bomb row A"]),
    ("how many minigames are left", ["at least 2 category 5 anywhere", "at least 3 category 5 anywhere"]),
    ("where is my bomb", ["Ann's bomb row A", "Ann holds hidden square"]),
    ("where is Eclipse?", ["Eclipse anywhere", "Eclipse row A"]),
    ("What lies on square 7?", ["bomb square 7", "category 3 square 7"]),
    ("Should I pick 6?", ["bomb square 6", "category 3 square 6"]),
    ("are all squares in row C cash", ["cash row C", "cash anywhere"]),
    ("does Bob have more than one hidden square", ["Bob holds hidden square", "Bob in"]),
    ("who has Defuse?", ["anybody holds Defuse", "Ann holds Defuse"]),
    ("is there a bmob in row B", ["bomb row B", "bomb anywhere"]),
    ("Is Eclpise in row B", ["Eclipse row B", "Eclipse anywhere"]),
    ("is Bob winning", ["Bob in", "Bob holds hidden square"]),
    ("bomb in row A and row B and row C", ["bomb row A", "bomb anywhere"]),
    ("bomb or booster or event", ["bomb anywhere", "bomb row A"]),
    ("bomb on 2 3", ["bomb square 2 or bomb square 3", "bomb square 2"]),
    ("bomb on 5/6", ["bomb square 5 or bomb square 6", "bomb square 5"]),
    ("is one of 3 and 4 a bomb", ["bomb square 3 or bomb square 4", "bomb square 3"]),
    ("is there one bomb in row A", ["bomb row A", "exactly 1 bomb row A"]),
    ("more bombs than 2", ["bomb anywhere", "bomb row A"]),
    ("is anybody else's bomb in row A", ["anybody but Ann holds hidden square", "bomb row A"]),
    ("Bob holds Gift Card", ["Bob in", "Bob holds hidden square"]),
    # what a word more would turn into another question
    ("Has my bomb been hit?", ["Ann's bomb row A", "Ann holds hidden square"]),
    ("was Bob's bomb found", ["Bob's bomb row A", "Bob holds hidden square"]),
    ("is there a bomb to the left of column 3", ["bomb column 3", "bomb anywhere"]),
    ("Are both bombs in row A?", ["bomb row A", "bomb anywhere"]),
    # the square that was spoken of, and what was asked of it
    ("how many bombs in A", ["at least 2 bomb row A", "at least 3 bomb row A"]),
    ("7 over a million?", ["category 3 square 7", "category 3 anywhere"]),
    ("Would I lose if I picked 7?", ["bomb square 7", "category 3 square 7"]),
    ("is theer a bom in row b", ["bomb row B", "bomb anywhere"]),
    ("are there bombs on 4, 5 and 6", ["bomb squares 4+5+6", "bomb anywhere"]),
    ("sum of 2, 3 and 7", ["cash anywhere", "category 3 anywhere"]),
    ("is the total of row B more than £1m", ["cash more than £1000000 row B", "cash row B"]),
    ("bomb in column 2 or 9", ["bomb column 2", "bomb anywhere"]),
]


ANOTHER = """
    Is Bob's bomb on an even square | Is Bob's bomb on a prime square | is his bomb in row A | is your bomb in row A
    is there a bomb under me | is that a bomb | is there a bomb here | is there a bomb on a square under me
    is there a bomb on a square over 7 | is my bomb over 7 | are 5 6 bombs | are there 2 bombs on 7 | is there one bomb
    is there a bomb by 7 | is there a bomb on the left | is there a bomb on an open square
    are both bombs in row A and B
    are there 2 or 3 bombs | are there 2 or 3 bombs in row A
    is any square in row C safe | is there a safe square in row C | are there any safe squares | is anywhere safe
    safe? | does nobody hold Defuse or Deflect
    is Bob's bomb on mine | is Bob's bomb on his square | is there a bomb on Bob's square | are 2 squares safe
    is there a bomb in A nor B | is 10 not safe but 6 is | 6 is not a bomb but 7 is
    is any square in row A not a bomb | is there a bomb that is not in row A | are there bombs not in row A
    is it true that Bob doesn't hold Defuse | 6 isn't a bomb, is it
    is my bomb safe | is Bob safe in row A | would Bob die in row A | did Bob find a bomb | is my pick a bomb
    did Bob find Revive | did Cat select a minigame | did Bob hold Defuse | will Bob hold Defuse | did Bob hide Revive
    is Bob Defuse | do I hold Defuse | is there no bomb or booster in row C | does Bob hold no Defuse or Deflect
    no bomb in row A or B | is neither 6 or 7 a bomb | is neither a bomb in row A | nothing but bombs in row A
    is there a bomb in row A and a booster | is my bomb in row A or Bob's bomb | was there ever a bomb in row A
    did Bob hit a bomb on 7 | is my bomb dead | does anybody else have a bomb
    are any of 4, 5 and 6 safe | 6 anything but a bomb | is anything on 6 but a bomb | only bomb in row A on 4
    is everything but 4 safe | are there bombs on 4, 6 and 7 | is 9 a booster somewhat under 40%
    was Revive held by Bob | are there bombs in A bomb | is there more than one bomb on 7
    is there a bomb on ² | is square 6 or ² a bomb | are there at least ² bombs
"""


@pytest.mark.parametrize("said", [each.strip() for each in ANOTHER.replace("\n", "|").split("|") if each.strip()])
def test_no_word_is_passed_over_that_makes_it_another_question(table, said):
    with pytest.raises(Unclear):
        parse_host_question(table.round, said, "Ann")
    assert [parse_host_question(table.round, str(asked)) for asked in find_nearest_questions(table.round, said, "Ann")]


@pytest.mark.parametrize(("said", "near"), UNCLEAR)
def test_what_is_unclear_comes_with_the_two_nearest_questions(table, said, near):
    with pytest.raises(Unclear):
        parse_host_question(table.round, said, "Ann")
    found = find_nearest_questions(table.round, said, "Ann")
    assert [*map(str, found)] == near
    assert [parse_host_question(table.round, str(asked)) for asked in found] == found


REFUSED = [
    ("bomb on square 8", "Square 8 is already open."),
    ("is B4 safe", "Square 8 is already open."),
    ("bomb on 80", "There is no square 80 here. Choose from 1 to 12, or from A1 to C4."),
    ("bomb in row Z", "There is no row Z. Rows are A to C."),
    ("more than two bombs in row 4", "There is no row 4. Rows are A to C."),
    ("is there a Gift Card in column 5?", "There is no column 5. Columns are 1 to 4."),
    ("is Z9 safe", "There is no square Z9. Rows are A to C, columns 1 to 4."),
    ("does Zoe hold Defuse?", "Nobody in this round is called Zoe. The players are Ann, Bob and Cat."),
    ("is Zoe's bomb in row A", "Nobody in this round is called Zoe. The players are Ann, Bob and Cat."),
]


@pytest.mark.parametrize(("said", "why"), REFUSED)
def test_only_closed_squares_of_the_board_are_looked_at(table, said, why):
    with pytest.raises(Illegal) as no:
        parse_host_question(table.round, said, "Ann")
    assert format_text(no.value.text, no.value.facts) == why


SHORT_NAMES = """
rtab     1 season7
players  A I May B 7
holds    A Defuse; May Fold
round    Q1 A I May B 7
board    Q1
    Ask the Host   | £100,000 | £250,000  | Bomb@I
    Gift Card @A   | Eclipse  | Bomb@7    | Bomb@B
"""
AMONG_SHORT_NAMES = [
    ("is there a bomb on 4?", "bomb square 4", True),
    ("may there be a bomb on 4", "bomb square 4", True),
    ("am I safe on 4", "no bomb square 4", False),
    ("can I safely select 4", "no bomb square 4", False),
    ("is A's bomb on 5", "A's bomb square 5", True),
    ("is May's bomb on 5", "May's bomb square 5", False),
    ("is I's bomb on 4", "I's bomb square 4", True),
    ("does A hold Defuse?", "A holds Defuse", True),
    ("does May have Fold", "May holds Fold", True),
    ("May has Fold", "May holds Fold", True),
    ("is 7's bomb on 7", "7's bomb square 7", True),
    ("bomb on 7", "bomb square 7", True),
    ("is there a bomb in row A", "bomb row A", True),
    ("is there a bomb in A", None, None),
    ("is there a bomb in B", None, None),
    ("is B's bomb in row B", "B's bomb row B", True),
    ("is A immune", "A immune", False),
    ("is a bomb in row B", "bomb row B", True),
]


@pytest.mark.parametrize(("said", "meant", "true"), AMONG_SHORT_NAMES)
def test_articles_and_verbs_come_before_names(said, meant, true):
    game = begin_transcript_game(parse_transcript(SHORT_NAMES.lstrip(), RULESETS), RULESETS["season7"], {})
    table = game.wake_table("Q1")
    assert isinstance(table, RoundTable)
    if meant is None:
        with pytest.raises(Unclear):
            parse_host_question(table.round, said, "May")
        return
    asked = parse_host_question(table.round, said, "May")
    assert (str(asked), is_question_true(table, asked)) == (meant, true)
    assert parse_host_question(table.round, meant, "A") == asked


READ_OUT = [
    ("more than £1m in row B", "is there cash of more than £1,000,000 in row B"),
    ("2, 3 and 6 safe", "is it true that there is no bomb on squares 2, 3 and 6"),
    ("bomb next to 7", "is there a bomb next to square 7"),
    ("is Bob not immune", "is it true that Bob is not immune"),
    ("Bob richer than me", "is Bob richer than Ann"),
    ("bomb in row A", "is there a bomb in row A"),
    ("row C safe", "is it true that there is no bomb in row C"),
    ("exactly 1 bomb in row A", "is there exactly 1 bomb in row A"),
    ("more than two bombs", "are there at least 3 bombs anywhere"),
    ("exactly one bomb on 4", "is there a bomb on square 4"),
    ("not exactly one bomb in row A", "is it true that there is not exactly 1 bomb in row A"),
    ("category 2 on square 4", "is square 4 in the category Six-Figure Cash"),
    ("at most two boosters in row A", "are there at most 2 squares of the category Boosters in row A"),
    ("money on 2", "is there cash on square 2"),
    ("no money in row A", "is it true that there is no cash in row A"),
    ("is Eclipse not in row A", "is it true that there is no Eclipse in row A"),
    ("something hidden in row A", "is there a hidden square in row A"),
    ("Revive in column 2", "is Revive hidden in column 2"),
    ("my bomb on A1", "is Ann's bomb on square 1"),
    ("Bob has a minigame", "does Bob hold a minigame"),
    ("Cat has no Fold", "is it true that Cat does not hold Fold"),
    ("anyone has Fold", "does anybody hold Fold"),
    ("anyone else has Fold", "does anybody but Ann hold Fold"),
    ("45% booster on 9", "is there a 45% Booster on square 9"),
    ("no 80% booster in row C", "is it true that there is no 80% Booster in row C"),
    ("80% booster in row C", "is there an 80% Booster in row C"),
    ("is 6 or 7 a bomb", "is there a bomb on square 6, or is there a bomb on square 7"),
]


@pytest.mark.parametrize(("said", "read"), READ_OUT)
def test_questions_are_read_out_in_whole_sentences(table, said, read):
    assert str(format_host_question(parse_host_question(table.round, said, "Ann"))) == read


# What people write to the host, and the question that the host hears; None where it is refused.
WRITTEN = [
    ("is there a booster and a minigame on 7", "category 4 square 7 and category 5 square 7"),
    ("bomb or cash on 7?", "bomb square 7 or cash square 7"),
    ("is 7 safe or a bomb?", "bomb square 7"),
    ("is there no bomb on 7", "no bomb square 7"),
    ("is there no gift card left", "no Gift Card anywhere"),
    ("isn't there a bomb on 7", "bomb square 7"),
    ("a bomb on 7, isn't it?", "bomb square 7"),
    ("there isn't a bomb on 7, right?", None),
    ("bomba no 7?", "bomb square 7"),  # "no" is "on the" in Portuguese
    ("no hay bomba en el 7?", None),
    ("is there any cash and also a booster on 7", None),
]


@pytest.mark.parametrize(("said", "heard"), WRITTEN)
def test_nothing_that_is_asked_of_the_host_is_left_out(table, said, heard):
    if heard is None:
        with pytest.raises(Unclear):
            parse_host_question(table.round, strip_address(said), "Ann")
    else:
        assert str(parse_host_question(table.round, strip_address(said), "Ann")) == heard


# Questions that say all themselves, of each kind of thing, count and place.
WHOLE = """
    a bomb on 7 | cash in column 2 | bomb in row B | 3 boosters in column 4 | 2 bombs in row A | no bomb in row C
    3 or more boosters in row B | a minigame on 10 | more than 2 bombs in row A | exactly one bomb in column 3
    9 a booster of 40% or more | Bob holds Defuse | Bob's bomb in row A | 6 is safe | 5 a bomb | Revive on 2
    the biggest cash in row B
"""
JOINED_UNDERSTOOD = 434  # pairs of these; the others are refused, as something in one may be meant for both


def test_two_whole_questions_in_one_are_asked_as_each_alone_or_refused(table):
    whole = [each.strip() for line in WHOLE.splitlines() for each in line.split("|") if each.strip()]
    alone = {said: parse_host_question(table.round, said, "Ann").claims for said in whole}
    understood = 0
    for first, second, join in product(whole, whole, ("and", "or")):
        with suppress(Unclear):
            both = parse_host_question(table.round, f"{first} {join} {second}", "Ann")
            assert (both.claims, both.join) == (alone[first] + alone[second], join), (first, join, second)
            understood += 1
    assert understood >= JOINED_UNDERSTOOD
