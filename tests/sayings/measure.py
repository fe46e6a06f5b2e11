"""Measures the reader by a file of sayings: `python -m tests.sayings.measure FILE ...` lists what it takes otherwise;
with `--counts` only how many, so that a file which is kept apart stays unseen.

A line of a file: place, what is asked, the saying and its meaning, parted by tabs; ` | ` parts two meanings that are
equally good. *Wrong* is only what would do something that was not meant; what is not understood, or asked back, is not
right, and not wrong either. Where both an answer and `unclear` are good, asking back is right only with that answer
among the suggestions.
"""

import re
import sys
from collections import Counter
from functools import cache
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from engine.kernel import Form, Illegal
from engine.kernel.view import Board
from engine.notation import parse_transcript
from engine.notation.layout import begin_transcript_game
from engine.rulesets import RULESETS
from engine.season7.host_questions import parse_host_question
from engine.season7.state import RoundTable
from host.said.answers import Choice
from host.said.reading import readable
from host.said.reading.readable import ReadablePlay, ReadableQuestion
from host.said.reading.reader import read_text

BOARD = Board(5, 5, {})
CLOSED = [n for n in range(1, 26) if n not in (3, 8, 14, 25)]
ASKED = "ask host: "
PLAYERS = ["Ann", "Bob", "Cat", "A", "May"]
LIMIT = 25_000_000
ASK_KINDS = {
    "bomb": "Is there a bomb …?",
    "category": "Is there a square of this kind: …?",
    "square": "Is there a square of this name …?",
    "hidden": "Is there a hidden square …?",
    "holds": "Does a player hold …?",
    "whose": "Is a player's bomb …?",
    "pass": "Ask nothing",
}
HOST_THINGS = ["bomb", "gift card", "hidden", "booster", "more than", "less than", "biggest", "holds", "category"]
HOST_CATEGORIES = {f"category {n}": f"category {n}" for n in range(1, 6)} | {"booster": "category 4"}
LIFELINES = {"50:50": "50:50", "phone": "Phone a friend", "audience": "Ask the audience"}
HOST_ROUND = f"""
rtab     1 season7
players  {" ".join(PLAYERS[:3])} May
round    Q1 {" ".join(PLAYERS[:3])} May
board    Q1
{chr(10).join(["    " + " | ".join(["£100,000"] * 5)] * 5)}
"""


def list_squares(numbers):
    return [Choice(n, str(n)) for n in numbers]


def list_words(*labels):
    return [Choice(label, label) for label in labels]


QUESTIONS = {
    "square": ReadableQuestion(options=list_squares(CLOSED), board=BOARD, most=5),
    "seal": ReadableQuestion(options=list_squares(range(1, 26)), board=BOARD, secret=True),
    "squares": ReadableQuestion(
        Form("several", 1, 6), [*list_squares(CLOSED), Choice("stop", "Stop with £500,000")], BOARD
    ),
    "yesno": ReadableQuestion(options=list_words("Yes", "No")),
    "words:higher": ReadableQuestion(options=list_words("Higher", "Lower")),
    "words:dice": ReadableQuestion(options=list_words("Roll two dice", "Roll one die", "Stop with £3,968,000")),
    "words:split": ReadableQuestion(options=list_words("Safe", "Split")),
    "words:deal": ReadableQuestion(options=list_words("Deal", "No deal")),
    "number": ReadableQuestion(Form("number", 3, 60)),
    "order": ReadableQuestion(
        Form("several", 3, 3), [Choice(letter, f"{letter} × {n}") for n, letter in enumerate("ABCDEF", 1)]
    ),
    "money": ReadableQuestion(
        Form(words=True),
        [Choice(0, "Nothing"), Choice(2_000_000, "$2,000,000"), Choice(LIMIT, "All: $25,000,000")],
        money=LIMIT,
    ),
    "broke": ReadableQuestion(Form(words=True), [Choice(0, "Nothing")], money=0),
    "player": ReadableQuestion(options=[Choice(name, name) for name in PLAYERS], people=True, own="Ann"),
    "letter": ReadableQuestion(
        options=[
            *(
                Choice(letter, f"{letter}: {face}")
                for letter, face in zip("ABCD", ["Everest", "K2", "Lhotse", "Makalu"], strict=True)
            ),
            Choice("walk", "Take the money ($64,000)"),
            *(Choice(key, label) for key, label in LIFELINES.items()),
        ]
    ),
    "host": ReadableQuestion(Form(words=True), [Choice(*each) for each in ASK_KINDS.items()], to_host=True),
}
PLAYS = [
    ReadablePlay("lock", "Lock your next square", options=list_squares(CLOSED), board=BOARD),
    ReadablePlay("peek", "Peek at a square", options=list_squares(CLOSED), board=BOARD),
    ReadablePlay("list", "Leave a list", Form("several", 1, 10), list_squares(CLOSED), BOARD),
    ReadablePlay("Copy/Paste", "Use Copy/Paste"),
    ReadablePlay("Safety Net", "Use Safety Net"),
]


class Saying(NamedTuple):
    place: str
    asked: str
    text: str
    meaning: str


class Measure(NamedTuple):
    """The sayings taken right, those that would do something else, and those that do nothing of it."""

    right: list
    wrong: list
    asked_back: list

    @property
    def share(self):
        return len(self.right) / sum(map(len, self))


def load_sayings(path):
    lines = Path(path).read_text("utf-8").splitlines()
    return [Saying(*line.replace("\\n", "\n").rstrip().split("\t")) for line in lines if line.count("\t") == 3]


@cache
def build_host_round():
    game = begin_transcript_game(parse_transcript(HOST_ROUND.lstrip(), RULESETS), RULESETS["season7"], {})
    table = game.wake_table("Q1")
    assert isinstance(table, RoundTable)
    return table.round


@cache
def spell_host_question(text):
    """The question as the game understood it, in the host's own words; empty if the game refuses it."""
    try:
        return str(parse_host_question(build_host_round(), text, "Ann"))
    except Illegal:
        return ""


def find_host_sense(text):
    """What a question to the host is about: the thing, the amount and the places, however they are written."""
    plain = re.sub(r"[£$,]", "", text.casefold())
    thing = next((each for each in HOST_THINGS if each in plain), "")
    category = re.search(r"category \d", plain)
    amounts = re.findall(r"\b\d{4,}\b", plain)
    lines = re.findall(r"\b(?:row [a-e]|column [1-5]|corner|next to)", plain)
    squares = re.findall(r"(?<!\w)\d{1,2}(?!\w)", re.sub(r"(?:column|category) \d", "", plain))
    return HOST_CATEGORIES.get(category[0] if category else thing, thing), {*amounts}, {*lines}, {*squares}


def is_same_host_question(meant, asked):
    """Whether the game understood what was asked as the question that a label means, itself perhaps in shorthand."""
    understood, label = spell_host_question(asked), spell_host_question(meant) or meant
    return bool(understood) and (understood == label or find_host_sense(understood) == find_host_sense(label))


def find_question(saying):
    """The question that a saying answers, as the desk asks it in that place."""
    question = QUESTIONS.get(saying.asked)
    private = saying.place in (readable.PRIVATE, readable.PAGE)
    return replace(question, most=question.most if private else 1, others=tuple(PLAYERS[1:])) if question else None


def find_reading(saying):
    """What the reader makes of a saying."""
    return read_once(saying._replace(meaning=""))


@cache
def read_once(saying):
    question = find_question(saying)
    return read_text(saying.text, saying.place, [question] if question else [], PLAYS, PLAYERS)


def read_saying(saying):
    """What the reader takes a saying for, spelt as a meaning."""
    question, read = find_question(saying), find_reading(saying)
    if read.kind == readable.ANSWER:
        values = read.value if isinstance(read.value, list) else [read.value]
        known = (
            {each.value for each in (question.options if question else [])}
            | {"any"}
            | (
                {*range(question.form.low, question.form.high + 1)}
                if question and question.form.kind == "number"
                else {*()}
            )
            | (
                {each for each in values if isinstance(each, int) and each <= LIMIT}
                if question and question.money is not None
                else {*()}
            )
        )
        spelt = " ".join(map(str, values))
        return f"answer {spelt}" if {*values} <= known else f"refused {spelt}"
    if read.kind == readable.PLAY:
        value = " ".join(map(str, read.value if isinstance(read.value, list) else [read.value])) if read.value else ""
        return (
            f"play {read.name} {value}".strip()
            if read.name in ("lock", "peek", "list", "predict")
            else f"play use {read.name}"
        )
    if read.kind == readable.TALK:
        return f"talk {read.name} {read.value or ''}".strip()
    return f"ask host: {read.value}" if read.kind == readable.ASK_HOST else read.kind


def simplify(meaning, asked):
    """A meaning without what makes no difference."""
    plain = meaning.strip().casefold()
    words = re.sub(r"[£$,]", "", plain) if asked in ("money", "squares", "square", "seal") else plain
    words = re.sub(r"\b(?:phone a friend|phone friend)\b", "phone", words)
    words = re.sub(r"\bask the audience\b", "audience", words)
    words = re.sub(r"\b(?:take the money|walk away)\b.*", "walk", words)
    words = re.sub(r"\bstop with .*", "stop", words)
    words = re.sub(r"[^a-z0-9]+", " ", words) if words.startswith("talk rules") else words
    words = re.sub(r"\b(?:everything|all in)\b", str(LIMIT), words) if asked == "money" else words
    return " ".join(words.replace("ask nothing", "pass").split())


def judge_host_question(meant, asked):
    """Whether a question to the host is the one that was meant; one that the game refuses is asked back."""
    if not spell_host_question(asked):
        return "right" if meant == "unclear" else "asked_back"
    if meant.startswith(ASKED) and is_same_host_question(meant.removeprefix(ASKED), asked):
        return "right"
    return "wrong"


def judge(saying):
    """Whether a saying is taken right, wrong or not at all; where two meanings are good, by the one that fits."""
    meanings = saying.meaning.split(" | ")
    judged = {judge_meaning(saying._replace(meaning=meaning)) for meaning in meanings}
    if "unclear" in meanings and len(judged & {"right"}) and offers_what_was_meant(saying) is False:
        return "asked_back"
    return next(each for each in ("right", "asked_back", "wrong") if each in judged)


def offers_what_was_meant(saying):
    """Whether what a saying means is among what is asked back; None if it is no answer, or is not asked back."""
    question, read = find_question(saying), find_reading(saying)
    answers = [each for each in saying.meaning.split(" | ") if each.startswith("answer ") and each != "answer any"]
    if not question or not answers or read.kind != readable.UNCLEAR:
        return None
    values = {str(each.label): str(each.value) for each in question.options}
    offered = {spelt for each in read.suggestions for spelt in (each, values.get(each, each))}
    return any(
        {simplify(each, saying.asked) for each in offered} & {simplify(answer.removeprefix("answer "), saying.asked)}
        or (question.form.kind == "several" and {*answer.split()[1:3]} & offered)
        for answer in answers
    )


def judge_meaning(saying):
    """Whether a saying is taken for the one thing that it means, for another, or not at all."""
    meant, taken = simplify(saying.meaning, saying.asked), simplify(read_saying(saying), saying.asked)
    if taken.startswith(ASKED):
        return judge_host_question(meant, taken.removeprefix(ASKED))
    if meant == taken or (taken.startswith("refused") and meant in ("unclear", taken.replace("refused", "answer"))):
        return "right"
    if taken.startswith("answer any") and meant.startswith("answer any"):
        return "right"
    if taken.startswith(("refused", "unclear", "nothing", "talk")):
        return "asked_back"  # the host says why not, asks which of two, or tells what it was not asked: nothing is done
    return "wrong"


def measure(path):
    found: dict[str, list[Saying]] = {"right": [], "wrong": [], "asked_back": []}
    for saying in load_sayings(path):
        found[judge(saying)].append(saying)
    return Measure(**found)


def main(arguments):
    tell = sys.stdout.write
    for path in [each for each in arguments if each != "--counts"]:
        got = measure(path)
        kinds = Counter(saying.asked for saying in [*got.wrong, *got.asked_back])
        offered = sum(bool(offers_what_was_meant(saying)) for saying in got.asked_back)
        tell(f"{path}: {len(got.right)} right ({got.share:.1%}), {len(got.wrong)} wrong, ")
        tell(f"{len(got.asked_back)} asked back ({offered} with what was meant): ")
        tell(f"{', '.join(f'{kind} {n}' for kind, n in kinds.most_common())}\n")
        for name in ("wrong", "asked_back") if "--counts" not in arguments else ():
            for saying in getattr(got, name):
                tell(f"  {name}: {'|'.join(saying)} <- {read_saying(saying)}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
