"""The verbs: the only code that changes money, boosters, lives and holdings; and the digits of totals.

Every change of money is told, with its source, as exactly what it came to.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

from engine.kernel.table import Scene, Table
from engine.kernel.text import Phrase, Words, phrase
from engine.season7 import events, tables
from engine.season7.state import LOST_STATUSES, DueMinigame, Pledge, RoundSeatStatus, RoundTable, Season

# -- money


class Lift(NamedTuple):
    """What an amount was before, and by what it was lifted, in that order. The fact in each phrase tells what it is."""

    base: int
    by: list[Words]


def lift_by_booster(booster: int) -> Phrase:
    """Build the words “booster (so many)%”, which are shown to players beside an amount that a booster has raised."""
    return phrase("booster {booster}%", booster=booster)


def lift_by_hypnosis() -> Phrase:
    """Build the words shown to players beside an amount that has been doubled because the player is hypnotised (by
    Hypnotise).
    """
    return phrase("Hypnotise × {hypnosis}", hypnosis=2)


def add_percent(amount: int, percent: int) -> int:
    """Return an amount with so many percent added, rounded up to the pound; one below zero, a loss, is thus rounded
    towards zero.
    """
    return -(-amount * (100 + percent) // 100)


def boost_amount(t: RoundTable, who: str, amount: int) -> int:
    """Return an amount raised by the percentage of this player's booster, rounded up to the pound; one below zero, a
    loss, grows, too, and is rounded towards zero.
    """
    return add_percent(amount, t.player(who).booster)


def gain(t: RoundTable, who: str, amount: int, source: str, lift: Lift | None = None) -> int:
    """Add exactly this amount to a player's total and to their gain in this round, announce it with `source` (what it
    comes from), and return it. `lift` only tells players which boosters and multipliers are in it. Do nothing for an
    amount of 0.
    """
    if amount:
        _change_total(t, who, amount)
        t.tell(events.Gained(who, amount, source, *(lift or ())))
    return amount


def lose(t: RoundTable, who: str, amount: int, source: str, lift: Lift | None = None) -> int:
    """Take this amount, less what a Free Play saves, from a player's total and their gain in this round, and announce
    it with `source` (by what it is lost), if any is left; note a large loss for Endure. Return what was really taken.
    `lift` only tells players what has raised the amount.
    """
    amount = compute_unspared_loss(t, who, amount)
    if amount:
        _change_total(t, who, -amount)
        if amount >= tables.ENDURE_FROM:
            t.player(who).blow = amount
        t.tell(events.Lost(who, amount, source, *(lift or ())))
    return amount


def compute_unspared_loss(t: RoundTable, who: str, amount: int) -> int:
    """Return how much of an amount of money a player really loses after every square that may spare them has had its
    say (a Free Play spares all, and is announced by this). Nothing is taken here.
    """
    for spare in t.hooks.before_loss:
        amount = spare(t, who, amount)
    return amount


def pay_or_take(t: RoundTable, who: str, amount: int, source: str, lift: Lift | None = None) -> int:
    """Pay a player the amount if it is positive, or charge them if it is negative (less what a Free Play saves), and
    announce it with `source` (what causes it) and `lift` (what has raised it). Return the change of their total. For 0
    do nothing.
    """
    return gain(t, who, amount, source, lift) if amount >= 0 else -lose(t, who, -amount, source, lift)


def pay_price(t: RoundTable, who: str, amount: int, source: str) -> None:
    """Charge a player (total and gain in this round) a price that they have chosen to pay, and announce it: nothing
    reduces it, not even a Free Play, and Endure does not give it back.
    """
    _change_total(t, who, -amount)
    t.tell(events.PricePaid(who=who, amount=amount, source=source))


def pay_board_cash(t: RoundTable, who: str, amount: int) -> int:
    """Pay (or charge, if below zero) a player the cash of a square on the board, raised by the board's and their own
    booster, and a gain doubled while they are hypnotised; announce it and return the change of their total.
    """
    return pay_or_take(
        t, who, compute_board_cash(t, who, amount), "cash", find_lift(t, who, amount, board=t.round.booster)
    )


def pay_handed_cash(t: RoundTable, who: str, amount: int) -> int:
    """Pay (or charge, if below zero) a player the cash of a square that did not lie on the board, raised by their own
    booster only, and a gain doubled while they are hypnotised; announce it and return the change of their total.
    """
    return pay_or_take(t, who, compute_handed_cash(t, who, amount), "cash", find_lift(t, who, amount))


def find_lift(t: RoundTable, who: str, base: int, *, board: int = 0, times: int = 1) -> Lift | None:
    """Return what has raised the amount `base` for a player (boosters, multipliers), in words for display beside the
    result, or None if nothing has. `board` is the percentage of a Board Booster, `times` how often a bomb counts. The
    raised amount is computed elsewhere.
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
    """Return the amount that cash on the board is worth to a player: raised by the board's booster, then by their own,
    and a gain doubled while they are hypnotised.
    """
    return compute_handed_cash(t, who, add_percent(amount, t.round.booster))


def compute_handed_cash(t: RoundTable, who: str, amount: int) -> int:
    """Return the amount that cash from a square that did not lie on the board is worth to a player: raised by their own
    booster, and a gain doubled while they are hypnotised.
    """
    return double_if_hypnotised(t, who, boost_amount(t, who, amount))


def double_if_hypnotised(t: RoundTable, who: str, amount: int) -> int:
    """Return a gain doubled while the player is hypnotised; losses are not doubled."""
    seat = t.round.seats.get(who)
    return 2 * amount if seat is not None and seat.hypnotised and amount > 0 else amount


def _change_total(t: RoundTable, who: str, amount: int) -> None:
    """Change a player's total by an amount, and by the same what they have gained in this round, if they have a seat in
    it; nothing is announced.
    """
    t.player(who).total += amount
    seat = t.round.seats.get(who)
    if seat is not None:
        seat.gained += amount


# -- boosters and holdings


def raise_booster(t: Table[Season], who: str, percent: int) -> None:
    """Raise a player's booster by so many percentage points, up to the cap, and announce the new one, even if it was at
    the cap before.
    """
    player = t.state.players[who]
    capped = player.booster + percent > tables.BOOSTER_CAP
    player.booster = min(tables.BOOSTER_CAP, player.booster + percent)
    t.tell(events.Boosted(who=who, percent=percent, booster=player.booster, capped=capped))


def set_booster(t: RoundTable, who: str, percent: int) -> None:
    """Set a player's booster, at most to the cap. It is not announced, because the square that changes it does that
    itself.
    """
    t.player(who).booster = min(tables.BOOSTER_CAP, percent)


def give_minigame(t: RoundTable, who: str, minigame: str) -> None:
    """Give a player a minigame, and announce it: they hold it until they win a round, but under Fast Forward it is
    queued to be played at once.
    """
    t.tell(events.MinigamePickedUp(who=who, minigame=minigame))
    seat = t.round.seats.get(who)
    if seat is not None and seat.fast_forward:
        queue_minigame(t, who, minigame)
    else:
        t.player(who).minigames.append(minigame)


def queue_minigame(t: RoundTable, who: str, minigame: str) -> None:
    """Put a minigame, as won in this round and with the player's present booster, into the queue of those that they
    will play, one at a time; nothing is announced.
    """
    t.state.due.append(DueMinigame(who, minigame, t.id, t.player(who).booster))


def give_hidden(t: RoundTable, who: str, hidden: str) -> None:
    """Give a player a hidden square (a secret power to be used later), and tell them alone; nobody else learns that
    there is one.
    """
    t.player(who).hidden.append(hidden)
    t.whisper(who, events.HiddenReceived(hidden=hidden))


def use_hidden(t: RoundTable, who: str, hidden: str) -> Scene:
    """Take a hidden square (a secret power, which they must hold) from a player who uses it, and announce that. Return
    the scene: within its `with` block the caller carries out and announces what the square does.
    """
    t.player(who).hidden.remove(hidden)
    return t.scene(events.HiddenUsed(who=who, hidden=hidden))


def use_hidden_quietly(t: RoundTable, who: str, hidden: str) -> None:
    """Take a hidden square, which they must hold, from a player who uses it in secret, and confirm that to them alone;
    the caller carries out what it does.
    """
    t.player(who).hidden.remove(hidden)
    t.whisper(who, events.HiddenUsedSeen(hidden=hidden))


def add_pledge(t: RoundTable, who: str, name: str, about: str = "") -> None:
    """Note a pledge of a player: the effect of the square called `name`, which comes due at the end of this round.
    `about` is the other player whom it concerns, if any.
    """
    t.player(who).pledges.append(Pledge(name, about, t.id))


def list_forfeits(t: RoundTable, who: str) -> list[Pledge]:
    """List a player's pledges for which they must pay money if they lose this round: those of Split & Share and the
    like, made in this round or brought along to it.
    """
    return [pledge for pledge in t.player(who).pledges if pledge.name in tables.FORFEITS and pledge.round == t.id]


def cancel_forfeits(t: RoundTable, who: str) -> None:
    """Cancel all pledges by which losing this round would cost the player money."""
    off = list_forfeits(t, who)
    t.player(who).pledges = [pledge for pledge in t.player(who).pledges if pledge not in off]


def hand_over_holdings(t: RoundTable, giver: str, taker: str, but: Collection[str] = ()) -> None:
    """Give all minigames, hidden squares and pledges of one player to another, but not the booster: minigames and
    pledges for all to hear, hidden squares are told to these two alone. Pledges (squares that take effect at the
    round's end) named in `but` stay with the giver, and those about the receiver are dropped.
    """
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
    """Grant a player a place in the next Super Round, which they keep even if they are eliminated, and announce it."""
    t.player(who).access = True
    t.tell(events.AccessReceived(who=who))


# -- lives


def compute_penalty(t: RoundTable, who: str, times: int = 1) -> int:
    """Compute the penalty that a bomb costs, or would cost, this player now, raised by their booster and multiplied by
    `times`.
    """
    return boost_amount(t, who, compute_unboosted_penalty(t, who) * times)


def compute_unboosted_penalty(t: RoundTable, who: str) -> int:
    """Return what a bomb costs this player before their booster raises it: the penalty of the round (more under
    Lockdown), but at least the higher one of players who voted for Leave.
    """
    return max(t.round.penalty, tables.LEAVE_PENALTY if t.seat(who).vote == "Leave" else 0)


def charge_bomb_penalty(t: RoundTable, who: str, times: int = 1) -> int:
    """Charge a player the penalty for a bomb, boosted and multiplied by `times`, and announce it unless a Free Play
    spares it all; return what was really taken.
    """
    return lose(
        t,
        who,
        compute_penalty(t, who, times),
        "bomb",
        find_lift(t, who, -compute_unboosted_penalty(t, who), times=times),
    )


def eliminate_from_round(t: RoundTable, who: str) -> bool:
    """Put a player, who must be in, out of the round and announce it; they lose booster, minigames and hidden squares
    except Revive, but no money. Return whether they are out: False, with no loss at all, if a square protects them or
    they are the last player in, which is announced.
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
    """Announce that this player stays in the round because they are the last one in it; called instead of putting or
    moving them out.
    """
    t.tell(events.StayedAlone(who=who))


def bring_player_back(t: RoundTable, who: str) -> None:
    """Bring a player who was out of the round back into it, at their old place in the turn order, and announce it; what
    they pay for it is charged elsewhere.
    """
    take_seat(t, who)
    t.tell(events.CameBack(who=who))


def take_seat(t: RoundTable, who: str) -> None:
    """Mark a player's seat in this round (there must be one) as still in the game (an earlier fall in it no longer
    counts), and note in any seat that they had in another round that they have moved here from it; nothing is
    announced.
    """
    t.round.fallen = [name for name in t.round.fallen if name != who]
    for name, r in t.state.rounds.items():
        if name != t.id and who in r.seats and not r.seats[who].went:
            r.seats[who].went = t.id
    seat = t.seat(who)
    seat.status, seat.went = "in", ""


def fold_player(t: RoundTable, who: str) -> None:
    """Take a player who folds (gives up this cycle) out of the round and the rest of the cycle, and announce it. They
    keep their booster and what they hold, and need not pay the pledges due when a round is lost.
    """
    vacate_seat(t, who, "folded")
    t.player(who).sits_out = True
    cancel_forfeits(t, who)
    t.tell(events.Folded(who=who))


def surrender_place(t: RoundTable, who: str) -> None:
    """Take a player who gives up their place by choice out of the round, and announce it. They lose booster, minigames,
    hidden squares and pledges, except those by which losing the round costs money, which they still pay; it is no
    elimination.
    """
    player = t.player(who)
    player.hidden, player.pledges = [], [pledge for pledge in player.pledges if pledge.name in tables.FORFEITS]
    empty_seat(t, who, "sold")
    t.tell(events.Surrendered(who=who))


def drop_all_holdings(season: Season, who: str) -> None:
    """Discard what a player who leaves the race holds: booster and a promised one, minigames, hidden squares, pledges
    and Access, and that they had reached the target. In a season from before this rule Access and the promise stay.
    """
    player = season.players[who]
    player.hidden, player.pledges, player.minigames, player.booster = [], [], [], 0
    if season.leavers_lose_all:
        player.next_booster, player.access = 0, False
    player.reached, player.reached_at, player.behind, player.reached_with = False, "", [], 0


def remove_from_round(t: RoundTable, who: str) -> None:
    """Take a player who leaves the season out of this round, and off its winners, without penalty or bonus; one who was
    already out or had sold their place keeps that status. Nothing is announced.
    """
    seat = t.seat(who)
    vacate_seat(t, who, seat.status if seat.status in LOST_STATUSES else "left")
    seat.bonus = 0
    t.round.winners = [winner for winner in t.round.winners if winner != who]


def empty_seat(t: RoundTable, who: str, status: RoundSeatStatus) -> None:
    """Give a player, who leaves the round by losing it, this new status in it (such as out), and take booster and
    minigames from them; nothing is announced.
    """
    vacate_seat(t, who, status)
    player = t.player(who)
    player.booster, player.minigames = 0, []


def vacate_seat(t: RoundTable, who: str, status: RoundSeatStatus) -> None:
    """Give a player's seat in the round its new status (out, folded …), and end every effect on it, lock-in, list of
    squares and borrowed peeks included; what the player holds stays. Note, for the status out, in what order players
    fell. Nothing is announced.
    """
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
    """End a player's protection, and announce it: from now on they can be put out again."""
    seat = t.seat(who)
    seat.protected = seat.protect_ends = False
    t.tell(events.ProtectionOver(who=who))


def make_immune(t: RoundTable, who: str) -> None:
    """Make a player immune, and announce it: bombs cannot harm them for the rest of the round."""
    t.seat(who).immune = True
    t.tell(events.Immunised(who=who))


def queue_minigames(t: RoundTable, who: str) -> None:
    """Take all minigames that a player holds, and put them into the queue of those they will play, as won in this
    round; nothing is announced.
    """
    for minigame in take_minigames(t, who):
        queue_minigame(t, who, minigame)


def take_minigames(t: RoundTable, who: str) -> list[str]:
    """Take away all minigames that a player holds (not those queued already), and return their names; the caller does
    something with them, and announces it.
    """
    player = t.player(who)
    held, player.minigames = player.minigames, []
    return held


def pay_minigame(t: RoundTable, who: str, amount: int, booster: int, minigame: str, source: str = "minigames") -> None:
    """Pay a player what a minigame has won (charge them if it is below zero), raised by `booster`, the percentage
    brought to it, and announce it with its `source`; that it is £0 is announced, too.
    """
    if amount:
        by = Lift(abs(amount), [lift_by_booster(booster)]) if booster else None
        with t.scene(events.MinigamePaid(minigame=minigame, who=who)):
            pay_or_take(t, who, add_percent(amount, booster), source, by)
    else:
        t.tell(events.MinigamePaidNothing(minigame=minigame, who=who, source=source))


TEN_MILLIONS, MILLIONS, HUNDRED_THOUSANDS = 10_000_000, 1_000_000, 100_000


def find_digit(total: int, place: int) -> int:
    """Return one digit of a total of money, such as that of the millions for `place=1000000`; 0 for a total below
    zero.
    """
    return max(total, 0) // place % 10


def compute_digit_worth(total: int, place: int) -> int:
    """Return the part of a total that its digit at this place (1000000 for the millions) stands for: by so much the
    total falls if the digit becomes 0. Returns 0 for a total below zero.
    """
    return find_digit(total, place) * place


def raise_digit(total: int, place: int, by: int) -> int:
    """Return a total of money with its digit at this place (1000000 for the millions) raised by `by`. It stops at nine
    and never carries into the next; in a total below zero the digit counts as 0.
    """
    return total + min(by, 9 - find_digit(total, place)) * place


def raise_digits_after_first(total: int) -> int:
    """Return a total of money with every digit but the first raised by one; nines, and totals below zero, stay as they
    are.
    """
    return _change_digits_after_first(total, lambda rest: [str(min(int(digit) + 1, 9)) for digit in rest])


def sort_digits_descending(total: int) -> int:
    """Return a total of money with every digit but the first in descending order; a total below zero unchanged."""
    return _change_digits_after_first(total, lambda rest: sorted(rest, reverse=True))


def sort_digits_ascending(total: int) -> int:
    """Return a total of money with every digit but the first in ascending order; a total below zero unchanged."""
    return _change_digits_after_first(total, sorted)


def _change_digits_after_first(total: int, change: Callable[[str], list[str]]) -> int:
    """Return a total of money with the digits after the first replaced by what `change` makes of them; a total below
    zero unchanged.
    """
    if total < 0:
        return total
    digits = str(total)
    return int(digits[0] + "".join(change(digits[1:])))


def rank_by_total(t: RoundTable, players: Sequence[str]) -> list[str]:
    """Return these players of a round, highest total first; those with equal totals stay in the given order."""
    return sorted(players, key=lambda who: -t.player(who).total)


def rank_round_players(t: RoundTable) -> list[str]:
    """Return the players of this round who are in, out or have won it, highest total first, ties in turn order."""
    return rank_by_total(t, t.list_playing())


def list_players_above(t: RoundTable, who: str) -> list[str]:
    """Return all players above this one on the leaderboard of the whole race, nearest first; those with the same total
    are not among them.
    """
    mine = t.player(who).total
    return [name for _, name in reversed(t.state.rank_standings()) if t.player(name).total > mine]


def list_players_below(t: RoundTable, who: str) -> list[str]:
    """Return all players below this one on the leaderboard of the whole race, nearest first; those with the same total
    are not among them.
    """
    mine = t.player(who).total
    return [name for _, name in t.state.rank_standings() if t.player(name).total < mine]


def compute_percent(total: int, percent: int) -> int:
    """Compute a percentage of a total, rounded up to the pound; 0 for a total below zero."""
    return -(-max(total, 0) * percent // 100)
