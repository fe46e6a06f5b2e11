"""The table of commands: each does what the desk does, or what only Reddit needs, and says in one line what for."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from engine.kernel import Phrase, phrase
from host.doors.reddit import own_commands
from host.doors.reddit.call import SPELLED, RedditCall
from host.doors.reddit.markdown import mark_raw
from host.said.desk.answer import DeskAnswer, answer_help
from host.said.desk.menu import ALIASES as DESK_ALIASES
from host.said.desk.menu import DESK, HOST, KEEPER


class RedditMenuItem(NamedTuple):
    """A command: what it does, its usage (empty if help does not show it) and its summary."""

    does: Callable[[RedditCall], DeskAnswer]
    usage: str
    summary: Phrase


def _build_reddit_desk_item(word: str, *, shown: bool = True) -> RedditMenuItem:
    """Build Reddit's menu entry for a command that all platforms share."""
    service = DESK[word]
    return RedditMenuItem(
        service.does, service.format_command(SPELLED.get(word, word)) if shown else "", service.summary
    )


def _show_reddit_help(_: RedditCall) -> DeskAnswer:
    return answer_help(
        ((mark_raw(f"- `{entry.usage}`"), entry.summary) for entry in MENU.values() if entry.usage),
        "You can write any of these as a comment. You can write several in one comment, each on its own line.",
    )


MENU: dict[str, RedditMenuItem] = {
    "pick": _build_reddit_desk_item("pick")._replace(does=own_commands.handle_reddit_pick),
    "lock": _build_reddit_desk_item("lock")._replace(does=own_commands.handle_reddit_play),
    "peek": _build_reddit_desk_item("peek")._replace(does=own_commands.handle_reddit_play),
    "list": _build_reddit_desk_item("list", shown=False)._replace(does=own_commands.handle_reddit_play),
    "use": _build_reddit_desk_item("use")._replace(does=own_commands.handle_reddit_use),
    "board": _build_reddit_desk_item("board")._replace(does=own_commands.repost_board),
    "score": RedditMenuItem(own_commands.show_reddit_score, "score", DESK["score"].summary),
    "mystuff": RedditMenuItem(own_commands.show_private_page, "mystuff", DESK["mystuff"].summary),
    **({"predict": _build_reddit_desk_item("predict")} if "predict" in DESK else {}),
    "rules": _build_reddit_desk_item("rules"),
    "report": _build_reddit_desk_item("report"),
    "seals": _build_reddit_desk_item("seals"),
    "check": _build_reddit_desk_item("check"),
    "stats": _build_reddit_desk_item("stats"),
    "games": _build_reddit_desk_item("games"),
    "leaders": _build_reddit_desk_item("leaders"),
    "next": _build_reddit_desk_item("next"),
    **({"pack": _build_reddit_desk_item("pack")} if "pack" in DESK else {}),
    "usual": RedditMenuItem(
        own_commands.handle_reddit_usual,
        "!usual GAME daily",
        phrase("the game that is normally played here (for moderators)"),
    ),
    "join": _build_reddit_desk_item("join"),
    "word": _build_reddit_desk_item("word"),
    "leave": _build_reddit_desk_item("leave"),
    "standin": _build_reddit_desk_item("standin"),
    "vote": _build_reddit_desk_item("vote"),
    "admit": _build_reddit_desk_item("admit"),
    "link": RedditMenuItem(DESK["claim"].does, "link CODE", DESK["claim"].summary),
    "unlink": _build_reddit_desk_item("unlink"),
    "messages": RedditMenuItem(
        own_commands.handle_reddit_messages,
        "messages",
        phrase("write to me when there is a secret for me (off: do not write)"),
    ),
    "stop": _build_reddit_desk_item("stop"),
    "start": _build_reddit_desk_item("start"),
    "new": _build_reddit_desk_item("new")._replace(does=own_commands.handle_reddit_new),
    "here": _build_reddit_desk_item("here"),
    "begin": _build_reddit_desk_item("begin"),
    "bots": _build_reddit_desk_item("bots"),
    "pause": _build_reddit_desk_item("pause"),
    "resume": _build_reddit_desk_item("resume"),
    "extend": _build_reddit_desk_item("extend"),
    "kick": _build_reddit_desk_item("kick"),
    "endgame": _build_reddit_desk_item("endgame"),
    "privacy": _build_reddit_desk_item("privacy"),
    "forget": _build_reddit_desk_item("forget"),
    "help": _build_reddit_desk_item("help")._replace(does=_show_reddit_help),
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
