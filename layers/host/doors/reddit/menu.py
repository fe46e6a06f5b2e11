"""The table of commands: what each does, and in one line what it is for."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from host.doors.reddit import hosting, personal, playing
from host.doors.reddit.call import Call, Lines, say
from host.doors.reddit.markdown import raw


class Entry(NamedTuple):
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


MENU: dict[str, Entry] = {
    "pick": Entry(playing.pick, "pick 17", "or B4, or whatever you choose"),
    "lock": Entry(playing.play, "lock 17", "lock in your next square"),
    "peek": Entry(playing.play, "peek 12", "peek at a square"),
    "list": Entry(playing.play, "", ""),
    "use": Entry(playing.use, "use NAME", "something you hold; in a message, or on your page"),
    "board": Entry(playing.board_anew, "board", "show the board anew, if you cannot see it"),
    "score": Entry(playing.score, "score", "who leads"),
    "mystuff": Entry(playing.mystuff, "mystuff", "what you hold and know"),
    "rules": Entry(playing.rules, "rules NAME", "what something is; without a name, how the game goes"),
    "join": Entry(hosting.join, "join", "take a seat"),
    "leave": Entry(hosting.leave, "leave", "give up your seat"),
    "standin": Entry(hosting.standin, "standin", "let a computer play on for you (the host: and a name)"),
    "vote": Entry(hosting.vote, "vote NAME", "a stand-in for somebody who keeps us waiting"),
    "link": Entry(personal.link, "link CODE", "show that a browser is yours"),
    "unlink": Entry(personal.unlink, "unlink", "shut out every browser and link of yours"),
    "stop": Entry(personal.stop, "stop", "never call you, never write to you"),
    "start": Entry(personal.start, "start", "call you again"),
    "new": Entry(hosting.new, "!new GAME pace daily", "open a table"),
    "here": Entry(hosting.here, "!here GAME", "show a game from elsewhere in this thread, too"),
    "begin": Entry(hosting.begin, "begin", "begin the game"),
    "bots": Entry(hosting.bots, "bots 2", "add computer players"),
    "pause": Entry(hosting.pause, "pause", "stop all clocks"),
    "resume": Entry(hosting.resume, "resume", "let the clocks go on"),
    "extend": Entry(hosting.extend, "extend 12h", "more time for everybody"),
    "kick": Entry(hosting.kick, "kick NAME", "show a player out"),
    "endgame": Entry(hosting.endgame, "endgame", "end the game for everybody"),
    "privacy": Entry(personal.privacy, "privacy", "what I keep of you"),
    "forget": Entry(personal.forget, "forget", "remove you"),
    "help": Entry(_help, "help", "all commands"),
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
