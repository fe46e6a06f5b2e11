"""The box of cards: its lines, what is wrong with them, and which of them are put on the table."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

import msgspec
from msgspec import Struct

from engine.kernel.errors import Illegal
from engine.kernel.ruleset import Use
from engine.kernel.text import Told
from engine.ladder.state import LEVELS, Card, Ladder, Options

SPARE = 3  # for every card a game needs, so many are put on the table, so that nobody can foretell which are drawn
LONGEST_QUESTION, LONGEST_ANSWER, LONGEST_WHY = 200, 50, 200
RUNNING, MOST_ALIKE = 10, 3  # of so many questions running, so many may be of one category
NEAR = 0.85  # share of words in common from which two questions are the same one
ID = re.compile(r"[a-z0-9][a-z0-9.-]{2,39}")
DATE = re.compile(r"\d{4}(-\d\d(-\d\d)?)?")
ALL_OF_THESE = re.compile(r"\b(all|none|both|neither)\b.{0,12}\b(above|these|them|those)\b", re.IGNORECASE)
WORDS = re.compile(r"[^\W_]+|[^\w\s.,;:!?'’“”\"()-]")
SMALL_WORDS = re.compile(r"^((a|an|the|in|on|at|to|of|by|for|from|with|under|his|her|its|their|they|it|he|she) )+(?=.)")
FAULTS = {
    "wrong": "the answer given is wrong",
    "two": "more than one answer is right",
    "dated": "it is out of date",
    "unclear": "it is unclear",
}
NAMED = ("CC-BY", "ODbL")  # licences that want their source named wherever it is shown


class Entry(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One line of a box. The first answer is the right one. What follows the date is for drawing and checking."""

    id: str
    level: int
    category: str
    question: str
    answers: tuple[str, str, str, str]
    why: str
    source: str
    licence: str
    date: str
    narrow: str = ""  # what it is about within its category: a climb asks about that once
    about: str = ""  # its fact, as “subject | what is said of it”: a climb has no subject twice
    year: int | None = None  # of what it is about; before Christ below zero
    country: str = ""
    fact: str = ""  # where the fact stands
    checked: str = ""  # when somebody opened that place, and its address

    def card(self) -> Card:
        """What of it goes on the table."""
        credit = f"{self.source}, {self.licence}" if self.licence.startswith(NAMED) else ""
        return Card(self.id, self.level, self.category, self.question, self.answers, self.why, credit)


class Fault(NamedTuple):
    """What is wrong with a line, and where it stands."""

    where: str
    id: str
    why: str

    def __str__(self) -> str:
        return f"{self.where}{f' ({self.id})' if self.id else ''}: {self.why}"


_decoder = msgspec.json.Decoder(Entry)


# -- what is wrong


def check(lines: Iterable[tuple[str, bytes]]) -> tuple[list[Entry], list[Fault]]:
    """The good ones of these lines, each given with where it stands, and what is wrong with the others."""
    good: list[tuple[str, Entry]] = []
    faults: list[Fault] = []
    for where, line in lines:
        try:
            entry = _decoder.decode(line)
        except msgspec.DecodeError as error:
            faults.append(Fault(where, "", f"is no question: {error}"))
            continue
        found = [Fault(where, entry.id, why) for why in wrong(entry)]
        faults += found
        if not found:
            good.append((where, entry))
    same = list(twins(good))
    spoilt = {fault.where for fault in same}
    return [entry for where, entry in good if where not in spoilt], [*faults, *same]


def wrong(entry: Entry) -> Iterator[str]:
    """All that is wrong with one question by itself."""
    if too_long := list(lengths(entry)):  # to fold a long text takes time
        yield from too_long
        return
    folded = [fold(answer) for answer in entry.answers]
    if not ID.fullmatch(entry.id):
        yield "its id must have 3 to 40 small letters, digits, dots and dashes"
    if not 1 <= entry.level <= LEVELS:
        yield f"level {entry.level} is not from 1 to {LEVELS}"
    if not DATE.fullmatch(entry.date):
        yield f"“{entry.date[:20]}” is no date such as 2025-01-31"
    if len(set(folded)) < len(folded) or "" in folded:
        yield "two of its answers are the same, or one is empty"
    if any(ALL_OF_THESE.search(answer) for answer in entry.answers):
        yield "an answer speaks of the other answers, but they are shuffled"
    if len(folded[0]) > 2 and f" {folded[0]} " in f" {fold(entry.question)} ":
        yield "the right answer stands in the question"


def lengths(entry: Entry) -> Iterator[str]:
    """Whatever is empty or too long to be shown, or not fit to be shown."""
    bounds = {"question": LONGEST_QUESTION, "why": LONGEST_WHY, "category": 40, "source": 120, "licence": 40}
    for name, longest in bounds.items():
        text: str = getattr(entry, name)
        if not 0 < len(text) <= longest:
            yield f"its {name} has {len(text)} characters, where 1 to {longest} fit"
    if any(len(answer) > LONGEST_ANSWER for answer in entry.answers):
        yield f"an answer has more than {LONGEST_ANSWER} characters"
    texts = (entry.question, entry.why, *entry.answers)
    if any(text != text.strip() or not text.isprintable() for text in texts):
        yield "it has blanks at an end, or characters that cannot be shown"


def twins(good: Sequence[tuple[str, Entry]]) -> Iterator[Fault]:
    """Questions that are there already: the same id, or nearly the same words about the same answer."""
    ids: dict[str, str] = {}
    alike: dict[str, list[tuple[str, frozenset[str]]]] = {}
    for where, entry in good:
        first = ids.setdefault(entry.id, where)
        words = frozenset(fold(entry.question).split())
        there = alike.setdefault(fold(entry.answers[0]), [])
        near = next((other for other, others in there if len(words & others) > NEAR * len(words | others)), "")
        there.append((where, words))
        if first != where:
            yield Fault(where, entry.id, f"has the same id as {first}")
        elif near:
            yield Fault(where, entry.id, f"is nearly the same question as {near}")


def fold(text: str) -> str:
    """The words alone: no case, accents or marks."""
    if not text.isascii():  # most texts are, and a box holds thousands
        text = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    return " ".join(WORDS.findall(text.casefold()))


def name_for(kind: str, question: str, answers: Sequence[str]) -> str:
    """An id from the words of a question. Players see it, so it must not depend on which of the answers is right."""
    words = "|".join([question, *sorted(answers)])
    return f"{kind}-{hashlib.sha256(words.encode()).hexdigest()[:10]}"


# -- on the table


def stock(state: Ladder, cards: Sequence[Entry], seen: Mapping[str, int]) -> None:
    """For every rung a few cards more than are needed, those that these players have seen least, climb by climb."""
    need, day = state.needed(), state.options.day
    cards = sorted(cards, key=lambda entry: of_day(day, entry)) if day else cards
    ranked = {
        level: pack if day else sorted(pack, key=lambda entry: seen.get(entry.id, 0))
        for level, pack in packs(pool(state.options, cards), state.levels(), need).items()
    }
    spare = need if day else min(spared(pack, seen, need) for pack in ranked.values())
    state.box = {level: [] for level in ranked}
    for _ in range(spare):
        climb: list[Entry] = []
        for level, pack in ranked.items():
            if pack:
                climb.append(next_on(climb, pack))
                pack.remove(climb[-1])
                state.box[level].append(climb[-1].card())
        if state.options.choosing == "host":
            state.topics |= {entry.id: entry.narrow for entry in climb if entry.narrow}
            state.subjects |= {entry.id: subject for entry in climb if (subject := subject_of(entry))}


def daily(day: str, cards: Sequence[Entry]) -> list[Entry]:
    """The cards of the ladder of this day: laid out of these alone, they make the same climb."""
    state = Ladder(Options(day=day, rounds=1), {})
    stock(state, cards, {})
    laid = {card.id for pack in state.box.values() for card in pack}
    return [entry for entry in cards if entry.id in laid]


def of_day(day: str, entry: Entry) -> int:
    """Where a card stands in the order of a day, which is the same for everybody."""
    return int.from_bytes(hashlib.sha256(f"{day}|{entry.id}".encode()).digest()[:8])


def spared(ranked: Sequence[Entry], seen: Mapping[str, int], need: int) -> int:
    """As many cards as may be laid out, none of them one that could still wait; at least as many as a game needs."""
    least = seen.get(ranked[0].id, 0)
    return max(need, min(need * SPARE, sum(seen.get(entry.id, 0) == least for entry in ranked)))


def next_on(climb: Sequence[Entry], pack: Sequence[Entry]) -> Entry:
    """Return the first card of a pack that goes with those below it, or else the first that is new to them."""
    fresh = None
    for entry in pack:
        if is_new_to(climb, entry):
            if not any(are_telling(entry, other) for other in climb):
                return entry
            fresh = fresh or entry
    return fresh or pack[0]


def is_new_to(climb: Sequence[Entry], entry: Entry) -> bool:
    """Say whether a card repeats nothing of a climb.

    No narrow topic and no subject comes twice, and of ten questions running no more than three are of one category.
    """
    if any(entry.narrow == other.narrow != "" or subject_of(entry) == subject_of(other) != "" for other in climb):
        return False
    return not too_many(entry.category, [other.category for other in climb])


@lru_cache(maxsize=4096)
def subject_of(entry: Entry) -> str:
    """Return what its fact is about, in words that compare."""
    return fold(entry.about.partition("|")[0])


def are_telling(one: Entry | Card, other: Entry | Card) -> bool:
    """Say whether one of two questions tells the other's answer: in its own words, its answer or its line of why."""
    return _tells(one, other) or _tells(other, one)


def _tells(one: Entry | Card, other: Entry | Card) -> bool:
    return f" {_words_of(other.answers[0])} " in _told_by(one)


@lru_cache(maxsize=4096)
def _told_by(one: Entry | Card) -> str:
    return f" {fold(f'{one.question} {one.answers[0]} {one.why}')} "


@lru_cache(maxsize=4096)
def _words_of(answer: str) -> str:
    """Return an answer without the small words before it, so that “In a boat” is found in “the boat”."""
    return SMALL_WORDS.sub("", fold(answer))


def too_many(category: str, before: Sequence[str]) -> bool:
    """Would this be one more of its category than ten questions running may have?"""
    return before[-RUNNING + 1 :].count(category) >= MOST_ALIKE


def pool(options: Options, cards: Sequence[Entry]) -> list[Entry]:
    """The cards of the categories asked for: one for each rung at least."""
    known = {entry.category.casefold(): entry.category for entry in cards}
    wanted = {name.casefold(): name for name in options.categories}
    without = {name.casefold(): name for name in options.without}
    unknown = [name for word, name in {**wanted, **without}.items() if word not in known]
    if unknown:
        raise Illegal("There is no category {name}; there are {known}.", name=unknown[0], known=sorted(known.values()))
    here = {*(wanted or known)} - {*without}
    found = [entry for entry in cards if entry.category.casefold() in here]
    if len(found) < len(options.ladder):
        text = "A ladder of {rungs} rungs needs as many questions; of these categories there are {amount}."
        raise Illegal(text, rungs=len(options.ladder), amount=len(found))
    return found


def packs(cards: Sequence[Entry], levels: Sequence[int], need: int) -> dict[int, list[Entry]]:
    """The cards of each level. Where one has too few, all are ranked and shared out evenly, so that no rung is bare."""
    own = {level: [entry for entry in cards if entry.level == level] for level in levels}
    if all(len(pack) >= need for pack in own.values()):
        return own
    ranked = sorted(cards, key=lambda entry: entry.level)
    starts = [at * len(ranked) // len(levels) for at in range(len(levels) + 1)]
    return {level: ranked[starts[at] : starts[at + 1]] for at, level in enumerate(levels)}


def uses(told: Told) -> Iterator[Use]:
    """What a line told means for a card."""
    card, facts = told.facts.get("card"), told.facts
    laid = facts.get("laid")
    if isinstance(laid, list):
        yield from (Use(each, "laid") for each in laid)
    if not isinstance(card, str):
        return
    if "fault" in facts:
        yield Use(card, f"reported.{facts['fault']}")
    elif "right" in facts:
        yield Use(card, "asked", facts["asked"])
        yield Use(card, "right", facts["right"])
    elif "amount" in facts:
        yield Use(card, "shown", text=facts.get("question", ""))
