"""A function under AWS's own runtime client, in AWS's own emulator of a sandbox, which kills what takes too long."""

import contextlib
import os
import platform
import socket
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import httpx

from tests.fakes import cloud

LAYERS = cloud.ROOT / "build/layers"
KINDS = {"x86_64": "x86_64", "aarch64": "arm64", "arm64": "arm64"}
PATH = "/2015-03-31/functions/function/invocations"


class Function:
    """A running function."""

    def __init__(self, url: str, log: Path) -> None:
        self.url, self._log, self._read = url, log, 0

    def __call__(self, event: object) -> Any:
        """What it answers; a text, where the sandbox answers in its place."""
        self._read = len(self._log.read_bytes())
        answer = httpx.post(self.url + PATH, json=event, timeout=90)
        return answer.json() if answer.text[:1] in '{["0123456789nft' else answer.text

    @property
    def log(self) -> str:
        """What was logged since it was last called."""
        return self._log.read_bytes()[self._read :].decode("utf-8", "replace")


@contextlib.contextmanager
def function(name: str, log: Path, settings: Mapping[str, str], timeout: int = 25) -> Iterator[Function]:
    """The function of this folder, once its sandbox answers."""
    (rie,) = cloud.TOOLS.glob(f"sam/lib/*/site-packages/samcli/local/rapid/aws-lambda-rie-{KINDS[platform.machine()]}")
    front, back = cloud.free_port(), cloud.free_port()
    addresses = [
        "--runtime-interface-emulator-address",
        f"127.0.0.1:{front}",
        "--runtime-api-address",
        f"127.0.0.1:{back}",
    ]
    client = [str(cloud.TOOLS / "runtime/bin/python"), "-m", "awslambdaric", "app.handler"]
    folder = cloud.ROOT / "functions" / name
    environment = {
        "PYTHONPATH": os.pathsep.join(map(str, cloud.layers(name))),
        "PYTHONUNBUFFERED": "1",
        "LAMBDA_TASK_ROOT": str(folder),
        "AWS_LAMBDA_FUNCTION_NAME": f"rtab-{name}",
        "AWS_LAMBDA_FUNCTION_TIMEOUT": str(timeout),
        "AWS_ACCESS_KEY_ID": "test",
        "AWS_SECRET_ACCESS_KEY": "test",
        "AWS_DEFAULT_REGION": "eu-central-1",
        "POWERTOOLS_SERVICE_NAME": "rtab",
        **settings,
    }
    with cloud.running([str(rie), *addresses, *client], f"http://127.0.0.1:{front}", log, environment, folder) as url:
        yield Function(url, log)


class Silence:
    """A server that takes whatever comes and never answers."""

    def __init__(self, server: socket.socket) -> None:
        server.settimeout(0)
        self._server, self._calls = server, list[socket.socket]()
        self.url = f"http://127.0.0.1:{server.getsockname()[1]}"

    @property
    def calls(self) -> int:
        """How many have called."""
        with contextlib.suppress(BlockingIOError):
            while True:
                self._calls.append(self._server.accept()[0])
        return len(self._calls)

    def close(self) -> None:
        """Nobody is kept waiting any more."""
        for call in self._calls:
            call.close()


@contextlib.contextmanager
def silence() -> Iterator[Silence]:
    """Somewhere to call in vain."""
    with socket.create_server(("127.0.0.1", 0)) as server, contextlib.closing(Silence(server)) as found:
        yield found
