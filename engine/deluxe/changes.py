"""What the Deluxe edition does otherwise than it did in a release, for games that began then."""

from __future__ import annotations

from engine.deluxe import events
from engine.kernel.changes import Change

SINCE = "2026-11-22"
ASIDES_UNTIL_NEXT_PICK = "what a space asks you can be answered until your next pick is taken"
LAID_OUT = "R counts what spaces were laid out with, also under High Tide"
DEMONS = "Personal Demons are bombs in their owner's R, too"
KING = "a Kingmaker gets half of what the crown adds within the maximum bonus"
# What silence used to bring about before the next pick was asked for, or when the grid was over.
EVENTS_FROM_SILENCE = (
    events.TollLaneLaid,
    events.BountyPut,
    events.HandRefused,
    events.NumbersShown,
    events.SpaceFrozen,
    events.Apprenticed,
    events.FunkyDeclined,
    events.Gained,
    events.Lost,
    events.BoostSet,
    events.MultiplierSet,
    events.ItemDropped,
    events.GridOver,
)
LAID_OPEN = "when a grid is over it says where bombs lay and what R is made of"
DELUXE_CHANGES = (
    *(Change(SINCE, LAID_OPEN, event=event) for event in (events.BombsLeft, events.RemainingShown)),
    *(Change(SINCE, ASIDES_UNTIL_NEXT_PICK, event.id, ruling=True) for event in EVENTS_FROM_SILENCE),
    *(
        Change(SINCE, why, events.WinBonusWorked.id, event=events.WinBonusWorked, ruling=True)
        for why in (LAID_OUT, DEMONS)
    ),
    Change(SINCE, KING, events.Gained.id, event=events.Gained, ruling=True),
)
