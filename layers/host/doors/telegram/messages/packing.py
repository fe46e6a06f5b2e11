"""Puts screens together into messages: as many in each as Telegram takes. Pure."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from msgspec import Struct

from host.core.session import NOTHING, TURNS, ToldLine
from host.doors.telegram.messages import answer_buttons, asking
from host.doors.telegram.messages.screens import (
    LONGEST_CAPTION,
    LONGEST_TEXT,
    MOST_BUTTONS,
    Rows,
    Screen,
    count_text_units,
)

if TYPE_CHECKING:
    from host.delivery.outbox import Message


def list_unsent_screens(screens: list[Screen], said: Counter[str]) -> list[Screen]:
    """List the screens that have not been sent yet."""
    todo, gone = [], said.copy()
    for screen in screens:
        if gone[screen.mark]:
            gone[screen.mark] -= 1
        else:
            todo.append(screen)
    return todo


def pack_screens(screens: list[Screen]) -> list[list[Screen]]:
    """Group the screens into messages, as many in each as its text and buttons allow."""
    parts: list[list[Screen]] = []
    for screen in screens:
        together = [*parts[-1], screen] if parts else [screen]
        if parts and _fits_one_message(together):
            parts[-1] = together
        else:
            parts.append([screen])
    return parts


def _fits_one_message(screens: list[Screen]) -> bool:
    text = count_text_units("\n\n".join(screen.text for screen in screens))
    pictures = sum(bool(screen.picture) for screen in screens)
    return (
        text <= (LONGEST_CAPTION if pictures else LONGEST_TEXT)
        and pictures <= 1
        and not any(screen.file for screen in screens)
        and len(asking.flatten_rows(join_screen_rows(screens))) <= MOST_BUTTONS
        and _has_distinct_labels(screens)
    )


def _has_distinct_labels(screens: list[Screen]) -> bool:
    # Two rows of buttons under one message must not read alike.
    labels = [{each.text for each in asking.flatten_rows(screen.rows)} for screen in screens if screen.rows]
    return sum(map(len, labels)) == len(set().union(*labels)) and answer_buttons.has_at_most_one_answer(
        join_screen_rows(screens)
    )


def join_screen_rows(screens: list[Screen]) -> Rows:
    """Return all rows of buttons of these screens."""
    return [row for screen in screens for row in screen.rows]


def join_screens(screens: list[Screen]) -> Screen:
    """Join screens that fit one message."""
    picture = next((screen.picture for screen in screens if screen.picture), b"")
    return Screen("\n\n".join(screen.text for screen in screens), join_screen_rows(screens), picture=picture)


def join_kept_texts(screens: list[Screen]) -> str:
    """Return what of these screens stays once what they ask is answered."""
    kept = [screen.text if screen.kept is None else screen.kept for screen in screens]
    return "\n".join(filter(None, kept))


MOST_NEWS = 3  # in one post
MAX_SHARED_POST_UNITS = 1500


class SharedPost(Struct, frozen=True):
    """The last post of a place if more news may be appended to it; kept in memory only."""

    message: int
    game: str
    text: str
    news: int = 1

    def can_take(self, game: str, text: str) -> bool:
        """Return whether this text may be appended."""
        return (
            game == self.game
            and self.news < MOST_NEWS
            and count_text_units(self.text) + count_text_units(text) < MAX_SHARED_POST_UNITS
        )

    def append_text(self, text: str) -> SharedPost:
        """Return the post with this text appended."""
        return SharedPost(self.message, self.game, f"{self.text}\n{text}", self.news + 1)


class NewestMessages:
    """The highest message number seen in each place; numbers only grow."""

    def __init__(self) -> None:
        self._seen: dict[str, int] = {}

    def note_message(self, where: str, message: int) -> None:
        """Note that this message exists there."""
        self._seen[where] = max(message, self._seen.get(where, 0))

    def count_newer_messages(self, where: str, message: int) -> int:
        """Return about how many messages are below this one."""
        return self._seen.get(where, 0) - message


def should_notify_group(message: Message) -> bool:
    """Return whether this message notifies its readers: only questions, reminders and a few kinds of news do."""
    news = any(isinstance(told, ToldLine) and told.rings for told in message.lines)
    return news or is_answer_wanted(message)


def should_notify_private(message: Message) -> bool:
    """Return whether this message notifies its reader in private, by their own setting; never what follows from what
    they have just done.
    """
    if message.own or message.rings == NOTHING:
        return False
    return message.rings != TURNS or is_answer_wanted(message)


def is_answer_wanted(message: Message) -> bool:
    """Return whether its readers have something to do, and not only something to read."""
    return bool(message.asks or message.reminders)
