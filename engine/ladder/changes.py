"""What the ladder does otherwise than it did in a release, for games that began then."""

from __future__ import annotations

from engine.kernel.changes import Change
from engine.ladder.events import AnswersShown

FIRST_LADDER_RELEASE = "2026-11-22"
BANK = "The quiz ladder asks new questions"
REVEAL = "on the ladder everybody's answers are told before the right one"
LADDER_CHANGES = (
    Change(FIRST_LADDER_RELEASE, BANK, "draw box.1", "draw box", ruling=True),
    Change(FIRST_LADDER_RELEASE, REVEAL, event=AnswersShown, ruling=True),
)
