"""Host-wide rate limits for visitors without an account.

What somebody may do is bounded by who they are, but who comes for the first time could be anybody, any number of times.
So those are counted by where they come from and where they go, and those who open something all together; when too many
come, those who are known already still have as much room again.
"""

from __future__ import annotations

import hashlib

from engine.kernel import Illegal
from host.core.context import HostContext
from host.core.deadlines import clocks
from host.core.store.rate_counters import Rate, let_in

TABLES = "Too many tables are being opened just now; try again in {time}."
PEOPLE = "Too many people are coming in just now; try again in {time}."
SOUGHT = "Too many tables are looking for players just now; try again in {time}."
CHECKS = "Too many games are being checked just now; try again in {time}."
FAMED = "Too many people look at lists and profiles just now; try again in {time}."
CODES = "Too many codes are being asked for just now; try again in {time}."


class Crowded(Illegal):
    """Too many want the same at once. It is nobody's fault, and passes."""


def table(host: HostContext, *, stranger: bool) -> None:
    """Somebody opens a table; strangers together take no more than half of the room there is."""
    rates = host.config.most_tables
    _let_in(host, "tables", [(span, most // 2) for span, most in rates] if stranger else rates, TABLES)


def stranger(host: HostContext, address: str) -> None:
    """Somebody whom nobody knows wants something. Asked first: who is one too many here takes no room elsewhere."""
    _from(host, "people", address, PEOPLE)


def newcomer(host: HostContext, game: str = "") -> None:
    """They open something, or sit down at a game: to that they are invited, so whatever goes on elsewhere does not
    keep them from it.
    """
    if game:
        _let_in(host, f"game/{_bucket(game)}", host.config.most_at_a_game, PEOPLE)
    else:
        _let_in(host, "people", host.config.most_newcomers, PEOPLE)


def seeking(host: HostContext) -> None:
    """One more table looks for players among strangers."""
    _let_in(host, "seeking", host.config.most_sought, SOUGHT)


def famed(host: HostContext) -> None:
    """A list or a profile is to be put together, for which many games are read."""
    _let_in(host, "famed", host.config.most_famed, FAMED)


def checking(host: HostContext) -> None:
    """A whole game is to be played again, for whoever checks it."""
    _let_in(host, "checks", host.config.most_checks, CHECKS)


def code(host: HostContext, address: str) -> None:
    """A browser wants a code."""
    _from(host, "codes", address, CODES)
    _let_in(host, "codes", host.config.most_newcomers, CODES)


def _from(host: HostContext, what: str, address: str, text: str) -> None:
    if address:
        _let_in(host, f"{what}/{_bucket(address)}", host.config.most_by_one, text)


def _bucket(word: str) -> str:
    """One of 4096: so counters stay few, however many come, and keep nobody's address."""
    return hashlib.sha256(word.encode()).hexdigest()[:3]


def _let_in(host: HostContext, door: str, rates: tuple[Rate, ...] | list[Rate], text: str) -> None:
    if wait := let_in(host.store.table, door, rates, host.now()):
        raise Crowded(text, time=clocks.spoken(max(clocks.MINUTE, wait)))
