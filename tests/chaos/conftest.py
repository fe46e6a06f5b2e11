"""The tests' own game is played here, and is gone when the worlds are: other tests count what games there are."""

import pytest

from engine.rulesets import RULESETS
from tests.rulesets.toy import Toy


@pytest.fixture(scope="module", autouse=True)
def _played_here():
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(RULESETS, "toy", Toy())
        yield
