"""`rtab discord setup` and `rtab discord doctor`: register the application's address and commands, and look whether
all is well; at home, or with `--aws` in AWS.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from typing import Any

from host.core.extras import import_target
from host.delivery.outbox import Muted, PlaceGone, PlatformDown, RetryLater
from host.doors.command.commands import parse_command_line
from host.doors.discord.commands import build_commands
from host.doors.discord.door import DOOR, DiscordAccount, read_discord_account
from host.doors.discord.rest import DiscordRefused, DiscordRest
from host.doors.local.settings import UnfitSetting

TROUBLES = (DiscordRefused, Muted, PlaceGone, PlatformDown, RetryLater)
(PATH,) = DOOR.hears
PERMISSIONS = 1 << 10 | 1 << 11 | 1 << 15 | 1 << 38  # see channels, write, attach pictures, write in threads
NO_ACCOUNT_TEXT = (
    "Set DISCORD_APP_ID, DISCORD_PUBLIC_KEY and DISCORD_BOT_TOKEN. docs/discord.md says where each comes from."
)
NEEDS_ADDRESS = "Name the address at which the host is reached: rtab discord setup https://YOUR-ADDRESS"
NO_ADDRESS = "Discord posts to no address yet. Run `rtab discord setup https://YOUR-ADDRESS` while the host runs."
OTHER_ADDRESS = (
    "Discord posts to another address than {address}. Run `rtab discord setup {address}`, or in AWS "
    "`rtab discord setup --aws`."
)
OTHER_KEY = "DISCORD_PUBLIC_KEY is not that of the application. Copy it from General Information in the portal."
OTHER_APP = "DISCORD_APP_ID is not that of the token. Copy both from the same application."
NO_COMMANDS = "The commands are not those of this release. Run `rtab discord setup` again."
NO_ANSWER = "Discord does not answer ({why}). If it refuses the token, reset DISCORD_BOT_TOKEN on the page Bot."


def main(arguments: Sequence[str]) -> int:
    """Run `rtab discord`, which registers the bot with Discord (`setup`) or checks it (`doctor`), and return its exit
    code: 0 if all is well, 1 if there is no account or something is wrong, 2 if setup lacks an https address.
    """
    asked = parse_command_line(
        "discord",
        arguments,
        {
            "setup|doctor": "register the commands and the address, or look whether all is well",
            "[ADDRESS]": "of the page, for setup at home",
            "--aws": "of the host that was deployed from this folder",
        },
    )
    try:
        account, address = _load_account(asked.address or "", in_aws=asked.aws)
    except UnfitSetting as unfit:
        print(unfit, file=sys.stderr)
        return 1
    if asked.word == "doctor":
        return print_findings(account, address)
    if not address.startswith("https://"):
        print(NEEDS_ADDRESS, file=sys.stderr)
        return 2
    return set_up_application(account, address)


def _load_account(address: str, *, in_aws: bool) -> tuple[DiscordAccount, str]:
    """Return the bot's Discord account and the address of the host's web page: with `in_aws` those of the host deployed
    to AWS, else the account in the environment variables and the given address. Raise UnfitSetting if there is no
    account or it is malformed.
    """
    if in_aws:
        deployed: tuple[DiscordAccount, str] = import_target("host.doors.discord.deployed:load_deployed_account")()
        return deployed
    account = read_discord_account(os.environ)
    if account is None:
        raise UnfitSetting(NO_ACCOUNT_TEXT)
    return account, address.rstrip("/")


def register_application(account: DiscordAccount, address: str) -> None:
    """Register with Discord the bot's commands and the address to which Discord sends what people do; Discord tries the
    address at once. Raise one of TROUBLES if Discord refuses.
    """
    rest = DiscordRest(account.url, lambda: account.token)
    try:
        rest.call("PUT", f"/applications/{account.app}/commands", build_commands())
        rest.call("PATCH", "/applications/@me", {"interactions_endpoint_url": f"{address}{PATH}"})
    finally:
        rest.close()


def build_invitation_link(account: DiscordAccount) -> str:
    """Return the link by which somebody invites the bot into a Discord server of theirs."""
    query = f"client_id={account.app}&scope=bot+applications.commands&permissions={PERMISSIONS}"
    return f"https://discord.com/oauth2/authorize?{query}"


def set_up_application(account: DiscordAccount, address: str) -> int:
    """Register the bot's commands and address with Discord, and print the link that invites the bot; return the exit
    code, 1 (with the reason printed) if Discord refuses.
    """
    try:
        register_application(account, address)
    except TROUBLES as trouble:
        print(f"Discord has refused this: {trouble}. The host must run and be reached at {address} meanwhile.")
        return 1
    print(f"Commands are registered, and Discord posts to {address}{PATH}.")
    print(f"Invite the bot: {build_invitation_link(account)}")
    return 0


def print_findings(account: DiscordAccount, address: str = "") -> int:
    """Print what is wrong with the bot's registration at Discord, or that all is well; return the exit code, 0 if all
    is well.
    """
    found = [*iter_findings(account, address)]
    for line in found or ["Discord: all is well."]:
        print(line)
    return int(bool(found))


def iter_findings(account: DiscordAccount, address: str = "") -> Iterator[str]:
    """Yield a sentence for each thing that is wrong with the bot's registration at Discord: its application (then
    nothing else is looked at), its key, the address to which Discord sends (compared with `address`, if given), or its
    commands (only their names are compared); or that Discord does not answer.
    """
    rest = DiscordRest(account.url, lambda: account.token)
    try:
        app: dict[str, Any] = rest.call("GET", "/applications/@me")
        if app.get("id") != account.app:
            yield OTHER_APP
            return
        if app.get("verify_key") != account.key.lower():
            yield OTHER_KEY
        endpoint = str(app.get("interactions_endpoint_url") or "")
        if not endpoint.endswith(PATH):
            yield NO_ADDRESS
        elif address and endpoint != f"{address}{PATH}":
            yield OTHER_ADDRESS.format(address=address)
        registered = {each["name"] for each in rest.call("GET", f"/applications/{account.app}/commands")}
        if registered != {each["name"] for each in build_commands()}:
            yield NO_COMMANDS
    except TROUBLES as trouble:
        yield NO_ANSWER.format(why=trouble)
    finally:
        rest.close()


def run_discord_doctor() -> int:
    """Check the Discord bot whose account the environment variables hold, for `rtab doctor`, which runs the checks of
    all platforms; print what is found and return the exit code.
    """
    return main(["doctor"])
