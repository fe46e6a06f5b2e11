"""`make bench-start`: what a start of each function costs, what an event costs it, and how large all of it is."""

import contextlib
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import Any

import boto3

from tests.fakes import cloud
from tests.fakes.starting import BARE, CLIENT, FUNCTIONS, run, starts
from tests.fakes.telegram import BotApi

SECRET = "only-for-tests"  # noqa: S105 - it opens nothing
WHOLE = 1769  # megabytes for which Lambda gives one whole processor
MEMORIES = (256, 512, 1024, 1769)
DOLLARS = 0.0000133334  # for a gigabyte-second on arm64
MEMORY = 1024  # megabytes that the template gives
QUIET = 187.0  # milliseconds that a boto3 client takes where nothing else runs: what is measured is related to it
SPEAKING = 100  # milliseconds in which a first tap waits for the table, the parameters and Telegram: assumed
WAITING = 25  # milliseconds in which an update waits for the table, the queue and a timer: assumed, not measured
EVENTS = 20


def started() -> Iterator[str]:
    """The starts, and how they compare with that of a client alone."""
    found = starts([BARE, CLIENT, *FUNCTIONS], 9)
    yield f"{'what starts':<18}{'processor':>12}{'clock':>12}{'memory':>10}{'to client':>12}{'to nothing':>12}"
    for name, start in found.items():
        ratios = [start.processor / found[other].processor for other in (CLIENT, BARE)]
        yield (
            f"{name:<18}{start.processor:>9.0f} ms{start.clock:>9.0f} ms{start.memory:>7.0f} MB"
            f"{ratios[0]:>12.2f}{ratios[1]:>12.2f}"
        )


def sizes() -> Iterator[str]:
    """How large what is deployed is, zipped and unzipped as Lambda counts it."""
    for path in sorted([*(cloud.ROOT / "build/layers/").iterdir(), *(cloud.ROOT / "functions" / f for f in FUNCTIONS)]):
        zipped = subprocess.run(["zip", "-qr", "-", "."], cwd=path, stdout=subprocess.PIPE, check=True).stdout
        whole = sum(each.stat().st_size for each in path.rglob("*") if each.is_file())
        yield f"{path.parent.name}/{path.name:<14}{len(zipped) / 1e6:>9.3f} MB zipped{whole / 1e6:>9.3f} MB"


def worked() -> Iterator[str]:
    """What an update costs at each memory: one that changes a game, and the first of a process, which shows a board."""
    with (
        tempfile.TemporaryDirectory() as folder,
        BotApi(limits=None) as api,
        cloud.ministack(Path(folder) / "log") as url,
    ):
        code, deployed = cloud.ROOT / "functions/telegram", _deployed(url, api)
        *before, last = _updates(api)
        marks, anew = run(code, deployed, before), run(code, deployed, [last])
        client, start = (starts([name], 5)[name].processor for name in (CLIENT, "telegram"))
    took = [later.processor - earlier.processor for earlier, later in pairwise(marks)]
    first, further = anew[1].processor - anew[0].processor, median(took[-EVENTS:])
    yield f"first update of a process {first:.0f} ms of the processor, a further one {further:.1f} ms"
    yield f"then it has {anew[-1].memory:.0f} MB"
    quiet = QUIET / client
    tap = (start + first * WHOLE / MEMORY) * quiet + SPEAKING
    yield f"a first tap at {MEMORY} MB: {tap:.0f} ms, where a boto3 client takes {QUIET:.0f} ms (here {client:.0f} ms)"
    for memory in MEMORIES:
        spans = [each * WHOLE / memory + WAITING for each in (first, further)]
        cost = spans[1] / 1000 * memory / 1024 * DOLLARS * 1e6
        yield f"{memory:>6} MB: first {spans[0]:>6.0f} ms, further {spans[1]:>5.0f} ms, a million ${cost:.2f}"


def _deployed(url: str, api: BotApi) -> dict[str, str]:
    client = lambda service: boto3.client(service, endpoint_url=url, **cloud.KEYS)  # noqa: E731 - one line for three uses
    table = cloud.new_table(client("dynamodb"))
    queue = client("sqs").create_queue(QueueName="errands.fifo", Attributes={"FifoQueue": "true"})["QueueUrl"]
    for name, value in {"telegram-token": api.token, "webhook-secret": SECRET}.items():
        client("ssm").put_parameter(Name=f"/rtab/{name}", Value=value, Type="SecureString")
    return {"AWS_ENDPOINT_URL": url, "RTAB_TABLE": table._name, "RTAB_QUEUE": queue, "RTAB_TELEGRAM": api.url}


def _updates(api: BotApi) -> Iterator[Any]:
    ann = api.user("Ann")
    ann.writes("/start")  # whom nobody has heard of is refused whatever is said to them
    group = api.group("Friday", admins=[ann], kind="supergroup")
    event = json.loads((cloud.ROOT / "events/telegram_update.json").read_text("utf-8"))
    lines = ["/newgame season7 daily", *["/join", "/leave"] * (EVENTS // 2 + 1), "/join", "/bots 1", "/begin", "/board"]
    chats = [(ann.id, "private", "/start"), *((group.id, "supergroup", line) for line in lines)]
    for number, (chat, kind, text) in enumerate(chats, 1):
        said = {"message_id": number, "from": {"id": ann.id, "first_name": "Ann"}, "chat": {"id": chat, "type": kind}}
        yield {**event, "body": json.dumps({"update_id": number, "message": {**said, "text": text}})}


if __name__ == "__main__":
    with contextlib.suppress(BrokenPipeError):
        for part in (started, sizes, worked):
            sys.stdout.writelines(f"{line}\n" for line in part())
