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
from host.doors.local.secret_files import read_secret_files
from host.doors.local.settings import UnfitSetting
from host.doors.registry import doors

ASKS_FOR_HELP = {"help", "-h", "--help"}
EXTRAS = {"boto3": "aws", "botocore": "aws", "aws_lambda_powertools": "aws"}


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and give back its exit code; without a word, show what there is."""
    words, table = at_table(sys.argv[1:] if argv is None else argv)
    try:
        told = read_secret_files(os.environ) | ({"RTAB_TABLE": table} if table else {})
    except UnfitSetting as error:
        print(error, file=sys.stderr)
        return 2
    with patch_environment(told):
        return ran(words)


def at_table(argv: Sequence[str]) -> tuple[list[str], str]:
    """The line without `--table NAME`, which may stand anywhere in it, and that name."""
    parser = ArgumentParser(add_help=False, allow_abbrev=False)
    parser.add_argument("--table", action="append", nargs="?", default=[])
    given, words = parser.parse_known_args(argv)
    names = [name for name in given.table if name is not None]
    own = ["--table"] * (len(given.table) - len(names))  # without a name it is a flag of the command's own
    return words + own, names[-1] if names else ""


@contextmanager
def patch_environment(told: Mapping[str, str]) -> Iterator[None]:
    """Set these variables while a command runs: the table named on its line, and secrets that lie in files."""
    before = {name: os.environ.get(name) for name in told}
    os.environ.update(told)
    try:
        yield
    finally:
        for name, value in before.items():
            os.environ.pop(name, None)
            if value is not None:
                os.environ[name] = value


def ran(words: Sequence[str]) -> int:
    """Run the command, for as long as somebody reads what it says."""
    try:
        code = found(words)
        sys.stdout.flush()
    except BrokenPipeError:  # whoever reads this, say `head`, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return code


def found(words: Sequence[str]) -> int:
    """Find the command, and run it."""
    word, *rest = words or ["help"]
    if word in ASKS_FOR_HELP:
        print(overview())
        return 0
    if word not in COMMANDS:
        print(unknown(word), file=sys.stderr)
        return 2
    try:
        return load(COMMANDS[word].target)(rest)
    except SystemExit as end:  # a line that is not understood, or asks for help
        return int(end.code or 0)
    except ModuleNotFoundError as missing:
        print(uninstalled(word, missing), file=sys.stderr)
        return 1


def load(target: str) -> Callable[[list[str]], int]:
    """Import a command's module only now, so that every other command starts quickly."""
    module, function = (target if target.startswith((WORKSHOP, HOST)) else f"{__name__}.{target}").split(":")
    return cast("Callable[[list[str]], int]", getattr(import_module(module), function))


def overview() -> str:
    """Every command on a line of its own."""
    width = max(map(len, COMMANDS))
    lines = [f"  {word:<{width}}  {command.summary}" for word, command in COMMANDS.items() if is_here(command)]
    return "\n".join(["Race to a Billion. Usage: rtab COMMAND ...", "", *lines])


def is_here(command: Subcommand) -> bool:
    """Builders' tools are listed only where there is a workshop."""
    return not command.target.startswith(WORKSHOP) or find_spec(WORKSHOP[:-1]) is not None


def uninstalled(word: str, missing: ModuleNotFoundError) -> str:
    """What to say when a command needs what is not installed with the game itself; any other gap is a fault."""
    name = (missing.name or "").partition(".")[0]
    if f"{name}." == WORKSHOP:
        return f"'rtab {word}' is a tool for builders; it lives in layers/workshop of the source, which is not here."
    extras = {package: extra for door in doors() for package, extra in door.extras.items()} | EXTRAS
    if name not in extras:
        raise missing
    return f"'rtab {word}' needs {name}, which is not installed here: {install(extras[name])}"


def install(extra: str) -> str:
    """How to install an extra here: from the source that this runs from, or beside the wheel that was installed."""
    source = Path(__file__).parents[4]
    if (source / "pyproject.toml").exists():
        return f"{sys.executable} -m pip install -e '{source}[{extra}]'"
    needed = (line.partition(";") for line in requires("race-to-a-billion") or [])
    names = " ".join(f"'{name.strip()}'" for name, _, when in needed if f'extra == "{extra}"' in when)
    return f"{sys.executable} -m pip install {names}"


def unknown(word: str) -> str:
    """What to say about a word that is no command, with the nearest one that is."""
    near = difflib.get_close_matches(word, COMMANDS, n=1)
    hint = f"Did you mean 'rtab {near[0]}'?" if near else "'rtab help' lists them all."
    return f"rtab has no command '{word}'. {hint}"
