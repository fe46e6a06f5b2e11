"""What older releases left out of their records is read as it was then; today's leave out what is usual today."""

import msgspec
import pytest
from msgspec.structs import replace

from engine.kernel import Game, NewerFormat
from engine.kernel.record import decode_snapshot, upcast_record
from engine.rulesets import RULESETS

LEFT_OUT: dict[str, dict[str, object]] = {
    "season7": {"phase": "begin", "lone_wildcard": 0, "super_seats": 2, "lowest_once": False, "computers": ""},
    "deluxe": {"step": "open", "computers": "", "list_skips_frozen": False},
    "ladder": {"computers": ""},
    "billionaire": {"characters": False},
}


KEPT: dict[str, dict[str, object]] = {
    "season7": {"phase": "over", "lone_wildcard": 1, "super_seats": 3, "lowest_once": True, "computers": "expert"},
    "deluxe": {"step": "over", "computers": "expert", "list_skips_frozen": True},
    "ladder": {"computers": "expert"},
    "billionaire": {"characters": True},
}


def begun(name, options=None):
    return Game.start(RULESETS[name], ["p1", "p2", "p3", "p4"], options or {}, "a secret").save()


def read(record, **changed):
    """The state in this record of format 1, after a few changes in what is stored."""
    rules = RULESETS[record.ruleset]
    snapshot = msgspec.json.decode(record.snapshot)
    snapshot["state"] |= changed
    old = replace(record, format=1, snapshot=msgspec.Raw(msgspec.json.encode(snapshot)))
    return decode_snapshot(upcast_record(old, rules.format, rules.upcasts), rules.state_type).state


@pytest.mark.parametrize("name", sorted(LEFT_OUT))
def test_what_format_1_left_out_is_as_it_was(name):
    state = read(begun(name))
    assert {field: getattr(state, field) for field in LEFT_OUT[name]} == LEFT_OUT[name]


@pytest.mark.parametrize("name", sorted(LEFT_OUT))
def test_what_format_1_kept_stays(name):
    kept = KEPT[name]
    state = read(begun(name), **kept)
    assert {field: getattr(state, field) for field in kept} == kept


@pytest.mark.parametrize("name", sorted(LEFT_OUT))
def test_a_new_game_stores_nothing_that_is_usual(name):
    stored = msgspec.json.decode(begun(name).snapshot)["state"]
    assert stored.keys().isdisjoint(LEFT_OUT[name].keys() - {"phase", "step"})


@pytest.mark.parametrize(
    ("options", "is_book"),
    [({}, False), ({"first": "as many"}, False), ({"first": "as many", "finish": "at once"}, True)],
)
def test_before_format_3_two_options_said_whether_billionaire_was_played_as_in_the_book(options, is_book):
    agreed = read(begun("billionaire"), options=options).options
    assert (agreed.book, agreed.plays_round_out) == (is_book, not is_book)
    assert agreed.returns_card is (not is_book and options.get("first") != "as many")


@pytest.mark.parametrize("name", sorted(LEFT_OUT))
def test_a_game_that_a_newer_release_saved_is_not_read(name):
    """To save it again would give it the older number, and undo what only the newer rules know."""
    record = begun(name)
    newer = replace(record, format=record.format + 1)
    for load in (
        lambda: Game.load(RULESETS[name], newer),
        lambda: Game.load_stored(RULESETS[name], newer.to_json()),
        lambda: Game.salvage(RULESETS[name], newer),
    ):
        with pytest.raises(NewerFormat, match=f"format {record.format + 1}, the rules of {name} have {record.format}"):
            load()
