"""What a test costs, and what those fixtures cost that it shares with others."""

from types import SimpleNamespace

import pytest

from tests import costs


@pytest.fixture
def clock(monkeypatch):
    clock = SimpleNamespace(now=0.0)
    monkeypatch.setattr(costs, "used_seconds", lambda: clock.now)
    return clock


@pytest.fixture
def emulator():
    later: list = []
    return SimpleNamespace(baseid="tests/aws", argname="stack", later=later, addfinalizer=later.append)


def test_what_tests_share_is_paid_by_none_of_them(clock, emulator):
    measured = costs.Costs()
    with measured.measure("first"):
        with measured.measure_fixture(emulator):
            clock.now += 14
        clock.now += 1
    with measured.measure("last"):
        clock.now += 2
        emulator.later.pop()()
        clock.now += 142  # it is waited for
        emulator.later.pop()()
    shared = "tests/aws::stack, which is shared"
    assert measured.dear == {"first": 1.0, shared: 14.0, "last": 2.0, f"{shared}, at its end": 142.0}


def fail(clock):
    clock.now += 14
    raise ZeroDivisionError


def test_a_fixture_that_fails_is_measured_to_there(clock, emulator):
    measured = costs.Costs()
    with measured.measure("test"), pytest.raises(ZeroDivisionError), measured.measure_fixture(emulator):
        fail(clock)
    for each in reversed(emulator.later):
        each()
    assert measured.dear == {"tests/aws::stack, which is shared": 14.0}
    assert measured.running == []
