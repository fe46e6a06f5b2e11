"""Where and how this repository is deployed: asked once, and remembered in a file that stays out of git."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable, Mapping, Sequence
from getpass import getpass
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from engine.kernel.json_types import prepare_json_type
from host.doors.local.settings import UnfitSetting
from host.doors.registry import list_doors

SITE_FILE = "samconfig.toml"
STAGE = "samconfig-{stage}.toml"  # of one beside the first
SITE_FILE_COMMENT = "# What `make deploy` was told. No secret is in it; change a line, and deploy again."

SITE_FILE_TEXT = """
version = 0.1

[default.deploy.parameters]
stack_name = {stack}
region = {region}
resolve_s3 = true
s3_prefix = {stack}
capabilities = ["CAPABILITY_IAM", "CAPABILITY_AUTO_EXPAND"]
confirm_changeset = false
fail_on_empty_changeset = false
tags = ["project=race-to-a-billion"]

[default.rtab.parameters]
web = {web}
mail = {mail}
dollars = {dollars}
tracing = {tracing}
most_writes = {most_writes}
most_reads = {most_reads}
most_visitors = {most_visitors}
lobby = {lobby}
without = {without}
app = {app}
letters_from = {letters_from}
letters_identity = {letters_identity}
"""


@prepare_json_type
class DeploymentSite(Struct, frozen=True):
    """Where and under which name a host is deployed, its limits, and whom to alert."""

    region: str
    stack: str
    web: str = ""
    mail: str = ""
    dollars: int = 5
    # Never asked: who wants these otherwise knows where they stand.
    tracing: bool = False
    most_writes: int = 200  # units a second, which bound what the table can cost
    most_reads: int = 400
    most_visitors: int = 5  # of the web table, at the same moment
    lobby: bool = True  # may tables be shown to strangers who look for one?
    without: str = ""  # extras that are switched off
    app: str = ""  # the short name of the bot's Mini App
    letters_from: str = ""  # the address from which SES writes to players
    letters_identity: str = ""  # what of it SES has verified


PARAMETERS = {  # of the template, and what each is called here
    "WebAddress": "web",
    "AlarmMail": "mail",
    "MonthlyBudget": "dollars",
    "MostWrites": "most_writes",
    "MostReads": "most_reads",
    "WebAtOnce": "most_visitors",
    "WithoutExtras": "without",
    "MiniApp": "app",
    "MailFrom": "letters_from",
    "MailIdentity": "letters_identity",
}

Asked = tuple[str, str, str, str]  # a field, what to ask, a value to take for none, and the shape of an answer
REGION, NAME = r"[a-z]{2}(-[a-z]+)+-\d", r"[a-z][a-z0-9-]{0,24}"

QUESTIONS: list[Asked] = [
    ("region", "In which region of AWS", "eu-central-1", REGION),
    ("stack", "Under which name (letters, digits, hyphens)", "rtab", NAME),
    ("web", "Address of the web table, if a domain of yours leads to it (https://…)", "", r"(https://[\w.-]+/?)?"),
    ("mail", "E-mail to tell of alarms and of costs", "", r"([^@\s\"]+@[\w.-]+)?"),
    ("dollars", "How many dollars a month may the account cost before you are told", "5", r"[1-9]\d{0,5}"),
]


def get_site_file(stage: str = "") -> str:
    """Return the name of the file that stores a stage's deployment settings."""
    return STAGE.format(stage=stage) if stage else SITE_FILE


def load_site(folder: Path, stage: str = "") -> DeploymentSite | None:
    """Load the stored settings of a deployment from its file in `folder`; return None if there is no such file, and
    raise UnfitSetting if it cannot be read or a setting has not the right form. `stage` names one of several
    deployments.
    """
    path = folder / get_site_file(stage)
    if not path.exists():
        return None
    try:
        found = tomllib.loads(path.read_text("utf-8"))["default"]
        deploy, ours = found["deploy"]["parameters"], found["rtab"]["parameters"]
        fields = {"region": deploy["region"], "stack": deploy["stack_name"], **ours}
        site = msgspec.convert(fields, DeploymentSite)
    except (tomllib.TOMLDecodeError, KeyError, TypeError, msgspec.ValidationError) as error:
        raise UnfitSetting(f"{path} cannot be read: {error}. Mend it, or delete it and be asked again.") from None
    for name, _, _, shape in QUESTIONS:
        if not re.fullmatch(shape, value := str(getattr(site, name))):
            raise UnfitSetting(
                f"{path}: {name}: “{value}” does not look like one. Mend it, or delete the file and be asked again."
            )
    return site


def save_site(folder: Path, site: DeploymentSite, stage: str = "") -> Path:
    """Write the settings of the deployment `stage` to its file in `folder`, over what was there unless that is the
    same; return its path.
    """
    path = folder / get_site_file(stage)
    quoted = {name: msgspec.json.encode(value).decode() for name, value in msgspec.structs.asdict(site).items()}
    text = f"{SITE_FILE_COMMENT}{SITE_FILE_TEXT.format(**quoted)}"
    if not path.exists() or path.read_text("utf-8") != text:
        path.write_text(text, "utf-8")
    return path


def ask_site(
    ask: Callable[[str], str], deployed: Callable[[DeploymentSite], Mapping[str, str]] = lambda _: {}
) -> DeploymentSite:
    """Ask the operator where and how to deploy, and return the settings; they are not saved. Enter accepts the default.
    Asked are region and name and, unless `deployed` returns the parameters of an existing deployment there, which are
    then used, the web address, the e-mail for alarms and, with one, the budget.
    """
    place = ask_site_place(ask)
    if there := deployed(place):
        return build_site(place, there)
    answers: dict[str, Any] = {"region": place.region, "stack": place.stack}
    for name, question, default, shape in QUESTIONS[2:]:
        if name != "dollars" or answers["mail"]:
            answers[name] = _ask_until_valid(ask, question, default, shape)
    return msgspec.convert(answers, DeploymentSite, strict=False)


def ask_site_place(ask: Callable[[str], str]) -> DeploymentSite:
    """Ask the operator only for region and name, by which an existing deployment is found; return them as settings that
    are otherwise the default ones.
    """
    region, stack = [_ask_until_valid(ask, question, default, shape) for _, question, default, shape in QUESTIONS[:2]]
    return DeploymentSite(region, stack)


def build_site(place: DeploymentSite, there: Mapping[str, str]) -> DeploymentSite:
    """Build the settings of a deployment in the region and with the name of `place` from `there`, the parameters with
    which it was deployed before; what these do not name gets its default.
    """
    found = {field: there[name] for name, field in PARAMETERS.items() if name in there}
    fields = {"region": place.region, "stack": place.stack, "tracing": there.get("Tracing") == "Active", **found}
    fields["lobby"] = there.get("PublicLobby") != "off"
    return msgspec.convert(fields, DeploymentSite, strict=False)


def _ask_until_valid(ask: Callable[[str], str], question: str, default: str, shape: str) -> str:
    """Ask the operator this question until the answer has the right shape (a regular expression), and return it; Enter
    gives the default. After each other answer say that it does not fit.
    """
    while True:
        said = ask(f"{question} [{default or 'none'}]: ").strip() or default
        if re.fullmatch(shape, said):
            return said
        print(f"“{said}” does not look like one.")


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
    """Return the functions by which a deployment asks the operator, builds and estimates costs on this machine; raise
    UnfitSetting with a list of what this machine lacks for that.
    """
    folder = Path.cwd()
    if missing := list_missing_tools(folder):
        raise UnfitSetting("\n".join(missing))
    return DeployTools(folder, input, getpass, build_functions, str, start_cost_estimate)


def make_removal_tools() -> DeployTools:
    """Return the functions by which the removal of a deployment asks the operator. Nothing has to be installed on this
    machine, because nothing is built.
    """
    return DeployTools(Path.cwd(), input, getpass, build_functions, str, start_cost_estimate)


def list_missing_tools(folder: Path) -> list[str]:
    """List, as one sentence or two each, what this machine lacks for deploying, and what to do about it; empty if
    nothing. If `folder` is not that of the repository, only this is listed.
    """
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
    """Return the version of this Python program, such as 3.13, or an empty string if it does not run."""
    return subprocess.run([str(python), "-c", ASK_PYTHON], capture_output=True, text=True, check=False).stdout.strip()  # noqa: S603 # a Python of our own


def build_functions(folder: Path) -> Path:
    """Build all functions and layers with SAM, with the output in a new log; return the path of the built template, or
    raise UnfitSetting if it cannot be built.
    """
    print(f"Building. What it says goes to {LOG}.", flush=True)
    _start_log(folder)
    if not _run_logged(["make", "--no-print-directory", "build"], folder, copy_safe_environment()):
        raise UnfitSetting(NOT_BUILT)
    return folder / ".aws-sam/build/template.yaml"


def deploy_with_sam(folder: Path, config: Path, template: Path, parameters: Mapping[str, str]) -> None:
    """Deploy the built `template` to AWS with SAM and these parameters, and wait until it is done, which takes minutes;
    raise UnfitSetting if it fails.
    """
    program = folder / ".tools/sam/bin/sam"
    overrides = [f'{name}="{value}"' for name, value in parameters.items()]
    words = ["deploy", "-t", str(template), "--config-file", str(config), "--parameter-overrides", *overrides]
    print(f"AWS is at work; this takes some minutes. What it says goes to {LOG}.", flush=True)
    if not _run_logged([str(program), *words], folder, {**copy_safe_environment(), "SAM_CLI_TELEMETRY": "0"}):
        raise UnfitSetting(NOT_DEPLOYED)


def _start_log(folder: Path) -> None:
    """Make the log of a deployment empty, with its folder if needed."""
    path = folder / LOG
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(b"")


def _run_logged(words: Sequence[str], folder: Path, settings: Mapping[str, str]) -> bool:
    """Run a program in `folder` with the environment `settings`, appending its output to the log; return whether it
    succeeded, and if not, print the last lines of the log.
    """
    path = folder / LOG
    path.parent.mkdir(exist_ok=True)
    with path.open("ab") as log:
        failed = subprocess.run(words, cwd=folder, env=settings, check=False, stdout=log, stderr=log)  # noqa: S603 # our own sam, and the make that called us
    if failed.returncode:
        sys.stderr.write("".join(f"{line}\n" for line in path.read_text("utf-8", "replace").splitlines()[-LAST_LINES:]))
    return not failed.returncode


def copy_safe_environment() -> dict[str, str]:
    """Return this process's environment variables without the settings of chat platforms, which contain secrets, for
    starting programs that need none of them.
    """
    secret = {name for door in list_doors() for name in door.settings}
    return {name: value for name, value in os.environ.items() if name not in secret}


def start_cost_estimate() -> Callable[[], str]:
    """Start `rtab cost` in the background, without AWS's environment variables. Return a function that waits until it
    is done and returns the estimated monthly costs in words, or how to count them if that failed.
    """
    calm = {name: value for name, value in copy_safe_environment().items() if not name.startswith("AWS_")}
    words = [str(Path(sys.executable).with_name("rtab")), "cost", "--json", "--people", "0"]
    begun = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=calm)  # noqa: S603 # ourselves

    def wait_for_cost() -> str:
        """Wait until the estimate is done, and return it in words, or how to make one if that failed."""
        out, _ = begun.communicate()
        return UNCOUNTED if begun.returncode else format_monthly_cost(json.loads(out))

    return wait_for_cost


def format_monthly_cost(found: Mapping[str, Any]) -> str:
    """Format in one line, from what `rtab cost --json` has found, what the host should cost a month: while nobody
    plays, and with so many games.
    """
    months: Sequence[tuple[str, Any]] = [("nobody plays", found["idle"])]
    months = [*months, *((f"{games} games", month) for games, month in found["months"].items())]
    costs = ", ".join(f"{what} ${month['total_after_free']:.2f}" for what, month in months)
    prices = found["prices"]
    return f"A month should cost: {costs}. (Prices of {prices['date']}, {prices['region']}, without what is free.)"
