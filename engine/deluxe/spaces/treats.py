"""Specials that ask nobody: they take effect as soon as they are found."""

from __future__ import annotations

from engine.deluxe import assets, events, failsafe, strikes
from engine.deluxe.state import FoundMoney, GridTable, end_asides

WHEEL = {  # house: tenths of a stake
    "a garden gnome": 1,
    "a toaster": 5,
    "a bicycle": 10,
    "a cruise": 20,
    "a sports car": 40,
    "a small island": 80,
}
ROUNDS_OF_PAPER, ENCORES, DEMONS = 8, 2, 2  # house


def headliner(t: GridTable, finder: str) -> None:
    """If you win this round, your base counts twice.

    Called when the space is found. Only add a deal: the base counts twice when the win bonus is computed.
    """
    t.add_deal("Headliner", finder)


def snowball(t: GridTable, finder: str) -> None:
    """You get half a stake for every space that is already open on this grid, without this one.

    Called when the space is found; pay at once, times the finder's boost.
    """
    assets.earn(t, finder, t.compute_stake(1) * (len(t.round.cells) - t.round.count_closed() - 1))


def personal_demons(t: GridTable, finder: str) -> None:
    """Two imps hide on closed spaces, drawn by chance. For you they are bombs, and two more bombs are possible. Another
    player who opens one gets two stakes, and what lies on the space.

    Called when the space is found. Only mark the spaces: `open_personal_demon` pays others, and opening one's own
    counts as a bomb.
    """
    closed = t.round.list_closed_squares()
    for n in t.draw("personal_demons.spaces", closed, min(DEMONS, len(closed))):
        t.find_cell(n).imp = finder
        t.round.possible += 1


def open_personal_demon(t: GridTable, who: str, n: int) -> None:
    """Called when `who` opens space `n`. If a Personal Demon (a bomb for its owner only) hides there, take it off the
    number of possible bombs, and pay `who` two stakes times their boost unless it is their own; what their own costs
    them is not done here.
    """
    owner = t.find_cell(n).imp
    if owner:
        strikes.reduce_possible_bombs(t, 1)
    if owner not in ("", who):
        t.tell(events.TameDemonFound(who=who, owner=owner))
        assets.earn(t, who, t.compute_stake(4))


def paper_round(t: GridTable, finder: str) -> None:
    """You get a stake at each of your next eight picks, in this round or later. Bombs do not end this.

    Called when the space is found. Only add to the picks that are paid: `pay_paper_round` pays after each. The deal
    keeps this very pick from being paid.
    """
    t.player(finder).paper += ROUNDS_OF_PAPER
    t.add_deal("Paper Round", finder)


def pay_paper_round(t: GridTable, who: str) -> None:
    """Called after a pick of `who`: pay them a stake times their boost if they are on a Paper Round (paid for eight
    picks), and count the pick; the pick that found it neither counts nor is paid, even if an earlier round goes on.
    """
    for deal in t.round.list_deals("Paper Round"):
        if deal.who == who:
            t.remove_deal(deal)
            return
    if t.player(who).paper:
        t.player(who).paper -= 1
        assets.earn(t, who, t.compute_stake())


def echo(t: GridTable, finder: str) -> None:
    """The next time another player gains money on a space of this grid, you get the same money, too,
    times your boost.

    Called when the space is found. Only add a deal: `pay_echoes` pays and ends it.
    """
    t.add_deal("Echo", finder)


def pay_echoes(t: GridTable, found: FoundMoney) -> None:
    """Pay the amount printed on the space where `found`, the money of another player, was just found, if it is a gain,
    also to everybody who waits with an Echo, times their own boost; that ends their Echo.
    """
    for deal in t.round.list_deals("Echo"):
        if found.printed > 0 and deal.who != found.finder:
            t.remove_deal(deal)
            t.tell(events.Echoed(who=deal.who))
            assets.earn(t, deal.who, found.printed)


def encore(t: GridTable, finder: str) -> None:
    """In each of your next two turns on this grid, you may open a second space if you are still in. Money on the second
    space is doubled.

    Called when the space is found. Only add a deal with the number of turns: the turn offers the second pick, and
    `double_encore_money` doubles.
    """
    t.add_deal("Encore", finder, n=ENCORES)


def double_encore_money(t: GridTable, found: FoundMoney) -> None:
    """Double the amount of `found`, money that a player has just found on a space, if that was their second pick in the
    turn (Encore); it is paid elsewhere.
    """
    if any(deal.who == found.finder and deal.about == "singing" for deal in t.round.list_deals("Encore")):
        found.amount *= 2


def prize_wheel(t: GridTable, finder: str) -> None:
    """You get one of six prizes, with equal chances: a garden gnome (a tenth of a stake), a toaster (half), a bicycle
    (one), a cruise (two), a sports car (four), a small island (eight).

    Called when the space is found; draw the prize, announce it and pay it at once, times the finder's boost.
    """
    prize = t.draw_one("prize_wheel.prize", list(WHEEL))
    t.tell(events.WheelStopped(prize=prize))
    assets.earn(t, finder, t.compute_stake() * WHEEL[prize] // 10)


def golden_ticket(t: GridTable, finder: str) -> None:
    """If you win this round you play the Jackpot Chance.

    Called when the space is found. Only add a deal, which counts if the finder is among the winners when the grid is
    settled.
    """
    t.add_deal("Golden Ticket", finder)


def hot_potato(t: GridTable, finder: str) -> None:
    """You get a stake and a hot potato. After each of your picks you may pass the potato to another player who is in.
    That player may do the same. When a bomb goes off, the player with the potato pays two stakes times their boost, and
    the potato is gone.

    Called when the space is found. Pay the stake and add a deal: `offer_hot_potato` lets its holder pass it on, and
    `burn_hot_potatoes` charges and ends it.
    """
    assets.earn(t, finder, t.compute_stake())
    t.add_deal("Hot Potato", finder)


def offer_hot_potato(t: GridTable, who: str) -> None:
    """Called after a pick of `who`: if they hold a Hot Potato and are still in, let them decide until their next turn,
    while play goes on, whether to pass it on.
    """
    for deal in t.round.list_deals("Hot Potato"):
        if deal.who == who and t.is_live(who):
            t.open_aside("Hot Potato", who, by=who)


def burn_hot_potatoes(t: GridTable, victim: str, owners: list[str]) -> None:  # noqa: ARG001 # any bomb will do
    """Called when any bomb goes off: end every Hot Potato, charge its holder two stakes times their boost, and end the
    decisions on whether to pass one on.
    """
    for deal in t.round.list_deals("Hot Potato"):
        t.remove_deal(deal)
        t.tell(events.PotatoBurnt(who=deal.who))
        assets.earn(t, deal.who, -t.compute_stake(4))
    end_asides(t, lambda aside: aside.name == "Hot Potato" and aside.grid == t.grid)


def bomb_counter(t: GridTable, finder: str) -> None:
    """I tell you privately how many closed spaces of this grid hide an active bomb.

    Called when the space is found. Whisper the number to the finder and keep it as a hint; in a Fog Bank pay two stakes
    instead.
    """
    if pay_instead_in_fog(t, finder):
        return
    live = sum(bool(cell.bombs) and not cell.dud and not cell.open for cell in t.round.cells)
    failsafe.note_bomb_hint(t, finder, t.round.list_closed_squares(), live)
    t.whisper(finder, events.BombsCountedSeen(n=live))


def pay_instead_in_fog(t: GridTable, finder: str) -> bool:
    """In a Fog Bank, where hints about bombs are not given, pay the finder two stakes times their boost instead, and
    announce that; return whether the zone is a Fog Bank.
    """
    if t.is_in_zone("Fog Bank"):
        t.tell(events.FogHid())
        assets.earn(t, finder, t.compute_stake(4))
    return t.is_in_zone("Fog Bank")
