"""AWS behind a real connection: what it is asked is put to moto, and a test may have it stumble first.

It speaks JSON as DynamoDB, SQS and the parameter store do, and the scheduler's paths.
"""

import base64
import json
import re
import threading
import time
import zlib
from collections import deque
from collections.abc import Iterator, Sequence
from email.utils import formatdate
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import cycle
from typing import Any, NamedTuple, Self

import boto3
import msgspec
from botocore.config import Config
from botocore.exceptions import ClientError

KEYS = {"aws_access_key_id": "test", "aws_secret_access_key": "test", "region_name": "eu-central-1"}
SERVICES = {"DynamoDB_20120810": "dynamodb", "AmazonSQS": "sqs", "AmazonSSM": "ssm"}
LOST, MUTE, DAMAGED, CLOSED = "lost", "mute", "damaged", "closed"


class Refusal(NamedTuple):
    """An error in place of an answer."""

    status: int
    code: str


class AwsServer(ThreadingHTTPServer):
    """What befalls the next requests stands in `trouble`: first come, first served."""

    daemon_threads = True
    request_queue_size = 128  # or on a busy machine a connection is refused before anybody looks

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Door)
        self.url = f"http://127.0.0.1:{self.server_port}"
        self.trouble: deque[str | Refusal] = deque()
        self.asked: list[str] = []  # the operations, each time they came
        self.heard = threading.Condition()
        self.patience = threading.Event()
        config = Config(ignore_configured_endpoint_urls=True)  # or it would ask itself
        self.behind = cache(lambda service: boto3.client(service, config=config, **KEYS))
        self._always: Iterator[str | Refusal] = cycle([""])
        self._done: dict[str, dict[str, Any]] = {}  # moto forgets at once what is asked for again under its token
        self._lock = threading.Lock()

    def __enter__(self) -> Self:
        threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.patience.set()
        self.shutdown()
        self.server_close()

    def troubled(self, troubles: Sequence[str | Refusal]) -> None:
        """These befall the requests from now on, again and again."""
        self._always = cycle(troubles or [""])

    def asked_so_often(self, times: int, timeout: float = 60.0) -> list[str]:
        """What has been asked, when all of that has been taken in: whoever gives up soon does not wait for us."""
        with self.heard:
            self.heard.wait_for(lambda: len(self.asked) >= times, timeout)
            return list(self.asked)

    def next_trouble(self) -> str | Refusal:
        """What befalls this request."""
        with self._lock:
            return self.trouble.popleft() if self.trouble else next(self._always)

    def ask(self, service: str, operation: str, values: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        """The answer of moto, which is one thread's at a time."""
        name = re.sub(r"(?<!^)(?=[A-Z])", "_", operation).lower()
        token = values.get("ClientRequestToken", "")
        with self._lock:
            if token and token in self._done:
                return 200, self._done[token]
            try:
                found = getattr(self.behind(service), name)(**values)
            except ClientError as error:
                told: dict[str, Any] = dict(error.response)
                refused = told.pop("Error")
                del told["ResponseMetadata"]
                return 400, {**told, "__type": f"com.amazonaws#{refused['Code']}", "message": refused["Message"]}
            del found["ResponseMetadata"]
            self._done[token] = found
        return 200, found


class _Door(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    wbufsize = -1
    server: AwsServer

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        service, operation, values = self._asked(body)
        trouble = self.server.next_trouble()
        with self.server.heard:
            self.server.asked.append(operation)
            self.server.heard.notify_all()
        if trouble == MUTE:
            self.close_connection = self.server.patience.wait(10.0)  # until the test is over
            return
        if isinstance(trouble, Refusal):
            self._say(trouble.status, {"__type": f"com.amazonaws#{trouble.code}", "message": "not now"})
        else:
            self._answered(trouble, *self.server.ask(service, operation, values))

    def do_PUT(self) -> None:
        self.do_POST()

    def _answered(self, trouble: str | Refusal, status: int, found: dict[str, Any]) -> None:
        if trouble == LOST:  # it is done, and nobody hears of it
            self.close_connection = True
            return
        self._say(status, found, damaged=trouble == DAMAGED)
        if trouble == CLOSED:  # once it has answered, without a word
            self.close_connection = True

    def _asked(self, body: bytes) -> tuple[str, str, dict[str, Any]]:
        values = json.loads(body, object_hook=_bytes)
        if target := self.headers.get("x-amz-target"):
            name, _, operation = target.partition(".")
            return SERVICES[name], operation, values
        operation = "CreateSchedule" if self.command == "POST" else "UpdateSchedule"
        return "scheduler", operation, {**values, "Name": self.path.removeprefix("/schedules/")}

    def _say(self, status: int, found: dict[str, Any], *, damaged: bool = False) -> None:
        body = msgspec.json.encode(found)
        self.send_response_only(status)
        self.send_header("Date", formatdate(time.time(), usegmt=True))
        self.send_header("x-amz-crc32", str(zlib.crc32(body) ^ damaged))
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        return


def _bytes(found: dict[str, Any]) -> dict[str, Any]:
    return {"B": base64.b64decode(found["B"])} if set(found) == {"B"} else found
