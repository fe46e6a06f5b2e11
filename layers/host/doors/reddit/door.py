"""Reddit announces itself."""

from __future__ import annotations

from collections.abc import Mapping

from host.doors.local.settings import UnfitSetting
from host.doors.reddit import places, settings
from host.doors.registry import CLAIM, Cloud, Door


def account(environment: Mapping[str, str]) -> settings.Keys | None:
    """The bot's account; nothing if there is none; raises UnfitSetting."""
    try:
        return settings.read(environment)
    except settings.MissingSetting as error:
        raise UnfitSetting(str(error)) from None


DOOR = Door(
    name="reddit",
    title="Reddit",
    account=account,
    settings=(*settings.NEEDED, "REDDIT_OPERATOR", "REDDIT_API_URL"),
    link=places.link,
    linked=CLAIM,
    operators=r"reddit:u/[\w-]{1,40}",
    running="host.doors.reddit.polling:RedditPolling",
    doctor="host.doors.reddit.command:examined_here",
    commands={
        "reddit": ("host.doors.reddit.command:main", "look whether the bot's account on Reddit may do what it needs")
    },
    extras={"praw": "reddit", "requests": "reddit"},
    cloud=Cloud(pushed=False, module="host.doors.reddit.function", switch="RTAB_REDDIT"),
)
