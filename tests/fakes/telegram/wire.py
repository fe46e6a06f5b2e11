"""Reads the three body formats Telegram accepts: a JSON object, a form, and multipart/form-data."""

import json
import re
from urllib.parse import parse_qsl

from .errors import fault
from .fields import Request, Upload

PART_NAME = re.compile(rb'\bname="([^"]*)"')
FILE_NAME = re.compile(rb'\bfilename="([^"]*)"')


def read(method: str, content_type: str, body: bytes, query: str = "") -> Request:
    """Parameters of a call, from the query string and the body."""
    values: dict[str, object] = dict(parse_qsl(query, keep_blank_values=True))
    kind = content_type.partition(";")[0].strip().lower()
    if kind == "multipart/form-data":
        parts, files = _multipart(content_type, body)
        return Request(method, values | parts, files)
    if not body:
        return Request(method, values)
    return Request(method, values | _plain(kind, body))


def _plain(kind: str, body: bytes) -> dict[str, object]:
    try:
        if kind == "application/x-www-form-urlencoded":
            return dict(parse_qsl(body.decode(), keep_blank_values=True, strict_parsing=True))
        value = json.loads(body)
    except ValueError as error:
        raise fault(f"can't parse the request body: {error}") from error
    if kind != "application/json" or not isinstance(value, dict):
        raise fault(f"unsupported request body of type {kind!r}")
    return value


def _multipart(content_type: str, body: bytes) -> tuple[dict[str, object], dict[str, Upload]]:
    boundary = re.search(r'boundary="?([^";]+)', content_type)
    if not boundary:
        raise fault("there is no boundary in the multipart request")
    values: dict[str, object] = {}
    files: dict[str, Upload] = {}
    for part in (b"\r\n" + body).split(b"\r\n--" + boundary[1].encode())[1:-1]:
        head, _, data = part.partition(b"\r\n\r\n")
        name = PART_NAME.search(head)
        if not name:
            raise fault("there is a part without a name in the multipart request")
        _keep(name[1].decode(), FILE_NAME.search(head), data, values, files)
    return values, files


def _keep(
    name: str,
    filename: re.Match[bytes] | None,
    data: bytes,
    values: dict[str, object],
    files: dict[str, Upload],
) -> None:
    if filename:
        files[name] = Upload(filename[1].decode(), data)
    else:
        values[name] = data.decode()
