"""Law *Price of a request*: whatever is sent, it costs at most ten times what an ordinary request costs."""

import time

import pytest

from tests.host.doors.web.visitor import Visitor

LONGEST = 16_000  # letters of a header that the server still takes
PRICE = 10


def processor_seconds(work, rounds=5):
    """The least that several rounds took: what it costs, without what else the machine did."""
    took = []
    for _ in range(rounds):
        began = time.process_time()
        work()
        took.append(time.process_time() - began)
    return min(took)


SHAPES = {
    "a weight of ones": "gzip;q=0." + "1" * LONGEST + "x",
    "blanks": "gzip;" + " " * LONGEST + "x",
    "commas": "," * LONGEST,
    "codings": "gzip;q=0," * (LONGEST // 9),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_what_a_browser_says_it_can_unpack_is_read_in_no_time(season, shape):
    visitor = Visitor(season.host)
    ordinary = processor_seconds(lambda: visitor.ask("GET", "/", accept_encoding="gzip, deflate, br"))
    hostile = processor_seconds(lambda: visitor.ask("GET", "/", accept_encoding=SHAPES[shape]), 1)
    assert hostile < PRICE * ordinary
