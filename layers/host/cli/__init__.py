"""The `rtab` command: finds the word it was given in the table and hands the rest of the line over."""

import difflib
import os
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import cast

from host.cli.commands import COMMANDS

ASKS_FOR_HELP = {"help", "-h", "--help"}


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and give back its exit code; without a word, show what there is."""
    word, *rest = (sys.argv[1:] if argv is None else argv) or ["help"]
    if word in ASKS_FOR_HELP:
        print(overview())
        return 0
    if word not in COMMANDS:
        print(unknown(word), file=sys.stderr)
        return 2
    try:
        code = load(COMMANDS[word].target)(rest)
        sys.stdout.flush()
    except BrokenPipeError:  # whoever reads this, say `head`, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return code


def load(target: str) -> Callable[[list[str]], int]:
    """Import a command's module only now, so that every other command starts quickly."""
    module, function = target.split(":")
    return cast("Callable[[list[str]], int]", getattr(import_module(module), function))


def overview() -> str:
    """Every command on a line of its own."""
    width = max(map(len, COMMANDS))
    lines = [f"  {word:<{width}}  {command.summary}" for word, command in COMMANDS.items()]
    return "\n".join(["Race to a Billion. Usage: rtab COMMAND ...", "", *lines])


def unknown(word: str) -> str:
    """What to say about a word that is no command, with the nearest one that is."""
    near = difflib.get_close_matches(word, COMMANDS, n=1)
    hint = f"Did you mean 'rtab {near[0]}'?" if near else "'rtab help' lists them all."
    return f"rtab has no command '{word}'. {hint}"
