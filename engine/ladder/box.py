"""The box of cards: its lines, what is wrong with them, and which of them are put on the table."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from math import sqrt
from typing import NamedTuple

import msgspec
from msgspec import Struct

from engine.kernel.errors import Illegal
from engine.kernel.ruleset import CardUse
from engine.kernel.text import Told
from engine.ladder import events
from engine.ladder.state import LEVELS, Card, Ladder, LadderOptions

EASIEST, HARDEST = 0.95, 0.35  # what a fair player knows of the easiest questions, and of the hardest
MIN_ANSWERS_TO_JUDGE = 40  # answers; fewer say nothing
SIGNIFICANT_ERRORS = 1.64  # standard errors: in nineteen cases of twenty it is no whim of chance


def compute_expected_share(level: int) -> float:
    """Return the share of right answers (0 to 1) that a quiz question of this difficulty level should get, from 0.95 at
    level 1 to 0.35 at the highest.
    """
    return EASIEST + (HARDEST - EASIEST) * (level - 1) / (LEVELS - 1)


def compute_drifted_level(level: int, asked: int, right: int) -> int:
    """Return the difficulty level that a quiz question should have after `asked` answers, `right` of them right: one
    step easier or harder, within the levels there are, if after 40 answers or more their share differs significantly
    (by 1.64 standard errors) from what its level promises, else the same.
    """
    if asked < MIN_ANSWERS_TO_JUDGE:
        return level
    share, wanted = right / asked, compute_expected_share(level)
    if abs(share - wanted) <= SIGNIFICANT_ERRORS * sqrt(wanted * (1 - wanted) / asked):
        return level
    return min(LEVELS, max(1, level + (1 if share < wanted else -1)))


SPARE = 3  # for every card a game needs, so many are put on the table, so that nobody can foretell which are drawn
LONGEST_QUESTION, LONGEST_ANSWER, LONGEST_WHY = 200, 50, 200
RUNNING, MOST_ALIKE = 10, 3  # of so many questions running, so many may be of one category
NEAR = 0.85  # share of words in common from which two questions are the same one
ID = re.compile(r"[a-z0-9][a-z0-9.-]{2,39}")
DATE = re.compile(r"\d{4}(-\d\d(-\d\d)?)?")
ALL_OF_THESE = re.compile(r"\b(all|none|both|neither)\b.{0,12}\b(above|these|them|those)\b", re.IGNORECASE)
WORD_OR_SYMBOL = re.compile(r"[^\W_]+|[^\w\s.,;:!?'’“”\"()-]")
PLURAL_ENDING = re.compile(r"(?<=\w{3})e?s?(?= |$)")  # also of words that only look so, in question and answer alike
SMALL_WORDS = re.compile(r"^((a|an|the|in|on|at|to|of|by|for|from|with|under|his|her|its|their|they|it|he|she) )+(?=.)")

FAULTS = {
    "wrong": "the answer given is wrong",
    "two": "more than one answer is right",
    "dated": "it is out of date",
    "unclear": "it is unclear",
}

ATTRIBUTION_LICENCES = ("CC-BY", "ODbL")  # licences that want their source named wherever it is shown


class BoxEntry(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One line of a box. The first answer is the right one. The fields after the date are for drawing and checking."""

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

    def build_card(self) -> Card:
        """Build the card (a quiz question as a game uses it) from this entry of the question box. What only helps to
        choose and check questions is left out; the source is named only where the licence asks for it.
        """
        credit = f"{self.source}, {self.licence}" if self.licence.startswith(ATTRIBUTION_LICENCES) else ""
        return Card(self.id, self.level, self.category, self.question, self.answers, self.why, credit)


class BoxFault(NamedTuple):
    """What is wrong with a line, and where it stands."""

    where: str
    id: str
    why: str

    def __str__(self) -> str:
        """Return where the line stands, the id of its question if that is known, and what is wrong with it."""
        return f"{self.where}{f' ({self.id})' if self.id else ''}: {self.why}"


_decoder = msgspec.json.Decoder(BoxEntry)


# -- what is wrong


def parse_box(lines: Iterable[tuple[str, bytes]]) -> tuple[list[BoxEntry], list[BoxFault]]:
    """Parse the lines of a question box, each given with its position; return the valid quiz questions in their order,
    and for each other line what is wrong with it. Of two questions with the same id, or nearly the same, the later one
    is left out as faulty.
    """
    good: list[tuple[str, BoxEntry]] = []
    faults: list[BoxFault] = []
    for where, line in lines:
        try:
            entry = _decoder.decode(line)
        except msgspec.DecodeError as error:
            faults.append(BoxFault(where, "", f"is no question: {error}"))
            continue
        found = [BoxFault(where, entry.id, why) for why in list_entry_faults(entry)]
        faults += found
        if not found:
            good.append((where, entry))
    same = list(list_duplicate_faults(good))
    spoilt = {fault.where for fault in same}
    return [entry for where, entry in good if where not in spoilt], [*faults, *same]


def list_entry_faults(entry: BoxEntry) -> Iterator[str]:
    """Yield, as texts, what is wrong with a quiz question, seen without any other: its id, level, date or answers; only
    the faults of its texts' length and characters if there are such. Nothing if it is valid.
    """
    if too_long := list(list_length_faults(entry)):  # to fold a long text takes time
        yield from too_long
        return
    folded = [fold_words(answer) for answer in entry.answers]
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
    if len(folded[0]) > 2 and f" {folded[0]} " in f" {fold_words(entry.question)} ":
        yield "the right answer stands in the question"


def list_length_faults(entry: BoxEntry) -> Iterator[str]:
    """Yield what is wrong with the texts of a quiz question: one is empty or too long, has blanks at an end, or
    characters that cannot be shown.
    """
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


def list_duplicate_faults(good: Sequence[tuple[str, BoxEntry]]) -> Iterator[BoxFault]:
    """Yield a fault for each of these quiz questions, given with their positions, with the same id as an earlier one,
    or with the same right answer and more than 85% of all words in common; the earlier one has no fault.
    """
    ids: dict[str, str] = {}
    alike: dict[str, list[tuple[str, frozenset[str]]]] = {}
    for where, entry in good:
        first = ids.setdefault(entry.id, where)
        words = frozenset(fold_words(entry.question).split())
        there = alike.setdefault(fold_words(entry.answers[0]), [])
        near = next((other for other, others in there if len(words & others) > NEAR * len(words | others)), "")
        there.append((where, words))
        if first != where:
            yield BoxFault(where, entry.id, f"has the same id as {first}")
        elif near:
            yield BoxFault(where, entry.id, f"is nearly the same question as {near}")


def fold_words(text: str) -> str:
    """Return a text as plain words without capitals, accents or punctuation, so that texts can be compared."""
    if not text.isascii():  # most texts are, and a box holds thousands
        text = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    return " ".join(WORD_OR_SYMBOL.findall(text.casefold()))


def build_card_id(kind: str, question: str, answers: Sequence[str]) -> str:
    """Build a quiz question's id: `kind`, a dash and a short hash of question and answers. Players see it, so it does
    not depend on which answer is right, nor on their order.
    """
    words = "|".join([question, *sorted(answers)])
    return f"{kind}-{hashlib.sha256(words.encode()).hexdigest()[:10]}"


# -- on the table


def stock_ladder_box(state: Ladder, cards: Sequence[BoxEntry], seen: Mapping[str, int]) -> None:
    """Put quiz cards into a new game's state, of each level one for every climb and up to three times as many, those
    first that these players have seen least; for a ladder of the day those of the date, and none to spare. With too few
    cards there are fewer, which come again when all are asked. Where the host chooses, also note what the cards are
    about. Raise Illegal if there are fewer cards than rungs, or for an unknown category.
    """
    need, day = state.count_needed_cards(), state.options.day
    cards = sorted(cards, key=lambda entry: compute_day_order(day, entry)) if day else cards
    ranked = {
        level: pack if day else sorted(pack, key=lambda entry: seen.get(entry.id, 0))
        for level, pack in split_by_level(
            list_cards_of_categories(state.options, cards), state.list_levels(), need
        ).items()
    }
    spare = need if day else min(count_spare_cards(pack, seen, need) for pack in ranked.values())
    climbs = prepare_climbs([*ranked.values()], spare, need)
    state.box = {level: [climb[at].build_card() for climb in climbs] for at, level in enumerate(ranked)}
    if state.options.choosing == "host":
        state.in_sets = True
        dealt = [entry for climb in climbs for entry in climb]
        state.topics = {entry.id: entry.narrow for entry in dealt if entry.narrow}
        state.subjects = {entry.id: subject for entry in dealt if (subject := find_subject(entry))}


def prepare_climbs(packs: Sequence[Sequence[BoxEntry]], most: int, need: int) -> list[list[BoxEntry]]:
    """Return climbs made of these packs of quiz cards, of each pack one card in every climb, in the order of the packs,
    which are not changed: as many as the smallest pack allows, but `most` at most, and, once there are `need`, only
    such in which no two cards clash.
    """
    left = [[*pack] for pack in packs]
    climbs: list[list[BoxEntry]] = []
    for _ in range(min(most, *map(len, packs))):
        climb: list[BoxEntry] = []
        for pack in left:
            climb.append(pick_next_card(climb, pack))
            pack.remove(climb[-1])
        mend_climb(climb, left, climbs)
        if len(climbs) >= need and any(count_clashes(climb, at, entry) for at, entry in enumerate(climb)):
            break
        climbs.append(climb)
    return climbs


def mend_climb(climb: list[BoxEntry], left: Sequence[list[BoxEntry]], climbs: Sequence[list[BoxEntry]]) -> None:
    """Exchange quiz cards of a climb that clash with others of it, as long as that leaves fewer clashes: for a card of
    the same rung that is `left`, or for one of an earlier climb, where the card given for it must not clash. The lists
    given are changed in place; clashes that cannot be mended stay.
    """
    at = 0
    while at < len(climb):
        here = count_clashes(climb, at, climb[at])
        for other, place in list_exchanges(at, left, climbs) if here else ():
            fits_there = other is left[at] or not count_clashes(other, at, climb[at])
            if fits_there and count_clashes(climb, at, other[place]) < here:
                climb[at], other[place] = other[place], climb[at]
                at = -1  # look again from the lowest rung
                break
        at += 1


def list_exchanges(
    at: int, left: Sequence[list[BoxEntry]], climbs: Sequence[list[BoxEntry]]
) -> Iterator[tuple[list[BoxEntry], int]]:
    """Yield where other quiz cards lie for the rung with index `at`, as a list and an index in it: first in the pack of
    that rung, then in other climbs.
    """
    yield from ((left[at], place) for place in range(len(left[at])))
    yield from ((climb, at) for climb in climbs)


def count_clashes(climb: Sequence[BoxEntry], at: int, entry: BoxEntry) -> int:
    """Count the quiz cards of a climb that must not be met with `entry`, if that takes the place with index `at`: they
    have its subject, or one gives away the answer of the other.
    """
    others = (other for place, other in enumerate(climb) if place != at)
    return sum(have_same_subject(entry, other) or are_telling(entry, other) for other in others)


def list_daily_cards(day: str, cards: Sequence[BoxEntry]) -> list[BoxEntry]:
    """Return the quiz cards, out of these and in their order, of which the ladder of the date `day` is made; they are
    the same for everybody. Raise Illegal if there are fewer cards than rungs.
    """
    state = Ladder(LadderOptions(day=day, rounds=1), {})
    stock_ladder_box(state, cards, {})
    laid = {card.id for pack in state.box.values() for card in pack}
    return [entry for entry in cards if entry.id in laid]


def compute_day_order(day: str, entry: BoxEntry) -> int:
    """Return the number by which a quiz card is sorted on this date to choose the game of the day: an order that looks
    random and is the same for everybody.
    """
    return int.from_bytes(hashlib.sha256(f"{day}|{entry.id}".encode()).digest()[:8])


def count_spare_cards(ranked: Sequence[BoxEntry], seen: Mapping[str, int], need: int) -> int:
    """Return how many quiz cards of one level to put into a new game, from which those asked are drawn: at least
    `need`, and up to three times as many if its players have met that many equally seldom. `ranked` has the cards met
    least first, at least one, `seen` how often each was met by its id.
    """
    least = seen.get(ranked[0].id, 0)
    return max(need, min(need * SPARE, sum(seen.get(entry.id, 0) == least for entry in ranked)))


def pick_next_card(climb: Sequence[BoxEntry], pack: Sequence[BoxEntry]) -> BoxEntry:
    """Return from `pack`, which must not be empty, the quiz card for the next rung of a climb: the first that fits best
    the cards of the lower rungs, which are those already in `climb`. Neither is changed.
    """
    best, fewest = pack[0], (True,) * 4
    for entry in pack:
        if (faults := judge_next_card(climb, entry)) < fewest:
            best, fewest = entry, faults
        if not any(fewest):
            break
    return best


def judge_next_card(climb: Sequence[BoxEntry], entry: BoxEntry) -> tuple[bool, bool, bool, bool]:
    """Return, as four truth values, the worst first, what speaks against a quiz card after the cards of lower rungs: it
    is about a subject of theirs; one of the two gives the other's answer away; it repeats a narrow topic; of ten in a
    row more than three would be of one category.
    """
    same = any(have_same_subject(entry, other) for other in climb)
    telling = any(are_telling(entry, other) for other in climb)
    repeats = any(entry.narrow == other.narrow != "" for other in climb)
    return same, telling, repeats, has_too_many_of_category(entry.category, [other.category for other in climb])


def have_same_subject(one: BoxEntry, other: BoxEntry) -> bool:
    """Return whether the facts behind two quiz questions are told of the same subject; False if none is recorded for
    one of them.
    """
    return find_subject(one) == find_subject(other) != ""


@lru_cache(maxsize=4096)
def find_subject(entry: BoxEntry) -> str:
    """Return what the fact behind a quiz question is about, as plain words that can be compared; empty if that is not
    recorded.
    """
    return fold_words(entry.about.partition("|")[0])


def are_telling(one: BoxEntry | Card, other: BoxEntry | Card) -> bool:
    """Return whether one of two quiz questions gives away the right answer of the other by its question, its own right
    answer or its explanation.
    """
    return _gives_away(one, other) or _gives_away(other, one)


def _gives_away(one: BoxEntry | Card, other: BoxEntry | Card) -> bool:
    """Return whether the right answer to `other` occurs in the question, right answer or explanation of `one`."""
    return f" {_fold_answer(other.answers[0])} " in _fold_card_text(one)


@lru_cache(maxsize=4096)
def _fold_card_text(one: BoxEntry | Card) -> str:
    """Return question, right answer and explanation of a quiz card as plain words without endings of a plural, to
    search them.
    """
    return f" {PLURAL_ENDING.sub('', fold_words(f'{one.question} {one.answers[0]} {one.why}'))} "


@lru_cache(maxsize=4096)
def _fold_answer(answer: str) -> str:
    """Return an answer as plain words without articles and prepositions at its start, and without endings of a plural,
    so that “In a boat” is found in “the boats”.
    """
    return PLURAL_ENDING.sub("", SMALL_WORDS.sub("", fold_words(answer)))


def has_too_many_of_category(category: str, before: Sequence[str]) -> bool:
    """Return whether one more quiz question of this category would be too many among ten in a row, that is, if three or
    more of the nine before it are of it; `before` has the categories of those before it, the latest last.
    """
    return before[-RUNNING + 1 :].count(category) >= MOST_ALIKE


def list_cards_of_categories(options: LadderOptions, cards: Sequence[BoxEntry]) -> list[BoxEntry]:
    """Return those of these quiz cards whose category was chosen for a game (all if none was) and not left out; raise
    Illegal if there is no category of a name given, or if there are fewer such cards than rungs on the ladder. Packs do
    not count here.
    """
    known = {entry.category.casefold(): entry.category for entry in cards}
    wanted, without = ([name.casefold() for name in names] for names in (options.categories, options.without))
    unknown = [name for name in (*wanted, *without) if name not in known]
    if unknown:
        raise Illegal(
            "There is no category called {name}. The categories are: {known}.",
            code="unknown_category",
            name=unknown[0],
            known=sorted(known.values()),
        )
    here = {*(wanted or known)} - {*without}
    found = [entry for entry in cards if entry.category.casefold() in here]
    if len(found) < len(options.ladder):
        text = "A ladder of {rungs} rungs needs {rungs} questions, but these categories have only {amount}."
        raise Illegal(text, code="too_few_questions", rungs=len(options.ladder), amount=len(found))
    return found


def split_by_level(cards: Sequence[BoxEntry], levels: Sequence[int], need: int) -> dict[int, list[BoxEntry]]:
    """Return quiz cards for each of these difficulty levels, lowest first. If a level has fewer than `need`, all cards
    are instead sorted from easy to hard and divided evenly, whatever their own levels; none is empty then if there are
    as many cards as levels.
    """
    own = {level: [entry for entry in cards if entry.level == level] for level in levels}
    if all(len(pack) >= need for pack in own.values()):
        return own
    ranked = sorted(cards, key=lambda entry: entry.level)
    starts = [at * len(ranked) // len(levels) for at in range(len(levels) + 1)]
    return {level: ranked[starts[at] : starts[at + 1]] for at, level in enumerate(levels)}


def list_ladder_card_uses(told: Told) -> Iterator[CardUse]:
    """Yield what one announcement says about quiz cards, for their statistics: which were put into the game, that one
    was shown or reported, or how many were asked it and answered right; nothing for other announcements.
    """
    match told.event:
        case events.PacksCut(laid=laid):
            yield from (CardUse(card, "laid") for card in laid)
        case events.QuestionReported(card=card, fault=fault):
            yield CardUse(card, f"reported.{fault}")
        case events.RightAnswerShown(card=card, asked=asked, right=right):
            yield CardUse(card, "asked", asked)
            yield CardUse(card, "right", right)
        case events.QuestionAsked(card=card, question=question):
            yield CardUse(card, "shown", text=question)
        case _:
            return
