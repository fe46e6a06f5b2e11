"""The chance of games in tests: each test has its own, the same in each run; CHANCE=anything gives all of them another.

A test whose outcome hangs on what lies on a board would fail once in hundreds of runs, and nobody could see it again.
"""

import inspect
import os
import random
import time
from contextlib import contextmanager

from host.core.context import HostContext

ANOTHER = os.environ.get("CHANCE", "")


class Chance:
    """What hosts draw ids and secrets from that were given nothing to draw from."""

    def __init__(self):
        self.stream = random.Random(ANOTHER)
        self.children = []

    def token(self, size):
        return self.stream.randbytes(size).hex()

    def luck(self, question):
        """Of the computer players."""
        return random.Random(f"{self.stream.getrandbits(64)} {question}")

    def child(self):
        """Return a seed for a process that a test starts."""
        self.children.append(self.token(8))
        return self.children[-1]

    @contextmanager
    def of(self, name):
        """What is done in here is done with the chance of this name."""
        before, self.stream = self.stream, random.Random(f"{ANOTHER} {name}")
        try:
            yield
        finally:
            self.stream = before

    def drawn_by_hosts(self):
        """From now on; a host of players draws from what nobody can know."""
        made, ours = HostContext.__init__, {"token": self.token, "luck": self.luck}
        given = [each for each in inspect.signature(made).parameters.values() if each.default is not each.empty]
        made.__defaults__ = tuple(ours.get(each.name, each.default) for each in given)


CHANCE = Chance()


def in_child(seed, later):
    """Let hosts in this process draw from a seed, and live so many seconds later than the clock says."""
    CHANCE.stream = random.Random(seed)
    CHANCE.drawn_by_hosts()
    real = time.time
    time.time = lambda: real() + later
