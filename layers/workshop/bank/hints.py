"""What gives a question away: its own words, or another one that may come before it on the same climb.

Two questions give each other away when the answer to each stands in the other: “Who was Ares to the Romans?” and “Which
Greek god did the Romans call Mars?” The harder of the two is named. Of the easiest questions, which everybody is to
know, none is said to give itself away.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from engine.ladder.box import Entry, fold

EASY = 4  # up to this level a question may well help
STEM = 3  # letters by which words are looked up
INSIDE = 5  # from so many letters on a word counts also in the middle of another
OKINA = "\u02bb"
COMMON = frozenset(
    fold(
        "a an and are as at by can did do does first for from had has have how in into is it its many most no not of "
        "on one or the that their them this to two was were what when where which who whose with you"
    ).split()
)


class Hint(NamedTuple):
    """A question that is given away, and by what."""

    id: str
    why: str

    def __str__(self) -> str:
        return f"{self.id}: {self.why}"


class Worded(NamedTuple):
    """A question with the words that matter."""

    entry: Entry
    asked: frozenset[str]
    answer: frozenset[str]


def hints(entries: Iterable[Entry]) -> list[Hint]:
    """All questions that are given away."""
    ranked = [worded(entry) for entry in sorted(entries, key=lambda entry: entry.level)]
    return [*(hint for each in ranked for hint in by_itself(each)), *by_another(ranked)]


def worded(entry: Entry) -> Worded:
    """A question with the words of what it asks and of its answer."""
    return Worded(entry, words(entry.question), words(entry.answers[0]))


def words(text: str) -> frozenset[str]:
    """The words that matter; the letter of Hawaii that looks like one is a mark here."""
    return frozenset(fold(text.replace(OKINA, "")).split()) - COMMON


def akin(one: str, other: str) -> bool:
    """Do these words come from one stem, as owl and owlet, Kenya and Kenyatta, tartar and tartaric?"""
    if one == other:
        return True
    short, long = sorted((one, other), key=len)
    if len(short) < STEM or any(letter.isdigit() for letter in one + other):
        return False
    slack = 1 if len(short) > STEM + 1 else 0
    return long.startswith(short[: len(short) - slack]) or (len(short) >= INSIDE and short in long)


def same(one: str, other: str) -> bool:
    """Are these one word, perhaps once of one thing and once of several?"""
    return other in (one, f"{one}s") or one == f"{other}s"


def by_itself(it: Worded) -> Iterator[Hint]:
    """A word of the right answer that no wrong one has, and that stands in the question in some form."""
    if it.entry.level <= EASY:
        return
    wrong = frozenset().union(*map(words, it.entry.answers[1:]))
    own = sorted(word for word in it.answer if len(word) >= STEM and not any(akin(word, other) for other in wrong))
    near = next(((word, asked) for word in own for asked in sorted(it.asked) if akin(word, asked)), None)
    if near:
        yield Hint(it.entry.id, f"“{near[0]}”, the answer, is near “{near[1]}”, of which it asks: {it.entry.question}")


def by_another(ranked: Sequence[Worded]) -> Iterator[Hint]:
    """Pairs of which each holds the other's answer; the harder one is named."""
    at: dict[str, set[int]] = defaultdict(set)
    for n, it in enumerate(ranked):
        for word in it.asked:
            at[word[:STEM]].add(n)
    for n, it in enumerate(ranked):
        told_by = set.intersection(*(at[word[:STEM]] for word in it.answer)) if it.answer else set()
        for other in sorted(each for each in told_by if each < n):
            if holds(ranked[other], it) and holds(it, ranked[other]):
                easier = ranked[other].entry
                yield Hint(
                    it.entry.id, f"{it.entry.question} This and {easier.id} answer each other: {easier.question}"
                )


def holds(asking: Worded, answered: Worded) -> bool:
    """Does the answer to one stand in the other?"""
    return bool(answered.answer) and all(any(same(word, asked) for asked in asking.asked) for word in answered.answer)
