"""Whoever hosts a game has its commands in the menu of the group where it is played; when it is over, they go.

Admins find them there anyway. Nothing hangs on it: where Telegram refuses, the words can still be written.
"""

from __future__ import annotations

import msgspec
from telegram import BotCommandScopeChatMember

from host.core.context import HostContext
from host.core.session import LOBBY, RUNNING, WritingStyle
from host.doors.telegram.calls.api_errors import ignore_telegram_errors
from host.doors.telegram.calls.connection import TelegramConnection
from host.doors.telegram.heard.menu import GROUP, HOSTS, list_menu_commands
from host.doors.telegram.places import TELEGRAM_PREFIX, compute_telegram_lane, is_private_chat, parse_telegram_place
from host.people import accounts
from host.shown.words import build_reader

HOST_COMMANDS_KEY = "host commands"  # what is kept of a group: whose menu was changed, by the game for which it was


class HostCommands:
    """The per-member command menus of people who host games in a group."""

    def __init__(self, host: HostContext, wire: TelegramConnection) -> None:
        self.host, self.wire = host, wire

    def update_host_menus(self, chat: str, game: str) -> None:
        """Give the host of this game the host's commands in the group's menu, and remove them when the game is over.
        Best effort: the commands can always be typed.
        """
        if is_private_chat(chat):
            return
        group = compute_telegram_lane(chat)
        before = msgspec.json.decode(
            self.host.store.load_place_value(group, HOST_COMMANDS_KEY) or b"{}", type=dict[str, int]
        )
        now = {each: account for each in {**before, game: 0} if (account := self._find_host_account(each))}
        if now == before:
            return
        with ignore_telegram_errors():
            for account in {*before.values()} - {*now.values()}:
                self._delete_host_commands(group, account)
            for each in now.keys() - before.keys():
                self._set_host_commands(group, now[each], each)
            self.host.store.save_place_value(group, HOST_COMMANDS_KEY, msgspec.json.encode(now) if now else b"")

    def _find_host_account(self, game: str) -> int:
        """Return the Telegram account of the host of this game while it is open, or 0."""
        saved = self.host.store.load_game(game)
        if saved is None or saved.session.stage not in (LOBBY, RUNNING) or not saved.session.by:
            return 0
        known = self.host.store.list_identities(saved.session.by)
        return next((parse_telegram_place(each)[0] for each in known if each.startswith(TELEGRAM_PREFIX)), 0)

    def _set_host_commands(self, group: str, account: int, game: str) -> None:
        saved = self.host.store.load_game(game)
        person = accounts.load_current_person(self.host, saved.session.by) if saved else None
        words = build_reader({}, person.habits.style if person else WritingStyle())
        listed = list_menu_commands([GROUP, HOSTS], words)
        self.wire.call(lambda bot: bot.set_my_commands(listed, _build_member_scope(group, account)))

    def _delete_host_commands(self, group: str, account: int) -> None:
        self.wire.call(lambda bot: bot.delete_my_commands(_build_member_scope(group, account)))


def _build_member_scope(group: str, account: int) -> BotCommandScopeChatMember:
    return BotCommandScopeChatMember(parse_telegram_place(group)[0], account)
