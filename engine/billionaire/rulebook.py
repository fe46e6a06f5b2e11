"""The rules page for players, printed from the rules: what the scripts say of what they do, and the tables."""

from __future__ import annotations

from collections.abc import Iterable

from engine.billionaire import catalogue, orders
from engine.billionaire.options import BILLIONAIRE_OPTION_TEXTS
from engine.billionaire.tables import (
    CORNER_COLOURS,
    INVESTMENTS,
    POWER_DECK,
    PROFIT_DECK,
    REGIONS,
    TRACK,
    TRACK_CORNERS,
    TRADING_MILLIONS,
    M,
)
from engine.kernel.ruleset import format_rules_table

INTRODUCTION = """
# Billionaire

For players: a board game of 1973 for two to four, played over days. Printed by `rtab page billionaire` from the rules.

## In five minutes

1. Open a game: `/newgame billionaire` in a chat, `!new billionaire` in a thread, the button on the page. Others
   `join`; then `begin`.
2. In your turn play Power Play cards, if you have any, and roll the die.
3. Where you land, an Investment may come up for **sealed bids**. All bid at once, in secret. The highest bidder gets it
   and pays the player who landed there.
4. With some spaces and cards you can **analyze** what another player owns. With some luck you take it.
5. Leave a **standing order** for what you would always do, such as `order eurasia up to 5m keep 1m`. Then nobody has to
   wait for you.
6. When somebody has a billion, all show their cards, and the one with most in Investments and cash wins.

The order of the spaces and the names, values and numbers of the cards are ours, the rest is the game's.
[Rulings](rulings-billionaire.md) settle what the rules leave open.
"""
SECRETS_SECTION = """
## What nobody can tell

Nobody is told who has bid before all have, who has left orders, or who holds which cards. Whether and how long you are
asked about a Security depends on your orders and on how many cards you hold, never on which.
"""
MEASURED = """
## How long it takes, and how fair it is

Medians of 300 simulated games of four people who look in twice a day:

| Standing orders | Looks at which one must decide something | Days |
| --- | --- | --- |
| none | 33 | 29 |
| bids for what others auction, and how to pay | 13 | 16 |
| and for the cards in one's hand | 8 | 9 |
| for everything | 0 | less than one |

Every seat and the beginner win within two points of an even share; as in the book (`book=yes`) the beginner wins 27 of
a hundred games of four. `rtab simulate billionaire --all FILE` plays it anew.
"""
WRITTEN = {  # the words after `order` that give each standing order
    "Standing bids": tuple(orders.LOTS),
    "Pay orders": ("pay",),
    "Keep orders": ("keep",),
    "Guard orders": ("guard",),
    "Counter orders": ("counter",),
    "Ask orders": ("ask",),
    "Stop orders": ("stop",),
    "Bystander orders": ("others",),
    "Answer orders": ("answer",),
    "Card orders": ("cards",),
    "Analysis orders": ("analyze",),
    "Plans": ("plan",),
    "Wake orders": ("wake",),
}


def build_rules_page() -> str:
    """Return the whole rules page of the game as Markdown."""
    parts = [
        INTRODUCTION.strip(),
        format_track_table(),
        *map(format_billionaire_rules, catalogue.GROUPS),
        format_card_lists(),
        format_billionaire_options(),
    ]
    return "\n\n".join([*parts, *map(str.strip, (SECRETS_SECTION, MEASURED))]) + "\n"


def format_track_table() -> str:
    """Return a Markdown table of the spaces on the track, one row for each side of the board, for the rules page."""
    sides = [TRACK[start : start + len(TRACK) // len(TRACK_CORNERS)] for start in TRACK_CORNERS]
    rows = [[CORNER_COLOURS[n], *(space.name for space in side[1:])] for n, side in enumerate(sides)]
    return f"## The track\n\n{format_rules_table(['Headquarters', *'12345'], rows)}"


def format_billionaire_rules(group: str) -> str:
    """Format one named group of the rules (squares, cards, orders …) as a heading with a Markdown list below."""
    rules = catalogue.GROUPS[group]
    lines = [f"- **{name}**{format_written_orders(name)}: {rule}" for name, rule in rules.items()]
    return "\n".join([f"## {group}\n", *lines])


def format_written_orders(name: str) -> str:
    """Return, in brackets after a space, as Markdown, how players type the standing orders that go with the rule of
    this name, the first of them with an example; empty if it has none.
    """
    words = WRITTEN.get(name, ())
    written = [f"`order {about} {orders.EXAMPLES[about]}`" if n == 0 else f"`{about}`" for n, about in enumerate(words)]
    return f" ({', '.join(written)})" if written else ""


def format_card_lists() -> str:
    """Return Markdown lists of all cards, with the worth of each and how many there are, for the rules page."""
    profit = ", ".join(f"{count} of ${value // M}M" for value, count in PROFIT_DECK.items())
    power = ", ".join(f"{count} {name}" for name, count in POWER_DECK.items())
    investments = [
        f"- **{REGIONS[region]}**: {format_investment_list(names)}" for region, names in TRADING_MILLIONS.items()
    ]
    head = f"## The cards\n\n- **Profit**: {profit}\n- **Power Play**: {power}"
    worth = "Investments, with what they are worth; they pay for a tenth of it:"
    return "\n".join([head, "", worth, "", *investments])


def format_investment_list(names: Iterable[str]) -> str:
    """Format these Investments, each with its worth in millions, as one list for the rules page."""
    return ", ".join(f"{name} {INVESTMENTS[name].actual // M}" for name in names)


def format_billionaire_options() -> str:
    """Format a Markdown list of the options that players can choose for a new game, for the rules page."""
    return "\n".join(["## Options\n", *(f"- `{name}`: {text}" for name, text in BILLIONAIRE_OPTION_TEXTS.items())])
