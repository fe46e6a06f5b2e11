"""Announce profiles and the lists of the best."""

from __future__ import annotations

from engine.kernel import phrase
from host.core.extras import DeskOffer, Extra

FAME_PAGES = "host.extras.fame.pages"

EXTRA = Extra(
    name="fame",
    summary="profiles, halls of fame and records of all times",
    services={
        "show": DeskOffer(
            phrase("choose what other people can see of you"), "anybody", "host.extras.fame.profiles:save_profile_parts"
        ),
    },
    pages={"/records": f"{FAME_PAGES}:serve_records"},
    page_folders={"u": f"{FAME_PAGES}:serve_profile"},
    game_pages={"fame": f"{FAME_PAGES}:serve_hall_of_fame"},
    front_page_links={"/records": phrase("All-time records")},
    leaderboard_links={"fame": phrase("Hall of fame")},
    own_page_sections=(f"{FAME_PAGES}:render_profile_section",),
    own_page_forms={"profile": f"{FAME_PAGES}:save_shown_parts"},
    personal_data={"profile": "host.extras.fame.profiles"},
)
