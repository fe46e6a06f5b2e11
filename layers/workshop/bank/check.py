"""`rtab bank --check`: the mechanical checks of a bank, with its aims, and the questions that miss them.

Every measure has an aim that it may not exceed, or must reach. A robot (see `robots`) may win 28 % at most. What
needs judging rather than counting, such as a superlative that may not last, is listed without an aim.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from engine.ladder.box import Entry, fold
from engine.ladder.state import LEVELS
from workshop.bank import robots as guessing
from workshop.bank.hints import akin, hints, words

ROBOT = 0.28
RATIO = 1.6
NEAR, NEARER = 0.5, 0.34  # likeness of two questions; the latter where their answers are the same
FEW = 5  # offenders named where nobody asked for all
OPENING = 4  # words by which questions begin alike
LABEL = re.compile(r"[A-Da-d]")
STALE = re.compile(
    r"\b(now|current(ly)?|today|latest|newest|recent(ly)?|most \w+|largest|biggest|longest|tallest|highest|oldest|"
    r"fastest|richest|deepest|smallest|heaviest)\b",
    re.IGNORECASE,
)
CATEGORIES = (
    *("art", "everyday", "film", "food", "games", "geography", "history", "internet", "language", "literature"),
    *("money", "music", "mythology", "nature", "politics", "science", "sport", "technology", "television", "transport"),
)


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split(", "))


REGIONS = {
    "Africa": _names(
        "Algeria, Angola, Benin, Botswana, Burkina Faso, Burundi, Cameroon, Cape Verde, Central African Republic, "
        "Chad, Comoros, Congo, Djibouti, Egypt, Equatorial Guinea, Eritrea, Eswatini, Ethiopia, Gabon, Gambia, Ghana, "
        "Guinea, Guinea-Bissau, Ivory Coast, Kenya, Lesotho, Liberia, Libya, Madagascar, Malawi, Mali, Mauritania, "
        "Mauritius, Morocco, Mozambique, Namibia, Niger, Nigeria, Rwanda, Senegal, Seychelles, Sierra Leone, Somalia, "
        "South Africa, South Sudan, Sudan, Tanzania, Togo, Tunisia, Uganda, Zambia, Zimbabwe"
    ),
    "Latin America": _names(
        "Anguilla, Argentina, Bahamas, Barbados, Belize, Bolivia, Brazil, Chile, Colombia, Costa Rica, Cuba, "
        "Dominica, Dominican Republic, Ecuador, El Salvador, Grenada, Guatemala, Guyana, Haiti, Honduras, Jamaica, "
        "Mexico, Montserrat, Nicaragua, Panama, Paraguay, Peru, Puerto Rico, Saint Lucia, Saint Martin, Suriname, "
        "Trinidad and Tobago, Uruguay, Venezuela"
    ),
    "South and East Asia": _names(
        "Afghanistan, Bangladesh, Bhutan, Brunei, Burma, Cambodia, China, East Timor, Hong Kong, India, Indonesia, "
        "Japan, Korea, Laos, Malaysia, Maldives, Mongolia, Myanmar, Nepal, North Korea, Pakistan, Philippines, "
        "Singapore, South Korea, Sri Lanka, Taiwan, Thailand, Tibet, Timor-Leste, Vietnam"
    ),
}


class BankMeasure(NamedTuple):
    """Something measured: what is aimed at, and the questions that stand in the way."""

    name: str
    value: float
    aim: float | None = None
    least: bool = False  # the aim is to be reached, not to be kept below
    offenders: Sequence[str] = ()
    remark: str = ""

    @property
    def met(self) -> bool:
        """Is it as it should be?"""
        return self.aim is None or (self.value >= self.aim if self.least else self.value <= self.aim)


def measures(entries: Sequence[Entry], bank: Sequence[Entry] | None = None) -> list[BankMeasure]:
    """All that is measured of some questions, next to all of their bank; how they are made up matters of all only."""
    if not entries:
        return []
    bank = bank or entries
    whole = len(entries) == len(bank)
    made = [it if whole else it._replace(aim=None) for it in shares(entries)]
    return [*robots(entries, bank), *options(entries), *repeats(entries, bank), *made, *listed(entries)]


def robots(entries: Sequence[Entry], bank: Sequence[Entry]) -> Iterator[BankMeasure]:
    """What robots win."""
    seen = guessing.looked_over(bank)
    for name, rule in guessing.RULES.items():
        share, decided, there = guessing.won(rule, entries, seen)
        yield BankMeasure(f"robot: {name}", share, ROBOT, remark=f"{there:.0%} of {decided} where it can tell")


# -- one question by itself


def options(entries: Sequence[Entry]) -> Iterator[BankMeasure]:
    """What options betray."""
    for name, aim, wrong in SINGLE:
        found = [spoken(entry) for entry in entries if wrong(entry)]
        yield BankMeasure(name, len(found) / len(entries), aim, offenders=found)


def unlike(entry: Entry) -> bool:
    """Is one option much longer than another?"""
    lengths = [len(answer) for answer in entry.answers]
    return max(lengths) > RATIO * min(lengths)


def odd_words(entry: Entry) -> bool:
    """Has the right one another number of words than all the others, which have the same?"""
    right, *wrong = (len(answer.split()) for answer in entry.answers)
    return len(set(wrong)) == 1 and right != wrong[0]


def alone_longest(entry: Entry) -> bool:
    """Is the right one the only longest?"""
    return len(entry.answers[0]) > max(map(len, entry.answers[1:]))


def alone_shortest(entry: Entry) -> bool:
    """Is the right one the only shortest?"""
    return len(entry.answers[0]) < min(map(len, entry.answers[1:]))


def labelled(entry: Entry) -> bool:
    """Is an option one of the letters that options are called by?"""
    return any(LABEL.fullmatch(answer) for answer in entry.answers)


def nested(entry: Entry) -> bool:
    """Does one option contain another?"""
    folded = [f" {fold(answer)} " for answer in entry.answers]
    return any(one != other and one in other for one in folded for other in folded)


def numeric(entry: Entry) -> bool:
    """Are all options bare numbers?"""
    return all(fold(answer).replace(" ", "").isdigit() for answer in entry.answers)


def stems(entry: Entry) -> bool:
    """Does a word of the right option, and of no wrong one, stand in the question in some form, at any level?"""
    asked, wrong = words(entry.question), frozenset().union(*map(words, entry.answers[1:]))
    own = [word for word in words(entry.answers[0]) if len(word) > 3 and not any(akin(word, it) for it in wrong)]
    return any(akin(word, it) for word in own for it in asked if len(it) > 3)


def wordy(entry: Entry) -> bool:
    """Is it longer than one likes to read on a telephone?"""
    return len(entry.question) > 110 or max(map(len, entry.answers)) > 30


SINGLE: Sequence[tuple[str, float, Callable[[Entry], bool]]] = (
    ("options of unlike length", 0.05, unlike),
    ("the right one alone longest", 0.25, alone_longest),
    ("the right one alone shortest", 0.25, alone_shortest),
    ("the right one alone in its number of words", 0.03, odd_words),
    ("letters for options", 0.0, labelled),
    ("an option within another", 0.0, nested),
    ("bare numbers for options", 0.04, numeric),
    ("the answer's letters in the question", 0.01, stems),
    ("long-winded", 0.05, wordy),
)


# -- one question and others


def repeats(entries: Sequence[Entry], bank: Sequence[Entry]) -> Iterator[BankMeasure]:
    """What there is twice."""
    mine = {entry.id for entry in entries}
    given = [str(hint) for hint in hints(bank) if hint.id in mine]
    yield BankMeasure("given away by a hint", len(given), 0, offenders=given)
    same = [pair for pair in same_fact(bank) if {pair[0].id, pair[1].id} & mine]
    yield BankMeasure("a fact asked twice", len(same), 0, offenders=list(map(both, same)))
    twice = [pair for pair in alike(bank) if {pair[0].id, pair[1].id} & mine]
    yield BankMeasure("nearly the same question", len(twice), 0, offenders=list(map(both, twice)))
    pairs = [pair for pair in same_options(bank) if {pair[0].id, pair[1].id} & mine]
    again = {other.id for _, other in pairs}
    yield BankMeasure("the same options again", len(again) / len(entries), 0.01, offenders=list(map(both, pairs)))
    found = Counter(map(opening, entries)).most_common(10)
    often = [f"{start} … {count}" for start, count in found]
    yield BankMeasure(
        "most that begin alike", max((n for _, n in found), default=0) / len(entries), 0.03, offenders=often
    )


def same_fact(bank: Sequence[Entry]) -> Iterator[tuple[Entry, Entry]]:
    """Yield pairs of questions whose fact is the same: subject, and what is said of it, in whatever spelling."""
    at: dict[str, list[Entry]] = defaultdict(list)
    for entry in bank:
        if entry.about:
            at[fold(entry.about)].append(entry)
    for found in at.values():
        yield from combinations(found, 2)


def same_options(bank: Sequence[Entry]) -> Iterator[tuple[Entry, Entry]]:
    """Two questions with three options in common."""
    at: dict[tuple[str, ...], list[Entry]] = defaultdict(list)
    for entry in bank:
        for three in combinations(sorted(fold(answer) for answer in entry.answers), 3):
            at[three].append(entry)
    yield from unique(pair for found in at.values() for pair in combinations(found, 2))


def alike(bank: Sequence[Entry]) -> Iterator[tuple[Entry, Entry]]:
    """Two questions of much the same words, counting the answers'; or of some, and with the same answer."""
    asked = [words(entry.question) for entry in bank]
    full = [found | words(entry.answers[0]) for found, entry in zip(asked, bank, strict=True)]
    right = [fold(entry.answers[0]) for entry in bank]
    at: dict[str, list[int]] = defaultdict(list)
    for number, found in enumerate(full):
        for other, count in Counter(other for word in found for other in at[word]).items():
            one, two = bank[other], bank[number]
            common = asked[number] & asked[other]
            twin = len(common) > 1 and right[other] == right[number]
            near = count > 1 and count >= NEAR * len(found | full[other])
            nearer = twin and len(common) >= NEARER * len(asked[number] | asked[other])
            if near or nearer:
                yield one, two
        for word in found:
            at[word].append(number)


def unique(pairs: Iterator[tuple[Entry, Entry]]) -> Iterator[tuple[Entry, Entry]]:
    """Each pair once."""
    seen = set()
    for one, other in pairs:
        if (one.id, other.id) not in seen:
            seen.add((one.id, other.id))
            yield one, other


def opening(entry: Entry) -> str:
    """The words a question begins with."""
    return " ".join(entry.question.split()[:OPENING])


# -- all of them


def shares(entries: Sequence[Entry]) -> Iterator[BankMeasure]:
    """How a bank is made up."""
    many = len(entries)
    for year, aim in ((1960, 0.3), (2000, 0.1)):
        young = sum(entry.year is not None and entry.year >= year for entry in entries)
        yield BankMeasure(f"about things since {year}", young / many, aim, least=True)
    yield from parts("level", Counter(entry.level for entry in entries), range(1, LEVELS + 1), 200)
    yield from parts("category", Counter(entry.category for entry in entries), CATEGORIES, 100)
    yield from most_alike(entries)
    yield from by_region(entries)
    for name, found in {"all": entries, **by_category(entries)}.items():
        countries = Counter(entry.country for entry in found if entry.country)
        country, count = max(countries.items(), key=lambda item: item[1], default=("", 0))
        yield BankMeasure(f"most about one country, of {name}", count / len(found), 0.2, remark=country)


def parts(what: str, counts: Mapping[Any, int], names: Collection[Any], aim: int) -> Iterator[BankMeasure]:
    """How many there are of each."""
    for name in names:
        yield BankMeasure(f"{what} {name}", counts[name], aim, least=True)


def by_region(entries: Sequence[Entry]) -> Iterator[BankMeasure]:
    """Measure how many of the questions about a country are about one of each region that quizzes forget."""
    named = [entry for entry in entries if entry.country]
    for region, countries in REGIONS.items():
        count = sum(entry.country in countries for entry in named)
        yield BankMeasure(f"about {region}, of those about a country", count / max(1, len(named)), 0.12, least=True)


def most_alike(entries: Sequence[Entry]) -> Iterator[BankMeasure]:
    """How much of one level is of one category, or begins with the same words, where that is most."""
    levels: dict[int, list[Entry]] = defaultdict(list)
    for entry in entries:
        levels[entry.level].append(entry)
    marks: Sequence[tuple[str, float, Callable[[Entry], str]]] = (
        ("most of one category in a level", 0.2, lambda entry: entry.category),
        ("most that begin alike in a level", 0.1, opening),
    )
    for name, aim, mark in marks:
        parts_of = [max(Counter(map(mark, found)).values()) / len(found) for found in levels.values()]
        yield BankMeasure(name, max(parts_of), aim)


def by_category(entries: Sequence[Entry]) -> dict[str, list[Entry]]:
    """The questions of each category."""
    found: dict[str, list[Entry]] = defaultdict(list)
    for entry in sorted(entries, key=lambda entry: entry.category):
        found[entry.category].append(entry)
    return found


def listed(entries: Sequence[Entry]) -> Iterator[BankMeasure]:
    """What somebody should look at, or ought to know."""
    dated = re.compile(r"\d{3}")
    stale = [spoken(it) for it in entries if STALE.search(it.question) and not dated.search(it.question)]
    yield BankMeasure("may not hold for ever", len(stale), offenders=stale)
    yield BankMeasure("narrow topics asked about", len({entry.narrow for entry in entries if entry.narrow}))
    yield BankMeasure("without a narrow topic", sum(not entry.narrow for entry in entries))
    yield BankMeasure("without a fact by name", sum(not entry.about for entry in entries), 0)
    yield BankMeasure("without a source of the fact", sum(not entry.fact for entry in entries))
    yield BankMeasure("whose source was opened", sum(bool(entry.checked) for entry in entries))


def both(pair: tuple[Entry, Entry]) -> str:
    """Two questions in a line."""
    return " ~ ".join(map(spoken, pair))


def spoken(entry: Entry) -> str:
    """A question in a line."""
    return f"{entry.id} [{entry.level}] {entry.question} {' / '.join(entry.answers)}"


# -- told


def told(found: Sequence[BankMeasure], *, all_of_them: bool) -> Iterator[str]:
    """A table of what was measured, and below it those that stand in the way: all of them, or a few of each."""
    for it in found:
        aim = "" if it.aim is None else f"{'at least' if it.least else 'at most'} {number(it.aim)}"
        yield f"{' ' if it.met else '!'} {it.name:<45} {number(it.value):>7}  {aim:<14}  {it.remark}".rstrip()
    for it in found:
        shown = it.offenders if all_of_them else it.offenders[:FEW]
        if shown:
            yield f"\n{it.name}, {len(it.offenders)}:"
            yield from (f"  {offender}" for offender in shown)


def number(value: float) -> str:
    """A share in per cent, or a count."""
    return f"{value:.1%}" if isinstance(value, float) else str(value)
