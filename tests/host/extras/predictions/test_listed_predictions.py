"""All that players who are out are told of predictions in a season, and to whom, word for word."""

import pytest

from engine.kernel import format_text
from host.core import events
from host.core.context import Config
from host.core.store import MemoryTable, Store
from tests import listings
from tests.host.extras.predictions.test_inviting import ASKED, open_season, play_season
from tests.listings.room import make_steady_host

pytestmark = pytest.mark.as_released


def test_what_is_told_of_predictions_to_whom_is_listed():
    host = make_steady_host(Store(MemoryTable()), Config(), lambda: 1_800_000_000.0)
    lines = [line for told in play_season(host, open_season(host), 90, 0, predicting=True) for line in told]
    asked = [line for line in lines if line.told.kind in ASKED]
    assert events.PredictionTold in [line.told.kind for line in asked]
    said = [f"{line.person}: {format_text(line.told.text, line.told.facts)}" for line in asked]
    listings.compare("predictions_told", said)
