"""What events say of their beats and of their money is true of their facts."""

from __future__ import annotations

import re
from typing import get_args

import pytest

from engine.kernel.event import EVENT_KINDS, LOADERS, PARTS, Beat, BeatKind, Event, Money, Seat
from host.doors.web.table.moment_pictures import BEATS

MONEY = re.compile(r"\{(\w+):[£$]k?\}")
READ = {  # the facts that the picture of a kind reads, besides those that its beat names
    "open": {"n"},
    "bomb": {"n"},
    "doors": {"n", "face", "others"},
    "reveal": {"question", "a", "b", "c", "d", "choices"},
    "answer": {"letter", "why"},
    "cycle": {"total"},
    "walk": {"amount"},
    "peak": {"amount"},
}
ALL = {kind for group in get_args(BeatKind) for kind in (get_args(group) or [group])}


def kinds():
    for load in LOADERS.values():
        load()
    return sorted(
        (kind for kind in EVENT_KINDS.values() if kind.__module__.startswith("engine.")), key=lambda kind: kind.id
    )


def faults(kind):
    """What is wrong with an event."""
    fields, types = kind.__struct_fields__, kind.__annotations__
    if kind.beat:
        own = kind.beat
        named = [own.who, own.money, own.what, own.less, own.other, own.bombs]
        yield from (f"its beat names {fact}" for fact in named if fact and fact not in fields)
        yield from (f"its picture reads {fact}" for fact in READ.get(own.kind, ()) if fact not in fields)
        if own.kind not in ALL:
            yield f"there is no beat {own.kind}"
        if own.money and not types[own.money].startswith("Money"):
            yield f"{own.money} is no money"
        if own.sign and not own.money:
            yield "it moves no money"
    tags = {"its proof": kind.proof, "its suspense": kind.suspense_fact, "its deed": kind.deed and "who"}
    yield from (f"{tag} is no fact" for tag, fact in tags.items() if fact and fact not in fields)
    told = {fact for sentence in (kind.says, *kind.variants) for fact in MONEY.findall(sentence)}
    yield from (f"{fact} is said as money" for fact in told if not types[fact].startswith("Money"))
    yield from (
        f"{fact} is 0 where it is not said"
        for fact, empty in kind.list_optional_fields()
        if empty == 0 and "Money" in types[fact]
    )


@pytest.mark.parametrize("kind", kinds(), ids=lambda kind: kind.id)
def test_beats_name_facts_and_money_is_money(kind):
    assert [*faults(kind)] == []


def test_each_kind_of_beat_is_some_events_and_can_be_played():
    assert {kind.beat.kind for kind in kinds() if kind.beat} == ALL == set(BEATS) | PARTS


def test_what_is_wrong_is_found():
    known = dict(EVENT_KINDS)

    class Bad(Event):
        """{finder} gains {amount:£}."""

        beat = Beat("bomb", who="whom", money="amount", sign=1)
        deed = "bangs"
        proof = "receipt"
        finder: Seat
        amount: int
        fee: Money = 0

    EVENT_KINDS.clear()
    EVENT_KINDS.update(known)
    assert [*faults(Bad)] == [
        "its beat names whom",
        "its picture reads n",
        "amount is no money",
        "its proof is no fact",
        "its deed is no fact",
        "amount is said as money",
        "fee is 0 where it is not said",
    ]
