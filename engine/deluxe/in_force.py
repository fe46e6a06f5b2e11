"""What everybody may see to be in force on a grid: effects, and what spaces have promised or laid."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.deluxe import tables
from engine.deluxe.state import Deal, Grid, Race
from engine.deluxe.verbs import tenths
from engine.kernel.text import Words, phrase


def toll_lane(deal: Deal, stake: int) -> Words:
    """A column that costs."""
    return phrase("Toll Lane of {who}: column {n}, {stake:$} a space", who=deal.who, n=deal.n, stake=stake)


def hot_potato(deal: Deal, stake: int) -> Words:
    """Who would pay."""
    return phrase("Hot Potato: {who} holds it, {stake:$}", who=deal.who, stake=2 * stake)


def bounty(deal: Deal, stake: int) -> Words:
    """Whom a bomb should hit."""
    return phrase("Bounty of {who} on {about}: {stake:$}", who=deal.who, about=deal.about, stake=2 * stake)


def headliner(deal: Deal, _: int) -> Words:
    """Whose base counts twice."""
    return phrase("Headliner: {who}", who=deal.who)


def golden_ticket(deal: Deal, _: int) -> Words:
    """Who plays the Jackpot Chance."""
    return phrase("Golden Ticket: {who}", who=deal.who)


def echo(deal: Deal, _: int) -> Words:
    """Who is paid the next money, too."""
    return phrase("Echo: {who}", who=deal.who)


def piggy_bank(deal: Deal, _: int) -> Words:
    """What is buried."""
    return phrase("Piggy Bank of {who}: {n:$}", who=deal.who, n=deal.n)


def handshake(deal: Deal, stake: int) -> Words:
    """Who has shaken hands."""
    return phrase("Handshake of {who} and {about}: {stake:$}", who=deal.who, about=deal.about, stake=2 * stake)


def encore(deal: Deal, _: int) -> Words:
    """Who may open a second space."""
    return phrase("Encore: {who}, {n} more {n:turn|turns}", who=deal.who, n=deal.n)


def apprentice(deal: Deal, _: int) -> Words:
    """Who learns from whom."""
    return phrase("Apprentice of {about}: {who}", who=deal.who, about=deal.about)


def ice_cube(deal: Deal, _: int) -> Words:
    """What cannot be opened."""
    return phrase("Ice Cube on {n}, until {until} are open", n=deal.n, until=deal.until)


def phone_a_bench(deal: Deal, stake: int) -> Words:
    """Which space somebody has been told of."""
    return phrase(
        "{about} has named {n} to {who}: {stake:$} each", about=deal.about, n=deal.n, who=deal.who, stake=2 * stake
    )


def kingmaker(deal: Deal, _: int) -> Words:
    """Who is crowned."""
    return phrase("Kingmaker {who} has crowned {about}", who=deal.who, about=deal.about)


SHOWN: Mapping[str, Callable[[Deal, int], Words]] = {
    "Toll Lane": toll_lane,
    "Hot Potato": hot_potato,
    "Bounty": bounty,
    "Headliner": headliner,
    "Golden Ticket": golden_ticket,
    "Echo": echo,
    "Piggy Bank": piggy_bank,
    "Handshake": handshake,
    "Encore": encore,
    "Apprentice": apprentice,
    "Ice Cube": ice_cube,
    "Phone a Bench": phone_a_bench,
    "Kingmaker": kingmaker,
}


def in_force(race: Race, r: Grid) -> list[Words]:
    """Return all that is in force on a grid, as everybody sees it; every stake as a sum."""
    stake = tables.PHASES[race.phase].stake
    shown: list[Words] = [*r.in_force]
    if r.stage != "play":
        return shown
    shown += [
        SHOWN[deal.name](deal, stake) for deal in r.deals if deal.name in SHOWN and (deal.n or deal.name != "Encore")
    ]
    for who, seat in r.seats.items():
        if seat.coat:
            shown.append(phrase("Coat Check of {who}: {times}", who=who, times=tenths(seat.coat)))
        if race.players[who].paper and seat.status == "in":
            shown.append(phrase("Paper Round of {who}: {n} more {n:pick|picks}", who=who, n=race.players[who].paper))
    if r.last_picks:
        shown.append(phrase("Still to pick: {players}", players=r.last_picks))
    if r.thirst:
        shown.append(phrase("Over at {n} closed spaces", n=r.thirst))
    return shown
