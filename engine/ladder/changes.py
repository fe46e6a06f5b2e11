"""What the ladder does otherwise than it did in a release, for games that began then."""

from __future__ import annotations

from engine.kernel.changes import Change

BANK = "The quiz ladder asks new questions"
CHANGES = (Change("2026-11-22", BANK, "draw box.1", "draw box", ruling=True),)
