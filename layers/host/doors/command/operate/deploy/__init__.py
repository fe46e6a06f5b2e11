"""`rtab deploy` and `rtab destroy`: the whole host into AWS, and out of it again. `make` calls them.

The first deployment asks what it needs; later ones ask nothing. The bot's token and the webhook's secret go straight
into the parameter store: they stand in no file, no template, on no command line and in no log.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable
from functools import partial

from host.doors.command.operate.deploy import releasing, removing
from host.doors.command.operate.deploy.account import understood
from host.doors.command.operate.deploy.tools import Tools, at_hand, here
from host.doors.command.operate.rehearse import held
from host.doors.local.settings import UnfitSetting


def run(argv: list[str], tools: Tools | None = None) -> int:
    """`rtab deploy [--new token|secret] [--force] [--at-once] [--doors shut] [--stage NAME]`."""
    return told(partial(_deploy, deploying().parse_args(argv)), tools or here)


def remove(argv: list[str], tools: Tools | None = None) -> int:
    """`rtab destroy [--table] [--stage NAME]`."""
    return told(partial(_destroy, destroying().parse_args(argv)), tools or at_hand)


def _deploy(asked: argparse.Namespace, tools: Tools) -> None:
    gate = partial(held, force=asked.force)
    tools = tools._replace(stage=asked.stage)
    releasing.release(tools, asked.new or [], gate, at_once=asked.at_once, shut=asked.doors == "shut")


def _destroy(asked: argparse.Namespace, tools: Tools) -> None:
    removing.destroy(tools._replace(stage=asked.stage), table=asked.table)


def told(work: partial[None], tools: Tools | Callable[[], Tools]) -> int:
    """Do it; whatever is in the way is said in a sentence."""
    try:
        with understood():
            work(tools if isinstance(tools, Tools) else tools())
    except UnfitSetting as error:
        print(error, file=sys.stderr)
        return 1
    except (EOFError, KeyboardInterrupt):
        print("\nNobody is there to answer; run this in a terminal.", file=sys.stderr)
        return 1
    return 0


def deploying() -> argparse.ArgumentParser:
    """What `deploy` understands."""
    words = argparse.ArgumentParser("rtab deploy", description="Put the host into AWS, or a new release of it.")
    words.add_argument("--new", action="append", choices=releasing.SECRETS, help="ask for, or make, another one")
    words.add_argument("--force", action="store_true", help="though open games come out otherwise")
    words.add_argument("--at-once", action="store_true", help="to everybody, though an alarm stands: this mends it")
    words.add_argument(
        "--doors", choices=("open", "shut"), default="open", help="shut: nothing runs until they are open"
    )
    words.add_argument("--stage", type=named, default="", metavar="NAME", help="one beside the first, such as: try")
    return words


def named(word: str) -> str:
    """A name that can be part of a file's."""
    if not re.fullmatch(r"[a-z0-9-]{0,20}", word):
        raise argparse.ArgumentTypeError("letters, digits and hyphens, twenty at most")
    return word


def destroying() -> argparse.ArgumentParser:
    """What `destroy` understands."""
    words = argparse.ArgumentParser("rtab destroy", description="Take the host out of AWS.")
    words.add_argument("--table", action="store_true", help="delete everything that is kept, too")
    words.add_argument("--stage", type=named, default="", metavar="NAME", help="one beside the first")
    return words
