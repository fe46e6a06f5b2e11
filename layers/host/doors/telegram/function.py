"""Telegram as the functions use it: one wire a process, made when it is first needed."""

from __future__ import annotations

import base64
import hmac
import logging
import os
import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cache, partial
from typing import Any

import msgspec
from aws_lambda_powertools.utilities.data_classes.lambda_function_url_event import LambdaFunctionUrlEvent

from host.core.store.items import BEAT, ItemKey, Overloaded
from host.core.store.store import CLOSING
from host.delivery.outbox import Limits, OutboxDispatcher, Pace, PlatformDown, RetryLater
from host.doors.aws import delivery, settings, telemetry, wiring
from host.doors.aws.tables import PrefetchingTable
from host.doors.local.settings import UnfitSetting
from host.doors.telegram import places
from host.doors.telegram.calls.connection import TELEGRAM_LIMITS, TelegramConnection
from host.doors.telegram.heard.call import Update, parse_telegram_update
from host.doors.telegram.heard.incoming import TelegramIncoming
from host.doors.telegram.messages.sender import TelegramSender

log = logging.getLogger(__name__)
SECRET_HEADER = "x-telegram-bot-api-secret-token"  # noqa: S105 - the name of the header
BIGGEST_UPDATE = 256 * 1024
MAX_BODY_CHARACTERS = BIGGEST_UPDATE * 4 // 3 + 8  # of it in base64; of a longer one so much as shows that
RETRY_AFTER = 5
Event = dict[str, Any]


class UpdateRefused(Exception):
    """The request is not a valid update from Telegram."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status = status


def answer_webhook_event(event: Event, secrets: Iterable[str], handle: Callable[[Any], object]) -> Event:
    """Check that a webhook call of Telegram in AWS has one of these secrets, handle its update with the function
    `handle`, and return the HTTP response: 200, the status of a refused call (such as 403 without the secret), or 503,
    which makes Telegram retry, if the store or the platform is busy or cannot be reached. Other errors of `handle` are
    raised.
    """
    try:
        handle(parse_webhook_update(event, secrets))
    except UpdateRefused as refused:
        log.warning("webhook request refused error=%s", refused)
        return _build_status_response(refused.status)
    except (Overloaded, PlatformDown, RetryLater) as error:
        log.warning("update will be retried by Telegram error=%s", error)
        return _build_status_response(503, {"Retry-After": str(RETRY_AFTER)})
    return _build_status_response(200)


def parse_webhook_update(event: Event, secrets: Iterable[str]) -> Any:
    """Return the Telegram update in a webhook call, after comparing its secret in constant time; raise UpdateRefused if
    anything is wrong.
    """
    try:
        request = LambdaFunctionUrlEvent(event)
        told, method = str(request.headers.get(SECRET_HEADER, "")).encode(), request.request_context.http.method
    except (AttributeError, KeyError, TypeError):
        raise UpdateRefused(400, "an event of an unknown shape") from None
    if not any(hmac.compare_digest(told, secret.encode()) for secret in secrets):
        raise UpdateRefused(403, "it came without the secret")
    if method != "POST":
        raise UpdateRefused(405, "an update is posted")
    return _decode_webhook_body(request)


def _decode_webhook_body(request: LambdaFunctionUrlEvent) -> Any:
    """Return the JSON in the body of a webhook call; raise UpdateRefused if it is too large or no JSON."""
    try:
        found = (request.body or "")[:MAX_BODY_CHARACTERS].encode()
        if request.is_base64_encoded:
            found = base64.b64decode(found[: len(found) // 4 * 4])
        if len(found) > BIGGEST_UPDATE:
            raise UpdateRefused(413, f"more than {BIGGEST_UPDATE} bytes")
        return msgspec.json.decode(found)
    except (AttributeError, TypeError, ValueError):
        raise UpdateRefused(400, "not JSON") from None


def _build_status_response(status: int, headers: dict[str, str] | None = None) -> Event:
    """Return the HTTP response of an AWS function with this status, these headers and an empty body."""
    return {"statusCode": status, "headers": headers or {}, "body": ""}


SPEAKERS = 40  # the template lets so many who speak run at once; each has its share of what a bot may say
TOKEN, WEBHOOK = "telegram-token", "webhook-secret"  # the names of two parameters


def begin() -> None:
    """Build the host and its HTTP client for Telegram while the process starts, so that the first request need not. An
    unfit setting is left for the first request to tell.
    """
    wiring.warm_up()
    with suppress(UnfitSetting):  # the first request will tell
        build_telegram_sender()


def read_bot_token() -> str:
    """Return the bot's token from the parameter store. If it is missing, log why and raise UnfitSetting; it is logged
    here because callers may carry on without the token.
    """
    try:
        return settings.read_cached_secret(TOKEN)
    except UnfitSetting as unfit:
        log.error("setting is unfit door=telegram error=%s", unfit)  # noqa: TRY400 - the sentence says it all
        raise


@cache
def build_telegram_sender() -> TelegramSender:
    """Return this process's one TelegramSender, built at the first call, which opens its connection at its own first
    call; raise UnfitSetting if a setting of the host is unfit.
    """
    found = wiring.build_deployed_host()
    url, name, app = (os.environ.get(each, "") for each in ("RTAB_TELEGRAM", "RTAB_BOT_NAME", "TELEGRAM_APP"))
    wire = TelegramConnection(read_bot_token, url, name)
    return TelegramSender(found.host, wire, web=found.settings.web, app=app, alone=False)


@cache
def build_dispatcher() -> OutboxDispatcher:
    """Return this process's sender of queued posts, built on first use. Raise UnfitSetting if the bot's token is
    missing, so that the posts are not given up as faulty.
    """
    settings.read_cached_secret(TOKEN)
    sender, pace = build_telegram_sender(), Pace(compute_process_limits())
    return OutboxDispatcher(wiring.build_deployed_host().host, sender, pace, usage=sender.minute)


def find_dispatcher(place: str) -> OutboxDispatcher | None:
    """Return the sender of queued posts for a Telegram chat; None for other platforms, whose tokens this function does
    not have. Raise UnfitSetting if the bot's token is missing.
    """
    return build_dispatcher() if place.startswith(places.TELEGRAM_PREFIX) else None


def compute_process_limits() -> Limits:
    """Return how fast one process may send: its share of Telegram's limits, so that all processes
    together keep them.
    """
    return delivery.split_limits(TELEGRAM_LIMITS, SPEAKERS)


def answer_telegram_webhook(event: Event) -> Event:
    """Handle a webhook call of Telegram and return the HTTP response. The current and the previous secret are accepted,
    because a failed release restores the old one.
    """
    return answer_webhook_event(
        event,
        (ask(WEBHOOK) for ask in (settings.read_cached_secret, settings.read_recent_secret)),
        handle_raw_update,
    )


def handle_raw_update(raw: Any) -> None:
    """Handle one raw update from Telegram, and send at once the posts that it queues; the log names its number."""
    telemetry.set_correlation(f"telegram:{raw.get('update_id', '')}" if isinstance(raw, dict) else "")
    found = wiring.build_deployed_host()
    delivery.work_and_deliver(
        found, find_dispatcher, partial(handle_prefetched_update, found.prefetching, build_telegram_sender(), raw)
    )


def handle_prefetched_update(prefetching: PrefetchingTable, sender: TelegramSender, raw: Any) -> None:
    """Handle one raw update with this sender; the stored items that it will surely need are read together, with the
    first that is read.
    """
    update = parse_telegram_update(raw)
    if update is not None:
        prefetching.begin_input(list_keys_to_prefetch(update))
    TelegramIncoming(sender).handle(raw)


def list_keys_to_prefetch(update: Update) -> list[ItemKey]:
    """List the store keys that an update will surely need: of the game that a tap or link names, or, when a table is
    opened, of the host's sign of life and its closing; empty for all others.
    """
    opens = update.message is not None and update.message.text.startswith("/newgame")
    return [(f"game/{game}", "session")] if (game := _find_game_in_update(update)) else [BEAT, CLOSING] if opens else []


def _find_game_in_update(update: Update) -> str:
    """Return the id that stands where an update's link (to take a seat) or button names a game, or an empty string; it
    is not checked that there is such a game.
    """
    text = update.message.text if update.message else ""
    arrived = re.fullmatch(r"/start j_([0-9a-zA-Z]{1,32})(?:_\w{1,32})?", text)
    words = update.callback_query.data.split("/") if update.callback_query else []
    return arrived[1] if arrived else words[1] if len(words) > 1 else ""
