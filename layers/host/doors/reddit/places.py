"""Reddit's things as the host's places, by their full names, and the door's own settings. Pure.

`reddit:t3_ID` is a thread, `reddit:u/NAME` somebody's messages, `reddit:t1_ID` or `reddit:t4_ID` one comment or
message to be answered, `reddit:new/t1_ID` a thread that is still to be made for the author of that, and
`reddit:r/NAME` a subreddit, where nothing is said, and of which a few things are kept.
"""

from __future__ import annotations

import platform
import re
from collections.abc import Mapping
from datetime import UTC, datetime

from msgspec import Struct

from host import VERSION

REDDIT_PREFIX = "reddit:"


THREAD, COMMENT, LETTER = "t3_", "t1_", "t4_"


USER, NEW = "u/", "new/"


def build_reddit_place(thing: str) -> str:
    """Return the id by which the host names a thread, comment or message as a place; `thing` is its full Reddit name,
    such as t3_….
    """
    return f"{REDDIT_PREFIX}{thing}"


def parse_reddit_place(where: str) -> str:
    """Return what a place stands for, without `reddit:`: the full Reddit name (such as t3_…) of a thread, comment or
    message, `u/NAME` for an account's messages, `r/NAME` for a subreddit, or `new/` and a full name.
    """
    return where.removeprefix(REDDIT_PREFIX)


def build_mailbox_place(name: str) -> str:
    """Return the id of the place that stands for the private messages of the Reddit account `name`, spelled
    as given.
    """
    return f"{REDDIT_PREFIX}{USER}{name}"


def build_reddit_identity(name: str) -> str:
    """Return the identity of an account, by which the host knows its person; in lower case, because Reddit ignores
    case.
    """
    return f"{REDDIT_PREFIX}{name.casefold()}"


def build_subreddit_place(name: str) -> str:
    """Return the place that stands for a subreddit; its name stands there in lower case."""
    return f"{REDDIT_PREFIX}r/{name.casefold()}"


def build_unmade_thread_place(asked_by: str) -> str:
    """Return the place that stands for a thread that is still to be made, for which somebody asked in the comment or
    message `asked_by`.
    """
    return f"{REDDIT_PREFIX}{NEW}{asked_by}"


def build_thread_link(where: str) -> str:
    """Return the link to a thread, or an empty string for other places."""
    found = parse_reddit_place(where)
    return f"https://www.reddit.com/comments/{found.removeprefix(THREAD)}" if found.startswith(THREAD) else ""


def is_thread(where: str) -> bool:
    """Return whether the place `where` is a Reddit thread, or stands for one that is still to be made."""
    return parse_reddit_place(where).startswith((THREAD, NEW))


def is_mailbox(where: str) -> bool:
    """Return whether a place stands for an account's private messages."""
    return parse_reddit_place(where).startswith(USER)


def parse_mailbox_account(where: str) -> str:
    """Return the account whose private messages a place stands for."""
    return parse_reddit_place(where).removeprefix(USER)


REDDIT_END = "2027-03-01"  # as far as is known, when Reddit cuts off the last apps


REDDIT_NAME = re.compile(r"[A-Za-z0-9_-]{2,30}")


NEEDED = ("REDDIT_CLIENT_ID", "REDDIT_CLIENT_SECRET", "REDDIT_USERNAME", "REDDIT_PASSWORD", "REDDIT_SUBREDDIT")


SETTING_SOURCES = {
    "REDDIT_CLIENT_ID": "It stands under the app's name at reddit.com/prefs/apps.",
    "REDDIT_CLIENT_SECRET": "It stands beside “secret” at reddit.com/prefs/apps.",
    "REDDIT_USERNAME": "It is the name of the bot's own account, without u/.",
    "REDDIT_PASSWORD": "It is the password of the bot's own account.",
    "REDDIT_SUBREDDIT": "It is where games are played, without r/; several with + between them.",
}


class MissingSetting(Exception):
    """A setting is missing or malformed; the message says which and what to do."""


class RedditKeys(Struct, frozen=True):
    """The bot's account and its subreddits."""

    client_id: str
    client_secret: str
    username: str
    password: str
    subreddits: tuple[str, ...]
    operator: str = ""  # whom Reddit can ask about the bot
    url: str = ""  # another server than Reddit's own
    ends: float = 0.0  # when Reddit cuts this app off; 0: it does not

    def __repr__(self) -> str:
        """Return a text that holds no secret, so that none gets into a log."""
        return f"RedditKeys(username={self.username!r}, subreddits={self.subreddits})"

    @property
    def user_agent(self) -> str:
        """The user agent that Reddit asks for: platform, app, version and whom to contact (the operator, or else the
        bot's account).
        """
        return f"{platform.system().lower()}:race-to-a-billion:v{VERSION} (by /u/{self.operator or self.username})"


def parse_reddit_settings(environment: Mapping[str, str]) -> RedditKeys | None:
    """Parse the keys and other settings of the bot's account from the environment; None if none of the necessary ones
    is set. Raise MissingSetting if only some of these are set, or if any is malformed.
    """
    found = {name: environment.get(name, "").strip() for name in NEEDED}
    if not any(found.values()):
        return None
    missing = next((name for name, value in found.items() if not value), None)
    if missing is not None:
        raise MissingSetting(f"{missing} is not set, though other settings for Reddit are. {SETTING_SOURCES[missing]}")
    names = found["REDDIT_SUBREDDIT"].removeprefix("r/").split("+")
    for name, value in [("REDDIT_USERNAME", found["REDDIT_USERNAME"]), *(("REDDIT_SUBREDDIT", one) for one in names)]:
        if not REDDIT_NAME.fullmatch(value):
            raise MissingSetting(f"{name} is {value[:40]!r}, which is no name on Reddit. {SETTING_SOURCES[name]}")
    url = environment.get("REDDIT_API_URL", "").strip()
    if url and not url.startswith(("https://", "http://")):
        raise MissingSetting("REDDIT_API_URL must begin with https:// or http://; leave it out for Reddit itself.")
    client_id, secret, username, password, _ = found.values()
    operator = environment.get("REDDIT_OPERATOR", "").strip().removeprefix("u/")
    ends = _parse_end(environment.get("REDDIT_ENDS", "").strip() or REDDIT_END)
    return RedditKeys(client_id, secret, username, password, tuple(names), operator, url, ends)


def _parse_end(text: str) -> float:
    """Parse the day on which Reddit ends the app's access, or `never`; return it as a time, 0 for never. Raise
    MissingSetting for any other text.
    """
    if text.casefold() == "never":
        return 0.0
    try:
        return datetime.strptime(text, "%Y-%m-%d").replace(tzinfo=UTC).timestamp()
    except ValueError:
        raise MissingSetting(
            f"REDDIT_ENDS is {text[:40]!r}; it must be a day such as {REDDIT_END}, or never."
        ) from None
