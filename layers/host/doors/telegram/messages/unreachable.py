"""When the bot may not write somewhere any more: the game waits, and the others hear what can be done."""

from __future__ import annotations

from functools import partial
from types import TracebackType
from typing import Self

from engine.kernel import Phrase, Told, phrase
from engine.rulesets import ruleset
from host.core.context import HostContext
from host.core.extras import list_added_targets
from host.core.session import Session
from host.core.store import table_waiters
from host.delivery import outbox
from host.delivery.muted_places import stop_muted_place
from host.delivery.outbox import Muted, PlaceGone
from host.doors.telegram.calls.api_errors import CLOSED_TOPIC
from host.doors.telegram.calls.connection import TelegramConnection
from host.doors.telegram.places import build_telegram_place, compute_telegram_lane, is_private_chat
from host.people import accounts
from host.said.desk import group_defaults

TOPIC = "topic/"
LEFT, STOPPED = "left/", "stopped"  # what is kept of a group: the games of each of its places when we had to leave
THROWN_OUT = (
    "I am not in the group with {title} any more, so I have stopped the clocks of the game. Add me to the group "
    "again. Or the player who opened the game shows it in another place with /here {game}. Then write /resume."
)
SILENCED = (
    "I cannot write in the chat with {title} at the moment: {why}. So I have stopped the clocks of the game. I "
    "try again every few minutes, and then the clocks start. You can also show the game in another place with "
    "/here {game}."
)
CLOSED, FORBIDDEN = phrase("the topic of the group is closed"), phrase("an admin must allow me to send messages")
BLOCKED = (
    "I cannot write to {who} in private any more, so {who} gets no secrets. {who}, open "
    "https://t.me/{bot}?start=hello and press Start. The host can also use /kick or /standin."
)


class GonePlaceWatch:
    """A context manager around a call: it stops the games of a chat that turns out to be gone or muted."""

    def __init__(self, host: HostContext, chat: str, wire: TelegramConnection) -> None:
        self.host, self.chat, self.wire = host, chat, wire

    def __enter__(self) -> Self:
        """Begin to watch whether a chat proves unreachable within the block; nothing has to be prepared."""
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        """Stop the games of the chat if the block failed because the chat is gone or the bot may not write there; let
        all errors pass on.
        """
        if isinstance(error, PlaceGone):
            handle_lost_chat(self.host, self.chat, self.wire.name)
        elif isinstance(error, Muted):
            why = CLOSED if CLOSED_TOPIC in str(error) else FORBIDDEN
            stop_muted_place(self.host, self.chat, partial(_build_silenced_line, why))


def _build_silenced_line(why: Phrase, session: Session) -> Told:
    return Told(SILENCED, {"title": ruleset(session.ruleset).title, "game": session.id, "why": why})


def note_used_topic(host: HostContext, where: str) -> None:
    """Record the topic of a forum in which a game is shown, because Telegram names only the group when it removes the
    bot.
    """
    if where != compute_telegram_lane(where) and not is_private_chat(where):
        host.store.save_place_value(compute_telegram_lane(where), f"{TOPIC}{where}", b"used")


def handle_bot_removal(host: HostContext, chat: str, bot: str) -> None:
    """Handle the removal of the bot from a group with all its topics, or a person's blocking it."""
    handle_lost_chat(host, chat, bot)
    for name in host.store.list_place_value_names(chat, TOPIC):
        handle_lost_chat(host, name.removeprefix(TOPIC), bot)
        host.store.save_place_value(chat, name, b"")


def handle_lost_chat(host: HostContext, chat: str, bot: str) -> None:
    """Handle a chat to which the bot can no longer write: stop its games, and say so in other places that show them."""
    if is_private_chat(chat):
        outbox.handle_unreachable_person(
            host, chat, chat, lambda player: Told(BLOCKED, {"who": player.seat, "bot": bot}), bool
        )
    else:
        _stop_group_games(host, chat)
        outbox.move_place(host, chat, "")


def _stop_group_games(host: HostContext, chat: str) -> None:
    there = accounts.list_open_sessions(host, f"chat:{chat}")
    stopped = {session.id for session in outbox.pause_games_in_place(host, chat)}
    if there:
        left = [f"{session.id} {STOPPED if session.id in stopped else ''}".strip() for session in there]
        host.store.save_place_value(compute_telegram_lane(chat), f"{LEFT}{chat}", "\n".join(left).encode())
    for session in there:
        facts = {"title": ruleset(session.ruleset).title, "game": session.id}
        outbox.tell_elsewhere(host, session, chat, Told(THROWN_OUT, facts))


def handle_bot_return(host: HostContext, chat: str) -> bool:
    """Show the games again that a group had when the bot was removed, and resume those that this stopped; return
    whether there are any. Games that are shown elsewhere by now stay there.
    """
    found = False
    for name in host.store.list_place_value_names(chat, LEFT):
        where = name.removeprefix(LEFT)
        for line in host.store.load_place_value(chat, name).decode().splitlines():
            game, _, stopped = line.partition(" ")
            if outbox.show_game_again(host, game, where, resumes=bool(stopped)):
                note_used_topic(host, where)
                found = True
        host.store.save_place_value(chat, name, b"")
    return found


def retry_muted_chat(host: HostContext, chat: str) -> None:
    """Send the posts again that waited because the bot may not write in this chat or its topics, as it may have the
    right again.
    """
    for where in (chat, *(name.removeprefix(TOPIC) for name in host.store.list_place_value_names(chat, TOPIC))):
        outbox.retry_muted_posts(host, where)


def move_migrated_group(host: HostContext, old: int, new: int) -> None:
    """Move all stored data of a group to its new number, after Telegram turned it into a supergroup."""
    here, there = build_telegram_place(old), build_telegram_place(new)
    outbox.move_place(host, here, there)
    group_defaults.move_group_defaults(host, here, there)
    table_waiters.move_table_waiters(host.store, here, there)
    for move in list_added_targets(host.config.without, lambda extra: extra.on_place_moved):
        move(host, here, there)
