"""The verbs: the only code that changes money, boosters, lives and holdings, so that no square can be bypassed.

Every change of money is told, with its source, as exactly what it came to.
"""

from __future__ import annotations

from engine.season7 import tables
from engine.season7.state import Pledge
from engine.season7.table import RoundTable

# -- money


def lifted(amount: int, percent: int) -> int:
    """An amount with so many percent added, rounded up to the pound."""
    return -(-amount * (100 + percent) // 100)


def boosted(t: RoundTable, who: str, amount: int) -> int:
    """An amount as this player's booster lifts it."""
    return lifted(amount, t.player(who).booster)


def gain(t: RoundTable, who: str, amount: int, source: str) -> int:
    """Pay a player exactly so much."""
    if amount:
        _move(t, who, amount, source)
        t.tell("{who} gains {amount:£}.", who=who, amount=amount, source=source)
    return amount


def lose(t: RoundTable, who: str, amount: int, source: str) -> int:
    """Take exactly so much from a player; says what was really taken, for squares may spare them."""
    for spare in t.hooks.before_loss:
        amount = spare(t, who, amount)
    if amount:
        _move(t, who, -amount, source)
        if amount >= tables.ENDURE_FROM:
            t.player(who).blow = amount
        t.tell("{who} loses {amount:£}.", who=who, amount=amount, source=source)
    return amount


def shift(t: RoundTable, who: str, amount: int, source: str) -> int:
    """Pay or take, whichever the sign says; returns the change."""
    return gain(t, who, amount, source) if amount >= 0 else -lose(t, who, -amount, source)


def find_cash(t: RoundTable, who: str, amount: int) -> int:
    """Pay or take what cash from the board comes to."""
    return shift(t, who, worth(t, who, amount), "cash")


def worth(t: RoundTable, who: str, amount: int) -> int:
    """Cash from the board: lifted by the board's booster, then the player's own; doubled while hypnotised."""
    return doubled(t, who, boosted(t, who, lifted(amount, t.round.booster)))


def doubled(t: RoundTable, who: str, amount: int) -> int:
    """Whatever a player gains while hypnotised is doubled; losses are not."""
    seat = t.round.seats.get(who)
    return 2 * amount if seat is not None and seat.hypnotised and amount > 0 else amount


def _move(t: RoundTable, who: str, amount: int, source: str) -> None:
    player = t.player(who)
    player.total += amount
    player.earned[source] = player.earned.get(source, 0) + amount
    seat = t.round.seats.get(who)
    if seat is not None:
        seat.gained += amount


# -- boosters and holdings


def boost(t: RoundTable, who: str, percent: int) -> None:
    """Raise a player's booster, up to the cap."""
    player = t.player(who)
    player.booster = min(tables.BOOSTER_CAP, player.booster + percent)
    t.tell(
        "{who} gains a {percent}% booster and stands at {booster}%.", who=who, percent=percent, booster=player.booster
    )


def set_booster(t: RoundTable, who: str, percent: int) -> None:
    """Bring a player's booster to a value, silently: the square that does so tells."""
    t.player(who).booster = min(tables.BOOSTER_CAP, percent)


def give_minigame(t: RoundTable, who: str, minigame: str) -> None:
    """Hand a player a minigame. With Fast Forward it is played at once, win or lose."""
    t.tell("{who} picks up {minigame}.", who=who, minigame=minigame)
    seat = t.round.seats.get(who)
    if seat is not None and seat.fast_forward:
        play_soon(t, who, minigame)
    else:
        t.player(who).minigames.append(minigame)


def play_soon(t: RoundTable, who: str, minigame: str) -> None:
    """Put a minigame on the list of those to be played; a player plays theirs one after the other."""
    t.state.due.append((who, minigame, t.id))


def give_hidden(t: RoundTable, who: str, hidden: str) -> None:
    """Hand a player a hidden square; only they learn which."""
    t.player(who).hidden.append(hidden)
    t.tell("{who} finds a hidden square.", who=who)
    t.whisper(who, "You now hold {hidden}.", hidden=hidden)


def spend_hidden(t: RoundTable, who: str, hidden: str) -> None:
    """A hidden square is used up, in the open."""
    t.player(who).hidden.remove(hidden)
    t.tell("{who} uses {hidden}.", who=who, hidden=hidden)


def pledge(t: RoundTable, who: str, name: str, about: str = "") -> None:
    """Note a square whose effect comes due at the end of the round."""
    t.player(who).pledges.append(Pledge(name, about))


# -- lives


def pay_penalty(t: RoundTable, who: str, times: int = 1) -> int:
    """The bomb penalty of this round, boosted, perhaps several times over."""
    seat = t.seat(who)
    base = max(t.round.penalty, tables.LEAVE_PENALTY if seat.vote == "Leave" else 0)
    paid = lose(t, who, boosted(t, who, base * times), "bomb")
    seat.paid += paid
    return paid


def eliminate(t: RoundTable, who: str) -> bool:
    """Put a player out of the round: their booster, minigames and hidden squares go with them. False if protected."""
    if any(prevents(t, who) for prevents in t.hooks.before_elimination):
        return False
    player, seat = t.player(who), t.seat(who)
    seat.status = "out"
    seat.locked, seat.wishes = 0, []
    seat.owed = seat.misses = seat.hypnotised = seat.win_zone = 0
    player.booster, player.minigames = 0, []
    player.hidden = [hidden for hidden in player.hidden if hidden == "Revive"]
    t.tell("{who} is out of the round.", who=who)
    for follow in t.hooks.after_elimination:
        follow(t, who)
    return True


def queue_minigames(t: RoundTable, who: str) -> None:
    """All minigames a player holds come due."""
    player = t.player(who)
    held, player.minigames = player.minigames, []
    for minigame in held:
        play_soon(t, who, minigame)


def win(t: RoundTable, who: str, amount: int, minigame: str, source: str = "minigames") -> None:
    """A minigame pays; nothing is worth saying too."""
    if amount:
        t.tell("{minigame} pays {who}.", minigame=minigame, who=who)
        shift(t, who, amount, source)
    else:
        t.tell("{minigame} pays {who} nothing.", minigame=minigame, who=who)
