"""What the queue is given."""

import pytest

from host.doors.aws.wiring import WakeupSqsQueue


class Client:
    """Takes everything."""

    def __init__(self):
        self.entries = []

    def send_message_batch(self, *, QueueUrl, Entries):  # noqa: N803 - its own words
        assert QueueUrl == "queue"
        self.entries += Entries
        return {}


@pytest.fixture
def client():
    return Client()


def named(client, name):
    return [entry[name] for entry in client.entries]


def test_what_is_sent_under_one_name_is_known_again_and_keeps_its_place(client):
    queue = WakeupSqsQueue(lambda: client, "queue")
    for window in ("1", "1", "2"):
        queue.send_messages({"g": 0.0}, ["telegram:-5:7"], window)
    assert named(client, "MessageGroupId") == ["g", "telegram:-5"] * 3
    first, again, later = (named(client, "MessageDeduplicationId")[n : n + 2] for n in (0, 2, 4))
    assert first == again
    assert len({*first, *later}) == 4


def test_all_else_is_an_errand_of_its_own(client):
    queue = WakeupSqsQueue(lambda: client, "queue")
    for _ in range(2):
        queue.send_messages({"g": 7.0}, ["telegram:-5"])
    assert len(set(named(client, "MessageDeduplicationId"))) == 4
    assert len(set(named(client, "MessageGroupId"))) == 3  # games wait for nobody, and a chat is served in order
