"""Reddit's things as the host's places, by their full names. Pure.

`reddit:t3_ID` is a thread, `reddit:u/NAME` somebody's messages, `reddit:t1_ID` or `reddit:t4_ID` one comment or
message to be answered, `reddit:new/t1_ID` a thread that is still to be made for whoever wrote that, and
`reddit:r/NAME` a subreddit, where nothing is said, and of which a few things are kept.
"""

from __future__ import annotations

PREFIX = "reddit:"
THREAD, COMMENT, LETTER = "t3_", "t1_", "t4_"
USER, NEW = "u/", "new/"


def place(thing: str) -> str:
    """The place of a thing."""
    return f"{PREFIX}{thing}"


def thing(where: str) -> str:
    """What a place stands for."""
    return where.removeprefix(PREFIX)


def mailbox(name: str) -> str:
    """Where somebody gets messages."""
    return f"{PREFIX}{USER}{name}"


def identity(name: str) -> str:
    """By what an account is known: Reddit takes no notice of capitals."""
    return f"{PREFIX}{name.casefold()}"


def community(name: str) -> str:
    """A subreddit, whose people play together."""
    return f"{PREFIX}r/{name.casefold()}"


def unmade(asked_by: str) -> str:
    """The place of a thread that is still to be made."""
    return f"{PREFIX}{NEW}{asked_by}"


def link(where: str) -> str:
    """Where people find a thread."""
    found = thing(where)
    return f"https://www.reddit.com/comments/{found.removeprefix(THREAD)}" if found.startswith(THREAD) else ""


def is_thread(where: str) -> bool:
    """Is this a thread, or will it be one?"""
    return thing(where).startswith((THREAD, NEW))


def is_mailbox(where: str) -> bool:
    """Are these somebody's messages?"""
    return thing(where).startswith(USER)


def account(where: str) -> str:
    """Whose messages these are."""
    return thing(where).removeprefix(USER)
