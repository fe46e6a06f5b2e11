"""Takes the one answer that a sentence names from among words that the reader does not know. Pure.

Words that change nothing are without end; those that deny, doubt, ask, compare, tell of others or of the past are few,
and any of them forbids it. What is left must also stand as an answer stands: after what the writer does with it, or
with nothing unknown before it.
"""

from __future__ import annotations

from collections.abc import Sequence

from host.said.reading.clauses import Mention
from host.said.reading.thoughts import Thoughts, Weighed
from host.said.reading.vocabulary import (
    CHANGING_WORDS,
    KNOWN_WORDS,
    ONES_OWN_WORDS,
    VERBS_OF_LIFE,
    list_words,
)
from host.said.reading.weights import CLEAR, LOOSE

MAX_UNKNOWN, MAX_UNKNOWN_OF_ONES_OWN = 3, 4
A_PAIR = 2  # a name and a word that makes another thing of it
SHORT = 5  # letters; a shorter unknown word after an answer only ends it: “k2 ez”
BEFORE_SOMETHING_ELSE = list_words("at for to of with you")  # “table for 4”, “hope you split”
DETERMINERS = list_words("my our the this that a an")


def find_only_answer(thoughts: Thoughts, others: Sequence[str] = (), *, foreign: bool = False) -> str | int | None:
    """Return the one answer that a sentence mentions if no word beside it can change it; None if one does, or if it
    names one of the `others`. With `foreign` the answer is in a language whose other words are not known.
    """
    words = [word for clause in thoughts.clauses for word in clause.words if word[0].isalnum()]
    if len({each.mention.value for each in thoughts.weighed}) != 1 or any(each.asks for each in thoughts.clauses):
        return None
    if {*words} & CHANGING_WORDS or {*words} & {*others} or any(word[0].isdecimal() for word in words):
        return None
    if others and any(
        each.weight == LOOSE and len(thoughts.clauses[each.clause].parts) == A_PAIR for each in thoughts.weighed
    ):
        return None  # “Cat food”
    unknown = {word for word in words if word not in KNOWN_WORDS}
    stands = all(_stands_as_answer(thoughts, each, unknown, foreign=foreign) for each in thoughts.weighed)
    return thoughts.weighed[0].mention.value if stands else None


def _stands_as_answer(thoughts: Thoughts, each: Weighed, unknown: set[str], *, foreign: bool) -> bool:
    """Return whether the words before and after a mention are such that it can be the writer's answer, although some
    of them (`unknown`) are unknown to the reader.
    """
    parts = thoughts.clauses[each.clause].parts
    at = parts.index(each.mention)
    left = [part for part in parts[:at] if isinstance(part, str)]
    right = [part for part in parts[at + 1 :] if isinstance(part, str)]
    strange = [word for word in left if word in unknown]
    begun = left.index(strange[0]) if strange else len(left)
    own = bool({*left[:begun]} & ONES_OWN_WORDS) and each.mention.value not in ("Yes", "No")
    called = bool(strange) and "please" in left[begun:]  # “Bob please open 9”
    told = called or any(word.endswith("ed") and len(word) > SHORT and "have" not in left for word in strange)
    of_a_thing = left[:1] != [] and left[0] in DETERMINERS and left[1:2] != [] and left[1] in unknown
    if told or of_a_thing or {*strange} & VERBS_OF_LIFE or {*left[-1:]} & BEFORE_SOMETHING_ELSE:
        return False
    if each.weight not in (CLEAR, LOOSE) or each.mention.spoken:
        return False
    if len(unknown) > (MAX_UNKNOWN_OF_ONES_OWN if own else MAX_UNKNOWN):
        return False
    if right and right[0] in unknown and len(right[0]) >= SHORT and not (own or foreign):
        return False  # “C4 explosive”
    return own or foreign or _is_bare(each.mention, left, right, unknown)


def _is_bare(mention: Mention, left: Sequence[str], right: Sequence[str], unknown: set[str]) -> bool:
    """Return whether a mention stands nearly alone in its clause, so that it can be an answer although the writer
    says nothing of their own choice.
    """
    strange, after = [word for word in left if word in unknown], [word for word in right if word in unknown]
    if not isinstance(mention.value, int):
        if str(mention.value).casefold() == "no" and right and right[0] in unknown and len(right) > 1:
            return False  # “no milk left in the house”
        return not strange and len(after) < 2 and all(len(word) < SHORT and word[-1] != "s" for word in after)
    if right and right[0] in unknown and (right[0].endswith("s") or (not left and len(right) > 1)):
        return False  # “9 cats”
    return not strange  # “iphone 15”
