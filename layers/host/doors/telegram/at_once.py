"""Below what somebody alone is told: buttons for what they may do about it, such as to call their answer final."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.rulesets import RULESETS
from host.doors.telegram.places import private
from host.doors.telegram.screens import Rows, button

if TYPE_CHECKING:
    from host.delivery.outbox import Message
    from host.doors.telegram.sender import Sender

PLAY = "u"  # as for whatever may be done at any time


def rows(sender: Sender, chat: str, message: Message) -> Rows:
    """A row for each such thing that they may still do."""
    told = {line.text for line in message.lines if line.to}
    ways = [way for rules in RULESETS.values() for way in rules.beside.items()]
    keys = [key for text, plays in ways if text in told for key in plays]
    if not keys or not private(chat):
        return []
    shown, reader = sender.seen(chat, message.game)
    return [[button(reader.value(each.label), PLAY, shown.id, each.key)] for each in shown.plays if each.key in keys]
