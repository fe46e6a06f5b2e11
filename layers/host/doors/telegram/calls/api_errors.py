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
from host.doors.telegram.places import build_telegram_place

UNCHANGED = "message is not modified"
LOST_MESSAGE_ERRORS = ("message to edit not found", "message can't be edited", "message_id_invalid", "there is no")
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
GONE_PLACE_ERRORS = (
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
    """The message to be edited no longer exists."""


class PicturesForbidden(Exception):
    """Pictures may not be sent to this chat; text may."""


@contextmanager
def translate_telegram_errors() -> Iterator[None]:
    """Translate errors of the Telegram library within the block into the exceptions by which the outbox decides (retry,
    give up …).
    """
    try:
        yield
    except TelegramError as error:
        raise convert_telegram_error(error) from None


@contextmanager
def ignore_telegram_errors() -> Iterator[None]:
    """Ignore refusals and timeouts of Telegram inside this block, for calls that are best effort."""
    try:
        yield
    except TelegramError:
        return


def convert_telegram_error(error: TelegramError) -> Exception:
    """Return the outbox's exception for an error of the Telegram library, or the error itself if there is none."""
    if isinstance(error, RetryAfter):
        return RetryLater(compute_retry_delay(error))
    if isinstance(error, ChatMigrated):
        return PlaceMoved(build_telegram_place(error.new_chat_id))
    if isinstance(error, Forbidden):
        found = _classify_refusal(error)
        return PlaceGone(error.message) if found is error else found
    if isinstance(error, BadRequest):
        return _classify_refusal(error)
    # What nothing that is said could help: the network, Telegram's own faults, and a token that is no good. The error's
    # own message could hold the address, and so the token.
    away = isinstance(error, NetworkError | Conflict | InvalidToken)
    return PlatformDown(type(error).__name__) if away else error


def _classify_refusal(error: TelegramError) -> Exception:
    """Return the outbox's exception for a call that Telegram refused, by its error text. A muted bot is tested first,
    so that a chat is given up only when it is surely gone.
    """
    said = error.message.lower()
    if UNCHANGED in said:
        return NotChanged()
    for words, kind in (
        (LOST_MESSAGE_ERRORS, MessageLost),
        (PICTURELESS, PicturesForbidden),
        (MUTED, Muted),
        (GONE_PLACE_ERRORS, PlaceGone),
    ):
        if any(each in said for each in words):
            return kind(CLOSED_TOPIC if CLOSED_TOPIC in said else error.message)
    return error


def is_unsupported_by_server(error: TelegramError) -> bool:
    """Return whether Telegram's server refused a call because it is too old for a feature in it."""
    said = error.message.lower()
    return any(each in said for each in TOO_NEW)


def compute_retry_delay(error: RetryAfter) -> float:
    """Return how many seconds Telegram asks to wait before the next call."""
    wait = error.retry_after
    return float(wait) if isinstance(wait, int) else wait.total_seconds()
