"""Saved states and views are trees, which the garbage collector need not look through: that took a third of a move."""

from typing import Any

import msgspec
import pytest

from engine.kernel import Record
from engine.kernel.view import View
from engine.rulesets import RULESETS

TREES = [Record, View, *dict.fromkeys(rules.state_type for rules in RULESETS.values())]


def structs(info, met):
    """All structs that this type is made of."""
    if isinstance(info, msgspec.inspect.StructType):
        if info.cls in met:
            return
        met.add(info.cls)
        inside = [field.type for field in info.fields]
    else:
        parts = ("item_type", "item_types", "key_type", "value_type", "types")
        inside = [each for part in parts for each in listed(getattr(info, part, ()))]
    for each in inside:
        structs(each, met)


def listed(found):
    return found if isinstance(found, tuple) else (found,)


@pytest.mark.parametrize("tree", TREES, ids=lambda tree: tree.__name__)
def test_no_struct_of_a_state_or_a_view_is_collected(tree):
    met: set[Any] = set()
    structs(msgspec.inspect.type_info(tree), met)
    assert tree in met
    assert [each for each in met if each.__struct_config__.gc] == []
