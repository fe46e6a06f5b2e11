"""The table of commands: what each does, where it is offered, and to whom."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

import msgspec
from telegram import (
    Bot,
    BotCommand,
    BotCommandScope,
    BotCommandScopeAllChatAdministrators,
    BotCommandScopeAllGroupChats,
    BotCommandScopeAllPrivateChats,
    BotCommandScopeChatMember,
)

from engine.kernel import Phrase, Reader, phrase
from engine.kernel.text import PLAIN_READER
from host.core.context import HostContext
from host.core.session import LOBBY, RUNNING, WritingStyle
from host.doors.telegram.calls.api_errors import ignore_telegram_errors
from host.doors.telegram.calls.connection import TelegramConnection
from host.doors.telegram.heard import own_commands
from host.doors.telegram.heard.call import TelegramCall
from host.doors.telegram.menus import game_menu, group_settings
from host.doors.telegram.messages.action_buttons import PREDICT
from host.doors.telegram.places import TELEGRAM_PREFIX, compute_telegram_lane, is_private_chat, parse_telegram_place
from host.people import accounts
from host.said.desk.answer import DeskAnswer, answer_help
from host.said.desk.menu import ADDED_HOST_WORDS, DESK
from host.shown.words import ENGLISH, build_reader, list_languages

GROUP, PRIVATE, HOST, HOSTS = "group", "private", "host", "hosts"
EVERYWHERE = GROUP + PRIVATE
BOT_DESCRIPTION = "Hosts games that you play over days: in groups, in private chats, and on a web page."


class TelegramMenuItem(NamedTuple):
    """A command: what it does, its one-line summary, and where it is offered."""

    does: Callable[[TelegramCall], DeskAnswer]
    summary: Phrase
    where: str


def _build_telegram_desk_item(
    word: str, where: str, does: Callable[[TelegramCall], DeskAnswer] | None = None
) -> TelegramMenuItem:
    """Build the Telegram menu entry of a command, with Telegram's own handler if one is given."""
    service = DESK[word]
    summary = phrase("{words}: {summary}", words=service.takes, summary=service.summary)
    return TelegramMenuItem(does or service.does, summary if service.takes else service.summary, where)


def _show_telegram_help(call: TelegramCall) -> DeskAnswer:
    kinds = [PRIVATE] if call.is_direct else [GROUP, HOST]
    offered = {word: entry for word, entry in MENU.items() if any(kind in entry.where for kind in kinds)}
    return answer_help(
        ((f"/{word}", entry.summary) for word, entry in offered.items()), "You can also write what a button does."
    )


MENU: dict[str, TelegramMenuItem] = {
    "newgame": TelegramMenuItem(own_commands.handle_telegram_newgame, DESK["new"].summary, EVERYWHERE),
    "join": _build_telegram_desk_item("join", GROUP),
    "word": _build_telegram_desk_item("word", EVERYWHERE),
    "begin": _build_telegram_desk_item("begin", EVERYWHERE),
    "pick": TelegramMenuItem(own_commands.handle_telegram_pick, phrase("17, or B4, or any other choice"), EVERYWHERE),
    "menu": TelegramMenuItem(
        game_menu.handle_menu_command, phrase("everything with buttons: what you can do, see and set"), EVERYWHERE
    ),
    "board": _build_telegram_desk_item("board", EVERYWHERE),
    "lock": _build_telegram_desk_item("lock", EVERYWHERE),
    "peek": _build_telegram_desk_item("peek", EVERYWHERE),
    "list": _build_telegram_desk_item("list", PRIVATE),
    "use": _build_telegram_desk_item("use", EVERYWHERE, own_commands.build_menu_command("use")),
    "score": _build_telegram_desk_item("score", EVERYWHERE),
    "mystuff": _build_telegram_desk_item("mystuff", PRIVATE),
    **(
        {PREDICT: _build_telegram_desk_item(PREDICT, EVERYWHERE, own_commands.build_menu_command(PREDICT))}
        if PREDICT in DESK
        else {}
    ),
    "rules": _build_telegram_desk_item("rules", EVERYWHERE),
    "report": _build_telegram_desk_item("report", EVERYWHERE),
    **({"pack": _build_telegram_desk_item("pack", PRIVATE + HOST)} if "pack" in DESK else {}),
    "seals": _build_telegram_desk_item("seals", EVERYWHERE),
    "check": _build_telegram_desk_item("check", EVERYWHERE),
    "stats": _build_telegram_desk_item("stats", EVERYWHERE),
    "games": _build_telegram_desk_item("games", EVERYWHERE),
    "leaders": _build_telegram_desk_item("leaders", EVERYWHERE),
    "next": _build_telegram_desk_item("next", EVERYWHERE),
    "usual": _build_telegram_desk_item("usual", HOST, own_commands.build_menu_command("usual")),
    **({"today": _build_telegram_desk_item("today", EVERYWHERE)} if "today" in DESK else {}),
    "vote": _build_telegram_desk_item("vote", GROUP),
    "admit": _build_telegram_desk_item("admit", GROUP),
    "leave": _build_telegram_desk_item("leave", EVERYWHERE),
    "standin": _build_telegram_desk_item("standin", EVERYWHERE),
    "bots": _build_telegram_desk_item("bots", PRIVATE + HOST),
    "pause": _build_telegram_desk_item("pause", PRIVATE + HOST),
    "resume": _build_telegram_desk_item("resume", PRIVATE + HOST),
    "extend": _build_telegram_desk_item("extend", PRIVATE + HOST),
    "kick": _build_telegram_desk_item("kick", HOST),
    "replace": _build_telegram_desk_item("replace", HOST),
    "here": _build_telegram_desk_item("here", HOST),
    **{word: _build_telegram_desk_item(word, PRIVATE + HOST) for word in ADDED_HOST_WORDS},
    "endgame": _build_telegram_desk_item("endgame", PRIVATE + HOST),
    "settings": _build_telegram_desk_item("settings", PRIVATE + HOST, group_settings.handle_settings_command),
    "link": _build_telegram_desk_item("link", PRIVATE, own_commands.handle_telegram_link),
    "unlink": _build_telegram_desk_item("unlink", PRIVATE),
    "privacy": _build_telegram_desk_item("privacy", EVERYWHERE),
    "export": _build_telegram_desk_item("export", PRIVATE),
    "forget": _build_telegram_desk_item("forget", PRIVATE, own_commands.handle_telegram_forget),
    "start": TelegramMenuItem(own_commands.handle_telegram_start, phrase("open our private chat"), ""),
    "help": _build_telegram_desk_item("help", EVERYWHERE, _show_telegram_help),
}

LOOK_UP_COMMANDS = {
    "menu",
    "score",
    "board",
    "rules",
    "seals",
    "check",
    "stats",
    "games",
    "leaders",
    "privacy",
    "help",
    "mystuff",
    "use",
    "pick",
}

DOES = {"pick", "use"}  # with words they do something; by themselves they show what could be done

SHORT_MENUS: dict[
    str, tuple[str, ...]
] = {  # what Telegram's own menu shows: few enough to be read; /help names them all
    PRIVATE: ("newgame", "menu", "pick", "board", "mystuff", "score", "rules", "settings", "link", "help"),
    GROUP: ("newgame", "join", "pick", "mystuff", "menu", "board", "score", "rules", "next", "help"),
    HOST: ("begin", "settings", "pause", "resume", "endgame"),
    HOSTS: ("begin", "pause", "resume", "extend", "endgame"),  # of the host of a game in a group of others
}

FOR_ONE_PERSON = ("pick", "mystuff", "score", "rules", "help")  # what in a group only the sender need see
EPHEMERAL = {"is_ephemeral": True}


def list_menu_commands(kinds: Sequence[str], reader: Reader = PLAIN_READER) -> list[BotCommand]:
    """List the commands for these kinds of chats for Telegram's menu, each with its summary. In groups some are visible
    only to their sender, if Telegram's server can do that.
    """
    listed = [(kind, word, reader.format_value(MENU[word].summary)) for kind in kinds for word in SHORT_MENUS[kind]]
    return [
        BotCommand(word, summary, api_kwargs=EPHEMERAL if kind != PRIVATE and word in FOR_ONE_PERSON else None)
        for kind, word, summary in listed
    ]


def register_bot_commands(wire: TelegramConnection) -> None:
    """Register the commands and the bot's description with Telegram, for each kind of chat and each language."""
    offers: list[tuple[BotCommandScope, list[str]]] = [
        (BotCommandScopeAllPrivateChats(), [PRIVATE]),
        (BotCommandScopeAllGroupChats(), [GROUP]),
        (BotCommandScopeAllChatAdministrators(), [GROUP, HOST]),
    ]
    for language in (each for each in list_languages() if len(each) == 2):  # Telegram knows no others
        code, words = (None if language == ENGLISH else language), build_reader({}, WritingStyle(language))
        for scope, kinds in offers:
            listed = list_menu_commands(kinds, words)
            wire.call(partial(Bot.set_my_commands, commands=listed, scope=scope, language_code=code))
        wire.call(
            partial(
                Bot.set_my_short_description,
                short_description=words.format_sentence(BOT_DESCRIPTION),
                language_code=code,
            )
        )


HOST_COMMANDS_KEY = "host commands"  # what is kept of a group: whose menu was changed, by the game for which it was


class HostCommands:
    """The per-member command menus of people who host games in a group."""

    def __init__(self, host: HostContext, wire: TelegramConnection) -> None:
        self.host, self.wire = host, wire

    def update_host_menus(self, chat: str, game: str) -> None:
        """Show the host's commands in the group's menu to the host of this game, and remove them when the game is over.
        A failure is ignored: the commands can always be typed.
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
