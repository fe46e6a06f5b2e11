"""Where errands end that fail, and those that are only patient, by the template's own numbers."""

from types import SimpleNamespace
from typing import Any

import pytest
from aws_lambda_powertools.utilities.data_classes.sqs_event import SQSRecord

from host.core.store.items import Overloaded
from host.doors.aws import delivery
from host.doors.aws.wiring import WakeupSqsQueue
from tests.chaos.outside import Outside
from tests.chaos.queue import KEPT, Errand, Groups
from tests.chaos.simulation import Process, Simulation
from tests.chaos.weather import Weather

PLACE = "telegram:-5"


class Office:
    """A queue, and one who does its errands by asking `fate` each time: for how long to wait, or an error."""

    def __init__(self, fate, monkeypatch):
        self.sim = Simulation(1)
        self.queue = Groups(Outside(self.sim, Weather()), self.take)
        self.wired: Any = SimpleNamespace(queue=WakeupSqsQueue(lambda: self.queue, "queue"))
        self.taken = 0
        monkeypatch.setattr(delivery, "_serve_message", lambda *_: fate(self.taken))

    def take(self, errand: Errand, done):
        self.taken += 1
        attributes = {"ApproximateReceiveCount": str(errand.tries), "MessageGroupId": errand.group}
        record = SQSRecord({"body": errand.body, "receiptHandle": errand.receipt, "attributes": attributes})
        self.sim.start(Process("delivery"), lambda: self.run(record, done))

    def run(self, record, done):
        nobody: Any = None
        did = False
        try:
            delivery.handle_queue_message(self.wired, nobody, record)
            did = True
        except (delivery.RetryMessageLater, KeyError, Overloaded):
            pass
        done(did)

    def send(self, until):
        self.sim.start(Process("web"), lambda: self.wired.queue.send_messages({}, [PLACE]))
        self.sim.run(until)
        self.sim.close()


@pytest.fixture
def office(monkeypatch):
    return lambda fate: Office(fate, monkeypatch)


@pytest.mark.parametrize("error", [KeyError, Overloaded])
def test_an_errand_that_always_fails_is_with_the_dead_ones_long_before_the_queue_forgets_it(office, error):
    def fails(_):
        raise error

    found = office(fails)
    began = found.sim.now
    found.send(began + KEPT / 4)
    assert [errand.body for errand in found.queue.dead] == ['{"chat":"telegram:-5"}']
    assert found.queue.forgotten == []
    assert found.taken == 100


def test_an_errand_that_fails_for_a_moment_comes_back_in_a_moment(office):
    def fails_once(taken):
        if taken == 1:
            raise KeyError
        return 0.0

    found = office(fails_once)
    found.send(found.sim.now + 5)
    assert found.taken == 2
    assert not found.queue.groups


@pytest.mark.parametrize("wait", [3.0, 300.0])
def test_an_errand_that_is_only_patient_never_is(office, wait):
    found = office(lambda taken: wait if taken < 230 else 0.0)
    found.send(found.sim.now + 240 * wait)
    assert found.taken >= 230
    assert (found.queue.dead, found.queue.forgotten, found.queue.groups) == ([], [], {})


def test_an_errand_whose_delivery_dies_each_time_is_with_the_dead_ones_in_time(office, monkeypatch):
    found = office(lambda _: 0.0)
    monkeypatch.setattr(found, "run", lambda _, done: done(done=False))
    found.send(found.sim.now + KEPT / 4)
    assert len(found.queue.dead) == 1


def test_whatever_can_be_hidden_is_not_forgotten_meanwhile():
    assert delivery.LONGEST_WAIT < KEPT / 2
