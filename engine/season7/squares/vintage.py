"""Squares from earlier seasons."""

from __future__ import annotations

from engine.kernel.table import Script
from engine.kernel.text import Words, format_money
from engine.season7 import banker, digits, events, salary, spells, verbs
from engine.season7.resolve import resolve_square
from engine.season7.table import RoundTable

WEEKLY = range(100_000, 250_001, 1_000)


async def access(t: RoundTable, finder: str) -> None:
    """The finder will be in the next Super Round, whatever becomes of them."""
    verbs.grant_access(t, finder)


async def footballers_salary(t: RoundTable, finder: str) -> None:
    """A weekly wage is drawn; the finder is paid a year of it after tax and National Insurance, as cash."""
    weekly = t.draw_one("footballers_salary.weekly", WEEKLY)
    net = salary.compute_take_home_pay(weekly)
    # What was not selected, but came by Metronome, never lay on the board.
    paid = verbs.pay_board_cash if t.round.selecting else verbs.pay_handed_cash
    with t.scene(events.SalarySigned(who=finder, weekly=weekly, net=net)):
        paid(t, finder, net)


async def oneplus(t: RoundTable, finder: str) -> None:
    """Every digit of the finder's total but the first goes up by one; nines stay."""
    total = t.player(finder).total
    more = digits.raise_digits_after_first(total) - total
    if not more:
        t.tell(events.OnePlusUseless(who=finder))
        return
    with t.scene(events.OnePlusRaised(who=finder)):
        verbs.gain(t, finder, more, "vintage")


# -- Banker's Offer


async def bankers_offer(t: RoundTable, finder: str) -> None:
    """The bank offers to buy the finder's place in the round and every bonus that goes with it.

    The finder may refuse. Who deals is paid exactly what was offered, and leaves the round without a penalty: booster,
    minigames and all that is held are gone, and what losing was to cost is paid.
    """
    offer = banker.draw_bank_offer(t, finder)
    t.tell(events.BankCalled(who=finder))
    if offer.hidden:
        t.whisper(finder, events.BankHiddenSeen(hidden=offer.hidden))
    answer = await t.ask(
        "bankers_offer.answer",
        finder,
        "For your place in the round and every bonus of yours the bank offers {package}. No penalty. Deal?",
        {"deal": "Deal", "no deal": "No deal"},
        lapse="no deal",
        package=format_offer_package(offer),
        cash=offer.cash,
    )
    if answer == "deal" and not t.round.is_contested():
        t.tell(events.BankHungUp(who=finder))
    elif answer == "deal":
        with t.scene(events.DealMade(who=finder, package=format_offer_package(offer))):
            sell_place(t, finder, offer)
    else:
        t.tell(events.DealRefused(who=finder))


def format_offer_package(offer: banker.BankOffer) -> list[Words]:
    """Format the offer in words."""
    parts: list[Words] = [format_money(offer.cash)] * bool(offer.cash or offer.extra == "nothing")
    return parts + [offer.extra] * (offer.extra != "nothing")


def sell_place(t: RoundTable, who: str, offer: banker.BankOffer) -> None:
    """Let the place go, and pay the package exactly as offered."""
    booster = t.player(who).booster
    verbs.surrender_place(t, who)
    spells.end_worn_off_spells(t, who)
    verbs.gain(t, who, offer.cash, "banker")
    if offer.extra == "the booster back":
        verbs.set_booster(t, who, booster)
    elif offer.extra == "Access":
        verbs.grant_access(t, who)
    elif offer.hidden:
        verbs.give_hidden(t, who, offer.hidden)


# -- Knife Edge


async def knife_edge(t: RoundTable, finder: str) -> None:
    """The finder's next selection will be either a bomb, or a Win Zone with a hidden square: even chances.

    Where a bomb lies already, it stays a bomb.
    """
    t.seat(finder).knife_edge = True
    t.tell(events.KnifeEdgeStood(who=finder))


def decide_knife_edge(t: RoundTable, who: str, n: int) -> Script[str | None] | None:
    """Return the script that decides a Knife Edge; None if the player is not on one, or a bomb lies there already."""
    seat = t.seat(who)
    on_edge, seat.knife_edge = seat.knife_edge, False
    return resolve_knife_edge(t, who, n) if on_edge and not t.find_cell(n).bombs else None


async def resolve_knife_edge(t: RoundTable, who: str, n: int) -> str | None:
    """Put a bomb on the square or a Win Zone in its place, even chances; return "Win Zone" if that is what is shown."""
    cell = t.find_cell(n)
    if t.draw_one("knife_edge.side", ("Bomb", "Win Zone")) == "Bomb":
        cell.bombs.append("")
        return None
    cell.face, cell.hidden = "Win Zone", ""
    with t.scene(events.KnifeEdgeWon(who=who, n=n)):
        await resolve_square(t, who, "Win Zone")
        secrets = t.state.options.list_hidden_squares()
        if secrets and t.seat(who).status == "in":
            verbs.give_hidden(t, who, t.draw_one("knife_edge.hidden", secrets))
    return "Win Zone"
