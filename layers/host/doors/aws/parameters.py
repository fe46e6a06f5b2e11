"""The secrets of this deployment, as the parameter store keeps them."""

from __future__ import annotations

from functools import cache

from aws_lambda_powertools.utilities.parameters import GetParameterError, SSMProvider

from host.core.store.aws import read_aws_error_code
from host.doors.aws.clients import get_client
from host.doors.aws.settings import make_secret_name
from host.doors.local.settings import UnfitSetting

MINUTE, DAY = 60, 24 * 60 * 60
CURES = {
    "ParameterNotFound": "Make it a SecureString: aws ssm put-parameter --type SecureString --name {place} --value ...",
    "AccessDeniedException": "The template lets this function's role read it: deploy with `make deploy`.",
}
PASSING = "The parameter store should be well in a moment; it is tried again by itself."


@cache
def make_provider(_max_age: int) -> SSMProvider:
    """Make the provider of parameters cached for this many seconds; each has its own cache."""
    return SSMProvider(boto3_client=get_client("ssm"))


def read_cached_secret(name: str) -> str:
    """Read a secret once a process; few processes live for a day."""
    return _read_parameter(name, DAY)


def read_recent_secret(name: str) -> str:
    """Read a secret at most once a minute, because it may have been replaced."""
    return _read_parameter(name, MINUTE)


def _read_parameter(name: str, max_age: int) -> str:
    place = make_secret_name(name)
    try:
        return str(make_provider(max_age).get(place, max_age=max_age, decrypt=True))
    except GetParameterError as error:
        raise _make_parameter_error(place, error.__context__ or error) from None


def _make_parameter_error(place: str, cause: BaseException) -> UnfitSetting:
    """Build the error for an operator. Only the name of the cause is shown, because its text could hold anything."""
    why = read_aws_error_code(cause) or type(cause).__name__
    return UnfitSetting(f"The parameter {place} cannot be read ({why}). {CURES.get(why, PASSING).format(place=place)}")
