"""The bot's comments in a thread: a tree of them for each round, whose newest comment is written on until it is full.

A comment that nobody has to be called for is not worth a new one: it is added to the last. What is about to be said is
noted first; if its answer is lost, or whoever said it dies, it is looked for before it is said again.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec
from msgspec import Struct

from engine.kernel.ready import ready
from host.core.context import HostContext
from host.delivery.outbox import PlaceGone
from host.doors.reddit import secret_calls
from host.doors.reddit.api_errors import ThingMissing, ThreadLocked
from host.doors.reddit.markdown import LONGEST_COMMENT
from host.doors.reddit.places import thing
from host.doors.reddit.throttle import Down
from host.doors.reddit.wire import RedditAccount

MOST_NAMES = 3  # Reddit tells nobody of a comment that calls a fourth
NAME = re.compile(r"(?<!\w)u/([\w-]+)")
TREE = "tree/"  # before the name of a round, where its tree is kept
OLD = 12 * 3600.0  # seconds after which nobody looks at a comment again


class UnconfirmedComment(Struct):
    """Something that we may have said: below what, in which words, and how much of the news that was."""

    parent: str
    text: str
    told: int
    asked: list[str]


@ready
class Tree(Struct):
    """The comments of one round: the first, the newest one below it and its words, and how far the news is told."""

    top: str = ""
    newest: str = ""
    text: str = ""
    at: float = 0.0
    stamp: str = ""
    told: int = 0
    asked: list[str] = []
    unsure: UnconfirmedComment | None = None

    def at_stamp(self, stamp: str) -> None:
        """This is the news that is being told now."""
        if self.stamp != stamp:
            self.stamp, self.told, self.asked = stamp, 0, []


class TreeNews(Struct):
    """What is to be said in one tree: paragraphs; questions that call somebody, each with its id; and who is called to
    their page, each with an id as well, and what they are told.
    """

    table: str
    heading: str
    paragraphs: list[str]
    asks: dict[str, str]
    calls: dict[str, str] = {}
    page: str = ""


class CommentTrees:
    """The trees of all threads."""

    def __init__(self, host: HostContext, wire: RedditAccount) -> None:
        self.host, self.wire = host, wire

    def left(self, chat: str, stamp: str, news: TreeNews) -> bool:
        """Is there anything in this that has not been said?"""
        tree = self.tree(chat, news.table)
        tree.at_stamp(stamp)
        return bool(news.paragraphs[tree.told :]) or not {*news.asks, *news.calls} <= set(tree.asked)

    def tell(self, chat: str, stamp: str, news: TreeNews) -> bool:
        """Say the next piece of this: one comment, or one edit. Is there anything left?"""
        tree = self.tree(chat, news.table)
        tree.at_stamp(stamp)
        self._resolve(chat, news.table, tree)
        if self.left(chat, stamp, news):
            self._say(chat, news, tree, self._piece(tree, news, LONGEST_COMMENT - len(news.heading) - 4))
        return self.left(chat, stamp, news)

    @staticmethod
    def _piece(tree: Tree, news: TreeNews, room: int) -> UnconfirmedComment:
        """As much as fits into one comment; questions come last, when all has been told that leads to them."""
        todo = news.paragraphs[tree.told :]
        asks = {key: text for key, text in news.asks.items() if key not in tree.asked}
        calls = {key: name for key, name in news.calls.items() if key not in tree.asked}
        some, asked = _fitting(todo, room), list[str]()
        told = tree.told + len(some)
        if len(some) == len(todo):
            for key, text in asks.items():
                if some and len("\n\n".join([*some, text])) > room:
                    break
                if asked and len(_names([*some, text])) > MOST_NAMES:
                    break
                some, asked = [*some, text], [*asked, key]
        if calls and len(some) == len(todo) + len(asks):
            called = _called(some, calls)
            text = secret_calls.paragraph(dict.fromkeys(calls[key] for key in called), news.page)
            if called and (not some or len("\n\n".join([*some, text])) <= room):
                some, asked = [*some, text], [*asked, *called]
        return UnconfirmedComment("", "\n\n".join(some)[:room], told, [*tree.asked, *asked])

    def _say(self, chat: str, news: TreeNews, tree: Tree, attempt: UnconfirmedComment) -> None:
        calls = len(attempt.asked) > len(tree.asked)
        longer = f"{tree.text}\n\n{attempt.text}"
        fresh = self.host.now() - tree.at < OLD
        if tree.newest and fresh and not calls and len(longer) <= LONGEST_COMMENT and self._added(tree, longer):
            tree.text = longer
            self._done(chat, news.table, tree, attempt)
            return
        if tree.top:
            attempt.parent = tree.top
        else:
            attempt.parent, attempt.text = thing(chat), f"{news.heading}\n\n{attempt.text}"
        self.wire.ready()
        try:
            said = self._replied(chat, news, tree, attempt)
        except Down:
            raise
        except Exception:  # what was refused was not said
            tree.unsure = None
            self._keep(chat, news.table, tree)
            raise
        self._written(chat, news.table, tree, attempt, said)

    def _added(self, tree: Tree, text: str) -> bool:
        try:
            self.wire.edit(tree.newest, text)
        except (PlaceGone, ThreadLocked, ThingMissing):  # a moderator has removed it, say; the next is a new one
            tree.newest = ""
            return False
        return True

    def _replied(self, chat: str, news: TreeNews, tree: Tree, attempt: UnconfirmedComment) -> str:
        tree.unsure = attempt
        self._keep(chat, news.table, tree)
        try:
            return self.wire.reply(attempt.parent, attempt.text)
        except (PlaceGone, ThreadLocked, ThingMissing):
            if not tree.top:
                raise
            tree.top = tree.newest = ""
            attempt.parent, attempt.text = thing(chat), f"{news.heading}\n\n{attempt.text}"
            return self._replied(chat, news, tree, attempt)

    def _resolve(self, chat: str, table: str, tree: Tree) -> None:
        """Look whether what we were unsure of has been said."""
        if tree.unsure is None:
            return
        attempt, tree.unsure = tree.unsure, None
        found = self.wire.said_before(attempt.parent, attempt.text)
        if found:
            self._written(chat, table, tree, attempt, found)

    def _written(self, chat: str, table: str, tree: Tree, attempt: UnconfirmedComment, said: str) -> None:
        if attempt.parent == tree.top:
            tree.newest, tree.text = said, attempt.text
        else:
            tree.top, tree.newest, tree.text = said, "", ""
        tree.at, tree.unsure = self.host.now(), None
        self._done(chat, table, tree, attempt)

    def _done(self, chat: str, table: str, tree: Tree, attempt: UnconfirmedComment) -> None:
        tree.told, tree.asked = attempt.told, attempt.asked
        self._keep(chat, table, tree)

    # -- what is remembered

    def settle(self, chat: str, table: str) -> None:
        """All of this news has been told: what comes next is other news, even if it comes at the same moment."""
        tree = self.tree(chat, table)
        tree.stamp = ""
        self._keep(chat, table, tree)

    def tree(self, chat: str, table: str) -> Tree:
        """The tree of a round in a thread."""
        kept = self.host.store.kept(chat, f"{TREE}{table}")
        return msgspec.json.decode(kept, type=Tree) if kept else Tree()

    def all_of(self, chat: str) -> list[tuple[str, Tree]]:
        """Every tree of a thread, with its round."""
        tables = [name.removeprefix(TREE) for name in self.host.store.kept_names(chat, TREE)]
        return [(table, self.tree(chat, table)) for table in tables]

    def give_up(self, chat: str, table: str, hidden: Sequence[str]) -> None:
        """Nobody reads these any more: what comes next is a new comment, in a new tree if its top is one of them."""
        tree = self.tree(chat, table)
        tree.top = "" if tree.top in hidden else tree.top
        tree.newest, tree.text = "", ""
        self._keep(chat, table, tree)

    def _keep(self, chat: str, table: str, tree: Tree) -> None:
        self.host.store.keep(chat, f"{TREE}{table}", msgspec.json.encode(tree))


def _names(texts: Sequence[str]) -> set[str]:
    """The accounts that these call."""
    return {name for text in texts for name in NAME.findall(text)}


def _called(texts: Sequence[str], calls: dict[str, str]) -> list[str]:
    """Whom this comment can call as well: first those whom it calls anyway, then as many as Reddit tells of it."""
    there, found = _names(texts), list[str]()
    for key in sorted(calls, key=lambda key: calls[key] not in there):
        if len({*there, calls[key]}) <= MOST_NAMES:
            there, found = {*there, calls[key]}, [*found, key]
    return [key for key in calls if key in found]


def _fitting(paragraphs: Sequence[str], room: int) -> list[str]:
    """As many of these, from the first on, as fit; one at least."""
    found, size = list[str](), -2
    for paragraph in paragraphs:
        size += len(paragraph) + 2
        if found and size > room:
            break
        found.append(paragraph)
    return found
