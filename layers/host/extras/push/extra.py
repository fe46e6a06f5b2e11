"""Announce calls in browsers."""

from __future__ import annotations

from host.core.extras import Extra

PUSH_PAGES = "host.extras.push.pages"

EXTRA = Extra(
    name="push",
    summary="calls in the browser of who plays on the page alone",
    own_page_sections=(f"{PUSH_PAGES}:render_bell_section",),
    own_page_forms={
        "browser": f"{PUSH_PAGES}:subscribe_browser",
        "browser-off": f"{PUSH_PAGES}:unsubscribe_browser",
    },
    beside_table=f"{PUSH_PAGES}:render_bell_offer",
    personal_data={"notices": "host.extras.push.browsers"},
)
