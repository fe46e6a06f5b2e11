"""How many calls one program may send: enough for a fast player, and never so many that others wait."""

from __future__ import annotations

MAX_CALLS, CALL_WINDOW_SECONDS = 600, 60.0
MAX_CALLERS = 10_000  # that are remembered


class CallLimits:
    """Counts the calls of each program in a window of time, in this process."""

    def __init__(self) -> None:
        self._counts: dict[str, tuple[float, int]] = {}

    def may_call(self, person: str, now: float) -> bool:
        """Count a call of this person's program at the time `now`; return whether it is still within the number of
        calls allowed to it.
        """
        began, count = self._counts.pop(person, (now, 0))
        if not 0 <= now - began < CALL_WINDOW_SECONDS:
            began, count = now, 0
        self._counts[person] = (began, min(count + 1, MAX_CALLS + 1))
        if len(self._counts) > MAX_CALLERS:
            del self._counts[next(iter(self._counts))]
        return count < MAX_CALLS
