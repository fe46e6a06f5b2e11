"""Announce table talk."""

from __future__ import annotations

from engine.kernel import phrase
from host.core.extras import DeskOffer, Extra, GameForm, TableSheet

TALKING, TALK_PAGES = "host.extras.talk.talking", "host.extras.talk.pages"
TALK_PAGE = "talk"

EXTRA = Extra(
    name="talk",
    summary="reactions and words at a table",
    services={
        "react": DeskOffer(phrase("how you feel about what happened"), "anybody", f"{TALKING}:store_reaction"),
        "say": DeskOffer(phrase("say something to everybody in the game"), "player", f"{TALKING}:post_remark"),
        "hide": DeskOffer(
            phrase("hide all messages of the player who said this, from now on"), "player", f"{TALKING}:hide_author"
        ),
        "complain": DeskOffer(
            phrase("report this message to the person who runs this host"), "player", f"{TALKING}:report_remark"
        ),
        "remove": DeskOffer(phrase("delete this message"), "host", f"{TALKING}:remove_remark", own="player"),
        "hearall": DeskOffer(phrase("see the messages of everybody again"), "anybody", f"{TALKING}:show_all_remarks"),
        "talk": DeskOffer(phrase("choose how people talk in this game"), "host", f"{TALKING}:set_talk_mode"),
    },
    game_pages={TALK_PAGE: f"{TALK_PAGES}:serve_talk_page"},
    game_parts={"felt": f"{TALK_PAGES}:serve_reaction_counts"},
    game_forms={
        "react": GameForm(f"{TALK_PAGES}:submit_reaction", TALK_PAGE),
        "say": GameForm(f"{TALK_PAGES}:submit_remark", TALK_PAGE),
        "about": GameForm(f"{TALK_PAGES}:submit_remark_action", TALK_PAGE),
        "hearall": GameForm(f"{TALK_PAGES}:unhide_everybody", TALK_PAGE),
        "talk": GameForm(f"{TALK_PAGES}:submit_talk_settings", TALK_PAGE),
    },
    table_sheet=TableSheet(
        "talk-sheet", "talk", phrase("Talk"), f"{TALK_PAGES}:render_table_sheet", f"{TALK_PAGES}:format_talk_etag"
    ),
    opening_field=f"{TALK_PAGES}:render_opening_field",
    on_opened=f"{TALK_PAGES}:set_up_talk",
    on_rematch=f"{TALKING}:hand_on_settings",
    personal_data={"talk": "host.extras.talk.talking"},
    list_reported=f"{TALKING}:list_reported_lines",
    remove_reported=f"{TALKING}:remove_reported",
    on_talk_ended=f"{TALKING}:end_table_talk",
)
