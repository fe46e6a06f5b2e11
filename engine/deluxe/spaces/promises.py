"""What specials have promised, and what follows from it while the grid is played and when it is over."""

from __future__ import annotations

from engine.deluxe import events, tables, verbs
from engine.deluxe.spaces.choices import LEAST_LEFT, STENCH
from engine.deluxe.table import GridTable


def toll(t: GridTable, who: str, n: int) -> None:
    """Whoever opens a space in somebody else's Toll Lane pays a stake, without boost."""
    column = (n - 1) % t.round.columns + 1
    for deal in t.round.dealt("Toll Lane"):
        if deal.n == column and deal.who != who:
            verbs.hand(t, who, deal.who, t.stake(), "spaces")


def stench(t: GridTable, who: str, n: int) -> None:
    """Whoever opens somebody else's Stink Bomb hands them 25 points of boost, never going below 50 %."""
    owner, t.cell(n).stink = t.cell(n).stink, ""
    points = max(0, min(STENCH, t.player(who).boost - LEAST_LEFT))
    if owner not in ("", who) and not t.player(owner).gone:
        t.tell(events.StinkBombSmelt(owner=owner))
        verbs.set_boost(t, who, t.player(who).boost - points)
        verbs.set_boost(t, owner, t.player(owner).boost + points)


def phone(t: GridTable, who: str, n: int) -> None:
    """Whoever has called the bench opens their next space: the one that was named, or another."""
    for deal in t.round.dealt("Phone a Bench"):
        if deal.who == who:
            t.drop(deal)
            if deal.n == n and not (t.cell(n).bombs and not t.cell(n).dud):
                verbs.earn(t, who, t.stake(4))
                verbs.earn(t, deal.about, t.stake(4))


def melt(t: GridTable, _who: str) -> None:
    """Ice melts when four more spaces are open."""
    opened = len(t.round.cells) - t.round.closed_count()
    for deal in t.round.dealt("Ice Cube"):
        if opened >= deal.until:
            t.drop(deal)


def learn(t: GridTable, who: str, gained: int) -> None:
    """An Apprentice gains as much as the player they have named; what the apprentice gains nobody follows."""
    for deal in t.round.dealt("Apprentice"):
        if deal.about == who and t.live(deal.who):
            verbs.set_times(t, deal.who, t.player(deal.who).times + gained, followed=False)


def fatten(t: GridTable, _victim: str, _owners: list[str]) -> None:
    """Piggy Banks grow by half with each bomb that goes off."""
    for deal in t.round.dealt("Piggy Bank"):
        deal.n = -(-deal.n * 3 // 2)


def collect(t: GridTable, victim: str) -> None:
    """Somebody on whom a Bounty stands is out."""
    for deal in t.round.dealt("Bounty"):
        if deal.about == victim:
            t.drop(deal)
            verbs.earn(t, deal.who, t.stake(4))


def settle(t: GridTable) -> None:
    """When the grid is over: Piggy Banks are dug up, Bounties and Handshakes paid."""
    winners = t.round.winners
    for deal in t.round.dealt("Piggy Bank"):
        if deal.who in winners:
            t.tell(events.PiggyDug(who=deal.who))
            verbs.earn(t, deal.who, deal.n)
    for deal in t.round.dealt("Bounty"):
        if deal.about in winners:
            t.tell(events.BountyOutlived(who=deal.about))
            verbs.earn(t, deal.about, t.stake(8))
    for deal in t.round.dealt("Handshake"):
        shake(t, deal.who, deal.about)


def shake(t: GridTable, one: str, other: str) -> None:
    """Both have won, or one has, or neither."""
    won = [who for who in (one, other) if who in t.round.winners]
    if len(won) == 2:
        for who in won:
            verbs.set_times(t, who, t.player(who).times + tables.ONE)
    elif won:
        verbs.hand(t, won[0], other if won[0] == one else one, t.stake(4), "spaces")
