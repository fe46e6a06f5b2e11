"""The clients of AWS that the functions share: one of each service in a process."""

from __future__ import annotations

from functools import cache
from typing import Any

from host.core.store.aws import make_client

AT_START = ("dynamodb", "ssm", "sqs", "scheduler")


@cache
def client(service: str) -> Any:
    """Return the one client of this service."""
    return make_client(service)


def make_clients() -> None:
    """Make the clients that nearly every event needs while the process starts, when it has a whole processor."""
    for service in AT_START:
        client(service)
