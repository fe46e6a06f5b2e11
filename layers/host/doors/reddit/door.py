"""Reddit announces itself."""

from __future__ import annotations

from collections.abc import Mapping

from host.doors.local.settings import UnfitSetting
from host.doors.reddit import places
from host.doors.registry import CLAIM, Cloud, Door


def read_reddit_account(environment: Mapping[str, str]) -> places.RedditKeys | None:
    """Return the keys and other settings of the bot's Reddit account from the environment variables; None if none of
    the necessary ones is set. Raise UnfitSetting if only some of these are set, or if any is malformed.
    """
    try:
        return places.parse_reddit_settings(environment)
    except places.MissingSetting as error:
        raise UnfitSetting(str(error)) from None


DOOR = Door(
    name="reddit",
    title="Reddit",
    account=read_reddit_account,
    settings=(*places.NEEDED, "REDDIT_OPERATOR", "REDDIT_API_URL", "REDDIT_ENDS"),
    link=places.build_thread_link,
    called=True,  # those who have written `messages`
    linked=CLAIM,
    operators=r"reddit:u/[\w-]{1,40}",
    running="host.doors.reddit.polling:RedditPolling",
    doctor="host.doors.reddit.command:run_reddit_doctor",
    commands={
        "reddit": ("host.doors.reddit.command:main", "look whether the bot's account on Reddit may do what it needs")
    },
    extras={"praw": "reddit", "requests": "reddit"},
    cloud=Cloud(pushed=False, module="host.doors.reddit.function", switch="RTAB_REDDIT"),
)
