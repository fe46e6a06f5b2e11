"""Robots that know nothing and yet answer: each picks by one rule, from the options and the rest of the bank.

A rule that cannot tell some options apart picks among them by chance; where it can tell none apart, it wins one time in
four. Whatever it wins more often than that is a fault of the bank's.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import NamedTuple

from engine.ladder.box import BoxEntry, fold_words

OPTION_NUMBER_PATTERN = re.compile(r"\d[\d,]*(\.\d+)?")
ARTICLE = re.compile(r"(an?|the) ", re.IGNORECASE)


class OptionCounts(NamedTuple):
    """How often each option is right, and how often it is offered, in the whole bank."""

    right: Counter[str]
    offered: Counter[str]


class RobotScore(NamedTuple):
    """What a robot wins: of all questions, and of those where its rule tells one option from another."""

    share: float
    decided: int
    there: float


Rule = Callable[
    [BoxEntry, OptionCounts], Sequence[float]
]  # a mark for each option, the right one first; the highest is picked


def compute_robot_score(rule: Rule, entries: Sequence[BoxEntry], seen: OptionCounts) -> RobotScore:
    """Return how a robot with this rule fares."""
    chances = [compute_pick_chance(rule(entry, seen)) for entry in entries]
    told = [share for share, picked in chances if picked < 4]
    return RobotScore(compute_mean_share(share for share, _ in chances), len(told), compute_mean_share(told))


def compute_pick_chance(marks: Sequence[float]) -> tuple[float, int]:
    """Return how likely the right option is picked, and from how many."""
    best = [mark == max(marks) for mark in marks]
    return (1 / sum(best) if best[0] else 0.0), sum(best)


def compute_mean_share(shares: Iterable[float]) -> float:
    """Return the mean of some shares, or zero if there are none."""
    found = list(shares)
    return sum(found) / len(found) if found else 0.0


def count_bank_options(entries: Iterable[BoxEntry]) -> OptionCounts:
    """Count how often each option is right and offered, over all questions."""
    right: Counter[str] = Counter()
    offered: Counter[str] = Counter()
    for entry in entries:
        folded = [fold_words(answer) for answer in entry.answers]
        right[folded[0]] += 1
        offered.update(folded)
    return OptionCounts(right, offered)


# -- by what was right or offered elsewhere


def count_right_elsewhere(entry: BoxEntry, seen: OptionCounts) -> list[float]:
    """Return how often each option is the right one of another question."""
    return [seen.right[fold_words(answer)] - (at == 0) for at, answer in enumerate(entry.answers)]


def count_offered(entry: BoxEntry, seen: OptionCounts) -> list[float]:
    """Return how often each option is offered by any question."""
    return [seen.offered[fold_words(answer)] for answer in entry.answers]


# -- by looks


def build_option_rule(mark: Callable[[str], float]) -> Rule:
    """Build a rule that marks each option by itself."""
    return lambda entry, _: [mark(answer) for answer in entry.answers]


def build_opposite_rule(rule: Rule) -> Rule:
    """Build the opposite of a rule."""
    return lambda entry, seen: [-mark for mark in rule(entry, seen)]


def build_odd_one_rule(kind: Callable[[str], Hashable]) -> Rule:
    """Build a rule that picks the only option of its kind, where the three others are alike."""

    def mark_odd_one(entry: BoxEntry, _: OptionCounts) -> list[float]:
        kinds = [kind(answer) for answer in entry.answers]
        counts = Counter(kinds)
        return [float(len(counts) == 2 and counts[it] == 1) for it in kinds]

    return mark_odd_one


def rank_alphabetically(entry: BoxEntry, _: OptionCounts) -> list[float]:
    """Return where each option stands in the alphabet."""
    folded = [fold_words(answer) for answer in entry.answers]
    return [sorted(folded).index(answer) for answer in folded]


def list_option_numbers(entry: BoxEntry, _: OptionCounts) -> list[float]:
    """Return the number in each option, or zeros if one has none."""
    found = [OPTION_NUMBER_PATTERN.search(answer) for answer in entry.answers]
    return [float(match[0].replace(",", "")) for match in found if match] if all(found) else [0.0] * 4


def mark_middle_numbers(entry: BoxEntry, seen: OptionCounts) -> list[float]:
    """Mark the options whose number is neither the highest nor the lowest."""
    numbers = list_option_numbers(entry, seen)
    return [float(min(numbers) < number < max(numbers)) for number in numbers]


def mark_middle_lengths(entry: BoxEntry, _: OptionCounts) -> list[float]:
    """Mark the options that are neither the longest nor the shortest."""
    lengths = [len(answer) for answer in entry.answers]
    return [float(min(lengths) < length < max(lengths)) for length in lengths]


def compute_question_likeness(entry: BoxEntry, _: OptionCounts) -> list[float]:
    """Return how much of each option's letters, by threes, stands in the question."""
    asked = list_letter_triples(entry.question)
    return [
        round(len(list_letter_triples(answer) & asked) / max(1, len(list_letter_triples(answer))), 6)
        for answer in entry.answers
    ]


def compute_option_likeness(entry: BoxEntry, _: OptionCounts) -> list[float]:
    """Return how much each option has in common with the others."""
    found = [list_letter_triples(answer) for answer in entry.answers]
    return [sum(len(one & other) for other in found if other is not one) for one in found]


def list_letter_triples(text: str) -> frozenset[str]:
    """Return all runs of three letters within words, with their ends marked."""
    words = [f" {word} " for word in fold_words(text).split()]
    return frozenset(word[at : at + 3] for word in words for at in range(len(word) - 2))


def find_article(answer: str) -> str:
    """Return the article that an answer begins with, or an empty text."""
    match = ARTICLE.match(answer)
    return match[1].casefold() if match else ""


ROBOT_RULES: dict[str, Rule] = {
    "the longest": build_option_rule(len),
    "the shortest": build_opposite_rule(build_option_rule(len)),
    "neither longest nor shortest": mark_middle_lengths,
    "never right elsewhere": build_opposite_rule(count_right_elsewhere),
    "most often right elsewhere": count_right_elsewhere,
    "most often offered": count_offered,
    "least often offered": build_opposite_rule(count_offered),
    "odd one out by its first letter": build_odd_one_rule(lambda answer: fold_words(answer)[:1]),
    "odd one out by its last letter": build_odd_one_rule(lambda answer: fold_words(answer)[-1:]),
    "odd one out by its number of words": build_odd_one_rule(lambda answer: len(answer.split())),
    "odd one out by its article": build_odd_one_rule(find_article),
    "odd one out by its case": build_odd_one_rule(lambda answer: (answer[:1].isupper(), answer[1:].islower())),
    "odd one out by figures": build_odd_one_rule(lambda answer: bool(OPTION_NUMBER_PATTERN.search(answer))),
    "odd one out by accents": build_odd_one_rule(str.isascii),
    "odd one out by its marks": build_odd_one_rule(lambda answer: bool(re.search(r"[-,'“(&.]", answer))),
    "odd one out by its plural": build_odd_one_rule(lambda answer: answer.casefold().endswith("s")),
    "first in the alphabet": build_opposite_rule(rank_alphabetically),
    "last in the alphabet": rank_alphabetically,
    "the highest number": list_option_numbers,
    "the lowest number": build_opposite_rule(list_option_numbers),
    "a number in the middle": mark_middle_numbers,
    "most like the question": compute_question_likeness,
    "least like the question": build_opposite_rule(compute_question_likeness),
    "most like the others": compute_option_likeness,
    "least like the others": build_opposite_rule(compute_option_likeness),
}
