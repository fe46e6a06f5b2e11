"""Why something cannot be done now, in sentences that help. They say nothing that the player may not know."""

from __future__ import annotations

from engine.deluxe import bench, failsafe
from engine.deluxe.state import GridTable
from engine.kernel.errors import Illegal
from engine.race import table as race
from engine.race.events import LOCKED_BY

TO_SPACES = ("pick", "lock", "list", "peek")
BARRED_BY_LOCKS = ("pick", "lock")
REFUSALS_BY_GRID_STAGE = {"seal": "Please wait until all bombs are hidden. The grid is not ready yet."}


def explain_deluxe_refusal(t: GridTable, who: str, key: str, value: object) -> Illegal | None:
    """Return an error with the specific reason why a player's play or answer (`key` and `value`) is refused, or None if
    the general reason says enough.
    """
    if key.startswith(("slip ", "hunt ")):
        return explain_refused_bench_play(t, who, key)
    word = next((name for name in TO_SPACES if key == name or key.startswith(f"{name} ")), "")
    if not word:
        return None
    return (
        explain_inactive_seat(t, who)
        or race.explain_used_up(t, who, word)
        or explain_unavailable_space(t, who, word, key.removeprefix(word).strip() or value)
    )


def explain_refused_bench_play(t: GridTable, who: str, key: str) -> Illegal | None:
    """Return an error with the reason why a player cannot bet or hunt for bombs on a grid now, or None if there is no
    special reason.
    """
    race, (word, name) = t.state, [*key.split(), ""][:2]  # what is bet on may follow, where no bet is open
    r = race.grids.get(name, t.round)
    so = {
        "unplayed": not race.options.betting,
        "slip": word == "slip" and any(slip.who == who for slip in race.slips),
        "hunt": word == "hunt" and any(hunt.who == who for hunt in race.hunts),
        "early": r.stage == "seal" or not r.picks,
        "in": who in r.list_living(),
        "late": word == "slip" and not bench.is_open_for_slips(r),
    }
    reason = next((reason for reason, holds in so.items() if holds), "")
    return Illegal(BENCH[reason], code="bench_not_now") if reason else None


BENCH = {
    "unplayed": "Betting is switched off in this race.",
    "slip": "You have already made a bet in this round.",
    "hunt": "You have already looked for bombs in this round.",
    "early": "You can do this as soon as a player has opened a space.",
    "in": "You are still in on this grid. Only players who are out or on another grid can do that.",
    "late": "Too few spaces are left, so you cannot bet any more.",
}


def explain_inactive_seat(t: GridTable, who: str) -> Illegal | None:
    """Return an error with the reason why a player cannot act on a grid (it is not in play, or they are out of it);
    None if they can.
    """
    if t.is_live(who):
        return None
    seat = t.round.seats.get(who)
    if seat is None or seat.status not in ("in", "won"):
        return Illegal("You are out of this round.", code="out_of_round")
    return Illegal(REFUSALS_BY_GRID_STAGE.get(t.round.stage, "The round is over."), code="grid_not_in_play")


def explain_unavailable_space(t: GridTable, who: str, word: str, value: object) -> Illegal | None:
    """Return an error with the reason why a player cannot choose this space (open, locked or frozen), or cannot call
    Failsafe yet; None if there is none.
    """
    if word == "pick" and str(value).casefold() == str(failsafe.CALL).casefold():
        if t.round.mini:
            return Illegal("You cannot call Failsafe in a mini game.", code="no_failsafe_in_mini_game")
        text = (
            "You can call Failsafe when no more than {possible} spaces are left, because there could be "
            "{possible} bombs. Now {n} are left."
        )
        return Illegal(text, code="failsafe_not_active", possible=t.round.possible, n=t.round.count_closed())
    found = race.explain_taken_square(t, who, value, barred=word in BARRED_BY_LOCKS)
    if found or word not in BARRED_BY_LOCKS:
        return found
    for n in race.list_typed_squares(value):
        owner = next((name for name in t.list_living(but=who) if t.seat(name).second_lock == n), "")
        if owner:
            return Illegal(LOCKED_BY[t.field], code="locked_by_other", owner=owner, n=n)
        if any(deal.n == n for deal in t.round.list_deals("Ice Cube")):
            return Illegal("Nobody can open space {n} at the moment, because it is frozen.", code="space_frozen", n=n)
    return None
