"""`rtab reddit doctor`: looks whether the account may do what the bot needs, and says what to ask Reddit for."""

from __future__ import annotations

import os
import re
import sys
import time
from collections.abc import Callable, Iterator, Mapping

from host.delivery.outbox import PlaceGone, RetryLater
from host.doors.command.commands import parse_command_line
from host.doors.local.settings import UnfitSetting, read_settings
from host.doors.reddit.account import RedditAccount
from host.doors.reddit.door import DOOR
from host.doors.reddit.throttle import MOST, AccountBarred, RedditDown, RedditRefused, ThreadLocked

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


def try_writing_and_messages(wire: RedditAccount, ready: Callable[[int], None]) -> Iterator[TrialFinding]:
    """Yield what only a trial shows, each with what is wrong (empty if nothing): whether others see the bot; if they
    do, whether it may write and is read (by a thread that is deleted again); and whether its messages reach the
    operator, who gets one. Before each step, `ready` waits until the rate limit allows the given number of calls.
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
    """Post a trial thread to the bot's own profile and delete it again; return what is wrong, or an empty string. If it
    cannot be looked at or deleted, the error is raised.
    """
    try:
        made = wire.submit(SUBJECT, TRIAL_TEXT, f"u_{wire.name}")
    except NO as no:
        return MUTE.format(why=no)
    unread = wire.list_hidden([made])
    wire.delete_thread(made)
    return POSTS_UNREAD if unread else ""


def _try_messages(wire: RedditAccount) -> str:
    """Send the operator a trial message; return what is wrong if that failed, or that it was not tried because no
    operator is named, else an empty string.
    """
    operator = wire.keys.operator
    if not operator:
        return UNTRIED
    try:
        wire.compose(operator, SUBJECT, "The messages of your bot arrive. Is this one among your chat requests?")
    except NO as no:
        return UNSENT.format(operator=operator, why=no, word="`messages`")
    return ""


NOT_SET = (
    "Reddit is not set up: set REDDIT_CLIENT_ID, REDDIT_CLIENT_SECRET, REDDIT_USERNAME, REDDIT_PASSWORD and "
    "REDDIT_SUBREDDIT. docs/reddit.md in the source says where each comes from, and what to ask Reddit for."
)

CLOSING = (
    "Reddit is closing its Data API, as far as was known on 29 November 2026: no new access since 31 October 2026, "
    "unregistered apps are cut off on 12 January 2027, all others in March 2027. Start new games elsewhere, and move "
    "running ones with `here`: docs/reddit.md says how. These dates are second-hand: check r/redditdev."
)

ASK = (
    "Where access that you had is refused, ask Reddit (Reddit Help, “Submit a request”, developers): a bot for games "
    "in {where}, free of charge, at most {calls} calls a minute, under the name {agent}."
)

SCOPES = {
    "identity": "to know its own name",
    "read": "to read comments",
    "submit": "to open threads and to write comments",
    "edit": "to keep the board up to date",
    "privatemessages": "to read and send messages",
    "history": "to see whether something has been said already",
}

STOPPED = (
    "Reddit does not let this account in, or not here: look at the name, the password and the app's id and secret."
)

PRIVATE = "It is private. Ask its moderators to approve the bot: reddit.com/message/compose?to=r/{name}"
CALLS_PER_SUBREDDIT = 2  # for each subreddit
BOTS = re.compile(r"\b(bots?|automat\w*|scripts?)\b", re.IGNORECASE)
RedditFinding = tuple[str, str]  # what was looked at, and what to do about it; nothing to do is well


def main(argv: list[str]) -> int:
    """Run `rtab reddit doctor`, which checks the bot's account, also by a trial thread, which it deletes again, and a
    trial message to the operator, and prints what it finds; return 0 if there is nothing to do, 1 if there is, 2 if
    Reddit is not set up or a setting is unfit.
    """
    parse_command_line("reddit", argv, {"doctor": "look whether the account may do what the bot needs"})
    print(CLOSING, flush=True)
    try:
        settings = read_settings(os.environ)
    except UnfitSetting as error:
        print(error, file=sys.stderr)
        return 2
    keys = settings.accounts.get(DOOR.name)
    if keys is None:
        print(NOT_SET, file=sys.stderr)
        return 2
    wire = RedditAccount(keys, time.time)
    try:
        return run_reddit_checks(wire, settings.web)
    finally:
        wire.close()


def run_reddit_doctor() -> int:
    """Check the Reddit bot for `rtab doctor`, which runs the checks of all platforms, also by a trial thread (deleted
    again) and a trial message to the operator; print what it finds and return the exit code.
    """
    return main(["doctor"])


def run_reddit_checks(wire: RedditAccount, web: str) -> int:
    """Check the Reddit bot, also by trial posts, and print the findings one by one (`web` is the address of the host's
    page), and an error that prevents further ones; then what to ask Reddit for, if anything is wrong but that Reddit
    cannot be asked now. Return 0 if all is well, else 1.
    """
    ill = 0
    try:
        for what, cure in iter_reddit_findings(wire, web):
            ill += bool(cure)
            print(f"{what}: {cure or 'OK'}", flush=True)
    except AccountBarred as barred:
        print(f"Reddit: {barred.why}. {STOPPED}\n{format_access_request(wire)}")
        return 1
    except RetryLater as later:
        why = later.why if isinstance(later, RedditDown) else "it asks to be left alone"
        print(f"Reddit cannot be asked now ({why}). Try again in {later.seconds:.0f} seconds.")
        return 1
    except (PlaceGone, ThreadLocked, RedditRefused) as no:
        print(f"{no}. {STOPPED}\n{format_access_request(wire)}")
        return 1
    if ill:
        print(format_access_request(wire))
    return int(ill > 0)


def format_access_request(wire: RedditAccount) -> str:
    """Return a text that advises to ask Reddit for access if that is refused, with what to say: the bot's subreddits,
    its calls a minute and its user agent.
    """
    where = ", ".join(f"r/{name}" for name in wire.keys.subreddits)
    return ASK.format(where=where, calls=MOST, agent=wire.keys.user_agent)


def iter_reddit_findings(wire: RedditAccount, web: str) -> Iterator[RedditFinding]:
    """Yield findings, each with what to do about it (empty if it is well), on the credentials, scopes, rate limit, each
    subreddit, the private pages' address, the operator's name, and a trial thread and message, which are really posted.
    Sleep where the rate limit asks. An error of a call that prevents further ones is raised.
    """
    me, scopes = wire.fetch_account_name(), wire.fetch_scopes()
    other = f"The account is u/{me}. Set REDDIT_USERNAME to it." if me.casefold() != wire.name.casefold() else ""
    yield f"credentials, u/{me}", other
    missing = [f"{scope} ({why})" for scope, why in SCOPES.items() if not {scope, "*"} & scopes]
    yield f"scopes {' '.join(sorted(scopes))}", f"There is no {', '.join(missing)}." if missing else ""
    yield find_rate_limit(wire.line.limits)
    for name in wire.keys.subreddits:
        yield from iter_subreddit_findings(wire, name)
    secure = (
        "" if web.startswith("https://") else "Players need an address for their secrets: set RTAB_WEB to https://…"
    )
    yield f"private pages {web}".rstrip(), secure
    yield f"user agent {wire.keys.user_agent}", "" if wire.keys.operator else "Set REDDIT_OPERATOR to your own name."
    yield from try_writing_and_messages(wire, lambda calls: wait_for_calls(wire, calls))


def wait_for_calls(wire: RedditAccount, calls: int) -> None:
    """Sleep, after printing for how long, until the rate limit allows so many calls to Reddit; return at once if it
    does now.
    """
    wait = wire.line.compute_wait(calls)
    if wait:
        print(f"({MOST} calls a minute: looking on in {wait:.0f} seconds)", flush=True)
        time.sleep(wait)


def find_rate_limit(told: Mapping[str, str]) -> RedditFinding:
    """Return a finding on how many calls Reddit still allows, from the rate limit headers of its last response
    (`told`); something is to be done only if it sent none.
    """
    if "remaining" not in told:
        return "rate headers", "Reddit sent none, so this client may not be approved for its Data API."
    left, reset = told["remaining"], told.get("reset", "?")
    return (
        f"rate headers (calls left: {left}, seconds until there are more: {reset}; the bot takes {MOST} a minute)",
        "",
    )


def iter_subreddit_findings(wire: RedditAccount, name: str) -> Iterator[RedditFinding]:
    """Yield whether the bot may write in this subreddit and, unless Reddit refuses to show it, whether its rules
    mention bots; each with what to do about it, empty if nothing. First wait until the rate limit allows the calls.
    """
    wait_for_calls(wire, CALLS_PER_SUBREDDIT)
    try:
        place, rules = wire.fetch_subreddit_status(name), wire.fetch_subreddit_rules(name)
    except ThreadLocked:
        yield f"r/{name}", PRIVATE.format(name=name)
        return
    except RedditRefused:
        yield f"r/{name}", "There is no such subreddit, or Reddit has closed it. REDDIT_SUBREDDIT names it."
        return
    banned = f"The bot is banned there. Its moderators can lift that: reddit.com/message/compose?to=r/{name}"
    closed = "Only approved users may post there. Ask its moderators to approve the bot."
    yield f"r/{name}", banned if place.banned else closed if place.closed else ""
    about_bots = [rule for rule in rules if BOTS.search(rule)]
    cure = (
        f"Its moderators must agree first, for it has rules about bots: {'; '.join(about_bots)}" if about_bots else ""
    )
    yield f"r/{name}, {len(rules)} rules", cure
