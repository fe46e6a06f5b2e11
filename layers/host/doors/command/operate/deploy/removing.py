"""Taking everything out of AWS again, but what is kept in the table."""

from __future__ import annotations

from host.core.session import LOBBY, RUNNING, Session
from host.doors.command.operate.deploy import site as remembered
from host.doors.command.operate.deploy.account import AwsAccount
from host.doors.command.operate.deploy.releasing import APP, CALLERS, DOOR_KEYS, TOKEN, WEBHOOK, bot_of
from host.doors.command.operate.deploy.tools import DeployTools
from host.doors.local.settings import UnfitSetting

NOT_DEPLOYED_HERE = "Nothing called {stack} is deployed in {region}."
OPEN = "{n} open, and no clock of theirs runs any more. Type {stack} to go on: "
NOT_IT = "That was not it. Nothing has changed."
CONFIRM_TABLE_DELETION = "Every game, person and score in {table} will be gone for good. Type {stack} to go on: "


def destroy_host(tools: DeployTools, *, table: bool) -> None:
    """Remove the host from AWS: the webhook first, so that the platform keeps what comes meanwhile; the table last,
    and only if asked for.
    """
    site = remembered.load_site(tools.folder, tools.stage) or remembered.ask_site_place(tools.ask)
    account = AwsAccount(site.region, site.stack)
    account.fetch_number()
    kept = account.find_table()
    if not kept and account.describe_stack() is None:
        raise UnfitSetting(NOT_DEPLOYED_HERE.format(stack=site.stack, region=site.region))
    waits = list_deployed_games(account, kept)
    for game in waits:
        print(f"{game.id}  {game.ruleset:<10} {game.stage:<8} {', '.join(player.name for player in game.players)}")
    if table:
        confirm_deletion(tools, kept, site.stack)
    elif waits and tools.ask(OPEN.format(n=format_game_count(len(waits)), stack=site.stack)).strip() != site.stack:
        raise UnfitSetting(NOT_IT)
    remove_webhook(account)
    account.delete_stack()
    print(f"{site.stack} is gone, and {account.delete_timers()} timers of games with it.")
    for name in (TOKEN, WEBHOOK, APP, *DOOR_KEYS):
        account.delete_secret(name)
    if not settle_table(account, kept, site.region, delete=table):
        for name in CALLERS:
            account.delete_secret(name)


def list_deployed_games(account: AwsAccount, kept: str) -> list[Session]:
    """List the open games of a table; none if everything has moved away."""
    if not kept:
        return []
    with account.open_host(kept) as host:
        if host.store.load_new_address():
            return []
        return [session for session in host.store.iter_sessions() if session.stage in (LOBBY, RUNNING)]


def format_game_count(n: int) -> str:
    """Format how many games are open, with the verb."""
    return "One game is" if n == 1 else f"{n} games are"


def confirm_deletion(tools: DeployTools, kept: str, stack: str) -> None:
    """Ask for the stack's name; raise UnfitSetting for any other answer."""
    if not kept:
        raise UnfitSetting(f"No table of {stack} is known, so none is deleted. Take the rest away with: make destroy")
    if tools.ask(CONFIRM_TABLE_DELETION.format(table=kept, stack=stack)).strip() != stack:
        raise UnfitSetting(NOT_IT)


def remove_webhook(account: AwsAccount) -> None:
    """Remove the webhook; an invalid token does not stop the removal."""
    token = account.read_secret(TOKEN)
    if not token:
        return
    try:
        with bot_of.at(token) as bot:
            bot.disconnect()
    except UnfitSetting as error:
        print(f"The webhook could not be removed: {error}")


def settle_table(account: AwsAccount, kept: str, region: str, *, delete: bool) -> bool:
    """Delete the table if asked for or if it was never used; return whether it stays."""
    if not kept:
        return False
    if delete or account.is_table_empty(kept):
        account.delete_table(kept)
        print(f"The table {kept} is gone, too.")
        return False
    print(f"Everything is still kept in the table {kept} ({region}). To bring it here, or to another table:")
    print(f"  AWS_REGION={region} .venv/bin/rtab migrate table:{kept} FOLDER")
    return True
