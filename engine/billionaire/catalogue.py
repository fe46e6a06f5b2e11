"""What everything in the game is, in a few sentences: taken from the scripts that do it, so that it cannot be wrong."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from engine.billionaire import analyzer, auction, decks, ends, orders, payment, powers, security, turn
from engine.billionaire.tables import (
    ANALYZE_ANY,
    DISASTER,
    ESPIONAGE,
    INVESTMENTS,
    PROXY_FIGHT,
    REGIONS,
    SECURITY,
)
from engine.kernel.ruleset import Element
from engine.kernel.text import Phrase, phrase


def rule(script: Callable[..., Any]) -> str:
    """The rule that a script keeps, in its own words, without its name before it."""
    text = " ".join((script.__doc__ or "").split())
    name, _, rest = text.partition(": ")
    said = rest if len(name) < 25 else text
    return said[:1].upper() + said[1:]


SPACES = {
    "Headquarters": rule(turn.land_at_headquarters),
    "Profit": rule(turn.land_on_profit),
    "Power Play": rule(turn.land_on_power_play),
    "Sealed Bids": rule(turn.land_on_bids),
    "Sealed Bids on Three": rule(turn.land_on_three),
    "Analyze": rule(turn.land_on_analyze),
}
CARDS = {
    SECURITY: rule(security.use),
    ANALYZE_ANY: rule(powers.any_investment),
    ESPIONAGE: rule(powers.espionage),
    PROXY_FIGHT: rule(powers.proxy_fight),
    DISASTER: rule(powers.disaster),
}
SPINS = {
    "Red Red": rule(analyzer.red_red),
    "Red Green": rule(analyzer.red_green),
    "Green Red": rule(analyzer.green_red),
    "Green Green": rule(analyzer.green_green),
}
BIDDING = {
    "Bids": rule(auction.bid),
    "Reveal": rule(auction.reveal),
    "Ties": rule(auction.tied),
    "Overbids": rule(auction.forfeit),
    "Sold out": rule(auction.another_deck),
    "Unwanted": rule(auction.called_off),
    "Payment": rule(auction.pay),
    "Ready-made payments": rule(payment.styles),
    "Free payments": rule(payment.fitting),
}
ORDERS = {
    "Standing bids": rule(orders.take_bid),
    "Pay orders": rule(orders.take_pay),
    "Keep orders": rule(orders.take_keep),
    "Guard orders": rule(orders.take_guard),
    "Counter orders": rule(orders.take_counter),
    "Ask orders": rule(orders.take_ask),
    "Stop orders": rule(orders.take_stop),
    "Bystander orders": rule(orders.take_others),
    "Answer orders": rule(orders.take_answer),
    "Card orders": rule(orders.take_cards),
    "Analysis orders": rule(orders.take_analyze),
    "Plans": rule(orders.take_plan),
    "Wake orders": rule(orders.take_wake),
}
COURSE = {
    "The deal": rule(turn.deal),
    "The first player": rule(turn.first),
    "A turn": rule(turn.begin),
    "The die": rule(turn.roll),
    "Profit cards": rule(decks.draw_profit),
    "The Analyzer": rule(analyzer.spin),
    "The goal": rule(ends.over),
    "The finish": rule(ends.finish),
    "The last round": rule(turn.new_round),
    "Leaving": rule(ends.depart),
}
GROUPS = {
    "Course of the game": COURSE,
    "Spaces": SPACES,
    "Bidding and paying": BIDDING,
    "Results of the Analyzer": SPINS,
    "Power Play cards": CARDS,
    "Standing orders": ORDERS,
}
RULES = {name: text for group in GROUPS.values() for name, text in group.items()}
FACES = {name.casefold(): name for name in (*RULES, *INVESTMENTS)}
HOUSE = {
    **dict.fromkeys(ORDERS, "so that nobody has to be awake"),
    "Headquarters": "a corner without an owner does nothing",
    "Sealed Bids": "what nobody bids for returns to its deck, unseen",
    "Ties": "after two ties only those who tied bid again, after four whoever sits next has it",
    "Ready-made payments": "three ways are offered, any other may be named",
    "Free payments": "no card too many may be given up",
    SECURITY: "before anything spins; an odd number stops, an even one lets happen",
    ESPIONAGE: "what it does", PROXY_FIGHT: "what it does", DISASTER: "what it does",
    ANALYZE_ANY: "also what is protected",
    "The last round": "so that every game ends",
    "Leaving": "by the computer, or bought out",
}  # fmt: skip


def explain(word: str) -> Phrase | None:
    """What something of this name is; None for any other word."""
    name = FACES.get(" ".join(word.split()).casefold(), "")
    if name in INVESTMENTS:
        found = INVESTMENTS[name]
        text = "{face}: an Investment in {region}, worth {amount:$}, trading at {trading:$}."
        return phrase(text, face=name, region=REGIONS[found.region], amount=found.actual, trading=found.trading)
    return phrase("{face}: {rule}", face=name, rule=RULES[name]) if name else None


def topics() -> dict[str, list[str]]:
    """All that has a rule of its own."""
    return {**{group: [*rules] for group, rules in GROUPS.items()}, "Investments": [*INVESTMENTS]}


def elements() -> Sequence[Element]:
    """Spaces, Power Play cards, results of the Analyzer, rules of bidding, orders, Investments."""
    named = [
        Element(name, group, KEYS.get(name, ()), HOUSE.get(name, ""), LOOKS.get(name, ""))
        for group, rules in GROUPS.items()
        for name in rules
    ]
    made_up = "name and value"
    return [*named, *(Element(name, REGIONS[found.region], house=made_up) for name, found in INVESTMENTS.items())]


KEYS: dict[str, tuple[str, ...]] = {  # what the keys of draws and questions begin with
    "The deal": ("deal",),
    "The die": ("die",),
    "A turn": ("turn",),
    "Profit": ("profit",),
    "Power Play": ("power",),
    "Sealed Bids": ("deck",),
    "Sold out": ("bids",),
    "Bids": ("bid",),
    "Payment": ("pay",),
    "Analyze": ("analyze",),
    "The Analyzer": ("analyzer",),
    SECURITY: ("security",),
    ESPIONAGE: ("espionage",),
    PROXY_FIGHT: ("proxy_fight",),
    "Wake orders": ("look",),
}
LOOKS = {  # how what has happened is told, or written
    "The deal": "is dealt", "The first player": "begins", "A turn": "rolls", "The die": "rolls",
    "Profit cards": "Profit card", "The Analyzer": "The Analyzer says", "The goal": "is reached by",
    "The finish": "shows", "The last round": "That was the last of", "Leaving": "is bought out",
    "Bids": "has bid", "Reveal": "has bid", "Ties": "have bid the same", "Overbids": "more than they can pay",
    "Sold out": "is sold out", "Unwanted": "Nobody bids", "Payment": "pays", "Ready-made payments": "pay keep cash",
    "Free payments": "is to be paid", "Analyze": "analyzes", "Sealed Bids": "up for sealed bids",
    "Red Red": "red and red", "Red Green": "red and green", "Green Red": "green and red",
    "Green Green": "green and green",
    "Standing bids": "play order eurasia", "Pay orders": "play order pay", "Keep orders": "play order keep",
    "Guard orders": "play order guard", "Counter orders": "play order counter", "Ask orders": "play order ask",
    "Stop orders": "play order stop", "Bystander orders": "play order others",
    "Answer orders": "play order answer", "Card orders": "play order cards", "Analysis orders": "play order analyze",
    "Plans": "play order plan", "Wake orders": "play order wake",
}  # fmt: skip
