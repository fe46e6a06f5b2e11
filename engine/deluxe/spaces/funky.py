"""Funky spaces: whoever opens one may take the risk. What comes of it holds until the grid is over."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.deluxe import events, money, strikes, tables, verbs
from engine.deluxe.table import AsideTable, Found, GridTable
from engine.kernel.text import Words, phrase

FINE_PRINT = "Fine Print"
LEAST_THIRST = 3  # house
SIDES = ("odd", "even")


async def funky(t: AsideTable, finder: str) -> None:
    """Take the risk, and one of the Funky effects comes over the grid, or leave it for the money that the space was
    worth. Silence leaves it. An effect that is already in force pays three stakes instead.
    """
    effect = ""
    if t.data.whom:  # had said so when it was found
        choice = "risk"
    else:
        choice = await ask_risk(t, finder, "funky.risk")
        if choice == FINE_PRINT:
            effect = draw_effect(t)
            t.player(finder).items.remove(FINE_PRINT)
            t.whisper(finder, events.FinePrintSeen(effect=effect, rule=rule(effect)))
            choice = await ask_risk(t, finder, "funky.risk")
    if choice != "risk":
        t.tell(events.FunkyDeclined(who=finder))
        money.find(t, finder, t.data.n)
        return
    effect = effect or draw_effect(t)
    t.tell(events.FunkyTaken(who=finder, effect=effect, rule=rule(effect)))
    if effect in t.round.in_force:
        t.tell(events.FunkyInForce())
        verbs.earn(t, finder, t.stake(6))
        return
    t.round.in_force.append(effect)
    t.hooks.funky[effect](t, finder)


async def ask_risk(t: AsideTable, finder: str, key: str) -> str:
    """The risk, the money, or with Fine Print a look at the effect first."""

    def answers() -> dict[str, Words]:
        found: dict[str, Words] = {"risk": phrase("Take the risk"), "leave": phrase("Leave it for {n:$}", n=t.data.n)}
        if FINE_PRINT in t.player(finder).items:
            found[FINE_PRINT] = FINE_PRINT
        return found

    return await t.decide(key, finder, "Funky! Do you take the risk, {who}?", answers, lapse="leave", who=finder)


def draw_effect(t: GridTable) -> str:
    """By lot; on a Sunny Side no Opposite Day."""
    out = {"Opposite Day"} if t.zone("Sunny Side") else set()
    inside = t.state.options.inside(tables.FUNKIES)
    return t.draw_one("funky.effect", [name for name in inside if name not in out] or inside)


def rule(effect: str) -> str:
    """What an effect does: the docstring of its script."""
    return " ".join((EFFECTS[effect].__doc__ or "").split())


# -- the effects, and what follows from each while it is in force


def opposite_day(t: GridTable, finder: str) -> None:
    """Until the next bomb goes off every money space counts with its sign turned round."""


def turn_round(t: GridTable, found: Found) -> None:
    """Opposite Day."""
    if t.force("Opposite Day"):
        found.amount = -found.amount


def end_opposite_day(t: GridTable, _victim: str, _owners: list[str]) -> None:
    """A bomb has gone off."""
    if t.force("Opposite Day"):
        t.round.in_force.remove("Opposite Day")
        t.tell(events.OppositeDayOver())


def masquerade(t: GridTable, finder: str) -> None:  # noqa: ARG001 # it is for everybody
    """The categories of all closed spaces are posted, with every live bomb dressed up as Money."""
    shown: list[Words] = []
    for n in t.round.closed():
        cell = t.cell(n)
        dressed = bool(cell.bombs) and not cell.dud
        shown.append(phrase("{n} {kind}", n=n, kind=tables.MONEY if dressed else tables.kind(cell.face)))
    t.tell(events.MasksOff(shown=shown))


def group_discount(t: GridTable, finder: str) -> None:
    """The next bomb puts nobody out: everybody who is in pays that strike's money instead, no status is cut, and the
    place in the order is not used up.
    """


def share_the_bill(t: GridTable, _victim: str) -> bool:
    """Group Discount."""
    if not t.force("Group Discount"):
        return False
    t.round.in_force.remove("Group Discount")
    t.tell(events.BillShared())
    for who in t.living():
        verbs.earn(t, who, -strikes.cost(t), "bombs")
    return True


def twin_trouble(t: GridTable, finder: str) -> None:
    """After each pick a random closed space without a bomb opens too, for nobody; it does not count as picked."""


def open_the_twin(t: GridTable, _who: str) -> None:
    """Twin Trouble."""
    safe = [n for n in t.round.closed() if not t.cell(n).bombs] if t.force("Twin Trouble") else []
    if safe and not t.round.finished():
        n = t.draw_one("twin_trouble.space", safe)
        strikes.open_for_nobody(t, n)
        t.tell(events.TwinOpened(n=n, face=tables.words(t.cell(n).face)))


def landlords(t: GridTable, finder: str) -> None:
    """A bomb that puts somebody else out pays its owner two stakes, in or out."""


def pay_the_rent(t: GridTable, victim: str, owners: list[str]) -> None:
    """Landlords."""
    for owner in dict.fromkeys(owners) if t.force("Landlords") and t.seat(victim).struck else ():
        if owner not in ("", victim) and not t.player(owner).gone:
            verbs.earn(t, owner, t.stake(4))


def high_tide(t: GridTable, finder: str) -> None:
    """After each pick one random closed money space worth at most ten stakes doubles, unseen."""


def rise(t: GridTable, _who: str) -> None:
    """High Tide."""
    closed = t.round.closed() if t.force("High Tide") else []
    low = [n for n in closed if 0 < (tables.cash(t.cell(n).face) or 0) <= t.stake(20)]
    if low:
        cell = t.cell(t.draw_one("high_tide.space", low))
        cell.face = tables.dollars(2 * (tables.cash(cell.face) or 0))
        t.tell(events.TideRose())


def pass_the_parcel(t: GridTable, finder: str) -> None:
    """Money goes to the next player who is in, not to the finder, at that player's boost."""


def hand_on(t: GridTable, found: Found) -> None:
    """Pass the Parcel."""
    if t.force("Pass the Parcel"):
        found.to = [t.round.after(found.finder) or found.finder]


def common_purse(t: GridTable, finder: str) -> None:
    """Money is shared equally by all who are in, each share at its own boost."""


def put_in_the_purse(t: GridTable, found: Found) -> None:
    """Common Purse: it comes after Pass the Parcel, and wins."""
    if t.force("Common Purse"):
        found.to = t.living() or found.to


def tug_of_war(t: GridTable, finder: str) -> None:
    """Odd against even places in the turn order: the side whose picks bring more money until the end gets 25 points of
    boost each, in or out; if they are level, all do.
    """
    t.deal("Tug of War", finder)


def tug(t: GridTable, found: Found) -> None:
    """Money counts for the side of whoever has found it."""
    for deal in t.round.dealt("Tug of War"):
        deal.n += found.amount * (1 if t.round.order.index(found.finder) % 2 == 0 else -1)


def last_orders(t: GridTable, finder: str) -> None:  # noqa: ARG001 # it is for everybody
    """Every player who is in picks once more. Then the grid is over, and who is in has won."""
    t.round.last_picks = t.living()


def call_time(t: GridTable, who: str) -> None:
    """Last Orders: this player has picked; a Failsafe, or letting the turn pass, takes the place of it."""
    r = t.round
    if t.force("Last Orders"):
        living = r.living()
        r.last_picks = [name for name in r.last_picks if name in living and name != who]
        r.ended = r.ended or not r.last_picks


def second_thoughts(t: GridTable, finder: str) -> None:  # noqa: ARG001 # it is for everybody
    """Each player who is in, and whose bomb is closed, may move it, unseen, until their own next pick. Peeks may be out
    of date. Silence leaves it.
    """
    for who in t.living():
        if any(who in t.cell(n).bombs for n in t.round.closed()):
            t.aside("Second Thoughts", who, by=who)


def siren(t: GridTable, finder: str) -> None:  # noqa: ARG001 # it is for everybody
    """The Jackpot rises by twenty stakes, and by ten for each bomb that goes off."""
    wail(t, 40)


def wail(t: GridTable, halves: int) -> None:
    """The Jackpot rises."""
    t.state.jackpot += t.stake(halves)
    t.tell(events.JackpotRaised(jackpot=t.state.jackpot))


def wail_again(t: GridTable, _victim: str, _owners: list[str]) -> None:
    """A bomb has gone off."""
    if t.force("Siren"):
        wail(t, 20)


def sudden_thirst(t: GridTable, finder: str) -> None:
    """The grid is over as soon as half of the spaces that are closed now are left: rounded down, but at least three."""
    t.round.thirst = max(LEAST_THIRST, t.round.closed_count() // 2)
    dry_up(t, finder)


def dry_up(t: GridTable, _who: str) -> None:
    """Sudden Thirst."""
    t.round.ended = t.round.ended or t.round.closed_count() <= t.round.thirst


def open_mic(t: GridTable, finder: str) -> None:  # noqa: ARG001 # it is for everybody
    """Each player who is in gets one Peek more, but not in a Fog Bank. What peeks say is told to everybody."""
    for who in () if t.zone("Fog Bank") else t.living():
        t.seat(who).peeks += 1


def crossed_wires(t: GridTable, finder: str) -> None:
    """For this round's bonuses the multipliers of all who are in are dealt out anew by lot; afterwards each has their
    own again, with one more for a win.
    """


def applause(t: GridTable, finder: str) -> None:
    """Whenever somebody goes out, all who are in gain half of one to their multiplier."""


def applaud(t: GridTable, _victim: str) -> None:
    """Applause."""
    for who in t.living() if t.force("Applause") else ():
        verbs.set_times(t, who, t.player(who).times + tables.ONE // 2)


def blank_cheque(t: GridTable, finder: str) -> None:
    """Write an amount up to ten stakes, without boost: it is yours if you win the round, and owed if you do not.
    Silence writes one stake.
    """
    t.aside("Blank Cheque", finder)


def kingmaker(t: GridTable, finder: str) -> None:
    """Name another player who is in: their base counts three times if they win, and half of what that adds, up to the
    maximum bonus, is paid to you too. Silence names one by lot.
    """
    t.aside("Kingmaker", finder)


def settle(t: GridTable) -> None:
    """When the grid is over: the rope is let go, and cheques are due."""
    r = t.round
    for deal in r.dealt("Tug of War"):
        sides = [at for at, ahead in ((0, deal.n >= 0), (1, deal.n <= 0)) if ahead]
        t.tell(events.TugSettled(sides=[phrase("the {side} places win", side=SIDES[at]) for at in sides]))
        for at, who in enumerate(r.order):
            if at % 2 in sides and r.seats[who].status != "left":
                verbs.boost(t, who, 25)
    for deal in r.dealt("Blank Cheque"):
        verbs.pay(t, deal.who, deal.n if deal.who in r.winners else -deal.n, "spaces")


EFFECTS: Mapping[str, Callable[[GridTable, str], None]] = {
    "Opposite Day": opposite_day,
    "Masquerade": masquerade,
    "Group Discount": group_discount,
    "Twin Trouble": twin_trouble,
    "Landlords": landlords,
    "High Tide": high_tide,
    "Pass the Parcel": pass_the_parcel,
    "Tug of War": tug_of_war,
    "Last Orders": last_orders,
    "Second Thoughts": second_thoughts,
    "Common Purse": common_purse,
    "Siren": siren,
    "Sudden Thirst": sudden_thirst,
    "Open Mic": open_mic,
    "Crossed Wires": crossed_wires,
    "Applause": applause,
    "Blank Cheque": blank_cheque,
    "Kingmaker": kingmaker,
}
