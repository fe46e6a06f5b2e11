"""Bombs: whom they reach, what they turn into, and what they cost."""

from __future__ import annotations

from engine.race.table import format_coordinate, open_cell
from engine.season7 import events, tables, verbs
from engine.season7.state import BOMB_STOPPED, RoundTable


def tell_bomb_owners(t: RoundTable, n: int, who: str, *, slept: bool = False) -> None:
    """Announce who had laid the bombs on square `n`, tell each owner (except `who`) in private that the player `who`
    opened it or, with `slept`, had it opened for not selecting in time, and note it as a place where this owner hides
    bombs. If only bombs laid by the board lie there, announce just that; if none lie there, do nothing.
    """
    bombs = t.find_cell(n).bombs
    if owners := [who for who in dict.fromkeys(bombs) if who]:
        t.tell(events.BombOwned(owners=owners, n=n))
        for owner in owners:
            note_hiding_place(t, owner, n)
            if owner != who:
                t.whisper(owner, events.OwnBombWentOff(who=who, n=n) if slept else events.OwnBombFound(who=who, n=n))
    elif bombs:
        t.tell(events.BombOwned(n=n))


def note_hiding_place(t: RoundTable, owner: str, n: int) -> None:
    """Add this square to the public notes on where a player has hidden their last bombs, now that their bomb has been
    found there; not if something else had moved the bomb to it. Only the latest few are kept.
    """
    if n in t.seat(owner).sealed:
        places = t.player(owner).hiding_places
        places.append(format_coordinate(n, t.round.columns))
        del places[: -tables.HABITS_SHOWN]


async def hit_player_with_bomb(t: RoundTable, victim: str) -> None:
    """Let the bomb that reaches a player take its course: ask in turn what may stand in its way (immunity, Bomb Switch,
    Deflect, Defuse), which stops it or sends it on to another player, whose own protection then counts; if nothing
    does, it goes off, perhaps changed into another kind of bomb.
    """
    for stands in t.hooks.before_bomb:
        reached = await stands(t, victim)
        if reached == BOMB_STOPPED:
            return
        if reached is not None and reached != victim:
            await hit_player_with_bomb(t, reached)
            return
    detonate_bomb(t, victim, draw_bomb_mutation(t))


def draw_bomb_mutation(t: RoundTable) -> str:
    """Draw whether a bomb mutates (one in five does), and into which of six kinds; return the kind, or empty text for a
    plain bomb.
    """
    return t.draw_one("bomb.mutation", tables.MUTATIONS) if t.draw_chance("bomb.mutates", tables.MUTATES) else ""


def detonate_bomb(t: RoundTable, who: str, mutant: str = "") -> None:
    """Let a bomb, plain or turned into the kind `mutant`, go off on a player: announce the kind, charge the penalty
    (more for a cluster; a Bankrupt also takes their gains of the round) unless Endure or a Free Play spares it, and put
    them out unless they are protected or the last one in. A Burnout also promises a booster for the next round; a
    Fizzle is only announced.
    """
    if mutant == "Fizzle":
        t.tell(events.BombFizzled())
        return
    if mutant:
        t.tell(events.BombMutated(mutant=mutant))
    if mutant == "Burnout":
        player = t.player(who)
        player.next_booster = min(tables.BOOSTER_CAP, player.next_booster + tables.BURNOUT_BOOSTER)
        t.tell(events.BurnoutPromised(who=who, percent=player.next_booster))
    if not use_endure_if_costly(t, who, costly=not is_in_free_play(t, who)):
        if mutant == "Bankrupt":
            lose_round_gains(t, who)
        verbs.charge_bomb_penalty(t, who, tables.CLUSTERS.get(mutant, 1))
    verbs.eliminate_from_round(t, who)


def is_in_free_play(t: RoundTable, who: str) -> bool:
    """Return whether this player's current selection is a Free Play, during which they lose no money."""
    return t.round.selecting == who and t.seat(who).free_play


def lose_round_gains(t: RoundTable, who: str) -> None:
    """Take away from a player, hit by a Bankrupt Bomb, all money that they have gained in this round so far, and
    announce it; do nothing if they have gained none.
    """
    if t.seat(who).gained > 0:
        t.tell(events.RoundGainsGone(who=who))
        verbs.lose(t, who, t.seat(who).gained, "bankrupt")


def knock_out(t: RoundTable, who: str) -> bool:
    """Put a player, who is in, out of the round without the money penalty of a bomb, and announce it; if a pledge makes
    losing the round cost them money, an Endure that they hold is used up and cancels it. Return whether they are out:
    False if they are protected or the last one in.
    """
    use_endure_if_costly(t, who, costly=False)
    return verbs.eliminate_from_round(t, who)


def use_endure_if_costly(t: RoundTable, who: str, *, costly: bool) -> bool:
    """Endure works by itself when losing the round costs money, now or from an earlier promise: you pay none of it.

    Called when `who` may lose the round; `costly` says whether that costs them money by itself. If it does, or by a
    pledge, and they are neither protected nor the last one in, use up an Endure that they hold, cancel the pledges,
    announce it and return True, so that the caller charges nothing. Else return False.
    """
    costly = costly or bool(verbs.list_forfeits(t, who))
    spent = costly and t.round.is_contested() and not t.seat(who).protected
    if not spent or "Endure" not in t.player(who).hidden:
        return False
    with verbs.use_hidden(t, who, "Endure"):
        t.tell(events.LossForgiven(who=who))
        verbs.cancel_forfeits(t, who)
    return True


def auto_bomb(t: RoundTable, who: str) -> None:
    """If a player does not select in time, their own bomb explodes (one of several by chance), or else a random square.
    It can change as bombs do, but a Fizzle or a Burnout is then a plain bomb. Protect keeps the player in once, and
    is used up as if they had selected.

    Called when `who` gave no answer in their turn: open the square, let a bomb go off on them at once (immunity, Defuse
    and the like are not asked), and cancel any extra selections that they owe. That it is an auto-bomb, and whose bomb,
    is announced.
    """
    n = _pick_auto_bomb_square(t, who)
    open_cell(t.round, n).shown = "Bomb"
    with t.scene(events.AutoBombed(who=who, n=n)):
        tell_bomb_owners(t, n, who, slept=True)
        t.seat(who).owed = 0
        mutant = draw_bomb_mutation(t)
        detonate_bomb(t, who, "" if mutant in tables.KIND else mutant)
        if t.seat(who).protected:
            verbs.end_protection(t, who)


def _pick_auto_bomb_square(t: RoundTable, who: str) -> int:
    """Return the number of the square to open for a player who did not select in time: one with a bomb of their own, by
    chance if there are several, or else a random closed square, whatever lies there.
    """
    own = [n for n in t.round.list_bomb_squares() if who in t.find_cell(n).bombs]
    return own[0] if len(own) == 1 else t.draw_one("auto_bomb.square", own or t.round.list_closed_squares())
