"""Game changers, which help those behind and peg back those ahead. Boosters do not touch them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.kernel.table import Script
from engine.season7.table import RoundTable

GAME_CHANGERS: Mapping[str, Callable[[RoundTable, str], Script[None]]] = {}
