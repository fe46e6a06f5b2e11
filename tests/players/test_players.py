"""Three players against a real `make play`: in short here, and 20,000 inputs each with `make test-slow`."""

import pytest

from tests.players.__main__ import WHO, judged

pytestmark = pytest.mark.whole


@pytest.mark.parametrize("who", WHO)
def test_nobody_brings_the_host_down_or_gets_more_time(who, tmp_path):
    assert judged(who, 350, tmp_path, steps=40, rules=("season7", "billionaire"))


@pytest.mark.slow
@pytest.mark.parametrize("who", WHO)
def test_nobody_does_so_with_twenty_thousand_inputs(who, tmp_path):
    assert judged(who, 20_000, tmp_path)
