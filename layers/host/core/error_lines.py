"""An error as a line for the log: what broke where, never its message or values, which could hold secrets."""

from __future__ import annotations

import traceback


def where(error: Exception, what: str = "") -> str:
    """What broke where. What broke is the kind of the error, or said by whoever knows more of it."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"{what or type(error).__name__} at {last.filename}:{last.lineno}"
