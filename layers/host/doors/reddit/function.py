"""Reddit as its function uses it: one account a process; one look a call, and then what may be said."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from functools import cache

import msgspec

from host.core.store.items import Overloaded
from host.doors.aws import parameters, wiring
from host.doors.local.settings import UnfitSetting
from host.doors.reddit import settings
from host.doors.reddit.polling import RedditBot

log = logging.getLogger(__name__)
KEYS = "reddit"  # the name of a parameter
PATIENCE = 15.0  # seconds in which we go on speaking
BUDGET = 18.0  # seconds in which we call Reddit at all, so that the function ends by itself
NOT_SET = (
    "The parameter for Reddit is not a JSON object with REDDIT_CLIENT_ID, REDDIT_CLIENT_SECRET, REDDIT_USERNAME, "
    "REDDIT_PASSWORD and REDDIT_SUBREDDIT. docs/reddit.md in the source says where each comes from."
)


@cache
def bot() -> RedditBot:
    """The one account."""
    found = wiring.wired()
    return RedditBot(found.host, keys(parameters.secret(KEYS)), found.settings.web)


def keys(text: str) -> settings.Keys:
    """The account, from one parameter with the names that a host at home reads from its environment."""
    try:
        found = settings.read(msgspec.json.decode(text, type=dict[str, str]))
    except msgspec.DecodeError:  # what it says may hold a secret
        raise UnfitSetting(NOT_SET) from None
    except settings.MissingSetting as error:
        raise UnfitSetting(str(error)) from None
    if found is None:
        raise UnfitSetting(NOT_SET)
    return found


def called(event: object) -> None:
    """One event of the schedule; without a look it only shows that we start."""
    match event:
        case {"look": bool(wanted)}:
            if wanted:
                look()
        case _:
            log.warning("an event of an unknown shape; nothing is done")


def look() -> None:
    """Look, and speak, with the one account; what the table is too busy for, the next look does."""
    try:
        turn(bot(), time.sleep)
    except Overloaded as busy:
        log.warning("the next look will do it: %s", busy)


def turn(mine: RedditBot, sleep: Callable[[float], None]) -> None:
    """Look, if Reddit has not asked us to wait; then speak, a little at a time, for as long as a call may take."""
    began = mine.host.now()
    mine.wire.line.end = began + BUDGET
    mine.listen()
    wait = mine.speak()
    while mine.host.now() + wait < began + PATIENCE:
        sleep(wait)
        wait = mine.speak()
