"""The table of commands: what each does, where it is offered, and to whom."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from engine.kernel import Phrase, Reader, phrase
from engine.kernel.text import PLAIN
from host.core.session import Style
from host.doors.telegram import hosting, lazy_imports, personal, playing
from host.doors.telegram.call import Answer, Call, said
from host.doors.telegram.wire import Wire
from host.shown.words import ENGLISH, languages, reader

GROUP, PRIVATE, HOST = "group", "private", "host"
EVERYWHERE = GROUP + PRIVATE
ABOUT = "Hosts games that are played over days: in groups, in private, and on a page of their own."


class MenuItem(NamedTuple):
    """A command: what it does, in one line for the menu, and where it is offered."""

    does: Callable[[Call], Answer]
    summary: Phrase
    where: str


def _play(word: str) -> Callable[[Call], Answer]:
    return lambda call: playing.play(call, word, call.words.strip())


def _help(call: Call) -> Answer:
    kinds = [PRIVATE] if call.private else [GROUP, HOST]
    offered = {word: entry for word, entry in MENU.items() if any(kind in entry.where for kind in kinds)}
    lines = [f"/{word} {call.reads(entry.summary)}" for word, entry in offered.items()]
    return said([call.say("Whatever a button does, you can also write."), *lines])


MENU: dict[str, MenuItem] = {
    "newgame": MenuItem(hosting.newgame, phrase("open a table"), EVERYWHERE),
    "join": MenuItem(hosting.join, phrase("take a seat"), GROUP),
    "begin": MenuItem(hosting.begin, phrase("begin the game"), EVERYWHERE),
    "pick": MenuItem(playing.pick, phrase("17, or B4, or whatever you choose"), EVERYWHERE),
    "board": MenuItem(playing.show_board, phrase("show the board again"), EVERYWHERE),
    "lock": MenuItem(_play("lock"), phrase("17: lock in your next square"), EVERYWHERE),
    "peek": MenuItem(_play("peek"), phrase("17: peek at a square"), EVERYWHERE),
    "list": MenuItem(_play("list"), phrase("5 12 7: squares to try when your turn comes"), PRIVATE),
    "use": MenuItem(playing.use, phrase("by itself: all that you may do now; with a name: do it"), EVERYWHERE),
    "score": MenuItem(playing.score, phrase("who leads"), EVERYWHERE),
    "mystuff": MenuItem(playing.mystuff, phrase("what you hold and know"), PRIVATE),
    "rules": MenuItem(playing.rules, phrase("and a name: what it does"), EVERYWHERE),
    "stats": MenuItem(playing.stats, phrase("what was won and lost so far"), EVERYWHERE),
    "games": MenuItem(hosting.games_here, phrase("the games open here"), EVERYWHERE),
    "vote": MenuItem(hosting.vote, phrase("and a name: a stand-in for somebody who keeps us waiting"), GROUP),
    "admit": MenuItem(hosting.admit, phrase("and a name: let somebody in who asks for a seat"), GROUP),
    "leave": MenuItem(hosting.leave, phrase("give up your seat"), EVERYWHERE),
    "standin": MenuItem(hosting.standin, phrase("let a computer play on for you (the host: and a name)"), EVERYWHERE),
    "bots": MenuItem(hosting.bots, phrase("2: add computer players"), PRIVATE + HOST),
    "pause": MenuItem(hosting.pause, phrase("stop all clocks"), PRIVATE + HOST),
    "resume": MenuItem(hosting.resume, phrase("let the clocks go on"), PRIVATE + HOST),
    "extend": MenuItem(hosting.extend, phrase("12h: more time for everybody"), PRIVATE + HOST),
    "kick": MenuItem(hosting.kick, phrase("and a name: show a player out"), HOST),
    "replace": MenuItem(hosting.replace, phrase("and a name, in reply to the newcomer: give them the seat"), HOST),
    "here": MenuItem(hosting.here, phrase("show a game here, too"), HOST),
    "endgame": MenuItem(hosting.endgame, phrase("end the game for everybody"), PRIVATE + HOST),
    "settings": MenuItem(personal.settings, phrase("reminders, quiet hours, time zone, numbers, vacation"), PRIVATE),
    "link": MenuItem(personal.link, phrase("your page, or your account elsewhere"), PRIVATE),
    "unlink": MenuItem(personal.unlink, phrase("shut out every link, browser and other account of yours"), PRIVATE),
    "privacy": MenuItem(personal.privacy, phrase("what I keep of you"), EVERYWHERE),
    "export": MenuItem(personal.export, phrase("all I keep of you, as a file"), PRIVATE),
    "forget": MenuItem(personal.forget, phrase("remove you"), PRIVATE),
    "start": MenuItem(playing.start, phrase("open our private chat"), ""),
    "help": MenuItem(_help, phrase("all commands"), EVERYWHERE),
}
ALIASES = {"choose": "pick", "answer": "pick", "select": "pick", "scores": "score", "bot": "bots"}


def commands(kinds: Sequence[str], reader: Reader = PLAIN) -> list[lazy_imports.BotCommand]:
    """The commands of these kinds, for Telegram's menu."""
    fit = {word: entry for word, entry in MENU.items() if any(kind in entry.where for kind in kinds)}
    return [lazy_imports.BotCommand(word, reader.value(entry.summary)) for word, entry in fit.items()]


def register(wire: Wire) -> None:
    """Tell Telegram which commands there are, where and for whom; and what to say about the bot."""
    offers: list[tuple[lazy_imports.BotCommandScope, list[str]]] = [
        (lazy_imports.BotCommandScopeAllPrivateChats(), [PRIVATE]),
        (lazy_imports.BotCommandScopeAllGroupChats(), [GROUP]),
        (lazy_imports.BotCommandScopeAllChatAdministrators(), [GROUP, HOST]),
    ]
    for language in (each for each in languages() if len(each) == 2):  # Telegram knows no others
        code, words = (None if language == ENGLISH else language), reader({}, Style(language))
        for scope, kinds in offers:
            offered = commands(kinds, words)
            wire.call(partial(lazy_imports.Bot.set_my_commands, commands=offered, scope=scope, language_code=code))
        wire.call(
            partial(lazy_imports.Bot.set_my_short_description, short_description=words.say(ABOUT), language_code=code)
        )
