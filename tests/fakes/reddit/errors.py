"""The refusals, worded as Reddit words them."""

from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any

JSON = dict[str, Any]

WORDS = {
    "ALREADY_SUB": "that link has already been submitted",
    "BAD_SR_NAME": "that name isn't going to work",
    "BANNED_FROM_SUBREDDIT": "that user is banned from the subreddit",
    "DELETED_COMMENT": "that comment has been deleted",
    "DELETED_LINK": "the link you are commenting on has been deleted",
    "NOT_AUTHOR": "you can't do that",
    "NOT_WHITELISTED_BY_USER_MESSAGE": "that user is only accepting messages from trusted users",
    "NO_SUBJECT": "please enter a subject",
    "NO_TEXT": "we need something here",
    "NO_USER": "please enter a username",
    "RATELIMIT": "you are doing that too much. try again in 3 minutes.",
    "SOMETHING_IS_BROKEN": "Something is broken, please try again later.",
    "SUBREDDIT_NOEXIST": "that subreddit doesn't exist",
    "SUBREDDIT_NOTALLOWED": "you aren't allowed to post there.",
    "THREAD_LOCKED": "Comments are locked.",
    "TOO_LONG": "this is too long (max: 10000)",
    "TOO_MANY_COMMENTS": "The number of comments allowed on this link has been exceeded",
    "TOO_OLD": "that's a piece of history now; it's too late to reply to it",
    "USER_BLOCKED": "you can't send to a user that you have blocked",
    "USER_DOESNT_EXIST": "that user doesn't exist",
}
MINUTE = 60
PHRASES: dict[int, str] = {status.value: status.phrase for status in HTTPStatus}  # those of a proxy are in no list
FIELDS = {
    "RATELIMIT": "ratelimit",
    "NO_TEXT": "text",
    "TOO_LONG": "text",
    "TOO_MANY_COMMENTS": "text",
    "NOT_AUTHOR": "thing_id",
    "SUBREDDIT_NOEXIST": "sr",
    "SUBREDDIT_NOTALLOWED": "sr",
    "BANNED_FROM_SUBREDDIT": "sr",
    "NO_SUBJECT": "subject",
    "NO_USER": "to",
    "USER_BLOCKED": "to",
    "USER_DOESNT_EXIST": "to",
    "NOT_WHITELISTED_BY_USER_MESSAGE": "to",
}


@dataclass
class Refusal(Exception):
    """An answer that is not what was asked for. A fault is one that a careful bot never earns."""

    status: int
    body: JSON
    headers: dict[str, str] = field(default_factory=dict)
    fault: str = ""

    @property
    def reason(self) -> str:
        """What a person who reads the log is told."""
        errors = self.body.get("json", {}).get("errors", [])
        return self.fault or (errors[0][0] if errors else str(self.body.get("message", self.body.get("error", ""))))


def plain(status: int, *, fault: str = "", headers: dict[str, str] | None = None) -> Refusal:
    """A status other than 200, with the short body Reddit gives it."""
    message = PHRASES.get(status, "Web Server Returned an Unknown Error")
    return Refusal(status, {"message": message, "error": status}, headers or {}, fault)


def wrong(fault: str, status: int = 400) -> Refusal:
    """Refuse a request that was wrong before it was sent."""
    return plain(status, fault=fault)


def said(code: str, text: str = "", about: str = "", *, fault: str = "") -> Refusal:
    """Refuse inside an answer of status 200, as Reddit's older endpoints do."""
    error = [code, text or WORDS[code], about or FIELDS.get(code, "parent")]
    body: JSON = {"json": {"errors": [error]}}
    return Refusal(HTTPStatus.OK, body, {}, fault)


def slow_down(seconds: int) -> Refusal:
    """Refuse because of a hidden limit on one kind of act; Reddit rounds the wait to minutes."""
    number, unit = (seconds, "second") if seconds < MINUTE else (seconds // MINUTE, "minute")
    wait = f"{number} {unit}{'' if number == 1 else 's'}"
    refusal = said(
        "RATELIMIT", f"Looks like you've been doing that a lot. Take a break for {wait} before trying again."
    )
    refusal.body["json"]["ratelimit"] = float(seconds)
    return refusal


def too_long(limit: int, about: str = "text") -> Refusal:
    """Refuse a text over Reddit's limit, which a careful bot has counted before."""
    return said("TOO_LONG", f"this is too long (max: {limit})", about, fault=f"{about} is longer than {limit}")


def unauthorised(error: str = "invalid_token") -> Refusal:
    """Refuse a token that has run out or never was."""
    challenge = f'Bearer realm="reddit", error="{error}"'
    return plain(HTTPStatus.UNAUTHORIZED, headers={"WWW-Authenticate": challenge})
