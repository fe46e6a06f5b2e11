"""`rtab verify FILE…`: check the chance of finished games from their exports alone."""

import argparse
from collections.abc import Sequence
from pathlib import Path

from engine.kernel.chance import SEALED_WORDS
from engine.notation import Malformed, parse_transcript
from engine.notation.verify import Verdict, verify_chance
from engine.rulesets import RULESETS

MAX_FAULTS_SHOWN = 10  # one wrong secret puts every draw in the wrong; nobody reads hundreds


def run(argv: Sequence[str]) -> int:
    """Run `rtab verify`: check exported finished games; return 0 only if every random draw and every sealed choice is
    as promised.
    """
    parser = argparse.ArgumentParser("rtab verify", description="Check the chance of finished games, offline.")
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="exports of finished games")
    honesty = [verify_file(path) for path in parser.parse_args(argv).files]
    return 0 if all(honesty) else 1


def explain_proof(verdict: Verdict) -> list[str]:
    """Return lines that say how much a faultless check of a game proves: whose own secret words went into its random
    draws, and who sealed a word without opening it, which leaves a doubt.
    """
    if verdict.method != SEALED_WORDS:
        return ["by an older method: somebody who knew the secret and sat down last could choose among draws"]
    own = f"stirred in are the own words of {', '.join(verdict.own)}" if verdict.own else "nobody stirred in a word"
    if not verdict.withheld:
        return [own]
    return [own, f"sealed and not opened, so somebody who knew the secret had two deals: {', '.join(verdict.withheld)}"]


def verify_file(path: Path) -> bool:
    """Check one exported game and print the result; return whether it has no fault."""
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
