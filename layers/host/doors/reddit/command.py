"""`rtab reddit doctor`: looks whether the account may do what the bot needs, and says what to ask Reddit for."""

from __future__ import annotations

import os
import re
import sys
import time
from collections.abc import Iterator, Mapping

from host.delivery.outbox import PlaceGone, RetryLater
from host.doors.command.line import given
from host.doors.local.settings import UnfitSetting, read
from host.doors.reddit import doctor
from host.doors.reddit.api_errors import AccountBarred, RedditRefused, ThreadLocked
from host.doors.reddit.door import DOOR
from host.doors.reddit.throttle import MOST, Down
from host.doors.reddit.wire import RedditAccount

NOT_SET = (
    "Reddit is not set up: set REDDIT_CLIENT_ID, REDDIT_CLIENT_SECRET, REDDIT_USERNAME, REDDIT_PASSWORD and "
    "REDDIT_SUBREDDIT. docs/reddit.md in the source says where each comes from, and what to ask Reddit for."
)
CLOSING = (
    "Reddit is closing its Data API, as far as is known: no new access since 31 October 2026, unregistered apps are "
    "cut off on 12 January 2027, all others in March 2027. Start new games elsewhere, and move running ones with "
    "`here`: docs/reddit.md says how. These dates are second-hand: check r/redditdev."
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
CALLS = 2  # for each subreddit
BOTS = re.compile(r"\b(bots?|automat\w*|scripts?)\b", re.IGNORECASE)
Finding = tuple[str, str]  # what was looked at, and what to do about it; nothing to do is well


def main(argv: list[str]) -> int:
    """Exit code 0 only if there is nothing to do."""
    given("reddit", argv, {"doctor": "look whether the account may do what the bot needs"})
    print(CLOSING, flush=True)
    try:
        settings = read(os.environ)
    except UnfitSetting as error:
        print(error, file=sys.stderr)
        return 2
    keys = settings.accounts.get(DOOR.name)
    if keys is None:
        print(NOT_SET, file=sys.stderr)
        return 2
    wire = RedditAccount(keys, time.time)
    try:
        return examined(wire, settings.web)
    finally:
        wire.close()


def examined_here() -> int:
    """What the doctor of all asks this one."""
    return main(["doctor"])


def examined(wire: RedditAccount, web: str) -> int:
    """Look at one thing after the other; what stops everything else is the last that is said."""
    ill = 0
    try:
        for what, cure in findings(wire, web):
            ill += bool(cure)
            print(f"{what}: {cure or 'OK'}", flush=True)
    except AccountBarred as barred:
        print(f"Reddit: {barred.why}. {STOPPED}\n{asking(wire)}")
        return 1
    except RetryLater as later:
        why = later.why if isinstance(later, Down) else "it asks to be left alone"
        print(f"Reddit cannot be asked now ({why}). Try again in {later.seconds:.0f} seconds.")
        return 1
    except (PlaceGone, ThreadLocked, RedditRefused) as no:
        print(f"{no}. {STOPPED}\n{asking(wire)}")
        return 1
    if ill:
        print(asking(wire))
    return int(ill > 0)


def asking(wire: RedditAccount) -> str:
    """What to ask Reddit for, where access is what is missing."""
    where = ", ".join(f"r/{name}" for name in wire.keys.subreddits)
    return ASK.format(where=where, calls=MOST, agent=wire.keys.user_agent)


def findings(wire: RedditAccount, web: str) -> Iterator[Finding]:
    """Credentials, scopes, limit, each subreddit with its rules, the page for secrets; what a try shows."""
    me, scopes = wire.me(), wire.scopes()
    other = f"The account is u/{me}. Set REDDIT_USERNAME to it." if me.casefold() != wire.name.casefold() else ""
    yield f"credentials, u/{me}", other
    missing = [f"{scope} ({why})" for scope, why in SCOPES.items() if not {scope, "*"} & scopes]
    yield f"scopes {' '.join(sorted(scopes))}", f"There is no {', '.join(missing)}." if missing else ""
    yield limit(wire.line.limits)
    for name in wire.keys.subreddits:
        yield from subreddit(wire, name)
    secure = (
        "" if web.startswith("https://") else "Players need an address for their secrets: set RTAB_WEB to https://…"
    )
    yield f"private pages {web}".rstrip(), secure
    yield f"user agent {wire.keys.user_agent}", "" if wire.keys.operator else "Set REDDIT_OPERATOR to your own name."
    yield from doctor.tried(wire, lambda calls: patient(wire, calls))


def patient(wire: RedditAccount, calls: int) -> None:
    """Wait until so many calls may be made."""
    wait = wire.line.wait(calls)
    if wait:
        print(f"({MOST} calls a minute: looking on in {wait:.0f} seconds)", flush=True)
        time.sleep(wait)


def limit(told: Mapping[str, str]) -> Finding:
    """What is left of the calls that Reddit allows."""
    if "remaining" not in told:
        return "rate headers", "Reddit sent none, so this client may not be approved for its Data API."
    left, reset = told["remaining"], told.get("reset", "?")
    return (
        f"rate headers (calls left: {left}, seconds until there are more: {reset}; the bot takes {MOST} a minute)",
        "",
    )


def subreddit(wire: RedditAccount, name: str) -> Iterator[Finding]:
    """May the bot write there, and do its rules speak of bots?"""
    patient(wire, CALLS)
    try:
        place, rules = wire.about(name), wire.rules(name)
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
