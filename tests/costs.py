"""Measure the processor time of each test with its child processes, and report the dear ones of the default run.

A child process is known when it ends, so an emulator of a whole session would be paid by whichever test is the last:
what several tests share is measured by itself, and by its own name.
"""

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
    """What dear tests and shared fixtures cost, by name."""

    def __init__(self):
        self.dear = {}
        self.running = []  # what is being measured, outermost first: its name, when it began, and what ran within it

    @contextmanager
    def measure(self, name):
        self.begin(name)
        try:
            yield
        finally:
            self.end()

    @contextmanager
    def measure_fixture(self, fixture):
        """Measure the set-up of a fixture that tests share; and its end, whenever that comes."""
        name = f"{fixture.baseid}::{fixture.argname}, which is shared"
        at_its_end = f"{name}, at its end"

        def end():
            if self.running and self.running[-1][0] == at_its_end:  # it did begin
                self.end()

        fixture.addfinalizer(end)  # the last that is added is the first to run
        with self.measure(name):
            yield
        fixture.addfinalizer(lambda: self.begin(at_its_end))

    def begin(self, name):
        self.running.append([name, used_seconds(), 0.0])

    def end(self):
        name, began, within = self.running.pop()
        spent = used_seconds() - began
        if self.running:
            self.running[-1][2] += spent
        if (cost := spent - within) > DEAR:
            self.dear[name] = round(cost, 2)

    def lines(self):
        dearest = sorted(self.dear.items(), key=lambda each: -each[1])
        return [REPORT.format(limit=DEAR), *(f"  {cost:6.2f} s  {name}" for name, cost in dearest)] if dearest else []
