"""The environment variables of the local host, with errors that say what to do, and the store they name."""

from __future__ import annotations

import fcntl
import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.util import find_spec
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from host.core.context import IN_DYNAMO, Config, HostContext
from host.core.extras import WITHOUT, list_extras, parse_without
from host.core.store.items import Overloaded
from host.core.store.sqlite import SqliteTable
from host.core.store.store import Store
from host.doors.registry import list_doors, list_polled_doors, list_private_notification_doors

DEFAULT_PORT = 8080


DEFAULT_HOME = "~/.rtab"


EARLIER_HOME = ".rtab"  # where earlier releases kept everything: in the folder in which one stood


DEFAULT_BACKUPS = 7


STORE_FILE = "rtab.sqlite"


LOOPBACK = "127.0.0.1"


LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")


METRICS_TOKEN = "RTAB_METRICS_TOKEN"  # noqa: S105 - its name


MIN_TOKEN = 16  # letters


LOG_FORMATS = ("text", "json")


SETTING_NAMES = (  # of all that it reads, beside the accounts of doors
    *(
        "PORT",
        "RTAB_BIND",
        "RTAB_PROXY",
        "RTAB_WEB",
        "RTAB_HOME",
        "RTAB_BACKUPS",
        "RTAB_BACKUPS_TO",
        "RTAB_PACKS",
        WITHOUT,
    ),
    *("RTAB_LOG", "RTAB_LOG_FILE", "RTAB_LOG_FORMAT", "RTAB_OPERATOR", METRICS_TOKEN),
)


Network = IPv4Network | IPv6Network


class LocalSettings(Struct, frozen=True):
    """Where to listen, where to store the games, and the accounts of the doors."""

    port: int
    home: Path
    accounts: Mapping[str, Any] = {}  # by the names of the doors at which it hosts, too
    packs: tuple[str, ...] = ()  # files of cards beside those that come with the games
    backups: int = DEFAULT_BACKUPS  # how many copies of everything are kept, one a day
    web: str = ""  # where others find the web table, if that is not on this machine alone
    bind: str = LOOPBACK  # at which of this machine's addresses it listens
    proxies: tuple[Network, ...] = ()  # who may say for whom they ask, beside this machine itself
    log: str = "WARNING"  # the least that is logged
    log_file: str = ""  # where; else on the standard error
    operator: str = ""  # the place in which somebody is told in private that something is wrong
    backups_to: str = ""  # a folder, or s3://BUCKET/PREFIX, in which each backup is copied
    metrics_token: str = ""  # with which metrics are shown at /metrics; without it there are none
    log_format: str = "text"  # or "json": one object a line
    without: tuple[str, ...] = ()  # the extras that are switched off

    @property
    def elsewhere(self) -> tuple[str, ...]:
        """The names of the platforms, besides the web page, for which an account is set up, with those that only notify
        people.
        """
        return tuple(self.accounts)


class UnfitSetting(Exception):
    """An invalid setting. The message says which, why, and what to do."""


def read_settings(environment: Mapping[str, str]) -> LocalSettings:
    """Read the host's settings from environment variables (an empty one counts as left out), with the accounts of all
    platforms that are set up and not switched off; raise UnfitSetting for the first unusable one.
    """
    port = environment.get("PORT", "") or str(DEFAULT_PORT)
    if not (port.isascii() and port.isdigit() and 0 <= int(port) <= 65535):
        raise UnfitSetting(
            f"PORT is {port[:20]!r}. It must be a number from 0 to 65535; leave it out for {DEFAULT_PORT}."
        )
    home = Path(environment.get("RTAB_HOME", "") or _pick_home()).expanduser()
    web = environment.get("RTAB_WEB", "").strip().rstrip("/")
    if web and not web.startswith(("https://", "http://")):
        raise UnfitSetting(
            "RTAB_WEB must begin with https:// or http://; leave it out if the page is for this machine alone."
        )
    without = read_without(environment)
    doors = [door for door in list_doors() if door.name not in without]
    accounts = {door.name: found for door in doors if (found := door.account(environment)) is not None}
    packs = tuple(pack for pack in environment.get("RTAB_PACKS", "").split(":") if pack)
    missing = next((pack for pack in packs if not Path(pack).is_file()), None)
    if missing is not None:
        raise UnfitSetting(
            f"RTAB_PACKS names {missing!r}, which is no file. Name files of questions, with : between them."
        )
    return LocalSettings(
        int(port),
        home,
        accounts,
        packs,
        _read_backup_count(environment),
        web,
        _read_bind(environment),
        _read_proxies(environment),
        _read_log_level(environment),
        environment.get("RTAB_LOG_FILE", ""),
        _read_operator(environment, accounts),
        _read_backup_target(environment),
        _read_metrics_token(environment),
        _read_log_format(environment),
        without,
    )


def read_switch(environment: Mapping[str, str], name: str) -> bool:
    """Return whether the feature of the environment variable `name` is switched on, as it is unless that says "off";
    raise UnfitSetting for anything but on or off.
    """
    word = environment.get(name, "").strip().casefold()
    if word not in ("", "on", "off"):
        raise UnfitSetting(f"{name} is {word[:20]!r}. It must be on or off; leave it out for on.")
    return word != "off"


def read_without(environment: Mapping[str, str]) -> tuple[str, ...]:
    """Return the names of the extras (optional features) that are switched off, by name in RTAB_WITHOUT or by a switch
    of their own; raise UnfitSetting for a name that no extra has.
    """
    try:
        off = parse_without(environment)
    except ValueError as error:
        raise UnfitSetting(str(error)) from None
    return (*off, *(each.name for each in list_extras() if each.switch and not read_switch(environment, each.switch)))


def list_setting_names() -> str:
    """Return the names of all environment variables that `read_settings` reads, joined by commas; those that name a
    table or files with secrets are not among them.
    """
    switches = [extra.switch for extra in list_extras() if extra.switch]
    return ", ".join([*SETTING_NAMES, *switches, *(name for door in list_doors() for name in door.settings)])


def _pick_home() -> str:
    """Return the folder for the host's data if none is set: the one that an earlier release made in the current folder,
    if there is a database in it, else the default one.
    """
    return EARLIER_HOME if (Path(EARLIER_HOME) / STORE_FILE).exists() else DEFAULT_HOME


def _read_bind(environment: Mapping[str, str]) -> str:
    """Return the network address on which the server listens, from RTAB_BIND, or by default 127.0.0.1; raise
    UnfitSetting if it is no IP address.
    """
    text = environment.get("RTAB_BIND", "") or LOOPBACK
    try:
        return str(ip_address(text))
    except ValueError:
        raise UnfitSetting(
            f"RTAB_BIND is {text[:40]!r}. It must be an address of this machine, such as 0.0.0.0 for all."
        ) from None


def _read_proxies(environment: Mapping[str, str]) -> tuple[Network, ...]:
    """Return the networks of trusted proxies, from RTAB_PROXY, none by default; raise UnfitSetting if one is
    malformed.
    """
    text = environment.get("RTAB_PROXY", "")
    try:
        return tuple(ip_network(part) for part in text.replace(",", " ").split())
    except ValueError:
        raise UnfitSetting(
            f"RTAB_PROXY is {text[:60]!r}. Name addresses or networks, with commas: 10.0.0.5, 172.16.0.0/12."
        ) from None


def _read_log_level(environment: Mapping[str, str]) -> str:
    """Return the least level that is logged, in capitals, from RTAB_LOG, by default WARNING; raise UnfitSetting for an
    unknown one.
    """
    level = environment.get("RTAB_LOG", "").upper() or "WARNING"
    if level not in LEVELS:
        raise UnfitSetting(f"RTAB_LOG is {level[:20]!r}. It must be one of {', '.join(LEVELS).lower()}.")
    return level


def _read_log_format(environment: Mapping[str, str]) -> str:
    """Return the format of the log, from RTAB_LOG_FORMAT: text (the default) or json; raise UnfitSetting for
    another.
    """
    name = environment.get("RTAB_LOG_FORMAT", "").lower() or "text"
    if name not in LOG_FORMATS:
        raise UnfitSetting(f"RTAB_LOG_FORMAT is {name[:20]!r}. It must be one of {', '.join(LOG_FORMATS)}.")
    return name


def _read_backup_target(environment: Mapping[str, str]) -> str:
    """Return the second place for backups, from RTAB_BACKUPS_TO (a folder or an S3 address), or an empty string; raise
    UnfitSetting for an address of another kind, or of S3 without boto3. Whether that place exists is not looked at.
    """
    to = environment.get("RTAB_BACKUPS_TO", "").strip()
    if "://" in to and not re.fullmatch(r"s3://[a-z0-9][a-z0-9.-]{2,62}(/.*)?", to):
        raise UnfitSetting(f"RTAB_BACKUPS_TO is {to[:60]!r}. It must be a folder, or s3://BUCKET/PREFIX.")
    if to.startswith("s3://") and find_spec("boto3") is None:
        raise UnfitSetting("RTAB_BACKUPS_TO names a bucket, but the extra `aws` (boto3) is not installed.")
    return to


def _read_metrics_token(environment: Mapping[str, str]) -> str:
    """Return the token that protects the metrics, empty for no metrics; raise UnfitSetting if it is too short, has
    blanks or unusual characters, or if the library for metrics is missing.
    """
    token = environment.get(METRICS_TOKEN, "").strip()
    if token and (len(token) < MIN_TOKEN or not token.isascii() or not token.isprintable() or " " in token):
        raise UnfitSetting(
            f"{METRICS_TOKEN} must have at least {MIN_TOKEN} letters, digits or signs, and no blank; "
            "leave it out for no metrics."
        )
    if token and find_spec("prometheus_client") is None:
        raise UnfitSetting(f"{METRICS_TOKEN} is set, but the extra `metrics` (prometheus-client) is not installed.")
    return token


def _read_operator(environment: Mapping[str, str], accounts: Mapping[str, Any]) -> str:
    """Return the place at which the operator is told of faults, from RTAB_OPERATOR, or an empty string; raise
    UnfitSetting if no platform that is set up has such places.
    """
    place = environment.get("RTAB_OPERATOR", "").strip()
    served = [door for door in list_doors() if door.name in accounts]
    if place and not any(re.fullmatch(door.operators, place) for door in served if door.operators):
        raise UnfitSetting(
            f"RTAB_OPERATOR is {place[:40]!r}. It must be a place on a platform that is set up here; "
            "rtab people shows yours, once you have written to the bot."
        )
    return place


def _read_backup_count(environment: Mapping[str, str]) -> int:
    """Return how many backups are kept, from RTAB_BACKUPS, by default 7, and 0 for none; raise UnfitSetting if it is no
    number below 1000.
    """
    text = environment.get("RTAB_BACKUPS", "") or str(DEFAULT_BACKUPS)
    if not (text.isascii() and text.isdigit() and len(text) < 4):
        raise UnfitSetting(f"RTAB_BACKUPS is {text[:20]!r}. It is how many are kept, one a day; 0 for none.")
    return int(text)


SUFFIX = "_FILE"


MAX_BYTES = 4096


def read_secret_files(environment: Mapping[str, str]) -> dict[str, str]:
    """Return, by NAME, the secrets in the files that variables `NAME_FILE` point to, for the metrics token and the
    settings of doors; raise UnfitSetting if a file cannot be used, or if NAME is set, too.
    """
    names = [METRICS_TOKEN, *(name for door in list_doors() for name in door.settings)]
    return {name: _read_secret(name, environment) for name in names if environment.get(f"{name}{SUFFIX}", "")}


def _read_secret(name: str, environment: Mapping[str, str]) -> str:
    """Return a secret from the file that the variable with `_FILE` behind its name points to; raise UnfitSetting if the
    file cannot be read, is empty or too long, or if the variable `name` is set, too.
    """
    if environment.get(name):
        raise UnfitSetting(f"{name} and {name}{SUFFIX} are both set. Leave one of them out.")
    path = Path(environment[f"{name}{SUFFIX}"])
    try:
        with path.open("rb") as file:
            raw = file.read(MAX_BYTES + 1)
        text = raw.decode("utf-8").strip()
    except OSError as error:
        raise UnfitSetting(f"{name}{SUFFIX} names {str(path)!r}, which cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise UnfitSetting(f"{name}{SUFFIX} names {str(path)!r}, which is not text.") from error
    if not text or len(raw) > MAX_BYTES:
        raise UnfitSetting(f"{name}{SUFFIX} names {str(path)!r}, which is empty or longer than {MAX_BYTES} bytes.")
    return text


LOCK_FILE = "rtab.lock"


FOLDER_IN_USE = "A host runs on {home} already (process {pid}). Stop it first, or set RTAB_HOME to another folder."


class FolderLock:
    """A lock on a host's folder, held until `release` or the end of the process."""

    def __init__(self, home: Path) -> None:
        self._held = os.open(home / LOCK_FILE, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(self._held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            pid = os.pread(self._held, 20, 0).decode("ascii", "replace").strip()
            os.close(self._held)
            raise UnfitSetting(FOLDER_IN_USE.format(home=home, pid=pid or "unknown")) from None
        os.ftruncate(self._held, 0)
        os.pwrite(self._held, f"{os.getpid()}\n".encode(), 0)

    def release(self) -> None:
        """Release the lock on the host's folder, so that another host may use it."""
        os.close(self._held)


@contextmanager
def hold_lock_if_used(home: Path) -> Iterator[bool]:
    """Hold the lock of a host's folder during the block, so that no other host uses the folder, and yield True; raise
    UnfitSetting if a host runs on it. Folders of the first release have no lock file: then hold nothing and yield
    False.
    """
    if not (home / LOCK_FILE).exists():
        yield False
        return
    held = FolderLock(home)
    try:
        yield True
    finally:
        held.release()


TABLE_PREFIX = "table:"


TABLE_VARIABLE = "RTAB_TABLE"


@contextmanager
def open_configured_host() -> Iterator[HostContext]:
    """Open, for the block, the host that the settings name (the table of RTAB_TABLE, else the folder of RTAB_HOME),
    whether or not one is running on it; raise UnfitSetting if there is none, or if its store is overloaded during the
    block.
    """
    table = os.environ.get(TABLE_VARIABLE, "")
    with open_host_at(f"{TABLE_PREFIX}{table}" if table else str(read_settings(os.environ).home)) as host:
        yield host


@contextmanager
def open_host_at(where: str, *, new: bool = False) -> Iterator[HostContext]:
    """Open, for the block, the host in a folder (which converts a database of an older schema) or in a DynamoDB table
    `table:NAME`; raise UnfitSetting if it cannot be used, also if its store is overloaded during the block. A folder in
    which there are no games is made if `new`, and otherwise refused.
    """
    if where.startswith(TABLE_PREFIX):
        with _open_dynamo_host(where.removeprefix(TABLE_PREFIX)) as host:
            yield host
        return
    path = find_store_file(Path(where).expanduser())
    if new:
        path.parent.mkdir(parents=True, exist_ok=True)
    elif not path.exists():
        raise UnfitSetting(
            f"There are no games in {path.parent}. Set RTAB_HOME to the host's folder, or begin with: rtab play"
        )
    try:
        table = SqliteTable(path)
        try:
            yield HostContext(
                Store(table),
                Config(
                    listened={door.name: door.late for door in list_doors()},
                    called=list_private_notification_doors(),
                    without=read_without(os.environ),
                ),
            )
        finally:
            table.close()
    except Overloaded as error:
        raise UnfitSetting(str(error)) from error


@contextmanager
def _open_dynamo_host(name: str) -> Iterator[HostContext]:
    """Open, for the block, the host whose data are in the DynamoDB table `name`; raise UnfitSetting if the table cannot
    be opened, or is overloaded during the block.
    """
    from botocore.exceptions import BotoCoreError, ClientError  # noqa: PLC0415 # slow, and only tables need it

    from host.core.store import dynamo  # noqa: PLC0415 # it needs boto3

    try:
        client = dynamo.make_aws_client("dynamodb")
        client.describe_table(TableName=name)
    except (BotoCoreError, ClientError) as error:
        raise UnfitSetting(
            f"The table {name} cannot be opened: {error}. Are AWS_REGION and the credentials those of its account?"
        ) from None
    try:
        listened = {door.name: door.late for door, _ in list_polled_doors()}
        yield HostContext(
            Store(dynamo.DynamoTable(client, name)),
            replace(
                IN_DYNAMO, listened=listened, called=list_private_notification_doors(), without=read_without(os.environ)
            ),
        )
    except Overloaded as error:
        raise UnfitSetting(f"{name}: {error}. Try again in a minute.") from error
    finally:
        client.close()


def describe_location(where: str) -> str:
    """Describe in words, for messages to the operator, the folder or DynamoDB table in which a host keeps its data."""
    return (
        f"the table {where.removeprefix(TABLE_PREFIX)}"
        if where.startswith(TABLE_PREFIX)
        else str(Path(where).expanduser())
    )


def find_store_file(home: Path) -> Path:
    """Return the path of the database file in a host's folder."""
    return home / STORE_FILE
