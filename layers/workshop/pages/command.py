"""`rtab page NAME [--write FILE]`: a page of the docs that is printed from the code it tells of."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from engine.rulesets import RULESETS

GROUP = "host-a-group"
END = "<!-- printed up to here -->\n"


def run(argv: Sequence[str]) -> int:
    """Print it, or put it into the page; what people have written below the mark in the page stays."""
    options = arguments().parse_args(argv)
    if options.page != GROUP and options.page not in with_rulebook():
        wanted = f"engine/{options.page}/rulebook.py"
        print(f"There is no page of {options.page} yet: {wanted} is to have a function page().", file=sys.stderr)
        return 1
    text = printed(options.page)
    if options.write is None:
        print(text, end="")
        return 0
    try:
        options.write.write_text(renewed(options.write, text), "utf-8")
    except OSError as error:
        print(f"{options.write} cannot be written: {error.strerror}.", file=sys.stderr)
        return 1
    return 0


def arguments() -> argparse.ArgumentParser:
    """What the command understands."""
    parser = argparse.ArgumentParser("rtab page", description="Print a page of the docs that is made from the code.")
    parser.add_argument("page", choices=[*RULESETS, GROUP])
    parser.add_argument("--write", type=Path, metavar="FILE", help="put it into this file instead")
    return parser


def with_rulebook() -> list[str]:
    """The games that have one: a module `rulebook` beside their rules."""
    return sorted(name for name in RULESETS if has_rulebook(name))


def has_rulebook(name: str) -> bool:
    """Is the module there? A game of a single file has no folder for it."""
    try:
        return find_spec(f"engine.{name}.rulebook") is not None
    except ModuleNotFoundError:
        return False


def printed(name: str) -> str:
    """The page of this name as it is now: the rules of a game, or what a group's host needs."""
    module = "workshop.pages.group" if name == GROUP else f"engine.{name}.rulebook"
    text: str = import_module(module).page()
    return text


def renewed(path: Path, text: str) -> str:
    """The file with its printed part anew."""
    before = path.read_text("utf-8") if path.exists() else ""
    _, mark, below = before.partition(END)
    return f"{text}\n{mark}{below}" if mark else text
