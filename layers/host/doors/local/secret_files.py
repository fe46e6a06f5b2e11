"""Read settings of doors that lie in files (`NAME_FILE=/run/secrets/token`), as containers hand secrets over."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from host.doors.local.settings import METRICS_TOKEN, UnfitSetting
from host.doors.registry import list_doors

SUFFIX = "_FILE"
MAX_BYTES = 4096


def read_secret_files(environment: Mapping[str, str]) -> dict[str, str]:
    """Read the secrets that `NAME_FILE` variables point to, by NAME; raise UnfitSetting if one cannot be read."""
    names = [METRICS_TOKEN, *(name for door in list_doors() for name in door.settings)]
    return {name: _read_secret(name, environment) for name in names if environment.get(f"{name}{SUFFIX}", "")}


def _read_secret(name: str, environment: Mapping[str, str]) -> str:
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
