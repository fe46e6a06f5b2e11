"""Calls to Reddit at random moments, to which it answers this and that: the limits hold, and a wait that is told is
exact.
"""

from random import Random
from types import SimpleNamespace

import pytest
import requests

from host.delivery.outbox import RetryLater
from host.doors.reddit.throttle import MOST, RESERVE, WINDOW, ThrottledRequestor
from tests.host.conftest import Hands

STEPS = 150
DOWN = 30.0  # seconds in which a Reddit that is down is left alone


class Network:
    """Answers what a walk draws, and remembers when it was called and from when on it may be called again."""

    def __init__(self, luck, hands):
        self.luck, self.hands, self.headers = luck, hands, {}
        self.calls, self.free = [], 0.0

    def request(self, *_, **__):
        now = self.hands.now
        assert now >= self.free
        self.calls.append(now)
        status, headers, asked = 200, {}, self.luck.choice((20, 100, 400))
        match self.luck.choice((*["fine"] * 20, "many left", "few left", "too many", "down", "slow")):
            case "many left":
                headers = {"x-ratelimit-remaining": f"{RESERVE}.0", "x-ratelimit-reset": "400"}
            case "few left":
                headers = {"x-ratelimit-remaining": f"{RESERVE - 1}.0", "X-Ratelimit-Reset": f"{asked}"}
                self.free = now + asked
            case "too many":
                status, headers = 429, {"retry-after": f"{asked}"}
                self.free = now + max(asked, WINDOW)  # whose minute is used up, waits for the next
            case "down":
                status, self.free = 502, now + DOWN
            case "slow":
                self.free = now + DOWN
                raise requests.Timeout
        return SimpleNamespace(status_code=status, headers=headers)


@pytest.mark.parametrize("seed", range(10))
def test_limits_hold_and_a_wait_that_is_told_is_exact(seed):
    luck, hands = Random(seed), Hands()
    network = Network(luck, hands)
    line = ThrottledRequestor(hands, [], user_agent="a name that is long enough", session=network)
    waited = 0
    for _ in range(STEPS):
        hands.now += luck.choice((0, 0.5, 2, 20))
        many = luck.choice((1, 1, 3, MOST))
        if wait := line.compute_wait(many):
            waited += 1
            begun = hands.now
            hands.now = begun + wait - 0.01
            assert line.compute_wait(many)
            hands.now = begun + wait
        assert not line.compute_wait(many)
        assert many <= line.count_free_calls()
        before = len(network.calls)
        for _ in range(many):
            try:
                line.request("POST", "https://oauth.reddit.com/")
            except RetryLater:
                break
        assert len(network.calls) == before + many or network.free > hands.now
        if luck.random() < 0.1:  # one place was told to wait
            seconds = luck.choice((5, 50, 500))
            line.hold(seconds)
            network.free = max(network.free, hands.now + seconds)
    spans = zip(network.calls, network.calls[MOST:], strict=False)
    assert all(later - first >= WINDOW for first, later in spans)
    assert waited > STEPS / 10
