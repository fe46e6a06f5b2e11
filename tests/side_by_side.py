"""What events cost: a move in memory, records and logs, beside an older commit.

    python -m tests.side_by_side [OLD [NEW]] [--rounds N]

**Sizes**: over every input of every transcript whose moves are the same in both: the record that is saved after it, and
what its log entry keeps of what was told and of the tables that closed, as JSON and packed.
**Time**: for each game both commits play the same answers, in turn and `--rounds` times over, each time in a process of
its own. Of each answer the least time of the processor counts, so that other load on the machine hardly matters. The
first ones, by which much is loaded, are left out.
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
from statistics import mean
from typing import Any

import msgspec

from tests.voices import BEFORE_EVENTS, ROOT, extract_commit, list_moves

PROBE = ROOT / "layers/workshop/bench/probe.py"
GAMES, PLAYERS, ANSWERS, FIRST = ("season7", "deluxe", "billionaire", "ladder"), "4", 3_000, 1_200


def time_answers(root: Path, game: str) -> list[float]:
    """Return what each answer takes in a process that plays this game of this house, in milliseconds."""
    paths = os.pathsep.join((str(root), str(root / "layers")))
    env = os.environ | {"PYTHONPATH": paths, "PYTHONHASHSEED": "0"}  # so that it plays the same each time
    command = [sys.executable, str(PROBE), game, PLAYERS, "memory", ""]
    played = subprocess.run(command, check=True, cwd=root, env=env, input=f"{ANSWERS}\n", stdout=-1, text=True)
    return [float(took) for took in json.loads(played.stdout)]


def compare_times(old: Path, new: Path, rounds: int) -> list[str]:
    """Return for each game the mean of the least times of its answers in both, and their ratio."""
    rows = []
    for game in GAMES:
        runs = [(time_answers(old, game), time_answers(new, game)) for _ in range(rounds)]
        before, after = (
            mean([min(took) for took in zip(*times, strict=True)][FIRST:]) for times in zip(*runs, strict=True)
        )
        rows.append(f"{game:12} {before:7.4f} ms {after:7.4f} ms  x {after / before:.3f}")
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
    words.add_argument("--rounds", type=int, default=10)
    words.add_argument("--weigh", action="store_true", help=argparse.SUPPRESS)
    given = words.parse_args()
    if given.weigh:
        json.dump(measure_sizes(Path(given.old), sys.stdin.read().split()), sys.stdout)
        return 0
    with tempfile.TemporaryDirectory() as folder:
        old, new = (extract_commit(commit, Path(folder)) for commit in (given.old, given.new))
        sys.stdout.write("\n".join(compare_sizes(old, new)) + "\n")
        sys.stdout.write("\n".join(compare_times(old, new, given.rounds)) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
