"""One visitor uses up a limiter of a door: who else is refused? Nobody. Limiters are found by reflection."""

import re
import threading
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from engine.kernel import Illegal
from host.delivery.outbox import Limits, Pace
from host.doors.local import server
from host.doors.local.server import FairQueue, QueuedRequest
from host.doors.reddit.incoming import ArguingLimits
from host.doors.telegram.calls.connection import MINUTE, GroupMinute
from host.doors.telegram.heard.incoming import LookUpLimits
from host.doors.telegram.heard.polling import UpdateLanes
from tests.waiting import LONGEST

HOST = Path(__file__).parents[2] / "layers" / "host"
TESTS = Path(__file__).parents[1] / "host" / "extras"
NAMED = re.compile(r"(Limits?|Lanes|Queue|Pace|Minute|Requestor|Budget)$")
CLASS = re.compile(r"^class (\w+)(.*(?:\n(?:[ )].*)?)*)", re.MULTILINE)
OURS = {  # these bound what the host itself does, whoever made it: nobody is refused by them
    "ThrottledRequestor": "our own calls to Reddit, which wait in the outbox",
    "WakeupQueue": "the clock's own wake-ups in AWS",
    "WakeupSqsQueue": "the same",
    "RouteLimits": "our own calls to a chat, which wait in the outbox",
    "RouteLimit": "the same",
    "TimeBudget": "how long a game is expected to last",
}


def found_limiters(root):
    """Every class below this folder that is named as one, or that says what somebody may do."""
    for path in sorted(root.rglob("*.py")):
        for name, body in CLASS.findall(path.read_text("utf-8")):
            if NAMED.search(name) or "\n    def may_" in body:
                yield name


def found_limits(kind):
    """Every value of this type at the top of a module of a door, which may be an extra."""
    for path in sorted([*(HOST / "doors").rglob("*.py"), *(HOST / "extras").rglob("*.py")]):
        names = re.findall(rf"^(\w+) = {kind.__name__}\(", path.read_text("utf-8"), re.MULTILINE)
        module = import_module(".".join(path.relative_to(HOST.parent).with_suffix("").parts)) if names else None
        yield from (getattr(module, name) for name in names)


def use_up(may, who):
    """Go on until it is refused, and long after."""
    assert [may(who) for _ in range(500)].count(False)


def look_ups(hands):
    limits = LookUpLimits()

    def may(who):
        place, user, private = who
        call: Any = SimpleNamespace(host=SimpleNamespace(now=hands), place=place, is_direct=private)
        call.user = SimpleNamespace(id=user) if user else None
        try:
            return limits.may_look_up(call)
        except Illegal:
            return False

    use_up(may, ("telegram:-1", 1, False))
    use_up(may, ("telegram:1", 1, True))
    assert may(("telegram:-1", 2, False))
    assert may(("telegram:-1", 0, False))  # an admin who writes without a name
    assert may(("telegram:-2", 1, False))
    assert may(("telegram:2", 2, True))


def replies_on_reddit(hands):
    limits = ArguingLimits(hands)
    use_up(limits.may_reply, "ann")
    assert not limits.may_reply("Ann")
    assert limits.may_reply("bob")


def posts_of_a_group(hands):
    minute = GroupMinute(hands)

    def may(lane):
        free = not minute.compute_post_wait(lane)
        minute.note_post(lane)
        return free

    use_up(may, "telegram:-1")
    assert may("telegram:-2")
    hands.now += MINUTE + 1
    while may("telegram:-1"):
        pass
    fresh = GroupMinute(hands)
    while not fresh.compute_post_wait("telegram:-1"):
        fresh.note_post("telegram:-1")
    assert not fresh.compute_post_wait("telegram:-1", urgent=True)  # a refusal still finds its place


def pace_of_a_platform(hands):
    """Whatever is to be said in one place, another waits no longer than the platform's own window."""
    every = [*found_limits(Limits)]
    assert len(every) >= 4
    for limits in every:
        pace, refused = Pace(limits), 0
        for _ in range(400):
            refused += bool(pace.take("a", hands.now, crowd=False))
            hands.now += limits.gap / 2
        wait = pace.take("b", hands.now, crowd=False)
        assert refused
        assert wait <= hands.now + limits.window


def updates_of_a_chat(_):
    """One chat sends two hundred updates, of which the first never ends."""
    go, done = threading.Event(), threading.Event()

    def handle(update):
        if update["lane"] == "b":
            done.set()
        else:
            assert go.wait(LONGEST)

    lanes = UpdateLanes(handle, lambda update: update["lane"])
    try:
        lanes.put([{"update_id": n, "lane": "a"} for n in range(200)] + [{"update_id": 200, "lane": "b"}])
        assert done.wait(LONGEST)
    finally:
        go.set()
        lanes.close()


def turns_of_the_page(_):
    queue = FairQueue()

    def ask(network, cookie=""):
        request: Any = SimpleNamespace(network=network, inside="", read_cookie=lambda _: cookie)
        return queue.add(QueuedRequest(request, request))

    assert [ask("203.0.113.1") for _ in range(server.MAX_WAITING + 1)][-1] is False
    assert ask("198.51.100.1")
    assert "198.51.100.1" in [queue.take().request.network for _ in range(2)]


ATTACKS = {
    "LookUpLimits": look_ups,
    "ArguingLimits": replies_on_reddit,
    "GroupMinute": posts_of_a_group,
    "Limits": pace_of_a_platform,
    "Pace": pace_of_a_platform,
    "UpdateLanes": updates_of_a_chat,
    "FairQueue": turns_of_the_page,
}
COUNTED = {"RateLimits", "RateLimit"}  # what is counted in the store: tests/attacks/test_counters.py


def test_each_limiter_of_the_host_is_used_up_by_somebody():
    """Whoever adds a limiter says which attack uses it up, and that nobody else is refused."""
    own = {*found_limiters(HOST)} - {*found_limiters(HOST / "extras")}
    assert own == {*ATTACKS, *OURS, *COUNTED}


def test_each_limiter_of_an_extra_is_used_up_in_the_tests_of_that_extra():
    for extra in filter(Path.is_dir, (HOST / "extras").iterdir()):
        tests = "".join(path.read_text("utf-8") for path in (TESTS / extra.name).glob("test_*.py"))
        assert all(name in tests for name in found_limiters(extra)), extra.name


@pytest.mark.parametrize("name", ATTACKS)
def test_one_visitor_uses_up_a_limiter_and_nobody_else_is_refused(hands, name):
    ATTACKS[name](hands)
