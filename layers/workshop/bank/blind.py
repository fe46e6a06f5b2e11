"""`rtab bank blind`: deal a sample of questions to readers who have not seen the bank, and count what they say.

rtab bank blind deal --seed WORD --reader NAME --to FOLDER    write the plan, what was dealt, and a sheet for each
                     [--reader NAME …] [--count 150]          reader; commit the plan before anybody reads
rtab bank blind count --of FOLDER [--list]                    count the answers; --list names what was not passed

A sheet has questions and options, without category, level or answer. A reader is given the sheet alone and hands back
`answers-NAME.tsv`, a line for each question, with tabs between: its number, the letter picked, a verdict, the level it
should have, a remark (see `TASK`). The folder keeps what was dealt and answered, so the count stays as it was when a
question is mended afterwards.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from statistics import fmean
from typing import NamedTuple

from engine.ladder.box import BoxEntry
from engine.ladder.rules import LADDER_RULESET
from engine.ladder.state import LEVELS
from host.core.cards import dealt_cards

BLIND_SAMPLE_SIZE = 150
BLIND_LETTERS = "abcd"
PASSED, REWORD = "ok", "reword"
VERDICTS = (PASSED, REWORD, "wrong", "two", "dated")
FAR = 2  # levels that a reader and the bank may not be apart
PLAN, DEALT, ANCHORS = "plan", "dealt.tsv", Path(__file__).parent / "anchors.tsv"
TASK = """Read each question aloud, as the host of a quiz would, to listeners with school English. Then write one line:
number, letter, verdict, level, remark, with tabs between them.
letter: the answer you pick; - if you cannot tell.
verdict: ok; reword (a listener would ask "what?"); wrong (the question or every answer is false); two (a second answer
could be defended); dated (it will not hold for five years).
level: how hard it is, its options seen, for adults who read a newspaper in Lagos, Lima, Leeds and Lahore. Compare it
with the questions below, which stand for their levels. The list holds about as many of each level: use them all.
remark: a few words, or nothing.
"""


class DealtQuestion(NamedTuple):
    """One question of a sample, as it was when it was dealt."""

    number: int
    id: str
    level: int


class BlindAnswer(NamedTuple):
    """What one reader said to one question."""

    dealt: DealtQuestion
    right: bool
    verdict: str
    level: int
    remark: str


class BadAnswers(Exception):
    """Answers that cannot be counted; the sentence says why."""


def run_blind_command(argv: Sequence[str]) -> int:
    """Deal a sample to readers, or count their answers."""
    words = argparse.ArgumentParser(
        "rtab bank blind", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    what = words.add_subparsers(dest="what", required=True)
    dealing, counting = what.add_parser("deal"), what.add_parser("count")
    dealing.add_argument("--seed", required=True, help="random seed (the same seed gives the same questions)")
    dealing.add_argument(
        "--reader", required=True, action="append", metavar="NAME", help=("name of a reader; repeat it for each reader")
    )
    dealing.add_argument(
        "--count", type=int, default=BLIND_SAMPLE_SIZE, help=f"how many questions ({BLIND_SAMPLE_SIZE})"
    )
    dealing.add_argument("--to", type=Path, required=True, metavar="FOLDER")
    counting.add_argument("--of", type=Path, required=True, metavar="FOLDER")
    counting.add_argument("--list", action="store_true", help="list the questions that did not pass")
    asked = words.parse_args(argv)
    if asked.what == "deal":
        deal_blind_sample(
            dealt_cards.load_card_box(LADDER_RULESET.name, ()).cards, asked.seed, asked.reader, asked.count, asked.to
        )
        return 0
    try:
        print("\n".join(count_blind_answers(asked.of, list_all=asked.list)))
    except (BadAnswers, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


# -- dealing


def deal_blind_sample(cards: Sequence[BoxEntry], seed: str, readers: Sequence[str], many: int, to: Path) -> None:
    """Write the plan, what is dealt, and each reader's sheet."""
    anchors = load_anchors()
    held_back = {name for _, _, names in anchors for name in names}
    found = draw_blind_sample([card for card in cards if card.id not in held_back], seed, many)
    known = {card.id: card for card in cards}
    task = [TASK, *format_anchors(anchors, known), ""]
    to.mkdir(parents=True, exist_ok=True)
    plan = [f"seed {seed}", f"count {many}", *(f"reader {reader}" for reader in readers)]
    (to / PLAN).write_text("\n".join([*plan, ""]), "utf-8")
    rows = [f"{number}\t{card.id}\t{card.level}" for number, card in enumerate(found, 1)]
    (to / DEALT).write_text("\n".join([*rows, ""]), "utf-8")
    for reader in readers:
        (to / f"sheet-{reader}.txt").write_text("\n".join([*task, *format_blind_sheet(found, seed, reader)]), "utf-8")


def draw_blind_sample(cards: Sequence[BoxEntry], seed: str, many: int) -> list[BoxEntry]:
    """Draw a sample with about as many questions of each level, all mixed."""
    luck = _build_shuffler(seed)
    pools = {
        level: sorted((card for card in cards if card.level == level), key=lambda card: card.id)
        for level in range(1, LEVELS + 1)
    }
    for pool in pools.values():
        luck.shuffle(pool)
    found = [pool[at] for at in range(max(map(len, pools.values()))) for pool in pools.values() if at < len(pool)][
        :many
    ]
    luck.shuffle(found)
    return found


def load_anchors() -> list[tuple[int, str, list[str]]]:
    """Load each level with who knows its questions, and the ids of questions that stand for it."""
    rows = [line.split("\t") for line in ANCHORS.read_text("utf-8").splitlines()]
    return [(int(level), who, names.split()) for level, who, names in rows]


def format_anchors(anchors: Sequence[tuple[int, str, list[str]]], known: Mapping[str, BoxEntry]) -> Iterator[str]:
    """Yield a line for each level: who knows it, and questions that stand for it with their answers."""
    for level, who, names in anchors:
        examples = "  ".join(f"{known[name].question} ({known[name].answers[0]})" for name in names if name in known)
        yield f"Level {level}, {who}: {examples}"


def format_blind_sheet(found: Sequence[BoxEntry], seed: str, reader: str) -> Iterator[str]:
    """Yield the sheet of one reader, with the options in an order of their own."""
    luck = _build_shuffler(seed, "options", reader)
    for number, (card, letter) in enumerate(zip(found, draw_right_letters(seed, reader, len(found)), strict=True), 1):
        wrong = list(card.answers[1:])
        luck.shuffle(wrong)
        options = [card.answers[0] if each == letter else wrong.pop() for each in BLIND_LETTERS]
        yield f"{number}. {card.question}"
        yield "   " + "   ".join(f"{name}) {option}" for name, option in zip(BLIND_LETTERS, options, strict=True))


def draw_right_letters(seed: str, reader: str, many: int) -> list[str]:
    """Return the letter of each right option; each letter comes equally often."""
    letters = [BLIND_LETTERS[n % len(BLIND_LETTERS)] for n in range(many)]
    _build_shuffler(seed, "letters", reader).shuffle(letters)
    return letters


def _build_shuffler(*words: str) -> Random:
    return Random(" ".join(words))  # noqa: S311 # a shuffle that anybody may repeat


# -- counting


def count_blind_answers(folder: Path, *, list_all: bool) -> Iterator[str]:
    """Yield the figures of each reader who has answered, and with `list_all` what they did not pass."""
    plan = [line.partition(" ") for line in (folder / PLAN).read_text("utf-8").splitlines()]
    seed = next(text for word, _, text in plan if word == "seed")
    dealt = [parse_dealt_line(line) for line in (folder / DEALT).read_text("utf-8").splitlines()]
    read: list[list[BlindAnswer]] = []
    for reader in (text for word, _, text in plan if word == "reader"):
        file = folder / f"answers-{reader}.tsv"
        if not file.exists():
            yield f"{reader}: has not answered"
            continue
        answers = read_blind_answers(file, dealt, draw_right_letters(seed, reader, len(dealt)))
        read.append(answers)
        yield from format_reader_figures(reader, answers)
        if list_all:
            yield from (f"  {it.dealt.id}: {it.verdict} {it.remark}".rstrip() for it in answers if it.verdict != PASSED)
            yield from (f"  {it.dealt.id}: level {it.dealt.level}, read as {it.level}" for it in answers if is_far(it))
    if len(read) > 1:
        yield from format_mean_figures(read)


def format_mean_figures(read: Sequence[Sequence[BlindAnswer]]) -> Iterator[str]:
    """Yield how many questions are far from the mean level of all readers, and on how many readers are far apart."""
    levels = [[it.level for it in answers] for answers in zip(*read, strict=True)]
    far = sum(abs(fmean(said) - it.dealt.level) >= FAR for said, it in zip(levels, read[0], strict=True))
    apart = sum(max(said) - min(said) >= FAR for said in levels)
    yield f"mean of {len(read)} readers: off by {FAR} levels or more: {far} ({far / len(levels):.1%})"
    yield f"  readers apart by {FAR} levels or more: {apart} ({apart / len(levels):.1%})"


def format_reader_figures(reader: str, answers: Sequence[BlindAnswer]) -> Iterator[str]:
    """Yield the figures of one reader's answers."""
    verdicts = Counter(it.verdict for it in answers)
    many = len(answers)
    yield f"{reader}: {many} read"
    right = sum(it.right for it in answers)
    yield f"  answered as the bank says: {right} ({right / many:.1%})"
    yield from (f"  {verdict}: {verdicts[verdict]} ({verdicts[verdict] / many:.1%})" for verdict in VERDICTS)
    far = sum(map(is_far, answers))
    yield f"  off by {FAR} levels or more: {far} ({far / many:.1%})"


def is_far(answer: BlindAnswer) -> bool:
    """Return whether the reader would put the question on quite another level."""
    return abs(answer.level - answer.dealt.level) >= FAR


def parse_dealt_line(line: str) -> DealtQuestion:
    """Parse one line of what was dealt."""
    number, name, level = line.split("\t")
    return DealtQuestion(int(number), name, int(level))


def read_blind_answers(file: Path, dealt: Sequence[DealtQuestion], letters: Sequence[str]) -> list[BlindAnswer]:
    """Read one reader's answers, one for each question. Raises BadAnswers if one is missing or malformed."""
    rows = [line.split("\t") for line in file.read_text("utf-8").splitlines() if line.strip()]
    found: dict[int, BlindAnswer] = {}
    for row in rows:
        number, letter, verdict, level, *remark = (cell.strip() for cell in row)
        if verdict not in VERDICTS or letter not in (*BLIND_LETTERS, "-") or not 1 <= int(number) <= len(dealt):
            raise BadAnswers(f"{file.name}: “{' '.join(row)}” is no answer")
        at = int(number) - 1
        found[at] = BlindAnswer(dealt[at], letter == letters[at], verdict, int(level), " ".join(remark))
    if missing := [it.number for it in dealt if it.number - 1 not in found]:
        raise BadAnswers(f"{file.name}: no answer to {', '.join(map(str, missing))}")
    return [found[at] for at in sorted(found)]
