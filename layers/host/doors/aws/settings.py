"""The environment variables of a function, with errors that an operator understands."""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import cache
from typing import Any

from aws_lambda_powertools.utilities.parameters import GetParameterError, SSMProvider
from msgspec import Struct

from host.core.store.dynamo import make_aws_client, read_aws_error_code
from host.doors.local.settings import UnfitSetting, read_without
from host.doors.registry import Cloud, list_cloud_doors

HOW_TO_SET = "The template sets it: deploy with `make deploy`, or set it by hand in the function's environment."


class AwsSettings(Struct, frozen=True):
    """Where the parts of this deployment are. None of it is secret."""

    table: str  # the table's name
    queue: str  # the address of the queue of wake-up messages
    clock: str  # the ARN of the function that a schedule calls
    clock_role: str  # the ARN of the role in which it calls
    stack: str  # the name of the deployment: schedules begin with it, secrets lie under it
    web: str = ""  # the address of the web table
    without: tuple[str, ...] = ()  # the extras that are switched off
    switched: tuple[str, ...] = ()  # the doors that are switched on


def make_secret_name(name: str) -> str:
    """Return the full path of the secret `name` in AWS's parameter store; raise UnfitSetting if the environment does
    not name the deployment whose secret it is.
    """
    return f"/{_require_variable(os.environ, 'RTAB_STACK')}/{name}"


def read_aws_settings(environment: Mapping[str, str]) -> AwsSettings:
    """Read the settings of an AWS function from environment variables, with the doors (platforms) that are switched on
    and not among the extras switched off; raise UnfitSetting naming the first variable that is missing.
    """
    without = read_without(environment)
    doors = [door.name for door, cloud in list_cloud_doors() if is_door_on(environment, cloud)]
    return AwsSettings(
        _require_variable(environment, "RTAB_TABLE"),
        _require_variable(environment, "RTAB_QUEUE"),
        _require_variable(environment, "RTAB_CLOCK"),
        _require_variable(environment, "RTAB_CLOCK_ROLE"),
        _require_variable(environment, "RTAB_STACK"),
        environment.get("RTAB_WEB", "").rstrip("/"),
        without,
        tuple(name for name in doors if name not in without),
    )


def is_door_on(environment: Mapping[str, str], cloud: Cloud) -> bool:
    """Return whether a platform is switched on in this deployment: always if it has no environment variable as its
    switch, else unless that is missing, empty or `DISABLED`.
    """
    return not cloud.switch or environment.get(cloud.switch, "") not in ("", "DISABLED")


def _require_variable(environment: Mapping[str, str], name: str) -> str:
    """Return the value of an environment variable; raise UnfitSetting if it is missing or empty."""
    value = environment.get(name, "").strip()
    if not value:
        raise UnfitSetting(f"{name} is not set. {HOW_TO_SET}")
    return value


AT_START = ("dynamodb", "ssm", "sqs", "scheduler")


@cache
def get_client(service: str) -> Any:
    """Return this process's only client of an AWS service."""
    return make_aws_client(service)


def make_clients() -> None:
    """Make the AWS clients (such as database and queue) that nearly every event needs. It is called while the process
    starts, because only then it has a whole processor.
    """
    for service in AT_START:
        get_client(service)


MINUTE, DAY = 60, 24 * 60 * 60

CURES = {
    "ParameterNotFound": "Make it a SecureString: aws ssm put-parameter --type SecureString --name {place} --value ...",
    "AccessDeniedException": "The template lets this function's role read it: deploy with `make deploy`.",
}

PASSING = "The parameter store should be well in a moment; it is tried again by itself."


@cache
def make_provider(_max_age: int) -> SSMProvider:
    """Return this process's reader of AWS's parameter store for secrets that may be `_max_age` seconds old. Each
    duration has its own reader, and so its own cache; how old a value may be, the caller must say again at each read.
    """
    return SSMProvider(boto3_client=get_client("ssm"))


def read_cached_secret(name: str) -> str:
    """Return a secret from AWS's parameter store; a process reads it again only after a day. Raise UnfitSetting if it
    cannot be read.
    """
    return _read_parameter(name, DAY)


def read_cached_key(name: str) -> bytes:
    """Return, as bytes, the key that a secret in AWS's parameter store has in hexadecimal digits; it is read as
    `read_cached_secret` does. Raise UnfitSetting if it cannot be read or has other characters.
    """
    try:
        return bytes.fromhex(read_cached_secret(name))
    except ValueError:
        raise UnfitSetting(f"The parameter {make_secret_name(name)} must be a key in hexadecimal digits.") from None


def read_recent_secret(name: str) -> str:
    """Return a secret from AWS's parameter store that was read at most a minute ago, because it may have been replaced.
    Raise UnfitSetting if it cannot be read.
    """
    return _read_parameter(name, MINUTE)


def _read_parameter(name: str, max_age: int) -> str:
    """Return the secret `name` of this deployment from AWS's parameter store, or from a cache if it was read within
    `max_age` seconds; raise UnfitSetting if it cannot be read.
    """
    place = make_secret_name(name)
    try:
        return str(make_provider(max_age).get(place, max_age=max_age, decrypt=True))
    except GetParameterError as error:
        raise _make_parameter_error(place, error.__context__ or error) from None


def _make_parameter_error(place: str, cause: BaseException) -> UnfitSetting:
    """Build the error for the operator about the parameter `place` that cannot be read. Only the kind of its cause is
    shown, because the cause's text could contain anything.
    """
    why = read_aws_error_code(cause) or type(cause).__name__
    return UnfitSetting(f"The parameter {place} cannot be read ({why}). {CURES.get(why, PASSING).format(place=place)}")
