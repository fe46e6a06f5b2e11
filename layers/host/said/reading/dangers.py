"""Tells whether a sentence that names one answer may mean something else by it. Pure.

Words that change nothing are without end; those that deny, doubt, ask, tell of others or of the past are few. So one
answer is taken from among words that the reader does not know, unless one of these few stands beside it.
"""

# ruff: noqa: E501 - lists of words

from __future__ import annotations

from host.said.reading.thoughts import CLEAR, COUNTED, LOOSE, Thoughts, Weighed
from host.said.reading.vocabulary import (
    ARITHMETIC_WORDS,
    ASIDE_AFTER,
    DOUBTS,
    ELSEWHERE_WORDS,
    FILLERS,
    JUDGING_WORDS,
    KNOWN_WORDS,
    LABELLED_BY,
    NEGATIONS,
    OR_WORDS,
    OTHERS,
    PAST_PLANS,
    REVISION_WORDS,
    UNIT_NOUNS,
    list_words,
)

MAX_UNKNOWN_WORDS = 5
DANGERS = frozenset().union(
    *(NEGATIONS, DOUBTS, OR_WORDS, OTHERS, PAST_PLANS, ARITHMETIC_WORDS, JUDGING_WORDS, ASIDE_AFTER, LABELLED_BY),
    REVISION_WORDS - {"sorry", "better", "actually", "instead"},
    list_words(
        "if unless when while until till why how what which where whose than only",
        "you your you're yours they them their she he his her we've they've",
        "yesterday ago last before after once early earlier since",
        "peek lock list use predict score board rules report pack mystuff says bot host",
    ),
)
BEFORE_OTHER_NUMBERS = ELSEWHERE_WORDS | list_words("am i'm im is are was")  # “at 10”, “I am 40”, “it is 5 here”
COUNTED_ALIKE = list_words(  # of many as of one; other things counted end in s
    "deer reindeer sheep fish stone men women children folk teeth feet foot inch mice geese cattle police kinder leute minuten stunden jahre tage minuti ore anni giorni",
    "old year day hour month week minute second kg cm mm mph kmh hp gb mb tb x of in ft lb lbs oz ml out",
)
STATING = list_words("is are am i'm was were has got")  # “the audience is going wild”


def find_only_answer(thoughts: Thoughts) -> str | int | None:
    """Return the only answer that a sentence mentions among words of which none is a sign of danger, or None."""
    words = [word for clause in thoughts.clauses for word in clause.words if word[0].isalnum()]
    unknown = [word for word in words if word not in KNOWN_WORDS]
    if len({each.mention.value for each in thoughts.weighed}) != 1 or len(unknown) > MAX_UNKNOWN_WORDS:
        return None
    if {*words} & DANGERS or any(word[0].isdecimal() for word in words) or any(each.asks for each in thoughts.clauses):
        return None
    return thoughts.weighed[0].mention.value if all(_is_safe(thoughts, each) for each in thoughts.weighed) else None


def _is_safe(thoughts: Thoughts, each: Weighed) -> bool:
    """Return whether nothing beside a mention makes it something else: unknown words before it may be its subject or
    what it is a number of, things counted stand after it.
    """
    parts = thoughts.clauses[each.clause].parts
    at = parts.index(each.mention)
    before, after = ([part for part in side if isinstance(part, str)] for side in (parts[:at], parts[at + 1 :]))
    if not {*before} <= FILLERS or each.weight not in (CLEAR, LOOSE, COUNTED):
        return False
    thing = after[0] if after else ""
    plural = thing in UNIT_NOUNS | COUNTED_ALIKE or (thing.endswith(("s", "ing")) and thing not in FILLERS)
    if isinstance(each.mention.value, int) and not each.mention.spoken:
        one = each.mention.value == 1 and thing not in FILLERS | {""}  # “1 beer”
        return not BEFORE_OTHER_NUMBERS & {*before[-1:]} and not plural and not one
    exclaimed = not before and len(after) == 1 and each.clause == 0 and not plural
    quiet = exclaimed or (not each.mention.spoken and {*after} <= FILLERS)
    return quiet and each.weight != COUNTED and not STATING & {*thoughts.clauses[each.clause].words}
