"""`rtab replay FILE|DIR… [--bless [--pin]]`: play transcripts again and compare."""

import argparse
import sys
import traceback
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from engine.notation import bless, replay_with_any_luck, steady
from engine.rulesets import RULESETS


def run(argv: Sequence[str]) -> int:
    """Exit code 0 only if everything that the transcripts expect holds."""
    asked = arguments().parse_args(argv)
    failed = passed = 0
    for path in transcripts(asked.paths):
        if asked.bless:
            rewrite(path, pin=asked.pin)
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
    parser.add_argument("--bless", action="store_true", help="first rewrite what they expect to what really happens")
    parser.add_argument("--pin", action="store_true", help="with --bless: also pin all that chance draws")
    return parser


def transcripts(paths: Iterable[Path]) -> Iterator[Path]:
    """The files meant, those of folders in order."""
    for path in paths:
        yield from sorted(path.rglob("*.rtab")) if path.is_dir() else [path]


def told(path: Path) -> list[str]:
    """What is wrong with one transcript, in lines that name it."""
    try:
        return [f"{path}: {difference}" for difference in replay_with_any_luck(path.read_text("utf-8"), RULESETS)]
    except OSError as error:
        return [f"{path} cannot be read: {error.strerror}."]
    except UnicodeDecodeError as error:
        return [f"{path} is not a text: {error}"]
    except Exception:  # noqa: BLE001 - rules that crash in one transcript must not hide what the others have to say
        return [f"{path}: the rules crash.\n{traceback.format_exc()}"]


def rewrite(path: Path, *, pin: bool) -> None:
    """Bless one transcript, unless it cannot be played; what is wrong with it is told afterwards."""
    try:
        text = path.read_text("utf-8")
        path.write_text(steady(bless(text, RULESETS, pin=pin), RULESETS), "utf-8")
    except Exception:  # noqa: BLE001 - playing it again tells what is wrong
        return
