"""`rtab verify|rehearse|replay`: check the chance of a finished game, open games against this release, transcripts."""

from __future__ import annotations

import argparse
import sys
import traceback
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path

from engine.kernel.chance import SEALED_WORDS
from engine.notation import Malformed, bless_text, parse_transcript, remove_lucky_lines, replay_with_any_luck
from engine.notation.verify import Verdict, verify_chance
from engine.rulesets import RULESETS
from host.archive.rehearsing import Rehearsal, accept_differences, rehearse_games
from host.core.context import HostContext
from host.doors.command.commands import parse_command_line
from host.doors.command.operate.open_games import run_with_store

MAX_FAULTS_SHOWN = 10  # one wrong secret puts every draw in the wrong; nobody reads hundreds


def run_verify(argv: Sequence[str]) -> int:
    """Run `rtab verify`: check exported finished games; return 0 only if every random draw and every sealed choice is
    as promised.
    """
    parser = argparse.ArgumentParser("rtab verify", description="Check the chance of finished games, offline.")
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="exports of finished games")
    honesty = [verify_file(path) for path in parser.parse_args(argv).files]
    return 0 if all(honesty) else 1


def explain_proof(verdict: Verdict) -> list[str]:
    """Return lines that say how much a faultless check of a game proves: whose own secret words went into its random
    draws, and who sealed a word without opening it, which leaves a doubt; for a game of an older method instead one
    line, of the doubt which that leaves.
    """
    if verdict.method != SEALED_WORDS:
        return ["by an older method: somebody who knew the secret and sat down last could choose among draws"]
    own = f"stirred in are the own words of {', '.join(verdict.own)}" if verdict.own else "nobody stirred in a word"
    if not verdict.withheld:
        return [own]
    return [own, f"sealed and not opened, so somebody who knew the secret had two deals: {', '.join(verdict.withheld)}"]


def verify_file(path: Path) -> bool:
    """Check the chance of one exported game, and print its faults (the first few, then how many more) and the result.
    Return whether it has no fault; False also if the file cannot be read, which is printed.
    """
    try:
        verdict = verify_chance(parse_transcript(path.read_text("utf-8"), RULESETS))
    except OSError as error:
        print(f"{path} cannot be read: {error.strerror}.")
        return False
    except UnicodeDecodeError as error:
        print(f"{path} is not a text: {error}")
        return False
    except Malformed as error:
        print(f"{path}: {error}")
        return False
    for fault in verdict.faults[:MAX_FAULTS_SHOWN]:
        print(f"{path}: {fault}")
    if len(verdict.faults) > MAX_FAULTS_SHOWN:
        print(f"{path}: … and {len(verdict.faults) - MAX_FAULTS_SHOWN} more")
    for line in [] if verdict.faults else explain_proof(verdict):
        print(f"{path}: {line}")
    end = "all as promised" if not verdict.faults else f"{len(verdict.faults)} not as promised"
    if verdict.unkept:
        end += f"; {verdict.unkept} receipts cannot be followed, for the release with which it began kept no seals"
    print(f"{path}: the commitment, {verdict.draws} draws and {verdict.seals} seals with their receipts checked; {end}")
    return not verdict.faults


HELD_BACK = "Nothing should be released like this. FORCE=yes does it all the same, and takes what differs as known."


ACCEPTED = "That is accepted: from now on only other differences count."


def run_rehearse(argv: list[str]) -> int:
    """Run `rtab rehearse [--force]`: play every open game again with this release; return 1 if any would differ in a
    way that was not accepted before. With `--force` accept all differences and return 0.
    """
    force = parse_command_line("rehearse", argv, {"--force": "accept what differs, now and later"}).force
    return run_with_store(partial(rehearse_host, force=force))


def rehearse_host(host: HostContext, *, force: bool) -> int:
    """Play all open games of this host again with this release (rehearse them), and print what would differ. Return 1
    if any game would differ in a way that was not accepted before; with `force` accept that, now and later, and return
    0.
    """
    found = []
    for each in rehearse_games(host):
        found.append(each)
        print("\n".join(format_rehearsal(each)), flush=True)
    failing = sum(each.fails for each in found)
    print(f"{len(found)} open game{'' if len(found) == 1 else 's'}, {failing} of them would differ.")
    if force and failing:
        accept_differences(host, found)
    if failing:
        print(ACCEPTED if force else HELD_BACK)
    return int(failing > 0 and not force)


def format_rehearsal(found: Rehearsal) -> Iterator[str]:
    """Yield, as lines, the result of rehearsing one game, that is of playing it again with a new release: the verdict
    first, then what differs, explained or not, and where.
    """
    yield f"{found.game}  {found.ruleset:<10} {format_verdict(found)}"
    for why in found.explained:
        yield f"    explained: {why}"
    for difference in found.differences:
        yield f"    at entry {difference.entry}" if difference.entry < found.entries else "    now"
        yield f"      was  {difference.was}"
        yield f"      is   {difference.now}"


def format_verdict(found: Rehearsal) -> str:
    """Format in a few words the result of rehearsing a game, that is of playing it again with a new release: whether it
    differs, or else why it was not played.
    """
    if found.differences:
        return "differs, as is known" if found.known else "differs"
    if found.explained and not found.why_not:
        return "otherwise only as is explained"
    return found.why_not or f"the same, {found.entries} entries"


def run_replay(argv: Sequence[str]) -> int:
    """Run `rtab replay`: play transcripts again, compare, and print the faults and how many passed; with `--bless`
    first rewrite what they expect. Return 0 if there are any and everything they expect holds, else 1.
    """
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
    """Yield the paths of the transcripts to be played: of each path in turn itself, whatever its name, or, if it is a
    folder, all `*.rtab` in and below it, sorted.
    """
    for path in paths:
        yield from sorted(path.rglob("*.rtab")) if path.is_dir() else [path]


def list_transcript_faults(path: Path) -> list[str]:
    """List what is wrong with one transcript when it is replayed, in lines that name it; empty if all it expects holds.
    A file that cannot be read, or at which the rules crash, gives one line.
    """
    try:
        return [f"{path}: {difference}" for difference in replay_with_any_luck(path.read_text("utf-8"), RULESETS)]
    except OSError as error:
        return [f"{path} cannot be read: {error.strerror}."]
    except UnicodeDecodeError as error:
        return [f"{path} is not a text: {error}"]
    except Exception:  # noqa: BLE001 - rules that crash in one transcript must not hide what the others have to say
        return [f"{path}: the rules crash.\n{traceback.format_exc()}"]


def bless_transcript_file(path: Path, *, pin: bool) -> None:
    """Rewrite a transcript file so that it expects what really happens when it is played again (bless it), with `pin`
    also all that chance draws. One that cannot be read or played stays as it is, and nothing is raised; its faults are
    reported afterwards.
    """
    try:
        text = path.read_text("utf-8")
        path.write_text(remove_lucky_lines(bless_text(text, RULESETS, pin=pin), RULESETS), "utf-8")
    except Exception:  # noqa: BLE001 - playing it again tells what is wrong
        return
