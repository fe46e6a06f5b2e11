"""Say which faults the default tests find: drawn by a seed, `python -m tests.mutants SEED HOW_MANY`, or written by hand
into files, `python -m tests.mutants --from FILE ...`: a line of JSON each, with path, old (once in the file) and new.
"""

import argparse
import sys
from pathlib import Path

import pytest

from tests.mutants.propose import draw, read_faults
from tests.mutants.run import Mutants, say


def main():
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("seed", nargs="?", default="")
    parser.add_argument("how_many", type=int, nargs="?", default=60)
    parser.add_argument("--from", dest="files", nargs="+", type=Path, default=[], help="files of faults by hand")
    parser.add_argument("--seconds", type=float, default=60, help="of processor for the tests of one mutant")
    parser.add_argument("--only", default="", help="numbers of this sample, such as 3,17")
    parser.add_argument("--list", action="store_true", help="show them and run nothing")
    parser.add_argument("--under", nargs="*", default=[], help="folders to draw from in place of all")
    options = parser.parse_args()
    if bool(options.seed) == bool(options.files):
        parser.error("name a seed, or files with --from")
    sample = read_faults(options.files) if options.files else draw(options.seed, options.how_many, *options.under)
    mutants = dict(enumerate(sample, 1))
    if options.only:
        mutants = {int(number): mutants[int(number)] for number in options.only.split(",")}
    if options.list:
        say("\n".join(f"{number}. {each}" for number, each in mutants.items()))
        return 0
    run = Mutants(mutants, options.seconds)
    code = pytest.main(["-n", "0", "-q", "-p", "no:cacheprovider"], plugins=[run])
    survivors = [number for number, test in run.found.items() if not test]
    say(f"{len(run.found) - len(survivors)} of {len(run.found)} found; missed: {survivors or 'none'}")
    return code


if __name__ == "__main__":
    sys.exit(main())
