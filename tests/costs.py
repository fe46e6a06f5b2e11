"""Measure the processor time of each test with its child processes, and report the dear ones of the default run."""

import os
import resource
from contextlib import contextmanager

DEAR = float(os.environ.get("DEAR", "0.5"))
REPORT = "Tests that cost more than {limit} s of processor: make them cheaper, or mark them `whole` (CONTRIBUTING.md)."


def used_seconds():
    """Return the processor seconds of this process and of its children that have ended."""
    both = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(each.ru_utime + each.ru_stime for each in both)


class Costs:
    """What the dear tests cost, by name."""

    def __init__(self):
        self.dear = {}

    @contextmanager
    def measure(self, name):
        began = used_seconds()
        yield
        if (cost := used_seconds() - began) > DEAR:
            self.dear[name] = round(cost, 2)

    def lines(self):
        dearest = sorted(self.dear.items(), key=lambda each: -each[1])
        return [REPORT.format(limit=DEAR), *(f"  {cost:6.2f} s  {name}" for name, cost in dearest)] if dearest else []
