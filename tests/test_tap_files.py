"""A tap passes few of our files."""

import pytest

from tests.tap_files import AT_MOST, trace_taps


@pytest.mark.whole
def test_a_tap_passes_few_files():
    found = {name: len(files) for name, files in trace_taps().items()}
    assert found.keys() == AT_MOST.keys()
    assert all(0.8 * AT_MOST[name] < many <= AT_MOST[name] for name, many in found.items()), found
