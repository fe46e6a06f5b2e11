"""What everybody may see to be in force on a grid: effects, and what spaces have promised or laid."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.deluxe import tables
from engine.deluxe.state import DeluxeGrid, DeluxeRace, GridDeal
from engine.deluxe.verbs import format_multiplier
from engine.kernel.text import Words, phrase


def format_toll_lane(deal: GridDeal, stake: int) -> Words:
    """Return whose Toll Lane it is, its column and its price."""
    return phrase("Toll Lane of {who}: column {n}, {stake:$} a space", who=deal.who, n=deal.n, stake=stake)


def format_hot_potato(deal: GridDeal, stake: int) -> Words:
    """Return who holds the Hot Potato and what they would pay."""
    return phrase("Hot Potato: {who} holds it, {stake:$}", who=deal.who, stake=2 * stake)


def format_bounty(deal: GridDeal, stake: int) -> Words:
    """Return who has put a Bounty on whom, and its sum."""
    return phrase("Bounty of {who} on {about}: {stake:$}", who=deal.who, about=deal.about, stake=2 * stake)


def format_headliner(deal: GridDeal, _: int) -> Words:
    """Return whose base counts twice."""
    return phrase("Headliner: {who}", who=deal.who)


def format_golden_ticket(deal: GridDeal, _: int) -> Words:
    """Return who plays the Jackpot Chance if they win."""
    return phrase("Golden Ticket: {who}", who=deal.who)


def format_echo(deal: GridDeal, _: int) -> Words:
    """Return who is also paid the next money that somebody else finds."""
    return phrase("Echo: {who}", who=deal.who)


def format_piggy_bank(deal: GridDeal, _: int) -> Words:
    """Return whose Piggy Bank is buried and what is in it."""
    return phrase("Piggy Bank of {who}: {n:$}", who=deal.who, n=deal.n)


def format_handshake(deal: GridDeal, stake: int) -> Words:
    """Return who has shaken hands with whom, and for how much."""
    return phrase("Handshake of {who} and {about}: {stake:$}", who=deal.who, about=deal.about, stake=2 * stake)


def format_encore(deal: GridDeal, _: int) -> Words:
    """Return who may open a second space, and in how many turns."""
    return phrase("Encore: {who}, {n} more {n:turn|turns}", who=deal.who, n=deal.n)


def format_apprentice(deal: GridDeal, _: int) -> Words:
    """Return who is whose Apprentice."""
    return phrase("Apprentice of {about}: {who}", who=deal.who, about=deal.about)


def format_ice_cube(deal: GridDeal, _: int) -> Words:
    """Return which space cannot be opened, and until when."""
    return phrase("Ice Cube on {n}, until {until} are open", n=deal.n, until=deal.until)


def format_phone_a_bench(deal: GridDeal, stake: int) -> Words:
    """Return which space somebody on the bench has named to whom, and for how much."""
    return phrase(
        "{about} has named {n} to {who}: {stake:$} each", about=deal.about, n=deal.n, who=deal.who, stake=2 * stake
    )


def format_kingmaker(deal: GridDeal, _: int) -> Words:
    """Return whom a Kingmaker has crowned."""
    return phrase("Kingmaker {who} has crowned {about}", who=deal.who, about=deal.about)


DEAL_FORMATTERS: Mapping[str, Callable[[GridDeal, int], Words]] = {
    "Toll Lane": format_toll_lane,
    "Hot Potato": format_hot_potato,
    "Bounty": format_bounty,
    "Headliner": format_headliner,
    "Golden Ticket": format_golden_ticket,
    "Echo": format_echo,
    "Piggy Bank": format_piggy_bank,
    "Handshake": format_handshake,
    "Encore": format_encore,
    "Apprentice": format_apprentice,
    "Ice Cube": format_ice_cube,
    "Phone a Bench": format_phone_a_bench,
    "Kingmaker": format_kingmaker,
}


def list_effects_in_force(race: DeluxeRace, r: DeluxeGrid) -> list[Words]:
    """Return everything in force on a grid, as everybody sees it, with stakes as sums."""
    stake = tables.PHASES[race.phase].stake
    shown: list[Words] = [*r.in_force]
    if r.stage != "play":
        return shown
    shown += [
        DEAL_FORMATTERS[deal.name](deal, stake)
        for deal in r.deals
        if deal.name in DEAL_FORMATTERS and (deal.n or deal.name != "Encore")
    ]
    for who, seat in r.seats.items():
        if seat.coat:
            shown.append(phrase("Coat Check of {who}: {times}", who=who, times=format_multiplier(seat.coat)))
        if race.players[who].paper and seat.status == "in":
            shown.append(phrase("Paper Round of {who}: {n} more {n:pick|picks}", who=who, n=race.players[who].paper))
    if r.last_picks:
        shown.append(phrase("Still to pick: {players}", players=r.last_picks))
    if r.thirst:
        shown.append(phrase("Over at {n} closed spaces", n=r.thirst))
    return shown
