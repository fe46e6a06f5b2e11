"""What a client of AWS raises: our own small one (host/doors/aws/client.py), and boto3 for operators.

Both say alike what AWS answered, so whoever calls either catches both. boto3's errors are looked up only where somebody
has loaded it: to load it is most of what a start would cost.
"""

from __future__ import annotations

import sys
from typing import Any


class AwsRefused(Exception):
    """AWS answered, and it was an error; `response` has it under the names that boto3 gives it."""

    def __init__(self, response: dict[str, Any], operation_name: str) -> None:
        error = response["Error"]
        super().__init__(f"{error['Code']} at {operation_name}: {error.get('Message', '')}")
        self.response, self.operation_name = response, operation_name


class Unreachable(Exception):
    """AWS gave no answer that could be read, however often it was asked."""


def refused() -> tuple[type[Exception], ...]:
    """Whatever carries an answer of AWS that is an error."""
    return (AwsRefused, *_of_boto("ClientError"))


def unreachable() -> tuple[type[Exception], ...]:
    """Whatever tells that there was no answer."""
    return (Unreachable, *_of_boto("HTTPClientError", "ConnectionError"))


def any_of_them() -> tuple[type[Exception], ...]:
    """All that can go wrong with a call to AWS."""
    return (AwsRefused, Unreachable, *_of_boto("BotoCoreError", "ClientError"))


def answer(error: Exception) -> dict[str, Any]:
    """What AWS answered."""
    found: dict[str, Any] = getattr(error, "response", {})
    return found


def code(error: Exception) -> str:
    """The name that AWS has for this error; nothing, if it never answered."""
    return str(answer(error).get("Error", {}).get("Code", ""))


def _of_boto(*names: str) -> tuple[type[Exception], ...]:
    theirs = sys.modules.get("botocore.exceptions")
    return tuple(getattr(theirs, name) for name in names) if theirs else ()
