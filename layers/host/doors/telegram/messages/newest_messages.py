"""Knows the numbers of the newest messages of each chat, and where a post may be whose receipt was lost."""

from __future__ import annotations

from msgspec import Struct, field

from host.doors.telegram.places import compute_telegram_lane, has_own_count

SCROLLED = 20  # newer messages under which a board counts as out of sight
MAX_SOUGHT = 6  # numbers at which a post is looked for whose receipt was lost


class DoubtfulPost(Struct):
    """A post whose receipt was lost: the newest number before it, and the numbers of its chat that are not it."""

    before: int
    others: set[int] = field(default_factory=set)


class NewestMessages:
    """The highest message number seen in each place; numbers only grow."""

    def __init__(self) -> None:
        self._seen: dict[str, int] = {}
        self._doubts: dict[str, DoubtfulPost] = {}  # by chat

    def note_message(self, where: str, message: int) -> None:
        """Record that a message of this id exists in a chat."""
        self._seen[where] = max(message, self._seen.get(where, 0))
        if doubt := self._doubts.get(compute_telegram_lane(where)):
            doubt.others.add(message)

    def count_newer_messages(self, where: str, message: int) -> int:
        """Estimate how many messages were posted in a chat after this one."""
        return self._seen.get(where, 0) - message

    def note_lost_receipt(self, where: str) -> None:
        """Record that a post to this place may have arrived although Telegram's answer was lost."""
        chat = compute_telegram_lane(where)
        if chat not in self._doubts:
            self._doubts[chat] = DoubtfulPost(self._find_newest_of_counter(chat))

    def list_lost_numbers(self, where: str) -> list[int]:
        """List the message ids that a post may have got whose answer from Telegram was lost: those that no known
        message has.
        """
        doubt = self._doubts.get(compute_telegram_lane(where))
        if doubt is None or not doubt.before:
            return []
        return [n for n in range(doubt.before + 1, doubt.before + 1 + MAX_SOUGHT) if n not in doubt.others]

    def forget_lost_receipt(self, where: str) -> None:
        """Forget that Telegram's answer to a post in this chat was lost, because the post was found or sent again."""
        self._doubts.pop(compute_telegram_lane(where), None)

    def _find_newest_of_counter(self, chat: str) -> int:
        """Return the highest message id seen in the chat's numbering; supergroups number their own messages, all other
        chats of a bot share one.
        """
        own = has_own_count(chat)
        same = [
            number
            for where, number in self._seen.items()
            if (compute_telegram_lane(where) == chat if own else not has_own_count(where))
        ]
        return max(same, default=0)
