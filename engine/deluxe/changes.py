"""What the Deluxe edition does otherwise than it did in a release, for games that began then."""

from __future__ import annotations

from collections.abc import Mapping

from engine.deluxe import events
from engine.kernel.changes import Change
from engine.kernel.event import Event
from engine.minigames.changes import WEIGHED, build_weighing_changes

SINCE = "2026-11-22"
ASIDES_UNTIL_NEXT_PICK = "what a space asks you can be answered until your next pick is taken"
LAID_OUT = "R counts what spaces were laid out with, also under High Tide"
DEMONS = "Personal Demons are bombs in their owner's R, too"
# Sentences as that release told them.
GAINED = "{who} gains {amount:$}."
BONUS_WORKED = "{who}'s win bonus: ({base:$} + {r:$}) at {boost}% and {times}."
# What silence used to bring about before the next pick was asked for: told, and drawn.
LINES_FROM_SILENCE = (
    "{who} writes {cash:$} on a blank cheque.",
    "{who}'s boost goes from {old}% to {new}%.",
    "Column {n} is {who}'s toll lane.",
    "{who} puts a bounty on {about}.",
    "Nobody takes {who}'s hand.",
    "The numbers: {numbers}.",
    "Space {n} is frozen until {more} more are open.",
    "{who} is {about}'s apprentice.",
    "{who} leaves it.",
    "{who} loses {item}: it goes into the Lost and Found.",
    GAINED,
    "{who} gains {amount:$} ({base:$} at {percent}%).",
)
DRAWS_FROM_SILENCE = ("bounty.player", "handshake.player", "lost_and_found.item", "odds_and_evens.call")
DRAWS_OF_LISTS = ("personal_demons.spaces",)  # of a listed space that now waits for who may pass a Hot Potato on
LAID_OPEN = "when a grid is over it says where bombs lay and what R is made of"
OWNED = "whose bomb went off is told"
FORMER_AHEAD_TEXT = "{zone} lies ahead, from round {round} on. {rule}"
ZONES_REWORDED = "the rules of the zones are told in plainer words"
COMPUTERS_CHANGED = "Computers have characters, strengths"
PAYMENTS: Mapping[str, type[Event]] = {
    "{game} pays {who}: {shown:$} × {by}.": events.MinigamePaidTimes,
    "{game} pays {who}.": events.MinigamePaid,
    "{game} pays {who} nothing.": events.MinigamePaidNothing,
}
DELUXE_CHANGES = (
    Change(SINCE, OWNED, event=events.BombOwned),
    *(Change(SINCE, ZONES_REWORDED, was, event=events.ZoneAhead) for was in (events.ZoneAhead.id, FORMER_AHEAD_TEXT)),
    *(
        Change(SINCE, ZONES_REWORDED, was, event=events.ZoneEntered)
        for was in (events.ZoneEntered.id, "The race enters {zone}, for {n} rounds. {rule}")
    ),
    Change(SINCE, LAID_OPEN, event=events.BombsLeft),
    Change(SINCE, LAID_OPEN, event=events.RemainingShown),
    *(Change(SINCE, ASIDES_UNTIL_NEXT_PICK, line, ruling=True) for line in LINES_FROM_SILENCE),
    *(
        Change(SINCE, ASIDES_UNTIL_NEXT_PICK, f"draw {key}", ruling=True)
        for key in (*DRAWS_FROM_SILENCE, *DRAWS_OF_LISTS)
    ),
    *(Change(SINCE, why, BONUS_WORKED, event=events.WinBonusWorked, ruling=True) for why in (LAID_OUT, DEMONS)),
    *(Change(SINCE, WEIGHED, was, event=event, ruling=True) for was, event in PAYMENTS.items()),
    Change(SINCE, WEIGHED, GAINED, event=events.Gained, ruling=True),  # what a minigame paid, at x1
    *build_weighing_changes(SINCE),
    Change(SINCE, COMPUTERS_CHANGED, "state computers", "state computers"),
)
