"""Words in a group that one person alone sees: the whole of what does not fit into a pop-up.

It is an extra. Telegram does not promise that they arrive, so nothing is said in this way alone; and a server that does
not know them would say them aloud, so the first that is said aloud is taken back, and is the last.
"""

from __future__ import annotations

from host.doors.telegram.calls.api_errors import unheeded
from host.doors.telegram.calls.connection import TelegramConnection
from host.doors.telegram.calls.wire import HTML
from host.doors.telegram.messages.screens import LONGEST_TEXT, clipped, folded
from host.doors.telegram.places import address

ALONE = "ephemeral_message_id"  # the number of a message that one person alone sees


class Whispers:
    """What was tapped in a group is answered there, for one person."""

    def __init__(self, wire: TelegramConnection) -> None:
        self.wire = wire
        self._known = True  # does the server at the other end know of such messages?

    def say(self, chat: str, account: int, tap: str, text: str) -> bool:
        """Say this to whoever has just tapped something; was it said to them alone?"""
        if not self._known:
            return False
        number, topic = address(chat)
        said = {
            "chat_id": number,
            "text": folded(clipped(text, LONGEST_TEXT // 2)),
            "parse_mode": HTML,
            "disable_notification": True,
            "ephemeral_message_parameters": {"receiver_user_id": account, "callback_query_id": tap},
            **({"message_thread_id": topic} if topic else {}),
        }
        with unheeded():
            sent = self.wire.call(lambda bot: bot.raw("sendMessage", said))
            found = sent if isinstance(sent, dict) else {}
            if ALONE in found:
                return True
            self._known = False  # nobody knows who reads that, so it is the last
            if aloud := found.get("message_id"):
                self.wire.call(lambda bot: bot.delete_message(chat_id=number, message_id=aloud))
        return False
