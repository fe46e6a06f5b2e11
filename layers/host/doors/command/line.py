"""Reads the line of a command: which words it takes is said in a table, each with what it is for."""

from argparse import ArgumentParser, Namespace
from collections.abc import Mapping, Sequence

from host.doors.command.commands import COMMANDS


def parse_command_line(command: str, argv: Sequence[str], takes: Mapping[str, str], more: str = "") -> Namespace:
    """Parse the arguments of an `rtab` command. `takes` describes each one: a `WORD` is required, a `[WORD]` optional,
    `this|that` a choice, a `--flag` a switch; `more` is shown at the end of the help.
    """
    parser = ArgumentParser(f"rtab {command}", description=COMMANDS[command].summary, epilog=more)
    for name, about in takes.items():
        if name.startswith("--"):
            parser.add_argument(name, action="store_true", help=about)
        elif name.islower():
            parser.add_argument("word", choices=name.split("|"), help=about)
        else:
            plain = name.strip("[]")
            parser.add_argument(plain.lower(), metavar=plain, nargs="?" if plain != name else None, help=about)
    return parser.parse_args(argv)
