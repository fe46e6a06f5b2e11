"""Telegram announces itself."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct

from host.doors.local.settings import UnfitSetting
from host.doors.registry import CODE, App, Cloud, Door
from host.doors.telegram import places
from host.doors.telegram.heard import web_app_launch


class TelegramAccount(Struct, frozen=True):
    """The bot's token, the URL of another Bot API server if one is used, and the short name of its Mini App."""

    token: str
    url: str = ""
    app: str = ""

    def __repr__(self) -> str:
        """Return a text for logs and tracebacks that leaves out the token."""
        return "Account(set)"


def read_telegram_account(environment: Mapping[str, str]) -> TelegramAccount | None:
    """Return the bot's account from the environment variables; None without a token. Raise UnfitSetting for a malformed
    value.
    """
    token = environment.get("TELEGRAM_BOT_TOKEN", "").strip()
    if token and ":" not in token:
        raise UnfitSetting("TELEGRAM_BOT_TOKEN does not look like a token. BotFather gives one such as 123456:ABC-DEF.")
    url = environment.get("TELEGRAM_API_URL", "").strip()
    if url and not url.startswith(("https://", "http://")):
        raise UnfitSetting(
            "TELEGRAM_API_URL must begin with https:// or http://; leave it out for Telegram's own server."
        )
    app = environment.get("TELEGRAM_APP", "").strip()
    if app and not re.fullmatch(r"[A-Za-z0-9_]{3,30}", app):
        raise UnfitSetting(
            "TELEGRAM_APP must be the short name that you gave BotFather at /newapp: letters, digits and _."
        )
    return TelegramAccount(token, url, app) if token else None


DOOR = Door(
    name="telegram",
    title="Telegram",
    account=read_telegram_account,
    settings=("TELEGRAM_BOT_TOKEN", "TELEGRAM_API_URL", "TELEGRAM_APP"),
    late=60.0,
    operators=r"telegram:-?\d{1,20}(:\d{1,20})?",
    called=True,
    link=places.build_telegram_group_link,
    linked=CODE,
    running="host.doors.telegram.heard.polling:build_telegram_polling",
    doctor="host.doors.telegram.command:run_telegram_doctor",
    findings="host.doors.telegram.command:iter_running_findings",
    alone="Telegram, TELEGRAM_BOT_TOKEN not set, so only the web table is hosted",
    commands={"telegram": ("host.doors.telegram.command:main", "set the bot up, or look whether all is well with it")},
    app=App(
        entrance=web_app_launch.ENTRANCE,
        script=Path(__file__).with_name("inside.js"),
        read="host.doors.telegram.heard.web_app_launch:parse_web_app_launch",
        key=lambda account: web_app_launch.derive_web_app_key(account.token),
        secret=web_app_launch.WEB_APP_KEY_NAME,
        frames="https://web.telegram.org",
    ),
    cloud=Cloud(pushed=True, module="host.doors.telegram.function", deployed="host.doors.telegram.deployed"),
)
