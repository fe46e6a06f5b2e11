"""The named points where spaces alter one another. Each list is the order in which they have their say."""

from __future__ import annotations

from engine.deluxe.table import Hooks

HOOKS = Hooks({}, {}, {}, (), (), (), (), (), (), (), (), ())
