"""When the bot may not write somewhere any more: the game waits, and the others hear what can be done."""

from __future__ import annotations

from types import TracebackType
from typing import Self

from engine.kernel import Phrase, Told, phrase
from engine.rulesets import ruleset
from host.core.commands import Command
from host.core.context import HostContext
from host.core.deadlines import ticking
from host.core.store import packs, table_waiters
from host.delivery import lost_places, moving, outbox
from host.delivery.outbox import Muted, PlaceGone
from host.doors.telegram.calls.api_errors import CLOSED_TOPIC
from host.doors.telegram.calls.connection import TelegramConnection
from host.doors.telegram.places import lane, place, private
from host.people import accounts
from host.said.desk import usual

TOPIC = "topic/"
MUTED = "muted"  # what is kept of a place where we may not speak: since when, and which games stand still for it
THROWN_OUT = (
    "I am no longer in the group where {title} is played, so its clocks are stopped. "
    "Whoever opened it can invite me back there, or show it elsewhere with /here {game}; then /resume."
)
SILENCED = (
    "I may not write where {title} is played just now: {why}. Its clocks are stopped. I try again every few minutes, "
    "and as soon as I may write there, they go on by themselves. Or show it elsewhere with /here {game}."
)
CLOSED, FORBIDDEN = phrase("the topic is closed"), phrase("an admin has to allow me to send messages")
BLOCKED = (
    "I cannot write to {who} in private any more, so secrets cannot reach them. "
    "{who}, open https://t.me/{bot}?start=hello and press Start; /kick and /standin are there for the host."
)


class GonePlaceWatch:
    """While something is said in a place: if it turns out to be gone, its games are looked after."""

    def __init__(self, host: HostContext, chat: str, wire: TelegramConnection) -> None:
        self.host, self.chat, self.wire = host, chat, wire

    def __enter__(self) -> Self:
        """Nothing is to be prepared."""
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        """Only a place that is gone needs anything done."""
        if isinstance(error, PlaceGone):
            lost(self.host, self.chat, self.wire.name)
        elif isinstance(error, Muted):
            silenced(self.host, self.chat, CLOSED if CLOSED_TOPIC in str(error) else FORBIDDEN)


def used(host: HostContext, where: str) -> None:
    """A game is to be shown there. Of a group that we are thrown out of, only the group's own place is named to us."""
    if where != lane(where) and not private(where):
        host.store.keep(lane(where), f"{TOPIC}{where}", b"used")


def thrown_out(host: HostContext, chat: str, bot: str) -> None:
    """We have been thrown out of a group with all its topics, or blocked by a person."""
    lost(host, chat, bot)
    for name in host.store.kept_names(chat, TOPIC):
        lost(host, name.removeprefix(TOPIC), bot)
        host.store.keep(chat, name, b"")


def lost(host: HostContext, chat: str, bot: str) -> None:
    """We can say nothing more in this place: say so where we still can."""
    if private(chat):
        lost_places.cannot_write(host, chat, chat, lambda player: Told(BLOCKED, {"who": player.seat, "bot": bot}), bool)
    else:
        _thrown_out(host, chat)
        moving.moved(host, chat, "")


def _thrown_out(host: HostContext, chat: str) -> None:
    games = accounts.open_games(host, f"chat:{chat}")
    lost_places.stopped(host, chat)
    for session in games:
        facts = {"title": ruleset(session.ruleset).title, "game": session.id}
        lost_places.tell_elsewhere(host, session, chat, Told(THROWN_OUT, facts))


def silenced(host: HostContext, chat: str, why: Phrase) -> None:
    """We may not speak there for now: its games wait, and whoever can be reached hears why, once."""
    since = float(host.store.kept(chat, MUTED).decode().partition(" ")[0] or "0")
    if host.now() - since < outbox.LONGEST_MUTED:
        return
    games = accounts.open_games(host, f"chat:{chat}")
    still = [session.id for session in lost_places.stopped(host, chat)]
    host.store.keep(chat, MUTED, " ".join([f"{host.now()}", *still]).encode())
    for session in games:
        facts = {"title": ruleset(session.ruleset).title, "game": session.id, "why": why}
        lost_places.tell_elsewhere(host, session, chat, Told(SILENCED, facts))


def speaks_again(host: HostContext, chat: str) -> None:
    """We may speak there again: what stood still for that goes on."""
    _, *still = host.store.kept(chat, MUTED).decode().split() or [""]
    host.store.keep(chat, MUTED, b"")
    for game in still:
        ticking.resume(host, Command(place=chat, admin=True), game)


def migrated(host: HostContext, old: int, new: int) -> None:
    """A group has become a supergroup, under another number."""
    moving.moved(host, place(old), place(new))
    usual.moved(host, place(old), place(new))
    table_waiters.moved(host.store, place(old), place(new))
    packs.moved(host.store, f"chat:{place(old)}", f"chat:{place(new)}")
