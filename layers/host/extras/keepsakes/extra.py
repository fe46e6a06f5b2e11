"""Announce the keepsakes."""

from __future__ import annotations

from host.core.extras import Extra

EXTRA = Extra(
    name="keepsakes",
    summary="a readable file for each person with all that they have done",
    commands={
        "keepsakes": (
            "host.extras.keepsakes.command:run_keepsakes_command",
            "write everybody's records, one readable file each",
        )
    },
    on_goodbye="host.extras.keepsakes.command:write_keepsakes",
)
