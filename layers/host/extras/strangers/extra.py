"""Announce the public lobby."""

from __future__ import annotations

from engine.kernel import phrase
from host.core.extras import DeskOffer, Extra, GameForm

SERVICES, PAGES = "host.extras.strangers.services", "host.extras.strangers.pages"

EXTRA = Extra(
    name="strangers",
    summary="tables that look for players among strangers",
    switch="RTAB_LOBBY",
    services={
        "seek": DeskOffer(phrase("let strangers find this game"), "host", f"{SERVICES}:list_table_for_strangers"),
        "unseek": DeskOffer(
            phrase("do not show this game to strangers any more"), "host", f"{SERVICES}:unlist_table_for_strangers"
        ),
        "flag": DeskOffer(
            phrase("report the text that a game shows to strangers"), "anybody", f"{SERVICES}:report_lobby_notice"
        ),
    },
    pages={"/tables": f"{PAGES}:serve_open_tables"},
    game_pages={"flag": f"{PAGES}:serve_report_page"},
    game_forms={
        "seek": GameForm(f"{PAGES}:list_table_publicly"),
        "unseek": GameForm(f"{PAGES}:unlist_table"),
        "flag": GameForm(f"{PAGES}:report_table"),
    },
    front_page_section=f"{PAGES}:render_lobby_section",
    lobby_control=f"{PAGES}:render_seek_form",
    sought_tables=f"{SERVICES}:list_sought_sessions",
    personal_data={"looking": "host.extras.strangers.services"},
    privacy=phrase(
        "If you let strangers find your game, everybody can read your text about it until the game begins, for "
        "one day at most."
    ),
    list_reported=f"{SERVICES}:list_reported_notices",
    on_talk_ended=f"{SERVICES}:drop_notice_of_game",
)
