"""The connection to Telegram, at home and in functions: python-telegram-bot on an event loop, its errors and limits."""

from __future__ import annotations

import asyncio
import ssl
import threading
import warnings
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from functools import cache
from threading import Lock
from typing import Any, NamedTuple, TypeVar

import certifi
import msgspec
from telegram import Bot, InputMediaPhoto, User
from telegram.error import (
    BadRequest,
    ChatMigrated,
    Conflict,
    Forbidden,
    InvalidToken,
    NetworkError,
    RetryAfter,
    TelegramError,
    TimedOut,
)
from telegram.request import HTTPXRequest
from telegram.warnings import PTBUserWarning

from host.core.store.store import Store
from host.delivery.outbox import Limits, Muted, NotChanged, PlaceGone, PlaceMoved, PlatformDown, RetryLater
from host.doors.telegram.messages.screens import Button, Rows
from host.doors.telegram.places import build_telegram_place, is_private_chat

OFFICIAL = "https://api.telegram.org"


READ_TIMEOUT = 15.0  # seconds; an answer not waited for is taken for none, and what was said would be said again


CALL_TIMEOUT = 60.0  # seconds in which even a call with a large file has ended one way or another


HTML = "HTML"


UNPREVIEWED: Any = {"is_disabled": True}  # links in what we say show no picture of where they lead


def build_reply_markup(rows: Rows) -> Any:
    """Return rows of buttons as the Bot API wants them, or None without any."""
    return {"inline_keyboard": [[_build_api_button(each) for each in row] for row in rows]} if rows else None


def _build_api_button(each: Button) -> dict[str, Any]:
    """Return a button as Telegram's Bot API wants it: a mapping of its text and of what it does, without what it does
    not have.
    """
    more = {
        "url": each.url,
        "callback_data": each.data,
        "copy_text": {"text": each.copies} if each.copies else None,
        "style": each.style,
        "web_app": {"url": each.opens} if each.opens else None,
    }
    return {"text": each.text, **{name: value for name, value in more.items() if value}}


def build_reply_parameters(message: int) -> Any:
    """Return the parameters that make a message a reply to this one, which may have been deleted; None for 0."""
    return {"message_id": message, "allow_sending_without_reply": True} if message else None


T = TypeVar("T")


SPARE = 10.0  # seconds more than Telegram was asked to wait


POOL = 64  # connections: as many as there are threads that may wait for Telegram at home, in slow chats


# What `do_api_request` says of a method that the library has, too; `HostBot.raw` tells why it is used nevertheless.
warnings.filterwarnings("ignore", "Please use 'Bot", PTBUserWarning)


class HostBot(Bot):
    """A bot that asks Telegram nothing when it starts, and that fetches updates as raw data."""

    def __init__(self, token: str, base: str, requests: tuple[HTTPXRequest, HTTPXRequest]) -> None:
        super().__init__(token, f"{base}/bot", f"{base}/file/bot", request=requests[0], get_updates_request=requests[1])
        self._started = False

    async def initialize(self) -> None:
        """Open the connection without asking Telegram for the bot's account, which would delay starts and fail while
        Telegram is down.
        """
        await super().initialize()
        self._started = True

    async def get_me(self, **how: Any) -> User:
        """Return the bot's own Telegram account. Before the connection is open, make one from the number in the token,
        without asking Telegram.
        """
        if self._started:
            return await super().get_me(**how)
        number = self.token.partition(":")[0]
        return User(int(number) if number.isdigit() else 0, "", is_bot=True)

    async def fetch_raw_updates(self, offset: int, wait: int, kinds: list[str]) -> list[dict[str, Any]]:
        """Wait up to `wait` seconds for updates (news from Telegram) of these kinds, and return those from number
        `offset` on as raw data; Telegram takes all before that as done, and never brings them again. The library's own
        call parses all at once, so that a single bad one would block all. Raise TelegramError if it fails.
        """
        asked = {"offset": offset, "timeout": wait, "allowed_updates": kinds}
        found: list[dict[str, Any]] = await self.call_raw_method("getUpdates", asked, read_timeout=wait + SPARE)
        return found

    async def call_raw_method(self, method: str, values: dict[str, Any], **how: Any) -> Any:
        """Call any method of the Bot API by name with these values, and return the raw result: for what the library
        does not know yet or parses too strictly. Raise TelegramError if it fails.
        """
        return await self.do_api_request(method, api_kwargs=values, **how)

    async def edit_photo(
        self, *, chat_id: int, message_id: int, photo: bytes, filename: str, caption: str, reply_markup: Any
    ) -> Any:
        """Replace the picture, the caption (HTML) and the buttons (as `build_reply_markup` returns them) of a photo
        message.
        """
        media = InputMediaPhoto(photo, caption, HTML, filename=filename)
        return await self.edit_message_media(media, chat_id, message_id, reply_markup=reply_markup)

    async def fetch_file(self, file_id: str) -> bytes:
        """Download the file that Telegram knows by this id, such as one sent to the bot; return its bytes. Raise
        TelegramError if it fails.
        """
        file = await self.get_file(file_id)
        return bytes(await file.download_as_bytearray())


class OpenConnection(NamedTuple):
    """A bot, the event loop on which its calls run, and the thread of that loop."""

    bot: HostBot
    loop: asyncio.AbstractEventLoop
    thread: threading.Thread


class TelegramConnection:
    """A bot that can be called from any thread. The first call opens the connection and asks for the token."""

    def __init__(self, token: Callable[[], str], url: str = "", name: str = "") -> None:
        self._token, self._base, self._name = token, (url or OFFICIAL).rstrip("/"), name
        self._requests = (self._build_http_request(POOL), self._build_http_request(1))
        self._user: User | None = None
        self._lock = threading.Lock()
        self._line: OpenConnection | None = None

    def call(self, make: Callable[[HostBot], Coroutine[Any, Any, T]]) -> T:
        """Run the API call that `make` describes, wait for its result and return it. Raise the library's error if
        Telegram refuses it, and TimedOut if no answer comes in time (15 seconds, or a minute in all, after which the
        call is given up).
        """
        asked = None
        try:
            asked = self.begin(make)
            return asked.result(CALL_TIMEOUT)
        except TimeoutError:
            if asked is not None:
                asked.cancel()
            raise TimedOut from None

    def begin(self, make: Callable[[HostBot], Coroutine[Any, Any, T]]) -> Future[T]:
        """Start the API call that `make` describes without waiting for it, and return its future. The first call asks
        for the token (which may raise UnfitSetting) and opens the connection.
        """
        with self._lock:
            line = self._line = self._line or self._open_connection()
            return asyncio.run_coroutine_threadsafe(make(line.bot), line.loop)

    @property
    def name(self) -> str:
        """The bot's username; Telegram is asked once if it was not given, and its errors are raised as the outbox's
        own.
        """
        self._name = self._name or self._load_own_user().username or ""
        return self._name

    @property
    def has_topics(self) -> bool:
        """Whether private chats with the bot have topics, which BotFather switches on; Telegram is asked once, and its
        errors are raised as the outbox's own.
        """
        return bool(self._load_own_user().has_topics_enabled)

    def _load_own_user(self) -> User:
        """Return the bot's own account; Telegram is asked once, and its errors are raised as the outbox's own
        exceptions.
        """
        if self._user is None:
            with translate_telegram_errors():
                self._user = self.call(lambda bot: bot.get_me())
        return self._user

    def close(self) -> None:
        """Close the connection and its event loop, if it was opened; a later call would open a new one."""
        with self._lock:
            line, self._line = self._line, None
        if line:
            asyncio.run_coroutine_threadsafe(line.bot.shutdown(), line.loop).result(CALL_TIMEOUT)
            line.loop.call_soon_threadsafe(line.loop.stop)
            line.thread.join()
            line.loop.close()

    def _open_connection(self) -> OpenConnection:
        """Start the event loop on its own thread, initialise the bot there, and return the three; this makes no call to
        Telegram. Raise UnfitSetting if the token cannot be had.
        """
        bot = HostBot(self._token(), self._base, self._requests)
        loop = asyncio.new_event_loop()
        thread = threading.Thread(target=loop.run_forever, name="telegram", daemon=True)
        thread.start()
        asyncio.run_coroutine_threadsafe(bot.initialize(), loop).result(CALL_TIMEOUT)
        return OpenConnection(bot, loop, thread)

    def _build_http_request(self, size: int) -> HTTPXRequest:
        """Build the HTTP client for the Telegram library, with our timeouts and so many connections."""
        return HTTPXRequest(
            size,
            read_timeout=READ_TIMEOUT,
            pool_timeout=READ_TIMEOUT,
            httpx_kwargs={"verify": load_trusted_certificates()},
        )


@cache
def load_trusted_certificates() -> ssl.SSLContext:
    """Load the trusted certificates into one TLS context that all connections share, because loading is slow."""
    return ssl.create_default_context(cafile=certifi.where())


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
    """Translate the errors that the Telegram library raises in this block into the outbox's own exceptions, which say
    whether to retry, to wait or to give up.
    """
    try:
        yield
    except TelegramError as error:
        raise convert_telegram_error(error) from None


@contextmanager
def ignore_telegram_errors() -> Iterator[None]:
    """Ignore any error of Telegram inside this block (its rest is then skipped), for calls that are best effort."""
    try:
        yield
    except TelegramError:
        return


def convert_telegram_error(error: TelegramError) -> Exception:
    """Return the exception of the outbox (the queue of posts) for an error of the Telegram library: to wait, to try
    again later, that a chat is gone, has moved or mutes the bot, or that a message is lost or unchanged. An error that
    is none of these is returned as it is.
    """
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
    """Return the outbox's exception for a call that Telegram refused, by its error text, or the error itself if that
    text is unknown. Whether the bot is only muted is tested before whether the chat is gone, so that a chat is given up
    only when it surely is.
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
    """Return whether this error means that Telegram's server is too old for something in the call, such as a new kind
    of button; told by the error's text.
    """
    said = error.message.lower()
    return any(each in said for each in TOO_NEW)


def compute_retry_delay(error: RetryAfter) -> float:
    """Return how many seconds to wait before the next call, as Telegram asks in this error."""
    wait = error.retry_after
    return float(wait) if isinstance(wait, int) else wait.total_seconds()


MOST, MINUTE = 20, 60.0


MINUTE_KEY = "minute"  # what is kept of a group: when something was posted or edited there within the last minute


_usage_decoder = msgspec.json.Decoder(list[tuple[float, bool]])


ROOM_FOR_POSTS, ROOM_FOR_REFUSALS = 3, 1  # of those: edits leave room for posts, and news for what one person is told


TELEGRAM_LIMITS = Limits(in_all=30, window=1.0, gap=1.0, crowd_gap=MINUTE / MOST)  # of what a bot posts


def compute_post_gap(chat: str) -> float:
    """Return how many seconds must pass between two posts in this chat; longer in a group."""
    return TELEGRAM_LIMITS.gap if is_private_chat(chat) else TELEGRAM_LIMITS.crowd_gap


class GroupMinute:
    """The times of the posts and edits of the last sixty seconds, by group. With a `store` they are kept there, so that
    a host that starts anew knows them; where several processes send, they hand them on with `dump_lane` instead.
    """

    def __init__(self, now: Callable[[], float], store: Store | None = None) -> None:
        self._now, self._lock, self._store = now, Lock(), store
        self._lately: dict[str, list[tuple[float, bool]]] = {}  # when something was posted, or edited

    def dump_lane(self, lane: str) -> bytes:
        """Return when the bot posted or edited in this group within the last minute, as JSON for another process that
        sends there next; empty bytes if it did not.
        """
        with self._lock:
            recent = self._list_recent(lane)
        return msgspec.json.encode(recent) if recent else b""

    def load_lane(self, lane: str, left: bytes) -> None:
        """Replace the times of this group's posts and edits by those in `left`, as `dump_lane` of another process has
        written them.
        """
        with self._lock:
            self._lately[lane] = _usage_decoder.decode(left) if left else []

    def note_post(self, lane: str) -> None:
        """Count a message just sent to this chat towards a group's limit per minute, also in the store if there is one;
        a private chat has none.
        """
        self._note_use(lane, edited=False)

    def note_edit(self, lane: str) -> None:
        """Count an edit just made in this chat towards a group's limit per minute, also in the store if there is one; a
        private chat has none.
        """
        self._note_use(lane, edited=True)

    def compute_post_wait(self, lane: str, *, urgent: bool = False) -> float:
        """Return how many seconds to wait before the next message to this chat; 0 if it may be sent now, and always in
        a private chat. One message a minute is kept free for `urgent` ones, such as refusals; the others wait longer
        for that.
        """
        with self._lock:
            return self._compute_wait(
                [moment for moment, _ in self._list_recent(lane)], MOST - (0 if urgent else ROOM_FOR_REFUSALS)
            )

    def compute_edit_wait(self, lane: str, most: int = MOST) -> float:
        """Return how many seconds to wait before the next edit in this chat, with at most `most` edits a minute and
        room kept for messages; 0 if it may be made now, and always in a private chat.
        """
        with self._lock:
            recent = self._list_recent(lane)
            edits = self._compute_wait([moment for moment, edited in recent if edited], most)
            return max(edits, self._compute_wait([moment for moment, _ in recent], MOST - ROOM_FOR_POSTS))

    def _compute_wait(self, moments: list[float], most: int) -> float:
        """Return in how many seconds fewer than `most` of these moments, given in order, will lie within the last
        minute; 0 if they do now.
        """
        return max(0.0, moments[-most] + MINUTE - self._now()) if len(moments) >= most else 0.0

    def _list_recent(self, lane: str) -> list[tuple[float, bool]]:
        """Return the posts and edits of a group within the last minute, oldest first, each as its time and whether it
        was an edit; those in the store are loaded if this process knows none yet. The caller holds the lock.
        """
        if self._store and lane not in self._lately:
            left = self._store.load_place_value(lane, MINUTE_KEY)
            self._lately[lane] = _usage_decoder.decode(left) if left else []
        since = self._now() - MINUTE
        return [each for each in self._lately.get(lane, []) if each[0] > since]

    def _note_use(self, lane: str, *, edited: bool) -> None:
        """Record a post or edit in a group as made now, also in the store if there is one, and forget those of all
        groups that are more than a minute old. Do nothing for a private chat.
        """
        if is_private_chat(lane):
            return
        with self._lock:
            recent = [*self._list_recent(lane), (self._now(), edited)]
            kept = {each: self._list_recent(each) for each in self._lately}
            self._lately = {**{each: times for each, times in kept.items() if times}, lane: recent}
            if self._store:
                self._store.save_place_value(lane, MINUTE_KEY, msgspec.json.encode(recent))
