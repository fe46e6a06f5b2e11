"""The rules page for players, printed from the rules: what the scripts say of what they do, and the tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.billionaire import catalogue, orders
from engine.billionaire.options import ABOUT
from engine.billionaire.tables import COLOURS, CORNERS, INVESTMENTS, POWER_DECK, PROFIT_DECK, REGIONS, TRACK, WORTH, M
from engine.kernel.page import table

INTRODUCTION = """
# Billionaire

A board game of 1973 for two to four, played over days. `/newgame billionaire` opens a table, on the web page the
button. Whoever has most in Investments and cash wins, as soon as somebody has reached a billion.

The kinds of spaces and cards, the Analyzer and the rules of bidding are the game's; the order of the spaces, the names
and values of the cards and how many there are of each are ours. What the rules leave open is settled in
[rulings.md](rulings.md).

In a turn you roll a die, move clockwise, and do what the space says. Sealed bids are asked of everybody at once. All
that waits for a decision of yours can be decided beforehand by a **standing order**: nobody else ever sees one, and you
may change it at any time. A turn in which orders cover everything plays through by itself.
"""
SECRETS = """
## What nobody can tell

Nobody is told who has bid before all have, who has left orders, or who holds which cards. Whether you are asked about
a Security, and for how long, depends on your orders and on how many cards you hold, and never on which. Each bid is
sealed with a receipt: what was sealed is told with the bids, and when the game is over, `rtab verify` checks it, as it
does the hands that were dealt, the die, the Analyzer and every card that was drawn.
"""
MEASURED = """
## How long it takes, and how fair it is

Simulated, in 300 games of four people who look in twice a day:

| Standing orders | Looks at which one must decide something (median, 95 %) | Times that all wait for somebody | Days |
| --- | --- | --- | --- |
| none | 33, 44 | 133, six in ten for one person alone | 29 |
| bids for what others auction, and how to pay | 13, 20 | 51 | 15 (95 %: 22) |
| and for the cards in one's hand (200 games) | 8, 12 | 30 | 9 (95 %: 15) |
| for everything | 0, 1 | 0 | less than one |

Over 4,000 games at each size, played by alike computer players, the round played to its end:

| Players | Wins by seat | Wins of who begins | Ends by a billion, by the last card | Rounds (median, 95 %) |
| --- | --- | --- | --- | --- |
| 2 | 50, 50 | 52 % | 100 %, 0 % | 23, 35 |
| 3 | 33, 34, 33 | 34 % | 96 %, 4 % | 21, 31 |
| 4 | 25, 26, 23, 26 | 28 % | 39 %, 61 % | 19, 26 |

Where the game ends at once, who begins in a game of three wins half a point more. `rtab simulate billionaire` shows
more.
"""


def page() -> str:
    """All of it."""
    parts = [INTRODUCTION.strip(), track(), *map(rules, catalogue.GROUPS), order_table(), cards(), options()]
    return "\n\n".join([*parts, SECRETS.strip(), MEASURED.strip()]) + "\n"


def track() -> str:
    """The spaces, one side after the other."""
    sides = [TRACK[start : start + len(TRACK) // len(CORNERS)] for start in CORNERS]
    rows = [[COLOURS[n], *(space.name for space in side[1:])] for n, side in enumerate(sides)]
    return f"## The track\n\n{table(['Headquarters', *'12345'], rows)}"


def rules(group: str) -> str:
    """One family of rules."""
    lines = [f"- **{name}**: {text}" for name, text in catalogue.GROUPS[group].items()]
    return "\n".join([f"## {group}\n", *lines])


def order_table() -> str:
    """How each order is given."""
    bids = [[f"`order {lot}`", label, "`up to 5m keep 1m`"] for lot, label in orders.LOTS.items()]
    others = [[f"`order {key}`", label, f"`{EXAMPLES[key]}`"] for key, label in orders.LABELS.items()]
    return table(["Order", "What it is about", "For example"], [*bids, *others])


EXAMPLES: Mapping[str, str] = {
    "pay": "keep investments",
    "keep": "Caspian Oil Fields",
    "guard": "80m",
    "counter": "100m",
    "ask": "yes",
    "stop": "bids, espionage",
    "cards": "quiet",
    "analyze": "best",
    "plan": "Disaster: Ural Steel",
}


def cards() -> str:
    """All cards, with what they are worth and how many there are."""
    profit = ", ".join(f"{count} of ${value // M}M" for value, count in PROFIT_DECK.items())
    power = ", ".join(f"{count} {name}" for name, count in POWER_DECK.items())
    investments = [f"- **{REGIONS[region]}**: {listed(names)}" for region, names in WORTH.items()]
    head = f"## The cards\n\n- **Profit**: {profit}\n- **Power Play**: {power}"
    worth = "Investments, with what they are worth; they pay for a tenth of it:"
    return "\n".join([head, "", worth, "", *investments])


def listed(names: Iterable[str]) -> str:
    """Investments with their worth in millions."""
    return ", ".join(f"{name} {INVESTMENTS[name].actual // M}" for name in names)


def options() -> str:
    """What can be agreed upon."""
    return "\n".join(["## Options\n", *(f"- `{name}`: {text}" for name, text in ABOUT.items())])
