"""A platform that says what it is given, and somebody who brings it."""

import pytest

from engine.kernel import format_text
from host.delivery.outbox import OutboxDispatcher, Pace
from host.doors.telegram.calls.connection import TELEGRAM_LIMITS


class Said:
    """A platform that notes what is said, and does as a test tells it when the time comes."""

    prefix = "t:"
    mixes = True
    pauses = True

    def __init__(self, hands):
        self.hands = hands
        self.sent = []  # (moment, chat, what)
        self.trouble = {}  # chat -> exceptions to raise, in turn

    def get_lane(self, chat):
        return chat.partition("/")[0]

    def is_crowd(self, chat):
        return chat.startswith("t:g")

    def send(self, chat, message):
        self._stumble(chat)
        self.sent.append((self.hands.now, chat, message))
        return str(len(self.sent))

    def show_board(self, chat, game_id, message_id):
        self._stumble(chat)
        self.sent.append((self.hands.now, chat, f"board {game_id} {message_id}".strip()))
        return message_id or f"m{len(self.sent)}"

    def _stumble(self, chat):
        if self.trouble.get(chat):
            raise self.trouble[chat].pop(0)

    def lines(self, chat):
        messages = [what for _, to, what in self.sent if to == chat and not isinstance(what, str)]
        return [format_text(line.text, line.facts) for message in messages for line in message.lines]

    def boards(self, chat):
        return [what for _, to, what in self.sent if to == chat and isinstance(what, str)]


@pytest.fixture
def platform(hands):
    return Said(hands)


@pytest.fixture
def dispatcher(host, platform):
    dispatcher = OutboxDispatcher(host, platform, Pace(TELEGRAM_LIMITS))
    yield dispatcher
    dispatcher.close()


def drain(dispatcher, hands, seconds=300, step=0.25):
    """Deliver for a while, as a loop would."""
    end = hands.now + seconds
    while hands.now < end:
        dispatcher.deliver_now()
        hands.now += step
