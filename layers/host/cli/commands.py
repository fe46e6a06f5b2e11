"""The table of commands; a new one adds its line here and nothing elsewhere."""

from typing import NamedTuple


class Command(NamedTuple):
    """Where a command lives ("module:function", taking the rest of the line), and what it does in one line."""

    target: str
    summary: str


COMMANDS = {
    "catalogue": Command("host.cli.catalogue:run", "list everything a game has a name for"),
    "export": Command("host.cli.export:run", "print a game as a transcript"),
    "verify": Command("host.cli.verify:run", "check the chance of a finished game, offline"),
    "replay": Command("host.cli.replay:run", "play transcripts again and compare"),
    "simulate": Command("host.cli.simulate:run", "let simple players play, and measure how they fare"),
    "play": Command("host.cli.play:main", "start the host here, with a living game to look at"),
    "telegram": Command("host.cli.telegram:main", "set the bot up, or look whether all is well with it"),
    "bench": Command("host.cli.bench:run", "measure what a move costs here"),
    "texts": Command("host.cli.texts:run", "write all texts out for translators, and check translations"),
    "version": Command("host.cli.version:run", "say which version this is"),
}
