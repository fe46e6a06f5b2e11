"""Discord as its developer documentation describes it, over HTTP: channels, messages, components, limits and errors.

It signs what people do with Ed25519 and hands it to the bot, keeps what the bot posts, and checks every payload against
the published limits: what breaks one is refused with 400 and stands in `violations`.
"""

from __future__ import annotations

import json
import re
import threading
import time
from collections import defaultdict
from dataclasses import dataclass, field
from email.parser import BytesParser
from email.policy import HTTP
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from tests.fakes.listener import Listener, QuietHandler

EPHEMERAL, COMPONENTS_V2 = 1 << 6, 1 << 15
MAY_POST, MAY_EDIT = 1 << 2 | 1 << 12 | 1 << 15, 1 << 2 | 1 << 15  # flags
ROW, BUTTON, SELECT, TEXT, GALLERY = 1, 2, 3, 10, 12
PER_ROUTE, SECONDS = 5, 5.0  # calls of one route and channel; Discord tells its own figures in headers
EVERYTHING = str(1 << 3)
PLAY_KEY = re.compile(r"\|![^|]*")  # such as `clear list`
MENTION, STAMP = re.compile(r"<@(\d+)>"), re.compile(r"<t:(\d+):R>")
UNITS = (("day", 86400), ("hour", 3600), ("minute", 60), ("second", 1))
ROUTES = {
    "messages": re.compile(r"/channels/(\d+)/messages"),
    "message": re.compile(r"/channels/(\d+)/messages/(\d+)"),
    "channel": re.compile(r"/channels/(\d+)"),
    "direct": re.compile(r"/users/@me/channels"),
    "me": re.compile(r"/users/@me"),
    "app": re.compile(r"/applications/@me"),
    "commands": re.compile(r"/applications/(\d+)/commands"),
}


class Refused(Exception):
    """An error response: its status, its code and its headers."""

    def __init__(self, status, code=0, text="", headers=None, **more):
        super().__init__(text)
        self.status, self.headers, self.body = status, headers or {}, {"code": code, "message": text, **more}


@dataclass
class Channel:
    """A channel, a thread, or private messages."""

    id: str
    guild: str = ""
    reader: str = ""
    messages: dict[str, dict[str, Any]] = field(default_factory=dict)
    posted: list[dict[str, Any]] = field(default_factory=list)  # all, those that were deleted too
    kind: int = 0
    archived: bool = False
    locked: bool = False  # an archived thread that only moderators open
    refuses: tuple[int, int, str] | None = None  # what each call about it gets

    @property
    def newest(self):
        return list(self.messages.values())


def walk(components):
    for each in components:
        yield each
        yield from walk(each.get("components", ()))


class FakeDiscord:
    """The platform. `hear` is where it posts interactions: given body and headers, it returns status and body."""

    def __init__(self, now):
        self.now, self.key = now, Ed25519PrivateKey.generate()
        self.public_key = self.key.public_key().public_bytes_raw().hex()
        self.token, self.app = "token." * 6, "123456789012345678"
        self.channels: dict[str, Channel] = {}
        self.closed: set[str] = set()  # who takes no private messages
        self.violations: list[str] = []
        self.answered: list[float] = []  # seconds of the processor that each interaction took; Discord waits for three
        self.calls: list[tuple[str, str, int]] = []
        self.faults: list[Any] = []  # what the next calls get: a Refused, or "lost" for an answer that does not arrive
        self.commands: list[dict[str, Any]] = []
        self.endpoint = self.trying = ""  # where it posts, and an address that it is trying
        self.hear: Any = None
        self._number, self._lock = 10**17, threading.RLock()
        self._nonces: dict[str, dict[str, Any]] = {}
        self._used: dict[str, list[float]] = defaultdict(list)
        self.server = Listener(self._make_handler())
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_port}/api/v10"
        self._thread = threading.Thread(target=self.server.serve_forever, args=(0.01,), daemon=True)
        self._thread.start()

    def account(self):
        """What the portal gives, as an operator stores it."""
        names = {"DISCORD_APP_ID": self.app, "DISCORD_PUBLIC_KEY": self.public_key}
        return {**names, "DISCORD_BOT_TOKEN": self.token, "DISCORD_API_URL": self.url}

    def close(self):
        self.server.shutdown()
        self.server.hang_up()
        self.server.server_close()

    def number(self):
        with self._lock:
            self._number += 1
            return str(self._number)

    def channel(self, guild="", **more):
        made = Channel(self.number(), guild or self.number(), **more)
        self.channels[made.id] = made
        return made

    # -- what the bot calls

    def _make_handler(self):
        fake = self

        class Handler(QuietHandler):
            def serve(self):
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                path = self.path.removeprefix("/api/v10")
                try:
                    status, told, headers = fake.answer(self.command, path, self.headers, body)
                except Refused as refused:
                    status, told, headers = refused.status, refused.body, refused.headers
                fake.calls.append((self.command, path, status))
                if told == "lost":
                    self.close_connection = True
                    return
                data = b"" if told is None else json.dumps(told).encode()
                self.send_response(status)
                for name, value in {**headers, "Content-Length": str(len(data))}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(data)

            do_GET = do_POST = do_PATCH = do_PUT = do_DELETE = serve  # noqa: N815 - as the server calls them

        return Handler

    def answer(self, method, path, headers, body):
        if headers.get("Authorization") != f"Bot {self.token}":
            raise Refused(401, 0, "401: Unauthorized")
        fault = self.faults.pop(0) if self.faults else None
        if isinstance(fault, Refused):
            raise fault
        name, found = next((n, m) for n, r in ROUTES.items() if (m := r.fullmatch(path)))
        limits = self._count(f"{method} {name}", found[1] if found.groups() else "")
        payload, picture = read_body(headers, body)
        with self._lock:
            told = getattr(self, f"_{method.lower()}_{name}")(*found.groups(), payload=payload, picture=picture)
        return 200 if told is not None else 204, "lost" if fault == "lost" else told, limits

    def _count(self, route, major):
        bucket, used = f"b{sum(map(ord, route))}", self._used[f"{route} {major}"]
        used[:] = [at for at in used if at > self.now() - SECONDS]
        after = used[0] + SECONDS - self.now() if used else SECONDS
        told = {"X-RateLimit-Limit": str(PER_ROUTE), "X-RateLimit-Bucket": bucket}
        if len(used) >= PER_ROUTE:
            self.violations.append(f"rate limit of {route}")
            headers = {**told, "X-RateLimit-Remaining": "0", "X-RateLimit-Reset-After": f"{after:.3f}"}
            raise Refused(429, 0, "You are being rate limited.", headers, retry_after=after, **{"global": False})
        used.append(self.now())
        return {
            **told,
            "X-RateLimit-Remaining": str(PER_ROUTE - len(used)),
            "X-RateLimit-Reset-After": f"{used[0] + SECONDS - self.now():.3f}",
        }

    def _find_channel(self, number):
        found = self.channels.get(number)
        if found is None:
            raise Refused(404, 10003, "Unknown Channel")
        if found.refuses:
            raise Refused(*found.refuses)
        if found.reader in self.closed:
            raise Refused(403, 50007, "Cannot send messages to this user")
        return found

    def _post_messages(self, number, payload, picture):
        channel = self._find_channel(number)
        nonce = payload.get("nonce")
        if payload.get("enforce_nonce") and nonce in self._nonces:
            return self._nonces[nonce]
        if payload.get("flags", 0) & ~MAY_POST:
            self.breach(f"flags {payload['flags']}")
        self.check(payload, picture)
        if channel.archived and channel.locked:
            raise Refused(400, 50083, "Thread is archived")
        channel.archived = False  # a message opens an archived thread
        made = {
            "id": self.number(),
            "edits": 0,
            "picture": picture,
            "pings": self._find_pings(payload),
            "at": self.now(),
            **payload,
        }
        channel.messages[made["id"]] = made
        channel.posted.append(made)
        shown = {"id": made["id"]}
        if nonce is not None:
            self._nonces[nonce] = shown
        return shown

    @staticmethod
    def _find_pings(payload):
        """Who is rung by a message: whom it mentions and its sender lets it."""
        said = " ".join(each.get("content", "") for each in walk(payload["components"]))
        rings = not payload.get("flags", 0) & 1 << 12
        return [user for user in payload["allowed_mentions"]["users"] if rings and f"<@{user}>" in said]

    def _find_message(self, number, message):
        channel = self._find_channel(number)
        if message not in channel.messages:
            raise Refused(404, 10008, "Unknown Message")
        if channel.archived:
            raise Refused(400, 50083, "Thread is archived")
        return channel, channel.messages[message]

    def _patch_message(self, number, message, payload, picture):
        _, found = self._find_message(number, message)
        if payload.get("flags", 0) & ~MAY_EDIT:
            self.breach(f"flags {payload['flags']}")
        self.check(payload, picture)
        found.update(
            payload, flags=found["flags"], edits=found["edits"] + 1, picture=picture or found["picture"], at=self.now()
        )
        return {"id": message}

    def _delete_message(self, number, message, **_):
        channel, _found = self._find_message(number, message)
        del channel.messages[message]

    def _patch_channel(self, number, payload, **_):
        channel = self._find_channel(number)
        if channel.locked:
            raise Refused(403, 50013, "Missing Permissions")
        channel.archived = bool(payload.get("archived"))
        return {"id": number}

    def _post_direct(self, payload, **_):
        reader = payload["recipient_id"]
        found = next((each for each in self.channels.values() if each.reader == reader), None)
        found = found or self.channel(reader=reader, kind=1)
        return {"id": found.id, "type": 1}

    def direct(self, user):
        """What the bot has written to a person alone."""
        return [m for each in self.channels.values() if each.reader == user for m in each.newest]

    def _get_me(self, **_):
        return {"id": self.app, "username": "host", "bot": True}

    def _get_app(self, **_):
        return {
            "id": self.app,
            "name": "host",
            "verify_key": self.public_key,
            "interactions_endpoint_url": self.endpoint,
        }

    def _patch_app(self, payload, **_):
        """Discord takes an address only if it answers a ping, and refuses one with a forged signature."""
        ping, self.trying = json.dumps({"id": "1", "type": 1}).encode(), payload["interactions_endpoint_url"]
        if self.post(ping)[0] != 200 or self.post(ping, forged=True)[0] != 401:
            raise Refused(400, 50035, "interactions_endpoint_url could not be verified")
        self.endpoint = self.trying
        return {"id": self.app}

    def _put_commands(self, _app, payload, **_):
        for each in payload:
            self._check_command(each)
        self.commands = payload
        return payload

    def _get_commands(self, _app, **_):
        return self.commands

    # -- limits

    def breach(self, what):
        self.violations.append(what)
        raise Refused(400, 50035, what)

    def _check_command(self, command):
        names = [command["name"], *(each["name"] for each in command["options"])]
        if not all(re.fullmatch(r"[-_\w]{1,32}", name) and name == name.lower() for name in names):
            self.breach(f"names {names}")
        for each in [command, *command["options"]]:
            if not 1 <= len(each["description"]) <= 100:
                self.breach(f"description of {each['name']}")
        if any(len(each.get("choices", ())) > 25 for each in command["options"]) or len(command["options"]) > 25:
            self.breach(f"options of {command['name']}")
        if len(json.dumps(command)) > 8000:
            self.breach(f"length of {command['name']}")

    def check(self, payload, picture=b""):
        flags, components = payload.get("flags", 0), payload.get("components", [])
        if not flags & COMPONENTS_V2:
            if len(payload.get("content", "")) > 2000 or components:
                self.breach("a classic message")
            return
        if "content" in payload or "embeds" in payload:
            self.breach("content beside components")
        found = list(walk(components))
        if not 1 <= len(found) <= 40:
            self.breach(f"{len(found)} components")
        if sum(len(each["content"]) for each in found if each["type"] == TEXT) > 4000:
            self.breach("too much text")
        ids = [each["custom_id"] for each in found if "custom_id" in each]
        if any(" " in PLAY_KEY.sub("", each) for each in ids):
            self.breach(f"words in place of an id: {ids}")
        if len(set(ids)) < len(ids) or any(not 1 <= len(each) <= 100 for each in ids):
            self.breach(f"custom ids {ids}")
        for each in found:
            self._check_component(each, picture)
        if set(payload["allowed_mentions"]["users"]) and payload["allowed_mentions"]["parse"]:
            self.breach("mentions")

    def _check_component(self, each, picture):
        kind, inner = each["type"], each.get("components", [])
        if kind == ROW:
            kinds = {child["type"] for child in inner}
            if not 1 <= len(inner) <= 5 or (SELECT in kinds and len(inner) > 1):
                self.breach(f"a row of {len(inner)}")
        elif kind == BUTTON and (not 1 <= len(each["label"]) <= 80 or ("url" in each) == ("custom_id" in each)):
            self.breach(f"button {each}")
        elif kind == SELECT:
            values = [option["value"] for option in each["options"]]
            labels = [option["label"] for option in each["options"]]
            if not 1 <= len(values) <= 25 or len(set(values)) < len(values):
                self.breach(f"options {values}")
            if any(not 1 <= len(text) <= 100 for text in values + labels) or len(each.get("placeholder", "")) > 150:
                self.breach(f"labels {labels}")
        elif kind == TEXT and not each["content"].strip():
            self.breach("empty text")
        elif kind == GALLERY:
            wanted = [item["media"]["url"] for item in each["items"]]
            if (
                not picture
                or wanted != ["attachment://board.png"]
                or len(each["items"][0].get("description", "")) > 1024
            ):
                self.breach(f"gallery {wanted}")

    # -- what people do

    def post(self, body, *, forged=False):
        stamp = str(int(self.now()))
        signature = self.key.sign(stamp.encode() + body).hex()
        headers = {"X-Signature-Ed25519": "00" * 64 if forged else signature, "X-Signature-Timestamp": stamp}
        return self.hear(body, headers)


def read_body(headers, body):
    """The JSON of a call and the file that came with it."""
    kind = headers.get("Content-Type", "")
    if not kind.startswith("multipart/"):
        return (json.loads(body) if body else {}), b""
    whole = BytesParser(policy=HTTP).parsebytes(f"Content-Type: {kind}\r\n\r\n".encode() + body)
    parts = {part.get_param("name", header="content-disposition"): part for part in whole.iter_parts()}
    told, file = (bytes(parts[name].get_payload(decode=True) or b"") for name in ("payload_json", "files[0]"))
    return json.loads(told), file


class Someone:
    """A person with Discord's app: sees channels, and what the bot shows to them alone."""

    def __init__(self, discord, name, permissions="0"):
        self.discord, self.name, self.id, self.permissions = discord, name, discord.number(), permissions
        self.alone: Any = None  # the newest message that only they see
        self.own: list[dict[str, Any]] = []
        self.window: Any = None
        self.answers: list[dict[str, Any]] = []

    def act(self, channel, kind, data, message=None, **more):
        user = {"id": self.id, "username": self.name.lower(), "global_name": self.name}
        event = {"id": self.discord.number(), "type": kind, "token": "t", "data": data, "channel_id": channel.id}
        event |= {"channel": {"id": channel.id, "type": channel.kind}, "app_permissions": EVERYTHING}
        if channel.reader:
            event["user"] = user
        else:
            event |= {"guild_id": channel.guild, "member": {"user": user, "permissions": self.permissions}}
        if message is not None:
            event["message"] = {"id": message["id"], "flags": message["flags"]}
        return self.send({**event, **more})

    def send(self, event):
        """Hand an interaction over, and show what it is answered."""
        began = time.thread_time()
        status, body = self.discord.post(json.dumps(event).encode())
        assert status == 200, (status, body)
        self.discord.answered.append(time.thread_time() - began)
        self.answers.append(answer := json.loads(body))
        data = answer.get("data", {})
        if answer["type"] in (4, 7):
            self.discord.check(data)
            assert data["flags"] & EPHEMERAL, "seen by everybody"
            assert answer["type"] == 4 or event["message"]["flags"] & EPHEMERAL, "changes what everybody sees"
            self.alone = {"id": self.discord.number(), "at": self.discord.now(), **data}
            self.own.append(self.alone)
        self.window = data if answer["type"] == 9 else None
        if self.window:
            assert len(data["title"]) <= 45 and len(data["custom_id"]) <= 100
        if answer["type"] == 8:
            assert len(data["choices"]) <= 25
        return answer

    def commands(self, channel, name, **options):
        found = [{"name": key, "type": 3, "value": value} for key, value in options.items()]
        return self.act(channel, 2, {"name": name, "options": found})

    def completes(self, channel, name, typed):
        options = [{"name": "words", "type": 3, "value": typed, "focused": True}]
        return self.act(channel, 4, {"name": name, "options": options})["data"]["choices"]

    def taps(self, channel, message, component, values=()):
        assert not component.get("disabled"), component
        data = {"custom_id": component["custom_id"], "component_type": component["type"], "values": [*values]}
        return self.act(channel, 3, data, message)

    def taps_label(self, channel, message, label):
        return self.taps(channel, message, find_button(message, label))

    def types(self, channel, text):
        field = {"type": 4, "custom_id": "text", "value": text}
        data = {"custom_id": self.window["custom_id"], "components": [{"type": 1, "components": [field]}]}
        return self.act(channel, 5, data)


def find_button(message, label):
    return next(each for each in walk(message["components"]) if each.get("label") == label and not each.get("disabled"))


def text_of(message):
    return "\n".join(each["content"] for each in walk(message["components"]) if each["type"] == TEXT)


def controls_of(message):
    """The buttons and menus of a message that can be used."""
    return [each for each in walk(message["components"]) if "custom_id" in each and not each.get("disabled")]


def read_message(message, names):
    """What a reader sees of a message when it was last changed, line by line: people by their names, times as Discord
    shows them, `[what]` can be tapped and `(what)` is a button that is only shown.
    """
    for each in message["components"]:
        if each["type"] == TEXT:
            yield from read_text(each["content"], names, message["at"]).splitlines()
        elif each["type"] == ROW:
            yield " ".join(map(read_control, each["components"]))


def read_text(text, names, at):
    """What Discord makes of a text: mentions, times that are told from now, and signs that were escaped."""
    text = MENTION.sub(lambda found: f"@{names[found[1]]}", text)
    text = STAMP.sub(lambda found: read_time(int(found[1]) - at), text)
    return re.sub(r"\\(.)", r"\1", re.sub(r"(?<!\\)\*\*", "", text))


def read_time(seconds):
    n, unit = next((int(abs(seconds) // size), unit) for unit, size in UNITS if abs(seconds) >= size or size == 1)
    count = f"{n} {unit}{'' if n == 1 else 's'}"
    return f"in {count}" if seconds > 0 else f"{count} ago"


def read_control(control):
    if control["type"] == SELECT:
        return f"[{control['placeholder']}: {len(control['options'])} choices]"
    return f"({control['label']})" if control.get("disabled") else f"[{control['label']}]"
