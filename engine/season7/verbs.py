"""The verbs: the only code that changes money, boosters, lives and holdings, so that no square can be bypassed.

Every change of money is told, with its source, as exactly what it came to.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from engine.kernel.table import Scene, Table
from engine.kernel.text import Words, phrase
from engine.season7 import events, tables
from engine.season7.state import LOST, Due, Player, Pledge, Season, Status
from engine.season7.table import RoundTable

# -- money

BY_BOOSTER, BY_HYPNOSIS = "booster {percent}%", "Hypnotise × 2"  # what lifts an amount


class Lift(NamedTuple):
    """What an amount was before, and by what it was lifted, in that order."""

    base: int
    by: list[Words]


def lifted(amount: int, percent: int) -> int:
    """An amount with so many percent added, rounded up to the pound."""
    return -(-amount * (100 + percent) // 100)


def boosted(t: RoundTable, who: str, amount: int) -> int:
    """An amount as this player's booster lifts it."""
    return lifted(amount, t.player(who).booster)


def gain(t: RoundTable, who: str, amount: int, source: str, lift: Lift | None = None) -> int:
    """Pay a player exactly so much; `lift` says what has made it of what."""
    if amount:
        _move(t, who, amount)
        t.tell(events.Gained(who, amount, source, *(lift or ())))
    return amount


def lose(t: RoundTable, who: str, amount: int, source: str, lift: Lift | None = None) -> int:
    """Take exactly so much from a player; says what was really taken, for squares may spare them."""
    amount = not_spared(t, who, amount)
    if amount:
        _move(t, who, -amount)
        if amount >= tables.ENDURE_FROM:
            t.player(who).blow = amount
        t.tell(events.Lost(who, amount, source, *(lift or ())))
    return amount


def not_spared(t: RoundTable, who: str, amount: int) -> int:
    """What is left of a loss once squares have spared its player what they can."""
    for spare in t.hooks.before_loss:
        amount = spare(t, who, amount)
    return amount


def shift(t: RoundTable, who: str, amount: int, source: str, lift: Lift | None = None) -> int:
    """Pay or take, whichever the sign says; returns the change."""
    return gain(t, who, amount, source, lift) if amount >= 0 else -lose(t, who, -amount, source, lift)


def pay(t: RoundTable, who: str, amount: int, source: str) -> None:
    """A price paid of one's own accord: nothing spares it, and Endure does not bring it back."""
    _move(t, who, -amount)
    t.tell(events.PricePaid(who=who, amount=amount, source=source))


def find_cash(t: RoundTable, who: str, amount: int) -> int:
    """Pay or take what cash from the board comes to."""
    return shift(t, who, worth(t, who, amount), "cash", lift(t, who, amount, board=t.round.booster))


def receive_cash(t: RoundTable, who: str, amount: int) -> int:
    """Pay or take cash that did not lie on the board."""
    return shift(t, who, in_hand(t, who, amount), "cash", lift(t, who, amount))


def lift(t: RoundTable, who: str, base: int, *, board: int = 0, times: int = 1) -> Lift | None:
    """What has made more of an amount, so that everybody can check it; None if nothing has."""
    by: list[Words] = []
    booster = t.player(who).booster
    if times > 1:
        by.append(phrase("cluster × {times}", times=times))
    if board:
        by.append(phrase("Board Booster {percent}%", percent=board))
    if booster:
        by.append(phrase(BY_BOOSTER, percent=booster))
    if doubled(t, who, base) > base:
        by.append(phrase(BY_HYPNOSIS))
    return Lift(abs(base), by) if by else None


def worth(t: RoundTable, who: str, amount: int) -> int:
    """Cash from the board: lifted by the board's booster, then as all cash from squares."""
    return in_hand(t, who, lifted(amount, t.round.booster))


def in_hand(t: RoundTable, who: str, amount: int) -> int:
    """Cash from a square: lifted by the player's booster, doubled while hypnotised."""
    return doubled(t, who, boosted(t, who, amount))


def doubled(t: RoundTable, who: str, amount: int) -> int:
    """Whatever a player gains while hypnotised is doubled; losses are not."""
    seat = t.round.seats.get(who)
    return 2 * amount if seat is not None and seat.hypnotised and amount > 0 else amount


def _move(t: RoundTable, who: str, amount: int) -> None:
    t.player(who).total += amount
    seat = t.round.seats.get(who)
    if seat is not None:
        seat.gained += amount


# -- boosters and holdings


def boost(t: Table[Season], who: str, percent: int) -> None:
    """Raise a player's booster, up to the cap; where that bites, it is said."""
    player = t.state.players[who]
    capped = player.booster + percent > tables.BOOSTER_CAP
    player.booster = min(tables.BOOSTER_CAP, player.booster + percent)
    t.tell(events.Boosted(who=who, percent=percent, booster=player.booster, capped=capped))


def set_booster(t: RoundTable, who: str, percent: int) -> None:
    """Bring a player's booster to a value, silently: the square that does so tells."""
    t.player(who).booster = min(tables.BOOSTER_CAP, percent)


def give_minigame(t: RoundTable, who: str, minigame: str) -> None:
    """Hand a player a minigame. With Fast Forward it is played at once, win or lose."""
    t.tell(events.MinigamePickedUp(who=who, minigame=minigame))
    seat = t.round.seats.get(who)
    if seat is not None and seat.fast_forward:
        play_soon(t, who, minigame)
    else:
        t.player(who).minigames.append(minigame)


def play_soon(t: RoundTable, who: str, minigame: str) -> None:
    """Put a minigame on the list of those to be played; a player plays theirs one after the other."""
    t.state.due.append(Due(who, minigame, t.id, t.player(who).booster))


def give_hidden(t: RoundTable, who: str, hidden: str) -> None:
    """Hand a player a hidden square. Nobody else learns which, nor even that there is one."""
    t.player(who).hidden.append(hidden)
    t.whisper(who, events.HiddenReceived(hidden=hidden))


def use_hidden(t: RoundTable, who: str, hidden: str) -> Scene:
    """A hidden square is used up in the open; all that comes of it belongs to that."""
    t.player(who).hidden.remove(hidden)
    return t.scene(events.HiddenUsed(who=who, hidden=hidden))


def use_hidden_quietly(t: RoundTable, who: str, hidden: str) -> None:
    """A hidden square is used up that works in private."""
    t.player(who).hidden.remove(hidden)
    t.whisper(who, events.HiddenUsedSeen(hidden=hidden))


def pledge(t: RoundTable, who: str, name: str, about: str = "") -> None:
    """Note a square whose effect comes due at the end of the round."""
    t.player(who).pledges.append(Pledge(name, about, t.id))


def forfeits(t: RoundTable, who: str) -> list[Pledge]:
    """The pledges for which a player pays if they lose this round."""
    return [pledge for pledge in t.player(who).pledges if pledge.name in tables.FORFEITS and pledge.round == t.id]


def forgive(t: RoundTable, who: str) -> None:
    """Whatever losing this round was to cost is off."""
    off = forfeits(t, who)
    t.player(who).pledges = [pledge for pledge in t.player(who).pledges if pledge not in off]


def hand_over(t: RoundTable, giver: str, taker: str, but: Collection[str] = ()) -> None:
    """All squares one player holds go to another, but for some pledges, and those about the taker, which lapse."""
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
            t.tell(events.PledgeTaken(taker=taker, square=pledge.name))


def grant_access(t: RoundTable, who: str) -> None:
    """A right to the next Super Round. It is no square that is held: elimination does not take it."""
    t.player(who).access = True
    t.tell(events.AccessReceived(who=who))


# -- lives


def penalty(t: RoundTable, who: str, times: int = 1) -> int:
    """What a bomb costs this player in this round, boosted, perhaps several times over."""
    return boosted(t, who, one_bomb(t, who) * times)


def one_bomb(t: RoundTable, who: str) -> int:
    """What a bomb costs this player before it is boosted: as under Lockdown, or as for who has voted Leave."""
    return max(t.round.penalty, tables.LEAVE_PENALTY if t.seat(who).vote == "Leave" else 0)


def pay_penalty(t: RoundTable, who: str, times: int = 1) -> int:
    """Pay for a bomb."""
    return lose(t, who, penalty(t, who, times), "bomb", lift(t, who, -one_bomb(t, who), times=times))


def eliminate(t: RoundTable, who: str) -> bool:
    """Put a player out of the round: all their bonuses go with them. False if protected, or if they have won it."""
    if not t.round.contested():
        stays_alone(t, who)
        return False
    if any(prevents(t, who) for prevents in t.hooks.before_elimination):
        return False
    player = t.player(who)
    if player.hidden:
        player.hidden = [hidden for hidden in player.hidden if hidden == "Revive"]
    depart(t, who, "out")
    t.tell(events.PutOut(who=who))
    for follow in t.hooks.after_elimination:
        follow(t, who)
    return True


def stays_alone(t: RoundTable, who: str) -> None:
    """Whoever is the only one left has won, and nothing that follows takes them out of the round."""
    t.tell(events.StayedAlone(who=who))


def bring_back(t: RoundTable, who: str) -> None:
    """A player who was out is in again, in their old place in the order."""
    take_seat(t, who)
    t.tell(events.CameBack(who=who))


def take_seat(t: RoundTable, who: str) -> None:
    """A player is in this round now: from wherever else they have sat, they have gone on to here."""
    for name, r in t.state.rounds.items():
        if name != t.id and who in r.seats and not r.seats[who].went:
            r.seats[who].went = t.id
    seat = t.seat(who)
    seat.status, seat.went = "in", ""


def fold(t: RoundTable, who: str) -> None:
    """Leave the round and the cycle alive: booster and holdings are kept, and what was to cost a loser is off."""
    get_up(t, who, "folded")
    t.player(who).sits_out = True
    forgive(t, who)
    t.tell(events.Folded(who=who))


def surrender(t: RoundTable, who: str) -> None:
    """A player gives up their place and every bonus of their own accord: it is not an elimination."""
    player = t.player(who)
    player.hidden, player.pledges = [], [pledge for pledge in player.pledges if pledge.name in tables.FORFEITS]
    depart(t, who, "sold")
    t.tell(events.Surrendered(who=who))


def drop_all(player: Player) -> None:
    """Discard all that a player holds who leaves the race: none of it waits for their return."""
    player.hidden, player.pledges, player.minigames, player.booster = [], [], [], 0
    player.reached, player.reached_at, player.behind = False, "", []


def leave_season(t: RoundTable, who: str) -> None:
    """Remove a player from the season without penalty or bonus; whoever is out stays “out” in this round."""
    seat = t.seat(who)
    get_up(t, who, seat.status if seat.status in LOST else "left")
    seat.bonus = 0
    t.round.winners = [winner for winner in t.round.winners if winner != who]


def depart(t: RoundTable, who: str, status: Status) -> None:
    """A player's place in the round is empty now; booster and minigames go with it."""
    get_up(t, who, status)
    player = t.player(who)
    player.booster, player.minigames = 0, []


def get_up(t: RoundTable, who: str, status: Status) -> None:
    """A player's place in the round is empty now, and whatever was in force on it is over."""
    seat = t.seat(who)
    seat.status = status
    if t.round.borrowers:
        t.round.borrowers = [name for name in t.round.borrowers if name != who]
    seat.locked, seat.wishes = 0, []
    seat.immune = seat.protected = seat.protect_ends = False
    seat.free_play = seat.gold_dust = seat.knife_edge = False
    seat.owed = seat.misses = seat.hypnotised = seat.win_zone = 0


def end_protection(t: RoundTable, who: str) -> None:
    """Whatever comes may put this player out again."""
    seat = t.seat(who)
    seat.protected = seat.protect_ends = False
    t.tell(events.ProtectionOver(who=who))


def immunise(t: RoundTable, who: str) -> None:
    """Bombs cannot harm this player for the rest of the round."""
    t.seat(who).immune = True
    t.tell(events.Immunised(who=who))


def queue_minigames(t: RoundTable, who: str) -> None:
    """All minigames a player holds come due."""
    for minigame in take_minigames(t, who):
        play_soon(t, who, minigame)


def take_minigames(t: RoundTable, who: str) -> list[str]:
    """Take all minigames a player holds out of their hands."""
    player = t.player(who)
    held, player.minigames = player.minigames, []
    return held


def win(t: RoundTable, who: str, amount: int, booster: int, minigame: str, source: str = "minigames") -> None:
    """A minigame pays, lifted by the booster that was brought to it; nothing is worth saying too."""
    if amount:
        by = Lift(abs(amount), [phrase(BY_BOOSTER, percent=booster)]) if booster else None
        with t.scene(events.MinigamePaid(minigame=minigame, who=who)):
            shift(t, who, lifted(amount, booster), source, by)
    else:
        t.tell(events.MinigamePaidNothing(minigame=minigame, who=who))
