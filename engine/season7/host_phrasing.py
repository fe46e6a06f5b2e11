"""How a question to the host is put into the order that its grammar knows, before it is parsed."""

from __future__ import annotations

import re

from engine.season7.host_vocabulary import BESIDE_WORDS, JOIN_WORDS, LIMIT, OF, normalise_words

NUMBERS = r"(?:squares? )?((?:\d{1,3}|[a-z]\d{1,2})(?: (?:and |or |& )?(?:\d{1,3}|[a-z]\d{1,2}))+)"
ONE_THING = r"(?:an? |any |some )?(bomb|booster|minigame|event|game changer)s?"
SOME_OF = r"(?:any|some|either|any one|at least one) of"
# “any of 4, 5 and 6 bombs” and “any bombs on 4, 5 and 6” ask whether one of them is: “a bomb on 4, 5 or 6”
SOME_OF_SQUARES = re.compile(rf"(?:(?:is|are|do|does) )?{SOME_OF} {NUMBERS} (?:hold |contain |hide )?{ONE_THING}")
SOME_ON_SQUARES = re.compile(rf"(?:is |are )?(?:there )?(?=any|some){ONE_THING} (?:on|at|among) {NUMBERS}")
SOME_OF_TWO_SAFE = re.compile(rf"(?:(?:is|are) )?{SOME_OF} (\w{{1,3}}) (?:and|or) (\w{{1,3}}) safe")
SUM = r"(-?£\d{1,12} ?(?:k|m|thousand|million)?|\d{4,12}|\d{1,9} ?(?:k|m|thousand|million)|\d{1,3}%)(?: pounds)?"
NO_MORE = r"(?! than| -?£?\d)"  # “£1m and less than £5m” are two limits
# “£500,000 or more” is at least £500,000
SUM_OR_MORE = re.compile(
    rf"(?:\bof )?{SUM} (?:(?:or|and) (?:more|over|above|higher|upwards|greater){NO_MORE}|plus(?= on| in|$))"
)
SUM_OR_LESS = re.compile(rf"(?:\bof )?{SUM} (?:or|and) (?:less|under|below|lower|fewer|smaller){NO_MORE}")
A_LIMIT = re.compile(rf"{LIMIT} {SUM}")
LIMITED_BOOSTER = re.compile(rf"{LIMIT} (\d{{1,3}}%) boosters?")
PLACE_A_BOOSTER = re.compile(
    rf"(?:is )?((?:square )?(?:\d{{1,3}}|[a-z]\d{{1,2}})) (an? booster {OF}{LIMIT} \d{{1,3}}%)"
)
ALL_EXCEPT = re.compile(r"\b(anything|everything|something|nothing|all|none)\b.* (but|except|other than)\b")
# “is 14 next to a bomb” asks whether a bomb is next to 14, “is the middle a bomb” whether one is in the middle
BESIDE_A_THING = re.compile(rf"is (square )?(\w{{1,3}}) ({'|'.join(BESIDE_WORDS)}) (an? \D+|cash)")
MIDDLE_A_THING = re.compile(r"is (the (?:middle|centre)(?: square)?) (an? \D+|cash)")


def reword_limits(words: str) -> str:
    """Return a question with each limit moved before its amount, as the grammar needs: “£500,000 or more” becomes “at
    least £500,000”.
    """
    words = SUM_OR_MORE.sub(r"at least \1", words)
    words = SUM_OR_LESS.sub(r"at most \1", words)
    words = LIMITED_BOOSTER.sub(r"booster \g<how> \2", words)
    found = PLACE_A_BOOSTER.fullmatch(words)
    return f"is there {found[2]} on {found[1]}" if found else words


def reword_some(words: str) -> str:
    """Return a question about “some of” several squares reworded into the same question with the squares joined by
    “or”.
    """
    two = SOME_OF_TWO_SAFE.fullmatch(words)
    if two:
        return f"no bomb on {two[1]} or no bomb on {two[2]}"
    found = SOME_OF_SQUARES.fullmatch(words)
    squares, thing = found.groups() if found else ("", "")
    found = SOME_ON_SQUARES.fullmatch(words)
    thing, squares = found.groups() if found else (thing, squares)
    numbers = [word for word in squares.split() if word not in ("and", "or", "&")]
    return f"is there a {thing} on {' '.join(numbers[:-1])} or {numbers[-1]}" if numbers else words


def reword_question(text: str) -> str:
    """Return a question with its words in the order that the grammar needs: the thing looked for first, limits before
    amounts.
    """
    words = " ".join(normalise_words(text))
    reworded = reword_some(reword_limits(words))
    if reworded != words:
        return reworded
    if JOIN_WORDS.keys() & {*words.split()}:
        return text
    if found := BESIDE_A_THING.fullmatch(words):
        return f"is there {found[4]} {found[3]} {found[2]}"
    found = MIDDLE_A_THING.fullmatch(words)
    return f"is there {found[2]} in {found[1]}" if found else text
