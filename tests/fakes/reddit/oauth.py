"""Tokens: who gets one, what it allows, and when it has run out."""

import base64
import re
from dataclasses import dataclass
from itertools import count

from .errors import JSON, Refusal, plain, unauthorised, wrong
from .world import World

LIFETIME = 86_400
SCOPES = {
    "*": "Full access",
    "edit": "Edit & Delete My Posts",
    "flair": "Manage & Assign Flair",
    "history": "My History",
    "identity": "My Identity",
    "modcontributors": "Approve submitters and ban users",
    "modposts": "Moderate Posts",
    "mysubreddits": "My Subreddits",
    "privatemessages": "Private Messages",
    "read": "Read Content",
    "submit": "Submit Content",
}
GENERIC = re.compile(r"$|python|java|curl|wget|requests|urllib|okhttp|mozilla|praw|bot\b", re.IGNORECASE)
WISHED = re.compile(r"[\w-]+:[\w.-]+:v?[\w.+-]+ \(by /?u/[\w-]+\)")


@dataclass
class Credentials:
    """What the bot must know to be let in."""

    client_id: str = "a-client-of-tests"
    client_secret: str = "not-a-real-secret"  # noqa: S105 -- nothing opens with it
    username: str = "race_host"
    password: str = "not-a-real-password"  # noqa: S105 -- nothing opens with it
    refresh_token: str = "a-refresh-token"  # noqa: S105 -- nothing opens with it


@dataclass
class Token:
    """A right to call."""

    user: str
    scopes: frozenset[str]
    ends: float


class Tokens:
    """Every token given out."""

    def __init__(self, world: World, credentials: Credentials) -> None:
        self.world = world
        self.credentials = credentials
        self.given = 0
        self._tokens: dict[str, Token] = {}
        self._serial = count(1)

    def expire(self) -> None:
        """Let every token run out at once."""
        self._tokens.clear()

    def grant(self, headers: dict[str, str], form: dict[str, str]) -> JSON:
        """Answer a request for a token."""
        self._check_client(headers)
        user = self._user(form)
        scopes = frozenset(form.get("scope", "*").split())
        if not scopes <= SCOPES.keys():
            raise Refusal(200, {"error": "invalid_scope"}, fault=f"unknown scopes in {sorted(scopes)}")
        self.given += 1
        text = f"token-{next(self._serial)}"
        self._tokens[text] = Token(user, scopes, self.world.now() + LIFETIME)
        answer: JSON = {"access_token": text, "token_type": "bearer", "expires_in": LIFETIME}
        if form["grant_type"] == "refresh_token":
            answer["refresh_token"] = self.credentials.refresh_token
        return answer | {"scope": " ".join(sorted(scopes))}

    def _check_client(self, headers: dict[str, str]) -> None:
        pair = f"{self.credentials.client_id}:{self.credentials.client_secret}"
        if headers.get("authorization") != f"Basic {base64.b64encode(pair.encode()).decode()}":
            raise plain(401)

    def _user(self, form: dict[str, str]) -> str:
        """The account a grant is for; app-only grants have none."""
        grant, known = form.get("grant_type", ""), self.credentials
        if grant == "password":
            if (form.get("username", "").lower(), form.get("password")) != (known.username.lower(), known.password):
                raise Refusal(200, {"error": "invalid_grant"})
            return known.username
        if grant == "refresh_token":
            if form.get("refresh_token") != known.refresh_token:
                raise plain(400)
            return known.username
        if grant == "client_credentials":
            return ""
        raise Refusal(200, {"error": "unsupported_grant_type"}, fault=f"unsupported grant {grant!r}")

    def revoke(self, headers: dict[str, str], form: dict[str, str]) -> JSON:
        """Forget a token."""
        self._check_client(headers)
        self._tokens.pop(form.get("token", ""), None)
        return {}

    def check(self, headers: dict[str, str], scope: str) -> Token:
        """The token of a call, if it is good for that call."""
        kind, _, text = headers.get("authorization", "").partition(" ")
        token = self._tokens.get(text) if kind.lower() == "bearer" else None
        if token is None or token.ends <= self.world.now():
            raise unauthorised()
        if scope and not {scope, "*"} & token.scopes:
            challenge = {"WWW-Authenticate": 'Bearer realm="reddit", error="insufficient_scope"'}
            raise plain(403, fault=f"the token lacks the scope {scope}", headers=challenge)
        return token


def check_agent(world: World, headers: dict[str, str]) -> None:
    """Refuse a caller that does not say who it is, and note one that says it in words of its own."""
    agent = headers.get("user-agent", "")
    if not agent:
        raise wrong("there is no User-Agent", 403)
    if GENERIC.match(agent):
        raise wrong(f"the User-Agent {agent!r} is one of many alike", 429)
    fault = f"the User-Agent {agent!r} is not of the form platform:app:version (by /u/name)"
    if not WISHED.match(agent) and fault not in world.violations:
        world.violations.append(fault)
