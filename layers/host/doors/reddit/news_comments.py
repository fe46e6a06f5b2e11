"""The bot's comments in a thread: a tree of them for each round, whose newest comment is written on until it is full.

A comment that nobody has to be called for is not worth a new one: it is added to the last. What is about to be said is
noted first; if its answer is lost, or whoever said it dies, it is looked for before it is said again.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec
from msgspec import Struct

from engine.kernel.ready import prepare_json_type
from host.core.context import HostContext
from host.delivery.outbox import PlaceGone
from host.doors.reddit import secret_calls
from host.doors.reddit.api_errors import ThingMissing, ThreadLocked
from host.doors.reddit.markdown import LONGEST_COMMENT
from host.doors.reddit.places import parse_reddit_place
from host.doors.reddit.throttle import RedditDown
from host.doors.reddit.wire import RedditAccount

MOST_NAMES = 3  # Reddit tells nobody of a comment that calls a fourth
USER_MENTION = re.compile(r"(?<!\w)u/([\w-]+)")
TREE = "tree/"  # before the name of a round, where its tree is kept
OLD = 12 * 3600.0  # seconds after which nobody looks at a comment again


class UnconfirmedComment(Struct):
    """A comment that may have been posted: its parent, its text, and how much of the news it holds."""

    parent: str
    text: str
    told: int
    asked: list[str]


@prepare_json_type
class CommentTree(Struct):
    """The comments of one round: the first, the newest below it with its text, and how much of the news is posted."""

    top: str = ""
    newest: str = ""
    text: str = ""
    at: float = 0.0
    stamp: str = ""
    told: int = 0
    asked: list[str] = []
    unsure: UnconfirmedComment | None = None

    def start_news(self, stamp: str) -> None:
        """Start counting anew if this is other news than before."""
        if self.stamp != stamp:
            self.stamp, self.told, self.asked = stamp, 0, []


class TreeNews(Struct):
    """What is to be posted in one tree: paragraphs, questions by id, and players to call to their page by id, with
    what they are told.
    """

    table: str
    heading: str
    paragraphs: list[str]
    asks: dict[str, str]
    calls: dict[str, str] = {}
    page: str = ""


class CommentTrees:
    """The comment trees of all threads."""

    def __init__(self, host: HostContext, wire: RedditAccount) -> None:
        self.host, self.wire = host, wire

    def has_unposted_news(self, chat: str, stamp: str, news: TreeNews) -> bool:
        """Return whether anything of this news has not been posted."""
        tree = self.load_tree(chat, news.table)
        tree.start_news(stamp)
        return bool(news.paragraphs[tree.told :]) or not {*news.asks, *news.calls} <= set(tree.asked)

    def post_next_piece(self, chat: str, stamp: str, news: TreeNews) -> bool:
        """Post the next piece of this news, as one comment or one edit, and return whether anything is left."""
        tree = self.load_tree(chat, news.table)
        tree.start_news(stamp)
        self._resolve_unconfirmed(chat, news.table, tree)
        if self.has_unposted_news(chat, stamp, news):
            self._post_piece(
                chat, news, tree, self._build_next_piece(tree, news, LONGEST_COMMENT - len(news.heading) - 4)
            )
        return self.has_unposted_news(chat, stamp, news)

    @staticmethod
    def _build_next_piece(tree: CommentTree, news: TreeNews, room: int) -> UnconfirmedComment:
        """Build the next piece that fits into one comment; questions come after all news that leads to them."""
        todo = news.paragraphs[tree.told :]
        asks = {key: text for key, text in news.asks.items() if key not in tree.asked}
        calls = {key: name for key, name in news.calls.items() if key not in tree.asked}
        some, asked = _take_fitting_paragraphs(todo, room), list[str]()
        told = tree.told + len(some)
        if len(some) == len(todo):
            for key, text in asks.items():
                if some and len("\n\n".join([*some, text])) > room:
                    break
                if asked and len(_list_mentioned_names([*some, text])) > MOST_NAMES:
                    break
                some, asked = [*some, text], [*asked, key]
        if calls and len(some) == len(todo) + len(asks):
            called = _pick_callable_players(some, calls)
            text = secret_calls.format_call_paragraph(dict.fromkeys(calls[key] for key in called), news.page)
            if called and (not some or len("\n\n".join([*some, text])) <= room):
                some, asked = [*some, text], [*asked, *called]
        return UnconfirmedComment("", "\n\n".join(some)[:room], told, [*tree.asked, *asked])

    def _post_piece(self, chat: str, news: TreeNews, tree: CommentTree, attempt: UnconfirmedComment) -> None:
        calls = len(attempt.asked) > len(tree.asked)
        longer = f"{tree.text}\n\n{attempt.text}"
        fresh = self.host.now() - tree.at < OLD
        if (
            tree.newest
            and fresh
            and not calls
            and len(longer) <= LONGEST_COMMENT
            and self._append_to_newest(tree, longer)
        ):
            tree.text = longer
            self._note_progress(chat, news.table, tree, attempt)
            return
        if tree.top:
            attempt.parent = tree.top
        else:
            attempt.parent, attempt.text = parse_reddit_place(chat), f"{news.heading}\n\n{attempt.text}"
        self.wire.check_ready()
        try:
            said = self._post_comment(chat, news, tree, attempt)
        except RedditDown:
            raise
        except Exception:  # what was refused was not said
            tree.unsure = None
            self._save_tree(chat, news.table, tree)
            raise
        self._note_comment(chat, news.table, tree, attempt, said)

    def _append_to_newest(self, tree: CommentTree, text: str) -> bool:
        try:
            self.wire.edit(tree.newest, text)
        except (PlaceGone, ThreadLocked, ThingMissing):  # a moderator has removed it, say; the next is a new one
            tree.newest = ""
            return False
        return True

    def _post_comment(self, chat: str, news: TreeNews, tree: CommentTree, attempt: UnconfirmedComment) -> str:
        tree.unsure = attempt
        self._save_tree(chat, news.table, tree)
        try:
            return self.wire.reply(attempt.parent, attempt.text)
        except (PlaceGone, ThreadLocked, ThingMissing):
            if not tree.top:
                raise
            tree.top = tree.newest = ""
            attempt.parent, attempt.text = parse_reddit_place(chat), f"{news.heading}\n\n{attempt.text}"
            return self._post_comment(chat, news, tree, attempt)

    def _resolve_unconfirmed(self, chat: str, table: str, tree: CommentTree) -> None:
        """Look up whether the unconfirmed comment was posted, and note it if so."""
        if tree.unsure is None:
            return
        attempt, tree.unsure = tree.unsure, None
        found = self.wire.find_own_comment(attempt.parent, attempt.text)
        if found:
            self._note_comment(chat, table, tree, attempt, found)

    def _note_comment(self, chat: str, table: str, tree: CommentTree, attempt: UnconfirmedComment, said: str) -> None:
        if attempt.parent == tree.top:
            tree.newest, tree.text = said, attempt.text
        else:
            tree.top, tree.newest, tree.text = said, "", ""
        tree.at, tree.unsure = self.host.now(), None
        self._note_progress(chat, table, tree, attempt)

    def _note_progress(self, chat: str, table: str, tree: CommentTree, attempt: UnconfirmedComment) -> None:
        tree.told, tree.asked = attempt.told, attempt.asked
        self._save_tree(chat, table, tree)

    # -- what is remembered

    def close_news(self, chat: str, table: str) -> None:
        """Mark this news as finished, so that what comes next counts as other news even with the same stamp."""
        tree = self.load_tree(chat, table)
        tree.stamp = ""
        self._save_tree(chat, table, tree)

    def load_tree(self, chat: str, table: str) -> CommentTree:
        """Load the tree of a round in a thread."""
        kept = self.host.store.load_place_value(chat, f"{TREE}{table}")
        return msgspec.json.decode(kept, type=CommentTree) if kept else CommentTree()

    def list_trees(self, chat: str) -> list[tuple[str, CommentTree]]:
        """List all trees of a thread with their rounds."""
        tables = [name.removeprefix(TREE) for name in self.host.store.list_place_value_names(chat, TREE)]
        return [(table, self.load_tree(chat, table)) for table in tables]

    def drop_hidden_comments(self, chat: str, table: str, hidden: Sequence[str]) -> None:
        """Forget comments that nobody sees, so that the next is a new comment, and a new tree if its top is hidden."""
        tree = self.load_tree(chat, table)
        tree.top = "" if tree.top in hidden else tree.top
        tree.newest, tree.text = "", ""
        self._save_tree(chat, table, tree)

    def _save_tree(self, chat: str, table: str, tree: CommentTree) -> None:
        self.host.store.save_place_value(chat, f"{TREE}{table}", msgspec.json.encode(tree))


def _list_mentioned_names(texts: Sequence[str]) -> set[str]:
    """Return the account names that these texts mention."""
    return {name for text in texts for name in USER_MENTION.findall(text)}


def _pick_callable_players(texts: Sequence[str], calls: dict[str, str]) -> list[str]:
    """Return whom this comment can mention too: first those it mentions anyway, then as many as Reddit notifies."""
    there, found = _list_mentioned_names(texts), list[str]()
    for key in sorted(calls, key=lambda key: calls[key] not in there):
        if len({*there, calls[key]}) <= MOST_NAMES:
            there, found = {*there, calls[key]}, [*found, key]
    return [key for key in calls if key in found]


def _take_fitting_paragraphs(paragraphs: Sequence[str], room: int) -> list[str]:
    """Return as many paragraphs from the first on as fit, at least one."""
    found, size = list[str](), -2
    for paragraph in paragraphs:
        size += len(paragraph) + 2
        if found and size > room:
            break
        found.append(paragraph)
    return found
