"""The table of commands: each does what the desk does, or what only Reddit needs, and says in one line what for."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from engine.kernel import Phrase, phrase
from host.doors.reddit import hosting, playing, private_messages
from host.doors.reddit.call import SPELLED, RedditCall
from host.doors.reddit.markdown import raw
from host.said.desk.answer import Answer, helped
from host.said.desk.menu import ALIASES as DESK_ALIASES
from host.said.desk.menu import DESK, HOST, KEEPER


class RedditMenuItem(NamedTuple):
    """A command: what it does, how it is written (if help shows it), and what it is for."""

    does: Callable[[RedditCall], Answer]
    usage: str
    summary: Phrase


def _at_desk(word: str, *, shown: bool = True) -> RedditMenuItem:
    """What the desk does, as it is."""
    service = DESK[word]
    return RedditMenuItem(service.does, service.written(SPELLED.get(word, word)) if shown else "", service.summary)


def _help(_: RedditCall) -> Answer:
    return helped(
        ((raw(f"- `{entry.usage}`"), entry.summary) for entry in MENU.values() if entry.usage),
        "Write any of these as a comment, several to a comment if you like, each on a line of its own.",
    )


MENU: dict[str, RedditMenuItem] = {
    "pick": _at_desk("pick")._replace(does=playing.pick),
    "lock": _at_desk("lock")._replace(does=playing.play),
    "peek": _at_desk("peek")._replace(does=playing.play),
    "list": _at_desk("list", shown=False)._replace(does=playing.play),
    "use": _at_desk("use")._replace(does=playing.use),
    "board": _at_desk("board")._replace(does=playing.board_anew),
    "score": RedditMenuItem(playing.score, "score", DESK["score"].summary),
    "mystuff": RedditMenuItem(playing.mystuff, "mystuff", DESK["mystuff"].summary),
    "predict": _at_desk("predict"),
    "rules": _at_desk("rules"),
    "report": _at_desk("report"),
    "seals": _at_desk("seals"),
    "check": _at_desk("check"),
    "stats": _at_desk("stats"),
    "games": _at_desk("games"),
    "leaders": _at_desk("leaders"),
    "next": _at_desk("next"),
    "pack": _at_desk("pack"),
    "usual": RedditMenuItem(hosting.usual, "!usual GAME daily", phrase("what is played here (for moderators)")),
    "join": _at_desk("join"),
    "word": _at_desk("word"),
    "leave": _at_desk("leave"),
    "standin": _at_desk("standin"),
    "vote": _at_desk("vote"),
    "admit": _at_desk("admit"),
    "link": RedditMenuItem(DESK["claim"].does, "link CODE", DESK["claim"].summary),
    "unlink": _at_desk("unlink"),
    "messages": RedditMenuItem(
        private_messages.messages, "messages", phrase("write to me when a secret waits (or: off)")
    ),
    "stop": _at_desk("stop"),
    "start": _at_desk("start"),
    "new": _at_desk("new")._replace(does=hosting.new),
    "here": _at_desk("here"),
    "begin": _at_desk("begin"),
    "bots": _at_desk("bots"),
    "pause": _at_desk("pause"),
    "resume": _at_desk("resume"),
    "extend": _at_desk("extend"),
    "kick": _at_desk("kick"),
    "endgame": _at_desk("endgame"),
    "privacy": _at_desk("privacy"),
    "forget": _at_desk("forget"),
    "help": _at_desk("help")._replace(does=_help),
}
ALIASES = DESK_ALIASES | {"seal": "pick", "bomb": "pick"}
ANYWHERE = {
    "new",
    "here",
    "link",
    "unlink",
    "messages",
    "stop",
    "start",
    "privacy",
    "forget",
    "help",
    "rules",
    "check",
    "leaders",
    "next",
    "usual",
    "pack",
}  # without a game
WATCHERS = {  # unmarked, without a seat
    *("join", "score", "predict", "board", "help", "rules", "report", "leaders"),
    *("link", "unlink", "messages", "stop", "start", "forget"),
}
HOSTS = {  # by the rights one has; `here` is about no game of that thread, and everybody says it
    word for word in MENU if word != "here" and word in DESK and DESK[word].right in (HOST, KEEPER)
}
