"""The terminal announces itself: it needs no account, and its user is there."""

from __future__ import annotations

from host.doors.registry import Door

DOOR = Door(
    name="terminal",
    commands={"table": ("host.doors.terminal.command:main", "play here at the keyboard, alone or with others")},
)
