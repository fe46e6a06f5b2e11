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
HIDDEN = 1_000_000
ACCESS = 3_000_000
BOOSTER_POINT = 15_000
AVERAGES = {tables.MYSTERY_SIX: 549_500, tables.MYSTERY_SEVEN: 5_499_500}
AVERAGE_BOOST = 50
STEP, LEAST = 10_000, 250_000


class Offer(Struct, frozen=True):
    """So much cash, and perhaps something with it; `hidden` names the hidden square."""

    cash: int
    extra: str = "nothing"
    hidden: str = ""


def draw_offer(t: RoundTable, who: str) -> Offer:
    """What the bank offers this player now: a share of the worth, with or without an extra."""
    extras = {extra: weight for extra, weight in EXTRAS.items() if COST[extra](t, who) is not None}
    mood = t.draw_one("bankers_offer.mood", MOODS)
    extra = t.draw_one("bankers_offer.extra", list(extras), weights=list(extras.values()))
    hidden = t.draw_one("bankers_offer.hidden", hidden_squares(t)) if extra == "a hidden square" else ""
    cash = worth(t, who) * mood // 100 - (COST[extra](t, who) or 0)
    return Offer(rounded(cash, LEAST if extra == "nothing" else 0), extra, hidden)


def rounded(cash: int, least: int) -> int:
    """Down to a whole step, but not below the least."""
    return max(cash // STEP * STEP, least)


def booster_cost(t: RoundTable, who: str) -> int | None:
    """A booster can be kept by whoever has one."""
    return t.player(who).booster * BOOSTER_POINT or None


def access_cost(t: RoundTable, who: str) -> int | None:
    """Access is for those who do not have it yet."""
    return None if t.player(who).access else ACCESS


def hidden_cost(t: RoundTable, who: str) -> int | None:
    """A hidden square, if there are any in the box."""
    del who
    return HIDDEN if hidden_squares(t) else None


def hidden_squares(t: RoundTable) -> list[str]:
    """The hidden squares the bank may add; a Revive would undo the deal."""
    return [name for name in t.state.options.hidden() if name != "Revive"]


COST: Mapping[str, Callable[[RoundTable, str], int | None]] = {
    "nothing": lambda _t, _who: 0,
    "the booster back": booster_cost,
    "a hidden square": hidden_cost,
    "Access": access_cost,
}


# -- what a place is worth


def worth(t: RoundTable, who: str) -> int:
    """What this player can expect from staying in the round, in whole pounds; never below nothing."""
    chance = win_chance(t, who)
    won = chance * (win_bonus(t, who) + held(t, who) + spared(t, who))
    found = selections(t, chance) * average_square(t, who, chance)
    lost = (1 - chance) * verbs.penalty(t, who)
    return max(int(won + found - lost), 0)


def bombs(t: RoundTable) -> int:
    """How many bombs still lie on the board."""
    return sum(len(t.cell(n).bombs) for n in t.round.closed())


def win_chance(t: RoundTable, who: str) -> Fraction:
    """Every bomb takes one of those still in, all equally likely, until one is left; the immune are sure to stay."""
    living = len(t.living())
    return Fraction(1) if t.seat(who).immune else Fraction(max(1, living - bombs(t)), living)


def win_bonus(t: RoundTable, who: str) -> int:
    """The win bonus if the round ended now."""
    return rounds.win_bonus(t, who, clear=False)


def held(t: RoundTable, who: str) -> int:
    """What the minigames, hidden squares and booster are worth that the player would keep by winning."""
    player = t.player(who)
    games = verbs.boosted(t, who, len(player.minigames) * MINIGAME)
    return games + len(player.hidden) * HIDDEN + player.booster * BOOSTER_POINT


def spared(t: RoundTable, who: str) -> int:
    """What a winner would not have to pay, and a player who sells must."""
    total = max(t.player(who).total, 0)
    return sum(total * tables.FORFEITS[pledge.name] // 100 for pledge in verbs.forfeits(t, who))


def selections(t: RoundTable, chance: Fraction) -> Fraction:
    """The player's share of the safe squares, halved for a player who is sure to lose."""
    safe = max(len(t.round.closed()) - bombs(t), 0)
    return Fraction(safe, len(t.living())) * (1 + chance) / 2


def average_square(t: RoundTable, who: str, chance: Fraction) -> Fraction:
    """What a remaining square brings this player on average."""
    faces = [t.cell(n).face for n in t.round.closed()]
    at_once = sum(cash(t, who, face) for face in faces)
    if_won = sum(kept(t, who, face) for face in faces)
    return (at_once + chance * if_won) / max(len(faces), 1)


def cash(t: RoundTable, who: str, face: str) -> int:
    """What a square pays at once: cash, boosted."""
    amount = tables.cash(face) or AVERAGES.get(face, 0)
    amount = verbs.boosted(t, who, verbs.lifted(amount, t.round.booster))
    leaves = t.seat(who).vote == "Leave" and tables.category(face) in (2, 3)
    return -amount if leaves else amount


def kept(t: RoundTable, who: str, face: str) -> int:
    """What a square is worth to whoever wins the round: a booster by its points, a minigame. Events even out to 0."""
    if face in tables.MINIGAMES or face in tables.VINTAGE_MINIGAMES:
        return verbs.boosted(t, who, MINIGAME)
    points = AVERAGE_BOOST if face == tables.MYSTERY_BOOST else tables.booster(face)
    return (points or 0) * BOOSTER_POINT
