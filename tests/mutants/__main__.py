"""Draw mutants by a seed and say which of them the default tests find: `python -m tests.mutants SEED HOW_MANY`."""

import argparse
import sys

import pytest

from tests.mutants.propose import draw
from tests.mutants.run import Mutants, say


def main():
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("seed")
    parser.add_argument("how_many", type=int, nargs="?", default=60)
    parser.add_argument("--seconds", type=float, default=60, help="of processor for the tests of one mutant")
    parser.add_argument("--only", default="", help="numbers of this sample, such as 3,17")
    parser.add_argument("--list", action="store_true", help="show them and run nothing")
    parser.add_argument("--under", nargs="*", default=[], help="folders to draw from in place of all")
    options = parser.parse_args()
    mutants = list(draw(options.seed, options.how_many, *options.under))
    if options.only:
        mutants = [mutants[int(number) - 1] for number in options.only.split(",")]
    if options.list:
        say("\n".join(f"{number}. {each}" for number, each in enumerate(mutants, 1)))
        return 0
    run = Mutants(mutants, options.seconds)
    code = pytest.main(["-n", "0", "-q", "-p", "no:cacheprovider"], plugins=[run])
    say(f"{sum(map(bool, run.found))} of {len(run.found)} found")
    return code


if __name__ == "__main__":
    sys.exit(main())
