"""The bank, which buys players out of a round: what a place is worth, and what it offers for it.

A place is worth what its owner can expect from staying:

      the chance of winning × (the win bonus as it stands + minigames, hidden squares and booster kept
                               + the penalties that Split & Share or a Threshold Situation would spare a winner)
    + the selections still to come × the average of the remaining squares
    - the chance of losing × the bomb penalty

The bank knows what was drawn and how many bombs lie, but does not say where: bombed squares count by what was drawn
there, so that an offer never points at one. Its mood is drawn; an extra in the package is paid for from the cash.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from msgspec import Struct

from engine.season7 import rounds, tables, verbs
from engine.season7.table import RoundTable

# house: all of these numbers
MOODS = range(60, 121, 5)  # percent of the worth that is offered
EXTRAS = {"nothing": 5, "the booster back": 2, "a hidden square": 2, "Access": 1}  # weights
MINIGAME = 2_500_000  # what a minigame pays on average, before boosting
HIDDEN_SQUARE_WORTH = 1_000_000
ACCESS = 3_000_000
BOOSTER_POINT = 15_000
AVERAGES = {tables.MYSTERY_SIX: 549_500, tables.MYSTERY_SEVEN: 5_499_500}
AVERAGE_BOOST = 50
STEP, LEAST = 10_000, 250_000


class BankOffer(Struct, frozen=True):
    """A sum of cash, and perhaps an extra with it; `hidden` names the hidden square in the package."""

    cash: int
    extra: str = "nothing"
    hidden: str = ""


def draw_bank_offer(t: RoundTable, who: str) -> BankOffer:
    """Draw what the bank offers this player now: a share of what their place is worth, with or without an extra."""
    extras = {extra: weight for extra, weight in EXTRAS.items() if COST[extra](t, who) is not None}
    mood = t.draw_one("bankers_offer.mood", MOODS)
    extra = t.draw_one("bankers_offer.extra", list(extras), weights=list(extras.values()))
    hidden = t.draw_one("bankers_offer.hidden", list_hidden_extras(t)) if extra == "a hidden square" else ""
    cash = compute_place_worth(t, who) * mood // 100 - (COST[extra](t, who) or 0)
    return BankOffer(round_bank_offer(cash, LEAST if extra == "nothing" else 0), extra, hidden)


def round_bank_offer(cash: int, least: int) -> int:
    """Round an offer down to a whole step, but not below the least."""
    return max(cash // STEP * STEP, least)


def compute_booster_cost(t: RoundTable, who: str) -> int | None:
    """Return what keeping the booster costs, or None for a player without one."""
    return t.player(who).booster * BOOSTER_POINT or None


def compute_access_cost(t: RoundTable, who: str) -> int | None:
    """Return what Access costs, or None for a player who has it already."""
    return None if t.player(who).access else ACCESS


def compute_hidden_extra_cost(t: RoundTable, who: str) -> int | None:
    """Return what a hidden square costs, or None if the game is played without them."""
    del who
    return HIDDEN_SQUARE_WORTH if list_hidden_extras(t) else None


def list_hidden_extras(t: RoundTable) -> list[str]:
    """List the hidden squares the bank may add; never a Revive, which would undo the deal."""
    return [name for name in t.state.options.list_hidden_squares() if name != "Revive"]


COST: Mapping[str, Callable[[RoundTable, str], int | None]] = {
    "nothing": lambda _t, _who: 0,
    "the booster back": compute_booster_cost,
    "a hidden square": compute_hidden_extra_cost,
    "Access": compute_access_cost,
}


# -- what a place is worth


def compute_place_worth(t: RoundTable, who: str) -> int:
    """Compute what this player can expect from staying in the round, in whole pounds; never below nothing."""
    chance = compute_win_chance(t, who)
    won = chance * (
        compute_current_win_bonus(t, who) + compute_holdings_worth(t, who) + compute_spared_forfeits(t, who)
    )
    found = estimate_selections_left(t, chance) * compute_average_square_value(t, who, chance)
    lost = (1 - chance) * verbs.compute_penalty(t, who)
    return max(int(won + found - lost), 0)


def count_bombs_on_board(t: RoundTable) -> int:
    """Count the bombs that still lie on the board."""
    return sum(len(t.find_cell(n).bombs) for n in t.round.list_closed_squares())


def compute_win_chance(t: RoundTable, who: str) -> Fraction:
    """Compute a player's chance of winning: every bomb takes one of those still in, all equally likely; the immune
    are sure to stay.
    """
    living = len(t.list_living())
    return Fraction(1) if t.seat(who).immune else Fraction(max(1, living - count_bombs_on_board(t)), living)


def compute_current_win_bonus(t: RoundTable, who: str) -> int:
    """Compute the win bonus as if the round ended now."""
    return rounds.compute_winner_bonus(t, who, clear=False)


def compute_holdings_worth(t: RoundTable, who: str) -> int:
    """Compute what the minigames, hidden squares and booster are worth that the player would keep by winning."""
    player = t.player(who)
    games = verbs.boost_amount(t, who, len(player.minigames) * MINIGAME)
    return games + len(player.hidden) * HIDDEN_SQUARE_WORTH + player.booster * BOOSTER_POINT


def compute_spared_forfeits(t: RoundTable, who: str) -> int:
    """Compute the forfeits that a winner does not pay, and a player who sells their place does."""
    total = max(t.player(who).total, 0)
    return sum(total * tables.FORFEITS[pledge.name] // 100 for pledge in verbs.list_forfeits(t, who))


def estimate_selections_left(t: RoundTable, chance: Fraction) -> Fraction:
    """Estimate how many squares the player will still select: a share of the safe squares, halved for a sure loser."""
    safe = max(len(t.round.list_closed_squares()) - count_bombs_on_board(t), 0)
    return Fraction(safe, len(t.list_living())) * (1 + chance) / 2


def compute_average_square_value(t: RoundTable, who: str, chance: Fraction) -> Fraction:
    """Compute what a remaining square brings this player on average."""
    faces = [t.find_cell(n).face for n in t.round.list_closed_squares()]
    at_once = sum(compute_square_cash(t, who, face) for face in faces)
    if_won = sum(compute_square_value_if_won(t, who, face) for face in faces)
    return (at_once + chance * if_won) / max(len(faces), 1)


def compute_square_cash(t: RoundTable, who: str, face: str) -> int:
    """Compute what a square pays at once: cash, boosted; six- and seven-figure cash costs a player who voted Leave."""
    amount = tables.parse_cash(face) or AVERAGES.get(face, 0)
    amount = verbs.boost_amount(t, who, verbs.add_percent(amount, t.round.booster))
    leaves = t.seat(who).vote == "Leave" and tables.find_category(face) in (2, 3)
    return -amount if leaves else amount


def compute_square_value_if_won(t: RoundTable, who: str, face: str) -> int:
    """Compute what a square is worth to the winner of the round: a booster by its points, a minigame by its average.
    Events even out to 0.
    """
    if face in tables.MINIGAMES or face in tables.VINTAGE_MINIGAMES:
        return verbs.boost_amount(t, who, MINIGAME)
    points = AVERAGE_BOOST if face == tables.MYSTERY_BOOST else tables.parse_booster(face)
    return (points or 0) * BOOSTER_POINT
