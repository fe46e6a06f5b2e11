"""The clients of AWS that the functions share: one of each service in a process."""

from __future__ import annotations

from functools import cache
from typing import Any

from host.core.store.aws import make_aws_client

AT_START = ("dynamodb", "ssm", "sqs", "scheduler")


@cache
def get_client(service: str) -> Any:
    """Return the process's only client of this AWS service."""
    return make_aws_client(service)


def make_clients() -> None:
    """Make the clients that nearly every event needs while the process starts, when it has a whole processor."""
    for service in AT_START:
        get_client(service)
