"""The nightly event in AWS: levels of questions move, and what was reported is a line in the log."""

import logging
from types import SimpleNamespace
from typing import cast

from engine.ladder.rules import LADDER_RULESET
from host.core.cards import dealt_cards
from host.core.context import Config, HostContext
from host.core.store import MemoryTable, Store, card_changes
from host.core.store.card_changes import Report
from host.core.store.items import AddToCounts
from host.doors.aws import clock
from host.doors.aws.wiring import DeployedHost

NOW = 1_795_348_800.0


def test_the_night_moves_levels_once_and_says_how_many_were_reported(caplog):
    moment = [NOW - 86_400]
    host = HostContext(Store(MemoryTable()), Config(), lambda: moment[0])
    card = next(each for each in dealt_cards.list_dealable_cards(host, LADDER_RULESET) if each.level == 8)
    moment[0] = NOW
    fared = {"asked": 100, "right": 10}
    host.store.table.write(
        [AddToCounts(f"count:{dealt_cards.build_card_counter_name('ladder', card.id)}", "count", fared)]
    )
    assert card_changes.save_card_report(
        host.store, "ladder", card.id, "ann", Report("wrong", card.question, "g", NOW - 60)
    )
    wired = cast("DeployedHost", SimpleNamespace(host=host))  # as much of the deployed host as the night needs
    with caplog.at_level(logging.INFO):
        assert clock.handle_clock_event(wired, {"night": True}) == {}
        assert clock.handle_clock_event(wired, {"night": True}) == {}
    said = [record.getMessage() for record in caplog.records]
    assert said == [
        f"question re-levelled change={card.id}: level 9",
        "questions reported since yesterday n=1; see: rtab bank reports",
    ]
    assert next(each.level for each in dealt_cards.list_dealable_cards(host, LADDER_RULESET) if each.id == card.id) == 9


def test_a_night_that_comes_some_seconds_earlier_than_the_last_one_is_not_skipped():
    moment = [NOW]
    host = HostContext(Store(MemoryTable()), Config(), lambda: moment[0])
    dealt_cards.list_dealable_cards(host, LADDER_RULESET)
    moment[0] += 86_400
    for seconds, due in ((0, True), (3600, False), (86_400 - 20, True)):
        moment[0] = NOW + 86_400 + seconds
        assert (dealt_cards.review_boxes_nightly(host) is not None) == due
