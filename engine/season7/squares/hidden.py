"""Hidden squares: found behind cash, known only to their holder, used once."""

from __future__ import annotations

from collections.abc import Mapping

from engine.season7.table import Instead, Use

INSTEAD: Mapping[str, Instead] = {}
USES: Mapping[str, Use] = {}
