"""Bombs: whom they reach, what they turn into, and what they cost."""

from __future__ import annotations

from engine.race.locks import flip
from engine.season7 import events, tables, verbs
from engine.season7.table import NOBODY, RoundTable


def tell_whose(t: RoundTable, n: int, who: str, *, slept: bool = False) -> None:
    """A bomb has come to light, and with it who sealed it there, who hears of it in private, too; some are nobody's."""
    bombs = t.cell(n).bombs
    if owners := [who for who in dict.fromkeys(bombs) if who]:
        t.tell(events.BombOwned(owners=owners, n=n))
        for owner in owners:
            if owner != who:
                t.whisper(owner, events.OwnBombWentOff(who=who, n=n) if slept else events.OwnBombFound(who=who, n=n))
    elif bombs:
        t.tell(events.BombOwned(n=n))


async def hit(t: RoundTable, victim: str) -> None:
    """A bomb reaches a player. Squares may stop it or send it on; whoever it reaches in the end, it goes off."""
    for stands in t.hooks.before_bomb:
        reached = await stands(t, victim)
        if reached == NOBODY:
            return
        if reached is not None and reached != victim:
            await hit(t, reached)
            return
    detonate(t, victim, mutation(t))


def mutation(t: RoundTable) -> str:
    """One bomb in five mutates, into each of the six with the same chance."""
    return t.draw_one("bomb.mutation", tables.MUTATIONS) if t.chance("bomb.mutates", tables.MUTATES) else ""


def detonate(t: RoundTable, who: str, mutant: str = "") -> None:
    """The bomb goes off: the boosted penalty is paid, and the player is out, unless protected."""
    if mutant == "Fizzle":
        t.tell(events.BombFizzled())
        return
    if mutant:
        t.tell(events.BombMutated(mutant=mutant))
    if mutant == "Burnout":
        player = t.player(who)
        player.next_booster = min(tables.BOOSTER_CAP, player.next_booster + tables.BURNOUT_BOOSTER)
        t.tell(events.BurnoutPromised(who=who, percent=player.next_booster))
    if not endures(t, who, costly=not spared(t, who)):
        if mutant == "Bankrupt":
            bankrupt(t, who)
        verbs.pay_penalty(t, who, tables.CLUSTERS.get(mutant, 1))
    verbs.eliminate(t, who)


def spared(t: RoundTable, who: str) -> bool:
    """Is this player in the middle of a Free Play, which costs nothing?"""
    return t.round.selecting == who and t.seat(who).free_play


def bankrupt(t: RoundTable, who: str) -> None:
    """All that the player has gained in this round is lost."""
    if t.seat(who).gained > 0:
        t.tell(events.RoundGainsGone(who=who))
        verbs.lose(t, who, t.seat(who).gained, "bankrupt")


def knock_out(t: RoundTable, who: str) -> bool:
    """Remove a player as if by a bomb, but without the penalty. False if they were protected."""
    endures(t, who, costly=False)
    return verbs.eliminate(t, who)


def endures(t: RoundTable, who: str, *, costly: bool) -> bool:
    """Endure works by itself when losing the round costs money, now or for what was pledged: none of that is paid."""
    costly = costly or bool(verbs.forfeits(t, who))
    spent = costly and t.round.contested() and not t.seat(who).protected
    if not spent or "Endure" not in t.player(who).hidden:
        return False
    with verbs.use_hidden(t, who, "Endure"):
        t.tell(events.LossForgiven(who=who))
        verbs.forgive(t, who)
    return True


def auto_bomb(t: RoundTable, who: str) -> None:
    """Nobody selected in time: the player's own bomb (one of several, by lot) comes up, or else a random square.

    It mutates as bombs do, but a Fizzle or a Burnout is a plain bomb to who has slept. Protect keeps its player in
    this once: it is used up as if they had selected.
    """
    n = _own_bomb(t, who)
    flip(t.round, n).shown = "Bomb"
    with t.scene(events.AutoBombed(who=who, n=n)):
        tell_whose(t, n, who, slept=True)
        t.seat(who).owed = 0
        mutant = mutation(t)
        detonate(t, who, "" if mutant in tables.KIND else mutant)
        if t.seat(who).protected:
            verbs.end_protection(t, who)


def _own_bomb(t: RoundTable, who: str) -> int:
    own = [n for n in t.round.bombs() if who in t.cell(n).bombs]
    return own[0] if len(own) == 1 else t.draw_one("auto_bomb.square", own or t.round.closed())
