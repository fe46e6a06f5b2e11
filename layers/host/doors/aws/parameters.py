"""The secrets of this deployment, as the parameter store keeps them."""

from __future__ import annotations

from functools import cache

from aws_lambda_powertools.utilities.parameters import GetParameterError, SSMProvider
from botocore.exceptions import ClientError

from host.doors.aws.wiring import client, wired
from host.doors.local.settings import Unfit

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
def kept(_age: int) -> SSMProvider:
    """What has been read and is no older than this many seconds."""
    return SSMProvider(boto3_client=client("ssm"))


def _read(name: str, age: int) -> str:
    place = wired().settings.secret(name)
    try:
        return str(kept(age).get(place, decrypt=True, max_age=age))
    except GetParameterError as error:
        raise _unfit(place, error.__context__) from None


def _unfit(place: str, cause: BaseException | None) -> Unfit:
    """What an operator can do about it. The cause is told by its name only: its text could hold anything."""
    why = cause.response["Error"]["Code"] if isinstance(cause, ClientError) else type(cause).__name__
    return Unfit(f"The parameter {place} cannot be read ({why}). {CURES.get(why, PASSING).format(place=place)}")
