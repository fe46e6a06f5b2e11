"""Finds every door: a folder here, or an extra, whose `door.py` has a `DOOR` that announces it. Nobody else knows its
name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol

from msgspec import Struct

from host.core.context import HostContext, Webhook, WebhookRequest, WebhookResponse
from host.core.extras import EXTRAS_FOLDER, import_target

CODE, CLAIM = "code", "claim"  # how the page links an account: a code for a private chat, or one to be posted


class Elsewhere(Protocol):
    """A platform on which a host at home plays, too."""

    @property
    def running(self) -> bool:
        """Whether the connection to this platform has been started and not been stopped; each platform that plays at
        home implements this.
        """

    @property
    def trouble(self) -> str:
        """Why the last attempt to read messages from this platform failed, and what the operator can do; empty if it
        worked, or if nothing is read there. Each platform that plays at home implements this.
        """

    def warn(self, place: str, text: str) -> None:
        """Send the operator a message at their private place on this platform, or queue it; raise the error if that
        fails at once. Each platform on which an operator can be told implements this.
        """

    def start(self) -> None:
        """Start reading messages from this platform and sending to it; each platform that plays at home implements
        this. It is called once.
        """

    def stop(self) -> None:
        """Stop reading and sending, once the messages being handled or sent are finished or some seconds have passed;
        each platform that plays at home implements this.
        """


class Launch(Struct, frozen=True):
    """Somebody opens the page inside a platform's own app, as that platform has signed it."""

    identity: str
    name: str
    wish: str = ""  # what the link named by which they came; anybody could have written it


class App(Struct, frozen=True, kw_only=True):
    """How a platform shows the page inside its own app, to people whom it vouches for."""

    entrance: str  # the address at which it opens the page
    script: Path  # with which the page speaks to it there
    read: str  # what it has signed, the key and the time: gives a `Launch`; raises Illegal
    key: Callable[[Any], bytes]  # with which it signs, by the account
    secret: str  # under which name that key is kept in AWS
    frames: str  # who may show the page in a frame: its own client in a browser, and nobody else


class Cloud(Struct, frozen=True, kw_only=True):
    """How a door is served in AWS: what is said there is pushed to us, or we poll for it once a minute, or, where
    people are only called, queue messages do it.
    """

    pushed: bool
    module: str  # builds the sender of its posts: its `build_dispatcher`, and its `begin` if it is pushed
    account: str = ""  # makes the account for which `hears` is called there; it need only check what is posted
    deployed: str = ""  # what a release has to do there
    values: str = ""  # makes the template's parameters for it, by the account or key that is stored
    registers: str = ""  # tells the platform of a release, by that account and the page's address; gives a line
    switch: str = ""  # the environment variable without which, or with DISABLED, it is not there; none: it always is


class Door(Struct, frozen=True, kw_only=True):
    """What others need to know of a door. What starts slowly is named `module:function`, and loaded when it is used."""

    name: str  # its places and identities begin with it and a colon
    title: str = ""  # what people call it
    account: Callable[[Mapping[str, str]], Any] = lambda _: None  # from the environment; raises UnfitSetting
    settings: tuple[str, ...] = ()  # the environment variables of its account
    deaf: bool = False  # are people only called there, and nothing is heard?
    reaches: str = ""  # of a deaf door: whether it reaches somebody just now, by the store and their id
    late: float = 0.0  # so late at most we hear what is said there, as long as the line holds
    called: bool = False  # are people called in private there, and what they are asked shown to all on the board alone?
    hears: Mapping[str, str] = {}  # paths of the page's server: what answers each, from host, account and request
    answers_only: bool = False  # are those paths all of it? Then it needs no account, and nothing is sent there
    linked: str = ""  # how the page links an account there, if it does
    operators: str = ""  # how a place is written in which an operator can be told something: a pattern
    running: str = ""  # makes an `Elsewhere` from the host, the account and the address of the page
    doctor: str = ""  # looks whether all is well, and gives an exit code
    findings: str = ""  # the same for a running host: yields findings from the host and the account
    alone: str = ""  # what the doctor says where there is no account
    commands: Mapping[str, tuple[str, str]] = {}  # of `rtab`: what does each, and a line about it
    extras: Mapping[str, str] = {}  # packages that it needs, and which extra installs each
    link: Callable[[str], str] = lambda _: ""  # where people find one of its places; nothing, if that cannot be said
    app: App | None = None  # if it can show the page itself
    cloud: Cloud | None = None

    @property
    def places(self) -> str:
        """The prefix of all addresses of places on this platform: its name and a colon."""
        return f"{self.name}:"


@cache
def list_doors() -> tuple[Door, ...]:
    """Return all doors (adapters to chat platforms and other ways to play), in the order of their names."""
    rooms = [*map(Path, import_module(__package__ or "").__path__), EXTRAS_FOLDER]
    found = [path.parent for room in rooms for path in room.glob("*/door.py")]
    folders = sorted(found, key=lambda folder: folder.name)
    return tuple(import_module(f"host.{folder.parent.name}.{folder.name}.door").DOOR for folder in folders)


WEB_LOGGERS = ("host.doors.web", "host.doors.local.server", "host.doors.aws.web")
WEB_DOOR = "web"
NO_DOOR = "host"


def find_logging_door(logger: str) -> str:
    """Return the name of the platform whose code uses the logger of this name: "web" for the web page, "host" if it
    belongs to none.
    """
    if logger.startswith(WEB_LOGGERS):
        return WEB_DOOR
    parts = logger.split(".")
    return next((door.name for door in list_doors() if door.name in parts), NO_DOOR)


def find_place_link(place: str) -> str:
    """Return the web address at which people can open a place such as a chat or thread; empty if it has none."""
    return next((door.link(place) for door in list_doors() if place.startswith(door.places)), "")


def run_door(door: Door, host: HostContext, account: object, web: str) -> Elsewhere:
    """Build, from its account, the connection to a platform for a host at home, and return it without starting it;
    `web` is the address of the web page.
    """
    found: Elsewhere = import_target(door.running)(host, account, web)
    return found


def build_webhooks(host: HostContext, accounts: Mapping[str, Callable[[], Any]]) -> dict[str, Webhook]:
    """Return, by their path on the web server, the functions that answer webhooks, for those doors (adapters to
    platforms) that have in `accounts` a function that makes their account, or need no account; doors that are switched
    off are left out. The account is made anew for each request.
    """
    open_doors = {door.name: _make_no_account for door in list_doors() if door.answers_only}
    found = {name: make for name, make in {**open_doors, **accounts}.items() if name not in host.config.without}
    return {
        path: partial(_answer_webhook, host, target, found[door.name])
        for door in list_doors()
        if door.name in found
        for path, target in door.hears.items()
    }


def _make_no_account() -> None:
    """Return None: it stands for the account of a platform that needs none."""


def _answer_webhook(
    host: HostContext, target: str, make_account: Callable[[], Any], request: WebhookRequest
) -> WebhookResponse:
    """Answer a webhook request by the function named `target` (module:function), with the account that `make_account`
    makes.
    """
    found: WebhookResponse = import_target(target)(host, make_account(), request)
    return found


@cache
def list_webhook_paths() -> frozenset[str]:
    """Return the paths of the web server that webhooks of doors (adapters to platforms) use, whether or not these doors
    run here.
    """
    return frozenset(path for door in list_doors() for path in door.hears)


def list_reading_delays(names: tuple[str, ...]) -> dict[str, float]:
    """Return, by name, for each of these platforms how many seconds at most the host may be late in reading its
    messages; platforms that only notify people are left out.
    """
    return {door.name: door.late for door in list_doors() if door.name in names and not door.deaf}


def list_notify_only_doors(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names of those of these doors (adapters to platforms) that only notify people, such as e-mail, and
    show no game.
    """
    return tuple(door.name for door in list_doors() if door.name in names and door.deaf)


def find_notification_place(host: HostContext, person: str, but: str = "") -> str:
    """Return the place at which a person can be notified now by a door that only notifies and can say whether it
    reaches them, such as notices in the browser, but not the door named `but`; an empty string if there is none.
    """
    doors = [door for door in list_doors() if door.name in host.config.rung and door.reaches and door.name != but]
    return next((f"{door.places}{person}" for door in doors if import_target(door.reaches)(host.store, person)), "")


def list_private_notification_doors() -> tuple[str, ...]:
    """Return the names of the doors (adapters) by which people get a private message when they are asked something."""
    return tuple(door.name for door in list_doors() if door.called)


def list_linked_doors(how: str, names: tuple[str, ...]) -> list[Door]:
    """Return those of the named platforms to which a person links their account from the web page in the way `how`: by
    a code for a private chat, or by a code to be posted.
    """
    return [door for door in list_doors() if door.linked == how and door.name in names]


def list_door_apps() -> list[tuple[Door, App]]:
    """Return the platforms that can show the game's web page in an app of their own, each with its settings for
    that.
    """
    return [(door, door.app) for door in list_doors() if door.app is not None]


def list_cloud_doors() -> list[tuple[Door, Cloud]]:
    """Return the doors (adapters to platforms) that can run in AWS, each with how it runs there."""
    return [(door, door.cloud) for door in list_doors() if door.cloud is not None]


def list_pushed_doors() -> list[tuple[Door, Cloud]]:
    """Return the doors (adapters) in AWS whose platform pushes messages to the host, so that posts are sent to it at
    once; each with how it runs there.
    """
    return [(door, cloud) for door, cloud in list_cloud_doors() if cloud.pushed]


def find_released_door() -> tuple[Door, Cloud]:
    """Return the one door in AWS that every release sets up, because no setting turns it off."""
    return next((door, cloud) for door, cloud in list_pushed_doors() if not cloud.switch)


def list_polled_doors() -> list[tuple[Door, Cloud]]:
    """Return the doors (adapters) in AWS whose platform the host polls once a minute."""
    return [(door, cloud) for door, cloud in list_cloud_doors() if not (cloud.pushed or door.deaf)]


def list_optional_doors() -> list[tuple[Door, Cloud]]:
    """Return the doors (adapters) in AWS that read messages and are on only if the operator has stored an account."""
    return [(door, cloud) for door, cloud in list_cloud_doors() if cloud.switch and not door.deaf]


def list_send_only_doors() -> list[tuple[Door, Cloud]]:
    """Return the doors (adapters) in AWS that only send notices and read no messages."""
    return [(door, cloud) for door, cloud in list_cloud_doors() if door.deaf]
