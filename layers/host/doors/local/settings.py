"""The environment variables of the local host, with errors that say what to do."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct

from host.doors.reddit import settings as keys
from host.doors.reddit.settings import Keys

DEFAULT_PORT = 8080
DEFAULT_HOME = ".rtab"
DEFAULT_BACKUPS = 7


class Settings(Struct, frozen=True):
    """Where to listen, where to keep the games, and the accounts of the bot if it hosts elsewhere, too."""

    port: int
    home: Path
    telegram: str = ""
    telegram_url: str = ""
    packs: tuple[str, ...] = ()  # files of cards beside those that come with the games
    reddit: Keys | None = None  # the account on Reddit, if it hosts there too
    backups: int = DEFAULT_BACKUPS  # how many copies of everything are kept, one a day
    web: str = ""  # where others find the web table, if that is not on this machine alone

    @property
    def elsewhere(self) -> tuple[str, ...]:
        """The platforms for which there is an account."""
        accounts = {"telegram": self.telegram, "reddit": self.reddit}
        return tuple(name for name, account in accounts.items() if account)

    def __repr__(self) -> str:
        telegram = "set" if self.telegram else "not set"
        reddit = self.reddit or "not set"
        kept = f"packs={self.packs}, backups={self.backups}"
        found = f"port={self.port}, home={str(self.home)!r}, telegram={telegram}, reddit={reddit}, {kept}"
        return f"Settings({found}, web={self.web!r})"


class Unfit(Exception):
    """A setting does not fit. The sentence says which, why, and what to do."""


def read(environment: Mapping[str, str]) -> Settings:
    """The settings, or Unfit."""
    port = environment.get("PORT", "") or str(DEFAULT_PORT)
    if not (port.isascii() and port.isdigit() and 0 <= int(port) <= 65535):
        raise Unfit(f"PORT is {port[:20]!r}. It must be a number from 0 to 65535; leave it out for {DEFAULT_PORT}.")
    home = Path(environment.get("RTAB_HOME", "") or DEFAULT_HOME).expanduser()
    token = environment.get("TELEGRAM_BOT_TOKEN", "").strip()
    if token and ":" not in token:
        raise Unfit("TELEGRAM_BOT_TOKEN does not look like a token. BotFather gives one such as 123456:ABC-DEF.")
    url = environment.get("TELEGRAM_API_URL", "").strip()
    if url and not url.startswith(("https://", "http://")):
        raise Unfit("TELEGRAM_API_URL must begin with https:// or http://; leave it out for Telegram's own server.")
    web = environment.get("RTAB_WEB", "").strip().rstrip("/")
    if web and not web.startswith(("https://", "http://")):
        raise Unfit("RTAB_WEB must begin with https:// or http://; leave it out if the page is for this machine alone.")
    try:
        reddit = keys.read(environment)
    except keys.Unset as error:
        raise Unfit(str(error)) from None
    packs = tuple(pack for pack in environment.get("RTAB_PACKS", "").split(":") if pack)
    missing = next((pack for pack in packs if not Path(pack).is_file()), None)
    if missing is not None:
        raise Unfit(f"RTAB_PACKS names {missing!r}, which is no file. Name files of questions, with : between them.")
    return Settings(int(port), home, token, url, packs, reddit, _backups(environment), web)


def _backups(environment: Mapping[str, str]) -> int:
    text = environment.get("RTAB_BACKUPS", "") or str(DEFAULT_BACKUPS)
    if not (text.isascii() and text.isdigit() and len(text) < 4):
        raise Unfit(f"RTAB_BACKUPS is {text[:20]!r}. It is how many are kept, one a day; 0 for none.")
    return int(text)
