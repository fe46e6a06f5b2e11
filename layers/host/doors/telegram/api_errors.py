"""Translates Telegram's errors into the outbox's."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from host.delivery.outbox import Away, Gone, Moved, NotChanged, RetryLater
from host.doors.telegram import lazy_imports
from host.doors.telegram.places import place

UNCHANGED = "message is not modified"
LOST = ("message to edit not found", "message can't be edited", "message_id_invalid", "there is no")
GONE = (
    "chat not found",
    "user not found",
    "peer_id_invalid",
    "user is deactivated",
    "chat_write_forbidden",
    "chat_send",
    "chat_restricted",
    "not enough rights",
    "need administrator rights",
    "group chat was deactivated",
    "message thread not found",
    "topic_deleted",
    "topic_closed",
)


class Lost(Exception):
    """The message that was to be edited is not there any more."""


@contextmanager
def understood() -> Iterator[None]:
    """Raises the host's own words for what Telegram says."""
    try:
        yield
    except (lazy_imports.error.TelegramError, TimeoutError) as error:
        raise meaning(error) from None


def meaning(error: lazy_imports.error.TelegramError | TimeoutError) -> Exception:
    """What this error means to the host; one that means nothing is handed on."""
    if isinstance(error, lazy_imports.error.RetryAfter):
        return RetryLater(seconds(error))
    if isinstance(error, lazy_imports.error.ChatMigrated):
        return Moved(place(error.new_chat_id))
    if isinstance(error, lazy_imports.error.Forbidden):
        return Gone(error.message)
    if isinstance(error, lazy_imports.error.BadRequest):
        return _refusal(error)
    # What nothing that is said could help: the network, Telegram's own faults, and a token that is no good. The error's
    # own message could hold the address, and so the token.
    away = isinstance(
        error,
        lazy_imports.error.NetworkError | TimeoutError | lazy_imports.error.Conflict | lazy_imports.error.InvalidToken,
    )
    return Away(type(error).__name__) if away else error


def _refusal(error: lazy_imports.error.BadRequest) -> Exception:
    said = error.message.lower()
    if UNCHANGED in said:
        return NotChanged()
    if any(words in said for words in LOST):
        return Lost(error.message)
    return Gone(error.message) if any(words in said for words in GONE) else error


def seconds(error: lazy_imports.error.RetryAfter) -> float:
    """How long we are asked to wait."""
    wait = error.retry_after
    return float(wait) if isinstance(wait, int) else wait.total_seconds()
