"""An error as a line for the log: what broke where, never its message or values, which could hold secrets."""

from __future__ import annotations

import traceback


def where(error: Exception) -> str:
    """What broke where."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} at {last.filename}:{last.lineno}"
