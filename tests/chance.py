"""The chance of games in tests: each test has its own, the same in each run; CHANCE=anything gives all of them another.

A test whose outcome hangs on what lies on a board would fail once in hundreds of runs, and nobody could see it again.
The same goes for the examples of properties: no run draws others, none keeps any, and no clock stops one.
"""

import inspect
import os
import random
from contextlib import contextmanager

import hypothesis

from host.core.context import HostContext

ANOTHER = os.environ.get("CHANCE", "")
EXAMPLES = int(os.environ.get("EXAMPLES", "100"))  # of each property that names no number of its own


class Chance:
    """What hosts draw ids and secrets from that were given nothing to draw from."""

    def __init__(self):
        self.stream = random.Random(ANOTHER)

    def token(self, size):
        return self.stream.randbytes(size).hex()

    def luck(self, question):
        """Of the computer players."""
        return random.Random(f"{self.stream.getrandbits(64)} {question}")

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


def load_profile():
    """Let every property look at the same examples in each run, or with CHANCE at others, as often as EXAMPLES says."""
    hypothesis.settings.register_profile(
        "tests",
        max_examples=EXAMPLES,
        derandomize=not ANOTHER,
        deadline=None,
        database=None,
        print_blob=True,
        suppress_health_check=[hypothesis.HealthCheck.too_slow],
    )
    hypothesis.settings.load_profile("tests")


def seed_properties(items):
    """Draw the examples of these tests' properties from CHANCE, if there is one."""
    for item in items:
        if ANOTHER and hypothesis.is_hypothesis_test(item.obj):
            hypothesis.seed(f"{ANOTHER} {item.nodeid}")(item.obj)
