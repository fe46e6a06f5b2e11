"""Events between players."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.kernel.table import Script
from engine.season7.table import RoundTable

PEOPLE_EVENTS: Mapping[str, Callable[[RoundTable, str], Script[None]]] = {}
