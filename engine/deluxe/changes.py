"""What the Deluxe edition does otherwise than it did in a release, for games that began then."""

from __future__ import annotations

from engine.deluxe import events
from engine.kernel.ruleset import Change
from engine.minigames.changes import WEIGHED, build_weighing_changes
from engine.race.events import BombSealed

SINCE = "2026-11-22"
ASIDES_UNTIL_NEXT_PICK = "what a space asks you can be answered until your next pick is taken"
LAID_OUT = "R counts what spaces were laid out with, also under High Tide"
DEMONS = "Personal Demons are bombs in their owner's R, too"
# What silence used to bring about before the next pick was asked for: told, and drawn.
LINES_FROM_SILENCE = (
    events.ChequeWritten,
    events.BoostSet,
    events.TollLaneLaid,
    events.BountyPut,
    events.HandRefused,
    events.NumbersShown,
    events.SpaceFrozen,
    events.Apprenticed,
    events.FunkyDeclined,
    events.ItemDropped,
    events.Gained,
)
DRAWS_FROM_SILENCE = ("bounty.player", "handshake.player", "lost_and_found.item", "odds_and_evens.call")
DRAWS_OF_LISTS = ("personal_demons.spaces",)  # of a listed space that now waits for who may pass a Hot Potato on
LEAVERS_LEFT_OUT = "score changers leave out who has left"
ZONES_COME_AGAIN = "zones come again where few are left"
DRIFTS_BY_TURNS = "a missed turn counts for Drift"
CHARTS_GO_ON = "the chart of who has left goes on, so that it fits when they come back"
LAID_OPEN = "when a grid is over it says where bombs lay and what R is made of"
COUNTED_PER_WINNER = "closed spaces are told as they count for each winner"
BOMB_MOVED = "a bomb that is moved is not told as a new one"
OWNER_TOLD = "whose bomb went off is told"
ZONES_REWORDED = "the rules of the zones are told in plainer words"
EFFECTS_REWORDED = "the rules of the Funky effects are told in plainer words"
PAYMENTS = (events.MinigamePaidTimes, events.MinigamePaid, events.MinigamePaidNothing, events.Gained)
DELUXE_CHANGES = (
    Change(SINCE, OWNER_TOLD, event=events.BombOwned),
    Change(SINCE, BOMB_MOVED, BombSealed.id, event=events.BombMoved),
    *(Change(SINCE, ZONES_REWORDED, event.id, event=event) for event in (events.ZoneAhead, events.ZoneEntered)),
    *(
        Change(SINCE, EFFECTS_REWORDED, event.id, event=event)
        for event in (events.FinePrintSeen, events.FunkyTaken, events.TugSettled)
    ),
    Change(SINCE, LAID_OPEN, event=events.BombsLeft),
    Change(SINCE, LAID_OPEN, event=events.RemainingShown),
    Change(SINCE, COUNTED_PER_WINNER, event=events.RemainingShownOf),
    *(
        Change(SINCE, COUNTED_PER_WINNER, events.RemainingShown.id, event=event)
        for event in (None, events.RemainingShown, events.RemainingShownOf)
    ),
    *(Change(SINCE, ASIDES_UNTIL_NEXT_PICK, event.id, ruling=True) for event in LINES_FROM_SILENCE),
    *(
        Change(SINCE, ASIDES_UNTIL_NEXT_PICK, f"draw {key}", ruling=True)
        for key in (*DRAWS_FROM_SILENCE, *DRAWS_OF_LISTS)
    ),
    *(
        Change(SINCE, why, events.WinBonusWorked.id, event=events.WinBonusWorked, ruling=True)
        for why in (LAID_OUT, DEMONS)
    ),
    *(Change(SINCE, WEIGHED, event.id, event=event, ruling=True) for event in PAYMENTS),  # Gained: a minigame at x1
    *build_weighing_changes(SINCE),
    *(Change(SINCE, ZONES_COME_AGAIN, was, "draw zone.next", ruling=True) for was in ("", "draw zone.next")),
    *(Change(SINCE, CHARTS_GO_ON, path, path) for path in ("state players.*.chart", "state players.*.chart.*")),
    Change(SINCE, DRIFTS_BY_TURNS, event=events.EverythingDrifted, ruling=True),
    Change(SINCE, DRIFTS_BY_TURNS, events.EverythingDrifted.id, ruling=True),
    Change(SINCE, DRIFTS_BY_TURNS, "state grids.*.lap", "state grids.*.lap"),
    Change(SINCE, LEAVERS_LEFT_OUT, events.FingersShown.id, ruling=True),
    Change(SINCE, LEAVERS_LEFT_OUT, events.PlatePassed.id, event=events.PlatePassed, ruling=True),
)
