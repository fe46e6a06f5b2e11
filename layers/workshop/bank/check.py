"""`rtab bank --check`: the mechanical checks of a bank, with its aims, and the questions that miss them.

Every measure has an aim that it may not exceed, or must reach. A robot (see `robots`) may win 28 % at most. What
needs judging rather than counting, such as a superlative that may not last, is listed without an aim.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from importlib import resources
from itertools import combinations
from typing import Any, NamedTuple

from engine.ladder.box import BoxEntry, fold_words
from engine.ladder.state import LEVELS

EASY = 4  # up to this level a question may well help
FIRST_REGION_LEVEL = 5  # from this level on a question need not be one that everybody on Earth can answer
REGION_SHARE = 0.12  # least share of each region, of the questions about a country: in all, and from that level on
LOCAL_LEVEL = 12  # the lowest level of what only Britain or the United States knows
STEM = 3  # letters that a word must have
INSIDE = 5  # from so many letters on a word counts also in the middle of another
OKINA = "\u02bb"

COMMON = frozenset(
    fold_words(
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


def list_question_hints(entries: Iterable[BoxEntry]) -> list[Hint]:
    """Return all questions that give themselves away."""
    return [hint for entry in sorted(entries, key=lambda entry: entry.level) for hint in iter_own_hints(entry)]


def list_content_words(text: str) -> frozenset[str]:
    """Return the words of a text without common ones. The Hawaiian 'okina is dropped, because here it is a mark and
    not a letter.
    """
    return frozenset(fold_words(text.replace(OKINA, "")).split()) - COMMON


def has_same_stem(one: str, other: str) -> bool:
    """Return whether two words come from one stem, as owl and owlet, Kenya and Kenyatta, tartar and tartaric."""
    if one == other:
        return True
    short, long = sorted((one, other), key=len)
    if len(short) < STEM or any(letter.isdigit() for letter in one + other):
        return False
    slack = 1 if len(short) > STEM + 1 else 0
    return long.startswith(short[: len(short) - slack]) or (len(short) >= INSIDE and short in long)


def iter_own_hints(entry: BoxEntry) -> Iterator[Hint]:
    """Yield a hint if a word of the right answer, and of no wrong one, stands in the question in some form. The
    easiest levels are exempt.
    """
    if entry.level <= EASY:
        return
    asked, wrong = list_content_words(entry.question), frozenset().union(*map(list_content_words, entry.answers[1:]))
    own = sorted(
        it
        for it in list_content_words(entry.answers[0])
        if len(it) >= STEM and not any(has_same_stem(it, no) for no in wrong)
    )
    near = next(((word, other) for word in own for other in sorted(asked) if has_same_stem(word, other)), None)
    if near:
        yield Hint(entry.id, f"“{near[0]}”, the answer, is near “{near[1]}”, of which it asks: {entry.question}")


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

ROBOT = 0.28
RATIO = 1.6
NEAR, NEARER = 0.5, 0.34  # likeness of two questions; the latter where their answers are the same
MAX_SHOWN_OFFENDERS = 5  # offenders named where nobody asked for all
OPENING = 4  # words by which questions begin alike
OPTION_LETTER_PATTERN = re.compile(r"[A-Da-d]")

STALE_WORDS_PATTERN = re.compile(
    r"\b(now|current(ly)?|today|latest|newest|recent(ly)?|most \w+|largest|biggest|longest|tallest|highest|oldest|"
    r"fastest|richest|deepest|smallest|heaviest)\b",
    re.IGNORECASE,
)

BANK_CATEGORIES = (
    *("art", "everyday", "film", "food", "games", "geography", "history", "internet", "language", "literature"),
    *("money", "music", "mythology", "nature", "politics", "science", "sport", "technology", "television", "transport"),
)


def _parse_country_names(text: str) -> frozenset[str]:
    return frozenset(text.split(", "))


REGIONS = {
    "Africa": _parse_country_names(
        "Algeria, Angola, Benin, Botswana, Burkina Faso, Burundi, Cameroon, Cape Verde, Central African Republic, "
        "Chad, Comoros, Congo, Djibouti, Egypt, Equatorial Guinea, Eritrea, Eswatini, Ethiopia, Gabon, Gambia, Ghana, "
        "Guinea, Guinea-Bissau, Ivory Coast, Kenya, Lesotho, Liberia, Libya, Madagascar, Malawi, Mali, Mauritania, "
        "Mauritius, Morocco, Mozambique, Namibia, Niger, Nigeria, Rwanda, Senegal, Seychelles, Sierra Leone, Somalia, "
        "South Africa, South Sudan, Sudan, Tanzania, Togo, Tunisia, Uganda, Zambia, Zimbabwe"
    ),
    "Latin America": _parse_country_names(
        "Anguilla, Argentina, Bahamas, Barbados, Belize, Bolivia, Brazil, Chile, Colombia, Costa Rica, Cuba, "
        "Dominica, Dominican Republic, Ecuador, El Salvador, Grenada, Guatemala, Guyana, Haiti, Honduras, Jamaica, "
        "Mexico, Montserrat, Nicaragua, Panama, Paraguay, Peru, Puerto Rico, Saint Lucia, Saint Martin, Suriname, "
        "Trinidad and Tobago, Uruguay, Venezuela"
    ),
    "South and East Asia": _parse_country_names(
        "Afghanistan, Bangladesh, Bhutan, Brunei, Burma, Cambodia, China, East Timor, Hong Kong, India, Indonesia, "
        "Japan, Korea, Laos, Malaysia, Maldives, Mongolia, Myanmar, Nepal, North Korea, Pakistan, Philippines, "
        "Singapore, South Korea, Sri Lanka, Taiwan, Thailand, Tibet, Timor-Leste, Vietnam"
    ),
}


class BankMeasure(NamedTuple):
    """One measure of the bank: its value, its aim, and the questions that miss it."""

    name: str
    value: float
    aim: float | None = None
    least: bool = False  # the aim is to be reached, not to be kept below
    offenders: Sequence[str] = ()
    remark: str = ""

    @property
    def met(self) -> bool:
        """Return whether the value meets the aim; without an aim it always does."""
        return self.aim is None or (self.value >= self.aim if self.least else self.value <= self.aim)


def measure_bank(entries: Sequence[BoxEntry], bank: Sequence[BoxEntry] | None = None) -> list[BankMeasure]:
    """Return all measures of some questions, compared with their whole bank. The make-up of a bank is held to its
    aims only if all of it is measured.
    """
    if not entries:
        return []
    bank = bank or entries
    whole = len(entries) == len(bank)
    made = [it if whole else it._replace(aim=None) for it in measure_shares(entries)]
    return [
        *measure_robots(entries, bank),
        *measure_options(entries),
        *measure_repeats(entries, bank),
        *made,
        *measure_records(entries),
    ]


def measure_robots(entries: Sequence[BoxEntry], bank: Sequence[BoxEntry]) -> Iterator[BankMeasure]:
    """Yield how often each robot wins."""
    seen = count_bank_options(bank)
    for name, rule in ROBOT_RULES.items():
        share, decided, there = compute_robot_score(rule, entries, seen)
        yield BankMeasure(f"robot: {name}", share, ROBOT, remark=f"{there:.0%} of {decided} where it can tell")


# -- one question by itself


def measure_options(entries: Sequence[BoxEntry]) -> Iterator[BankMeasure]:
    """Yield how many questions give themselves away by their options, one measure for each way."""
    for name, aim, wrong in SINGLE:
        found = [format_question_line(entry) for entry in entries if wrong(entry)]
        yield BankMeasure(name, len(found) / len(entries), aim, offenders=found)


def has_unlike_lengths(entry: BoxEntry) -> bool:
    """Return whether one option is much longer than another."""
    lengths = [len(answer) for answer in entry.answers]
    return max(lengths) > RATIO * min(lengths)


def has_odd_word_count(entry: BoxEntry) -> bool:
    """Return whether the right option has another number of words than the wrong ones, which all have the same."""
    right, *wrong = (len(answer.split()) for answer in entry.answers)
    return len(set(wrong)) == 1 and right != wrong[0]


def is_right_longest(entry: BoxEntry) -> bool:
    """Return whether the right option is the only longest."""
    return len(entry.answers[0]) > max(map(len, entry.answers[1:]))


def is_right_shortest(entry: BoxEntry) -> bool:
    """Return whether the right option is the only shortest."""
    return len(entry.answers[0]) < min(map(len, entry.answers[1:]))


def has_letter_option(entry: BoxEntry) -> bool:
    """Return whether an option is one of the letters that options are called by."""
    return any(OPTION_LETTER_PATTERN.fullmatch(answer) for answer in entry.answers)


def has_nested_option(entry: BoxEntry) -> bool:
    """Return whether one option contains another."""
    folded = [f" {fold_words(answer)} " for answer in entry.answers]
    return any(one != other and one in other for one in folded for other in folded)


def has_only_numbers(entry: BoxEntry) -> bool:
    """Return whether all options are bare numbers."""
    return all(fold_words(answer).replace(" ", "").isdigit() for answer in entry.answers)


def has_answer_in_question(entry: BoxEntry) -> bool:
    """Return whether a word of the right option, and of no wrong one, stands in the question in some form, at any
    level.
    """
    asked, wrong = list_content_words(entry.question), frozenset().union(*map(list_content_words, entry.answers[1:]))
    own = [
        word
        for word in list_content_words(entry.answers[0])
        if len(word) > 3 and not any(has_same_stem(word, it) for it in wrong)
    ]
    return any(has_same_stem(word, it) for word in own for it in asked if len(it) > 3)


def is_too_long(entry: BoxEntry) -> bool:
    """Return whether question or options are longer than one likes to read on a telephone."""
    return len(entry.question) > 110 or max(map(len, entry.answers)) > 30


SINGLE: Sequence[tuple[str, float, Callable[[BoxEntry], bool]]] = (
    ("options of unlike length", 0.05, has_unlike_lengths),
    ("the right one alone longest", 0.25, is_right_longest),
    ("the right one alone shortest", 0.25, is_right_shortest),
    ("the right one alone in its number of words", 0.03, has_odd_word_count),
    ("letters for options", 0.0, has_letter_option),
    ("an option within another", 0.0, has_nested_option),
    ("bare numbers for options", 0.04, has_only_numbers),
    ("the answer's letters in the question", 0.01, has_answer_in_question),
    ("long-winded", 0.05, is_too_long),
)


# -- one question and others


def measure_repeats(entries: Sequence[BoxEntry], bank: Sequence[BoxEntry]) -> Iterator[BankMeasure]:
    """Yield the measures of what occurs twice: hints, facts, questions, options and openings."""
    mine = {entry.id for entry in entries}
    given = [str(hint) for hint in list_question_hints(bank) if hint.id in mine]
    yield BankMeasure("given away by a hint", len(given), 0, offenders=given)
    same = [pair for pair in iter_same_facts(bank) if {pair[0].id, pair[1].id} & mine]
    yield BankMeasure("a fact asked twice", len(same), 0, offenders=list(map(format_question_pair, same)))
    twice = [pair for pair in iter_similar_questions(bank) if {pair[0].id, pair[1].id} & mine]
    yield BankMeasure("nearly the same question", len(twice), 0, offenders=list(map(format_question_pair, twice)))
    pairs = [pair for pair in iter_same_options(bank) if {pair[0].id, pair[1].id} & mine]
    again = {other.id for _, other in pairs}
    yield BankMeasure(
        "the same options again", len(again) / len(entries), 0.01, offenders=list(map(format_question_pair, pairs))
    )
    found = Counter(map(format_opening_words, entries)).most_common(10)
    often = [f"{start} … {count}" for start, count in found]
    yield BankMeasure(
        "most that begin alike", max((n for _, n in found), default=0) / len(entries), 0.03, offenders=often
    )


def iter_same_facts(bank: Sequence[BoxEntry]) -> Iterator[tuple[BoxEntry, BoxEntry]]:
    """Yield pairs of questions about the same fact: subject, and what is said of it, in any spelling."""
    at: dict[str, list[BoxEntry]] = defaultdict(list)
    for entry in bank:
        if entry.about:
            at[fold_words(entry.about)].append(entry)
    for found in at.values():
        yield from combinations(found, 2)


def iter_same_options(bank: Sequence[BoxEntry]) -> Iterator[tuple[BoxEntry, BoxEntry]]:
    """Yield pairs of questions that have three options in common, each pair once."""
    at: dict[tuple[str, ...], list[BoxEntry]] = defaultdict(list)
    for entry in bank:
        for three in combinations(sorted(fold_words(answer) for answer in entry.answers), 3):
            at[three].append(entry)
    yield from iter_unique_pairs(pair for found in at.values() for pair in combinations(found, 2))


def iter_similar_questions(bank: Sequence[BoxEntry]) -> Iterator[tuple[BoxEntry, BoxEntry]]:
    """Yield pairs of questions with much the same words, answers included; or with some of them and the same answer."""
    asked = [list_content_words(entry.question) for entry in bank]
    full = [found | list_content_words(entry.answers[0]) for found, entry in zip(asked, bank, strict=True)]
    right = [fold_words(entry.answers[0]) for entry in bank]
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


def iter_unique_pairs(pairs: Iterator[tuple[BoxEntry, BoxEntry]]) -> Iterator[tuple[BoxEntry, BoxEntry]]:
    """Yield each pair once."""
    seen = set()
    for one, other in pairs:
        if (one.id, other.id) not in seen:
            seen.add((one.id, other.id))
            yield one, other


def format_opening_words(entry: BoxEntry) -> str:
    """Return the words that a question begins with."""
    return " ".join(entry.question.split()[:OPENING])


# -- all of them


def measure_shares(entries: Sequence[BoxEntry]) -> Iterator[BankMeasure]:
    """Yield the measures of how a bank is made up: years, levels, categories, regions and countries."""
    many = len(entries)
    for year, aim in ((1960, 0.3), (2000, 0.1)):
        young = sum(entry.year is not None and entry.year >= year for entry in entries)
        yield BankMeasure(f"about things since {year}", young / many, aim, least=True)
    yield from measure_parts("level", Counter(entry.level for entry in entries), range(1, LEVELS + 1), 200)
    yield from measure_parts("category", Counter(entry.category for entry in entries), BANK_CATEGORIES, 100)
    yield from measure_most_alike(entries)
    yield from measure_regions(entries)
    local = load_local_ids()
    low = [format_question_line(it) for it in entries if it.id in local and it.level < LOCAL_LEVEL]
    yield BankMeasure(f"only Britain or America knows, below {LOCAL_LEVEL}", len(low), 0, offenders=low)
    for name, found in {"all": entries, **group_by_category(entries)}.items():
        countries = Counter(entry.country for entry in found if entry.country)
        country, count = max(countries.items(), key=lambda item: item[1], default=("", 0))
        yield BankMeasure(f"most about one country, of {name}", count / len(found), 0.2, remark=country)


def measure_parts(what: str, counts: Mapping[Any, int], names: Collection[Any], aim: int) -> Iterator[BankMeasure]:
    """Yield how many questions there are of each name."""
    for name in names:
        yield BankMeasure(f"{what} {name}", counts[name], aim, least=True)


def measure_regions(entries: Sequence[BoxEntry]) -> Iterator[BankMeasure]:
    """Yield how many of the questions about a country are about one of each region that quizzes forget: of all, and of
    the level that has the fewest.
    """
    named = [entry for entry in entries if entry.country]
    for region, countries in REGIONS.items():
        count = sum(entry.country in countries for entry in named)
        yield BankMeasure(
            f"about {region}, of those about a country", count / max(1, len(named)), REGION_SHARE, least=True
        )
    for region, shares in compute_region_shares(entries).items():
        level = min(range(FIRST_REGION_LEVEL, LEVELS + 1), key=shares.__getitem__)
        name, where = f"about {region}, least in a level from {FIRST_REGION_LEVEL}", f"level {level}"
        yield BankMeasure(name, shares[level], REGION_SHARE, least=True, remark=where)


def compute_region_shares(entries: Sequence[BoxEntry]) -> dict[str, dict[int, float]]:
    """Return for each region that quizzes forget, and for each level, its share of the questions about a country."""
    found = {
        level: [it.country for it in entries if it.country and it.level == level] for level in range(1, LEVELS + 1)
    }
    return {
        region: {level: compute_mean_share(it in countries for it in named) for level, named in found.items()}
        for region, countries in REGIONS.items()
    }


def load_local_ids() -> frozenset[str]:
    """Load the ids of the questions that hardly anybody outside Britain or the United States can know."""
    text = (resources.files("engine.ladder.bank") / "facts" / "local.txt").read_text("utf-8")
    return frozenset(line.partition(" | ")[0] for line in text.splitlines())


def measure_most_alike(entries: Sequence[BoxEntry]) -> Iterator[BankMeasure]:
    """Yield the largest share of one level that is of one category, or begins with the same words."""
    levels: dict[int, list[BoxEntry]] = defaultdict(list)
    for entry in entries:
        levels[entry.level].append(entry)
    marks: Sequence[tuple[str, float, Callable[[BoxEntry], str]]] = (
        ("most of one category in a level", 0.2, lambda entry: entry.category),
        ("most that begin alike in a level", 0.1, format_opening_words),
    )
    for name, aim, mark in marks:
        parts_of = [max(Counter(map(mark, found)).values()) / len(found) for found in levels.values()]
        yield BankMeasure(name, max(parts_of), aim)


def group_by_category(entries: Sequence[BoxEntry]) -> dict[str, list[BoxEntry]]:
    """Return the questions of each category."""
    found: dict[str, list[BoxEntry]] = defaultdict(list)
    for entry in sorted(entries, key=lambda entry: entry.category):
        found[entry.category].append(entry)
    return found


def measure_records(entries: Sequence[BoxEntry]) -> Iterator[BankMeasure]:
    """Yield what somebody should check by hand or ought to know: questions that may not hold for ever, and missing
    topics, facts and sources.
    """
    dated = re.compile(r"\d{3}")
    stale = [
        format_question_line(it)
        for it in entries
        if STALE_WORDS_PATTERN.search(it.question) and not dated.search(it.question)
    ]
    yield BankMeasure("may not hold for ever", len(stale), offenders=stale)
    yield BankMeasure("narrow topics asked about", len({entry.narrow for entry in entries if entry.narrow}))
    yield BankMeasure("without a narrow topic", sum(not entry.narrow for entry in entries))
    yield BankMeasure("without a fact by name", sum(not entry.about for entry in entries), 0)
    yield BankMeasure("without a source of the fact", sum(not entry.fact for entry in entries))
    yield BankMeasure("whose source was opened", sum(bool(entry.checked) for entry in entries))


def format_question_pair(pair: tuple[BoxEntry, BoxEntry]) -> str:
    """Format two questions as one line."""
    return " ~ ".join(map(format_question_line, pair))


def format_question_line(entry: BoxEntry) -> str:
    """Format a question as one line."""
    return f"{entry.id} [{entry.level}] {entry.question} {' / '.join(entry.answers)}"


# -- told


def format_bank_measures(found: Sequence[BankMeasure], *, all_of_them: bool) -> Iterator[str]:
    """Yield a table of the measures, and below it the questions that miss them: all, or a few of each."""
    for it in found:
        aim = "" if it.aim is None else f"{'at least' if it.least else 'at most'} {format_measure_value(it.aim)}"
        value = format_measure_value(it.value)
        yield f"{' ' if it.met else '!'} {it.name:<45} {value:>7}  {aim:<14}  {it.remark}".rstrip()
    for it in found:
        shown = it.offenders if all_of_them else it.offenders[:MAX_SHOWN_OFFENDERS]
        if shown:
            yield f"\n{it.name}, {len(it.offenders)}:"
            yield from (f"  {offender}" for offender in shown)


def format_measure_value(value: float) -> str:
    """Format a share in per cent, or a count."""
    return f"{value:.1%}" if isinstance(value, float) else str(value)
