"""How much goes by the wording of one sentence: rewords some at random, one after the other, and runs tests for each.

    python tests/reword.py [HOW MANY] [SEED] [TESTS ...]

In a copy of the program an event's sentence gets another word in front. Its transcripts then differ, as they print it;
any other test that fails goes by English. All that fail are listed.
"""

import ast
import random
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.fences.events import events_defined
from tests.fences.reading import ROOT

TESTS = (
    "tests/engine",
    "tests/season7",
    "tests/deluxe",
    "tests/billionaire",
    "tests/ladder",
    "tests/minigames",
    "tests/host",
)
COPIED = ("engine", "layers", "functions", "tests", "docs", "pyproject.toml", "README.md", "CHANGELOG.md")


def reworded(copy: Path, event: ast.ClassDef, at: str) -> None:
    """Its sentence, in this copy, begins with another word."""
    path = copy / at
    lines = path.read_text("utf-8").splitlines(keepends=True)
    first = event.body[0].lineno - 1
    lines[first] = lines[first].replace('"""', '"""Reworded: ', 1)
    path.write_text("".join(lines))


def failing(copy: Path, tests: tuple[str, ...]) -> list[str]:
    run = [sys.executable, "-m", "pytest", "-q", "-n", "2", "-p", "no:cacheprovider", *tests]
    said = subprocess.run(run, cwd=copy, check=False, capture_output=True, text=True).stdout
    return [line.partition(" - ")[0] for line in said.splitlines() if line.startswith(("FAILED", "ERROR"))]


def main(many: int = 20, seed: int = 1, tests: tuple[str, ...] = TESTS) -> None:
    found = list(events_defined(ROOT))
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        for name in COPIED:
            there = ROOT / name
            (shutil.copytree if there.is_dir() else shutil.copy)(there, copy / name)
        before = set(failing(copy, tests))
        for event_id, event in random.Random(seed).sample(found, many):
            room = event_id.split(".")[0]
            at = "layers/host/core/events.py" if room == "host" else f"engine/{room}/events.py"
            kept = (copy / at).read_text("utf-8")
            reworded(copy, event, at)
            broken = [each for each in failing(copy, tests) if each not in before]
            sys.stdout.write("".join(f"{line}\n" for line in (event_id, *broken)))
            sys.stdout.flush()
            (copy / at).write_text(kept)


if __name__ == "__main__":
    many, seed, *tests = (*sys.argv[1:], *("20", "1")[len(sys.argv) - 1 :])
    main(int(many), int(seed), tuple(tests) or TESTS)
