"""Words in a group that one person alone sees: the whole of what does not fit into a pop-up, and the answer to a
command that only its sender sees.

It is an extra. Telegram does not promise that they arrive, so nothing is said in this way alone; and a server that does
not know them would say them aloud, so the first that is said aloud is taken back, and is the last.
"""

from __future__ import annotations

from host.doors.telegram.calls.api_errors import ignore_telegram_errors
from host.doors.telegram.calls.connection import HTML, TelegramConnection
from host.doors.telegram.messages.screens import LONGEST_TEXT, clip_text, fold_text
from host.doors.telegram.places import parse_telegram_place

EPHEMERAL_ID_FIELD = "ephemeral_message_id"  # the number of a message that one person alone sees


class EphemeralMessages:
    """Messages in a group that only one person sees, in reply to their tap or their ephemeral command."""

    def __init__(self, wire: TelegramConnection) -> None:
        self.wire = wire
        self._known = True  # does the server at the other end know of such messages?

    def send_to_one(self, chat: str, account: int, text: str, *, tap: str = "", command: int = 0) -> bool:
        """Send a text in a group that only the person who tapped, or sent the ephemeral command, can see, and return
        whether it worked. If the server showed it to all, delete it and do not try again.
        """
        if not self._known:
            return False
        number, topic = parse_telegram_place(chat)
        said = {
            "chat_id": number,
            "text": fold_text(clip_text(text, LONGEST_TEXT // 2)),
            "parse_mode": HTML,
            "disable_notification": True,
            "ephemeral_message_parameters": {
                "receiver_user_id": account,
                **({"callback_query_id": tap} if tap else {}),
            },
            **({"reply_parameters": {"ephemeral_message_id": command}} if command else {}),
            **({"message_thread_id": topic} if topic else {}),
        }
        with ignore_telegram_errors():
            sent = self.wire.call(lambda bot: bot.call_raw_method("sendMessage", said))
            found = sent if isinstance(sent, dict) else {}
            if EPHEMERAL_ID_FIELD in found:
                return True
            self._known = False  # nobody knows who reads that, so it is the last
            if aloud := found.get("message_id"):
                self.wire.call(lambda bot: bot.delete_message(chat_id=number, message_id=aloud))
        return False
