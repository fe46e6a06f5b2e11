"""How long a function takes to start: from its process to the moment when it asks Lambda for its first event.

Run as a program (`make bench-start`) it prints a table, against a handler that does nothing but make a client of the
table. Times are of the processor and as the clock saw them; of each the fastest of several, taken in turns.
"""

import contextlib
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from tests.fakes import cloud

FUNCTIONS = ("telegram", "web", "clock", "delivery")
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
    "AWS_DEFAULT_REGION": "eu-central-1",
    "AWS_ACCESS_KEY_ID": "test",
    "AWS_SECRET_ACCESS_KEY": "test",
}


class Start(NamedTuple):
    """One start, or the fastest of several: milliseconds of the processor, of the clock, and megabytes in memory."""

    processor: float
    clock: float
    memory: float


def starts(names: Sequence[str], times: int) -> dict[str, Start]:
    """The fastest of so many starts of each, in turns, so that whatever else runs here troubles all alike."""
    with tempfile.TemporaryDirectory() as folder:
        rounds = [{name: _start(_handler(name, Path(folder))) for name in names} for _ in range(times)]
    return {name: Start(*(min(each) for each in zip(*(found[name] for found in rounds), strict=True))) for name in names}


def _handler(name: str, folder: Path) -> Path:
    if name in FUNCTIONS:
        return cloud.ROOT / "functions" / name
    (folder / "app.py").write_text(OTHERS[name], "utf-8")
    return folder


def _start(folder: Path) -> Start:
    layers = [str(cloud.ROOT / "build/layers" / each / "python") for each in ("host", "chat")]
    with socket.create_server(("127.0.0.1", 0)) as lambda_:
        address = f"127.0.0.1:{lambda_.getsockname()[1]}"
        settings = {**os.environ, **SETTINGS, "PYTHONPATH": os.pathsep.join(layers), "AWS_LAMBDA_RUNTIME_API": address}
        command = [str(cloud.TOOLS / "runtime/bin/python"), "-m", "awslambdaric", "app.handler"]
        began = time.monotonic()
        process = subprocess.Popen(command, cwd=folder, env=settings)
        try:
            asked, _ = lambda_.accept()
            with asked:
                line = asked.recv(4096).partition(b"\r\n")[0]
                took = time.monotonic() - began
        finally:
            process.kill()
            _, _, used = os.wait4(process.pid, 0)
            process.returncode = -9
    assert line.startswith(b"GET /2018-06-01/runtime/invocation/next"), line
    return Start((used.ru_utime + used.ru_stime) * 1000, took * 1000, used.ru_maxrss / 1024)


def table(found: dict[str, Start]) -> Iterator[str]:
    """The starts, and how they compare with that of a client alone."""
    yield f"{'what starts':<20}{'processor':>12}{'clock':>12}{'memory':>12}{'ratio':>8}"
    for name, start in found.items():
        ratio = start.processor / found[CLIENT].processor
        yield f"{name:<20}{start.processor:>9.0f} ms{start.clock:>9.0f} ms{start.memory:>9.0f} MB{ratio:>8.2f}"


def sizes() -> Iterator[str]:
    """How large what is deployed is, zipped as Lambda counts it."""
    for path in sorted((cloud.ROOT / "build/layers/").iterdir()):
        with contextlib.closing(tempfile.NamedTemporaryFile(suffix=".zip")) as file:
            file.write(subprocess.run(["zip", "-qr", "-", "."], cwd=path, stdout=subprocess.PIPE, check=True).stdout)
            yield f"layer {path.name:<14}{Path(file.name).stat().st_size / 1e6:>9.1f} MB zipped"


if __name__ == "__main__":
    sys.stdout.writelines(f"{line}\n" for line in table(starts([*OTHERS, *FUNCTIONS], 9)))
