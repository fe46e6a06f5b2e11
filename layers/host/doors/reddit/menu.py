"""The table of commands: what each does, and in one line what it is for."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from host.doors.reddit import hosting, personal, playing
from host.doors.reddit.call import Call, Lines, say
from host.doors.reddit.markdown import raw


class MenuItem(NamedTuple):
    """A command: what it does, how it is written, and what it is for."""

    does: Callable[[Call], Lines]
    usage: str
    summary: str


def _help(_: Call) -> Lines:
    shown = [entry for entry in MENU.values() if entry.usage]
    lines = [
        told
        for entry in shown
        for told in say("{usage} {summary}", usage=raw(f"- `{entry.usage}`"), summary=entry.summary)
    ]
    return [
        *say("Write any of these as a comment, several to a comment if you like, each on a line of its own."),
        *lines,
    ]


MENU: dict[str, MenuItem] = {
    "pick": MenuItem(playing.pick, "pick 17", "or B4, or whatever you choose"),
    "lock": MenuItem(playing.play, "lock 17", "lock in your next square"),
    "peek": MenuItem(playing.play, "peek 12", "peek at a square"),
    "list": MenuItem(playing.play, "", ""),
    "use": MenuItem(playing.use, "use NAME", "something you hold; in a message, or on your page"),
    "board": MenuItem(playing.board_anew, "board", "show the board anew, if you cannot see it"),
    "score": MenuItem(playing.score, "score", "who leads"),
    "mystuff": MenuItem(playing.mystuff, "mystuff", "what you hold and know"),
    "rules": MenuItem(playing.rules, "rules NAME", "what something is; without a name, how the game goes"),
    "join": MenuItem(hosting.join, "join", "take a seat"),
    "leave": MenuItem(hosting.leave, "leave", "give up your seat"),
    "standin": MenuItem(hosting.standin, "standin", "let a computer play on for you (the host: and a name)"),
    "vote": MenuItem(hosting.vote, "vote NAME", "a stand-in for somebody who keeps us waiting"),
    "admit": MenuItem(hosting.admit, "admit NAME", "let somebody in who asks for a seat"),
    "link": MenuItem(personal.link, "link CODE", "show that a browser is yours"),
    "unlink": MenuItem(personal.unlink, "unlink", "shut out every browser and link of yours"),
    "stop": MenuItem(personal.stop, "stop", "never call you, never write to you"),
    "start": MenuItem(personal.start, "start", "call you again"),
    "new": MenuItem(hosting.new, "!new GAME pace daily", "open a table"),
    "here": MenuItem(hosting.here, "!here GAME", "show a game from elsewhere in this thread, too"),
    "begin": MenuItem(hosting.begin, "begin", "begin the game"),
    "bots": MenuItem(hosting.bots, "bots 2", "add computer players"),
    "pause": MenuItem(hosting.pause, "pause", "stop all clocks"),
    "resume": MenuItem(hosting.resume, "resume", "let the clocks go on"),
    "extend": MenuItem(hosting.extend, "extend 12h", "more time for everybody"),
    "kick": MenuItem(hosting.kick, "kick NAME", "show a player out"),
    "endgame": MenuItem(hosting.endgame, "endgame", "end the game for everybody"),
    "privacy": MenuItem(personal.privacy, "privacy", "what I keep of you"),
    "forget": MenuItem(personal.forget, "forget", "remove you"),
    "help": MenuItem(_help, "help", "all commands"),
}
ALIASES = {"choose": "pick", "answer": "pick", "select": "pick", "seal": "pick", "bomb": "pick"}
ANYWHERE = {"new", "here", "link", "unlink", "stop", "start", "privacy", "forget", "help", "rules"}  # without a game
WATCHERS = {
    "join",
    "score",
    "board",
    "help",
    "rules",
    "link",
    "unlink",
    "stop",
    "start",
    "forget",
}  # unmarked, without a seat
HOSTS = {"begin", "bots", "pause", "resume", "extend", "kick", "endgame", "standin"}  # by the rights one has
