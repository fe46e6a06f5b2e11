"""Discord as a release to AWS sets it up, and as an operator looks at it there."""

from __future__ import annotations

from pathlib import Path

from host.doors.command.operate.deploy.account import AwsAccount, translate_aws_errors
from host.doors.command.operate.deploy.site import load_site
from host.doors.discord.command import TROUBLES, build_invitation_link, register_application
from host.doors.discord.door import DOOR, DiscordAccount
from host.doors.discord.function import parse_stored_account
from host.doors.local.settings import UnfitSetting

NO_SITE = "Nothing is deployed from this folder: samconfig.toml is missing. Run this where you run `make deploy`."
NO_PARAMETER = "The parameter /{stack}/discord is empty. docs/discord.md says what to store there; then: make deploy"
NOT_REGISTERED = "All is deployed, but Discord has refused to register it: {why}. Try again: rtab discord setup --aws"


def build_discord_values(kept: str) -> dict[str, str]:
    """Return the parameters of the CloudFormation template for Discord: the public key of the stored account `kept` (a
    JSON text), or an empty key without one. Raise UnfitSetting if it is malformed.
    """
    return {"DiscordKey": parse_stored_account(kept).key.lower() if kept else ""}


def register_release(kept: str, address: str) -> str:
    """Register this release's commands and the address of the page with Discord, for the account in `kept`, the stored
    JSON. Return what to print, with the link that invites the bot; raise UnfitSetting if that fails.
    """
    account = parse_stored_account(kept)
    try:
        register_application(account, address.rstrip("/"))
    except TROUBLES as trouble:
        raise UnfitSetting(NOT_REGISTERED.format(why=trouble)) from None
    return f"Discord is well. Invite the bot: {build_invitation_link(account)}"


def load_deployed_account() -> tuple[DiscordAccount, str]:
    """Return the account stored for the deployment that is remembered in the working folder, and the page's address
    there; raise UnfitSetting if there is no such deployment, or no account or address in it.
    """
    site = load_site(Path.cwd())
    if site is None:
        raise UnfitSetting(NO_SITE)
    with translate_aws_errors():
        aws = AwsAccount(site.region, site.stack)
        kept, address = aws.read_secret(DOOR.name), aws.read_outputs().get("Web", "")
    if not (kept and address):
        raise UnfitSetting(NO_PARAMETER.format(stack=site.stack))
    return parse_stored_account(kept), address.rstrip("/")
