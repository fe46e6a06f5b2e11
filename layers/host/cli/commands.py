"""The table of commands; a new one adds its line here and nothing elsewhere."""

from typing import NamedTuple


class Command(NamedTuple):
    """Where a command lives ("module:function", taking the rest of the line), and what it does in one line."""

    target: str
    summary: str


COMMANDS = {
    "replay": Command("host.cli.replay:run", "play transcripts again and compare"),
    "version": Command("host.cli.version:run", "say which version this is"),
}
