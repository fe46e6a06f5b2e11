"""The table of commands: what each does, where it is offered, and to whom."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from telegram import (
    Bot,
    BotCommandScope,
    BotCommandScopeAllChatAdministrators,
    BotCommandScopeAllGroupChats,
    BotCommandScopeAllPrivateChats,
)

from engine.kernel import Phrase, Reader, phrase
from engine.kernel.text import PLAIN
from host.core.session import WritingStyle
from host.doors.telegram.calls.connection import TelegramConnection
from host.doors.telegram.heard import hosting, playing
from host.doors.telegram.heard.call import TelegramCall
from host.doors.telegram.menus import game_menu, group_settings
from host.doors.telegram.messages import predicting
from host.said.desk.answer import Answer, helped
from host.said.desk.menu import DESK
from host.shown.words import ENGLISH, languages, reader

GROUP, PRIVATE, HOST, HOSTS = "group", "private", "host", "hosts"
EVERYWHERE = GROUP + PRIVATE
ABOUT = "Hosts games that are played over days: in groups, in private, and on a page of their own."


class TelegramMenuItem(NamedTuple):
    """A command: what it does, in one line for the menu, and where it is offered."""

    does: Callable[[TelegramCall], Answer]
    summary: Phrase
    where: str


def _at_desk(word: str, where: str, does: Callable[[TelegramCall], Answer] | None = None) -> TelegramMenuItem:
    """What the desk does, as it is, or in Telegram's own way."""
    service = DESK[word]
    summary = phrase("{words}: {summary}", words=service.takes, summary=service.summary)
    return TelegramMenuItem(does or service.does, summary if service.takes else service.summary, where)


def _help(call: TelegramCall) -> Answer:
    kinds = [PRIVATE] if call.private else [GROUP, HOST]
    offered = {word: entry for word, entry in MENU.items() if any(kind in entry.where for kind in kinds)}
    return helped(
        ((f"/{word}", entry.summary) for word, entry in offered.items()), "Whatever a button does, you can also write."
    )


MENU: dict[str, TelegramMenuItem] = {
    "newgame": TelegramMenuItem(hosting.newgame, DESK["new"].summary, EVERYWHERE),
    "join": _at_desk("join", GROUP),
    "word": _at_desk("word", EVERYWHERE),
    "begin": _at_desk("begin", EVERYWHERE),
    "pick": TelegramMenuItem(playing.pick, phrase("17, or B4, or whatever you choose"), EVERYWHERE),
    "menu": TelegramMenuItem(
        game_menu.menu, phrase("all of it by buttons: what you may do, look up and set"), EVERYWHERE
    ),
    "board": _at_desk("board", EVERYWHERE),
    "lock": _at_desk("lock", EVERYWHERE),
    "peek": _at_desk("peek", EVERYWHERE),
    "list": _at_desk("list", PRIVATE),
    "use": _at_desk("use", EVERYWHERE, hosting.with_buttons("use")),
    "score": _at_desk("score", EVERYWHERE),
    "mystuff": _at_desk("mystuff", PRIVATE),
    "predict": _at_desk("predict", EVERYWHERE)._replace(does=predicting.predict),
    "rules": _at_desk("rules", EVERYWHERE),
    "report": _at_desk("report", EVERYWHERE),
    "pack": _at_desk("pack", PRIVATE + HOST),
    "seals": _at_desk("seals", EVERYWHERE),
    "check": _at_desk("check", EVERYWHERE),
    "stats": _at_desk("stats", EVERYWHERE),
    "games": _at_desk("games", EVERYWHERE),
    "leaders": _at_desk("leaders", EVERYWHERE),
    "next": _at_desk("next", EVERYWHERE),
    "usual": _at_desk("usual", HOST, hosting.with_buttons("usual")),
    "vote": _at_desk("vote", GROUP),
    "admit": _at_desk("admit", GROUP),
    "leave": _at_desk("leave", EVERYWHERE),
    "standin": _at_desk("standin", EVERYWHERE),
    "bots": _at_desk("bots", PRIVATE + HOST),
    "pause": _at_desk("pause", PRIVATE + HOST),
    "resume": _at_desk("resume", PRIVATE + HOST),
    "extend": _at_desk("extend", PRIVATE + HOST),
    "kick": _at_desk("kick", HOST),
    "replace": _at_desk("replace", HOST),
    "here": _at_desk("here", HOST),
    "endgame": _at_desk("endgame", PRIVATE + HOST),
    "settings": _at_desk("settings", PRIVATE + HOST, group_settings.settings),
    "link": _at_desk("link", PRIVATE, hosting.link),
    "unlink": _at_desk("unlink", PRIVATE),
    "privacy": _at_desk("privacy", EVERYWHERE),
    "export": _at_desk("export", PRIVATE),
    "forget": _at_desk("forget", PRIVATE, hosting.forget),
    "start": TelegramMenuItem(hosting.start, phrase("open our private chat"), ""),
    "help": _at_desk("help", EVERYWHERE, _help),
}


LOOKS = {
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


SHORT: dict[str, tuple[str, ...]] = {  # what Telegram's own menu shows: few enough to be read; /help names them all
    PRIVATE: ("newgame", "menu", "pick", "board", "mystuff", "score", "rules", "settings", "link", "help"),
    GROUP: ("newgame", "join", "menu", "board", "score", "rules", "leaders", "next", "help"),
    HOST: ("begin", "settings", "pause", "resume", "endgame"),
    HOSTS: ("begin", "pause", "resume", "extend", "endgame"),  # of whoever hosts a game in a group of others
}


def offered(kinds: Sequence[str], reader: Reader = PLAIN) -> list[tuple[str, str]]:
    """The commands of these kinds, for Telegram's menu: each with what it does."""
    return [(word, reader.value(MENU[word].summary)) for kind in kinds for word in SHORT[kind]]


def register(wire: TelegramConnection) -> None:
    """Tell Telegram which commands there are, where and for whom; and what to say about the bot."""
    offers: list[tuple[BotCommandScope, list[str]]] = [
        (BotCommandScopeAllPrivateChats(), [PRIVATE]),
        (BotCommandScopeAllGroupChats(), [GROUP]),
        (BotCommandScopeAllChatAdministrators(), [GROUP, HOST]),
    ]
    for language in (each for each in languages() if len(each) == 2):  # Telegram knows no others
        code, words = (None if language == ENGLISH else language), reader({}, WritingStyle(language))
        for scope, kinds in offers:
            listed = offered(kinds, words)
            wire.call(partial(Bot.set_my_commands, commands=listed, scope=scope, language_code=code))
        wire.call(partial(Bot.set_my_short_description, short_description=words.say(ABOUT), language_code=code))
