"""One of three players, or all, against a real `make play`: python -m tests.players stubborn --inputs 20000."""

import argparse
import sys
import tempfile
import time
from pathlib import Path

from tests.players.afterwards import Left
from tests.players.clumsy import Clumsy
from tests.players.host import House
from tests.players.hostile import Hostile
from tests.players.player import Player
from tests.players.stubborn import Stubborn

WHO: dict[str, type[Player]] = {each.name: each for each in (Stubborn, Hostile, Clumsy)}
STUMBLES = ("broke down", "stumbled", "Traceback", "cannot be looked at", "cannot be shown")


def judged(who: str, inputs: int, folder: Path, steps: int = 4000, seed: int = 0, rules: tuple[str, ...] = ()) -> str:
    """Play, stop the host, and look at what is left; raises AssertionError if anything is wrong."""
    began, host = time.monotonic(), House(folder)
    try:
        player = WHO[who](host, seed, **({"rules": rules} if rules else {}))
        player.play(inputs)
        seconds = time.monotonic() - began
        assert host.stop() == 0
    finally:
        host.kill()
    said = host.log.read_text()
    assert not [line for line in said.splitlines() if any(word in line for word in STUMBLES)], said[-3000:]
    assert player.browser.worst < 500, player.browser.worst
    assert not isinstance(player, Stubborn) or (player.moved == [] and player.kept > 0), (player.moved, player.kept)
    assert not isinstance(player, Hostile) or player.taken * 20 > inputs, "hardly anything of its own was taken"
    left = Left(host.home)
    wrong = list(left.deadlines_moved())
    if isinstance(player, Hostile):
        wrong += left.not_theirs(player.victim.game)
    sessions = left.sessions()
    entries = sum(session.entries for session in sessions)
    assert who != "clumsy" or "kick" not in left.kinds(), "somebody was shown out by mistake"
    wrong += [found for session in sessions if (found := left.finished(session, steps))]
    left.close()
    assert wrong == [], wrong
    statuses = ", ".join(f"{amount:,} × {status}" for status, amount in sorted(player.statuses.items()))
    done = f"{player.browser.asked:,} inputs in {seconds:.0f} s at {len(sessions)} tables, {entries:,} entries"
    return f"{who}: {done}; forms answered {statuses}; no 5xx, nothing stuck, no deadline moved, all ended"


def main() -> int:
    """Says what came of it."""
    parser = argparse.ArgumentParser(prog="python -m tests.players", description=__doc__)
    parser.add_argument("who", nargs="*", default=[*WHO], help="stubborn, hostile, clumsy")
    parser.add_argument("--inputs", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    for who in options.who:
        with tempfile.TemporaryDirectory() as folder:
            sys.stdout.write(f"{judged(who, options.inputs, Path(folder), seed=options.seed)}\n")
            sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
