"""However a line of a header is changed, something is said of it, and nothing breaks."""

import re
from pathlib import Path
from random import Random

import pytest

from engine.notation import replay_text
from engine.rulesets import RULESETS

TRANSCRIPTS = sorted((Path(__file__).parents[1] / "transcripts").rglob("*.rtab"))
PIECE = re.compile(r"[^\s,;|@()]+|[,;|@()]")
GENERAL = {"begin", "set", "state"}  # not a line of the header, or one that lays out any field as it likes
WORDS = (
    'Xyzzy Ann Bob 0 -1 1 99 9999999999 x2 xinf xnan £5 $5 5% Q1 A nothing used super sealing Bomb " [ ] | ; , @ dud ²'
)
CHANGES = 5  # of each kind of line
GAMES = ["billionaire", "deluxe", "ladder", "season7"]


def headers_of(lines):
    """The lines before the first step, each with the word of its kind; rows have that of the line above."""
    word = ""
    for number, line in enumerate(lines[1:], 1):
        if line.strip() and not line.startswith("#"):
            if not re.match(r"[a-z]| {4}", line):
                return
            word = word if line.startswith(" ") else line.split()[0]
            if word not in GENERAL:
                yield number, f"{word} row" if line.startswith(" ") else word


def change_line(line, dice):
    """Another line that begins like this one: pieces of it are gone, others, doubled or moved, or a sign is."""
    head, rest = re.findall(r"^(\s+|\S+\s*)(.*)", line)[0]
    for _ in range(dice.choice((1, 1, 1, 2, 3))):
        pieces = list(PIECE.finditer(rest))
        at = dice.choice(pieces).span() if pieces else (0, 0)
        piece, word = rest[slice(*at)], dice.choice(WORDS.split())
        fresh = dice.choice(["", word, f"{piece} {piece}", f"{word} {piece}", piece[:-1] + dice.choice('07;,-x%|@"²')])
        rest = dice.choice([rest[: at[0]] + fresh + rest[at[1] :]] * 4 + [rest[: at[0]], ""])
    return head + rest


def list_lines_by_kind(game):
    found: dict[str, list[tuple[Path, list[str], int]]] = {}
    for path in TRANSCRIPTS:
        lines = path.read_text("utf-8").split("\n")
        if lines[0].endswith(f" {game}"):
            for number, kind in headers_of(lines):
                found.setdefault(kind, []).append((path, lines, number))
    return found


@pytest.mark.parametrize("game", GAMES)
def test_a_changed_header_is_played_or_complained_of(game):
    dice = Random(game)
    for kind, places in sorted(list_lines_by_kind(game).items()):
        for _ in range(CHANGES):
            path, lines, number = dice.choice(places)
            changed = change_line(lines[number], dice)
            text = "\n".join([*lines[:number], changed, *lines[number + 1 :]])
            try:
                replay_text(text, RULESETS)
            except Exception as error:
                raise AssertionError(f"{path.name}, line {number + 1} ({kind}): {changed}") from error


# A header of which one line is wrong, and what is said of it.
WRONG = [
    ("season7", "peek", "line 3: expected “peek used NAME NAME …”."),
    ("season7", "round Q1 Ann Ann", "line 3: Ann stands twice in this line."),
    ("deluxe", "grid A Ann Ann", "line 3: Ann stands twice in this line."),
    ("deluxe", "grid", "line 3: expected “grid GRID NAME NAME …”"),
    ("deluxe", "phase 0", "line 3: expected “phase 1, 2 or 3”."),
    ("deluxe", "phase 9", "line 3: expected “phase 1, 2 or 3”."),
    ("deluxe", "multiplier Ann foo", "line 3: “foo” is no multiplier; expected NAME x2.5; …."),
    ("deluxe", "multiplier Ann xinf", "line 3: “xinf” is no multiplier"),
    ("deluxe", "multiplier Ann x2.55", "line 3: “x2.55” is no multiplier"),
    ("deluxe", "changer Zed Tip Jar", "line 3: nobody called “Zed” plays."),
    ("deluxe", "grid A Ann Bob\ndeal A Zed Headliner", "line 4: nobody called “Zed” plays."),
    ("deluxe", "grid A Ann Bob\ndeal A", "line 4: nobody called “” plays."),
    ("billionaire", "profit nothing", "line 3: 5 Profit cards are dealt to everybody first; expected a line"),
    ("billionaire", "profit 5m, 2m", "line 3: 5 Profit cards are dealt to everybody first; expected a line"),
    ("ladder", "card", "line 3: a card has six rows; expected"),
    ("ladder", "card 99 id\n  a?\n  b\n  c\n  d\n  e\n  f", "line 3: cards have levels from 1 to 15."),
    ("ladder", "card\n  a?\n  b\n  c\n  d\n  e\n  f", "line 3: “” is no whole number."),
    ("ladder", "card 1 id\n  a?\n  b\n  c\n  d\n  e\n  f", "line 3: there is no card of level 2; expected a line"),
    ("ladder", "box 9999999999", "line 3: a box has at most 100 cards of each level."),
]


@pytest.mark.parametrize(("game", "line", "why"), WRONG)
def test_a_wrong_line_is_named(game, line, why):
    players = "Ann Bob Cat" if game == "billionaire" else "Ann Bob"
    (difference,) = replay_text(f"rtab 1 {game}\nplayers {players}\n{line}\n? nothing\n", RULESETS)
    assert str(difference).startswith(why)
