"""Below what is told: buttons for what may be done about it, such as to report a question or call an answer final."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.kernel import Reader
from engine.rulesets import RULESETS
from host.doors.telegram.messages import question_reports
from host.doors.telegram.messages.screens import Rows, button
from host.doors.telegram.places import private

if TYPE_CHECKING:
    from host.delivery.outbox import Message
    from host.doors.telegram.messages.sender import TelegramSender

PLAY = "u"  # as for whatever may be done at any time


def rows(sender: TelegramSender, chat: str, message: Message, reader: Reader) -> Rows:
    """What everybody may do about an answer that is told, and somebody alone about what only they are told."""
    return [*question_reports.rows(sender.host, message, reader), *_own(sender, chat, message)]


def _own(sender: TelegramSender, chat: str, message: Message) -> Rows:
    told = {line.what for line in message.lines if line.to}
    ways = [way for rules in RULESETS.values() for way in rules.beside.items()]
    keys = [key for what, plays in ways if what in told for key in plays]
    if not keys or not private(chat):
        return []
    shown, reader = sender.seen(chat, message.game)
    return [[button(reader.value(each.label), PLAY, shown.id, each.key)] for each in shown.plays if each.key in keys]
