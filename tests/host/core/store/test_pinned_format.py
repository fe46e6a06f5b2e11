"""What this format's number stands for is pinned: whoever stores anything otherwise gives the format a new number.

`kept_in_format_N.jsonl` has what releases of format N store of one small game, an item a line, as DynamoDB keeps it. It
is never written again. With a new number a new file is pinned: python -m tests.host.core.store.test_pinned_format
"""

import base64
import hashlib
import itertools
import json
import random
from pathlib import Path

import pytest
from msgspec.structs import replace

from engine.rulesets import RULESETS
from host.core import games
from host.core.context import Config, HostContext
from host.core.session import Command
from host.core.store import MemoryTable, Store
from host.core.store.attributes import decode_item, encode_item, read_item_format
from host.core.store.items import CURRENT
from host.people import accounts
from host.shown import views
from tests.host.conftest import Hands, begun
from tests.rulesets.toy import Toy

PINNED = Path(__file__).with_name(f"kept_in_format_{CURRENT.writes}.jsonl")


def stored():
    """All that one small game leaves: people, a lobby, a game with answers, its log, and what is to be said."""
    count = itertools.count()
    token = lambda size: hashlib.sha256(str(next(count)).encode()).hexdigest()[: 2 * size]  # noqa: E731 - said in a line
    host = HostContext(Store(MemoryTable()), Config(), Hands(), token, random.Random)
    accounts.load_or_create_person(host, "t:zoe", "Zoe", "t:zoe")
    games.open_lobby(host, Command("a key", "zoe", "t:elsewhere"), "toy", {"laps": 1})
    game = begun(host)
    for n, person in enumerate(("ann", "bob")):
        for asked in views.list_pending_questions(host, game, person)[:1]:
            games.submit_answer(host, Command(f"answer {n}", person), game, asked.id, 3)
    return sorted(host.store.table.every(), key=lambda item: (item.pk, item.sk))


def as_line(attributes):
    """One item as a line of JSON, its bytes in base64."""
    return json.dumps(attributes, default=lambda raw: base64.b64encode(bytes(raw)).decode(), sort_keys=True)


def as_attributes(line):
    found = json.loads(line)
    return {
        name: {kind: base64.b64decode(value) if kind == "B" else value for kind, value in each.items()}
        for name, each in found.items()
    }


def test_what_is_stored_is_what_this_format_stands_for():
    kept = [decode_item(as_attributes(line)) for line in PINNED.read_text("utf-8").splitlines()]
    assert len(kept) > 10
    assert not any(item.damaged for item in kept)
    now = [decode_item(encode_item(item)) for item in stored()]
    assert [(item.pk, item.sk) for item in now] == [(item.pk, item.sk) for item in kept]
    for new, old in zip(now, kept, strict=True):
        assert replace(new, body=b"") == replace(old, body=b"")
        assert holds(read(new.body), read(old.body)), f"{old.pk} {old.sk}: give the format a new number (items.py)"


def read(body):
    try:
        return json.loads(body)
    except ValueError:
        return body


def holds(new, old):
    """Is all of the old in the new? What is added, an older release leaves out."""
    if isinstance(old, dict):
        return isinstance(new, dict) and all(name in new and holds(new[name], each) for name, each in old.items())
    if isinstance(old, list):
        return isinstance(new, list) and len(new) >= len(old) and all(map(holds, new, old))
    return new == old


@pytest.mark.parametrize("new", [{"a": 2, "b": [1]}, {"b": [1]}, {"a": 1, "b": []}, [1]])
def test_what_is_changed_or_left_out_is_seen(new):
    assert holds({"a": 1, "b": [1, 2], "c": 0}, {"a": 1, "b": [1]})
    assert not holds(new, {"a": 1, "b": [1]})


def test_the_pinned_items_have_this_number():
    found = [as_attributes(line) for line in PINNED.read_text("utf-8").splitlines()]
    assert {read_item_format(each) for each in found} == {CURRENT.writes}


if __name__ == "__main__":
    assert not PINNED.exists(), f"{PINNED.name} is never written again"
    RULESETS["toy"] = Toy()
    PINNED.write_text("".join(f"{as_line(encode_item(item))}\n" for item in stored()), "utf-8")
