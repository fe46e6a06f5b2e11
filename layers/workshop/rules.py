"""`rtab rules GAME [--write FILE]`: the rules page of a game, printed by its rulebook from the rules that play it."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from engine.rulesets import RULESETS

END = "<!-- printed up to here -->\n"


def run(argv: Sequence[str]) -> int:
    """Print it, or put it into the page; what people have written below the mark in the page stays."""
    options = arguments().parse_args(argv)
    text = page(options.game)
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
    parser = argparse.ArgumentParser("rtab rules", description="Print the rules of a game for those who play it.")
    parser.add_argument("game", choices=with_rulebook())
    parser.add_argument("--write", type=Path, metavar="FILE", help="put them into this page instead")
    return parser


def with_rulebook() -> list[str]:
    """The games that have one: a module `rulebook` beside their rules."""
    return sorted(name for name in RULESETS if find_spec(f"engine.{name}.rulebook"))


def page(game: str) -> str:
    """The rules of a game as its rulebook prints them."""
    text: str = import_module(f"engine.{game}.rulebook").page()
    return text


def renewed(path: Path, text: str) -> str:
    """The page with its printed part anew."""
    before = path.read_text("utf-8") if path.exists() else ""
    _, mark, below = before.partition(END)
    return f"{text}\n{mark}{below}" if mark else text
