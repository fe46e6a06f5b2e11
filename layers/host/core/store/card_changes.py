"""Keeps what has become of a box's cards since it was printed (withdrawn, mended, moved), and reports about them.

Games that hold a card keep it as it was; whatever is laid out from then on is as it stands here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

import msgspec
from msgspec import Struct

from host.core.store.items import (
    HIGHEST,
    MOST_OPS,
    AddToCounts,
    DeleteItem,
    Failed,
    Item,
    Op,
    PutItem,
    iter_items,
    list_headings,
)
from host.core.store.store import Store

CARD, NIGHT = "card/", "box"  # the note of the box itself stands before its cards


class CardChange(Struct, frozen=True, omit_defaults=True):
    """What is different about a card since it was printed."""

    withdrawn: bool = False
    fields: Mapping[str, Any] = {}  # in place of the printed ones, as an operator has mended it
    scored: Mapping[str, Any] = {}  # and in place of those, as real answers have moved it
    moved: float = 0.0  # when real answers moved it last
    since: Mapping[str, int] = {}  # how it had fared by then

    @property
    def changed_fields(self) -> dict[str, Any]:
        """All fields that differ from the printed card, by name with their new values: what an operator has
        corrected and, over that, the difficulty that players' answers have given it.
        """
        return {**self.fields, **self.scored}


_card_change_decoder = msgspec.json.Decoder(CardChange)


def load_card_changes(store: Store, rules: str) -> tuple[dict[str, CardChange], bool]:
    """Return the stored changes (corrections, withdrawals, levels) of the cards of a game (`rules`), by card id,
    without unreadable ones; and whether anything is stored about these cards, be it only the time of their last review.
    """
    found: dict[str, CardChange] = {}
    first = NIGHT
    while items := store.table.query(_build_box_key(rules), first, f"{CARD}{HIGHEST}"):
        for item in items:
            if item.sk != NIGHT and (change := store.read(item, _card_change_decoder.decode)):
                found[item.sk.removeprefix(CARD)] = change
        first = items[-1].sk + "\x00"
    return found, first != NIGHT


def update_card_change(store: Store, rules: str, card: str, update: Callable[[CardChange], CardChange]) -> CardChange:
    """Save and return what `update` makes of the stored changes of a card (corrections, withdrawal, level; empty if
    there are none), or delete them if nothing is different from the printed card. If another process changes them at
    this very moment, `update` is called again with what that one has saved.
    """
    where = _build_box_key(rules), f"{CARD}{card}"
    while True:
        item = store.table.get(*where)
        version = item.version if item else 0
        new = update(store.read(item, _card_change_decoder.decode) or CardChange())
        put = PutItem(Item(*where, msgspec.json.encode(new), version + 1), version)
        with suppress(Failed):
            store.table.write([DeleteItem(*where, version) if new == CardChange() else put])
            return new


def load_last_review(store: Store, rules: str) -> tuple[float, int]:
    """Return the time at which the cards of a game (`rules`) were last reviewed (or, before any review, first dealt),
    and the version number of that record, with which to claim the next review; both 0 if there is no such record.
    """
    item = store.table.get(_build_box_key(rules), NIGHT)
    return store.read_moment(item), item.version if item else 0


def claim_review(store: Store, rules: str, now: float, version: int) -> bool:
    """Record that the cards of a game (`rules`) are being reviewed now (or first dealt), and return True; False if the
    record no longer has the expected `version` (0: there is none), because another process has done so first.
    """
    try:
        store.table.write([PutItem(Item(_build_box_key(rules), NIGHT, repr(now).encode(), version + 1), version)])
    except Failed:
        return False
    return True


def _build_box_key(rules: str) -> str:
    """Return the partition key of what is stored about a ruleset's cards."""
    return f"box/{rules}"


DAY_CARDS_KEPT_SECONDS = 60 * 86400.0  # a table opened that day may begin later
DAY_KEY_PREFIX = "day/"
_day_cards_decoder = msgspec.json.Decoder(list[dict[str, Any]])


def load_day_cards(store: Store, rules: str, day: str) -> list[dict[str, Any]] | None:
    """Return the cards, as dictionaries, that everybody gets on this date; None if they were never saved (nobody has
    played that day yet), were deleted after sixty days, or cannot be read.
    """
    return store.read(store.table.get(f"box/{rules}", f"{DAY_KEY_PREFIX}{day}"), _day_cards_decoder.decode)


def save_day_cards(
    store: Store, rules: str, day: str, cards: Sequence[dict[str, Any]], now: float
) -> list[dict[str, Any]]:
    """Save the cards that everybody gets on this date, for sixty days from `now`; if another process was first, change
    nothing. Return those that are saved, as dictionaries.
    """
    item = Item(
        f"box/{rules}", f"{DAY_KEY_PREFIX}{day}", msgspec.json.encode(cards), 1, until=now + DAY_CARDS_KEPT_SECONDS
    )
    try:
        store.table.write([PutItem(item, 0)])
    except Failed:
        return load_day_cards(store, rules, day) or list(cards)
    return list(cards)


REPORT_KEPT_SECONDS = 180 * 86400.0
MOST_OF_CARD, MOST_OF_PERSON = 50, 200  # that are kept at once
REPORT, REPORTED = "report/", "reported/"


class Report(Struct, frozen=True):
    """What somebody finds wrong with a card, as they met it."""

    fault: str
    text: str  # of the card: it may be mended, or belong to a pack that is gone by the time somebody looks
    game: str
    at: float


class CardReport(Struct, frozen=True):
    """A report with the card it is about and the person who sent it."""

    card: str
    person: str
    report: Report


_report_decoder = msgspec.json.Decoder(Report)


def save_card_report(store: Store, rules: str, card: str, person: str, report: Report) -> bool:
    """Save a person's report of a faulty card for 180 days and count it for the card, by its fault; return False, and
    do neither, if an earlier report of theirs about it is still stored. The caller checks `has_too_many_reports`.
    """
    until = report.at + REPORT_KEPT_SECONDS
    put = PutItem(
        Item(_build_report_partition(rules), f"{REPORT}{card}/{person}", msgspec.json.encode(report), 1, until=until), 0
    )
    heading = PutItem(Item(f"person:{person}", f"{REPORTED}{rules}/{card}", until=until))
    try:
        store.table.write(
            [put, heading, AddToCounts(f"count:card:{rules}.{card}", "count", {f"reported.{report.fault}": 1})]
        )
    except Failed:
        return False
    return True


def has_too_many_reports(store: Store, rules: str, card: str, person: str) -> bool:
    """Return whether another report that this card is faulty must be refused, because enough are stored already (fifty
    about the card, or two hundred from this person, settled ones not counted).
    """
    lead = f"{REPORT}{card}/"
    of_card = store.table.query(_build_report_partition(rules), lead, f"{lead}{HIGHEST}", MOST_OF_CARD)
    return len(of_card) >= MOST_OF_CARD or len(_list_reported_cards(store, person)) >= MOST_OF_PERSON


def iter_card_reports(store: Store, rules: str, now: float) -> Iterator[CardReport]:
    """Iterate over all unsettled reports of faulty cards of the ruleset `rules`, card by card, each with its card and
    person; expired ones are left out, and unreadable ones, which are marked as damaged.
    """
    for item in iter_items(store.table, _build_report_partition(rules), REPORT):
        _, card, person = item.sk.split("/")
        if item.until > now and (report := store.read(item, _report_decoder.decode)):
            yield CardReport(card, person, report)


def settle_card_reports(store: Store, rules: str, card: str, which: Callable[[Report], bool] = lambda _: True) -> int:
    """Delete the stored reports that a card is faulty, because they have been dealt with: all, or only those for which
    `which` returns true and those that cannot be read. Return how many; the card's counters stay.
    """
    lead = f"{REPORT}{card}/"
    found = store.table.query(_build_report_partition(rules), lead, f"{lead}{HIGHEST}")
    items = [item for item in found if (report := store.read(item, _report_decoder.decode)) is None or which(report)]
    gone: list[Op] = []
    for item in items:
        gone += _build_report_deletes(rules, card, item.sk.removeprefix(lead))
    _write_report_batches(store, gone)
    return len(items)


def export_person_data(store: Store, person: str) -> list[dict[str, object]]:
    """Return all card reports that a person has made, each with game, question, fault and time, for their own download;
    unreadable ones are left out.
    """
    found = []
    for rules, card in _list_reported_cards(store, person):
        report = store.read(
            store.table.get(_build_report_partition(rules), f"{REPORT}{card}/{person}"), _report_decoder.decode
        )
        if report:
            found.append({"game": report.game, "question": report.text, "fault": report.fault, "at": report.at})
    return found


def delete_person_data(store: Store, person: str) -> None:
    """Delete all card reports that a person has made; what they have added to the cards' counters stays."""
    _write_report_batches(
        store,
        [
            op
            for rules, card in _list_reported_cards(store, person)
            for op in _build_report_deletes(rules, card, person)
        ],
    )


def hand_over_person_data(store: Store, goes: str, stays: str) -> None:
    """Give the card reports of the person `goes` to the person `stays`, when two accounts are merged; where both
    have reported the same card, the report of `goes` replaces the other.
    """
    for rules, card in _list_reported_cards(store, goes):
        item = store.table.get(_build_report_partition(rules), f"{REPORT}{card}/{goes}")
        moved: list[Op] = []
        if item is not None:
            heading = Item(f"person:{stays}", f"{REPORTED}{rules}/{card}", until=item.until)
            moved = [PutItem(msgspec.structs.replace(item, sk=f"{REPORT}{card}/{stays}")), PutItem(heading)]
        _write_report_batches(store, [*_build_report_deletes(rules, card, goes), *moved])


def _list_reported_cards(store: Store, person: str) -> list[tuple[str, str]]:
    """Return the cards that a person has reported, each as its ruleset and its id."""
    reported = list_headings(store.table, f"person:{person}", REPORTED)
    return [(rules, card) for rules, card in (each.split("/") for each in reported)]


def _build_report_deletes(rules: str, card: str, person: str) -> list[Op]:
    """Return the writes that delete a person's report of a card, and its entry among the person's reports."""
    return [
        DeleteItem(_build_report_partition(rules), f"{REPORT}{card}/{person}"),
        DeleteItem(f"person:{person}", f"{REPORTED}{rules}/{card}"),
    ]


def _build_report_partition(rules: str) -> str:
    """Return the partition key of the reports about a ruleset's cards."""
    return f"box/{rules}"


def _write_report_batches(store: Store, changes: list[Op]) -> None:
    """Carry out these writes, as many together as a transaction takes."""
    for start in range(0, len(changes), MOST_OPS):
        store.table.write(changes[start : start + MOST_OPS])
