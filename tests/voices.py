"""Compares what the host's voice says with an older commit, over every input of every transcript that has not changed.

    python -m tests.voices [OLD [NEW]] [--show N]

Words have been rewritten since there were events, so lines are compared by their ids: which event of the book is said,
under which circumstance, in which order. Which of several wordings is read is not compared, nor are their words.
It prints a row for each game, and with `--show` so many differences of each.
"""

from __future__ import annotations

import argparse
import importlib
import json
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
BEFORE_EVENTS = "319847aa"  # the last commit in which sentences were told
FLOORS = ("engine", "layers", "tests/transcripts")
EXPECTED = (">", "=", "!", "?", ":", "#", "title", "note")  # lines that are no moves
Inputs = list[list[str]]


def read_said(root: Path) -> dict[str, Inputs]:
    """Return for each transcript of this house, step by step, the ids of the lines that the voice says. It is called in
    a process of its own, and knows the names that functions had before.
    """
    sys.path[:0] = [str(root), str(root / "layers")]
    run, rulesets = importlib.import_module("engine.notation.run"), importlib.import_module("engine.rulesets").RULESETS
    kind = getattr(run, "_Replay", None) or run._Running
    name = "play_step" if hasattr(kind, "play_step") else "take"
    play_step, found = getattr(kind, name), defaultdict[str, Inputs](list)

    def play_and_listen(self: Any, step: Any) -> None:
        play_step(self, step)
        if voice := self.rules.voice:
            begin = getattr(voice, "build_memory", None) or voice.begin
            if not hasattr(self, "memory"):
                self.memory = tell_totals(begin({}), self.game.state)
            lines = voice.speak(self.memory, self.game.told).lines
            found[now].append([spoken.id.rpartition("/")[0] for at in sorted(lines) for spoken in lines[at]])

    setattr(kind, name, play_and_listen)
    replay = getattr(run, "replay_text", None) or run.replay
    for path in sorted((root / "tests/transcripts").rglob("*.rtab")):
        now = path.relative_to(root).as_posix()
        replay(path.read_text("utf-8"), rulesets)
    return found


def tell_totals(memory: Any, state: Any) -> Any:
    """Tell a voice that has not heard how a game came to where a transcript begins at least how everybody stands."""
    players = getattr(state, "players", None)
    if isinstance(players, dict) and hasattr(memory, "totals"):
        memory.totals = {who: getattr(player, "total", 0) for who, player in players.items()}
    return memory


def list_moves(path: Path) -> list[str]:
    """Return the lines of a transcript that are moves, pins or the position."""
    lines = path.read_text("utf-8").splitlines() if path.exists() else []
    return [line for line in lines if line and not line.startswith(EXPECTED)]


def extract_commit(commit: str, folder: Path) -> Path:
    """Write the house as it was at this commit into a folder of its own; without one, it is the house as it is."""
    if not commit:
        return ROOT
    (there := folder / commit).mkdir()
    packed = subprocess.run(["git", "archive", commit, *FLOORS], cwd=ROOT, check=True, capture_output=True).stdout
    subprocess.run(["tar", "x"], cwd=there, check=True, input=packed)
    return there


def run_voices(root: Path) -> dict[str, Inputs]:
    """Return what the voice says in this house, read in a process of its own."""
    ran = subprocess.run([sys.executable, __file__, root], check=True, stdout=subprocess.PIPE)
    said: dict[str, Inputs] = json.loads(ran.stdout)
    return said


def compare_voices(commits: list[str], show: int) -> list[str]:
    """Return a row for each game, how many inputs are said otherwise, and the first of those."""
    with tempfile.TemporaryDirectory() as folder:
        old, new = (extract_commit(commit, Path(folder)) for commit in commits)
        before, after = map(run_voices, (old, new))
        kept = [path for path in sorted(before) if list_moves(old / path) == list_moves(new / path)]
        alike, other = Counter[str](), defaultdict[str, list[str]](list)
        for path in kept:
            game = (new / path).read_text("utf-8").split(maxsplit=3)[2]
            for n, (was, now) in enumerate(zip(before[path], after[path], strict=True), 1):
                alike[game] += was == now
                if was != now:
                    other[game].append(f"  {path} input {n}: {' '.join(was) or '-'}\n    now {' '.join(now) or '-'}")
    rows = [f"{len(kept):,} transcripts compared; the moves of {len(before) - len(kept):,} have changed"]
    for game, same in sorted(alike.items()):
        rows += [f"{game:12} {same + len(other[game]):>6,} inputs, {len(other[game]):>5,} said otherwise"]
        rows += other[game][:show]
    return rows


if __name__ == "__main__":
    if len(sys.argv) == 2 and Path(sys.argv[1]).is_dir():
        json.dump(read_said(Path(sys.argv[1])), sys.stdout)
    else:
        words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
        words.add_argument("old", nargs="?", default=BEFORE_EVENTS)
        words.add_argument("new", nargs="?", default="")
        words.add_argument("--show", type=int, default=0)
        given = words.parse_args()
        sys.stdout.write("\n".join(compare_voices([given.old, given.new], given.show)) + "\n")
