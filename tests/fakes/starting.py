"""How long a function takes to start: from its process to the moment when it asks Lambda for its first event.

Lambda is played here as far as its runtime client sees it, so that what the processor did is known to the microsecond.
Of each figure it is the smallest of several rounds that counts, taken in turns: whatever else runs troubles all alike.
"""

import json
import os
import queue
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import IO, Any, NamedTuple

from tests.fakes import cloud

PYTHON = str(cloud.TOOLS / "runtime/bin/python")
FUNCTIONS = ("telegram", "clock", "web", "delivery", "reddit")
CLIENT, BARE = "a DynamoDB client", "nothing"
OTHERS = {
    CLIENT: "import boto3\nclient = boto3.client('dynamodb')\n\n\ndef handler(event, context):\n    return None\n",
    BARE: "def handler(event, context):\n    return None\n",
}
SETTINGS = {
    "RTAB_TABLE": "table",
    "RTAB_QUEUE": "https://sqs.eu-central-1.amazonaws.com/123456789012/errands.fifo",
    "RTAB_CLOCK": "arn:aws:lambda:eu-central-1:123456789012:function:rtab-clock:live",
    "RTAB_CLOCK_ROLE": "arn:aws:iam::123456789012:role/timer",
    "RTAB_STACK": "rtab",
    "POWERTOOLS_SERVICE_NAME": "rtab",
    "AWS_LAMBDA_FUNCTION_NAME": "rtab",
    "AWS_DEFAULT_REGION": "eu-central-1",
    "AWS_ACCESS_KEY_ID": "test",
    "AWS_SECRET_ACCESS_KEY": "test",
    "AWS_CA_BUNDLE": str(cloud.ROOT / "build/layers/host/python/amazon.pem"),  # as the template has it
}
TRACE = "Root=1-67401fc0-0123456789abcdef01234567;Parent=0123456789abcdef;Sampled=1"  # X-Ray follows this one
LOADED = """
import gc, json, os, sys
import app
assert gc.isenabled()
specs = {name: getattr(module, "__spec__", None) for name, module in sys.modules.items()}
files = {name: getattr(spec, "origin", None) or "" for name, spec in specs.items()}
print(json.dumps({name: os.path.getsize(file) for name, file in files.items() if file.endswith(".py")}))
"""


class Mark(NamedTuple):
    """Where a process is: milliseconds of the processor and of the clock since its start, megabytes in memory."""

    processor: float
    clock: float
    memory: float


class Lambda(ThreadingHTTPServer):
    """What the runtime client speaks to: it hands out events, and notices when the next one is asked for."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Door)
        self.asked: queue.Queue[None] = queue.Queue()
        self.events: queue.Queue[bytes] = queue.Queue()
        threading.Thread(target=self.serve_forever, daemon=True).start()


class _Door(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Lambda

    def do_GET(self) -> None:
        self.server.asked.put(None)
        event = self.server.events.get()
        self.send_response(200)
        deadline = str(int(time.time() * 1000) + 25_000)
        told = {"Aws-Request-Id": "1", "Deadline-Ms": deadline, "Invoked-Function-Arn": "arn", "Trace-Id": TRACE}
        for name, value in told.items():
            self.send_header(f"Lambda-Runtime-{name}", value)
        self.send_header("Content-Type", "application/json")  # without it the client breaks down
        self.send_header("Content-Length", str(len(event)))
        self.end_headers()
        self.wfile.write(event)

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.send_response(202)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        return


def run(folder: Path, settings: Mapping[str, str], events: Sequence[Any] = ()) -> list[Mark]:
    """Where the function in this folder was when it had started, and after each of the events."""
    with Lambda() as lambda_, tempfile.TemporaryFile() as log:
        found = {**_environment(folder), **settings, "AWS_LAMBDA_RUNTIME_API": f"127.0.0.1:{lambda_.server_port}"}
        command = [PYTHON, "-m", "awslambdaric", "app.handler"]
        began, process = time.monotonic(), subprocess.Popen(command, cwd=folder, env=found, stdout=log, stderr=log)
        try:
            marks = []
            for event in [None, *events]:
                if event is not None:
                    lambda_.events.put(json.dumps(event).encode())
                _wait(lambda_.asked, log)
                marks.append(_mark(process.pid, began))
        finally:
            process.kill()
            process.wait()
            lambda_.shutdown()
    return marks


def _environment(folder: Path) -> dict[str, str]:
    """What is no function of ours needs AWS's library alone, which the web table's layers bring."""
    layers = cloud.layers(folder.name if folder.name in FUNCTIONS else "web")
    return {**os.environ, **SETTINGS, "PYTHONPATH": os.pathsep.join(map(str, layers))}


def loads(name: str, settings: Mapping[str, str] | None = None) -> dict[str, int]:
    """The modules that are there when it has started, and how long each one is."""
    (found,) = (_imported(folder, settings or {}) for _, folder in handlers([name]))
    return found


def _imported(folder: Path, settings: Mapping[str, str]) -> dict[str, int]:
    command = [PYTHON, "-c", LOADED]
    run = subprocess.run(
        command, cwd=folder, env={**_environment(folder), **settings}, stdout=subprocess.PIPE, text=True, check=True
    )
    return dict(json.loads(run.stdout.splitlines()[-1]))


def _wait(asked: queue.Queue[None], log: IO[bytes]) -> None:
    try:
        asked.get(timeout=60)
    except queue.Empty:
        log.seek(0)
        raise AssertionError(log.read().decode("utf-8", "replace")) from None


def _mark(pid: int, began: float) -> Mark:
    used = [int(path.read_text().split()[0]) for path in Path(f"/proc/{pid}/task").glob("*/schedstat")]
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    (most,) = [int(line.split()[1]) for line in lines if line.startswith("VmHWM")]
    return Mark(sum(used) / 1e6, (time.monotonic() - began) * 1000, most / 1024)


def starts(names: Sequence[str], times: int) -> dict[str, Mark]:
    """The fastest of so many starts of each."""
    rounds = [{name: run(folder, {})[0] for name, folder in handlers(names)} for _ in range(times)]
    return {name: Mark(*map(min, zip(*(found[name] for found in rounds), strict=True))) for name in names}


def handlers(names: Sequence[str]) -> Iterator[tuple[str, Path]]:
    """Where the code of each is."""
    with tempfile.TemporaryDirectory() as folder:
        for name in names:
            if name in OTHERS:
                (Path(folder) / "app.py").write_text(OTHERS[name], "utf-8")
            yield name, cloud.ROOT / "functions" / name if name in FUNCTIONS else Path(folder)
