"""A release, step by step. Each step may be taken again; the next run goes on where this one had to stop."""

from __future__ import annotations

import hashlib
import secrets
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from importlib import import_module
from pathlib import Path

import httpx
import msgspec

from host.core.context import HostContext
from host.core.store.formats import Rollout, parse_formats, rollout
from host.doors.command.operate.deploy import site as remembered
from host.doors.command.operate.deploy.account import AwsAccount
from host.doors.command.operate.deploy.site import Site
from host.doors.command.operate.deploy.tools import Tools, sam_deploy
from host.doors.local.settings import UnfitSetting
from host.doors.registry import errand_run, load, looked_after, pushed

SECRETS = ("token", "secret")
SPEAKER, CLOUD = pushed()
bot_of = import_module(CLOUD.deployed)
TOKEN, WEBHOOK, APP = bot_of.TOKEN, bot_of.WEBHOOK, bot_of.APP
KEYS = [door.name for door, _ in looked_after()]  # each has its account in a parameter of that name
KEYED = [(door, cloud) for door, cloud in errand_run() if cloud.deployed]
CALLERS = [door.name for door, _ in KEYED]  # each has its key in one
MACHINES = {"aarch64": "arm64", "x86_64": "x86_64"}
TRIES, PAUSE = 6, 5.0
CONVERT = """The table {table} is in format {found}, which this release cannot read, and the release that runs could not
read what this one writes. Nothing has changed in AWS. With this release, in this order:
  make deploy DOORS=shut            (nobody can play, and nothing runs)
  rtab migrate table:{table}
  make deploy                       (opens the doors)"""
SHUT_FIRST = "The release that runs cannot read what this one writes: the doors are shut until it has been replaced."
GATE = "Games that are open now would not come out as they did; see above. Nothing has changed in AWS."


def release(
    tools: Tools, new: Sequence[str], gate: Callable[[HostContext], int], *, at_once: bool = False, shut: bool = False
) -> None:
    """All of it. `new` names the secrets to be replaced; the `gate` looks at the open games.

    Behind doors that are `shut` nothing runs, and the platform is not told of them.
    """
    site = remembered.known(tools.folder, tools.stage) or remembered.asked(tools.ask, deployed)
    account = AwsAccount(site.region, site.stack)
    print(f"Account {account.check()}, {site.region}, {site.stack}.", flush=True)
    config, before = remembered.remember(tools.folder, site, tools.stage), account.fit()
    expected, step = tools.counting(), plan(account, shut=shut)
    token = given_token(tools, account, anew="token" in new)
    with bot_of.at(token) as bot:
        name = bot.name()
        template = tools.build(tools.folder)
        if not shut:  # those who shut them may be in a hurry, and whoever opens them comes by here
            rehearsed(account, gate)
        with put_back(account):
            fresh = keep(account, token, anew="secret" in new)
            keep_callers(account)
            beside = step is Rollout.BESIDE
            sudden = at_once or shut or not beside or (fresh and before)
            values = parameters(site, account, sudden=sudden, shut=shut)
            values |= told_of_callers(account) | bot_of.values(name)
            values["OwnAddress"] = account.outputs().get("Web", "")
            values["Release"] = fingerprint(tools.folder, template, account, values)
            if not (beside or shut):
                print(SHUT_FIRST, flush=True)
                sam_deploy(tools.folder, config, template, values | {"Doors": "shut"})
            sam_deploy(tools.folder, config, template, values)
            tell_own_address(tools, account, config, template, values)
        outputs = account.outputs()
        if not shut:
            bot.connect(tools.reach(outputs["Webhook"]), account.secret(WEBHOOK))
            healthy(tools.reach(outputs["Web"]), tools.reach(outputs["Webhook"]))
    finished(site, outputs, bot_of.SHUT if shut else bot_of.WELL.format(name=name), expected())


def plan(account: AwsAccount, *, shut: bool) -> Rollout:
    """How this release can follow the one that runs; raises UnfitSetting where its table must be converted first."""
    outputs = account.outputs()
    if "Table" not in outputs:
        return Rollout.BESIDE
    running = parse_formats(outputs.get("StoreFormats", ""))
    step = rollout(running)
    if step is Rollout.CONVERT and not shut:
        raise UnfitSetting(CONVERT.format(table=outputs["Table"], found=running.writes))
    return step


def tell_own_address(tools: Tools, account: AwsAccount, config: Path, template: Path, values: dict[str, str]) -> None:
    """Tell the functions where the page is, which AWS says only after the first deployment."""
    address = account.outputs().get("Web", "")
    if values["OwnAddress"] != address:
        told = {**values, "OwnAddress": address, "Rollout": "AllAtOnce"}
        told["Release"] = fingerprint(tools.folder, template, account, told)
        sam_deploy(tools.folder, config, template, told)


def deployed(site: Site) -> Mapping[str, str]:
    """What is there under this name already, put there from another computer."""
    return AwsAccount(site.region, site.stack).told()


def given_token(tools: Tools, account: AwsAccount, *, anew: bool) -> str:
    """The token that is kept; or else the one in the environment, or the one that somebody types."""
    kept = "" if anew else account.secret(TOKEN)
    return kept or bot_of.given() or tools.ask_secretly(bot_of.ASK_TOKEN).strip()


def keep(account: AwsAccount, token: str, *, anew: bool) -> bool:
    """Keep the secrets where the functions look; is one of them new, which nobody could do without?"""
    fresh = False
    if account.secret(TOKEN) != token:
        account.keep(TOKEN, token)
        fresh = True
    if account.secret(APP) != bot_of.app_key(token):
        account.keep(APP, bot_of.app_key(token))
    if anew or not account.secret(WEBHOOK):
        account.keep(WEBHOOK, secrets.token_urlsafe(48))
        fresh = True
    return fresh


def keep_callers(account: AwsAccount) -> None:
    """Whoever calls people in browsers has a key. No browser hears another one: it stays as long as the table."""
    table = account.outputs().get("Table")
    with account.host(table) if table else nullcontext() as host:
        for door, cloud in KEYED:
            kept = account.secret(door.name)
            right = load(f"{cloud.deployed}:own")(kept, host.store if host else None)
            if right != kept:
                account.keep(door.name, right)


def told_of_callers(account: AwsAccount) -> dict[str, str]:
    """What the template is told of them: nothing that is secret."""
    found: dict[str, str] = {}
    for door, cloud in KEYED:
        found |= load(f"{cloud.deployed}:values")(account.secret(door.name))
    return found


@contextmanager
def put_back(account: AwsAccount) -> Iterator[None]:
    """The platform says the old secret until it is told the new, so a release that comes to nothing leaves that one.

    A token stays: whoever has another one has made the old one invalid.
    """
    before = account.secret(WEBHOOK)
    try:
        yield
    except BaseException:
        if before and account.secret(WEBHOOK) != before:
            account.keep(WEBHOOK, before)
        raise


def rehearsed(account: AwsAccount, gate: Callable[[HostContext], int]) -> None:
    """Nothing is released that open games would not survive."""
    table = account.outputs().get("Table")
    if table is None:
        return
    with account.host(table) as host:
        if gate(host):
            raise UnfitSetting(GATE)


def parameters(site: Site, account: AwsAccount, *, sudden: bool, shut: bool) -> dict[str, str]:
    """What the template is to be told: all of it, because what is not told anew stays as it was. After a change of
    secrets nobody may go on with the old ones.
    """
    return {
        "AlarmMail": site.mail,
        "WebAddress": site.web,
        "MonthlyBudget": str(site.dollars),
        **{door.title: "ENABLED" if account.version(door.name) else "DISABLED" for door, _ in looked_after()},
        "ReserveConcurrency": "yes" if account.roomy() else "no",
        "MostWrites": str(site.most_writes),
        "MostReads": str(site.most_reads),
        "WebAtOnce": str(site.most_visitors),
        "PublicLobby": "on" if site.lobby else "off",
        "MiniApp": site.app,
        "MailFrom": site.letters_from,
        "MailIdentity": site.letters_identity or site.letters_from.rpartition("@")[2],
        "Tracing": "Active" if site.tracing else "PassThrough",
        "Rollout": "AllAtOnce" if sudden else "Canary10Percent5Minutes",
        "Doors": "shut" if shut else "open",
    }


def fingerprint(folder: Path, template: Path, account: AwsAccount, values: dict[str, str]) -> str:
    """Of all that makes a release: when it changes, the functions are published anew."""
    layers = folder / "build/layers"
    values["Architecture"] = MACHINES[layers.resolve().parent.name]
    told = {name: value for name, value in values.items() if name not in ("Rollout", "Doors")}
    versions = [account.version(name) for name in (TOKEN, WEBHOOK, *KEYS)]
    sum_ = hashlib.sha256(msgspec.json.encode([told, versions], order="sorted"))
    for path in [template, *files(layers.resolve()), *files(folder / "functions")]:
        sum_.update(hashlib.sha256(path.read_bytes()).digest())
    return sum_.hexdigest()


def files(folder: Path) -> list[Path]:
    """Every file that is deployed from a folder, in order."""
    found = (path for path in folder.rglob("*") if path.is_file())
    return sorted(path for path in found if folder.name != "functions" or "__pycache__" not in path.parts)


def healthy(web: str, webhook: str) -> None:
    """Do both doors answer? The first answer of a function takes its time."""
    for attempt in range(TRIES):
        if attempt:
            time.sleep(PAUSE)
        if answers(web, webhook):
            return
    raise UnfitSetting(
        f"It is deployed, but its doors do not answer as they should. Read the logs of {SPEAKER.name} and web."
    )


def answers(web: str, webhook: str) -> bool:
    """The web table reads its table, and the webhook sends strangers away."""
    try:
        with httpx.Client(timeout=30) as client:
            well = client.get(f"{web.rstrip('/')}/healthz").text.startswith("ok\n")
            return well and client.post(webhook, json={}).status_code == httpx.codes.FORBIDDEN
    except httpx.HTTPError:
        return False


def finished(site: Site, outputs: Mapping[str, str], state: str, cost: str) -> None:
    """What the operator wants to know."""
    print(state)
    print(f"The web table: {site.web or outputs['Web']}")
    print(f"Everything is kept in the table {outputs['Table']}.")
    print(cost)
    if not site.mail:
        print("Alarms go to nobody. To be told, write your address into samconfig.toml (mail), and deploy again.")
