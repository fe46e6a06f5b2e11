"""Tries for the doctor what no setting shows: whether the bot is seen, may write, is read, and its messages arrive."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from host.delivery.outbox import PlaceGone, RetryLater
from host.doors.reddit.api_errors import RedditRefused, ThreadLocked
from host.doors.reddit.wire import RedditAccount

NO = (PlaceGone, ThreadLocked, RedditRefused, RetryLater)
SUBJECT = "A test of rtab reddit doctor"
TRIAL_TEXT = "This shows that the bot may write. It is taken back at once."
ACCOUNT_UNSEEN = (
    "Nobody else sees the account: Reddit hides it. Appeal at reddit.com/appeals; until then no game can be played."
)
POSTS_UNREAD = (
    "What the bot writes on its own page is removed at once. Reddit takes it for spam: appeal at reddit.com/appeals."
)
MUTE = "Reddit does not let the account write, not even on its own page ({why}). Confirm its email address, or appeal."
UNTRIED = "Not tried: set REDDIT_OPERATOR to your own name, and you get a test message."
UNSENT = (
    "u/{operator} gets no messages from the bot ({why}). Players have their private pages; only {word} will not work."
)
TrialFinding = tuple[str, str]


def iter_trial_findings(wire: RedditAccount, ready: Callable[[int], None]) -> Iterator[TrialFinding]:
    """Yield what only a trial shows: whether the bot is visible, may write, is read, and its messages arrive. `ready`
    waits until this many calls may be made.
    """
    ready(2)
    seen = wire.is_visible()
    yield "seen by others", "" if seen else ACCOUNT_UNSEEN
    if seen:
        ready(3)
        yield "writing, and being read", _try_writing(wire)
    ready(1)
    yield f"messages to u/{wire.keys.operator}".removesuffix(" to u/"), _try_messages(wire)


def _try_writing(wire: RedditAccount) -> str:
    try:
        made = wire.submit(SUBJECT, TRIAL_TEXT, f"u_{wire.name}")
    except NO as no:
        return MUTE.format(why=no)
    unread = wire.list_hidden([made])
    wire.delete_thread(made)
    return POSTS_UNREAD if unread else ""


def _try_messages(wire: RedditAccount) -> str:
    operator = wire.keys.operator
    if not operator:
        return UNTRIED
    try:
        wire.compose(operator, SUBJECT, "The messages of your bot arrive. Is this one among your chat requests?")
    except NO as no:
        return UNSENT.format(operator=operator, why=no, word="`messages`")
    return ""
