"""The great scenes of Deluxe as typed pictures, for chats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.deluxe import events
from engine.kernel.picture import SHUT_CELL, Cell, Picture, build_doors
from engine.kernel.scene import Scenes, draw_no_picture
from engine.kernel.text import Told

ABREAST = 6  # doors


def draw_claimed_spaces(facts: Mapping[str, Any], _: Sequence[Told]) -> list[Picture]:
    """Draw for a chat the closed spaces of which a player claims that only bombs are left on them (Failsafe)."""
    return _draw_spaces(facts, SHUT_CELL)


def draw_found_bombs(facts: Mapping[str, Any], _: Sequence[Told]) -> list[Picture]:
    """Draw for a chat the spaces of a right Failsafe call (the claim that only bombs are left), all open with their
    bombs.
    """
    return _draw_spaces(facts, "bomb")


def _draw_spaces(facts: Mapping[str, Any], kind: str) -> list[Picture]:
    cells = [Cell(str(n), kind) for n in facts["spaces"]]
    return [build_doors("", cells, min(ABREAST, len(cells)))]


DELUXE_SCENES: Scenes = {
    events.FailsafeCalled: draw_claimed_spaces,
    events.FailsafeRight: draw_found_bombs,
    events.FailsafeWrong: draw_claimed_spaces,
    events.JackpotWon: draw_no_picture,
    events.OnDeck: draw_no_picture,
    events.ZoneEntered: draw_no_picture,
    events.ZoneLeft: draw_no_picture,
}
