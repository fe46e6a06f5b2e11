"""The examples of properties: the same in each run; with CHANCE others, and EXAMPLES of each."""

import os

import hypothesis
from hypothesis.internal.conjecture import providers

from tests.chance import ANOTHER

EXAMPLES = int(os.environ.get("EXAMPLES", "100"))  # of each property that names no number of its own


def load_profile():
    """Let no run draw other examples, keep any, or be stopped by a clock."""
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
    if not ANOTHER:  # with constants of whatever modules are loaded by then, the examples would hang on what ran before
        providers._get_local_constants = lambda: providers._local_constants


def seed_properties(items):
    """Draw the examples of these tests' properties from CHANCE, if there is one."""
    for item in items:
        if ANOTHER and hypothesis.is_hypothesis_test(item.obj):
            hypothesis.seed(f"{ANOTHER} {item.nodeid}")(item.obj)
