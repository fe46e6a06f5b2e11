"""Announce programs as players."""

from __future__ import annotations

from engine.kernel import phrase
from host.core.extras import DeskOffer, Extra, GameForm

PAGES, KEYS = "host.extras.programs.pages", "host.extras.programs.keys"

EXTRA = Extra(
    name="programs",
    summary="programs as players, over the Model Context Protocol at /mcp",
    services={
        "programs": DeskOffer(
            phrase("let programs join this game, or no more"),
            "host",
            "host.extras.programs.services:allow_programs",
            takes=phrase("on or off"),
            typed=True,
        )
    },
    game_forms={"programs": GameForm(f"{PAGES}:submit_choice")},
    lobby_control=f"{PAGES}:render_lobby_choice",
    own_page_sections=(f"{PAGES}:render_key_section",),
    own_page_forms={"program-key": f"{PAGES}:make_own_key", "program-key-off": f"{PAGES}:end_own_key"},
    token_kinds=("program",),
    find_bearer=f"{KEYS}:find_reader_and_renew_key",
    privacy=phrase(
        "If you make a key for a program, the program plays in your name, and sees what you would see. I keep no "
        "copy of the key that anybody can read."
    ),
)
