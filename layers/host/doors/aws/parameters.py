"""The secrets of this deployment, as the parameter store keeps them."""

from __future__ import annotations

from functools import cache

from aws_lambda_powertools.utilities.parameters import GetParameterError, SSMProvider

from host.core.store.aws import error_code
from host.doors.aws.clients import client
from host.doors.aws.settings import secret_name
from host.doors.local.settings import UnfitSetting

MINUTE, DAY = 60, 24 * 60 * 60
CURES = {
    "ParameterNotFound": "Make it a SecureString: aws ssm put-parameter --type SecureString --name {place} --value ...",
    "AccessDeniedException": "The template lets this function's role read it: deploy with `make deploy`.",
}
PASSING = "The parameter store should be well in a moment; it is tried again by itself."


@cache
def provider(_max_age: int) -> SSMProvider:
    """Return the provider of what is kept for this many seconds; each has a cache of its own."""
    return SSMProvider(boto3_client=client("ssm"))


def secret(name: str) -> str:
    """Read a secret once a process: few processes live for a day."""
    return _read(name, DAY)


def recent(name: str) -> str:
    """Read a secret at most once a minute: what one process has read may have been replaced."""
    return _read(name, MINUTE)


def _read(name: str, max_age: int) -> str:
    place = secret_name(name)
    try:
        return str(provider(max_age).get(place, max_age=max_age, decrypt=True))
    except GetParameterError as error:
        raise _unfit(place, error.__context__ or error) from None


def _unfit(place: str, cause: BaseException) -> UnfitSetting:
    """Return what an operator can do. The cause is told by its name only: its text could hold anything."""
    why = error_code(cause) or type(cause).__name__
    return UnfitSetting(f"The parameter {place} cannot be read ({why}). {CURES.get(why, PASSING).format(place=place)}")
