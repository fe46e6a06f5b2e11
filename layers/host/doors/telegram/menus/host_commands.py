"""Whoever hosts a game has its commands in the menu of the group where it is played; when it is over, they go.

Admins find them there anyway. Nothing hangs on it: where Telegram refuses, the words can still be written.
"""

from __future__ import annotations

import msgspec
from telegram import BotCommandScopeChatMember

from host.core.context import HostContext
from host.core.session import LOBBY, RUNNING, WritingStyle
from host.doors.telegram.calls.api_errors import unheeded
from host.doors.telegram.calls.connection import TelegramConnection
from host.doors.telegram.heard.menu import GROUP, HOSTS, offered
from host.doors.telegram.places import PREFIX, address, lane, private
from host.people import accounts
from host.shown.words import reader

KEPT = "host commands"  # what is kept of a group: whose menu was changed, by the game for which it was


class HostCommands:
    """The menus of those who host, as they were set."""

    def __init__(self, host: HostContext, wire: TelegramConnection) -> None:
        self.host, self.wire = host, wire

    def keep_up(self, chat: str, game: str) -> None:
        """This game is shown there anew: it may have begun to be hosted, or be over."""
        if private(chat):
            return
        group = lane(chat)
        before = msgspec.json.decode(self.host.store.kept(group, KEPT) or b"{}", type=dict[str, int])
        now = {each: account for each in {**before, game: 0} if (account := self._account(each))}
        if now == before:
            return
        with unheeded():
            for account in {*before.values()} - {*now.values()}:
                self._take(group, account)
            for each in now.keys() - before.keys():
                self._give(group, now[each], each)
            self.host.store.keep(group, KEPT, msgspec.json.encode(now) if now else b"")

    def _account(self, game: str) -> int:
        """The Telegram account of whoever hosts this game, as long as it is on; 0, if there is none."""
        saved = self.host.store.game(game)
        if saved is None or saved.session.stage not in (LOBBY, RUNNING) or not saved.session.by:
            return 0
        known = self.host.store.identities(saved.session.by)
        return next((address(each)[0] for each in known if each.startswith(PREFIX)), 0)

    def _give(self, group: str, account: int, game: str) -> None:
        saved = self.host.store.game(game)
        person = accounts.person(self.host, saved.session.by) if saved else None
        words = reader({}, person.habits.style if person else WritingStyle())
        listed = offered([GROUP, HOSTS], words)
        self.wire.call(lambda bot: bot.set_my_commands(listed, _scope(group, account)))

    def _take(self, group: str, account: int) -> None:
        self.wire.call(lambda bot: bot.delete_my_commands(_scope(group, account)))


def _scope(group: str, account: int) -> BotCommandScopeChatMember:
    return BotCommandScopeChatMember(address(group)[0], account)
