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

from host.doors.command.operate.checking import rehearse_host
from host.doors.command.operate.deploy import releasing
from host.doors.command.operate.deploy.account import translate_aws_errors
from host.doors.command.operate.deploy.site import DeployTools, make_local_tools, make_removal_tools
from host.doors.local.settings import UnfitSetting


def run(argv: list[str], tools: DeployTools | None = None) -> int:
    """Run `rtab deploy [--new token|secret] [--force] [--at-once] [--doors shut] [--stage NAME]`: build this release
    and put it into AWS; return the exit code.
    """
    return run_deployment(partial(_deploy, build_deploy_parser().parse_args(argv)), tools or make_local_tools)


def run_destroy(argv: list[str], tools: DeployTools | None = None) -> int:
    """Run `rtab destroy [--table] [--stage NAME]`: remove the host from AWS, with `--table` also everything that is
    kept; return the exit code.
    """
    return run_deployment(partial(_destroy, build_destroy_parser().parse_args(argv)), tools or make_removal_tools)


def _deploy(asked: argparse.Namespace, tools: DeployTools) -> None:
    """Release the host to AWS as the command line (`asked`) says; without `--force` not if a rehearsal finds that its
    open games would not survive that. Raise UnfitSetting if it cannot be done.
    """
    gate = partial(rehearse_host, force=asked.force)
    tools = tools._replace(stage=asked.stage)
    releasing.release_host(tools, asked.new or [], gate, at_once=asked.at_once, shut=asked.doors == "shut")


def _destroy(asked: argparse.Namespace, tools: DeployTools) -> None:
    """Remove the host of the stage that the command line (`asked`) names from AWS, with `--table` also its database
    table. Raise UnfitSetting if that is not confirmed, or nothing is deployed.
    """
    releasing.destroy_host(tools._replace(stage=asked.stage), table=asked.table)


def run_deployment(work: partial[None], tools: DeployTools | Callable[[], DeployTools]) -> int:
    """Run `work`, a deployment or removal, with these tools, or with those that the function `tools` makes. Return the
    exit code: 0, or 1 after printing the reason if it cannot be done, or if nobody is there to answer a question.
    """
    try:
        with translate_aws_errors():
            work(tools if isinstance(tools, DeployTools) else tools())
    except UnfitSetting as error:
        print(error, file=sys.stderr)
        return 1
    except (EOFError, KeyboardInterrupt):
        print("\nNobody is there to answer; run this in a terminal.", file=sys.stderr)
        return 1
    return 0


def build_deploy_parser() -> argparse.ArgumentParser:
    """Build the parser for the command line of `rtab deploy`."""
    words = argparse.ArgumentParser("rtab deploy", description="Put the host into AWS, or a new release of it.")
    words.add_argument(
        "--new", action="append", choices=releasing.REPLACEABLE_SECRETS, help="ask for, or make, another one"
    )
    words.add_argument("--force", action="store_true", help="though open games come out otherwise")
    words.add_argument("--at-once", action="store_true", help="to everybody, though an alarm stands: this mends it")
    words.add_argument(
        "--doors", choices=("open", "shut"), default="open", help="shut: nothing runs until they are open"
    )
    words.add_argument(
        "--stage", type=parse_stage_name, default="", metavar="NAME", help="one beside the first, such as: try"
    )
    return words


def parse_stage_name(word: str) -> str:
    """Return the name of a stage (a separate deployment; empty for the first); raise an error if it cannot be part of a
    file name.
    """
    if not re.fullmatch(r"[a-z0-9-]{0,20}", word):
        raise argparse.ArgumentTypeError("letters, digits and hyphens, twenty at most")
    return word


def build_destroy_parser() -> argparse.ArgumentParser:
    """Build the parser for the command line of `rtab destroy`."""
    words = argparse.ArgumentParser("rtab destroy", description="Take the host out of AWS.")
    words.add_argument("--table", action="store_true", help="delete everything that is kept, too")
    words.add_argument("--stage", type=parse_stage_name, default="", metavar="NAME", help="one beside the first")
    return words
