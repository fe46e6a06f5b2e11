"""A small client of AWS for the functions that play: signed JSON over connections that stay open.

It speaks to DynamoDB, SQS, the parameter store and the scheduler, and knows of each only what the host calls. boto3,
which all else uses, takes longer to load than a function's whole start with this one. Calls are named, and answered, as
boto3 has them.
"""

from __future__ import annotations

import base64
import json
import os
import random
import ssl
import time
import zlib
from collections.abc import Callable
from datetime import UTC, datetime
from functools import cache, partial
from http.client import HTTPConnection, HTTPException
from typing import Any, NamedTuple
from urllib.parse import SplitResult, quote, urlsplit

import msgspec

from host.core.store.aws_errors import AwsRefused, Unreachable
from host.doors.aws.signing import Credentials, Scope, signed
from host.doors.kept_connections import HttpAnswer, KeptConnections, connected

CONNECT, READ = 2.0, 4.0  # seconds: soon enough for a webhook to be answered in time
TRIES = 4
FIRST_PAUSE, LONGEST_PAUSE = 0.05, 1.0  # seconds before it is tried again, at most, which doubles each time
DATE = "%a, %d %b %Y %H:%M:%S GMT"  # as a header has it
SKEW = 240.0  # seconds that a clock may be wrong: AWS allows five minutes
TARGETS = {"dynamodb": ("DynamoDB_20120810", "1.0"), "sqs": ("AmazonSQS", "1.0"), "ssm": ("AmazonSSM", "1.1")}
SCHEDULES = {"create_schedule": "POST", "update_schedule": "PUT"}  # this service has paths, and the others targets
PASSING = {
    "InternalServerError",
    "LimitExceededException",
    "PriorRequestNotComplete",
    "ProvisionedThroughputExceededException",
    "RequestLimitExceeded",
    "RequestThrottled",
    "RequestTimeout",
    "ServiceUnavailable",
    "ThrottledException",
    "Throttling",
    "ThrottlingException",
    "TooManyRequestsException",
    "TransactionInProgressException",
}
BROKEN = {500, 502, 503, 504}
UNTIMELY = {
    "AuthFailure",
    "InvalidSignatureException",
    "RequestExpired",
    "RequestInTheFuture",
    "RequestTimeTooSkewed",
    "SignatureDoesNotMatch",
}

_encode = msgspec.json.Encoder().encode  # which writes bytes in base64, as DynamoDB wants them


class AwsRequest(NamedTuple):
    """One call as it goes over the wire."""

    operation: str
    method: str
    path: str
    headers: dict[str, str]
    body: bytes


class Client:
    """One service of AWS. Safe to use from many threads."""

    def __init__(
        self,
        service: str,
        *,
        endpoint_url: str = "",
        region_name: str = "",
        aws_access_key_id: str = "",
        aws_secret_access_key: str = "",
    ) -> None:
        self._service, self._region = service, region_name or region()
        self._address = address(service, self._region, endpoint_url)
        self._keys = Credentials(aws_access_key_id, aws_secret_access_key) if aws_access_key_id else None
        self._connections = KeptConnections(self._connected)
        self._skew = 0.0  # seconds that AWS's clock is ahead of ours
        if self._address.scheme == "https":
            trusted()  # which takes a moment that the start of a process has, and its first player has not

    def __getattr__(self, name: str) -> Callable[..., dict[str, Any]]:
        """Any call of the service, by the name that boto3 has for it."""
        if name.startswith("_"):
            raise AttributeError(name)
        return partial(self._call, name)

    def close(self) -> None:
        """Let go of every connection."""
        self._connections.close()

    def _connected(self) -> HTTPConnection:
        whom = trusted() if self._address.scheme == "https" else None
        return connected(self._address, whom, CONNECT, READ)

    def _call(self, name: str, **values: Any) -> dict[str, Any]:
        request = self._request(name, values)
        for attempt in range(TRIES):
            try:
                found = self._tried(request, last=attempt == TRIES - 1)
            except (OSError, HTTPException, Unreachable) as error:
                if attempt == TRIES - 1:
                    raise Unreachable(f"{self._service} gives no answer to {request.operation}: {error}") from error
            else:
                if found is not None:
                    return found
            time.sleep(random.random() * min(FIRST_PAUSE * 2**attempt, LONGEST_PAUSE))  # noqa: S311 - only spreads the load
        raise AssertionError  # the last attempt answers, or raises

    def _tried(self, request: AwsRequest, *, last: bool) -> dict[str, Any] | None:
        """What it answers; nothing where it may well answer otherwise when it is asked again."""
        answer = self._exchanged(request)
        if not whole(answer):
            raise Unreachable("the answer was damaged on its way")
        if answer.status < 300:
            return decoded(answer.body)
        refusal = refused(request.operation, answer)
        if last or not self._passes(refusal.response["Error"]["Code"], answer):
            raise refusal
        return None

    def _passes(self, code: str, answer: HttpAnswer) -> bool:
        """Is it worth another try? A clock that is wrong, as any answer tells, is put right first."""
        if code not in UNTIMELY:
            return code in PASSING or answer.status in BROKEN or answer.status == 429
        skew = ahead(answer)
        wrong = abs(skew - self._skew) > SKEW
        if wrong:
            self._skew = skew
        return wrong

    def _exchanged(self, request: AwsRequest) -> HttpAnswer:
        """Nothing happens twice, whatever is asked twice."""
        who, scope = self._keys or credentials(), Scope(self._region, self._service)
        headers = {"host": self._address.netloc, **request.headers}
        told = signed(who, scope, request.method, request.path, headers, request.body, time.time() + self._skew)
        return self._connections.exchange(request.method, request.path, told, request.body, twice=True)

    def _request(self, name: str, values: dict[str, Any]) -> AwsRequest:
        operation = "".join(word.capitalize() for word in name.split("_"))
        if method := SCHEDULES.get(name):
            body = {key: value for key, value in values.items() if key != "Name"}
            path = f"/schedules/{quote(values['Name'], safe='')}"
            return AwsRequest(operation, method, path, {"content-type": "application/json"}, _encode(body))
        target, version = TARGETS[self._service]
        headers = {"content-type": f"application/x-amz-json-{version}", "x-amz-target": f"{target}.{operation}"}
        return AwsRequest(operation, "POST", "/", headers, _encode(values))


def region() -> str:
    """Where this runs."""
    return os.environ.get("AWS_REGION") or os.environ["AWS_DEFAULT_REGION"]


def credentials() -> Credentials:
    """As Lambda gives them to each of its processes."""
    keys = os.environ["AWS_ACCESS_KEY_ID"], os.environ["AWS_SECRET_ACCESS_KEY"]
    return Credentials(*keys, os.environ.get("AWS_SESSION_TOKEN", ""))


def address(service: str, region: str, given: str = "") -> SplitResult:
    """Where the service is: where it was given, or the environment says, or else at AWS."""
    names = f"AWS_ENDPOINT_URL_{service.upper()}", "AWS_ENDPOINT_URL"
    told = given or next(filter(None, map(os.environ.get, names)), "")
    root = "amazonaws.com.cn" if region.startswith("cn-") else "amazonaws.com"
    return urlsplit(told or f"https://{service}.{region}.{root}")


@cache
def trusted() -> ssl.SSLContext:
    """Whom we believe to be AWS: those of AWS_CA_BUNDLE, where that is set."""
    return ssl.create_default_context(cafile=os.environ.get("AWS_CA_BUNDLE") or None)


def whole(answer: HttpAnswer) -> bool:
    """Is it what was sent over there? DynamoDB tells a checksum."""
    told = answer.headers.get("x-amz-crc32")
    return told is None or int(told) == zlib.crc32(answer.body)


def ahead(answer: HttpAnswer) -> float:
    """How far its clock is ahead of ours."""
    told = answer.headers.get("date")
    return datetime.strptime(told, DATE).replace(tzinfo=UTC).timestamp() - time.time() if told else 0.0


def refused(operation: str, answer: HttpAnswer) -> AwsRefused:
    """The error as boto3 would have it."""
    try:
        found = decoded(answer.body)
    except ValueError:  # such as a page of a balancer
        found = {}
    name = answer.headers.get("x-amzn-errortype") or found.get("__type") or found.get("code") or str(answer.status)
    code = name.rpartition("#")[2].partition(":")[0]
    message = found.get("message") or found.get("Message") or ""
    return AwsRefused({**found, "Error": {"Code": code, "Message": message}}, operation)


def decoded(body: bytes) -> dict[str, Any]:
    """JSON, in which DynamoDB has bytes in base64."""
    found: dict[str, Any] = json.loads(body, object_hook=_bytes) if body else {}
    return found


def _bytes(found: dict[str, Any]) -> dict[str, Any]:
    if len(found) == 1 and isinstance(found.get("B"), str):
        found["B"] = base64.b64decode(found["B"])
    return found
