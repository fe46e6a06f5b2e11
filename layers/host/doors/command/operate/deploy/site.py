"""Where and how this repository is deployed: asked once, and remembered in a file that stays out of git."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from engine.kernel.ready import ready
from host.doors.local.settings import UnfitSetting

FILE = "samconfig.toml"
STAGE = "samconfig-{stage}.toml"  # of one beside the first
ABOUT = "# What `make deploy` was told. No secret is in it; change a line, and deploy again."
LINES = """
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
app = {app}
letters_from = {letters_from}
letters_identity = {letters_identity}
"""


@ready
class Site(Struct, frozen=True):
    """Where, under which name, and whom to tell."""

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


def file(stage: str = "") -> str:
    """Where a stage is remembered."""
    return STAGE.format(stage=stage) if stage else FILE


def known(folder: Path, stage: str = "") -> Site | None:
    """What was remembered here, or nothing; raises UnfitSetting for what cannot be read."""
    path = folder / file(stage)
    if not path.exists():
        return None
    try:
        found = tomllib.loads(path.read_text("utf-8"))["default"]
        deploy, ours = found["deploy"]["parameters"], found["rtab"]["parameters"]
        fields = {"region": deploy["region"], "stack": deploy["stack_name"], **ours}
        site = msgspec.convert(fields, Site)
    except (tomllib.TOMLDecodeError, KeyError, TypeError, msgspec.ValidationError) as error:
        raise UnfitSetting(f"{path} cannot be read: {error}. Mend it, or delete it and be asked again.") from None
    for name, _, _, shape in QUESTIONS:
        if not re.fullmatch(shape, value := str(getattr(site, name))):
            raise UnfitSetting(
                f"{path}: {name}: “{value}” does not look like one. Mend it, or delete the file and be asked again."
            )
    return site


def remember(folder: Path, site: Site, stage: str = "") -> Path:
    """Write it down; the file that holds it."""
    path = folder / file(stage)
    quoted = {name: msgspec.json.encode(value).decode() for name, value in msgspec.structs.asdict(site).items()}
    text = f"{ABOUT}{LINES.format(**quoted)}"
    if not path.exists() or path.read_text("utf-8") != text:
        path.write_text(text, "utf-8")
    return path


def asked(ask: Callable[[str], str], deployed: Callable[[Site], Mapping[str, str]] = lambda _: {}) -> Site:
    """Ask everything; Enter takes what stands in brackets. What is deployed there already answers for itself."""
    place = where(ask)
    if there := deployed(place):
        return as_deployed(place, there)
    answers: dict[str, Any] = {"region": place.region, "stack": place.stack}
    for name, question, default, shape in QUESTIONS[2:]:
        if name != "dollars" or answers["mail"]:
            answers[name] = _answer(ask, question, default, shape)
    return msgspec.convert(answers, Site, strict=False)


def where(ask: Callable[[str], str]) -> Site:
    """Only where, and under which name: all that another computer must be told."""
    region, stack = [_answer(ask, question, default, shape) for _, question, default, shape in QUESTIONS[:2]]
    return Site(region, stack)


def as_deployed(place: Site, there: Mapping[str, str]) -> Site:
    """What was agreed upon, as the parameters of what is deployed say it."""
    found = {field: there[name] for name, field in PARAMETERS.items() if name in there}
    fields = {"region": place.region, "stack": place.stack, "tracing": there.get("Tracing") == "Active", **found}
    fields["lobby"] = there.get("PublicLobby") != "off"
    return msgspec.convert(fields, Site, strict=False)


def _answer(ask: Callable[[str], str], question: str, default: str, shape: str) -> str:
    while True:
        said = ask(f"{question} [{default or 'none'}]: ").strip() or default
        if re.fullmatch(shape, said):
            return said
        print(f"“{said}” does not look like one.")
