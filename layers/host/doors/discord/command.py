"""`rtab discord setup` and `rtab discord doctor`: register the application's address and commands, and look whether
all is well.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from typing import Any

from host.delivery.outbox import Muted, PlaceGone, PlatformDown, RetryLater
from host.doors.discord.commands import build_commands
from host.doors.discord.door import DOOR, DiscordAccount, read_discord_account
from host.doors.discord.rest import DiscordRefused, DiscordRest
from host.doors.local.settings import UnfitSetting

TROUBLES = (DiscordRefused, Muted, PlaceGone, PlatformDown, RetryLater)
(PATH,) = DOOR.hears
PERMISSIONS = 1 << 10 | 1 << 11 | 1 << 15 | 1 << 38  # see channels, write, attach pictures, write in threads
USAGE = "usage: rtab discord setup ADDRESS | rtab discord doctor"
NO_ACCOUNT_TEXT = (
    "Set DISCORD_APP_ID, DISCORD_PUBLIC_KEY and DISCORD_BOT_TOKEN. docs/discord.md says where each comes from."
)
NO_ADDRESS = "Discord posts to no address yet. Run `rtab discord setup https://YOUR-ADDRESS` while the host runs."
OTHER_KEY = "DISCORD_PUBLIC_KEY is not that of the application. Copy it from General Information in the portal."
OTHER_APP = "DISCORD_APP_ID is not that of the token. Copy both from the same application."
NO_COMMANDS = "The commands are not those of this release. Run `rtab discord setup https://YOUR-ADDRESS`."
NO_ANSWER = "Discord does not answer ({why}). If it refuses the token, reset DISCORD_BOT_TOKEN on the page Bot."


def main(arguments: Sequence[str]) -> int:
    """Run the command and return its exit code."""
    if {"-h", "--help"} & {*arguments}:
        print(USAGE)
        return 0
    try:
        account = read_discord_account(os.environ)
    except UnfitSetting as unfit:
        print(unfit, file=sys.stderr)
        return 1
    if account is None:
        print(NO_ACCOUNT_TEXT, file=sys.stderr)
        return 1
    match [*arguments]:
        case ["setup", address] if address.startswith("https://"):
            return set_up_application(account, address.rstrip("/"))
        case ["doctor"]:
            return print_findings(account)
        case _:
            print(USAGE, file=sys.stderr)
            return 2


def set_up_application(account: DiscordAccount, address: str) -> int:
    """Register the commands and the address, which Discord tries at once, and print the link that invites the bot."""
    rest = DiscordRest(account.url, lambda: account.token)
    try:
        rest.call("PUT", f"/applications/{account.app}/commands", build_commands())
        rest.call("PATCH", "/applications/@me", {"interactions_endpoint_url": f"{address}{PATH}"})
    except TROUBLES as trouble:
        print(f"Discord has refused this: {trouble}. The host must run and be reached at {address} meanwhile.")
        return 1
    finally:
        rest.close()
    print(f"Commands are registered, and Discord posts to {address}{PATH}.")
    query = f"client_id={account.app}&scope=bot+applications.commands&permissions={PERMISSIONS}"
    print(f"Invite the bot: https://discord.com/oauth2/authorize?{query}")
    return 0


def print_findings(account: DiscordAccount) -> int:
    """Print what is wrong with the application, or that all is well."""
    found = [*iter_findings(account)]
    for line in found or ["Discord: all is well."]:
        print(line)
    return int(bool(found))


def iter_findings(account: DiscordAccount) -> Iterator[str]:
    """Yield what is wrong: the token, the key, the address, the commands."""
    rest = DiscordRest(account.url, lambda: account.token)
    try:
        app: dict[str, Any] = rest.call("GET", "/applications/@me")
        if app.get("id") != account.app:
            yield OTHER_APP
            return
        if app.get("verify_key") != account.key.lower():
            yield OTHER_KEY
        if not str(app.get("interactions_endpoint_url") or "").endswith(PATH):
            yield NO_ADDRESS
        registered = {each["name"] for each in rest.call("GET", f"/applications/{account.app}/commands")}
        if registered != {each["name"] for each in build_commands()}:
            yield NO_COMMANDS
    except TROUBLES as trouble:
        yield NO_ANSWER.format(why=trouble)
    finally:
        rest.close()


def run_discord_doctor() -> int:
    """Look whether all is well, for `rtab doctor`; return the exit code."""
    return main(["doctor"])
