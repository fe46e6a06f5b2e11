"""Translates Telegram's errors into the outbox's."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from telegram.error import (
    BadRequest,
    ChatMigrated,
    Conflict,
    Forbidden,
    InvalidToken,
    NetworkError,
    RetryAfter,
    TelegramError,
)

from host.delivery.outbox import Muted, NotChanged, PlaceGone, PlaceMoved, PlatformDown, RetryLater
from host.doors.telegram.places import place

UNCHANGED = "message is not modified"
LOST = ("message to edit not found", "message can't be edited", "message_id_invalid", "there is no")
PICTURELESS = ("rights to send photos", "rights to send media", "chat_send_photos", "chat_send_media")
CLOSED_TOPIC = "topic_closed"
MUTED = (
    CLOSED_TOPIC,
    "chat_write_forbidden",
    "chat_restricted",
    "chat_send",
    "chat_guest_send_forbidden",
    "chat_admin_required",
    "user_banned_in_channel",
    "user_restricted",
    "not enough rights",
    "no rights to send",
    "need administrator rights",
)
GONE = (
    "chat not found",
    "user not found",
    "peer_id_invalid",
    "user is deactivated",
    "input_user_deactivated",
    "user_is_blocked",
    "channel_private",
    "group chat was d",  # deactivated, deleted
    "message thread not found",
    "topic_deleted",
)


TOO_NEW = (
    "unsupported start tag",
    "can't parse inline keyboard button",
    "text buttons are unallowed",
    "button_type_invalid",
)


class MessageLost(Exception):
    """The message that was to be edited is not there any more."""


class Pictureless(Exception):
    """No pictures may be sent there; words may be."""


@contextmanager
def understood() -> Iterator[None]:
    """Raises the host's own words for what Telegram says."""
    try:
        yield
    except (TelegramError, TimeoutError) as error:
        raise meaning(error) from None


@contextmanager
def unheeded() -> Iterator[None]:
    """Goes on where Telegram refuses, or does not answer: what is done here may as well not be."""
    try:
        yield
    except (TelegramError, TimeoutError):
        return


def meaning(error: TelegramError | TimeoutError) -> Exception:
    """What this error means to the host; one that means nothing is handed on."""
    if isinstance(error, RetryAfter):
        return RetryLater(seconds(error))
    if isinstance(error, ChatMigrated):
        return PlaceMoved(place(error.new_chat_id))
    if isinstance(error, Forbidden):
        found = _refusal(error)
        return PlaceGone(error.message) if found is error else found
    if isinstance(error, BadRequest):
        return _refusal(error)
    # What nothing that is said could help: the network, Telegram's own faults, and a token that is no good. The error's
    # own message could hold the address, and so the token.
    away = isinstance(
        error,
        NetworkError | TimeoutError | Conflict | InvalidToken,
    )
    return PlatformDown(type(error).__name__) if away else error


def _refusal(error: TelegramError) -> Exception:
    """Whoever may not speak now is not gone: so that comes first, and only what is known to be for good is for good."""
    said = error.message.lower()
    if UNCHANGED in said:
        return NotChanged()
    for words, kind in ((LOST, MessageLost), (PICTURELESS, Pictureless), (MUTED, Muted), (GONE, PlaceGone)):
        if any(each in said for each in words):
            return kind(CLOSED_TOPIC if CLOSED_TOPIC in said else error.message)
    return error


def too_new(error: TelegramError) -> bool:
    """Does the server not know something that is newer than it?"""
    said = error.message.lower()
    return any(each in said for each in TOO_NEW)


def seconds(error: RetryAfter) -> float:
    """How long we are asked to wait."""
    wait = error.retry_after
    return float(wait) if isinstance(wait, int) else wait.total_seconds()
