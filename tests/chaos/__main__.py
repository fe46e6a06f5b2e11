"""Worlds one after another until so many games have been played: python -m tests.chaos --games 1000, or --seed 57."""

import argparse
import sys
import time
from collections import Counter
from contextlib import suppress
from dataclasses import fields

from tests.chaos.faults import FAULTS, found
from tests.chaos.weather import SECONDS, Weather
from tests.chaos.world import lived, ready, world

OFTEN = 50  # worlds after which it is said how far this is


def main() -> int:
    """Says what was survived; one world that breaks a law is told in full, and the rest goes on."""
    parser = argparse.ArgumentParser(prog="python -m tests.chaos", description=__doc__)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--seed", type=int, help="this world alone")
    parser.add_argument("--first", type=int, default=0, help="the seed to begin with")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="of one core, after which no world begins")
    parser.add_argument("--faults", action="store_true", help="put in each fault of the kept list, and find it")
    options = parser.parse_args()
    ready()
    if options.faults:
        return _faults()
    if options.seed is not None:
        _say(str(lived(world(options.seed))))
        return 0
    return _many(options.first, options.games, options.seconds)


def _faults() -> int:
    passed = 0
    for fault in FAULTS:
        n, said = found(fault)
        passed += not n
        _say(f"{fault.name}: {f'found in world {n}: {said[:160]}' if n else 'LET PASS'} ({fault.says})")
    _say(f"{len(FAULTS)} faults, of which {passed} were let pass.")
    return bool(passed)


def _many(seed: int, games: int, seconds: float) -> int:
    tally, first = Tally(), seed
    with suppress(KeyboardInterrupt):  # whoever has seen enough is told what there was
        while tally.total["games"] < games and tally.seconds < seconds:
            tally.add(seed)
            seed += 1
            if tally.total["worlds"] % OFTEN == 0:
                _say(f"Worlds {first} to {seed - 1}: {tally.so_far()}")
    _say(f"Worlds {first} to {seed - 1}: {tally.so_far()}")
    _say("What befell them: " + ", ".join(f"{amount:,} {what}" for what, amount in tally.befell.most_common()))
    never = [each.name for each in fields(Weather) if each.name not in {*tally.befell, *SECONDS}]
    if never:
        _say(f"What did not happen: {', '.join(never)}")
    broken = tally.broken
    _say(f"Broken: {broken}" if broken else "Every game came to the end of its calm twin, and every law was kept.")
    return bool(broken)


class Tally:
    """What has been survived."""

    def __init__(self) -> None:
        self.total, self.befell, self.broken = Counter[str](), Counter[str](), list[int]()
        self.start = time.process_time()

    def add(self, seed: int) -> None:
        """One more world."""
        self.total["worlds"] += 1
        try:
            result = lived(world(seed))
        except AssertionError as error:
            _say(str(error))
            self.broken.append(seed)
        else:
            self.befell += result.befell
            self.total += Counter(
                games=result.games, updates=result.updates, brought=result.brought, inputs=result.inputs
            )

    @property
    def seconds(self) -> float:
        """How long one core has worked for this."""
        return time.process_time() - self.start

    def so_far(self) -> str:
        """In one line."""
        amounts = ", ".join(f"{amount:,} {what}" for what, amount in self.total.items())
        return f"{amounts} in {self.seconds:.0f} s of one core"


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
