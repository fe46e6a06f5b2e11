"""Reddit's things as the host's places, by their full names. Pure.

`reddit:t3_ID` is a thread, `reddit:u/NAME` somebody's messages, `reddit:t1_ID` or `reddit:t4_ID` one comment or
message to be answered, `reddit:new/t1_ID` a thread that is still to be made for the author of that, and
`reddit:r/NAME` a subreddit, where nothing is said, and of which a few things are kept.
"""

from __future__ import annotations

REDDIT_PREFIX = "reddit:"
THREAD, COMMENT, LETTER = "t3_", "t1_", "t4_"
USER, NEW = "u/", "new/"


def build_reddit_place(thing: str) -> str:
    """Return the host's place for a thread, comment or message with this full Reddit name."""
    return f"{REDDIT_PREFIX}{thing}"


def parse_reddit_place(where: str) -> str:
    """Return the full Reddit name (such as t3_…) for which a place stands."""
    return where.removeprefix(REDDIT_PREFIX)


def build_mailbox_place(name: str) -> str:
    """Return the place that stands for an account's private messages."""
    return f"{REDDIT_PREFIX}{USER}{name}"


def build_reddit_identity(name: str) -> str:
    """Return the identity of an account, by which the host knows its person; in lower case, because Reddit ignores
    case.
    """
    return f"{REDDIT_PREFIX}{name.casefold()}"


def build_subreddit_place(name: str) -> str:
    """Return the place that stands for a subreddit."""
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
    """Return whether this is a thread, or one still to be made."""
    return parse_reddit_place(where).startswith((THREAD, NEW))


def is_mailbox(where: str) -> bool:
    """Return whether a place stands for an account's private messages."""
    return parse_reddit_place(where).startswith(USER)


def parse_mailbox_account(where: str) -> str:
    """Return the account whose private messages a place stands for."""
    return parse_reddit_place(where).removeprefix(USER)
