"""Announce the game of the day in groups."""

from __future__ import annotations

from engine.kernel import phrase
from host.core.extras import DeskOffer, Extra, GroupSwitch

SERVICES, MORNINGS = "host.extras.today.mornings", "host.extras.today.mornings"

EXTRA = Extra(
    name="today",
    summary="the quiz of the day with yesterday's table, every morning in groups that want it",
    services={
        "today": DeskOffer(
            phrase("play today’s quiz (in a group, add a time to get it every morning, or off to stop)"),
            "keeper",
            f"{SERVICES}:play_or_set_up",
            takes=phrase("8:00 Europe/London"),
            typed=True,
        )
    },
    group_switch=GroupSwitch("today", phrase("Post today’s quiz every morning"), f"{MORNINGS}:is_posted_in"),
    on_clock=f"{MORNINGS}:post_due_mornings",
    on_place_moved=f"{MORNINGS}:move_morning",
    on_place_lost=f"{MORNINGS}:drop_morning",
    personal_data={"quiz of the day": MORNINGS},
    privacy=phrase(
        "If you ask in a group how to play the quiz of the day, I save that you asked there. Then your results go"
        " into the table of that group."
    ),
)
