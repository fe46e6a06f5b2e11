"""Wait for what another thread or process does: as long as the slowest machine needs, and no longer than it takes."""

import time

LONGEST = 60.0  # seconds; only a fault takes longer, however busy the machine is


def until(condition, explain=lambda: "it never came to this"):
    """Wait until the condition gives something true, and return that; what explains the failure is asked in the end."""
    end = time.monotonic() + LONGEST
    while not (found := condition()):
        assert time.monotonic() < end, explain()
        time.sleep(0.02)
    return found
