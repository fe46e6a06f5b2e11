"""Calls as the functions make them: a queue message for each person, and the host's key from the parameter store."""

from __future__ import annotations

import os
from functools import cache

from host.delivery.outbox import OutboxDispatcher, Pace
from host.doors.aws import settings, wiring
from host.extras.push import encryption
from host.extras.push.door import DOOR, read_push_services
from host.extras.push.sender import PUSH_LIMITS, PushSender


@cache
def build_dispatcher() -> OutboxDispatcher:
    """Return the worker that sends queued push notices, built once per process; raise without the host's key, or every
    browser would be deleted as gone.
    """
    load_deployed_key()
    found = wiring.build_deployed_host()
    sender = PushSender(found.host, found.settings.web, read_push_services(os.environ), key=load_deployed_key)
    return OutboxDispatcher(found.host, sender, Pace(PUSH_LIMITS))


def load_deployed_key() -> encryption.VapidKey:
    """Return the host's private key for push notices from the parameter store; every browser is subscribed with it."""
    return encryption.load_key(settings.read_cached_secret(DOOR.name))
