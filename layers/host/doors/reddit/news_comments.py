"""The bot's comments in a thread: a tree of them for each round, whose newest comment is written on until it is full.

A comment that nobody has to be called for is not worth a new one: it is added to the last. What is about to be said is
noted first; if its answer is lost, or the process dies, it is looked for before it is sent again.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Sequence

import msgspec
from msgspec import Struct

from engine.kernel import Reader
from engine.kernel.json_types import prepare_json_type
from engine.kernel.view import Panel
from host.core.context import HostContext
from host.core.session import RUNNING, Post, Session
from host.delivery.outbox import PlaceGone
from host.doors.reddit.account import RedditAccount
from host.doors.reddit.board import (
    LONGEST_COMMENT,
    build_user_mention,
    escape_markdown,
    join_markdown_lines,
    mark_raw,
)
from host.doors.reddit.places import parse_reddit_place
from host.doors.reddit.throttle import RedditDown, ThingMissing, ThreadLocked

ASK, CALLED = "!secret", "called"  # in place of a question; and what is kept of those that have been called to
PRIVATE_PAGE_NOTICE = "There may be a secret message for you on your private page: {page}"
CLAIM = (
    "If your private page does not show your name yet, open {claim} first. If you prefer private messages, write "
    "{messages}"
)

PRIVATE_MESSAGE_NOTICE = (
    "There may be a secret message for you. Write {messages}, and I will tell you where to read it."
)


def list_due_mentions(host: HostContext, chat: str, session: Session) -> list[str]:
    """Return a one-item list with the order to mention players in this thread, if a game has secret questions that no
    mention has announced yet; else an empty list. One mention covers all these questions.
    """
    new = _list_unmentioned_questions(host, chat, session)
    return [f"{ASK}/{session.id}/{new[0]}"] if new else []


def note_mentions_made(host: HostContext, chat: str, session: Session) -> None:
    """Record that the players have been notified in this thread of all secret questions of the game that are
    open now.
    """
    host.store.save_place_value(chat, f"{CALLED}/{session.id}", msgspec.json.encode(_list_secret_questions(session)))


def post_secret_mention(host: HostContext, chat: str, session: Session) -> None:
    """Queue in the thread `chat`, once, a mention of players by itself for secret questions of a game that no news has
    notified them of, and record it as made; do nothing if there are none.
    """
    new = _list_unmentioned_questions(host, chat, session)
    if not new:
        return
    once = hashlib.sha256("\n".join(new).encode()).hexdigest()[:16]
    ask = f"{ASK}/{session.id}/{new[0]}"
    stamp = max(int(host.now() * 1000), *(waiting.stamp + 1 for waiting in host.store.load_posts(chat)), 0)
    host.store.queue_answer(f"reddit:{CALLED}/{chat}/{once}", [Post(chat, "", stamp, asks=[ask])], host.now())
    note_mentions_made(host, chat, session)


def _list_secret_questions(session: Session) -> list[str]:
    """List the ids of a game's open secret questions in alphabetical order."""
    return sorted(key for key, clock in session.clocks.items() if clock.secret)


def _list_unmentioned_questions(host: HostContext, chat: str, session: Session) -> list[str]:
    """List the secret questions whose players have not been notified in this thread yet; none unless the game's clocks
    run and somebody reads secrets only on their page. Questions that follow a player's own answer are skipped, because
    they see these anyway.
    """
    secret = _list_secret_questions(session)
    if not secret or session.stage != RUNNING or session.paused or not list_page_only_seats(session):
        return []
    kept = host.store.load_place_value(chat, f"{CALLED}/{session.id}")
    known = set(msgspec.json.decode(kept, type=list[str]) if kept else [])
    return [key for key in secret if not {key, *session.clocks[key].was} & known and not session.clocks[key].follows]


def list_page_only_seats(session: Session) -> list[str]:
    """List the seats of people who have no private chat with the host and so can read secrets only on their private
    page; leave out who is out of the game.
    """
    return [each.seat for each in session.players if each.plays_in_person and not (each.place or each.out)]


def list_seats_to_mention(session: Session, panels: Sequence[Panel]) -> list[str]:
    """List the seats to mention because they are asked secret questions: only players who read secrets on their private
    page, and in such groups that nobody can tell from the tables (`panels`) who of them is asked.
    """
    tables: dict[str, set[str]] = {}
    for key, clock in session.clocks.items():
        if clock.secret:
            tables.setdefault(key.partition("#")[0], set()).add(clock.who)
    called = {seat for table, asked in tables.items() for seat in _pick_smallest_group(asked, table, session, panels)}
    return [seat for seat in list_page_only_seats(session) if seat in called]


def _pick_smallest_group(asked: set[str], table: str, session: Session, panels: Sequence[Panel]) -> list[str]:
    """Return the first of three groups, each within the next, that contains all who are asked, so that a mention does
    not reveal who they are: the players to move at the table, all at the table, or all in the game.
    """
    everybody = [each.seat for each in session.players]
    panel = next((each for each in panels if each.id == table), None)
    ways = [panel.to_move, [seat.who for seat in panel.seats]] if panel else []
    return next((seats for seats in ways if asked <= set(seats)), everybody)


def format_page_hint(web: str, game: str, reader: Reader) -> str:
    """Return the paragraph that tells a mentioned player where to read their question: on their private page of this
    game or, without a web page, in private messages.
    """
    messages = mark_raw("`messages`")
    told = [reader.format_sentence(PRIVATE_MESSAGE_NOTICE, messages=messages)]
    if web:
        own, claim = mark_raw(f"{web}/g/{game}"), mark_raw(f"{web}/claim")
        told = [
            reader.format_sentence(PRIVATE_PAGE_NOTICE, page=own),
            reader.format_sentence(CLAIM, claim=claim, messages=messages),
        ]
    return join_markdown_lines(map(escape_markdown, told))


def format_mention_paragraph(accounts: Iterable[str], told: str) -> str:
    """Return the paragraph that mentions these Reddit accounts, followed by the text `told`."""
    return f"🔒 **{', '.join(escape_markdown(build_user_mention(each)) for each in accounts)}**: {told}"


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
        """Note in this record, without saving it, that this news (identified by its `stamp`) is now posted in the group
        of comments: no piece of it counts as posted. Do nothing if it has been begun already.
        """
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
    named: bool = False  # does each comment name its board, because there are several?


class CommentTrees:
    """The comment trees of all threads."""

    def __init__(self, host: HostContext, wire: RedditAccount) -> None:
        self.host, self.wire = host, wire

    def has_unposted_news(self, chat: str, stamp: str, news: TreeNews) -> bool:
        """Return whether something of this news (which has this `stamp`) has not been posted in the group of comments
        of its round in the thread `chat`.
        """
        tree = self.load_tree(chat, news.table)
        tree.start_news(stamp)
        return bool(news.paragraphs[tree.told :]) or not {*news.asks, *news.calls} <= set(tree.asked)

    def post_next_piece(self, chat: str, stamp: str, news: TreeNews) -> bool:
        """Post one piece of this news, if any is left, in the thread `chat`, as a new comment or as an edit of one, and
        return whether another piece is left; `stamp` tells this news from other news. If an earlier post was
        interrupted, first find out whether it appeared.
        """
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
        """Build the comment, not posted yet, with the next piece of this news, at most `room` characters: paragraphs
        first, then questions and mentions, which come only after all the paragraphs that lead to them, and no more than
        Reddit notifies.
        """
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
            called = _pick_mentionable_players(some, calls)
            text = format_mention_paragraph(dict.fromkeys(calls[key] for key in called), news.page)
            if called and (not some or len("\n\n".join([*some, text])) <= room):
                some, asked = [*some, text], [*asked, *called]
        return UnconfirmedComment("", "\n\n".join(some)[:room], told, [*tree.asked, *asked])

    def _post_piece(self, chat: str, news: TreeNews, tree: CommentTree, attempt: UnconfirmedComment) -> None:
        """Post one piece of a round's news: added to the newest comment if that is less than twelve hours old, has
        room, and nobody new is to be notified; else as a new comment. Save how far that came; if Reddit refuses the
        comment, save that it was not posted, and raise the error.
        """
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
            attempt.text = f"{news.heading}\n\n{attempt.text}" if news.named else attempt.text
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
        """Give the newest comment of a round this longer text and return True; if that comment is gone or locked,
        forget it and return False, so that a new one is posted.
        """
        try:
            self.wire.edit(tree.newest, text)
        except (PlaceGone, ThreadLocked, ThingMissing):  # a moderator has removed it, say; the next is a new one
            tree.newest = ""
            return False
        return True

    def _post_comment(self, chat: str, news: TreeNews, tree: CommentTree, attempt: UnconfirmedComment) -> str:
        """Post a new comment with a round's news, saving before that it is being tried; return its id. If the
        comment that it would answer is gone, begin a new group of comments.
        """
        tree.unsure = attempt
        self._save_tree(chat, news.table, tree)
        try:
            return self.wire.reply(attempt.parent, attempt.text)
        except (PlaceGone, ThreadLocked, ThingMissing):
            if not tree.top:
                raise
            tree.top = tree.newest = ""
            headed = attempt.text if news.named else f"{news.heading}\n\n{attempt.text}"
            attempt.parent, attempt.text = parse_reddit_place(chat), headed
            return self._post_comment(chat, news, tree, attempt)

    def _resolve_unconfirmed(self, chat: str, table: str, tree: CommentTree) -> None:
        """Find out on Reddit whether a comment whose posting was interrupted was posted, and record it if so; either
        way it counts as settled in `tree`. Do nothing if there is none.
        """
        if tree.unsure is None:
            return
        attempt, tree.unsure = tree.unsure, None
        found = self.wire.find_own_comment(attempt.parent, attempt.text)
        if found:
            self._note_comment(chat, table, tree, attempt, found)

    def _note_comment(self, chat: str, table: str, tree: CommentTree, attempt: UnconfirmedComment, said: str) -> None:
        """Save that a comment with a round's news, of the id `said`, was posted, and that it is the newest one; if it
        does not answer the first comment of the group, it is the first itself.
        """
        if attempt.parent == tree.top:
            tree.newest, tree.text = said, attempt.text
        else:
            tree.top, tree.newest, tree.text = said, said, attempt.text
        tree.at, tree.unsure = self.host.now(), None
        self._note_progress(chat, table, tree, attempt)

    def _note_progress(self, chat: str, table: str, tree: CommentTree, attempt: UnconfirmedComment) -> None:
        """Save that so much of the news has been posted as this attempt holds, all before it included."""
        tree.told, tree.asked = attempt.told, attempt.asked
        self._save_tree(chat, table, tree)

    # -- what is remembered

    def close_news(self, chat: str, table: str) -> None:
        """Mark the current news of a round (`table`) as completely posted in a thread, so that what follows counts as
        other news even with the same stamp.
        """
        tree = self.load_tree(chat, table)
        tree.stamp = ""
        self._save_tree(chat, table, tree)

    def load_tree(self, chat: str, table: str) -> CommentTree:
        """Load the record of the comments in which a round's news is posted in a thread; an empty one if there are
        none.
        """
        kept = self.host.store.load_place_value(chat, f"{TREE}{table}")
        return msgspec.json.decode(kept, type=CommentTree) if kept else CommentTree()

    def list_trees(self, chat: str) -> list[tuple[str, CommentTree]]:
        """List the groups of comments (trees) in which a thread holds news, each with the name of the round whose
        news it holds.
        """
        tables = [name.removeprefix(TREE) for name in self.host.store.list_place_value_names(chat, TREE)]
        return [(table, self.load_tree(chat, table)) for table in tables]

    def drop_hidden_comments(self, chat: str, table: str, hidden: Sequence[str]) -> None:
        """Forget a round's comments in a thread because those in `hidden` cannot be seen by anybody: the next news goes
        into a new comment, or into a new group of comments if the top one is hidden.
        """
        tree = self.load_tree(chat, table)
        tree.top = "" if tree.top in hidden else tree.top
        tree.newest, tree.text = "", ""
        self._save_tree(chat, table, tree)

    def _save_tree(self, chat: str, table: str, tree: CommentTree) -> None:
        """Save the record of the comments in which a round's news is posted in a thread."""
        self.host.store.save_place_value(chat, f"{TREE}{table}", msgspec.json.encode(tree))


def _list_mentioned_names(texts: Sequence[str]) -> set[str]:
    """Return the account names that these texts mention."""
    return {name for text in texts for name in USER_MENTION.findall(text)}


def _pick_mentionable_players(texts: Sequence[str], calls: dict[str, str]) -> list[str]:
    """Return the keys of those players in `calls` (Reddit names by key) whom a comment with these texts can mention
    too: as many as Reddit notifies, preferably those whom the texts name anyway.
    """
    there, found = _list_mentioned_names(texts), list[str]()
    for key in sorted(calls, key=lambda key: calls[key] not in there):
        if len({*there, calls[key]}) <= MOST_NAMES:
            there, found = {*there, calls[key]}, [*found, key]
    return [key for key in calls if key in found]


def _take_fitting_paragraphs(paragraphs: Sequence[str], room: int) -> list[str]:
    """Return as many of the first paragraphs as fit together into `room` characters, but at least one if
    there are any.
    """
    found, size = list[str](), -2
    for paragraph in paragraphs:
        size += len(paragraph) + 2
        if found and size > room:
            break
        found.append(paragraph)
    return found
