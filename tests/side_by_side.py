"""What events cost: a move in memory, records and logs, beside an older commit.

    python -m tests.side_by_side [OLD [NEW]] [--rounds N] [--anyhow]

**Sizes**: over every input of every transcript whose moves are the same in both: the record that is saved after it, and
what its log entry keeps of what was told and of the tables that closed, as JSON and packed.
**Time**: for each game two processes play by themselves, fifty answers in turn, so that other load meets both alike; of
the rounds the medians count. It wants a quiet machine (`--anyhow` measures on a busy one).
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import subprocess
import sys
import tempfile
import zlib
from collections import Counter
from pathlib import Path
from statistics import median
from typing import Any

import msgspec

from tests.voices import BEFORE_EVENTS, ROOT, extract_commit, list_moves

PROBE = ROOT / "layers/workshop/bench/probe.py"
GAMES, PLAYERS, ANSWERS, QUIET = ("season7", "deluxe", "billionaire", "ladder"), "4", 50, 3.0


def start_probe(root: Path, game: str) -> subprocess.Popen[str]:
    """Start a process in which a game of this house is played."""
    env = os.environ | {"PYTHONPATH": os.pathsep.join((str(root), str(root / "layers")))}
    pipe = subprocess.PIPE
    command = [sys.executable, str(PROBE), game, PLAYERS, "memory", ""]
    return subprocess.Popen(command, cwd=root, env=env, stdin=pipe, stdout=pipe, text=True)


def answer_some(probe: subprocess.Popen[str]) -> float:
    """Return the mean time of the next answers, in milliseconds."""
    assert probe.stdin and probe.stdout
    probe.stdin.write(f"{ANSWERS}\n")
    probe.stdin.flush()
    return sum(json.loads(probe.stdout.readline())) / ANSWERS


def compare_times(old: Path, new: Path, rounds: int) -> list[str]:
    """Return for each game the median times of both, and their ratio."""
    rows = []
    for game in GAMES:
        probes = [start_probe(root, game) for root in (old, new)]
        took: tuple[list[float], list[float]] = ([], [])
        for turn in range(rounds):
            for at in (0, 1) if turn % 2 else (1, 0):
                took[at].append(answer_some(probes[at]))
        for probe in probes:
            probe.kill()
        before, after = map(median, took)
        rows.append(f"{game:12} {before:7.3f} ms {after:7.3f} ms  x {after / before:.3f}")
    return rows


def measure_sizes(root: Path, names: list[str]) -> dict[str, Counter[str]]:
    """Return for each game the bytes of all records and of what was told. It is called in a process of its own."""
    sys.path[:0] = [str(root), str(root / "layers")]
    run, rulesets = importlib.import_module("engine.notation.run"), importlib.import_module("engine.rulesets").RULESETS
    kind = getattr(run, "_Replay", None) or run._Running
    step_name = "play_step" if hasattr(kind, "play_step") else "take"
    play_step, found, told = getattr(kind, step_name), dict[str, Counter[str]](), dict[str, bytes]()

    def play_and_weigh(self: Any, step: Any) -> None:
        play_step(self, step)
        sizes = found.setdefault(self.rules.name, Counter())
        said = msgspec.json.encode(self.game.told)
        if ended := getattr(self.game, "ended", None):
            said += msgspec.json.encode(ended)
        told[self.rules.name] = told.get(self.rules.name, b"") + said
        sizes.update({"inputs": 1, "records": len(self.game.save().to_json()), "told": len(said)})

    setattr(kind, step_name, play_and_weigh)
    replay = getattr(run, "replay_text", None) or run.replay
    for name in names:
        replay((root / name).read_text("utf-8"), rulesets)
    for game, sizes in found.items():
        sizes["packed"] = len(zlib.compress(told[game]))
    return found


def compare_sizes(old: Path, new: Path) -> list[str]:
    """Return for each game how much larger records and logs are."""
    every = [path.relative_to(old).as_posix() for path in sorted((old / "tests/transcripts").rglob("*.rtab"))]
    names = [name for name in every if list_moves(old / name) == list_moves(new / name)]
    run = [sys.executable, "-m", "tests.side_by_side", "--weigh"]
    ways = (
        subprocess.run([*run, root], check=True, cwd=ROOT, input="\n".join(names).encode(), stdout=-1)
        for root in (old, new)
    )
    before, after = (json.loads(way.stdout) for way in ways)
    return [
        f"{game:12} {was['inputs']:6,} inputs  records x {after[game]['records'] / was['records']:.3f}"
        f"  told x {after[game]['told'] / was['told']:.3f}, packed x {after[game]['packed'] / was['packed']:.3f}"
        for game, was in sorted(before.items())
    ]


def main() -> int:
    """Compare two commits, or an older one with the house as it is."""
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("old", nargs="?", default=BEFORE_EVENTS)
    words.add_argument("new", nargs="?", default="")
    words.add_argument("--rounds", type=int, default=60)
    words.add_argument("--anyhow", action="store_true")
    words.add_argument("--weigh", action="store_true", help=argparse.SUPPRESS)
    given = words.parse_args()
    if given.weigh:
        json.dump(measure_sizes(Path(given.old), sys.stdin.read().split()), sys.stdout)
        return 0
    with tempfile.TemporaryDirectory() as folder:
        old, new = (extract_commit(commit, Path(folder)) for commit in (given.old, given.new))
        sys.stdout.write("\n".join(compare_sizes(old, new)) + "\n")
        if os.getloadavg()[0] >= QUIET and not given.anyhow:
            sys.stdout.write(f"The load is {os.getloadavg()[0]:.1f}: times want a quiet machine.\n")
            return 1
        sys.stdout.write("\n".join(compare_times(old, new, given.rounds)) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
