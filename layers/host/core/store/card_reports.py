"""Keeps who finds something wrong with a card of a box: one report of each person and card, until somebody has looked.

All of it is found from the person again, so that they can take it with them, be merged, or be forgotten. How often a
card was reported is counted beside how it fares, and names nobody.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec
from msgspec import Struct

from host.core.store.items import HIGHEST, MOST_OPS, AddToCounts, DeleteItem, Failed, Item, Op, PutItem
from host.core.store.store import Store

KEPT = 180 * 86400.0
MOST_OF_CARD, MOST_OF_PERSON = 50, 200  # that are kept at once
REPORT, REPORTED = "report/", "reported/"


class Report(Struct, frozen=True):
    """What somebody finds wrong with a card, as they met it."""

    fault: str
    text: str  # of the card: it may be mended, or belong to a pack that is gone by the time somebody looks
    game: str
    at: float


class Found(Struct, frozen=True):
    """A report, and what it is about."""

    card: str
    person: str
    report: Report


_report = msgspec.json.Decoder(Report)


def add(store: Store, rules: str, card: str, person: str, report: Report) -> bool:
    """Keep it; false, where this person has reported the card before."""
    until = report.at + KEPT
    put = PutItem(Item(_box(rules), f"{REPORT}{card}/{person}", msgspec.json.encode(report), 1, until=until), 0)
    heading = PutItem(Item(f"person:{person}", f"{REPORTED}{rules}/{card}", until=until))
    try:
        store.table.write(
            [put, heading, AddToCounts(f"count:card:{rules}.{card}", "count", {f"reported.{report.fault}": 1})]
        )
    except Failed:
        return False
    return True


def full(store: Store, rules: str, card: str, person: str) -> bool:
    """Has enough been said about this card, or by this person?"""
    lead = f"{REPORT}{card}/"
    of_card = store.table.query(_box(rules), lead, f"{lead}{HIGHEST}", MOST_OF_CARD)
    return len(of_card) >= MOST_OF_CARD or len(_headings(store, person)) >= MOST_OF_PERSON


def listed(store: Store, rules: str, now: float) -> Iterator[Found]:
    """All reports that nobody has dealt with, card by card."""
    first = REPORT
    while items := store.table.query(_box(rules), first, f"{REPORT}{HIGHEST}"):
        for item in items:
            _, card, person = item.sk.split("/")
            if item.until > now and (report := store.read(item, _report.decode)):
                yield Found(card, person, report)
        first = items[-1].sk + "\x00"


def settle(store: Store, rules: str, card: str, which: Callable[[Report], bool] = lambda _: True) -> int:
    """Somebody has looked at the card: its reports go, or these of them. How many there were."""
    lead = f"{REPORT}{card}/"
    found = store.table.query(_box(rules), lead, f"{lead}{HIGHEST}")
    items = [item for item in found if (report := store.read(item, _report.decode)) is None or which(report)]
    gone: list[Op] = []
    for item in items:
        gone += _gone(rules, card, item.sk.removeprefix(lead))
    _write(store, gone)
    return len(items)


def exported(store: Store, person: str) -> list[dict[str, object]]:
    """What somebody has reported, for themselves to read."""
    found = []
    for rules, card in _headings(store, person):
        report = store.read(store.table.get(_box(rules), f"{REPORT}{card}/{person}"), _report.decode)
        if report:
            found.append({"game": report.game, "question": report.text, "fault": report.fault, "at": report.at})
    return found


def forget(store: Store, person: str) -> None:
    """Nothing is left of who has reported it."""
    _write(store, [op for rules, card in _headings(store, person) for op in _gone(rules, card, person)])


def hand_over(store: Store, goes: str, stays: str) -> None:
    """What one has reported, the other has."""
    for rules, card in _headings(store, goes):
        item = store.table.get(_box(rules), f"{REPORT}{card}/{goes}")
        moved: list[Op] = []
        if item is not None:
            heading = Item(f"person:{stays}", f"{REPORTED}{rules}/{card}", until=item.until)
            moved = [PutItem(msgspec.structs.replace(item, sk=f"{REPORT}{card}/{stays}")), PutItem(heading)]
        _write(store, [*_gone(rules, card, goes), *moved])


def _headings(store: Store, person: str) -> list[tuple[str, str]]:
    """The cards that somebody has reported, each with its rules."""
    items = store.table.query(f"person:{person}", REPORTED, f"{REPORTED}{HIGHEST}")
    return [(rules, card) for _, rules, card in (item.sk.split("/") for item in items)]


def _gone(rules: str, card: str, person: str) -> list[Op]:
    return [
        DeleteItem(_box(rules), f"{REPORT}{card}/{person}"),
        DeleteItem(f"person:{person}", f"{REPORTED}{rules}/{card}"),
    ]


def _box(rules: str) -> str:
    return f"box/{rules}"


def _write(store: Store, changes: list[Op]) -> None:
    for start in range(0, len(changes), MOST_OPS):
        store.table.write(changes[start : start + MOST_OPS])
