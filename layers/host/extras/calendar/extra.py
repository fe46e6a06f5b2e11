"""Announce the calendar."""

from __future__ import annotations

from engine.kernel import phrase
from host.core.extras import Extra, OwnPageButton

CALENDAR_TOKEN = "calendar"  # noqa: S105 - its kind

EXTRA = Extra(
    name="calendar",
    summary="a calendar address and a feed of the games that wait for a person",
    page_folders={"calendar": "host.extras.calendar.feeds:serve_calendar"},
    own_page_buttons=(
        OwnPageButton(
            "calendar",
            phrase("Show your games in your calendar or feed reader"),
            phrase("Your calendar or feed reader then shows the games where it is your turn."),
            "host.extras.calendar.feeds:serve_new_calendar_links",
        ),
    ),
    token_kinds=(CALENDAR_TOKEN,),
)
