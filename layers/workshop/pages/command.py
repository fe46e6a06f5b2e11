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


def run_page_command(argv: Sequence[str]) -> int:
    """Print a page of the docs, or write it into its file and keep what people have written below the mark."""
    options = build_page_parser().parse_args(argv)
    if options.page != GROUP and options.page not in list_rulebook_games():
        wanted = f"engine/{options.page}/rulebook.py"
        print(f"There is no page of {options.page} yet: {wanted} is to have a function page().", file=sys.stderr)
        return 1
    text = build_page_text(options.page)
    if options.write is None:
        print(text, end="")
        return 0
    try:
        options.write.write_text(replace_printed_part(options.write, text), "utf-8")
    except OSError as error:
        print(f"{options.write} cannot be written: {error.strerror}.", file=sys.stderr)
        return 1
    return 0


def build_page_parser() -> argparse.ArgumentParser:
    """Build the argument parser of `rtab page`."""
    parser = argparse.ArgumentParser(
        "rtab page", description=("Print a page of the docs that is generated from the code.")
    )
    parser.add_argument("page", choices=[*RULESETS, GROUP])
    parser.add_argument("--write", type=Path, metavar="FILE", help="write the page into this file instead")
    return parser


def list_rulebook_games() -> list[str]:
    """Return the games that have a module `rulebook` beside their rules."""
    return sorted(name for name in RULESETS if has_rulebook(name))


def has_rulebook(name: str) -> bool:
    """Return whether a game has a module `rulebook`. A game of a single file has no folder for one."""
    try:
        return find_spec(f"engine.{name}.rulebook") is not None
    except ModuleNotFoundError:
        return False


def build_page_text(name: str) -> str:
    """Return the page of this name as it is now: the rules of a game, or the page for a group's host."""
    module = "workshop.pages.group" if name == GROUP else f"engine.{name}.rulebook"
    text: str = import_module(module).page()
    return text


def replace_printed_part(path: Path, text: str) -> str:
    """Return the text of a file with its printed part replaced, and what follows the mark kept."""
    before = path.read_text("utf-8") if path.exists() else ""
    _, mark, below = before.partition(END)
    return f"{text}\n{mark}{below}" if mark else text
