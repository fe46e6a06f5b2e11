"""Items: held until they are used or a bomb takes them. A docstring says when each is used, and what it does then."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.deluxe import assets, events, turn
from engine.deluxe.state import GridTable
from engine.kernel.picture import BOARD
from engine.kernel.question import Option, Play
from engine.kernel.text import phrase
from engine.race import table

TUNED = 20  # house: points of boost


@dataclass(frozen=True)
class ItemUse:
    """Describe an item: what it does, when it can be used, and what there is to choose; without choices it needs no
    value.
    """

    does: Callable[[GridTable, str, Any], None]
    allowed: Callable[[GridTable, str], bool]
    choices: Callable[[GridTable, str], Sequence[Option]] | None = None


def spyglass(t: GridTable, who: str, _: Any) -> None:
    """You can use it at any time while you are in, but not in a Fog Bank: you get one more Peek in this round.

    Called when the item has just been used up; raise the peeks that `who` has on this grid by one.
    """
    t.seat(who).peeks += 1


def raincoat(t: GridTable, who: str, _: Any) -> None:
    """You can use it before a pick, or while bombs are hidden: bombs that you open in this round cost you no money.

    Called when the item has just been used up; only mark the seat of `who`: `strike_player` then charges nothing.
    """
    t.seat(who).dry = True


def shock_absorber(t: GridTable, who: str, _: Any) -> None:
    """You can use it before a pick, or while bombs are hidden: bombs that you open in this round make nothing of yours
    smaller. A boost below 100 % still goes back to 100 %.

    Called when the item has just been used up; only mark the seat of `who`: `strike_player` then divides nothing.
    """
    t.seat(who).padded = True


def padlock(t: GridTable, who: str, n: int) -> None:
    """You can use it with a Lock: you lock a second space at the same time, and may unlock that one again.

    Called when the item has just been used up; lock space `n` for `who`, beside their first lock, and announce it.
    """
    t.seat(who).second_lock = n
    t.tell(events.PadlockSet(who=who, n=n))


def unlock_second_space(t: GridTable, who: str, _: Any) -> None:
    """Unlock the second space that a player has locked for their next turn by the item Padlock, and announce it; the
    first one stays locked. The caller has checked that there is one.
    """
    t.tell(events.SpaceUnlocked(who=who, n=t.seat(who).second_lock))
    t.seat(who).second_lock = 0


def tuning_fork(t: GridTable, who: str, _: Any) -> None:
    """You can use it at any time: you get 20 points of boost.

    Called when the item has just been used up; raise the boost of `who` at once.
    """
    assets.set_boost(t, who, t.player(who).boost + TUNED)


def corkscrew(t: GridTable, who: str, _: Any) -> None:
    """You can use it before the grid is over, while you are in: in your win bonus of this round, a closed space may
    count more than $500,000.

    Called when the item has just been used up; only mark the seat of `who`, for when the win bonus is computed.
    """
    t.seat(who).corkscrew = True


def queue_ticket(t: GridTable, who: str, _: Any) -> None:
    """You can use it at any time while you are in: your turn comes next. Then the order goes on from the old place.

    Called when the item has just been used up; only note `who` as next: the turn passes when the present one ends.
    """
    t.round.next = who


def safety_net(t: GridTable, who: str, _: Any) -> None:
    """It works by itself with a wrong Failsafe: you get one strike and not two.

    Do nothing, and never be called: this function only holds the rule. `call_failsafe` looks for the item and uses it
    up.
    """


def fine_print(t: GridTable, who: str, _: Any) -> None:
    """You can use it at a Funky space: you see the effect before you choose.

    Do nothing, and never be called: this function only holds the rule. The script `funky` offers the item and uses it
    up.
    """


def lucky_penny(t: GridTable, who: str, _: Any) -> None:
    """It works by itself in a Jackpot Chance: the first strike does not count.

    Do nothing, and never be called: this function only holds the rule. `count_chance_strike` looks for the item and
    uses it up.
    """


def pencil(t: GridTable, who: str, _: Any) -> None:
    """You can use it with a bet: what the house puts in counts twice.

    Called when the item has just been used up; double the stake that the house puts into each open bet of `who`, also
    one made before.
    """
    for slip in t.state.slips:
        if slip.who == who:
            slip.house *= 2


def bloodhound(t: GridTable, who: str, _: Any) -> None:
    """You can use it before a hunt: you may name five spaces and not only three.

    Called when the item has just been used up; only mark the player `who`, for their next hunt (naming where bombs lie
    from the bench).
    """
    t.player(who).hound = True


def rubber_stamp(t: GridTable, who: str, _: Any) -> None:
    """It works by itself when a score changer would take money from you: you lose nothing.

    Do nothing, and never be called: this function only holds the rule. `reduce_by_rubber_stamp` looks for the item and
    uses it up.
    """


def postage_stamp(t: GridTable, who: str, gift: str) -> None:
    """You can use it while you play on no grid: give another item that you hold to another player. You may ask for a
    favour.

    Called when the item has just been used up; `gift` is the option chosen, such as `Pencil to p2`. Move the item and
    announce it.
    """
    item, _, taker = gift.partition(" to ")
    t.player(who).items.remove(item)
    t.tell(events.ItemGiven(who=who, item=item, taker=taker))
    assets.give_item(t, taker, item)


def is_sealing_or_playing(t: GridTable, who: str) -> bool:
    """Return whether a player is still in on a grid that is being played, or on which players are still hiding their
    bombs; False in a tie-break's mini game.
    """
    seat = t.round.seats.get(who)
    return seat is not None and seat.status == "in" and t.round.stage in ("seal", "play") and not t.round.mini


def list_second_lock_options(t: GridTable, who: str) -> Sequence[Option]:
    """Return, as answer options, the spaces that a player may lock as a second one by the item Padlock: all that they
    could open, except the one locked already.
    """
    mine = t.seat(who).locked
    return table.list_square_options(t.round, [n for n in turn.list_free_spaces(t, who) if n != mine])


def list_gift_options(t: GridTable, who: str) -> Sequence[Option]:
    """Return the choices of a player who uses the item Postage Stamp, as options such as `Pencil to p2`: to give one of
    their other items to somebody else in the race, on whichever grid. Empty if they hold no other item. They must hold
    the stamp, else raise ValueError.
    """
    held = list(t.player(who).items)
    held.remove("Postage Stamp")
    return [
        Option(f"{item} to {taker}", phrase("Give {item} to {taker}", item=item, taker=taker))
        for item in dict.fromkeys(held)
        for taker in t.state.here()
        if taker != who
    ]


def is_never_usable(_t: GridTable, _who: str) -> bool:
    """Return False: this stands for the items that no player uses by a play of their own, because they work by
    themselves or are offered elsewhere.
    """
    return False


USES: Mapping[str, ItemUse] = {
    "Spyglass": ItemUse(spyglass, lambda t, who: t.is_live(who) and not t.is_in_zone("Fog Bank")),
    "Raincoat": ItemUse(raincoat, lambda t, who: is_sealing_or_playing(t, who) and not t.seat(who).dry),
    "Shock Absorber": ItemUse(shock_absorber, lambda t, who: is_sealing_or_playing(t, who) and not t.seat(who).padded),
    "Padlock": ItemUse(
        padlock,
        lambda t, who: t.is_live(who) and bool(t.seat(who).locked) and not t.seat(who).second_lock,
        list_second_lock_options,
    ),
    "Tuning Fork": ItemUse(tuning_fork, lambda _t, _who: True),
    "Corkscrew": ItemUse(corkscrew, lambda t, who: t.is_live(who) and not t.seat(who).corkscrew),
    "Queue Ticket": ItemUse(queue_ticket, lambda t, who: t.is_live(who) and not t.round.next and t.round.turn != who),
    "Safety Net": ItemUse(safety_net, is_never_usable),
    "Fine Print": ItemUse(fine_print, is_never_usable),
    "Lucky Penny": ItemUse(lucky_penny, is_never_usable),
    "Pencil": ItemUse(pencil, lambda t, who: any(slip.who == who for slip in t.state.slips)),
    "Bloodhound": ItemUse(bloodhound, lambda t, who: not t.player(who).hound),
    "Rubber Stamp": ItemUse(rubber_stamp, is_never_usable),
    "Postage Stamp": ItemUse(postage_stamp, lambda t, who: not t.is_live(who), list_gift_options),
}


def list_item_plays(t: GridTable, who: str) -> list[Play]:
    """Return as plays the items that a player can use now, and, if they have locked a second space, the play that
    unlocks it.
    """
    plays = []
    for item in dict.fromkeys(t.player(who).items):
        use = USES[item]
        choices = use.choices(t, who) if use.choices and use.allowed(t, who) else ()
        if use.allowed(t, who) and (use.choices is None or choices):
            of = f"{t.grid}/{BOARD}" if item == "Padlock" else ""
            plays.append(Play(item, phrase("Use {item}", item=item), choices, of=of))
    if t.is_live(who) and t.seat(who).second_lock:
        plays.append(Play("unlock", "Unlock my second space"))
    return plays


def use_item(t: GridTable, who: str, item: str, value: Any) -> None:
    """Carry out a player's use of an item: the item is used up and announced, and its effect applied. `value` is the
    choice made with it, such as a space. Whether it may be used now has been checked.
    """
    assets.spend_item(t, who, item)
    USES[item].does(t, who, value)
