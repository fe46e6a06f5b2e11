"""Calls as the functions make them: an errand for each person, and the host's key from the parameter store."""

from __future__ import annotations

import os
from functools import cache

from host.delivery.outbox import Courier
from host.delivery.pace import Pace
from host.doors.aws import parameters, wiring
from host.doors.push import encryption
from host.doors.push.door import DOOR, services
from host.doors.push.sender import LIMITS, PushSender


@cache
def courier() -> Courier:
    """Whoever calls; nobody without the key, or whom we should call would be taken for gone."""
    key()
    found = wiring.wired()
    sender = PushSender(found.host, found.settings.web, services(os.environ), key=key)
    return Courier(found.host, sender, Pace(LIMITS))


def key() -> encryption.Key:
    """The key that every browser here is tied to."""
    return encryption.from_number(parameters.secret(DOOR.name))
