"""An error as a line for the log: what broke and where, never its message or values, which could hold secrets."""

from __future__ import annotations

import traceback
from pathlib import Path

MAX_FRAMES = 12


def format_error_location(error: BaseException, what: str = "") -> str:
    """Format an error for the log: its kind (or `what`) and the last twelve code lines it passed, innermost first;
    never its message or values, which could hold secrets.
    """
    frames = traceback.extract_tb(error.__traceback__)[::-1][:MAX_FRAMES]
    path = " < ".join(f"{frame.name} {'/'.join(Path(frame.filename).parts[-2:])}:{frame.lineno}" for frame in frames)
    return f"{what or type(error).__name__} at {path}"
