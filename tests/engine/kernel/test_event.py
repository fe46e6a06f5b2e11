"""What happens, as values: told, kept, read back, and belonging to a scene."""

from __future__ import annotations

import msgspec
import pytest

from engine.kernel import Diverged, Event, Told
from engine.kernel.event import EVENT_KINDS, LOADERS, Money, Seat
from engine.kernel.text import compute_told_mark
from tests.rulesets.tiny import Tiny, answer, begin, reloaded


class Paid(Event):
    """{who} pays {amount:£}."""

    variants = ("{who} pays {amount:£} to {payee}.",)
    deed = "paid"
    who: Seat
    amount: Money
    payee: Seat = ""


class Fined(Event):
    """{who} is fined."""

    who: Seat


@pytest.fixture(autouse=True)
def _only_here():
    kinds = dict(EVENT_KINDS)
    EVENT_KINDS.update({kind.id: kind for kind in (Paid, Fined)})
    yield
    EVENT_KINDS.clear()
    EVENT_KINDS.update(kinds)


async def fine(t):
    with t.scene(Fined("Ann")):
        t.tell(Paid("Ann", 5))
        with t.scene(Paid("Ann", 0, "Bob")):
            t.whisper("Bob", "You may say thanks.")
        t.note("A remark in {place}.", place="the log")
        await t.ask("ok", "Ann", "Is it right?", ["yes"], lapse="yes")
        t.tell(Paid("Bob", 7))
    t.tell("It is over.")


def test_an_event_keeps_its_facts_by_name_and_says_the_sentence_that_fits_them():
    game = begin(fine)
    kinds = [
        (told.what.split(".")[1] if told.kind else told.what, told.facts, told.text, told.deed) for told in game.told
    ]
    assert kinds[:3] == [
        ("Fined", {"who": "Ann"}, "{who} is fined.", ""),
        ("Paid", {"who": "Ann", "amount": 5}, "{who} pays {amount:£}.", "paid"),
        ("Paid", {"who": "Ann", "amount": 0, "payee": "Bob"}, "{who} pays {amount:£} to {payee}.", "paid"),
    ]
    kept = msgspec.json.decode(msgspec.json.encode(game.told), type=list[Told])
    assert [told.event for told in kept] == [Fined("Ann"), Paid("Ann", 5), Paid("Ann", 0, "Bob"), None, None]
    assert kept[4].text == "A remark in {place}."


def test_what_is_told_in_a_scene_belongs_to_what_was_told_first():
    game = begin(fine)
    assert [told.of for told in game.told] == [0, 1, 2, 1, 4]
    answer(game, "yes")
    assert [(told.what, told.of) for told in game.told][:2] == [(Paid.id, 0), ("It is over.", 0)]


def test_a_scene_is_the_same_after_a_night_in_the_store():
    async def step(t):
        await t.ask("first", "Ann", "Ready?", ["yes"], lapse="yes")
        await t.ask("again", "Ann", "Really?", ["yes"], lapse="yes")
        with t.scene(Fined("Bob")):
            t.tell(Paid("Bob", 1))
        await t.ask("last", "Ann", "Done?", ["yes"], lapse="yes")

    game = begin(step)
    answer(game, "yes")
    game = reloaded(game)
    answer(game, "yes")
    assert [told.of for told in game.told] == [0, 1]
    assert reloaded(game).save().events == game.save().events == [compute_told_mark(told) for told in game.told]


def test_a_mark_is_of_the_event_and_not_of_its_sentence_or_scene(monkeypatch):
    told = Told(Paid.id, {"who": "Ann", "amount": 5}, of=3)
    before = compute_told_mark(told)
    monkeypatch.setattr(Paid, "says", "{who} has paid {amount:£}.")
    assert compute_told_mark(told) == compute_told_mark(Told(Paid.id, {"who": "Ann", "amount": 5})) == before
    assert compute_told_mark(Told(Paid.id, {"who": "Ann", "amount": 6})) != before


def test_a_running_game_holds_when_a_sentence_is_reworded_and_diverges_when_something_else_happens(monkeypatch):
    game = begin(fine)
    answer(game, "yes")
    monkeypatch.setattr(Paid, "variants", ("{payee} gets {amount:£} from {who}.",))
    assert reloaded(begin(fine)).told == []

    async def otherwise(t):
        t.tell(Fined("Bob"))
        await t.ask("ok", "Ann", "Is it right?", ["yes"], lapse="yes")
        await t.ask("more", "Ann", "Is it still right?", ["yes"], lapse="yes")

    async def once(t):
        t.tell(Fined("Ann"))
        await t.ask("ok", "Ann", "Is it right?", ["yes"], lapse="yes")
        await t.ask("more", "Ann", "Is it still right?", ["yes"], lapse="yes")

    game = begin(once)
    answer(game, "yes")
    with pytest.raises(Diverged):
        reloaded(game, Tiny(otherwise))


def test_the_events_of_a_game_are_loaded_when_one_is_first_met(monkeypatch):
    del EVENT_KINDS[Fined.id]
    monkeypatch.setitem(LOADERS, Fined.id.partition(".")[0], lambda: EVENT_KINDS.setdefault(Fined.id, Fined))
    assert Told(Fined.id, {"who": "Ann"}).text == "{who} is fined."
    assert Told("kernel.Unknown", {}).kind is None
    assert Told("A remark.", {}).text == "A remark."
