"""`rtab operator`: print the link to the operator's page, or end the access of a link."""

from __future__ import annotations

import os

from host.core.context import HostContext
from host.doors.command.line import parse_command_line
from host.doors.command.operate.open_games import run_with_store
from host.doors.local.open_store import TABLE_VARIABLE
from host.doors.local.settings import read_settings
from host.people.accounts import create_operator_token, revoke_operator_token

LINK_LASTS = "It works for an hour, for anybody who has it; rtab operator --end ends it at once."
NEEDS_ADDRESS = "Put the address of your page before it; with RTAB_WEB set it stands there already."


def run(argv: list[str]) -> int:
    """Run `rtab operator [--end]`: print a link to the operator's page, or end the access of the last one."""
    takes = {"--end": "end the access of the link that was printed last"}
    ends = parse_command_line("operator", argv, takes).end
    return run_with_store(end_access if ends else print_link)


def print_link(host: HostContext) -> int:
    """Print a new link to the operator's page; the one before it stops working."""
    settings = read_settings(os.environ)
    home = "" if os.environ.get(TABLE_VARIABLE) else f"http://127.0.0.1:{settings.port}"
    web = settings.web or home
    print(f"{web}/operator/{create_operator_token(host)}")
    print(LINK_LASTS if web else f"{NEEDS_ADDRESS}\n{LINK_LASTS}")
    return 0


def end_access(host: HostContext) -> int:
    """Stop the link to the operator's page that was printed last from working."""
    revoke_operator_token(host)
    print("No link opens the operator's page now.")
    return 0
