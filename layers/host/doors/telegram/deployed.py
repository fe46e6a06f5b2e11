"""The bot at Telegram: is its token good, and where are its updates to go?"""

from __future__ import annotations

import os
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from telegram import Bot as Api
from telegram.error import InvalidToken, TelegramError

from host.doors.local.settings import UnfitSetting
from host.doors.telegram.calls.connection import OFFICIAL, TelegramConnection
from host.doors.telegram.function import TOKEN, WEBHOOK
from host.doors.telegram.heard import command_menu, web_app_launch
from host.doors.telegram.heard.call import UPDATE_KINDS

T = TypeVar("T")
__all__ = [
    "APP",
    "ASK_TOKEN",
    "MOST_AT_ONCE",
    "SHUT",
    "TOKEN",
    "WEBHOOK",
    "WELL",
    "DeployedBot",
    "app_key",
    "at",
    "given",
    "values",
]
APP = web_app_launch.WEB_APP_KEY_NAME
ASK_TOKEN = "The bot's token, from @BotFather (it is not shown): "  # noqa: S105 # no token
WELL = "@{name} is well: https://t.me/{name}"
SHUT = (
    "The doors are shut: nothing runs, and Telegram keeps for a day what people send meanwhile. Open them: make deploy"
)
ACCOUNT_REFUSED_TEXT = (
    "Telegram does not know this token: it was mistyped, or @BotFather has given out another since. "
    "Copy it from @BotFather (/mybots, API Token), then: make deploy NEW=token"
)
MOST_AT_ONCE = 20  # updates that Telegram may bring at the same time: as many as the webhook's function may run


class DeployedBot:
    """A bot whose token may turn out to be invalid."""

    def __init__(self, token: str) -> None:
        self._wire = TelegramConnection(lambda: token, os.environ.get("TELEGRAM_API_URL", ""))

    def name(self) -> str:
        """Return the bot's username; raise UnfitSetting if the token is invalid or Telegram cannot be asked."""
        return self._call_api(lambda bot: bot.get_me()).username or ""

    def connect(self, address: str, secret: str) -> None:
        """Make Telegram send updates to this address, with `secret` in a header of each, and register this release's
        commands; raise UnfitSetting if Telegram refuses or cannot be asked.
        """
        self._call_api(
            lambda bot: bot.set_webhook(
                address, allowed_updates=UPDATE_KINDS, secret_token=secret, max_connections=MOST_AT_ONCE
            )
        )
        with raise_unfit_for_api_errors():
            command_menu.register_bot_commands(self._wire)

    def disconnect(self) -> None:
        """Make Telegram stop sending updates to the webhook; Telegram keeps them for a day. Raise UnfitSetting if it
        cannot be asked.
        """
        self._call_api(lambda bot: bot.delete_webhook())

    def _call_api(self, make: Callable[[Api], Coroutine[Any, Any, T]]) -> T:
        """Make an API call and return its result; raise UnfitSetting in place of Telegram's errors."""
        with raise_unfit_for_api_errors():
            return self._wire.call(make)

    def close(self) -> None:
        """Close the connection to Telegram."""
        self._wire.close()


def app_key(token: str) -> str:
    """Return, in hexadecimal, the key with which the web page checks who opens it inside Telegram; the key gives no
    access to the bot.
    """
    return web_app_launch.derive_web_app_key(token).hex()


def given() -> str:
    """Return the bot's token from the environment variables, as a deployment to AWS is given it; empty if there is
    none.
    """
    return os.environ.get("TELEGRAM_BOT_TOKEN", "").strip()


def values(name: str) -> dict[str, str]:
    """Return Telegram's part of the parameters for the CloudFormation template. The bot's `name` is among them, so that
    no function has to ask Telegram for it.
    """
    return {"TelegramUrl": os.environ.get("TELEGRAM_API_URL", "").strip() or OFFICIAL, "BotName": name}


@contextmanager
def raise_unfit_for_api_errors() -> Iterator[None]:
    """Raise Telegram's errors within the block as UnfitSetting, without their text, which may contain the token."""
    try:
        yield
    except InvalidToken:
        raise UnfitSetting(ACCOUNT_REFUSED_TEXT) from None
    except TelegramError as error:
        raise UnfitSetting(
            f"Telegram cannot be asked just now ({type(error).__name__}). Try again: make deploy"
        ) from None


@contextmanager
def at(token: str) -> Iterator[DeployedBot]:
    """Yield the bot with this token for the block, and close its connection after it; raise UnfitSetting if it does not
    look like a token. Telegram is not asked yet.
    """
    if ":" not in token or not token.isascii() or any(letter.isspace() for letter in token):
        raise UnfitSetting(
            "That is no token: @BotFather gives one such as 123456:ABC-DEF. Nothing has been kept of it."
        )
    bot = DeployedBot(token)
    try:
        yield bot
    finally:
        bot.close()
