"""An error of a function as a line for the log: of one from AWS it says what was refused there."""

from __future__ import annotations

from botocore.exceptions import ClientError

from host.core.error_lines import where
from host.core.store.aws import error_code


def told(error: Exception) -> str:
    """What broke where."""
    if isinstance(error, ClientError):
        return where(error, f"{error_code(error)} of {error.operation_name}")
    return where(error)
