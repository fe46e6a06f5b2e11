"""Telegram as the functions use it: one wire a process, made when it is first needed."""

from __future__ import annotations

import logging
import os
import re
from functools import cache, partial
from typing import Any

from msgspec.structs import replace

from host.core.store.commit import BEAT
from host.core.store.items import Key
from host.core.store.signs_of_life import CLOSING
from host.delivery.outbox import Courier
from host.delivery.pace import Limits, Pace
from host.doors.aws import delivery, parameters, telemetry, wiring
from host.doors.aws.events import Event
from host.doors.aws.prefetch import PrefetchingTable
from host.doors.local.settings import UnfitSetting
from host.doors.telegram.calls.connection import TelegramConnection, trusted
from host.doors.telegram.calls.group_minute import LIMITS
from host.doors.telegram.heard import webhook
from host.doors.telegram.heard.incoming import TelegramIncoming
from host.doors.telegram.heard.update import Update, read
from host.doors.telegram.messages.sender import TelegramSender

log = logging.getLogger(__name__)
SPEAKERS = 40  # the template lets so many who speak run at once; each has its share of what a bot may say
BURST = 8  # seconds that a share is reckoned over: six messages at once, and three in four seconds in the long run
TOKEN, WEBHOOK = "telegram-token", "webhook-secret"  # the names of two parameters


def begin() -> None:
    """Put everything together while the process starts, and load the certificates that Telegram is trusted by."""
    wiring.begin()
    trusted()


def token() -> str:
    """The bot's token. Whoever it is missing to may go on without an answer from Telegram, so the log says why."""
    try:
        return parameters.secret(TOKEN)
    except UnfitSetting as unfit:
        log.error("%s", unfit)  # noqa: TRY400 - the sentence says it all
        raise


@cache
def sender() -> TelegramSender:
    """The one way to Telegram."""
    found = wiring.wired()
    url, name, app = (os.environ.get(each, "") for each in ("RTAB_TELEGRAM", "RTAB_BOT_NAME", "TELEGRAM_APP"))
    wire = TelegramConnection(token, url, name)
    return TelegramSender(found.host, wire, web=found.settings.web, app=app, alone=False)


@cache
def courier() -> Courier:
    """Whoever says what waits; nobody without a token, or what waits would be set aside as if it were to blame."""
    parameters.secret(TOKEN)
    return Courier(wiring.wired().host, sender(), Pace(share()))


def share() -> Limits:
    """What one process may say, so that all together keep within what a bot may."""
    return replace(LIMITS, in_all=LIMITS.in_all * BURST // SPEAKERS, window=LIMITS.window * BURST)


def answer(event: Event) -> Event:
    """What Telegram is answered to one update.

    A release that fails puts the old secret back, and this process may have begun while there was another.
    """
    return webhook.answer(event, (ask(WEBHOOK) for ask in (parameters.secret, parameters.recent)), handle)


def handle(raw: Any) -> None:
    """Deal with one update, and say what it brought."""
    telemetry.correlate(f"telegram:{raw.get('update_id', '')}" if isinstance(raw, dict) else "")
    found = wiring.wired()
    delivery.at_once(found, courier, partial(take, found.prefetching, sender(), raw))


def take(prefetching: PrefetchingTable, sender: TelegramSender, raw: Any) -> None:
    """Deal with one update, which reads what it needs in one call."""
    update = read(raw)
    if update is not None:
        prefetching.begin(sure(update))
    TelegramIncoming(sender).handle(raw)


def sure(update: Update) -> list[Key]:
    """The game that a tap or a link names will be needed, or whether anybody looks at clocks when one is opened."""
    opens = update.message is not None and update.message.text.startswith("/newgame")
    return [(f"game/{game}", "session")] if (game := _game(update)) else [BEAT, CLOSING] if opens else []


def _game(update: Update) -> str:
    text = update.message.text if update.message else ""
    arrived = re.fullmatch(r"/start j_([0-9a-zA-Z]{1,32})(?:_\w{1,32})?", text)
    words = update.callback_query.data.split("/") if update.callback_query else []
    return arrived[1] if arrived else words[1] if len(words) > 1 else ""
