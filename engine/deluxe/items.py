"""Items: held until they are used or a bomb takes them. A docstring says when each is used, and what it does then."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.deluxe import events, turn, verbs
from engine.deluxe.table import GridTable
from engine.kernel.picture import BOARD
from engine.kernel.question import Option, Play
from engine.kernel.text import phrase
from engine.race import grid

TUNED = 20  # house: points of boost


@dataclass(frozen=True)
class Use:
    """What an item does, when it can be used, and what it offers to choose from; none: a bare word."""

    does: Callable[[GridTable, str, Any], None]
    allowed: Callable[[GridTable, str], bool]
    choices: Callable[[GridTable, str], Sequence[Option]] | None = None


def spyglass(t: GridTable, who: str, _: Any) -> None:
    """Used at any time while you are in, but not in a Fog Bank: one Peek more in this round."""
    t.seat(who).peeks += 1


def raincoat(t: GridTable, who: str, _: Any) -> None:
    """Used before a pick, or while bombs are sealed: this round's strikes cost you no money."""
    t.seat(who).dry = True


def shock_absorber(t: GridTable, who: str, _: Any) -> None:
    """Used before a pick, or while bombs are sealed: this round's strikes divide nothing of yours. A boost below 100 %
    is still reset.
    """
    t.seat(who).padded = True


def padlock(t: GridTable, who: str, n: int) -> None:
    """Used with a Lock: you lock a second space at the same time, and may unlock that again."""
    t.seat(who).second_lock = n
    t.tell(events.PadlockSet(who=who, n=n))


def unlock(t: GridTable, who: str, _: Any) -> None:
    """The second lock is opened again."""
    t.tell(events.SpaceUnlocked(who=who, n=t.seat(who).second_lock))
    t.seat(who).second_lock = 0


def tuning_fork(t: GridTable, who: str, _: Any) -> None:
    """Used at any time: 20 points of boost."""
    verbs.set_boost(t, who, t.player(who).boost + TUNED)


def corkscrew(t: GridTable, who: str, _: Any) -> None:
    """Used before the grid is over, while you are in: in your R of this round no space is limited to $500,000."""
    t.seat(who).corkscrew = True


def queue_ticket(t: GridTable, who: str, _: Any) -> None:
    """Used at any time while you are in: your turn comes right after the present one; then the order goes on from the
    old place.
    """
    t.round.next = who


def safety_net(t: GridTable, who: str, _: Any) -> None:
    """Works by itself with a wrong Failsafe: one strike instead of two."""


def fine_print(t: GridTable, who: str, _: Any) -> None:
    """Used at a Funky space: you see the effect before you choose."""


def lucky_penny(t: GridTable, who: str, _: Any) -> None:
    """Works by itself in a Jackpot Chance: the first strike does not count."""


def pencil(t: GridTable, who: str, _: Any) -> None:
    """Used with a slip: the house's part of it counts twice."""
    for slip in t.state.slips:
        if slip.who == who:
            slip.house *= 2


def bloodhound(t: GridTable, who: str, _: Any) -> None:
    """Used before a hunt: you may name five spaces instead of three."""
    t.player(who).hound = True


def rubber_stamp(t: GridTable, who: str, _: Any) -> None:
    """Works by itself when a score changer would take money from you: it takes nothing."""


def postage_stamp(t: GridTable, who: str, gift: str) -> None:
    """Used while you are in no grid that is played: give another item you hold to somebody. Both may ask for a
    favour.
    """
    item, _, taker = gift.partition(" to ")
    t.player(who).items.remove(item)
    t.tell(events.ItemGiven(who=who, item=item, taker=taker))
    verbs.give_item(t, taker, item)


def playing(t: GridTable, who: str) -> bool:
    """In, on a grid that is played."""
    return t.live(who)


def armed(t: GridTable, who: str) -> bool:
    """In, on a grid that is sealed or played."""
    seat = t.round.seats.get(who)
    return seat is not None and seat.status == "in" and t.round.stage in ("seal", "play") and not t.round.mini


def lockable(t: GridTable, who: str) -> Sequence[Option]:
    """What can be locked besides the first lock."""
    mine = t.seat(who).locked
    return grid.options(t.round, [n for n in turn.free(t, who) if n != mine])


def gifts(t: GridTable, who: str) -> Sequence[Option]:
    """Every other item, to everybody."""
    held = list(t.player(who).items)
    held.remove("Postage Stamp")
    return [
        Option(f"{item} to {taker}", phrase("{item} to {taker}", item=item, taker=taker))
        for item in dict.fromkeys(held)
        for taker in t.state.here()
        if taker != who
    ]


def never(_t: GridTable, _who: str) -> bool:
    """It works by itself, or is offered where it belongs."""
    return False


USES: Mapping[str, Use] = {
    "Spyglass": Use(spyglass, lambda t, who: t.live(who) and not t.zone("Fog Bank")),
    "Raincoat": Use(raincoat, lambda t, who: armed(t, who) and not t.seat(who).dry),
    "Shock Absorber": Use(shock_absorber, lambda t, who: armed(t, who) and not t.seat(who).padded),
    "Padlock": Use(
        padlock, lambda t, who: t.live(who) and bool(t.seat(who).locked) and not t.seat(who).second_lock, lockable
    ),
    "Tuning Fork": Use(tuning_fork, lambda _t, _who: True),
    "Corkscrew": Use(corkscrew, lambda t, who: t.live(who) and not t.seat(who).corkscrew),
    "Queue Ticket": Use(queue_ticket, lambda t, who: t.live(who) and not t.round.next and t.round.turn != who),
    "Safety Net": Use(safety_net, never),
    "Fine Print": Use(fine_print, never),
    "Lucky Penny": Use(lucky_penny, never),
    "Pencil": Use(pencil, lambda t, who: any(slip.who == who for slip in t.state.slips)),
    "Bloodhound": Use(bloodhound, lambda t, who: not t.player(who).hound),
    "Rubber Stamp": Use(rubber_stamp, never),
    "Postage Stamp": Use(postage_stamp, lambda t, who: not t.live(who), gifts),
}


def offered(t: GridTable, who: str) -> list[Play]:
    """The items a player can use now, and the second lock, which can be opened again."""
    plays = []
    for item in dict.fromkeys(t.player(who).items):
        use = USES[item]
        choices = use.choices(t, who) if use.choices and use.allowed(t, who) else ()
        if use.allowed(t, who) and (use.choices is None or choices):
            of = f"{t.grid}/{BOARD}" if item == "Padlock" else ""
            plays.append(Play(item, phrase("Use {item}", item=item), choices, of=of))
    if t.live(who) and t.seat(who).second_lock:
        plays.append(Play("unlock", "Unlock your second space"))
    return plays


def use(t: GridTable, who: str, item: str, value: Any) -> None:
    """An item is used up, and does what it does."""
    verbs.spend_item(t, who, item)
    USES[item].does(t, who, value)
