"""The game of the day in AWS: the sweep of every minute posts it, and it is said in the same call."""

import time

import pytest

from functions.clock import app as clock
from host.core.store.items import PutItem
from host.doors.aws import clock as aws_clock
from host.doors.aws import wiring
from host.extras.today import mornings
from host.extras.today.mornings import Morning


@pytest.mark.whole
def test_the_sweep_posts_it_once(deployment, group, monkeypatch):
    monkeypatch.setattr(aws_clock, "ADDED_CLOCKS_MINUTES", 1)
    host = wiring.build_deployed_host().host
    mornings.save_morning(host, f"telegram:{group.id}", Morning(command="/today"))
    item = host.store.table.get(mornings.MORNING, f"telegram:{group.id}")
    assert item is not None
    item.when = time.time() - 1
    host.store.table.write([PutItem(item)])
    for _ in range(2):
        clock.handler({"sweep": True}, deployment.context)
    (posted,) = [call for call in deployment.api.calls if call.method == "sendMessage"]
    assert "Fifteen Rungs" in str(posted.values)
