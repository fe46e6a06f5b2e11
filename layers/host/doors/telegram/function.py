"""Telegram as the functions use it: one wire a process, made when it is first needed."""

from __future__ import annotations

import logging
import os
import re
from functools import cache, partial
from typing import Any

from msgspec.structs import replace

from host.core.store.commit import BEAT
from host.core.store.items import ItemKey
from host.core.store.signs_of_life import CLOSING
from host.delivery.outbox import OutboxDispatcher
from host.delivery.pace import Limits, Pace
from host.doors.aws import delivery, parameters, telemetry, wiring
from host.doors.aws.events import Event
from host.doors.aws.prefetch import PrefetchingTable
from host.doors.local.settings import UnfitSetting
from host.doors.telegram.calls.connection import TelegramConnection, load_trusted_certificates
from host.doors.telegram.calls.group_minute import TELEGRAM_LIMITS
from host.doors.telegram.heard import webhook
from host.doors.telegram.heard.incoming import TelegramIncoming
from host.doors.telegram.heard.update import Update, parse_telegram_update
from host.doors.telegram.messages.sender import TelegramSender

log = logging.getLogger(__name__)
SPEAKERS = 40  # the template lets so many who speak run at once; each has its share of what a bot may say
BURST = 8  # seconds that a share is reckoned over: six messages at once, and three in four seconds in the long run
TOKEN, WEBHOOK = "telegram-token", "webhook-secret"  # the names of two parameters


def begin() -> None:
    """Wire the function together and load the trusted certificates while the process starts, so that the first
    request need not.
    """
    wiring.warm_up()
    load_trusted_certificates()


def read_bot_token() -> str:
    """Return the bot's token from the parameter store. Log why it is missing before raising, because callers may
    carry on without it.
    """
    try:
        return parameters.read_cached_secret(TOKEN)
    except UnfitSetting as unfit:
        log.error("%s", unfit)  # noqa: TRY400 - the sentence says it all
        raise


@cache
def build_telegram_sender() -> TelegramSender:
    """Return this process's one TelegramSender, built on first use."""
    found = wiring.build_deployed_host()
    url, name, app = (os.environ.get(each, "") for each in ("RTAB_TELEGRAM", "RTAB_BOT_NAME", "TELEGRAM_APP"))
    wire = TelegramConnection(read_bot_token, url, name)
    return TelegramSender(found.host, wire, web=found.settings.web, app=app, alone=False)


@cache
def courier() -> OutboxDispatcher:
    """Return this process's outbox delivery, built on first use. Raise without a token, so that queued posts are not
    set aside as faulty.
    """
    parameters.read_cached_secret(TOKEN)
    return OutboxDispatcher(wiring.build_deployed_host().host, build_telegram_sender(), Pace(compute_process_limits()))


def compute_process_limits() -> Limits:
    """Return the posting limits of one process: its share of what Telegram allows a bot, so that all processes
    together stay within it.
    """
    return replace(
        TELEGRAM_LIMITS, in_all=TELEGRAM_LIMITS.in_all * BURST // SPEAKERS, window=TELEGRAM_LIMITS.window * BURST
    )


def answer_telegram_webhook(event: Event) -> Event:
    """Handle a webhook event and return the HTTP response. Accept the current and the recent secret, because a failed
    release restores the old one.
    """
    return webhook.answer_webhook_event(
        event,
        (ask(WEBHOOK) for ask in (parameters.read_cached_secret, parameters.read_recent_secret)),
        handle_raw_update,
    )


def handle_raw_update(raw: Any) -> None:
    """Handle one raw update, and deliver at once what it has put into the outbox."""
    telemetry.set_correlation(f"telegram:{raw.get('update_id', '')}" if isinstance(raw, dict) else "")
    found = wiring.build_deployed_host()
    delivery.work_and_deliver(
        found, courier, partial(handle_prefetched_update, found.prefetching, build_telegram_sender(), raw)
    )


def handle_prefetched_update(prefetching: PrefetchingTable, sender: TelegramSender, raw: Any) -> None:
    """Start prefetching the items that the update will need, then handle it."""
    update = parse_telegram_update(raw)
    if update is not None:
        prefetching.begin_input(list_keys_to_prefetch(update))
    TelegramIncoming(sender).handle(raw)


def list_keys_to_prefetch(update: Update) -> list[ItemKey]:
    """List the store keys that an update will surely need: the game named by a tap or a link, or the heartbeat when a
    table is opened.
    """
    opens = update.message is not None and update.message.text.startswith("/newgame")
    return [(f"game/{game}", "session")] if (game := _find_game_in_update(update)) else [BEAT, CLOSING] if opens else []


def _find_game_in_update(update: Update) -> str:
    """Return the id of the game that the update's link or button names, or an empty string."""
    text = update.message.text if update.message else ""
    arrived = re.fullmatch(r"/start j_([0-9a-zA-Z]{1,32})(?:_\w{1,32})?", text)
    words = update.callback_query.data.split("/") if update.callback_query else []
    return arrived[1] if arrived else words[1] if len(words) > 1 else ""
