"""Behind CloudFront the page knows its address, and limits count the viewer and not the edge."""

import pytest

from host.doors.aws.web import restore_viewer

EDGE = "64.252.66.1"


def event(**headers):
    http = {"method": "GET", "sourceIp": EDGE}
    return {"headers": {"Host": "x.lambda-url.eu-central-1.on.aws", **headers}, "requestContext": {"http": http}}


@pytest.mark.parametrize("named", ["203.0.113.9", f"203.0.113.9, {EDGE}", "1.2.3.4, 203.0.113.9"])
def test_the_viewer_is_whom_the_edge_names_last(named):
    seen = restore_viewer(event(**{"X-Forwarded-For": named}), "https://play.example.org")
    assert seen["requestContext"]["http"]["sourceIp"] == "203.0.113.9"
    assert (seen["headers"]["host"], seen["headers"]["x-forwarded-proto"]) == ("play.example.org", "https")
    assert seen["requestContext"]["http"]["method"] == "GET"


def test_without_a_domain_of_ones_own_nothing_is_believed():
    told = event(**{"X-Forwarded-For": "203.0.113.9"})
    assert restore_viewer(told, "") is told


@pytest.mark.parametrize("odd", [{}, {"headers": None}, {"headers": {}, "requestContext": {}}])
def test_an_event_of_another_shape_is_left_to_others(odd):
    assert restore_viewer(odd, "https://play.example.org") is odd


def test_nobody_named_is_the_edge_itself():
    assert restore_viewer(event(), "https://play.example.org")["requestContext"]["http"]["sourceIp"] == EDGE
