"""Reddit as its function uses it: one account a process; one look a call, and then what may be said."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from functools import cache

import msgspec

from host.core.store.items import Overloaded
from host.doors.aws import settings as aws_settings
from host.doors.aws import wiring
from host.doors.local.settings import UnfitSetting
from host.doors.reddit import places
from host.doors.reddit.polling import RedditBot

log = logging.getLogger(__name__)
REDDIT_PARAMETER = "reddit"  # the name of a parameter
DELIVERY_SECONDS = 15.0  # seconds in which we go on speaking
BUDGET = 18.0  # seconds in which we call Reddit at all, so that the function ends by itself
NOT_SET = (
    "The parameter for Reddit is not a JSON object with REDDIT_CLIENT_ID, REDDIT_CLIENT_SECRET, REDDIT_USERNAME, "
    "REDDIT_PASSWORD and REDDIT_SUBREDDIT. docs/reddit.md in the source says where each comes from."
)


@cache
def build_function_bot() -> RedditBot:
    """Return the Reddit bot that this process of the AWS function uses for all its calls; build it on the first one,
    with the keys in the parameter store. Raise UnfitSetting if these are missing or malformed.
    """
    found = wiring.build_deployed_host()
    return RedditBot(
        found.host, parse_reddit_keys(aws_settings.read_cached_secret(REDDIT_PARAMETER)), found.settings.web
    )


def parse_reddit_keys(text: str) -> places.RedditKeys:
    """Parse the keys of the bot's Reddit account from a JSON text, in which they are named like the environment
    variables. Raise UnfitSetting, without quoting the secret text, if it is malformed or a key is missing.
    """
    try:
        found = places.parse_reddit_settings(msgspec.json.decode(text, type=dict[str, str]))
    except msgspec.DecodeError:  # what it says may hold a secret
        raise UnfitSetting(NOT_SET) from None
    except places.MissingSetting as error:
        raise UnfitSetting(str(error)) from None
    if found is None:
        raise UnfitSetting(NOT_SET)
    return found


def handle_schedule_event(event: object) -> None:
    """Handle one scheduled call of the AWS function: if the event's `look` is true, poll Reddit and send queued posts;
    if it is false, do nothing, so that the call only shows that the function starts. Only log any other event.
    """
    match event:
        case {"look": bool(wanted)}:
            if wanted:
                poll_and_deliver()
        case _:
            log.warning("ignoring malformed event type=%s", type(event).__name__)


def poll_and_deliver() -> None:
    """Poll Reddit and send queued posts; if the store is overloaded, leave the rest to the next scheduled run."""
    try:
        run_function_turn(build_function_bot(), time.sleep)
    except Overloaded as busy:
        log.warning("Reddit poll postponed error=%s", busy)


def run_function_turn(mine: RedditBot, sleep: Callable[[float], None]) -> None:
    """Read what is new on Reddit if the pause since the last reading is over, then send queued posts again and again,
    sleeping (by `sleep`) as long as Reddit's limits ask; stop when the next would have to wait until 15 seconds after
    the start or longer, as when none is queued. Set until when calls to Reddit may be made.
    """
    began = mine.host.now()
    mine.wire.line.end = began + BUDGET
    mine.poll_if_due()
    wait = mine.deliver_now()
    while mine.host.now() + wait < began + DELIVERY_SECONDS:
        sleep(wait)
        wait = mine.deliver_now()
