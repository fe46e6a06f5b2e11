"""Run the default tests many times in a row, half of them under load, half in another order and with other hashes.

Says how each run went.

`python -m tests.twenty 20`, or `make test-twenty`. Fails if any run does; each run's whole output is kept.
"""

import argparse
import contextlib
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

BURN = "while True: sum(range(10_000))"


def main():
    parser = argparse.ArgumentParser(prog="python -m tests.twenty", description=__doc__)
    parser.add_argument("runs", nargs="?", type=int, default=20)
    parser.add_argument("--only", nargs="*", default=[], help="tests to run in place of all")
    options = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="twenty-"))
    failed = [n for n in range(1, options.runs + 1) if not passes(n, options.only, folder / f"{n}.log")]
    say(f"{options.runs - len(failed)} of {options.runs} runs passed; their output is in {folder}")
    return bool(failed)


def passes(n, only, log):
    """Run the tests once: every second run beside busy processes, two of four in another order with other hashes."""
    load = os.cpu_count() or 1 if n % 2 == 0 else 0
    hashes = str(random.randrange(1, 2**32)) if n % 4 in {0, 3} else "0"
    order = "" if n % 4 in {1, 2} else hashes
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *only]
    began, used = time.monotonic(), seconds_of_children()
    with busy(load), log.open("w") as out:
        code = subprocess.run(
            command, env={**os.environ, "PYTHONHASHSEED": hashes, "ORDER": order}, stdout=out, stderr=out, check=False
        ).returncode
    wall, cost = time.monotonic() - began, seconds_of_children() - used
    lines = log.read_text("utf-8", "replace").splitlines()
    last = next((line.strip("= ") for line in reversed(lines) if " in " in line and "passed" in line), f"exit {code}")
    say(f"run {n}: {load} busy processes, PYTHONHASHSEED={hashes}, {wall:.0f} s, {cost:.0f} s of processor: {last}")
    for line in lines:
        if line.startswith(("FAILED", "ERROR")):
            say(f"    {line}")
    return code == 0


@contextlib.contextmanager
def busy(count):
    """Keep so many processors busy meanwhile."""
    burning = [subprocess.Popen([sys.executable, "-c", BURN]) for _ in range(count)]
    try:
        yield
    finally:
        for each in burning:
            each.kill()
            each.wait()


def seconds_of_children():
    """Return the processor seconds of all child processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def say(line):
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
