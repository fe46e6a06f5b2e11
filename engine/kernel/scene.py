"""Great scenes for chats: typed pictures of what was told, each drawn by the game that told it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from engine.kernel.picture import Cell, Grid, Picture
from engine.kernel.text import PUBLIC, phrase

if TYPE_CHECKING:
    from engine.kernel.event import Event
    from engine.kernel.text import Told

# Draws an event from its facts and from all that was told with it.
SceneDrawer = Callable[[Mapping[str, Any], "Sequence[Told]"], "Sequence[Picture]"]
Scenes = Mapping["type[Event]", SceneDrawer]


def list_scene_pictures(scenes: Scenes, told: Sequence[Told], step: Sequence[Told]) -> list[Picture]:
    """Return the pictures that draw the announced events for which the game has a drawer; `told` are the
    announcements to draw, `step` is everything that was announced with them.
    """
    public = [each for each in step if each.to == PUBLIC]
    found: list[Picture] = []
    for each in told:
        draw = scenes.get(each.kind) if each.kind and each.to == PUBLIC else None
        found += draw(each.facts, public) if draw else []
    return found


def draw_no_picture(_: Mapping[str, Any], __: Sequence[Told]) -> list[Picture]:
    """Return no picture, for an event that is shown large by its sentence and its sum alone."""
    return []


def build_seats_drawer(name: str) -> SceneDrawer:
    """Return a function that draws an event as a row of the players in its fact `name`."""

    def draw(facts: Mapping[str, Any], _: Sequence[Told]) -> list[Picture]:
        cells = [Cell(phrase("{who}", who=who), "own") for who in facts[name]]
        return [Grid(columns=min(3, len(cells)), cells=cells)]

    return draw
