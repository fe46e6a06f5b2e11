"""The secrets of this deployment, as the parameter store keeps them."""

from __future__ import annotations

import time
from functools import cache

from host.core.store.aws import AWS_ERRORS, error_code
from host.doors.aws.wiring import client, wired
from host.doors.local.settings import UnfitSetting

MINUTE, DAY = 60, 24 * 60 * 60
CURES = {
    "ParameterNotFound": "Make it a SecureString: aws ssm put-parameter --type SecureString --name {place} --value ...",
    "AccessDeniedException": "The template lets this function's role read it: deploy with `make deploy`.",
}
PASSING = "The parameter store should be well in a moment; it is tried again by itself."


def secret(name: str) -> str:
    """A secret, read once a process: few of them live for a day."""
    return _read(name, DAY)


def recent(name: str) -> str:
    """The same as it is kept now, looked up at most once a minute: what one process has read may have been replaced."""
    return _read(name, MINUTE)


@cache
def kept(_age: int) -> dict[str, tuple[str, float]]:
    """What has been read and is no older than this many seconds, and until when that is so."""
    return {}


def _read(name: str, age: int) -> str:
    place, known = wired().settings.secret(name), kept(age)
    value, until = known.get(place, ("", 0.0))
    if time.time() < until:
        return value
    try:
        value = str(client("ssm").get_parameter(Name=place, WithDecryption=True)["Parameter"]["Value"])
    except AWS_ERRORS as error:
        raise _unfit(place, error) from None
    known[place] = value, time.time() + age
    return value


def _unfit(place: str, cause: Exception) -> UnfitSetting:
    """What an operator can do about it. The cause is told by its name only: its text could hold anything."""
    why = error_code(cause) or type(cause).__name__
    return UnfitSetting(f"The parameter {place} cannot be read ({why}). {CURES.get(why, PASSING).format(place=place)}")
