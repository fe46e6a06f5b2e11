"""An error as a line for the log: what and where, never the values, which could hold secrets."""

from __future__ import annotations

import traceback

from host.core.store import aws_errors


def told(error: Exception) -> str:
    """The kind of an error and where it broke; of one from AWS what was refused there."""
    where = traceback.extract_tb(error.__traceback__)[-1]
    kind = type(error).__name__
    if isinstance(error, aws_errors.refused()):
        kind = f"{aws_errors.code(error)} at {getattr(error, 'operation_name', '')}"
    return f"{kind} in {where.filename}:{where.lineno}"
