"""The table of all that people may ask of the host at any door: its words, who has the right, and what it does.

A door offers as much of it as fits there, in its own spelling, beside what only it can do. Whose right something is
stands here; who that is, and what all others are told, in `host.core.rights` and beside the services. That both agree,
for every word here, `tests/host/said/test_rights.py` looks.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any, NamedTuple

from msgspec import Struct

from engine.kernel import Phrase, Words, phrase
from host.said.desk import (
    checking,
    hosting,
    leaders,
    linking,
    packs,
    personal,
    playing,
    predicting,
    rematch,
    reporting,
    seating,
    settings,
    usual,
    waiting,
)
from host.said.desk.answer import Answer, helped
from host.said.desk.request import Request

ANYBODY, PLAYER, HOST = "anybody", "player", "host"
KEEPER = "keeper"  # who looks after the place; in private everybody, for themselves


class Service(NamedTuple):
    """One thing to ask for: the words that go with it, what it is for, whose right it is, and what does it."""

    takes: Words
    summary: Phrase
    right: str
    does: Callable[[Request], Answer]
    own: str = ""  # whose right it is where it is about something of one's own, if that is another
    exactly: tuple[Callable[..., Any], ...] = ()  # what does it where a button or a form names all that is meant
    typed: bool = True  # can it be asked for in words, or only with a button or a form that names what is meant?

    def written(self, word: str, reads: Callable[[Words], str] = str) -> str:
        """The whole line as it is typed."""
        return f"{word} {reads(self.takes)}".strip()


class PageService(Struct, frozen=True):
    """A service that only pages offer: it is loaded when it is asked for, so that no bot starts with it."""

    module: str
    name: str

    def __call__(self, request: Request) -> Answer:
        """Load it, and do it."""
        answer: Answer = getattr(import_module(self.module), self.name)(request)
        return answer


def _plays(word: str) -> Callable[[Request], Answer]:
    return lambda request: playing.play(request, f"{word} {request.words}".strip())


def _page(summary: Phrase, right: str, does: str, own: str = "") -> Service:
    module, _, name = does.partition(".")
    return Service("", summary, right, PageService(f"{__package__}.{module}", name), own, typed=False)


def _help(request: Request) -> Answer:
    """All that can be typed, for a door that makes no choice of its own."""
    typed = {word: service for word, service in DESK.items() if service.typed}
    return helped((request.spelled(each.written(word, request.reads)), each.summary) for word, each in typed.items())


DESK: dict[str, Service] = {
    "new": Service(
        phrase("GAME daily"),
        phrase("open a table"),
        ANYBODY,
        hosting.new,
        exactly=(hosting.opened, hosting.opened_for, usual.opened),
    ),
    "join": Service("", phrase("take a seat"), ANYBODY, seating.join, exactly=(seating.arrive,)),
    "word": Service(phrase("WORD"), phrase("open the word that you have sealed for chance"), PLAYER, seating.open_word),
    "invite": Service("", phrase("only those who are invited take a seat from now on"), HOST, seating.invite),
    "begin": Service("", phrase("begin the game"), HOST, hosting.begin, exactly=(hosting.begun,)),
    "pick": Service("17", phrase("or B4, or whatever you choose"), PLAYER, playing.pick, exactly=(playing.answer,)),
    "use": Service(
        phrase("NAME"),
        phrase("do what you may do at any time; by itself, what that is"),
        PLAYER,
        playing.use,
        exactly=(playing.play, playing.make),
    ),
    "board": Service("", phrase("show the board again"), ANYBODY, playing.board),
    "lock": Service("17", phrase("lock in what you open next"), PLAYER, _plays("lock")),
    "peek": Service("12", phrase("learn what kind of thing lies there"), PLAYER, _plays("peek")),
    "list": Service("5 12 7", phrase("what to try, in order, when your turn comes"), PLAYER, _plays("list")),
    "predict": Service(
        phrase("NAME CHOICE"),
        phrase("what will come, if you are out or only watch"),
        ANYBODY,
        predicting.predict,
        exactly=(predicting.called,),
    ),
    "score": Service("", phrase("who leads"), ANYBODY, playing.score),
    "mystuff": Service("", phrase("what you hold and know"), PLAYER, playing.mystuff),
    "rules": Service(phrase("NAME"), phrase("what something is; by itself, how the game goes"), ANYBODY, playing.rules),
    "report": Service(
        "two",
        phrase("something is wrong with the last question (this two: with the one in play)"),
        ANYBODY,
        reporting.report,
    ),
    "pack": Service(
        "", phrase("questions of your own: add, take, drop, switch off"), KEEPER, packs.pack, exactly=(packs.brought,)
    ),
    "seals": Service("", phrase("what was sealed, for whoever checks it"), ANYBODY, playing.seals),
    "check": Service("", phrase("how to check that chance was fair"), ANYBODY, checking.check),
    "stats": Service("", phrase("what was won and lost so far"), ANYBODY, playing.stats),
    "leaders": Service("", phrase("who has won how many games here"), ANYBODY, leaders.leaders),
    "next": Service("", phrase("tell me when a table opens here"), ANYBODY, waiting.next_table),
    "usual": Service(
        phrase("GAME daily"),
        phrase("what is played here, and whether the board is pinned"),
        KEEPER,
        usual.usual,
        exactly=(usual.change,),
    ),
    "games": Service("", phrase("the games open here"), ANYBODY, hosting.games_here),
    "vote": Service(phrase("NAME"), phrase("a stand-in for somebody who keeps us waiting"), PLAYER, seating.vote),
    "admit": Service(phrase("NAME"), phrase("let somebody in who asks for a seat"), PLAYER, seating.admit),
    "leave": Service("", phrase("give up your seat"), PLAYER, seating.leave),
    "standin": Service(
        "", phrase("let a computer play on for you (the host: and a name)"), HOST, seating.standin, own=PLAYER
    ),
    "bots": Service("2", phrase("add computer players"), HOST, hosting.bots, exactly=(hosting.computers,)),
    "pause": Service("", phrase("stop all clocks"), HOST, hosting.pause),
    "resume": Service("", phrase("let the clocks go on"), HOST, hosting.resume),
    "extend": Service("12h", phrase("more time for everybody"), HOST, hosting.extend),
    "kick": Service(phrase("NAME"), phrase("show a player out"), HOST, seating.kick),
    "replace": Service(phrase("NAME"), phrase("in reply to the newcomer: give them the seat"), HOST, seating.replace),
    "here": Service(phrase("GAME"), phrase("show a game from elsewhere here, too"), HOST, hosting.here),
    "endgame": Service("", phrase("end the game for everybody"), HOST, hosting.endgame),
    "again": Service("", phrase("play once more with the same people"), PLAYER, rematch.again),
    "settings": Service(
        "",
        phrase("reminders, quiet hours, time zone, numbers, vacation"),
        ANYBODY,
        settings.settings,
        exactly=(settings.set_one, settings.set_all),
    ),
    "link": Service(
        "",
        phrase("your page, or your account elsewhere"),
        ANYBODY,
        linking.link,
        exactly=(linking.linked, linking.code),
    ),
    "claim": Service(phrase("CODE"), phrase("show that a browser is yours"), ANYBODY, linking.claim),
    "unlink": Service("", phrase("shut out every link, browser and other account of yours"), ANYBODY, linking.unlink),
    "revoke": Service("", phrase("make all your links invalid"), ANYBODY, linking.revoke),
    "stop": Service("", phrase("never call you, never write to you"), ANYBODY, personal.stop),
    "start": Service("", phrase("call you again"), ANYBODY, personal.start),
    "privacy": Service("", phrase("what I keep of you"), ANYBODY, personal.privacy),
    "export": Service("", phrase("all I keep of you, as a file"), ANYBODY, personal.export),
    "forget": Service("", phrase("remove you"), ANYBODY, personal.forget),
    "help": Service("", phrase("all commands"), ANYBODY, _help),
    "react": _page(phrase("how you feel about what happened"), ANYBODY, "talking.react"),
    "say": _page(phrase("a few words to everybody at the table"), PLAYER, "talking.speak"),
    "hide": _page(phrase("hear no more of whoever said this"), PLAYER, "talking.hide"),
    "complain": _page(phrase("show whoever runs the host what somebody said"), PLAYER, "talking.report"),
    "remove": _page(phrase("take back what was said"), HOST, "talking.remove", own=PLAYER),
    "hearall": _page(phrase("hear everybody again"), ANYBODY, "talking.hear_all"),
    "talk": _page(phrase("how this table talks"), HOST, "talking.arrange"),
    "seek": _page(phrase("let strangers find this table"), HOST, "strangers.seek"),
    "unseek": _page(phrase("show it to strangers no more"), HOST, "strangers.seek_no_more"),
    "flag": _page(phrase("report what a table says to strangers"), ANYBODY, "strangers.report"),
    "show": _page(phrase("what others may see of you"), ANYBODY, "showing.show"),
}
ALIASES = {"choose": "pick", "answer": "pick", "select": "pick", "scores": "score", "standings": "score", "bot": "bots"}
