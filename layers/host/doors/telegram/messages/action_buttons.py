"""Below what is told: buttons for what may be done about it, such as to report a question or call an answer final."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.kernel import Reader
from engine.rulesets import RULESETS
from host.doors.telegram.messages import question_reports
from host.doors.telegram.messages.screens import Rows, build_button
from host.doors.telegram.places import is_private_chat

if TYPE_CHECKING:
    from host.delivery.outbox import Message
    from host.doors.telegram.messages.sender import TelegramSender

PLAY = "u"  # as for whatever may be done at any time


def list_action_buttons(sender: TelegramSender, chat: str, message: Message, reader: Reader) -> Rows:
    """List the buttons below a message: reports of its questions for everybody, and plays for the person in a private
    chat.
    """
    return [
        *question_reports.list_report_buttons(sender.host, message, reader),
        *_list_private_actions(sender, chat, message),
    ]


def _list_private_actions(sender: TelegramSender, chat: str, message: Message) -> Rows:
    told = {line.what for line in message.lines if line.to}
    ways = [way for rules in RULESETS.values() for way in rules.beside.items()]
    keys = [key for what, plays in ways if what in told for key in plays]
    if not keys or not is_private_chat(chat):
        return []
    shown, reader = sender.view_game(chat, message.game)
    return [
        [build_button(reader.format_value(each.label), PLAY, shown.id, each.key)]
        for each in shown.plays
        if each.key in keys
    ]
