"""Worlds one after another until so many games have been played: python -m tests.chaos --games 1000, or --seed 57."""

import argparse
import sys
import time
from collections import Counter

from tests.chaos.world import lived, ready, world


def main() -> int:
    """Says what was survived; one world that breaks a law is told in full, and the rest goes on."""
    parser = argparse.ArgumentParser(prog="python -m tests.chaos", description=__doc__)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--seed", type=int, help="this world alone")
    parser.add_argument("--first", type=int, default=0, help="the seed to begin with")
    options = parser.parse_args()
    ready()
    if options.seed is not None:
        _say(str(lived(world(options.seed))))
        return 0
    return _many(options.first, options.games)


def _many(seed: int, games: int) -> int:
    total, befell, broken, start = Counter[str](), Counter[str](), list[int](), time.process_time()
    while total["games"] < games:
        try:
            result = lived(world(seed))
        except AssertionError as error:
            _say(str(error))
            broken.append(seed)
        else:
            befell += result.befell
            total += Counter(games=result.games, updates=result.updates, brought=result.brought, inputs=result.inputs)
            total["worlds"] += 1
        seed += 1
    lived_through = ", ".join(f"{amount:,} {what}" for what, amount in total.items())
    _say(f"{lived_through} in {time.process_time() - start:.0f} s")
    _say("What befell them: " + ", ".join(f"{amount:,} {what}" for what, amount in befell.most_common()))
    _say(f"Broken: {broken}" if broken else "Every game came to the end of its calm twin, and every law was kept.")
    return bool(broken)


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")


if __name__ == "__main__":
    sys.exit(main())
