"""Programs come in at one path, which answers and sends nothing."""

from __future__ import annotations

from host.doors.registry import Door

DOOR = Door(
    name="programs",
    answers_only=True,
    hears={"/mcp": "host.extras.programs.endpoint:answer_mcp_request"},
)
