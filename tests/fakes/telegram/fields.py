"""Turns the raw parameters of a call into typed ones, or refuses them."""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from .errors import ApiError, fault
from .methods import METHODS, MISSING

JSON = dict[str, Any]
T = TypeVar("T")
NUMBER = re.compile(r"-?\d{1,19}")
HANDLE = re.compile(r"@\w{4,32}")


@dataclass(frozen=True)
class Upload:
    """A file that came with a request."""

    name: str
    data: bytes


@dataclass(frozen=True)
class Request:
    """A call as it came over the wire: nothing is checked yet."""

    method: str
    values: Mapping[str, object]
    files: Mapping[str, Upload] = field(default_factory=dict)


class Call:
    """A call whose parameters have the documented names and types."""

    def __init__(self, request: Request) -> None:
        kinds = METHODS.get(request.method)
        if kinds is None:
            raise ApiError(404, "Not Found", fault=True)
        self.method = request.method
        self.files = request.files
        self._values = {name: self._read(kinds, name, raw) for name, raw in self._raw(request).items()}
        for name, kind in kinds.items():
            if kind.endswith("!") and self._values.get(name, "") == "":
                raise fault(MISSING.get(name, f'parameter "{name}" is required'))

    @staticmethod
    def _raw(request: Request) -> dict[str, object]:
        raw = dict(request.values)
        named = {name: upload for name, upload in request.files.items() if name in METHODS[request.method]}
        return raw | named

    @staticmethod
    def _read(kinds: Mapping[str, str], name: str, raw: object) -> object:
        kind = kinds.get(name)
        if kind is None:
            raise fault(f'parameter "{name}" is unknown, or not modelled by this server')
        try:
            return READERS[kind.rstrip("!")](raw)
        except (ValueError, TypeError) as error:
            raise fault(f'can\'t parse parameter "{name}": {error}') from error

    def __contains__(self, name: str) -> bool:
        """Whether the caller gave the parameter."""
        return name in self._values

    def get(self, name: str, default: T) -> T:
        """A parameter, or the default, whose type it has."""
        value = self._values.get(name, default)
        if not isinstance(value, type(default)):
            raise fault(f'parameter "{name}" has a wrong type')
        return value

    def file(self, name: str) -> Upload | str:
        """An uploaded file, or the id of one sent before."""
        return self.attached(self._values[name])

    def attached(self, value: object) -> Upload | str:
        """Follow an attach:// link to the file that came with the request."""
        if isinstance(value, Upload):
            return value
        reference = str(value)
        if not reference.startswith("attach://"):
            return reference
        upload = self.files.get(reference.removeprefix("attach://"))
        if upload is None:
            raise fault("can't find the attached file in the request")
        return upload


def _integer(raw: object) -> int:
    if isinstance(raw, bool) or not isinstance(raw, int | str) or not NUMBER.fullmatch(str(raw)):
        raise ValueError(f"expected an Integer, got {raw!r}")
    return int(raw)


def _boolean(raw: object) -> bool:
    if str(raw).lower() not in {"true", "false"}:
        raise ValueError(f"expected True or False, got {raw!r}")
    return str(raw).lower() == "true"


def _string(raw: object) -> str:
    if not isinstance(raw, str):
        raise TypeError(f"expected a String, got {raw!r}")
    return raw


def _chat(raw: object) -> int | str:
    return raw if isinstance(raw, str) and HANDLE.fullmatch(raw) else _integer(raw)


def _decoded(raw: object) -> object:
    return json.loads(raw) if isinstance(raw, str) else raw


def _object(raw: object) -> JSON:
    value = _decoded(raw)
    if not isinstance(value, dict):
        raise TypeError("expected a JSON object")
    return value


def _list(of: type) -> Callable[[object], list[Any]]:
    def read(raw: object) -> list[Any]:
        value = _decoded(raw)
        if not isinstance(value, list) or not all(isinstance(item, of) for item in value):
            raise TypeError(f"expected a JSON array of {of.__name__}")
        return value

    return read


def _file(raw: object) -> Upload | str:
    return raw if isinstance(raw, Upload) else _string(raw)


READERS: dict[str, Callable[[object], object]] = {
    "int": _integer,
    "bool": _boolean,
    "str": _string,
    "chat": _chat,
    "object": _object,
    "objects": _list(dict),
    "strings": _list(str),
    "file": _file,
}
