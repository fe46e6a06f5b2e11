"""`rtab replay FILE|DIR…`: play transcripts again and compare."""

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from engine.dialects import DIALECTS
from engine.notation import replay


def run(argv: Sequence[str]) -> int:
    """Exit code 0 only if everything that the transcripts expect holds."""
    asked = arguments().parse_args(argv)
    failed = passed = 0
    for path in transcripts(asked.paths):
        trouble = told(path)
        print("\n".join(trouble), end="\n" if trouble else "")
        failed, passed = failed + bool(trouble), passed + (not trouble)
    print(f"{passed} passed, {failed} failed")
    if not passed + failed:
        print("There is no transcript (*.rtab) there.", file=sys.stderr)
    return 0 if passed and not failed else 1


def arguments() -> argparse.ArgumentParser:
    """What the command understands."""
    parser = argparse.ArgumentParser("rtab replay", description="Play transcripts again and compare.")
    parser.add_argument("paths", nargs="+", type=Path, metavar="FILE|DIR", help="transcripts, or folders of them")
    return parser


def transcripts(paths: Iterable[Path]) -> Iterator[Path]:
    """The files meant, those of folders in order."""
    for path in paths:
        yield from sorted(path.rglob("*.rtab")) if path.is_dir() else [path]


def told(path: Path) -> list[str]:
    """What is wrong with one transcript, in lines that name it."""
    try:
        return [f"{path}: {difference}" for difference in replay(path.read_text("utf-8"), DIALECTS)]
    except (OSError, UnicodeDecodeError) as error:
        return [f"{path} cannot be read: {error}"]
