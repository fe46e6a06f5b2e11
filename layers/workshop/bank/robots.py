"""Robots that know nothing and yet answer: each picks by one rule, from the options and the rest of the bank.

A rule that cannot tell some options apart picks among them by chance; where it can tell none apart, it wins one time in
four. Whatever it wins more often than that is a fault of the bank's.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import NamedTuple

from engine.ladder.box import Entry, fold

NUMBER = re.compile(r"\d[\d,]*(\.\d+)?")
ARTICLE = re.compile(r"(an?|the) ", re.IGNORECASE)


class Seen(NamedTuple):
    """How often each option is right, and how often it is offered, in the whole bank."""

    right: Counter[str]
    offered: Counter[str]


class Won(NamedTuple):
    """What a robot wins: of all questions, and of those where its rule tells one option from another."""

    share: float
    decided: int
    there: float


Rule = Callable[[Entry, Seen], Sequence[float]]  # a mark for each option, the right one first; the highest is picked


def won(rule: Rule, entries: Sequence[Entry], seen: Seen) -> Won:
    """How a robot fares."""
    chances = [chance(rule(entry, seen)) for entry in entries]
    told = [share for share, picked in chances if picked < 4]
    return Won(mean(share for share, _ in chances), len(told), mean(told))


def chance(marks: Sequence[float]) -> tuple[float, int]:
    """How likely the right one is picked, and from how many."""
    best = [mark == max(marks) for mark in marks]
    return (1 / sum(best) if best[0] else 0.0), sum(best)


def mean(shares: Iterable[float]) -> float:
    """Nothing is won where nothing is asked."""
    found = list(shares)
    return sum(found) / len(found) if found else 0.0


def looked_over(entries: Iterable[Entry]) -> Seen:
    """What can be learnt from having seen every question."""
    right: Counter[str] = Counter()
    offered: Counter[str] = Counter()
    for entry in entries:
        folded = [fold(answer) for answer in entry.answers]
        right[folded[0]] += 1
        offered.update(folded)
    return Seen(right, offered)


# -- by what was right or offered elsewhere


def right_elsewhere(entry: Entry, seen: Seen) -> list[float]:
    """How often each option is the right one of another question."""
    return [seen.right[fold(answer)] - (at == 0) for at, answer in enumerate(entry.answers)]


def offered_elsewhere(entry: Entry, seen: Seen) -> list[float]:
    """How often each option is offered by any question."""
    return [seen.offered[fold(answer)] for answer in entry.answers]


# -- by looks


def each(mark: Callable[[str], float]) -> Rule:
    """A rule that looks at one option at a time."""
    return lambda entry, _: [mark(answer) for answer in entry.answers]


def fewer(rule: Rule) -> Rule:
    """The opposite rule."""
    return lambda entry, seen: [-mark for mark in rule(entry, seen)]


def odd(kind: Callable[[str], Hashable]) -> Rule:
    """The only one of its kind, where the three others are alike."""

    def marks(entry: Entry, _: Seen) -> list[float]:
        kinds = [kind(answer) for answer in entry.answers]
        counts = Counter(kinds)
        return [float(len(counts) == 2 and counts[it] == 1) for it in kinds]

    return marks


def in_order(entry: Entry, _: Seen) -> list[float]:
    """Where each stands in the alphabet."""
    folded = [fold(answer) for answer in entry.answers]
    return [sorted(folded).index(answer) for answer in folded]


def by_number(entry: Entry, _: Seen) -> list[float]:
    """The number in each, where all have one."""
    found = [NUMBER.search(answer) for answer in entry.answers]
    return [float(match[0].replace(",", "")) for match in found if match] if all(found) else [0.0] * 4


def middle_number(entry: Entry, seen: Seen) -> list[float]:
    """One of the two numbers between the others."""
    numbers = by_number(entry, seen)
    return [float(min(numbers) < number < max(numbers)) for number in numbers]


def middling(entry: Entry, _: Seen) -> list[float]:
    """Neither the longest nor the shortest."""
    lengths = [len(answer) for answer in entry.answers]
    return [float(min(lengths) < length < max(lengths)) for length in lengths]


def like_question(entry: Entry, _: Seen) -> list[float]:
    """How much of an option's letters, by threes, stands in the question."""
    asked = threes(entry.question)
    return [round(len(threes(answer) & asked) / max(1, len(threes(answer))), 6) for answer in entry.answers]


def like_others(entry: Entry, _: Seen) -> list[float]:
    """How much an option has in common with the others."""
    found = [threes(answer) for answer in entry.answers]
    return [sum(len(one & other) for other in found if other is not one) for one in found]


def threes(text: str) -> frozenset[str]:
    """All runs of three letters within words, their ends marked."""
    words = [f" {word} " for word in fold(text).split()]
    return frozenset(word[at : at + 3] for word in words for at in range(len(word) - 2))


def article(answer: str) -> str:
    """The article it begins with."""
    match = ARTICLE.match(answer)
    return match[1].casefold() if match else ""


RULES: dict[str, Rule] = {
    "the longest": each(len),
    "the shortest": fewer(each(len)),
    "neither longest nor shortest": middling,
    "never right elsewhere": fewer(right_elsewhere),
    "most often right elsewhere": right_elsewhere,
    "most often offered": offered_elsewhere,
    "least often offered": fewer(offered_elsewhere),
    "odd one out by its first letter": odd(lambda answer: fold(answer)[:1]),
    "odd one out by its last letter": odd(lambda answer: fold(answer)[-1:]),
    "odd one out by its number of words": odd(lambda answer: len(answer.split())),
    "odd one out by its article": odd(article),
    "odd one out by its case": odd(lambda answer: (answer[:1].isupper(), answer[1:].islower())),
    "odd one out by figures": odd(lambda answer: bool(NUMBER.search(answer))),
    "odd one out by accents": odd(str.isascii),
    "odd one out by its marks": odd(lambda answer: bool(re.search(r"[-,'“(&.]", answer))),
    "odd one out by its plural": odd(lambda answer: answer.casefold().endswith("s")),
    "first in the alphabet": fewer(in_order),
    "last in the alphabet": in_order,
    "the highest number": by_number,
    "the lowest number": fewer(by_number),
    "a number in the middle": middle_number,
    "most like the question": like_question,
    "least like the question": fewer(like_question),
    "most like the others": like_others,
    "least like the others": fewer(like_others),
}
