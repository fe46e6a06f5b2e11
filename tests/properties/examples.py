"""How many examples a property is tried with: a few in every run, and all of them in a dearer one."""

import pytest


def few(now, all_, dearer=pytest.mark.slow):
    return [*range(now), *(pytest.param(seed, marks=dearer) for seed in range(now, all_))]
