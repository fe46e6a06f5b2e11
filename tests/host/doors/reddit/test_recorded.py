"""Our Reddit is as public recordings show it: every call and answer of every test here is compared; these say how."""

import pytest

from tests.fakes.reddit import recorded
from tests.fakes.reddit.endpoints import ENDPOINTS


def test_every_call_that_is_modelled_was_recorded_somewhere():
    assert {each.name for each in ENDPOINTS} - recorded.UNRECORDED == recorded.RECORDED["fields"].keys()
    assert all(n >= 20 for n in recorded.RECORDED["counted"].values())


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ({"kind": "t1", "data": {"body": 5}}, "t1.body is 5, and was always string"),
        ({"kind": "t1", "data": {"text": "x"}}, "t1.text was never said"),
        ([{"kind": "Listing", "data": {"children": [{"kind": "t4", "data": {"new": None}}]}}], "t4.new is None"),
        ({"json": {"data": {"things": [{"kind": "t3", "data": {"locked": "no"}}]}}}, "t3.locked is 'no'"),
    ],
)
def test_what_reddit_has_never_said_is_found(body, why):
    assert any(why in fault for fault in recorded.answered(body))


@pytest.mark.parametrize(
    ("name", "values", "why"),
    [
        ("comment", {"thing_id": "t3_a", "body": "x"}, "comment.body was never sent"),
        ("gild", {}, "gild was never recorded"),
    ],
)
def test_what_nobody_has_ever_sent_is_found(name, values, why):
    assert recorded.asked(name, values) == [why]


def test_a_page_of_any_listing_and_the_way_the_answer_is_wanted_are_as_recorded():
    assert recorded.asked("unread", {"after": "t1_a", "limit": "100", "raw_json": "1"}) == []


def test_a_round_of_calls_and_answers_is_as_recorded(stage):
    thread = stage.sealed("ann", "bob", line="!new season7 pace daily")
    who = "ann" if stage.asked(thread, "ann") else "bob"
    stage.says(who, thread, "pick 3")
    stage.site.writes(who, "help")
    stage.settle()
    assert {call.endpoint for call in stage.site.calls} >= {"comments", "comment", "edit", "inbox"}
