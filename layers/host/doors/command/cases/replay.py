"""`rtab replay FILE|DIR… [--bless [--pin]]`: play transcripts again and compare."""

import argparse
import sys
import traceback
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from engine.notation import bless_text, remove_lucky_lines, replay_with_any_luck
from engine.rulesets import RULESETS


def run(argv: Sequence[str]) -> int:
    """Run `rtab replay`: play transcripts again and compare; return 0 only if everything they expect holds."""
    asked = build_replay_parser().parse_args(argv)
    failed = passed = 0
    for path in iter_transcript_paths(asked.paths):
        if asked.bless:
            bless_transcript_file(path, pin=asked.pin)
        trouble = list_transcript_faults(path)
        print("\n".join(trouble), end="\n" if trouble else "")
        failed, passed = failed + bool(trouble), passed + (not trouble)
    print(f"{passed} passed, {failed} failed")
    if not passed + failed:
        print("There is no transcript (*.rtab) there.", file=sys.stderr)
    return 0 if passed and not failed else 1


def build_replay_parser() -> argparse.ArgumentParser:
    """Build the parser for the command line of `rtab replay`."""
    parser = argparse.ArgumentParser("rtab replay", description="Play transcripts again and compare.")
    parser.add_argument("paths", nargs="+", type=Path, metavar="FILE|DIR", help="transcripts, or folders of them")
    parser.add_argument("--bless", action="store_true", help="first rewrite what they expect to what really happens")
    parser.add_argument("--pin", action="store_true", help="with --bless: also pin all that chance draws")
    return parser


def iter_transcript_paths(paths: Iterable[Path]) -> Iterator[Path]:
    """Yield the paths of the transcripts to be played: the given files, and those in the given folders in order."""
    for path in paths:
        yield from sorted(path.rglob("*.rtab")) if path.is_dir() else [path]


def list_transcript_faults(path: Path) -> list[str]:
    """List what is wrong with one transcript when it is replayed, in lines that name it."""
    try:
        return [f"{path}: {difference}" for difference in replay_with_any_luck(path.read_text("utf-8"), RULESETS)]
    except OSError as error:
        return [f"{path} cannot be read: {error.strerror}."]
    except UnicodeDecodeError as error:
        return [f"{path} is not a text: {error}"]
    except Exception:  # noqa: BLE001 - rules that crash in one transcript must not hide what the others have to say
        return [f"{path}: the rules crash.\n{traceback.format_exc()}"]


def bless_transcript_file(path: Path, *, pin: bool) -> None:
    """Rewrite a transcript file so that it expects what really happens when it is played again (bless it). One that
    cannot be played stays as it is; its faults are reported afterwards.
    """
    try:
        text = path.read_text("utf-8")
        path.write_text(remove_lucky_lines(bless_text(text, RULESETS, pin=pin), RULESETS), "utf-8")
    except Exception:  # noqa: BLE001 - playing it again tells what is wrong
        return
