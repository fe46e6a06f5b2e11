"""Answers one call: injected failures first, then the checks, then the method itself."""

import json
import threading
from dataclasses import dataclass
from http import HTTPStatus

from tests.waiting import LONGEST

from . import account, fetching, messages, wire
from .errors import ApiError, bad, fault, too_many
from .fields import JSON, Call, Request
from .world import World

HANDLERS = account.HANDLERS | fetching.HANDLERS | messages.HANDLERS
NO_ANSWER = 0


@dataclass(frozen=True)
class Failure:
    """A failure to come. A lost answer fails after the call has taken effect; status 0 hangs up without a word."""

    method: str
    status: int
    retry_after: int = 0
    description: str = ""
    lost: bool = False
    place: tuple[int, int] = (0, 0)  # only in this chat and topic; in any

    def meets(self, request: Request) -> bool:
        """Is it this call that fails?"""
        there = request.values.get("chat_id"), request.values.get("message_thread_id")
        there_too = self.place == (0, 0) or self.place == (int(str(there[0] or 0)), int(str(there[1] or 0)))
        return self.method in {request.method, "*"} and there_too

    def error(self) -> ApiError:
        """The refusal, in Telegram's words where they are known."""
        if self.status == HTTPStatus.TOO_MANY_REQUESTS and not self.description:
            return too_many(self.retry_after or 1)
        description = self.description or (HTTPStatus(self.status).phrase if self.status else "connection lost")
        parameters = {"retry_after": self.retry_after} if self.retry_after else {}
        return ApiError(self.status, description, parameters=parameters)


@dataclass(frozen=True)
class Record:
    """A call as it was made, and how it ended; status 0 was never answered."""

    method: str
    values: JSON
    status: int
    description: str = ""


class Api:
    """Runs calls against a world and remembers them."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.failures: list[Failure] = []
        self._held: dict[tuple[str, str], threading.Event] = {}
        self.calls: list[Record] = []

    def hold(self, method: str, chat: int) -> threading.Event:
        """Answer no such call in this chat until the event is set: Telegram is slow there."""
        released = threading.Event()
        self._held[method, str(chat)] = released
        return released

    def _wait(self, request: Request) -> None:
        if held := self._held.get((request.method, str(request.values.get("chat_id")))):
            self.calls.append(Record(request.method, dict(request.values), NO_ANSWER, "slow"))
            held.wait(2 * LONGEST)  # longer than any test waits for what is not held

    def answer(self, request: Request) -> tuple[int, JSON]:
        """Status and body of the response."""
        self._wait(request)
        with self.world.changed:
            self.world.changed.notify_all()
            try:
                result = self._run(request)
            except ApiError as error:
                return self._refuse(request, error)
            self.calls.append(Record(request.method, dict(request.values), HTTPStatus.OK))
            return HTTPStatus.OK, {"ok": True, "result": result}

    def _run(self, request: Request) -> object:
        failure = next((failure for failure in self.failures if failure.meets(request)), None)
        if failure:
            self.failures.remove(failure)
        if failure and not failure.lost:
            raise failure.error()
        for tag in self.world.unknown_tags:
            if f"<{tag}" in str(request.values):
                raise bad(f'can\'t parse entities: unsupported start tag "{tag}" at byte offset 0')
        call = Call(request)
        result = HANDLERS[call.method](self.world, call)
        if failure:
            raise failure.error()
        return result

    def _refuse(self, request: Request, error: ApiError) -> tuple[int, JSON]:
        if error.fault:
            self.world.violations.append(f"{request.method}: {error.description}")
        self.calls.append(Record(request.method, dict(request.values), error.code, error.description))
        body: JSON = {"ok": False, "error_code": error.code, "description": error.description}
        if error.parameters:
            body["parameters"] = error.parameters
        return error.code, body

    def read(self, method: str, content_type: str, body: bytes, query: str) -> tuple[int, JSON]:
        """Answer a request as it came over HTTP."""
        try:
            return self.answer(wire.read(method, content_type, body, query))
        except ApiError as error:
            return self._refuse(Request(method, {}), error)

    def webhook_reply(self, content_type: str, body: bytes) -> None:
        """Make the call that a webhook put into its answer. Nobody learns how it ended."""
        try:
            request = wire.read("", content_type, body)
            values = dict(request.values)
            method = values.pop("method", None)
            if not isinstance(method, str):
                raise fault("there is no method in the webhook reply")
        except ApiError as error:
            self._refuse(Request("webhook reply", {}), error)
            return
        self.answer(Request(method, json.loads(json.dumps(values)), request.files))
