"""The minigames, one file each. A minigame is a script that returns its prize; it knows nothing of the season."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

MINIGAMES: dict[str, Callable[..., Any]] = {}
