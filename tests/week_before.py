"""The week of six people as `tests.phone_log` plays it, by the release of 28 November 2026: its bot, its servers, the
same seed and answers by the same rule.

    git worktree add FOLDER 614bfa87
    make phone-log GAME=week RELEASE=FOLDER

It has the names that functions had in that release, and runs in a process that sees its folder alone.
"""

import os
import random
import subprocess
import sys
from importlib import import_module
from pathlib import Path

SIX, WEEK = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay"), 7 * 24


def play_week(kind, seed):
    """Print what the place was shown, and what it comes to."""
    old = import_module("tests.phone_log")
    setattr(old, "PEOPLE", SIX)  # noqa: B010 - the release has it
    luck, silent, heard = random.Random(int(seed)), 0, None
    seen = old.TelegramRound(luck) if kind == "telegram" else old.RedditRound(luck)
    for _ in range(WEEK):
        name, asked = next((name, asked[0]) for name in SIX if (asked := seen.asked(name)))
        seen.answer(name, asked, " ".join(pick_words(luck, asked.form, [str(each.value) for each in asked.options])))
        now = (len(seen.told()), seen.edits())
        silent, heard = silent + (now == heard), now
    told = seen.told()
    for n, (rings, board, text) in enumerate(told, 1):
        print(f"{n:3} {'🔔' if rings else '  '} {'[board] ' if board else ''}{text}\n")
    letters, rung = sum(len(text) for _, board, text in told if not board), sum(rings for rings, _, _ in told)
    print(f"{WEEK} selections, {len(told)} posts, {rung} of them ring, {seen.edits()} edits, {letters} letters")
    print(f"each alone is rung for: {seen.private()}, {sum(seen.private().values())} in all")
    print(f"silence: {silent} answers brought the place nothing new", flush=True)
    os._exit(0)  # older stages keep servers that nobody stops


def pick_words(luck, form, options):
    """An answer by chance, by the same draws as `tests.phone_log.pick_words`."""
    if form.kind == "number":
        return [str(luck.randrange(form.low, form.high + 1, form.step))]
    if form.kind == "several":
        return luck.sample(options, max(form.low, min(1, len(options))))
    return [luck.choice(options)] if options else ["nothing"]


def main(folder, kind="telegram", seed="24"):
    """Play it in a process that finds the release's code first."""
    root = Path(folder).resolve()
    paths = os.pathsep.join([str(root), str(root / "layers")])
    asked = [sys.executable, str(Path(__file__).resolve()), "--play", kind, seed]
    return subprocess.run(asked, cwd=root, env={**os.environ, "PYTHONPATH": paths}, check=False).returncode


if __name__ == "__main__":
    if sys.argv[1] == "--play":
        sys.path.pop(0)  # this folder, whose tests are not the release's
        play_week(*sys.argv[2:])
    sys.exit(main(*sys.argv[1:]))
