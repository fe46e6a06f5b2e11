"""The verbs: the only code that changes money, boosters, lives and holdings, so that no square can be bypassed.

Every change of money is told, with its source, as exactly what it came to.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from engine.kernel.table import Scene, Table
from engine.kernel.text import Phrase, Words, phrase
from engine.season7 import events, tables
from engine.season7.state import LOST_STATUSES, DueMinigame, Pledge, RoundSeatStatus, Season, Season7Player
from engine.season7.table import RoundTable

# -- money


class Lift(NamedTuple):
    """What an amount was before, and by what it was lifted, in that order. The fact in each phrase tells what it is."""

    base: int
    by: list[Words]


def lift_by_booster(booster: int) -> Phrase:
    """Build the part of a lift that a player's booster makes."""
    return phrase("booster {booster}%", booster=booster)


def lift_by_hypnosis() -> Phrase:
    """Build the part of a lift that Hypnotise makes."""
    return phrase("Hypnotise × {hypnosis}", hypnosis=2)


def add_percent(amount: int, percent: int) -> int:
    """Return an amount with so many percent added, rounded up to the pound."""
    return -(-amount * (100 + percent) // 100)


def boost_amount(t: RoundTable, who: str, amount: int) -> int:
    """Return an amount as this player's booster lifts it."""
    return add_percent(amount, t.player(who).booster)


def gain(t: RoundTable, who: str, amount: int, source: str, lift: Lift | None = None) -> int:
    """Pay a player exactly so much; `lift` says what has made it of what."""
    if amount:
        _change_total(t, who, amount)
        t.tell(events.Gained(who, amount, source, *(lift or ())))
    return amount


def lose(t: RoundTable, who: str, amount: int, source: str, lift: Lift | None = None) -> int:
    """Take exactly so much from a player; return what was really taken, because squares may spare them."""
    amount = compute_unspared_loss(t, who, amount)
    if amount:
        _change_total(t, who, -amount)
        if amount >= tables.ENDURE_FROM:
            t.player(who).blow = amount
        t.tell(events.Lost(who, amount, source, *(lift or ())))
    return amount


def compute_unspared_loss(t: RoundTable, who: str, amount: int) -> int:
    """Return what is left of a loss once squares have spared its player what they can."""
    for spare in t.hooks.before_loss:
        amount = spare(t, who, amount)
    return amount


def pay_or_take(t: RoundTable, who: str, amount: int, source: str, lift: Lift | None = None) -> int:
    """Pay or take, whichever the sign says; return the change."""
    return gain(t, who, amount, source, lift) if amount >= 0 else -lose(t, who, -amount, source, lift)


def pay_price(t: RoundTable, who: str, amount: int, source: str) -> None:
    """Take a price that a player pays of their own accord: nothing spares it, and Endure does not bring it back."""
    _change_total(t, who, -amount)
    t.tell(events.PricePaid(who=who, amount=amount, source=source))


def pay_board_cash(t: RoundTable, who: str, amount: int) -> int:
    """Pay or take what cash from the board comes to."""
    return pay_or_take(
        t, who, compute_board_cash(t, who, amount), "cash", find_lift(t, who, amount, board=t.round.booster)
    )


def pay_handed_cash(t: RoundTable, who: str, amount: int) -> int:
    """Pay or take cash that did not lie on the board."""
    return pay_or_take(t, who, compute_handed_cash(t, who, amount), "cash", find_lift(t, who, amount))


def find_lift(t: RoundTable, who: str, base: int, *, board: int = 0, times: int = 1) -> Lift | None:
    """Return the boosters and multipliers that lift an amount, so that everybody can check the sum; None if there are
    none.
    """
    by: list[Words] = []
    booster = t.player(who).booster
    if times > 1:
        by.append(phrase("cluster × {cluster}", cluster=times))
    if board:
        by.append(phrase("Board Booster {board}%", board=board))
    if booster:
        by.append(lift_by_booster(booster))
    if double_if_hypnotised(t, who, base) > base:
        by.append(lift_by_hypnosis())
    return Lift(abs(base), by) if by else None


def compute_board_cash(t: RoundTable, who: str, amount: int) -> int:
    """Return what cash from the board comes to: lifted by the board's booster, then as all cash from squares."""
    return compute_handed_cash(t, who, add_percent(amount, t.round.booster))


def compute_handed_cash(t: RoundTable, who: str, amount: int) -> int:
    """Return what cash from a square comes to: lifted by the player's booster, doubled while hypnotised."""
    return double_if_hypnotised(t, who, boost_amount(t, who, amount))


def double_if_hypnotised(t: RoundTable, who: str, amount: int) -> int:
    """Return a gain doubled while the player is hypnotised; losses are not doubled."""
    seat = t.round.seats.get(who)
    return 2 * amount if seat is not None and seat.hypnotised and amount > 0 else amount


def _change_total(t: RoundTable, who: str, amount: int) -> None:
    """Change a player's total, and with it what they have gained in this round."""
    t.player(who).total += amount
    seat = t.round.seats.get(who)
    if seat is not None:
        seat.gained += amount


# -- boosters and holdings


def raise_booster(t: Table[Season], who: str, percent: int) -> None:
    """Raise a player's booster, up to the cap, and tell where the cap cuts it."""
    player = t.state.players[who]
    capped = player.booster + percent > tables.BOOSTER_CAP
    player.booster = min(tables.BOOSTER_CAP, player.booster + percent)
    t.tell(events.Boosted(who=who, percent=percent, booster=player.booster, capped=capped))


def set_booster(t: RoundTable, who: str, percent: int) -> None:
    """Set a player's booster without telling it: the square that does so tells."""
    t.player(who).booster = min(tables.BOOSTER_CAP, percent)


def give_minigame(t: RoundTable, who: str, minigame: str) -> None:
    """Give a player a minigame. With Fast Forward it is played at once, win or lose."""
    t.tell(events.MinigamePickedUp(who=who, minigame=minigame))
    seat = t.round.seats.get(who)
    if seat is not None and seat.fast_forward:
        queue_minigame(t, who, minigame)
    else:
        t.player(who).minigames.append(minigame)


def queue_minigame(t: RoundTable, who: str, minigame: str) -> None:
    """Queue a minigame to be played; a player plays theirs one after the other."""
    t.state.due.append(DueMinigame(who, minigame, t.id, t.player(who).booster))


def give_hidden(t: RoundTable, who: str, hidden: str) -> None:
    """Give a player a hidden square. Nobody else learns which, nor even that there is one."""
    t.player(who).hidden.append(hidden)
    t.whisper(who, events.HiddenReceived(hidden=hidden))


def use_hidden(t: RoundTable, who: str, hidden: str) -> Scene:
    """Use a hidden square up in the open, and return the scene to which all that comes of it belongs."""
    t.player(who).hidden.remove(hidden)
    return t.scene(events.HiddenUsed(who=who, hidden=hidden))


def use_hidden_quietly(t: RoundTable, who: str, hidden: str) -> None:
    """Use a hidden square up that works in private."""
    t.player(who).hidden.remove(hidden)
    t.whisper(who, events.HiddenUsedSeen(hidden=hidden))


def add_pledge(t: RoundTable, who: str, name: str, about: str = "") -> None:
    """Note a square whose effect comes due at the end of the round."""
    t.player(who).pledges.append(Pledge(name, about, t.id))


def list_forfeits(t: RoundTable, who: str) -> list[Pledge]:
    """List the pledges for which a player pays if they lose this round."""
    return [pledge for pledge in t.player(who).pledges if pledge.name in tables.FORFEITS and pledge.round == t.id]


def cancel_forfeits(t: RoundTable, who: str) -> None:
    """Cancel whatever losing this round was to cost the player."""
    off = list_forfeits(t, who)
    t.player(who).pledges = [pledge for pledge in t.player(who).pledges if pledge not in off]


def hand_over_holdings(t: RoundTable, giver: str, taker: str, but: Collection[str] = ()) -> None:
    """Give all squares one player holds to another, except some pledges, and those about the taker, which lapse."""
    held = t.player(giver)
    games, hidden, pledges = held.minigames, held.hidden, held.pledges
    held.minigames, held.hidden, held.pledges = [], [], [pledge for pledge in pledges if pledge.name in but]
    for minigame in games:
        give_minigame(t, taker, minigame)
    for name in hidden:
        t.whisper(giver, events.HiddenLost(hidden=name))
        give_hidden(t, taker, name)
    for pledge in pledges:
        if pledge.name not in but and pledge.about != taker:
            t.player(taker).pledges.append(pledge)
            t.tell(events.PledgeTakenOver(taker=taker, square=pledge.name))


def grant_access(t: RoundTable, who: str) -> None:
    """Give a player a right to the next Super Round. It is not held as a square: elimination does not take it."""
    t.player(who).access = True
    t.tell(events.AccessReceived(who=who))


# -- lives


def compute_penalty(t: RoundTable, who: str, times: int = 1) -> int:
    """Compute what a bomb costs this player in this round, boosted, perhaps several times over."""
    return boost_amount(t, who, compute_unboosted_penalty(t, who) * times)


def compute_unboosted_penalty(t: RoundTable, who: str) -> int:
    """Compute what a bomb costs this player before it is boosted: more under Lockdown, or after a vote for Leave."""
    return max(t.round.penalty, tables.LEAVE_PENALTY if t.seat(who).vote == "Leave" else 0)


def charge_bomb_penalty(t: RoundTable, who: str, times: int = 1) -> int:
    """Take the penalty for a bomb; return what was really taken."""
    return lose(
        t,
        who,
        compute_penalty(t, who, times),
        "bomb",
        find_lift(t, who, -compute_unboosted_penalty(t, who), times=times),
    )


def eliminate_from_round(t: RoundTable, who: str) -> bool:
    """Put a player out of the round with all their bonuses. Return False if they are protected, or have won it as the
    last one in.
    """
    if not t.round.is_contested():
        tell_last_one_in(t, who)
        return False
    if any(prevents(t, who) for prevents in t.hooks.before_elimination):
        return False
    player = t.player(who)
    if player.hidden:
        player.hidden = [hidden for hidden in player.hidden if hidden == "Revive"]
    empty_seat(t, who, "out")
    t.tell(events.PutOut(who=who))
    for follow in t.hooks.after_elimination:
        follow(t, who)
    return True


def tell_last_one_in(t: RoundTable, who: str) -> None:
    """Tell that the only player left has won, so that nothing that follows takes them out of the round."""
    t.tell(events.StayedAlone(who=who))


def bring_player_back(t: RoundTable, who: str) -> None:
    """Bring a player who was out back in, in their old place in the order."""
    take_seat(t, who)
    t.tell(events.CameBack(who=who))


def take_seat(t: RoundTable, who: str) -> None:
    """Mark a player as in this round now, and any seat they had elsewhere as left for this one."""
    for name, r in t.state.rounds.items():
        if name != t.id and who in r.seats and not r.seats[who].went:
            r.seats[who].went = t.id
    seat = t.seat(who)
    seat.status, seat.went = "in", ""


def fold_player(t: RoundTable, who: str) -> None:
    """Take a player out of the round and the cycle alive: booster and holdings are kept, and forfeits are off."""
    vacate_seat(t, who, "folded")
    t.player(who).sits_out = True
    cancel_forfeits(t, who)
    t.tell(events.Folded(who=who))


def surrender_place(t: RoundTable, who: str) -> None:
    """Let a player give up their place and every bonus of their own accord: it is not an elimination."""
    player = t.player(who)
    player.hidden, player.pledges = [], [pledge for pledge in player.pledges if pledge.name in tables.FORFEITS]
    empty_seat(t, who, "sold")
    t.tell(events.Surrendered(who=who))


def drop_all_holdings(player: Season7Player) -> None:
    """Discard all that a player holds who leaves the race: none of it waits for their return."""
    player.hidden, player.pledges, player.minigames, player.booster = [], [], [], 0
    player.reached, player.reached_at, player.behind = False, "", []


def remove_from_round(t: RoundTable, who: str) -> None:
    """Remove a player who leaves the season from this round without penalty or bonus; who is out stays “out”."""
    seat = t.seat(who)
    vacate_seat(t, who, seat.status if seat.status in LOST_STATUSES else "left")
    seat.bonus = 0
    t.round.winners = [winner for winner in t.round.winners if winner != who]


def empty_seat(t: RoundTable, who: str, status: RoundSeatStatus) -> None:
    """Empty a player's place in the round; booster and minigames go with it."""
    vacate_seat(t, who, status)
    player = t.player(who)
    player.booster, player.minigames = 0, []


def vacate_seat(t: RoundTable, who: str, status: RoundSeatStatus) -> None:
    """Set a seat's new status, and end whatever was in force on it."""
    seat = t.seat(who)
    seat.status = status
    if status == "out" and who not in t.round.fallen:
        t.round.fallen.append(who)
    if t.round.borrowers:
        t.round.borrowers = [name for name in t.round.borrowers if name != who]
    seat.locked, seat.wishes = 0, []
    seat.immune = seat.protected = seat.protect_ends = False
    seat.free_play = seat.gold_dust = seat.knife_edge = False
    seat.owed = seat.misses = seat.hypnotised = seat.win_zone = 0


def end_protection(t: RoundTable, who: str) -> None:
    """End a player's protection: from now on they can be put out again."""
    seat = t.seat(who)
    seat.protected = seat.protect_ends = False
    t.tell(events.ProtectionOver(who=who))


def make_immune(t: RoundTable, who: str) -> None:
    """Make a player immune: bombs cannot harm them for the rest of the round."""
    t.seat(who).immune = True
    t.tell(events.Immunised(who=who))


def queue_minigames(t: RoundTable, who: str) -> None:
    """Queue all minigames a player holds."""
    for minigame in take_minigames(t, who):
        queue_minigame(t, who, minigame)


def take_minigames(t: RoundTable, who: str) -> list[str]:
    """Take all minigames a player holds, and return them."""
    player = t.player(who)
    held, player.minigames = player.minigames, []
    return held


def pay_minigame(t: RoundTable, who: str, amount: int, booster: int, minigame: str, source: str = "minigames") -> None:
    """Pay what a minigame brings, lifted by the booster that was brought to it; tell it even if it is nothing."""
    if amount:
        by = Lift(abs(amount), [lift_by_booster(booster)]) if booster else None
        with t.scene(events.MinigamePaid(minigame=minigame, who=who)):
            pay_or_take(t, who, add_percent(amount, booster), source, by)
    else:
        t.tell(events.MinigamePaidNothing(minigame=minigame, who=who))
