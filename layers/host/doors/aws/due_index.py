"""Picks the timestamp under which a game stands in the due index, so that it is rewritten rarely.

To move an entry in the index costs more than to save the game, and hardly anybody looks there: timers come at the very
moment, and the sweep only finds what they have missed. So an entry need not lie where the game is due. It stays as
long as it is good enough a net: it lies ahead, and not much later than the game is due. Lying too early does no harm,
because the sweep sees then that there is nothing to do, and lays it anew. No player loses time by any of this.
"""

from __future__ import annotations

import math

GRACE = 45.0  # seconds in which timers and errands may still do it themselves
LONG = 3600.0  # whoever waits for longer is not in a hurry, and a lost timer may add some of that
PART, PART_OF_LONG = 16, 2  # how much shorter than the wait is what a lost timer may add to it
DAYS = 6 * 3600.0  # whoever waits for longer plays over days, and an entry some days later comes up in few of them
LONGEST = 96 * 3600.0


def entry(due: float, now: float, was_due: float = 0.0, lies: float = 0.0) -> float:
    """Where the entry belongs of a game that is due then; it lay there when the game was due at that other moment."""
    latest = due + slack(due - now)
    # What was near enough to a moment is nearer to any later one, however little is left of the wait.
    if now < lies and (was_due <= due or lies <= latest):
        return lies
    return float(math.ceil(latest))  # whole seconds take less room


def slack(wait: float) -> float:
    """How much later than the game an entry may come up that is laid now: seconds of minutes, hours of hours, days of
    days.

    Each entry that comes up early is written anew; a net of minutes for games of days was written more often than the
    games themselves. A timer must be lost twice before it matters: where one cannot be set an errand waits instead, and
    an input that comes again, because whoever dealt with it has died, has the timer set again.
    """
    if wait >= DAYS:
        return LONGEST
    return wait / PART_OF_LONG if wait >= LONG else max(wait / PART, GRACE)
