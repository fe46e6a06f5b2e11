"""`rtab keepsakes`: write a file for each person."""

from __future__ import annotations

from pathlib import Path

from engine.kernel import format_text
from host.core.context import HostContext
from host.doors.command.line import parse_command_line
from host.doors.command.operate.open_games import run_with_store
from host.extras.keepsakes.files import write_keepsakes


def run_keepsakes_command(argv: list[str]) -> int:
    """Run `rtab keepsakes FOLDER`: write for each person a text file of everything they have done on this host."""
    folder = Path(
        parse_command_line("keepsakes", argv, {"FOLDER": "where the files are put, one for each person"}).folder
    )

    def write_all(host: HostContext) -> int:
        written = write_keepsakes(host, folder)
        print(format_text("{n} {n:file is|files are} in {folder}", {"n": written, "folder": str(folder)}))
        return 0

    return run_with_store(write_all)
