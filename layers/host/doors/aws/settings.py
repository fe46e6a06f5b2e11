"""The environment variables of a function, with errors that an operator understands."""

from __future__ import annotations

import os
from collections.abc import Mapping

from msgspec import Struct

from host.doors.local.settings import UnfitSetting, read_switch
from host.doors.registry import Cloud, list_cloud_doors

HOW_TO_SET = "The template sets it: deploy with `make deploy`, or set it by hand in the function's environment."


class AwsSettings(Struct, frozen=True):
    """Where the parts of this deployment are. None of it is secret."""

    table: str  # the table's name
    queue: str  # the address of the queue of errands
    clock: str  # the ARN of the function that a schedule calls
    clock_role: str  # the ARN of the role in which it calls
    stack: str  # the name of the deployment: schedules begin with it, secrets lie under it
    web: str = ""  # the address of the web table
    strangers: bool = True  # may tables be shown to strangers who look for one?
    switched: tuple[str, ...] = ()  # the doors that are switched on


def make_secret_name(name: str) -> str:
    """Return the name of a secret in the parameter store; raise UnfitSetting."""
    return f"/{_require_variable(os.environ, 'RTAB_STACK')}/{name}"


def read_aws_settings(environment: Mapping[str, str]) -> AwsSettings:
    """Read the settings from the environment; raise UnfitSetting with the name of what is missing."""
    return AwsSettings(
        _require_variable(environment, "RTAB_TABLE"),
        _require_variable(environment, "RTAB_QUEUE"),
        _require_variable(environment, "RTAB_CLOCK"),
        _require_variable(environment, "RTAB_CLOCK_ROLE"),
        _require_variable(environment, "RTAB_STACK"),
        environment.get("RTAB_WEB", "").rstrip("/"),
        read_switch(environment, "RTAB_LOBBY"),
        tuple(door.name for door, cloud in list_cloud_doors() if _is_door_on(environment, cloud)),
    )


def _is_door_on(environment: Mapping[str, str], cloud: Cloud) -> bool:
    return not cloud.switch or environment.get(cloud.switch, "") not in ("", "DISABLED")


def _require_variable(environment: Mapping[str, str], name: str) -> str:
    value = environment.get(name, "").strip()
    if not value:
        raise UnfitSetting(f"{name} is not set. {HOW_TO_SET}")
    return value
