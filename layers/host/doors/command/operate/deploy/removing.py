"""Taking everything out of AWS again, but what is kept in the table."""

from __future__ import annotations

from host.core.session import LOBBY, RUNNING, Session
from host.doors.command.operate.deploy import site as remembered
from host.doors.command.operate.deploy.account import AwsAccount
from host.doors.command.operate.deploy.releasing import APP, CALLERS, KEYS, TOKEN, WEBHOOK, bot_of
from host.doors.command.operate.deploy.tools import Tools
from host.doors.local.settings import UnfitSetting

NEVER = "Nothing called {stack} is deployed in {region}."
OPEN = "{n} open, and no clock of theirs runs any more. Type {stack} to go on: "
NOT_IT = "That was not it. Nothing has changed."
SURE = "Every game, person and score in {table} will be gone for good. Type {stack} to go on: "


def destroy(tools: Tools, *, table: bool) -> None:
    """The webhook first, so that the platform keeps what comes meanwhile; the table last, and only if that is meant."""
    site = remembered.known(tools.folder, tools.stage) or remembered.where(tools.ask)
    account = AwsAccount(site.region, site.stack)
    account.check()
    kept = account.table()
    if not kept and account.described() is None:
        raise UnfitSetting(NEVER.format(stack=site.stack, region=site.region))
    waits = open_games(account, kept)
    for game in waits:
        print(f"{game.id}  {game.ruleset:<10} {game.stage:<8} {', '.join(player.name for player in game.players)}")
    if table:
        confirm(tools, kept, site.stack)
    elif waits and tools.ask(OPEN.format(n=counted(len(waits)), stack=site.stack)).strip() != site.stack:
        raise UnfitSetting(NOT_IT)
    hang_up(account)
    account.remove()
    print(f"{site.stack} is gone, and {account.stop_timers()} timers of games with it.")
    for name in (TOKEN, WEBHOOK, APP, *KEYS):
        account.forget(name)
    if not left(account, kept, site.region, delete=table):
        for name in CALLERS:
            account.forget(name)


def open_games(account: AwsAccount, kept: str) -> list[Session]:
    """The games that somebody waits for there; none, where everything has moved away."""
    if not kept:
        return []
    with account.host(kept) as host:
        if host.store.moved():
            return []
        return [session for session in host.store.sessions() if session.stage in (LOBBY, RUNNING)]


def counted(n: int) -> str:
    """So many games."""
    return "One game is" if n == 1 else f"{n} games are"


def confirm(tools: Tools, kept: str, stack: str) -> None:
    """Somebody must type the name; raises UnfitSetting for anything else."""
    if not kept:
        raise UnfitSetting(f"No table of {stack} is known, so none is deleted. Take the rest away with: make destroy")
    if tools.ask(SURE.format(table=kept, stack=stack)).strip() != stack:
        raise UnfitSetting(NOT_IT)


def hang_up(account: AwsAccount) -> None:
    """The platform is told; a token that is no good any more keeps nobody from going."""
    token = account.secret(TOKEN)
    if not token:
        return
    try:
        with bot_of.at(token) as bot:
            bot.disconnect()
    except UnfitSetting as error:
        print(f"The webhook could not be removed: {error}")


def left(account: AwsAccount, kept: str, region: str, *, delete: bool) -> bool:
    """What becomes of the table, and does it stay? One that nobody has ever used is nothing to be kept."""
    if not kept:
        return False
    if delete or account.unused(kept):
        account.drop_table(kept)
        print(f"The table {kept} is gone, too.")
        return False
    print(f"Everything is still kept in the table {kept} ({region}). To bring it here, or to another table:")
    print(f"  AWS_REGION={region} .venv/bin/rtab migrate table:{kept} FOLDER")
    return True
