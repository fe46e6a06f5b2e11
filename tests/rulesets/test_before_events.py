"""What was told before there were events is understood as the event that it would be now."""

from collections import Counter

import msgspec
import pytest

from engine.kernel import Told, format_text, upcast_told
from engine.kernel.event import EVENT_KINDS
from engine.kernel.text import read_text_beside
from engine.rulesets import RULESETS
from engine.season7.events import Boosted

ROOMS = sorted({room for rules in RULESETS.values() for room in rules.told_before}, key=lambda room: room.__name__)


def rows(room):
    for line in read_text_beside(room.__spec__, "before_events.txt").splitlines():
        if not line.startswith("#"):
            name, sentence, *said = line.split("\t")
            yield f"{room.__name__.split('.')[1]}.{name}", sentence, msgspec.json.decode(said[0]) if said else {}


@pytest.mark.parametrize("room", ROOMS)
def test_every_sentence_of_a_table_has_become_an_event_that_there_is(room):
    found = list(rows(room))
    assert len(found) > 10
    assert max(Counter(sentence for _, sentence, _ in found).values()) == 1
    for name, _, said in found:
        assert set(said) <= set(EVENT_KINDS[name].__struct_fields__), name


def test_an_old_sentence_counts_as_its_event_does():
    rules = RULESETS["billionaire"]
    old = Told(
        "{who} has bought {lot}, worth {worth:$}, for {amount:$}.",
        {"who": "p1", "lot": ["Ural Steel"], "worth": 90, "amount": 10, "deed": "bought"},
        table="board",
    )
    assert not [*rules.list_deeds(old)]
    now = upcast_told(rules, old)
    assert (now.what, now.table) == ("billionaire.LotBought", "board")
    assert [deed.name for deed in rules.list_deeds(now)] == ["bought", "spent", "bargain"]


def test_what_only_the_sentence_said_is_a_fact_of_the_event():
    old = Told(
        "{who} gains an {percent}% booster, to the cap: {booster}%.", {"who": "p1", "percent": 80, "booster": 90}
    )
    assert upcast_told(RULESETS["season7"], old).event == Boosted("p1", 80, 90, capped=True)
    peek = upcast_told(RULESETS["deluxe"], Told("{who} peeks at space {n}.", {"who": "p1", "n": 3}))
    assert format_text(peek.text, peek.facts) == "p1 peeks at space 3."


def test_what_is_no_such_sentence_or_said_less_stays_as_it_was():
    rules = RULESETS["season7"]
    for told in (
        Told("Nobody says that.", {}),
        Told("season7.PutOut", {"who": "p1"}),
        Told("{who} is out of the round.", {}),
    ):
        assert upcast_told(rules, told) is told
