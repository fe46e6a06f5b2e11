"""Run the default tests many times in a row, half of them under load, half in another order and with other hashes.

Says how each run went.

`python -m tests.twenty 20`, or `make test-twenty`. Fails if any run does; each run's whole output is kept. With
`--into FILE` each run adds its line to that file, and the numbers go on from there, so that portions add up to twenty.
Where other work loads the machine all the time, `--busy 0` adds nothing to it.
"""

import argparse
import contextlib
import os
import random
import re
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
    parser.add_argument("--into", type=Path, help="a file to which each run adds its line")
    parser.add_argument("--busy", type=int, default=os.cpu_count() or 1, help="processes beside every second run")
    options = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="twenty-"))
    first = 1 + count_runs(options.into)
    failed = [n for n in range(first, first + options.runs) if not passes(n, options, folder / f"{n}.log")]
    say(f"{options.runs - len(failed)} of {options.runs} runs passed; their output is in {folder}")
    return bool(failed)


def count_runs(kept):
    """Return how many runs have added their line to this file."""
    return len(re.findall(r"^run \d+:", kept.read_text("utf-8"), re.MULTILINE)) if kept and kept.exists() else 0


def passes(n, options, log):
    """Run the tests once: every second run beside busy processes, two of four in another order with other hashes."""
    load = options.busy if n % 2 == 0 else 0
    hashes = str(random.randrange(1, 2**32)) if n % 4 in {0, 3} else "0"
    order = "" if n % 4 in {1, 2} else hashes
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *options.only]
    began, used = time.monotonic(), seconds_of_children()
    with busy(load), log.open("w") as out:
        code = subprocess.run(
            command, env={**os.environ, "PYTHONHASHSEED": hashes, "ORDER": order}, stdout=out, stderr=out, check=False
        ).returncode
        wall, cost = time.monotonic() - began, seconds_of_children() - used  # without the busy processes
    lines = log.read_text("utf-8", "replace").splitlines()
    last = next((line.strip("= ") for line in reversed(lines) if " in " in line and "passed" in line), f"exit {code}")
    at = subprocess.run(["git", "describe", "--always", "--dirty"], capture_output=True, text=True, check=False).stdout
    how = f"{at.strip()}, {load} busy processes, PYTHONHASHSEED={hashes}, ORDER={order}"
    found = [f"run {n}: {how}, {wall:.0f} s, {cost:.0f} s of processor: {last}"]
    found += [f"    {line}" for line in lines if line.startswith(("FAILED", "ERROR"))]
    say("\n".join(found))
    if options.into:
        with options.into.open("a", encoding="utf-8") as into:
            into.write("".join(f"{line}\n" for line in found))
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
