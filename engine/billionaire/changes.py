"""What Billionaire does otherwise than it did in a release, for games that began then."""

from __future__ import annotations

from engine.billionaire.ends import SHOWN, SOLD
from engine.kernel.changes import Change

ROUND = "the round is played to its end when the last Investment is sold, too"
CHANGES = (Change("2026-11-22", ROUND, SHOWN, SOLD, ruling=True),)
