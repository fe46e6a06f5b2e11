"""Notices announce themselves: players who use only a browser are called back by it."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.util import find_spec

from msgspec import Struct

from host.doors.local.settings import UnfitSetting, read_switch
from host.doors.registry import Cloud, Door

PUBLIC = "RTAB_PUSH_KEY"  # the public half of the host's key, where the key itself is kept elsewhere
ORIGIN = "RTAB_PUSH_SERVICES names push services by how their addresses begin, such as https://push.example.org"


class PushAccount(Struct, frozen=True):
    """The push services that the operator allows besides the known ones."""

    services: tuple[str, ...] = ()


def load_push_account(environment: Mapping[str, str]) -> PushAccount | None:
    """Return the settings of push notices, or None if they are off or `cryptography` is not installed; raise
    UnfitSetting for a malformed one.
    """
    if not read_switch(environment, "RTAB_PUSH") or find_spec("cryptography") is None:
        return None
    return PushAccount(read_push_services(environment))


def read_push_services(environment: Mapping[str, str]) -> tuple[str, ...]:
    """Return the push services (`https://HOST`) that the environment allows besides the known ones, without a slash at
    their ends; raise UnfitSetting for one that is no http or https address.
    """
    found = tuple(word.rstrip("/") for word in environment.get("RTAB_PUSH_SERVICES", "").replace(",", " ").split())
    if not all(each.startswith(("https://", "http://")) for each in found):
        raise UnfitSetting(ORIGIN)
    return found


DOOR = Door(
    name="push",
    account=load_push_account,
    settings=("RTAB_PUSH", "RTAB_PUSH_SERVICES"),
    deaf=True,
    reaches="host.extras.push.browsers:has_browsers",
    running="host.extras.push.sender:build_push_thread",
    extras={"cryptography": "push"},
    cloud=Cloud(
        pushed=False,
        module="host.extras.push.function",
        deployed="host.extras.push.encryption",
        values="host.extras.push.encryption:build_push_values",
        switch=PUBLIC,
    ),
)
