"""A line of the log is one object of JSON, whatever is logged."""

import io
import json
import logging

import pytest

from host.doors.aws import log_lines

TRACED = "Root=1-67401fc0-0123456789abcdef01234567;Parent=0123456789abcdef;Sampled=1"


@pytest.fixture
def written(monkeypatch):
    """What a logger of the host writes, and its lines."""
    monkeypatch.setattr(log_lines, "OURS", "host.of.these.tests")
    stream = io.StringIO()
    lines = log_lines.begun()
    log = logging.getLogger(log_lines.OURS)
    (handler,) = log.handlers
    assert isinstance(handler, logging.StreamHandler)
    handler.setStream(stream)
    yield log, lines, lambda: [json.loads(line) for line in stream.getvalue().splitlines()]
    log.handlers = []


def test_a_line_says_what_where_when_and_what_belongs_to_it(written, monkeypatch):
    log, lines, said = written
    monkeypatch.setenv(log_lines.TRACE, TRACED)
    lines.keys["request"] = "r-1"
    log.info("saved", extra={"game": "0badcafe", "entry": 7})
    log.debug("too much")
    (line,) = said()
    assert (line["level"], line["message"], line["game"], line["entry"]) == ("INFO", "saved", "0badcafe", 7)
    assert (line["request"], line["xray_trace_id"]) == ("r-1", "1-67401fc0-0123456789abcdef01234567")
    assert line["location"].startswith("test_a_line_says")
    assert line["timestamp"].endswith("+00:00")


def test_what_was_raised_is_told_with_its_name_and_stays_one_line(written):
    log, _, said = written
    try:
        int("two\nlines")
    except ValueError:
        log.exception("it broke: %s", "down\n")
    (line,) = said()
    assert line["exception_name"] == "ValueError"
    assert "Traceback" in line["exception"]
    assert line["message"] == "it broke: down\n"


def test_whatever_is_added_can_be_written(written):
    log, _, said = written
    log.warning("odd", extra={"what": {1, 2}, "which": ValueError("x"), "none": None})
    assert [line["message"] for line in said()] == ["odd"]
