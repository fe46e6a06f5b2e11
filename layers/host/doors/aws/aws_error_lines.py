"""An error of a function as a line for the log: of one from AWS it says what was refused there."""

from __future__ import annotations

from host.core.error_lines import where
from host.core.store import aws_errors


def told(error: Exception) -> str:
    """What broke where."""
    if isinstance(error, aws_errors.refused()):
        return where(error, f"{aws_errors.code(error)} of {getattr(error, 'operation_name', '')}")
    return where(error)
