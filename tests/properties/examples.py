"""How many examples a property is tried with: a few in every run, and all of them in the slow target."""

import pytest


def few(now, all_):
    return [*range(now), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(now, all_))]
