"""The server itself, and what a test does with it."""

import json
import re
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler
from types import TracebackType
from typing import Self
from urllib.parse import unquote, urlsplit

from tests.fakes.listener import Listener, QuietHandler

from .api import NO_ANSWER, Api, Failure, Record
from .clock import Clock, FakeClock
from .fields import JSON
from .flood import STRICT, Limits
from .people import Group, Person
from .webhook import Courier
from .world import BOT_ID, World

BOT_TOKEN = f"{BOT_ID}:{'only-for-tests' * 3}"
FILE = re.compile(r"/file/bot(?P<token>\d+:[\w-]{35,})/documents/(?P<name>\w+)")
PATH = re.compile(r"/bot(?P<token>\d+:[\w-]{35,})/(?P<method>\w+)")


class BotApi:
    """A Telegram of one bot on this machine. It asserts nothing, but keeps every fault of the bot in `violations`."""

    def __init__(
        self,
        *,
        limits: Limits | None = STRICT,
        clock: Clock | None = None,
        token: str = BOT_TOKEN,
        username: str = "race_test_bot",
        privacy: bool = True,
        listens: bool = True,
    ) -> None:
        """One that does not listen is asked in this process only, and brings nothing to a webhook."""
        self.token = token
        self.world = World(clock or FakeClock(), limits, username, privacy=privacy)
        self.api = Api(self.world)
        self._courier = Courier(self.world, self.api.webhook_reply)
        self._http = BotListener(self) if listens else None
        if self._http:
            self._thread = threading.Thread(
                target=self._http.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True
            )
            self._thread.start()
            self._courier.start()

    def __enter__(self) -> Self:
        """The server runs from its making."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop it."""
        self.close()

    def close(self) -> None:
        """End all polls, deliveries and connections."""
        with self.world.changed:
            self.world.closed = True
            self.world.changed.notify_all()
        if self._http:
            self._http.shutdown()
            self._thread.join()
            self._http.hang_up()
            self._http.server_close()
            self._courier.join()

    @property
    def url(self) -> str:
        """Where the server is; the base URL of a bot is this and `/bot`."""
        assert self._http
        return f"http://127.0.0.1:{self._http.server_port}"

    def take(self, path: str, kind: str, body: bytes, query: str) -> tuple[int, JSON]:
        """Status and body of the answer to a request, however it came."""
        found = PATH.fullmatch(path)
        if not found:
            return 404, {"ok": False, "error_code": 404, "description": "Not Found"}
        if found["token"] != self.token:
            return 401, {"ok": False, "error_code": 401, "description": "Unauthorized"}
        return self.api.read(found["method"], kind, body, query)

    def file(self, path: str) -> bytes | None:
        """What somebody has sent, if it is asked for at this address."""
        found = FILE.fullmatch(unquote(path))
        return self.world.brought.get(found["name"]) if found and found["token"] == self.token else None

    @property
    def username(self) -> str:
        """The name in links to the bot."""
        return str(self.world.bot["username"])

    @property
    def violations(self) -> list[str]:
        """What a careful bot would not have sent."""
        return self.world.violations

    @property
    def calls(self) -> list[Record]:
        """Every call so far."""
        return self.api.calls

    @property
    def updates(self) -> list[JSON]:
        """Every update so far, delivered or not."""
        return self.world.updates.history

    def user(self, name: str, *, username: str = "", language: str = "en") -> Person:
        """A new person, who has not met the bot yet."""
        with self.world.changed:
            user: JSON = {"id": 1000 + next(self.world.serial), "is_bot": False, "first_name": name}
            user["language_code"] = language
            if username:
                user["username"] = username
            return Person(self.world, user)

    def group(
        self, title: str, *people: Person, admins: list[Person] | None = None, kind: str = "group", bot: str = "member"
    ) -> Group:
        """A new group; its first admin is the creator. With bot="left" the bot has not been invited yet."""
        with self.world.changed:
            base = -1_000_000_000_000 if kind == "supergroup" else -4000
            group = Group(self.world, base - next(self.world.serial), kind, title)
            leaders = admins or []
            everybody = [*leaders, *people]
            group.people = {person.id: person.json for person in everybody}
            group.statuses = {person.id: "member" for person in everybody}
            group.statuses |= dict.fromkeys([person.id for person in leaders], "administrator")
            group.statuses |= dict.fromkeys([person.id for person in leaders[:1]], "creator")
            group.statuses[BOT_ID] = bot
            self.world.chats[group.id] = group
            return group

    def fail_next(
        self,
        method: str,
        status: int,
        retry_after: int = 0,
        *,
        description: str = "",
        lost: bool = False,
        place: tuple[int, int] = (0, 0),
    ) -> None:
        """Make the next call of a method ("*" is any) fail; see Failure."""
        with self.world.changed:
            self.api.failures.append(Failure(method, status, retry_after, description, lost, place))

    def redeliver(self, update: JSON) -> None:
        """Deliver an update again under its own number, as happens when an answer got lost.

        A poller that has confirmed it will not see it, unless it starts anew without an offset.
        """
        kind = next(kind for kind in update if kind != "update_id")
        payload = update[kind]
        who = payload["from"]["id"] if kind == "callback_query" else payload["chat"]["id"]
        lane = {"message": "chat", "callback_query": "user", "my_chat_member": "member"}[kind]
        with self.world.changed:
            self.world.updates.again(update, (lane, who), self.world.now())
            self.world.changed.notify_all()

    def advance(self, seconds: float) -> None:
        """Let time pass on a fake clock."""
        with self.world.changed:
            self.world.clock.advance(seconds)
            self.world.changed.notify_all()

    def wait_for(self, condition: Callable[[], object], timeout: float = 60.0) -> None:
        """Wait, in real time, until the bot's calls have made something so: long, as the machine may be busy."""
        with self.world.changed:
            if not self.world.changed.wait_for(condition, timeout):
                raise TimeoutError(f"still not so after {timeout} s; the last calls were {self.calls[-5:]}")

    def settle(self, timeout: float = 10.0) -> None:
        """Wait, in real time, until every update due was delivered to the webhook, or confirmed by the poller."""
        self._courier.settle(timeout)


class BotListener(Listener):
    """The server's door."""

    def __init__(self, bot_api: BotApi) -> None:
        self.bot_api = bot_api
        super().__init__(Handler)


class Handler(QuietHandler, BaseHTTPRequestHandler):
    """One connection of the bot."""

    server: BotListener

    def do_POST(self) -> None:
        """Answer a call."""
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        parts = urlsplit(self.path)
        if (file := self.server.bot_api.file(parts.path)) is not None:
            self._give(file)
            return
        kind = self.headers.get("Content-Type", "")
        self._send(*self.server.bot_api.take(parts.path, kind, body, parts.query))

    def do_GET(self) -> None:
        """Telegram takes both alike."""
        self.do_POST()

    def _give(self, payload: bytes) -> None:
        self.send_response(200)
        self.send_header("Content-Length", str(len(payload)))
        self.end_headers()
        self.wfile.write(payload)

    def _send(self, status: int, body: JSON) -> None:
        if status == NO_ANSWER:
            self.close_connection = True
            return
        payload = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(payload)))
        self.end_headers()
        self.wfile.write(payload)
