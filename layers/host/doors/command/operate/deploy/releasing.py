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

from engine.rulesets import RULESETS
from host.core.context import HostContext
from host.core.extras import import_target
from host.core.session import LOBBY, RUNNING, Session
from host.core.store.items import Rollout, find_rollout, parse_formats
from host.doors.command.operate.deploy import site as remembered
from host.doors.command.operate.deploy.account import AwsAccount
from host.doors.command.operate.deploy.site import DeploymentSite, DeployTools, deploy_with_sam
from host.doors.local.settings import UnfitSetting
from host.doors.registry import find_released_door, list_cloud_doors, list_optional_doors, list_send_only_doors

REPLACEABLE_SECRETS = ("token", "secret")
SPEAKER, CLOUD = find_released_door()
bot_of = import_module(CLOUD.deployed)
TOKEN, WEBHOOK, APP = bot_of.TOKEN, bot_of.WEBHOOK, bot_of.APP
DOOR_KEYS = [door.name for door, _ in list_optional_doors()]  # each has its account in a parameter of that name
KEYED = [(door, cloud) for door, cloud in list_send_only_doors() if cloud.deployed]
VALUED = [(door, cloud) for door, cloud in list_cloud_doors() if cloud.values]
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


def release_host(
    tools: DeployTools,
    new: Sequence[str],
    gate: Callable[[HostContext], int],
    *,
    at_once: bool = False,
    shut: bool = False,
) -> None:
    """Build the host and release it to AWS: ask for settings that are not known yet and keep them in a file, store
    secrets, deploy, connect the platforms, and print the result; raise UnfitSetting if a step fails. `new` names the
    secrets to be replaced; `gate` rehearses the open games, and a code other than 0 stops the release. With `at_once`
    it reaches everybody at once; with `shut` nobody can reach the host, and neither `gate` is asked nor a platform
    connected.
    """
    site = remembered.load_site(tools.folder, tools.stage) or remembered.ask_site(tools.ask, read_deployed_parameters)
    account = AwsAccount(site.region, site.stack)
    print(f"Account {account.fetch_number()}, {site.region}, {site.stack}.", flush=True)
    config, before = remembered.save_site(tools.folder, site, tools.stage), account.check_deployable()
    expected, step = tools.counting(), plan_rollout(account, shut=shut)
    token = find_token(tools, account, anew="token" in new)
    with bot_of.at(token) as bot:
        name = bot.name()
        template = tools.build(tools.folder)
        if not shut:  # closing may be urgent, and opening comes by here
            check_rehearsal(account, gate)
        with restore_secret_on_failure(account):
            fresh = store_secrets(account, token, anew="secret" in new)
            store_caller_keys(account)
            beside = step is Rollout.BESIDE
            sudden = at_once or shut or not beside or (fresh and before)
            values = build_parameters(site, account, sudden=sudden, shut=shut)
            values |= build_door_values(account) | bot_of.values(name)
            values["OwnAddress"] = account.read_outputs().get("Web", "")
            values["Release"] = compute_release_hash(tools.folder, template, account, values)
            if not (beside or shut):
                print(SHUT_FIRST, flush=True)
                deploy_with_sam(tools.folder, config, template, values | {"Doors": "shut"})
            deploy_with_sam(tools.folder, config, template, values)
            deploy_own_address(tools, account, config, template, values)
        outputs = account.read_outputs()
        if not shut:
            bot.connect(tools.reach(outputs["Webhook"]), account.read_secret(WEBHOOK))
            wait_until_healthy(tools.reach(outputs["Web"]), tools.reach(outputs["Webhook"]))
            connect_optional_doors(account, tools.reach(outputs["Web"]))
    print_result(site, config.name, outputs, bot_of.SHUT if shut else bot_of.WELL.format(name=name), expected())


def plan_rollout(account: AwsAccount, *, shut: bool) -> Rollout:
    """Return how this release can follow the running one: side by side with it (also if nothing is deployed), with the
    doors shut meanwhile, or after the table has been converted; raise UnfitSetting in this last case unless `shut`. Two
    releases that save games in different formats cannot run side by side.
    """
    outputs = account.read_outputs()
    if "Table" not in outputs:
        return Rollout.BESIDE
    running = parse_formats(outputs.get("StoreFormats", ""))
    step = find_rollout(running)
    if step is Rollout.BESIDE and outputs.get("GameFormats") != format_game_formats():
        step = Rollout.SHUT
    if step is Rollout.CONVERT and not shut:
        raise UnfitSetting(CONVERT.format(table=outputs["Table"], found=running.writes))
    return step


def format_game_formats() -> str:
    """Format which format each game's state has in this release, as the CloudFormation template outputs it."""
    return ",".join(f"{name}={rules.format}" for name, rules in RULESETS.items())


def deploy_own_address(
    tools: DeployTools, account: AwsAccount, config: Path, template: Path, values: dict[str, str]
) -> None:
    """Deploy once more, to everybody at once, with the web page's address if that is not the one of the deployment just
    made (in `values`), because AWS gives it only after the first one; else do nothing.
    """
    address = account.read_outputs().get("Web", "")
    if values["OwnAddress"] != address:
        told = {**values, "OwnAddress": address, "Rollout": "AllAtOnce"}
        told["Release"] = compute_release_hash(tools.folder, template, account, told)
        deploy_with_sam(tools.folder, config, template, told)


def read_deployed_parameters(site: DeploymentSite) -> Mapping[str, str]:
    """Return the parameters of an existing deployment in this region and of this name, made from another computer;
    empty if there is none.
    """
    return AwsAccount(site.region, site.stack).read_parameters()


def find_token(tools: DeployTools, account: AwsAccount, *, anew: bool) -> str:
    """Return the bot's token: the stored one, else that in the environment, else ask for it; with `anew` do not use the
    stored one.
    """
    kept = "" if anew else account.read_secret(TOKEN)
    return kept or bot_of.given() or tools.ask_secretly(bot_of.ASK_TOKEN).strip()


def store_secrets(account: AwsAccount, token: str, *, anew: bool) -> bool:
    """Store the bot's token and app key, and a webhook secret if there is none or a new one is wanted (`anew`); return
    whether the token or the webhook secret is new, so that old functions must be replaced at once.
    """
    fresh = False
    if account.read_secret(TOKEN) != token:
        account.store_secret(TOKEN, token)
        fresh = True
    if account.read_secret(APP) != bot_of.app_key(token):
        account.store_secret(APP, bot_of.app_key(token))
    if anew or not account.read_secret(WEBHOOK):
        account.store_secret(WEBHOOK, secrets.token_urlsafe(48))
        fresh = True
    return fresh


def store_caller_keys(account: AwsAccount) -> None:
    """Store, for each door that only notifies (such as browsers), the private key with which it is to sign: the one
    that the deployed table holds, else the one stored already, because browsers are bound to it, else a new one.
    """
    table = account.read_outputs().get("Table")
    with account.open_host(table) if table else nullcontext() as host:
        for door, cloud in KEYED:
            kept = account.read_secret(door.name)
            right = import_target(f"{cloud.deployed}:pick_deployed_key")(kept, host.store if host else None)
            if right != kept:
                account.store_secret(door.name, right)


def build_door_values(account: AwsAccount) -> dict[str, str]:
    """Return the parameters of the CloudFormation template that come from the stored keys and accounts of doors
    (adapters to platforms); none of them is secret.
    """
    found: dict[str, str] = {}
    for door, cloud in VALUED:
        found |= import_target(cloud.values)(account.read_secret(door.name))
    return found


def connect_optional_doors(account: AwsAccount, web: str) -> None:
    """Register this release with the platforms whose account the operator has stored and which post to the page's
    address `web`; print a line for each.
    """
    for door, cloud in list_optional_doors():
        if cloud.registers and (kept := account.read_secret(door.name)):
            print(import_target(cloud.registers)(kept, web))


@contextmanager
def restore_secret_on_failure(account: AwsAccount) -> Iterator[None]:
    """Restore the old webhook secret if the block fails, because the platform still sends it, and raise the error. A
    new token stays, because the old one has become invalid.
    """
    before = account.read_secret(WEBHOOK)
    try:
        yield
    except BaseException:
        if before and account.read_secret(WEBHOOK) != before:
            account.store_secret(WEBHOOK, before)
        raise


def check_rehearsal(account: AwsAccount, gate: Callable[[HostContext], int]) -> None:
    """Let `gate` rehearse the open games in the deployed table, if there is one; raise UnfitSetting if it finds that
    they would not survive the release.
    """
    table = account.read_outputs().get("Table")
    if table is None:
        return
    with account.open_host(table) as host:
        if gate(host):
            raise UnfitSetting(GATE)


def build_parameters(site: DeploymentSite, account: AwsAccount, *, sudden: bool, shut: bool) -> dict[str, str]:
    """Return by name the parameters of the CloudFormation template that follow from the site's settings and the
    account, each with a value, because omitted ones keep their old values. With `sudden`, old functions are replaced at
    once, else in steps; with `shut` the doors are shut.
    """
    return {
        "AlarmMail": site.mail,
        "WebAddress": site.web,
        "MonthlyBudget": str(site.dollars),
        **{
            door.title: "ENABLED" if account.read_version(door.name) else "DISABLED"
            for door, cloud in list_optional_doors()
            if not cloud.values
        },
        "ReserveConcurrency": "yes" if account.can_reserve_concurrency() else "no",
        "MostWrites": str(site.most_writes),
        "MostReads": str(site.most_reads),
        "WebAtOnce": str(site.most_visitors),
        "PublicLobby": "on" if site.lobby else "off",
        "WithoutExtras": site.without,
        "MiniApp": site.app,
        "MailFrom": site.letters_from,
        "MailIdentity": site.letters_identity or site.letters_from.rpartition("@")[2],
        "Tracing": "Active" if site.tracing else "PassThrough",
        "Rollout": "AllAtOnce" if sudden else "Canary10Percent5Minutes",
        "Doors": "shut" if shut else "open",
    }


def compute_release_hash(folder: Path, template: Path, account: AwsAccount, values: dict[str, str]) -> str:
    """Write the machine architecture of the built layers into `values`, and return a hash of everything that makes a
    release: when it changes, the functions are published again. How it is rolled out, and whether the doors are open,
    does not count.
    """
    layers = folder / "build/layers"
    values["Architecture"] = MACHINES[layers.resolve().parent.name]
    told = {name: value for name, value in values.items() if name not in ("Rollout", "Doors")}
    versions = [account.read_version(name) for name in (TOKEN, WEBHOOK, *DOOR_KEYS)]
    sum_ = hashlib.sha256(msgspec.json.encode([told, versions], order="sorted"))
    for path in [template, *list_deployed_files(layers.resolve()), *list_deployed_files(folder / "functions")]:
        sum_.update(hashlib.sha256(path.read_bytes()).digest())
    return sum_.hexdigest()


def list_deployed_files(folder: Path) -> list[Path]:
    """List every file that is deployed from a folder, sorted; Python's caches in the folder `functions` are left
    out.
    """
    found = (path for path in folder.rglob("*") if path.is_file())
    return sorted(path for path in found if folder.name != "functions" or "__pycache__" not in path.parts)


def wait_until_healthy(web: str, webhook: str) -> None:
    """Try up to six times, five seconds apart, whether the web page and the webhook answer as they should; raise
    UnfitSetting if they do not.
    """
    for attempt in range(TRIES):
        if attempt:
            time.sleep(PAUSE)
        if is_healthy(web, webhook):
            return
    raise UnfitSetting(
        f"It is deployed, but its doors do not answer as they should. Read the logs of {SPEAKER.name} and web."
    )


def is_healthy(web: str, webhook: str) -> bool:
    """Return whether the web page can read the database and the webhook refuses strangers; False if one of them cannot
    be reached.
    """
    try:
        with httpx.Client(timeout=30) as client:
            well = client.get(f"{web.rstrip('/')}/healthz").text.startswith("ok\n")
            return well and client.post(webhook, json={}).status_code == httpx.codes.FORBIDDEN
    except httpx.HTTPError:
        return False


def print_result(site: DeploymentSite, file: str, outputs: Mapping[str, str], state: str, cost: str) -> None:
    """Print after a release what the operator needs to know: addresses, state and cost, and, without an address for
    alarms, the `file` of settings into which to write one.
    """
    print(state)
    print(f"The web table: {site.web or outputs['Web']}")
    print(f"Everything is kept in the table {outputs['Table']}.")
    print(cost)
    if not site.mail:
        print(f"Alarms go to nobody. To be told, write your address into {file} (mail), and deploy again.")


NOT_DEPLOYED_HERE = "Nothing called {stack} is deployed in {region}."
OPEN = "{n} open, and no clock of theirs runs any more. Type {stack} to go on: "
NOT_IT = "That was not it. Nothing has changed."
CONFIRM_TABLE_DELETION = "Every game, person and score in {table} will be gone for good. Type {stack} to go on: "


def destroy_host(tools: DeployTools, *, table: bool) -> None:
    """Remove the host from AWS, after the operator has confirmed it if games are open or the `table` is to go: the
    webhook first, so that the platform keeps later updates, then the stack, the timers and the secrets; the database
    table last, if asked for or if it is empty. With a table that stays, the keys of doors that only notify stay, too.
    Raise UnfitSetting if nothing is deployed or the answer is wrong.
    """
    site = remembered.load_site(tools.folder, tools.stage) or remembered.ask_site_place(tools.ask)
    account = AwsAccount(site.region, site.stack)
    account.fetch_number()
    kept = account.find_table()
    if not kept and account.describe_stack() is None:
        raise UnfitSetting(NOT_DEPLOYED_HERE.format(stack=site.stack, region=site.region))
    waits = list_deployed_games(account, kept)
    for game in waits:
        print(f"{game.id}  {game.ruleset:<10} {game.stage:<8} {', '.join(player.name for player in game.players)}")
    if table:
        confirm_deletion(tools, kept, site.stack)
    elif waits and tools.ask(OPEN.format(n=format_game_count(len(waits)), stack=site.stack)).strip() != site.stack:
        raise UnfitSetting(NOT_IT)
    remove_webhook(account)
    account.delete_stack()
    print(f"{site.stack} is gone, and {account.delete_timers()} timers of games with it.")
    for name in (TOKEN, WEBHOOK, APP, *DOOR_KEYS):
        account.delete_secret(name)
    if not settle_table(account, kept, site.region, delete=table):
        for name in CALLERS:
            account.delete_secret(name)


def list_deployed_games(account: AwsAccount, kept: str) -> list[Session]:
    """List the open games in the database table named `kept`; empty without a table, or if everything in it was moved
    to another place.
    """
    if not kept:
        return []
    with account.open_host(kept) as host:
        if host.store.load_new_address():
            return []
        return [session for session in host.store.iter_sessions() if session.stage in (LOBBY, RUNNING)]


def format_game_count(n: int) -> str:
    """Format the beginning of a sentence that says that `n` games are open: “One game is” or “3 games are”."""
    return "One game is" if n == 1 else f"{n} games are"


def confirm_deletion(tools: DeployTools, kept: str, stack: str) -> None:
    """Ask the operator to type the stack's name before its database table (`kept`) is deleted; raise UnfitSetting for
    any other answer, or if no table is known.
    """
    if not kept:
        raise UnfitSetting(f"No table of {stack} is known, so none is deleted. Take the rest away with: make destroy")
    if tools.ask(CONFIRM_TABLE_DELETION.format(table=kept, stack=stack)).strip() != stack:
        raise UnfitSetting(NOT_IT)


def remove_webhook(account: AwsAccount) -> None:
    """Make the platform send nothing more to the webhook; print why if that fails, such as for an invalid token, and go
    on. Do nothing without a stored token.
    """
    token = account.read_secret(TOKEN)
    if not token:
        return
    try:
        with bot_of.at(token) as bot:
            bot.disconnect()
    except UnfitSetting as error:
        print(f"The webhook could not be removed: {error}")


def settle_table(account: AwsAccount, kept: str, region: str, *, delete: bool) -> bool:
    """Delete the database table named `kept` if `delete` asks for it or it has no items, and print what became of it.
    Return whether it stays; False also if `kept` is empty, for no table.
    """
    if not kept:
        return False
    if delete or account.is_table_empty(kept):
        account.delete_table(kept)
        print(f"The table {kept} is gone, too.")
        return False
    print(f"Everything is still kept in the table {kept} ({region}). To bring it here, or to another table:")
    print(f"  AWS_REGION={region} .venv/bin/rtab migrate table:{kept} FOLDER")
    return True
