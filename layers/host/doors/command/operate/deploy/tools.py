"""What a deployment uses on this machine: the builder, sam, the terminal. Tests put others in their place."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from getpass import getpass
from pathlib import Path
from typing import Any, NamedTuple

from host.doors.local.settings import UnfitSetting
from host.doors.registry import list_doors

PYTHON = "3.13"  # that of the functions in the template
LOG, LAST_LINES = ".aws-sam/deploy.log", 30  # of which are shown where it fails
NOT_BUILT = "It could not be built; why stands above. Nothing has changed in AWS."
NOT_DEPLOYED = (
    "AWS did not take it; why stands above. What ran before still runs: a release that fails is taken back by itself."
)
UNCOUNTED = "What a month costs could not be counted here: make install, then make cost"
ASK_PYTHON = "import sys; print(*sys.version_info[:2], sep='.')"


class DeployTools(NamedTuple):
    """The repository's folder, and the functions that build and ask."""

    folder: Path
    ask: Callable[[str], str]
    ask_secretly: Callable[[str], str]
    build: Callable[[Path], Path]  # of the repository: the template of what was built
    reach: Callable[[str], str]  # an address of the deployment, as it is reached from here
    counting: Callable[[], Callable[[], str]]  # begins to count what a month will cost; to be asked later
    stage: str = ""  # one beside the first


def make_local_tools() -> DeployTools:
    """Return this machine's tools; raise UnfitSetting for what is missing."""
    folder = Path.cwd()
    if missing := list_missing_tools(folder):
        raise UnfitSetting("\n".join(missing))
    return DeployTools(folder, input, getpass, build_functions, str, start_cost_estimate)


def make_removal_tools() -> DeployTools:
    """Return the tools for a removal, which builds nothing."""
    return DeployTools(Path.cwd(), input, getpass, build_functions, str, start_cost_estimate)


def list_missing_tools(folder: Path) -> list[str]:
    """List what this machine lacks, and what to do about each."""
    if not (folder / "template.yaml").exists():
        return ["There is no template.yaml here. Run `make deploy` in the folder of the repository."]
    missing = []
    python = folder / ".tools/python/bin/python"
    if not python.exists() or _read_python_version(python) != PYTHON:
        missing.append(
            f"The functions run in Python {PYTHON}, and only it can compile for them. "
            f"Install it (such as: pyenv install {PYTHON}), then: make clean deploy"
        )
    if not (folder / ".tools/sam/bin/sam").exists():
        missing.append("SAM is not here yet. `make deploy` fetches it; so does: make .tools/sam/fetched")
    return missing


def _read_python_version(python: Path) -> str:
    return subprocess.run([str(python), "-c", ASK_PYTHON], capture_output=True, text=True, check=False).stdout.strip()  # noqa: S603 # a Python of our own


def build_functions(folder: Path) -> Path:
    """Build everything; return the path of the built template."""
    environment = copy_safe_environment()
    if subprocess.run(["make", "--no-print-directory", "build"], cwd=folder, env=environment, check=False).returncode:  # noqa: S607 # the make that was called to do this
        raise UnfitSetting(NOT_BUILT)
    return folder / ".aws-sam/build/template.yaml"


def deploy_with_sam(folder: Path, config: Path, template: Path, parameters: Mapping[str, str]) -> None:
    """Deploy with SAM, and wait until AWS is done."""
    program = folder / ".tools/sam/bin/sam"
    overrides = [f'{name}="{value}"' for name, value in parameters.items()]
    words = ["deploy", "-t", str(template), "--config-file", str(config), "--parameter-overrides", *overrides]
    settings = {**copy_safe_environment(), "SAM_CLI_TELEMETRY": "0"}
    path = folder / LOG
    path.parent.mkdir(exist_ok=True)
    print(f"AWS is at work; this takes some minutes. What it says goes to {LOG}.", flush=True)
    with path.open("wb") as log:
        failed = subprocess.run([str(program), *words], cwd=folder, env=settings, check=False, stdout=log, stderr=log)  # noqa: S603 # our own sam
    if failed.returncode:
        sys.stderr.write("".join(f"{line}\n" for line in path.read_text("utf-8", "replace").splitlines()[-LAST_LINES:]))
        raise UnfitSetting(NOT_DEPLOYED)


def copy_safe_environment() -> dict[str, str]:
    """Return the environment without the doors' secrets, for programs that need none."""
    secret = {name for door in list_doors() for name in door.settings}
    return {name: value for name, value in os.environ.items() if name not in secret}


def start_cost_estimate() -> Callable[[], str]:
    """Start `rtab cost` in the background without AWS's variables; return a function that waits for its result."""
    calm = {name: value for name, value in copy_safe_environment().items() if not name.startswith("AWS_")}
    words = [str(Path(sys.executable).with_name("rtab")), "cost", "--json", "--people", "0"]
    begun = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=calm)  # noqa: S603 # ourselves

    def wait_for_cost() -> str:
        out, _ = begun.communicate()
        return UNCOUNTED if begun.returncode else format_monthly_cost(json.loads(out))

    return wait_for_cost


def format_monthly_cost(found: Mapping[str, Any]) -> str:
    """Format what a month costs in a line."""
    months: Sequence[tuple[str, Any]] = [("nobody plays", found["idle"])]
    months = [*months, *((f"{games} games", month) for games, month in found["months"].items())]
    costs = ", ".join(f"{what} ${month['total_after_free']:.2f}" for what, month in months)
    prices = found["prices"]
    return f"A month should cost: {costs}. (Prices of {prices['date']}, {prices['region']}, without what is free.)"
