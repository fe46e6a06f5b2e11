"""Answers one request: injected failures first, then the checks, then the endpoint itself."""

from collections.abc import Callable
from dataclasses import dataclass

import msgspec

from . import inbox, moderating, reading, writing
from .endpoints import Call, Endpoint, Request, find, read
from .errors import JSON, Refusal, plain, slow_down
from .faults import HANG, Answer, Failure, Faults, HangUp
from .oauth import Token, Tokens, check_agent
from .rates import Rates
from .world import World

HANDLERS: dict[str, Callable[[World, Call], object]] = (
    reading.HANDLERS | writing.HANDLERS | inbox.HANDLERS | moderating.HANDLERS
)
TOKEN_PATH = "/api/v1/access_token"  # noqa: S105 -- a path
REVOKE_PATH = "/api/v1/revoke_token"
NO_ANSWER = 0
FOR_EVERYBODY = {
    "sub_about",
    "rules",
    "comments",
    "new",
    "submission",
    "info",
    "user_about",
    "more",
    "moderators",
    "scopes",
}


@dataclass(frozen=True)
class Record:
    """A call as it was made, and how it ended; status 0 was never answered in full."""

    endpoint: str
    values: JSON
    status: int
    reason: str
    at: float


class Api:
    """Runs requests against a world and remembers them."""

    def __init__(self, world: World, tokens: Tokens, rates: Rates) -> None:
        self.world = world
        self.tokens = tokens
        self.rates = rates
        self.faults = Faults()
        self.calls: list[Record] = []

    def answer(self, request: Request) -> Answer:
        """The response to a request; None inside is an empty body."""
        with self.world.lock:
            name = self._name(request)
            try:
                answer = self._answer(request, name)
            except Refusal as error:
                self._note(name, request, error.status, error)
                self.rates.told_to_wait(self.world.now() + float(error.headers.get("Retry-After", 0)))
                return Answer(error.status, error.body, error.headers | self._rates(name))
            except HangUp as error:
                self._note(name, request, NO_ANSWER, error)
                answer = Answer(NO_ANSWER, {"kind": "Listing"}, cut=error.how != HANG)
            else:
                self._note(name, request, answer.status)
        if answer.status == NO_ANSWER and not answer.cut:
            self.faults.closing.wait()
        return answer

    def _name(self, request: Request) -> str:
        known = {TOKEN_PATH: "token", REVOKE_PATH: "revoke"}.get(request.path)
        try:
            return known or find(request)[0].name
        except Refusal:
            return f"{request.method} {request.path}"

    def _answer(self, request: Request, name: str) -> Answer:
        failure = self.faults.next_for(name)
        if failure and not failure.lost:
            failure.strike()
        check_agent(self.world, request.headers)
        result = self._token(request, name) if name in {"token", "revoke"} else self._run(request)
        if failure:
            failure.strike()
        return Answer(200, msgspec.json.decode(msgspec.json.encode(result)), self._rates(name))

    def _token(self, request: Request, name: str) -> JSON:
        grant = self.tokens.grant if name == "token" else self.tokens.revoke
        if request.method != "POST":
            raise plain(405, fault=f"{request.method} {request.path}")
        return grant(request.headers, request.form)

    def _run(self, request: Request) -> object:
        endpoint, _ = find(request)
        outside = not self._check_token(request, endpoint).user
        self.rates.spend(self.world.now())
        call = read(request)
        if self.world.wait(endpoint.name):
            raise slow_down(self.world.wait(endpoint.name))
        self.world.outside = outside
        try:
            return HANDLERS[endpoint.name](self.world, call)
        finally:
            self.world.outside = False

    def _check_token(self, request: Request, endpoint: Endpoint) -> Token:
        token = self.tokens.check(request.headers, endpoint.scope)
        if not token.user and endpoint.name not in FOR_EVERYBODY:
            raise plain(403, fault=f"{endpoint.name} needs an account: the token is the app's only")
        return token

    def _rates(self, name: str) -> dict[str, str]:
        return {} if name in {"token", "revoke"} else self.rates.headers(self.world.now())

    def _note(self, name: str, request: Request, status: int, error: Exception | None = None) -> None:
        reason = error.reason if isinstance(error, Refusal) else str(error or "")
        hidden = {"password", "refresh_token", "token"}
        values = {key: value for key, value in (request.query | request.form).items() if key not in hidden}
        self.calls.append(Record(name, values, status, reason, self.world.now()))
        if isinstance(error, Refusal) and error.fault:
            self.world.violations.append(f"{name}: {error.fault}")

    def fail(self, failure: Failure) -> None:
        """Let calls fail from now on."""
        with self.world.lock:
            self.faults.coming.append(failure)

    def heal(self, failure: Failure) -> None:
        """Take a failure away, if it is still there."""
        with self.world.lock:
            if failure in self.faults.coming:
                self.faults.coming.remove(failure)
