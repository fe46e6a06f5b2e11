"""The great scenes of Season 7 as typed pictures, for chats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.kernel.picture import Cell, Picture, build_doors, build_pool
from engine.kernel.scene import Scenes, build_seats_drawer, draw_no_picture
from engine.kernel.text import Told, phrase, read_phrase_facts
from engine.season7 import events


def draw_fates(facts: Mapping[str, Any], _: Sequence[Told]) -> list[Picture]:
    """Draw for a chat the four squares of a Blammo, all open, with the one that was chosen marked."""
    behind = {facts["n"]: facts["face"]}
    for other in facts["others"]:
        found = read_phrase_facts(other)
        behind[found["n"]] = found["face"]
    cells = [
        Cell(behind[n], note=str(n), mark="chosen" if n == facts["n"] else "", kind="own" if n == facts["n"] else "")
        for n in sorted(behind)
    ]
    return [build_doors("", cells)]


def draw_square_00(facts: Mapping[str, Any], _: Sequence[Told]) -> list[Picture]:
    """Draw for a chat the result that Square 00 had hidden."""
    return [build_doors("", [Cell(facts["outcome"], "own", note=facts.get("minigame", ""))])]


def draw_deal(facts: Mapping[str, Any], _: Sequence[Told]) -> list[Picture]:
    """Draw for a chat everything that the bank pays a player who takes its deal."""
    return [build_pool(phrase("The bank pays"), [Cell(each, "cash") for each in facts["package"]])]


SEASON7_SCENES: Scenes = {
    events.BlammoOpened: draw_fates,
    events.DealMade: draw_deal,
    events.MegagridBombed: draw_no_picture,  # its table is seen as it was in the end
    events.MegagridClimbed: draw_no_picture,
    events.MegagridOpened: build_seats_drawer("winners"),
    events.Square00Opened: draw_square_00,
    events.SuperRoundSeated: build_seats_drawer("players"),
    events.TargetReached: draw_no_picture,
    events.TargetReachedTogether: build_seats_drawer("players"),
}
