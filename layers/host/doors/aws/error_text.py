"""An error as a line for the log: what and where, never the values, which could hold secrets."""

from __future__ import annotations

import traceback

from botocore.exceptions import ClientError


def told(error: Exception) -> str:
    """The kind of an error and where it broke; of one from AWS what was refused there."""
    where = traceback.extract_tb(error.__traceback__)[-1]
    kind = type(error).__name__
    if isinstance(error, ClientError):
        kind = f"{error.response['Error']['Code']} at {error.operation_name}"
    return f"{kind} in {where.filename}:{where.lineno}"
