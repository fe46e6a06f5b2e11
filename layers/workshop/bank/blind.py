"""`rtab bank blind`: deals questions to readers who know nothing of them, and counts what came back.

rtab bank blind deal --seed WORD --to FOLDER    sheets for each reader, and the list of what was dealt;
                     [--ids FILE]               of these questions only, one id a line: those that were mended
rtab bank blind count [--of FOLDER] [--list]    recompute every count from the answers as they were given
rtab bank blind read [--list]                   how many of the bank's questions were read, as they stand, by how many

Round 1 has the four options and no question: whoever finds the right one has found a leak. Round 2 has the question:
where strong readers pick another option, or each his own, somebody looks the fact up. A reader does one round, and
no question twice. The answers lie as they came in the folder `blind`, with the seed by which they were dealt; those of
later readings in folders of it: to questions that were mended after the first in `mended`, to others in `second` and,
with round 2 alone and two readers, in `third`, `fourth` and `sixth`, with round 1 alone, in `fifth`.
"""

from __future__ import annotations

import argparse
import csv
import hashlib
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

from engine.ladder.box import Entry
from engine.ladder.rules import LADDER
from engine.ladder.state import LEVELS
from host.core.cards import card_packs

HERE = Path(__file__).parent / "blind"
PER_LEVEL, BATCH = 40, 50
READERS = {1: 4, 2: 3}  # of each round
LETTERS = "abcd"
DEALT, SEED, ANSWERS = "dealt.tsv", "seed", "answers-r{round}-k{reader}.tsv"
KNOWN = "guessed the question"  # a reader's remark: that is knowledge, and no leak of the options
GUESSED = 0.25  # what "I cannot tell" counts
LEAKS, DOUBTFUL = 3, 2  # so many right without the question; so many against the key with it
IN_WORDS = ["none", "one", "two", "three", "four"]


class Place(NamedTuple):
    """One question that was dealt: where it stood, and what it was then."""

    batch: int
    number: int
    id: str
    mark: str  # of its wording, so that one that was mended since is known


class Answer(NamedTuple):
    """What one reader said to one question."""

    letter: str
    confidence: int
    remark: str


def run(argv: Sequence[str]) -> int:
    """Deal, or count."""
    words = argparse.ArgumentParser(
        "rtab bank blind", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    words.add_argument("what", choices=["deal", "count", "read"])
    words.add_argument("--seed", default="", help="another seed, other questions")
    words.add_argument("--to", type=Path, metavar="FOLDER", help="where the sheets go")
    words.add_argument("--ids", type=Path, metavar="FILE", help="deal these questions, one id a line, and no others")
    words.add_argument("--of", type=Path, default=HERE, metavar="FOLDER", help="where the answers are")
    words.add_argument("--list", action="store_true", help="name the questions, too")
    asked = words.parse_args(argv)
    cards = card_packs.box(LADDER.name, ()).cards
    if asked.what == "count":
        print("\n".join(told(counted(asked.of, cards), all_of_them=asked.list)))
        return 0
    if asked.what == "read":
        print("\n".join(coverage(together(cards), all_of_them=asked.list)))
        return 0
    if not asked.seed or asked.to is None:
        print("Say --seed WORD and --to FOLDER.", file=sys.stderr)
        return 2
    deal(listed(cards, asked.ids) if asked.ids else chosen(cards, asked.seed), asked.seed, asked.to)
    return 0


# -- dealing


def _luck(*words: object) -> Random:
    """The same for the same words, so that nothing but the seed has to be kept."""
    return Random(" ".join(map(str, words)))  # noqa: S311 # a shuffle that anybody may repeat


def chosen(cards: Sequence[Entry], seed: str) -> list[Entry]:
    """So many of each level, mixed."""
    found: list[Entry] = []
    for level in range(1, LEVELS + 1):
        there = sorted((card for card in cards if card.level == level), key=lambda card: card.id)
        found += _luck(seed, level).sample(there, PER_LEVEL)
    _luck(seed).shuffle(found)
    return found


def listed(cards: Sequence[Entry], ids: Path) -> list[Entry]:
    """Those that a file names, in its order; an id that is no longer in the bank is passed over."""
    known = {card.id: card for card in cards}
    return [known[named] for named in ids.read_text("utf-8").split() if named in known]


def mark(card: Entry) -> str:
    """Of its wording."""
    return hashlib.sha256("\n".join([card.question, *card.answers]).encode()).hexdigest()[:12]


def right_letters(seed: str, round_: int, reader: int, batch: int, count: int) -> list[str]:
    """Behind which letter the right option stands: behind each equally often."""
    letters = [LETTERS[n % len(LETTERS)] for n in range(count)]
    _luck(seed, round_, reader, batch).shuffle(letters)
    return letters


def deal(found: Sequence[Entry], seed: str, to: Path) -> None:
    """Write the sheets, one folder for each reader, and what was dealt."""
    batches = [found[first : first + BATCH] for first in range(0, len(found), BATCH)]
    for round_, readers in READERS.items():
        for reader in range(1, readers + 1):
            folder = to / f"r{round_}-k{reader}"
            folder.mkdir(parents=True, exist_ok=True)
            for n, batch in enumerate(batches, 1):
                text = "\n".join(sheet(batch, seed, round_, reader, n))
                (folder / f"batch-{n:02}.txt").write_text(text, "utf-8")
    dealt = [(n, k, card) for n, batch in enumerate(batches, 1) for k, card in enumerate(batch, 1)]
    rows = [f"{n}\t{k}\t{card.id}\t{mark(card)}" for n, k, card in dealt]
    (to / DEALT).write_text("\n".join([*rows, ""]), "utf-8")
    (to / SEED).write_text(f"{seed}\n", "utf-8")


def sheet(batch: Sequence[Entry], seed: str, round_: int, reader: int, n: int) -> Iterator[str]:
    """One batch as its reader sees it."""
    luck = _luck(seed, "options", round_, reader, n)
    for k, (card, letter) in enumerate(zip(batch, right_letters(seed, round_, reader, n, len(batch)), strict=True), 1):
        wrong = list(card.answers[1:])
        luck.shuffle(wrong)
        yield f"{k}. {card.question}" if round_ > 1 else f"{k}."
        for each in LETTERS:
            yield f"   {each}) {card.answers[0] if each == letter else wrong.pop()}"


# -- counting


class Counted(NamedTuple):
    """One question with all that its readers said."""

    card: Entry
    answers: Mapping[int, Sequence[tuple[Answer, bool]]]  # by round, and whether each was right

    def said(self, round_: int, *, blindly: bool) -> list[tuple[Answer, bool]]:
        """What its readers said; `blindly` leaves out who recognised the question behind the options."""
        given = self.answers.get(round_, ())
        return [(answer, right) for answer, right in given if not (blindly and answer.remark.startswith(KNOWN))]

    def right(self, round_: int, *, blindly: bool = False) -> float:
        """The share of its readers who were right, where "I cannot tell" is a guess."""
        given = self.said(round_, blindly=blindly)
        return sum(GUESSED if not answer.letter else float(right) for answer, right in given) / len(given)

    @property
    def held(self) -> bool:
        """Has it been through both rounds, neither found without the question nor answered otherwise with it?"""
        both = self.answers.get(1) and self.answers.get(2)
        return bool(both) and not leaking([self]) and not doubted([self])


def counted(of: Path, cards: Sequence[Entry]) -> list[Counted]:
    """Everything again from the answers as they were given; questions that were mended since are left out."""
    seed, known = (of / SEED).read_text("utf-8").strip(), {card.id: card for card in cards}
    places = [Place(int(row[0]), int(row[1]), row[2], row[3]) for row in _rows(of / DEALT)]
    given: dict[tuple[int, int], dict[int, list[tuple[Answer, bool]]]] = defaultdict(lambda: defaultdict(list))
    for round_, readers in READERS.items():
        for reader in range(1, readers + 1):
            path = of / ANSWERS.format(round=round_, reader=reader)
            for batch, number, answer in _answers(path) if path.exists() else ():
                size = sum(place.batch == batch for place in places)
                right = right_letters(seed, round_, reader, batch, size)[number - 1]
                given[batch, number][round_].append((answer, answer.letter == right))
    return [
        Counted(known[place.id], given[place.batch, place.number])
        for place in places
        if place.id in known and mark(known[place.id]) == place.mark and given[place.batch, place.number]
    ]


def _rows(path: Path) -> Iterator[list[str]]:
    with path.open(encoding="utf-8", newline="") as file:
        yield from (row for row in csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE) if row)


def _answers(path: Path) -> Iterator[tuple[int, int, Answer]]:
    for batch, number, letter, confidence, *remark in _rows(path):
        told_ = letter.strip().lower()
        yield (
            int(batch),
            int(number),
            Answer(told_ if told_ in LETTERS else "", int(confidence or 0), "\t".join(remark)),
        )


def together(cards: Sequence[Entry]) -> dict[str, Counted]:
    """What all readings that are kept say of each question as it stands now."""
    answers: dict[str, dict[int, list[tuple[Answer, bool]]]] = {card.id: defaultdict(list) for card in cards}
    for folder in [path.parent for path in sorted(HERE.rglob(DEALT))]:
        for it in counted(folder, cards):
            for round_, given in it.answers.items():
                answers[it.card.id][round_] += given
    return {card.id: Counted(card, answers[card.id]) for card in cards}


def coverage(read: Mapping[str, Counted], *, all_of_them: bool) -> Iterator[str]:
    """Of how many questions of the bank how many readers can speak; and which nobody has read as they stand."""
    times = Counter(len(it.answers.get(2, ())) for it in read.values())
    yield f"questions: {len(read)}"
    for many in sorted(times, reverse=True):
        yield f"read with the question, as they stand, by {_in_words(many)}: {times[many]}"
    levels = Counter(it.card.level for it in read.values() if it.held)
    fewest = min((levels[level] for level in range(1, LEVELS + 1)), default=0)
    held = f"{levels.total()}, {fewest} a level or more"
    yield f"through both rounds, as they stand, and neither found nor doubted: {held}"
    for it in read.values() if all_of_them else ():
        if not it.answers.get(2):
            yield f"  {it.card.level:2} {it.card.id}: {it.card.question}"


def _in_words(many: int) -> str:
    return IN_WORDS[many] if many < len(IN_WORDS) else str(many)


def leaking(found: Sequence[Counted]) -> list[Counted]:
    """Found from the options alone by most readers."""
    return [it for it in found if sum(right for _, right in it.answers.get(1, ())) >= LEAKS]


def doubted(found: Sequence[Counted], by: int = DOUBTFUL) -> list[Counted]:
    """Strong readers, as many as `by` or more, say something else."""
    return [it for it in found if sum(not right for _, right in it.answers.get(2, ())) >= by]


def told(found: Sequence[Counted], *, all_of_them: bool) -> Iterator[str]:
    """By level: how many, and how often they were right without and with the question."""
    yield "level  questions  options only  of whom blindly  with the question"
    for level in [*range(1, LEVELS + 1), 0]:
        some = [it for it in found if level in {0, it.card.level}]
        shares = _share(some, 1), _share(some, 1, blindly=True), _share(some, 2)
        yield f"{level or 'all':>5}  {len(some):9}  {shares[0]:>12}  {shares[1]:>15}  {shares[2]:>17}"
    there = {round_: max((len(it.answers.get(round_, ())) for it in found), default=0) for round_ in READERS}
    for round_ in (round_ for round_, readers in there.items() if readers):
        letters = Counter(answer.letter for it in found for answer, _ in it.answers.get(round_, ()))
        yield f"letters of round {round_}: " + ", ".join(f"{it or 'none'} {letters[it]}" for it in [*LETTERS, ""])
    if there[1]:
        what = f"found without the question by {IN_WORDS[LEAKS]} of {_in_words(there[1])}"
        yield from _named(what, leaking(found), all_of_them=all_of_them)
    for by in range(DOUBTFUL, 0, -1) if there[2] else ():
        what = f"answered otherwise by {_in_words(by)} of {_in_words(there[2])}"
        yield from _named(what, doubted(found, by), all_of_them=all_of_them)


def _share(some: Sequence[Counted], round_: int, *, blindly: bool = False) -> str:
    read = [it.right(round_, blindly=blindly) for it in some if it.said(round_, blindly=blindly)]
    return f"{sum(read) / len(read):.1%}" if read else "-"


def _named(what: str, some: Sequence[Counted], *, all_of_them: bool) -> Iterator[str]:
    yield f"{what}: {len(some)}"
    for it in some if all_of_them else ():
        yield f"  {it.card.level:2} {it.card.id}: {it.card.question} {_said(it)}"


def _said(it: Counted) -> dict[str, list[str]]:
    said = {round_: [answer.remark for answer, _ in given if answer.remark] for round_, given in it.answers.items()}
    return {f"round {round_}": remarks for round_, remarks in said.items()}
