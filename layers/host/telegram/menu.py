"""The table of commands: what each does, where it is offered, and to whom."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from host.telegram import hosting, library, personal, playing
from host.telegram.call import Answer, Call, said
from host.telegram.wire import Wire

GROUP, PRIVATE, HOST = "group", "private", "host"
EVERYWHERE = GROUP + PRIVATE
ABOUT = "Hosts games that are played over days: in groups, in private, and on a page of their own."


class Entry(NamedTuple):
    """A command: what it does, in one line for the menu, and where it is offered."""

    does: Callable[[Call], Answer]
    summary: str
    where: str


def _play(word: str) -> Callable[[Call], Answer]:
    return lambda call: playing.play(call, word, call.words.strip())


def _help(call: Call) -> Answer:
    kinds = [PRIVATE] if call.private else [GROUP, HOST]
    lines = [f"/{word} {entry.summary}" for word, entry in MENU.items() if any(kind in entry.where for kind in kinds)]
    return said(["Whatever a button does, you can also write.", *lines])


MENU: dict[str, Entry] = {
    "newgame": Entry(hosting.newgame, "open a table", EVERYWHERE),
    "join": Entry(hosting.join, "take a seat", GROUP),
    "begin": Entry(hosting.begin, "begin the game", EVERYWHERE),
    "pick": Entry(playing.pick, "17, or B4, or whatever you choose", EVERYWHERE),
    "board": Entry(playing.show_board, "show the board again", EVERYWHERE),
    "lock": Entry(_play("lock"), "17: lock in your next square", EVERYWHERE),
    "peek": Entry(_play("peek"), "17: peek at a square", EVERYWHERE),
    "list": Entry(_play("list"), "5 12 7: squares to try when your turn comes", PRIVATE),
    "use": Entry(playing.use, "something you hold", EVERYWHERE),
    "score": Entry(playing.score, "who leads", EVERYWHERE),
    "mystuff": Entry(playing.mystuff, "what you hold and know", PRIVATE),
    "rules": Entry(playing.rules, "and a name: what it does", EVERYWHERE),
    "stats": Entry(playing.stats, "what was won and lost so far", EVERYWHERE),
    "games": Entry(hosting.games_here, "the games open here", EVERYWHERE),
    "vote": Entry(hosting.vote, "and a name: a stand-in for somebody who keeps us waiting", GROUP),
    "leave": Entry(hosting.leave, "give up your seat", EVERYWHERE),
    "standin": Entry(hosting.standin, "let a computer play on for you (the host: and a name)", EVERYWHERE),
    "bots": Entry(hosting.bots, "2: add computer players", PRIVATE + HOST),
    "pause": Entry(hosting.pause, "stop all clocks", PRIVATE + HOST),
    "resume": Entry(hosting.resume, "let the clocks go on", PRIVATE + HOST),
    "extend": Entry(hosting.extend, "12h: more time for everybody", PRIVATE + HOST),
    "kick": Entry(hosting.kick, "and a name: show a player out", HOST),
    "replace": Entry(hosting.replace, "and a name, in reply to the newcomer: give them the seat", HOST),
    "here": Entry(hosting.here, "show a game here, too", HOST),
    "endgame": Entry(hosting.endgame, "end the game for everybody", PRIVATE + HOST),
    "settings": Entry(personal.settings, "reminders, quiet hours, time zone, numbers, vacation", PRIVATE),
    "link": Entry(personal.link, "your page, or your account elsewhere", PRIVATE),
    "privacy": Entry(personal.privacy, "what I keep of you", EVERYWHERE),
    "export": Entry(personal.export, "all I keep of you, as a file", PRIVATE),
    "forget": Entry(personal.forget, "remove you", PRIVATE),
    "start": Entry(playing.start, "open our private chat", ""),
    "help": Entry(_help, "all commands", EVERYWHERE),
}
ALIASES = {"choose": "pick", "answer": "pick", "select": "pick", "scores": "score", "bot": "bots"}


def commands(kinds: Sequence[str]) -> list[library.BotCommand]:
    """The commands of these kinds, for Telegram's menu."""
    fit = {word: entry for word, entry in MENU.items() if any(kind in entry.where for kind in kinds)}
    return [library.BotCommand(word, entry.summary) for word, entry in fit.items()]


def register(wire: Wire) -> None:
    """Tell Telegram which commands there are, where and for whom; and what to say about the bot."""
    offers: list[tuple[library.BotCommandScope, list[library.BotCommand]]] = [
        (library.BotCommandScopeAllPrivateChats(), commands([PRIVATE])),
        (library.BotCommandScopeAllGroupChats(), commands([GROUP])),
        (library.BotCommandScopeAllChatAdministrators(), commands([GROUP, HOST])),
    ]
    for scope, offered in offers:
        wire.call(partial(library.Bot.set_my_commands, commands=offered, scope=scope))
    wire.call(lambda bot: bot.set_my_short_description(ABOUT))
