"""Two accounts become one, or a group gets a new address: what both had is there, once, wherever it is broken off."""

import json
from functools import partial
from importlib import import_module
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from host.core.context import HostContext
from host.core.store import Store, card_changes, kept_of_people, table_waiters
from host.core.store.card_changes import Report
from host.doors.telegram.messages import chats
from host.said.desk import settings
from tests import listings
from tests.host.people.test_account_merging import Killed, Mortal

EXTRAS = Path(__file__).parents[1] / "extras"
BOTH = ("Ann", "Bob")  # Ann goes, Bob stays; each has one thing alone, and both have one of the same name
OLD, NEW = "telegram:-7", "telegram:-1007"


def wait_for_tables(store, person):
    for place in (person, "both"):
        table_waiters.add_table_waiter(store, person, f"t:{place}")


def report_cards(store, person):
    for card in (person, "both"):
        card_changes.save_card_report(store, "ladder", card, person, Report("wrong", f"{card} by {person}?", "g", 1.0))


def fill_place(store, place, name):
    """Of a group: its usual game, and who waits there."""
    for person in (name, "Cat"):
        table_waiters.add_table_waiter(store, person, place)
    store.save_place_value(place, settings.DEFAULTS_KEY, json.dumps({"game": "toy", "pace": name}).encode())


KEPT: dict[str, Any] = {"told of tables in": wait_for_tables, "questions reported": report_cards}
PLACES: dict[str, Any] = {"group": fill_place}
for path in sorted(EXTRAS.glob("*/merges.py")):  # each extra brings its own
    added = import_module(f"tests.host.extras.{path.parent.name}.merges")
    KEPT |= added.KEPT
    PLACES |= getattr(added, "PLACES", {})


def hand_over(store):
    kept_of_people.hand_over_personal_data(store, *BOTH)


def fill_group(fill, store, place):
    fill(store, place, "Ann" if place == OLD else "Bob")


def fill_whole_group(store, place):
    for fill in PLACES.values():
        fill_group(fill, store, place)


def move(store):
    chats.move_migrated_group(HostContext(store, now=lambda: 1.0), -7, -1007)


def read_all(table):
    return {(item.pk, item.sk): (item.body, sorted(item.counts.items())) for item in table.every()}


def list_all(table):
    for item in sorted(table.every(), key=lambda item: (item.pk, item.sk)):
        yield f"{item.pk} | {item.sk} | {item.body.decode()} {item.counts or ''}".rstrip(" |")


def filled(*fills):
    store = Store(Mortal())
    for fill, name in fills:
        fill(store, name)
    return store


CASES = {
    **{name: (fill, BOTH, hand_over) for name, fill in KEPT.items()},
    **{name: (partial(fill_group, fill), (OLD, NEW), move) for name, fill in PLACES.items()},
}
BROKEN_OFF = {**CASES, "group with everything": (fill_whole_group, (OLD, NEW), move)}


def test_everything_that_is_kept_of_people_is_handed_over_here():
    assert {*KEPT} == {*kept_of_people.export_personal_data(filled(), "Ann")}


@pytest.mark.parametrize("name", BROKEN_OFF)
def test_broken_off_at_any_write_and_begun_again_it_comes_out_the_same(name):
    fill, (goes, stays), merge = BROKEN_OFF[name]
    for people in ((goes,), (stays,), (goes, stays)):
        merge(whole := filled(*((fill, each) for each in people)))
        for writes in count():
            store = filled(*((fill, each) for each in people))
            store.table.left = writes
            try:
                merge(store)
            except Killed:
                store.table.left = float("inf")
                merge(store)
            else:
                break
            assert read_all(store.table) == read_all(whole.table)
        merge(whole)
        assert read_all(store.table) == read_all(whole.table)


@pytest.mark.parametrize("name", CASES)
def test_what_both_had_is_listed(name):
    fill, both, merge = CASES[name]
    lines = []
    for had, people in (("Ann had", both[:1]), ("Bob had", both[1:]), ("both had", both)):
        merge(store := filled(*((fill, each) for each in people)))
        lines += [had, *(f"  {line}" for line in list_all(store.table))]
    listings.compare(f"merges_{name.replace(' ', '_')}", lines)
