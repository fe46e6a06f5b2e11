"""What specials have promised, and what follows from it while the grid is played and when it is over."""

from __future__ import annotations

from engine.deluxe import events, tables, verbs
from engine.deluxe.spaces.choices import LEAST_LEFT, STENCH
from engine.deluxe.table import GridTable


def pay_toll(t: GridTable, who: str, n: int) -> None:
    """Let a player who opens a space in somebody else's Toll Lane pay a stake, without boost."""
    column = (n - 1) % t.round.columns + 1
    for deal in t.round.list_deals("Toll Lane"):
        if deal.n == column and deal.who != who:
            verbs.transfer_money(t, who, deal.who, t.compute_stake(), "spaces")


def pay_stink_bomb(t: GridTable, who: str, n: int) -> None:
    """Let a player who opens somebody else's Stink Bomb hand over 25 points of boost, never going below 50 %."""
    owner, t.find_cell(n).stink = t.find_cell(n).stink, ""
    points = max(0, min(STENCH, t.player(who).boost - LEAST_LEFT))
    if owner not in ("", who) and not t.player(owner).gone:
        t.tell(events.StinkBombSmelt(owner=owner))
        verbs.set_boost(t, who, t.player(who).boost - points)
        verbs.set_boost(t, owner, t.player(owner).boost + points)


def pay_phoned_space(t: GridTable, who: str, n: int) -> None:
    """End a Phone a Bench call with the caller's next space; pay both if it is the one named and holds no live bomb."""
    for deal in t.round.list_deals("Phone a Bench"):
        if deal.who == who:
            t.remove_deal(deal)
            if deal.n == n and not (t.find_cell(n).bombs and not t.find_cell(n).dud):
                verbs.earn(t, who, t.compute_stake(4))
                verbs.earn(t, deal.about, t.compute_stake(4))


def melt_ice_cubes(t: GridTable, _who: str) -> None:
    """Thaw frozen spaces once four more spaces are open."""
    opened = len(t.round.cells) - t.round.count_closed()
    for deal in t.round.list_deals("Ice Cube"):
        if opened >= deal.until:
            t.remove_deal(deal)


def raise_apprentices(t: GridTable, who: str, gained: int) -> None:
    """Raise the multiplier of Apprentices as much as that of the player they have named; this is not followed
    further.
    """
    for deal in t.round.list_deals("Apprentice"):
        if deal.about == who and t.is_live(deal.who):
            verbs.set_multiplier(t, deal.who, t.player(deal.who).times + gained, followed=False)


def grow_piggy_banks(t: GridTable, _victim: str, _owners: list[str]) -> None:
    """Grow Piggy Banks by half because a bomb has gone off."""
    for deal in t.round.list_deals("Piggy Bank"):
        deal.n = -(-deal.n * 3 // 2)


def pay_bounties(t: GridTable, victim: str) -> None:
    """Pay the Bounties on a player who is out."""
    for deal in t.round.list_deals("Bounty"):
        if deal.about == victim:
            t.remove_deal(deal)
            verbs.earn(t, deal.who, t.compute_stake(4))


def settle_promises(t: GridTable) -> None:
    """When a grid is over, dig up the winners' Piggy Banks and pay Bounties and Handshakes."""
    winners = t.round.winners
    for deal in t.round.list_deals("Piggy Bank"):
        if deal.who in winners:
            t.tell(events.PiggyDug(who=deal.who))
            verbs.earn(t, deal.who, deal.n)
    for deal in t.round.list_deals("Bounty"):
        if deal.about in winners:
            t.tell(events.BountyOutlived(who=deal.about))
            verbs.earn(t, deal.about, t.compute_stake(8))
    for deal in t.round.list_deals("Handshake"):
        settle_handshake(t, deal.who, deal.about)


def settle_handshake(t: GridTable, one: str, other: str) -> None:
    """Settle a Handshake: both winners gain a multiplier, a single winner pays the other."""
    won = [who for who in (one, other) if who in t.round.winners]
    if len(won) == 2:
        for who in won:
            verbs.set_multiplier(t, who, t.player(who).times + tables.ONE)
    elif won:
        verbs.transfer_money(t, won[0], other if won[0] == one else one, t.compute_stake(4), "spaces")
