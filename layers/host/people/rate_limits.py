"""Host-wide rate limits for visitors without an account.

What somebody may do is bounded by who they are, but who comes for the first time could be anybody, any number of times.
So those are counted together, and when too many come, those who are known already still have as much room again.
"""

from __future__ import annotations

from engine.kernel import Illegal
from host.core import clocks
from host.core.context import HostContext
from host.core.store.rate_counters import Rate, let_in

TABLES = "Too many tables are being opened just now; try again in {time}."
PEOPLE = "Too many people are coming in just now; try again in {time}."
CODES = "Too many codes are being asked for just now; try again in {time}."


class Crowded(Illegal):
    """Too many want the same at once. It is nobody's fault, and passes."""


def table(house: HostContext, *, stranger: bool) -> None:
    """Somebody opens a table; strangers together take no more than half of the room there is."""
    rates = house.config.most_tables
    _let_in(house, "tables", [(span, most // 2) for span, most in rates] if stranger else rates, TABLES)


def newcomer(house: HostContext) -> None:
    """Somebody comes whom nobody knows."""
    _let_in(house, "people", house.config.most_newcomers, PEOPLE)


def code(house: HostContext) -> None:
    """A browser wants a code."""
    _let_in(house, "codes", house.config.most_newcomers, CODES)


def _let_in(house: HostContext, door: str, rates: tuple[Rate, ...] | list[Rate], text: str) -> None:
    if wait := let_in(house.store.table, door, rates, house.now()):
        raise Crowded(text, time=clocks.spoken(max(clocks.MINUTE, wait)))
