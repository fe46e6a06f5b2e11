"""What people are answered, sent and shown, word for word, in a few situations: lists that a program writes.

A test makes the lines of its list anew and compares. After a change that is meant, `python -m tests.listings` writes
all lists; read every line that differs. `tests.rewording` does so by itself.
"""

import difflib
import os
import re
import zlib
from pathlib import Path

HERE = Path(__file__).parent
TRANSCRIPTS = HERE.parent / "transcripts"
WRITES = bool(os.environ.get("WRITE_LISTINGS"))
RANDOM = re.compile(r"(?<![0-9a-z])(?=[0-9a-z]*[0-9])(?=[0-9a-z]*[a-z])[0-9a-f]{10,}(?![0-9a-z])")
MOST_SHOWN = 40


class Luck:
    """Chooses by what each choice is called, so that one choice more or less changes few of the others."""

    def __init__(self, seed):
        self.seed, self.number = seed, 0

    def choose(self, choices, name=str):
        self.number += 1
        return min(choices, key=lambda each: zlib.crc32(f"{self.seed} {self.number} {name(each)}".encode()))

    def is_lucky(self, percent):
        self.number += 1
        return zlib.crc32(f"{self.seed} {self.number}".encode()) % 100 < percent


def compare(name, lines):
    """Compare lines with the list of this name, or write it."""
    path, text = HERE / f"{name}.txt", "".join(f"{RANDOM.sub('#', line)}\n" for line in lines)
    if WRITES:
        path.write_text(text, "utf-8")
        return
    listed, found = (each.splitlines() for each in (path.read_text("utf-8"), text))
    differs = [*difflib.unified_diff(listed, found, "listed", "now", lineterm="", n=1)]
    assert not differs, "\n".join([*differs[:MOST_SHOWN], "If that is meant: python -m tests.listings"])


def list_transcripts(kind, game):
    """Name the transcripts that the list of this kind and game has; all of the game, where it is written anew."""
    if not WRITES:
        lines = (HERE / f"{kind}_{game}.txt").read_text("utf-8").splitlines()
        return [line[2:] for line in lines if line.startswith("# ")]
    names = (str(path.relative_to(TRANSCRIPTS)) for path in sorted(TRANSCRIPTS.rglob("*.rtab")))
    return [name for name in names if f" {game}\n" in (TRANSCRIPTS / name).read_text("utf-8")[:40]]
