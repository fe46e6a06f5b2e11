"""The `rtab` command: finds its first word in the table of commands and hands the rest of the line over."""

import difflib
import os
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib import import_module
from importlib.metadata import requires
from importlib.util import find_spec
from pathlib import Path
from typing import cast

from host.doors.command.commands import COMMANDS, HOST, WORKSHOP, Subcommand
from host.doors.local.settings import UnfitSetting, read_secret_files
from host.doors.registry import list_doors

ASKS_FOR_HELP = {"help", "-h", "--help"}
EXTRAS = {
    **dict.fromkeys(("boto3", "botocore", "aws_lambda_powertools"), "aws"),
    **dict.fromkeys(("pettingzoo", "gymnasium", "numpy"), "gym"),
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run one `rtab` command, by default that of the program's own command line, and return its exit code; without a
    word, list the commands. A setting that names an unreadable file of secrets ends it with 2.
    """
    words, table = split_table_flag(sys.argv[1:] if argv is None else argv)
    try:
        told = read_secret_files(os.environ) | ({"RTAB_TABLE": table} if table else {})
    except UnfitSetting as error:
        print(error, file=sys.stderr)
        return 2
    with patch_environment(told):
        return run_until_pipe_closes(words)


def split_table_flag(argv: Sequence[str]) -> tuple[list[str], str]:
    """Take `--table NAME`, which names a database table and may stand anywhere, out of a command line. Return the other
    words, among them a `--table` without a name, and the name (the last, if several) or an empty string.
    """
    parser = ArgumentParser(add_help=False, allow_abbrev=False)
    parser.add_argument("--table", action="append", nargs="?", default=[])
    given, words = parser.parse_known_args(argv)
    names = [name for name in given.table if name is not None]
    own = ["--table"] * (len(given.table) - len(names))  # without a name it is a flag of the command's own
    return words + own, names[-1] if names else ""


@contextmanager
def patch_environment(told: Mapping[str, str]) -> Iterator[None]:
    """Set these environment variables (the table named on the command line, and secrets that lie in files) for the
    block; afterwards, also after an error, put back what was there before.
    """
    before = {name: os.environ.get(name) for name in told}
    os.environ.update(told)
    try:
        yield
    finally:
        for name, value in before.items():
            os.environ.pop(name, None)
            if value is not None:
                os.environ[name] = value


def run_until_pipe_closes(words: Sequence[str]) -> int:
    """Run a command and return its exit code; if the program reading its output closes the pipe, end the command
    without an error message, and return 0.
    """
    try:
        code = dispatch_command(words)
        sys.stdout.flush()
    except BrokenPipeError:  # the reader, say `head`, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return code


def dispatch_command(words: Sequence[str]) -> int:
    """Find the command that the first word names, run it with the others, and return its exit code: also 2 if there is
    no such command, 1 if a package that it needs is not installed, both said on the standard error, and argparse's code
    for a line it does not understand (2) or a call for help (0). Without a word, or if that asks for help, print the
    list of commands and return 0.
    """
    word, *rest = words or ["help"]
    if word in ASKS_FOR_HELP:
        print(format_overview())
        return 0
    if word not in COMMANDS:
        print(explain_unknown_command(word), file=sys.stderr)
        return 2
    try:
        return load_command(COMMANDS[word].target)(rest)
    except SystemExit as end:  # a line that is not understood, or asks for help
        return int(end.code or 0)
    except ModuleNotFoundError as missing:
        print(explain_missing_package(word, missing), file=sys.stderr)
        return 1


def load_command(target: str) -> Callable[[list[str]], int]:
    """Import a command's module only when it is used, so that all other commands start quickly; return its function."""
    module, function = (target if target.startswith((WORKSHOP, HOST)) else f"{__name__}.{target}").split(":")
    return cast("Callable[[list[str]], int]", getattr(import_module(module), function))


def format_overview() -> str:
    """Format the list of all commands that can be run here with what each is for, which `rtab` alone prints."""
    width = max(map(len, COMMANDS))
    lines = [f"  {word:<{width}}  {command.summary}" for word, command in COMMANDS.items() if is_available(command)]
    return "\n".join(["Race to a Billion. Usage: rtab COMMAND ...", "", *lines])


def is_available(command: Subcommand) -> bool:
    """Return whether to list a command: one for developers only if the workshop package is there, any other always."""
    return not command.target.startswith(WORKSHOP) or find_spec(WORKSHOP[:-1]) is not None


def explain_missing_package(word: str, missing: ModuleNotFoundError) -> str:
    """Return a text that says which package a command needs and how to install it, or that the command is there in the
    source alone; raise the error again if the package is not an optional one.
    """
    name = (missing.name or "").partition(".")[0]
    if f"{name}." == WORKSHOP:
        return f"'rtab {word}' is a tool for builders; it lives in layers/workshop of the source, which is not here."
    extras = {package: extra for door in list_doors() for package, extra in door.extras.items()} | EXTRAS
    if name not in extras:
        raise missing
    return f"'rtab {word}' needs {name}, which is not installed here: {format_install_command(extras[name])}"


def format_install_command(extra: str) -> str:
    """Return the shell command that installs an optional extra here, from the source or beside the installed wheel."""
    source = Path(__file__).parents[4]
    if (source / "pyproject.toml").exists():
        return f"{sys.executable} -m pip install -e '{source}[{extra}]'"
    needed = (line.partition(";") for line in requires("race-to-a-billion") or [])
    names = " ".join(f"'{name.strip()}'" for name, _, when in needed if f'extra == "{extra}"' in when)
    return f"{sys.executable} -m pip install {names}"


def explain_unknown_command(word: str) -> str:
    """Return a text that says there is no such command, and names the one command most like it or, if none is like it,
    `rtab help`.
    """
    near = difflib.get_close_matches(word, COMMANDS, n=1)
    hint = f"Did you mean 'rtab {near[0]}'?" if near else "'rtab help' lists them all."
    return f"rtab has no command '{word}'. {hint}"
