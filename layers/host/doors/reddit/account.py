"""Calls to Reddit through PRAW: one account, one call at a time."""

from __future__ import annotations

import logging
import re
import threading
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import praw
from msgspec import Struct
from praw.endpoints import API_PATH
from praw.models import Comment, Message, MoreComments, Submission

from host.core.error_lines import format_error_location
from host.delivery.outbox import RetryLater
from host.doors.reddit.places import COMMENT, LETTER, THREAD, RedditKeys
from host.doors.reddit.throttle import AccountBarred, ThingMissing, ThrottledRequestor, convert_reddit_error

log = logging.getLogger(__name__)
PAGE_SIZE = 100
REMOVED_TEXTS = ("[deleted]", "[removed]")
IGNORED_AUTHOR = "automoderator"  # it explains commands, and plays none
LINKED = re.compile(r"/comments/([a-z0-9]+)")
MOST_COMMENTS = 500
RECENT_OWN_POSTS = 25
CLOSED_SUBREDDIT_KINDS = ("private", "restricted")
NO_RATE_LIMIT_SLEEP = -1  # PRAW sleeps on what Reddit's rate limits say if that is no longer than this


class RedditRemark(Struct):
    """Something that somebody wrote: a comment in a thread, or a private message to us."""

    id: str
    author: str
    body: str
    made: float
    thread: str = ""  # of a message: none
    parent: str = ""
    subreddit: str = ""
    to_us: bool = False  # a message, or an answer to something of ours
    theirs: bool = False  # the thread is the writer's own
    edited: float = 0.0  # when it was, if Reddit says so; within the first minutes it does not
    again: bool = False  # it has been read before, and reads otherwise now

    @property
    def private(self) -> bool:
        """Whether the remark is a private message to the bot and no comment."""
        return not self.thread

    @property
    def key(self) -> str:
        """The key by which the host carries out the commands in this remark only once; if the writer edits the remark
        after it was read, it gets another key.
        """
        return f"{self.id}@{self.text_checksum}" if self.again else self.id

    @property
    def text_checksum(self) -> str:
        """A checksum of the remark's text, by which an edit is noticed."""
        return f"{zlib.crc32(self.body.encode()):x}"


class ListingPage(Struct):
    """A page of a listing: the remarks of others, the time and name of its last item, and whether there may be more."""

    remarks: list[RedditRemark]
    oldest: float
    last: str
    full: bool
    names: list[str] = []


class ThreadState(Struct):
    """The state of a thread."""

    id: str
    author: str
    locked: bool
    archived: bool
    removed: bool
    deleted: bool
    subreddit: str = ""


class SubredditStatus(Struct):
    """Our standing in a subreddit."""

    banned: bool
    closed: bool


class RedditAccount:
    """One Reddit account of ours, used for one call at a time."""

    def __init__(self, keys: RedditKeys, now: Callable[[], float]) -> None:
        self.keys = keys
        self._lock = threading.Lock()
        lines: list[ThrottledRequestor] = []
        urls = {"reddit_url": keys.url, "oauth_url": keys.url} if keys.url else {}
        self._reddit = praw.Reddit(
            client_id=keys.client_id,
            client_secret=keys.client_secret,
            username=keys.username,
            password=keys.password,
            user_agent=keys.user_agent,
            ratelimit_seconds=NO_RATE_LIMIT_SLEEP,
            check_for_updates=False,
            check_for_async=False,
            requestor_class=ThrottledRequestor,
            requestor_kwargs={"now": now, "lines": lines},
            **urls,
        )
        self.line = lines[0]
        self._aside: set[str] = set()  # what could not be read
        self._mute: dict[str, float] = {}  # kinds of speech that have to wait, and until when

    @property
    def name(self) -> str:
        """The user name of the bot's Reddit account."""
        return self.keys.username

    @contextmanager
    def open_call(self, kind: str = "") -> Iterator[praw.Reddit]:
        """Yield PRAW (the Reddit library) for one call at a time, and convert its errors to the host's own; any other
        error is raised as it is. When Reddit limits calls of this `kind`, such as comments, raise RetryLater for each
        further one until the limit is over; when it rejects the account, hold all calls back for ten minutes.
        """
        with self._lock:
            wait = self._mute.get(kind, 0.0) - self.line.now()
            if wait > 0:
                raise RetryLater(wait)
            try:
                yield self._reddit
            except Exception as error:  # noqa: BLE001 # one that means nothing to us goes on as it is
                meant = convert_reddit_error(error)
                if isinstance(meant, AccountBarred):
                    self.line.hold(meant.seconds)
                elif kind and isinstance(meant, RetryLater):
                    self._mute[kind] = self.line.now() + meant.seconds
                raise meant from None

    @property
    def mute(self) -> bool:
        """Whether a rate limit that Reddit has told this process makes the bot's comments wait, so that nobody can be
        told anything now.
        """
        return self._mute.get(COMMENT, 0.0) > self.line.now()

    def check_ready(self) -> None:
        """Raise RetryLater if a call to Reddit would have to wait for the rate limit."""
        wait = self.line.compute_wait()
        if wait:
            raise RetryLater(wait)

    def close(self) -> None:
        """Close the connection to Reddit."""
        self.line.close()

    # -- hearing

    def fetch_comments(self, after: str = "") -> ListingPage:
        """Return a page of the comments in the bot's subreddits, newest first, without the bot's own, AutoModerator's
        and deleted ones: the first page, or the page that follows the comment `after`.
        """
        with self.open_call() as reddit:
            where = reddit.subreddit("+".join(self.keys.subreddits))
            return self._build_page(where.comments(limit=PAGE_SIZE, params={"after": after} if after else {}))

    def fetch_inbox(self, after: str = "", *, unread: bool = False) -> ListingPage:
        """Return a page of the bot's inbox (messages, replies, mentions), newest first: the first page, or the page
        that follows the item `after`. With `unread`, return only what is not marked as read.
        """
        with self.open_call() as reddit:
            turn = reddit.inbox.unread if unread else reddit.inbox.all
            return self._build_page(turn(limit=PAGE_SIZE, params={"after": after} if after else {}))

    def mark_read(self, names: Iterable[str]) -> None:
        """Mark the inbox's messages and comments with these full Reddit names as read on Reddit."""
        with self.open_call() as reddit:
            things = (_find_thing(reddit, name) for name in names)
            reddit.inbox.mark_read([each for each in things if not isinstance(each, Submission)])

    def fetch_thread(self, thread: str, calls: int) -> tuple[list[RedditRemark], list[str]]:
        """Return the comments of other people in a thread, and the ids of those that are still left out. Reddit leaves
        out some at first; at most `calls` further calls fetch these.
        """
        with self.open_call() as reddit:
            submission = reddit.submission(thread.removeprefix(THREAD))
            submission.comment_sort, submission.comment_limit = "new", MOST_COMMENTS
            found, left = _split_left_out(submission.comments.list())
        some, left = self.fetch_left_out_comments(thread, left, calls) if left and calls > 0 else ([], left)
        return [*self._parse_items(found), *some], left

    def fetch_left_out_comments(self, thread: str, left: list[str], calls: int) -> tuple[list[RedditRemark], list[str]]:
        """Return those comments of other people in a thread, out of the left-out ids `left`, that at most `calls` calls
        to Reddit can fetch, and the ids still left out, among them new ones that Reddit names meanwhile.
        """
        read = list[RedditRemark]()
        for _ in range(calls):
            children, left = left[:PAGE_SIZE], left[PAGE_SIZE:]
            if children:
                asked = {"children": ",".join(children), "link_id": thread, "sort": "new"}
                with self.open_call() as reddit:
                    found, further = _split_left_out(reddit.post(API_PATH["morechildren"], data=asked))
                read, left = [*read, *self._parse_items(found)], [*left, *further]
        return read, left

    def fetch_remarks(self, comments: Iterable[str]) -> list[RedditRemark]:
        """Return the comments with these full Reddit names as they read now, without those that are gone, malformed, or
        the bot's or AutoModerator's.
        """
        with self.open_call() as reddit:
            return self._parse_items(reddit.info(fullnames=list(comments)))

    def _parse_items(self, items: Iterable[object]) -> list[RedditRemark]:
        """Return the comments and messages by others among these items, skipping malformed ones so that they cannot
        block the rest.
        """
        return [remark for each in items if (remark := self._parse_item(each))]

    def _parse_item(self, item: object) -> RedditRemark | None:
        """Return the comment or message in an item of Reddit's listing; None if it is skipped, because it is nobody
        else's or because it is malformed, which is logged once.
        """
        try:
            return self._parse_remark(item)
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            name = str(vars(item).get("name") or "")
            if name not in self._aside:
                log.error("account item unreadable, skipped name=%s error=%s", name, format_error_location(error))  # noqa: TRY400 # values could be secret
            self._aside.add(name)
            return None

    def _build_page(self, items: Iterable[object]) -> ListingPage:
        """Build a page from the items of a listing: the remarks of others among them, the time of the oldest item and
        the name of the last (0 and empty if there is none), whether the page is full, and the names of all items.
        """
        found = list(items)
        oldest = min((made for each in found if (made := _find_creation_time(each))), default=0.0)
        last = getattr(found[-1], "fullname", "") if found else ""
        names = [getattr(each, "fullname", "") for each in found]
        return ListingPage(self._parse_items(found), oldest, last, len(found) >= PAGE_SIZE, names)

    def fetch_thread_states(self, threads: Iterable[str]) -> list[ThreadState]:
        """Return for each of these threads whether it is locked, removed, archived or deleted, as Reddit says; leave
        out those that Reddit does not return.
        """
        with self.open_call() as reddit:
            return [
                _build_thread_state(vars(each))
                for each in reddit.info(fullnames=list(threads))
                if isinstance(each, Submission)
            ]

    def _parse_remark(self, item: object) -> RedditRemark | None:
        """Return the comment or message in an item; None if it is deleted, by the bot itself or by AutoModerator, or of
        another kind. If it is malformed, an error such as KeyError is raised.
        """
        data = vars(item)
        author, body = str(data.get("author") or ""), str(data.get("body") or "")
        made = float(data.get("created_utc") or 0)
        if not author or body in REMOVED_TEXTS or author.casefold() in {self.name.casefold(), IGNORED_AUTHOR}:
            return None
        if isinstance(item, Message):
            return RedditRemark(f"{LETTER}{data['id']}", author, body, made, to_us=True)
        context = str(data.get("context") or "")
        thread = str(data.get("link_id") or "") or _find_linked_thread(context)
        if not isinstance(item, Comment) or not thread:
            return None
        found = RedditRemark(f"{COMMENT}{data['id']}", author, body, made, thread, to_us=bool(context))
        found.parent, found.subreddit = str(data.get("parent_id") or ""), str(data.get("subreddit") or "")
        found.theirs = bool(data.get("is_submitter"))
        ours = str(data.get("link_author") or "").casefold() == self.name.casefold()
        found.to_us |= ours and found.parent == thread  # below our own thread, which asks
        found.edited = float(data.get("edited") or 0.0)
        return found

    # -- speaking

    def submit(self, title: str, text: str, where: str = "") -> str:
        """Open a thread in the subreddit `where`, or in the bot's first subreddit if that is empty; return the thread's
        full Reddit name.
        """
        with self.open_call(THREAD) as reddit:
            place = reddit.subreddit(where or self.keys.subreddits[0])
            return f"{THREAD}{place.submit(title, selftext=text, send_replies=False).id}"

    def delete_thread(self, thread: str) -> None:
        """Delete the bot's own thread with this full Reddit name."""
        with self.open_call() as reddit:
            reddit.submission(thread.removeprefix(THREAD)).delete()

    def reply(self, thing: str, text: str) -> str:
        """Reply to a thread, a comment or a message with this full Reddit name; return that of the reply, or an empty
        string if Reddit gives none.
        """
        with self.open_call(LETTER if thing.startswith(LETTER) else COMMENT) as reddit:
            said = _find_thing(reddit, thing).reply(text)
            return f"{thing[:3] if thing.startswith(LETTER) else COMMENT}{said.id}" if said is not None else ""

    def edit(self, thing: str, text: str) -> None:
        """Replace the text of a thread or comment of the bot's own; do nothing for a private message, which cannot be
        edited.
        """
        with self.open_call("edit") as reddit:
            target = _find_thing(reddit, thing)
            if not isinstance(target, Message):
                target.edit(text)

    def compose(self, account: str, subject: str, text: str) -> None:
        """Send a private message with this subject and text to the Reddit account of this name."""
        with self.open_call(LETTER) as reddit:
            reddit.redditor(account).message(subject=subject, message=text)

    def find_own_comment(self, parent: str, text: str) -> str:
        """Return the full Reddit name (t1_…) of the bot's own comment with this text right below `parent`, or an empty
        string if there is none among its 25 newest comments.
        """
        with self.open_call() as reddit:
            found = map(vars, reddit.redditor(self.name).comments.new(limit=RECENT_OWN_POSTS))
            mine = [
                each
                for each in found
                if each.get("parent_id") == parent and each.get("body", "").strip() == text.strip()
            ]
            return f"{COMMENT}{mine[0]['id']}" if mine else ""

    def find_own_thread(self, title: str) -> str:
        """Return the full Reddit name (t3_…) of the bot's own thread with this title, or an empty string if there is
        none among its 25 newest threads.
        """
        with self.open_call() as reddit:
            found = map(vars, reddit.redditor(self.name).submissions.new(limit=RECENT_OWN_POSTS))
            mine = [each for each in found if each.get("title") == title]
            return f"{THREAD}{mine[0]['id']}" if mine else ""

    # -- what others see of us

    @contextmanager
    def _open_anonymous_call(self) -> Iterator[praw.Reddit]:
        """Yield PRAW (the Reddit library) for a call without login, because a hidden account can still see itself;
        afterwards calls are with login again.
        """
        with self.open_call() as reddit:
            reddit.read_only = True
            try:
                yield reddit
            finally:
                reddit.read_only = False

    def is_visible(self) -> bool:
        """Return whether other people can see the bot's account, as Reddit tells a caller without login."""
        try:
            with self._open_anonymous_call() as reddit:
                return bool(reddit.redditor(self.name).fullname)
        except ThingMissing:
            return False

    def list_hidden(self, ours: Iterable[str]) -> list[str]:
        """List the full Reddit names of those of the bot's threads and comments (`ours`) that others cannot see or
        reply to, because they are removed or locked. Missing ones do not count, because that may be temporary.
        """
        with self._open_anonymous_call() as reddit:
            found = [(each.fullname, vars(each)) for each in reddit.info(fullnames=list(ours))]
        return [name for name, data in found if _is_removed(data) or data.get("locked")]

    def fetch_own_texts(self, comments: Iterable[str]) -> dict[str, str]:
        """Return the texts of these comments by the bot, by their full Reddit names, even where nobody else can see
        them; without those that Reddit does not return.
        """
        with self.open_call() as reddit:
            found = map(vars, reddit.info(fullnames=list(comments)))
            return {f"{COMMENT}{each['id']}": str(each.get("body") or "") for each in found}

    # -- about us, and about the place

    def fetch_account_name(self) -> str:
        """Return the name of the bot's own account as Reddit spells it."""
        with self.open_call() as reddit:
            return str(reddit.user.me())

    def fetch_scopes(self) -> set[str]:
        """Return the OAuth scopes of this account's app: the names of what Reddit allows it to do."""
        with self.open_call() as reddit:
            return set(reddit.auth.scopes())

    def fetch_subreddit_status(self, subreddit: str) -> SubredditStatus:
        """Return whether the bot is banned in a subreddit, and whether the subreddit is closed to it: private or
        restricted, and the bot neither moderates it nor is approved there.
        """
        with self.open_call() as reddit:
            found = reddit.subreddit(subreddit)
            kind, ours = str(found.subreddit_type), bool(found.user_is_moderator or found.user_is_contributor)
            return SubredditStatus(bool(found.user_is_banned), kind in CLOSED_SUBREDDIT_KINDS and not ours)

    def fetch_subreddit_rules(self, subreddit: str) -> list[str]:
        """Return a subreddit's rules, each as `NAME: DESCRIPTION`."""
        with self.open_call() as reddit:
            return [f"{rule.short_name}: {rule.description}" for rule in reddit.subreddit(subreddit).rules]

    def fetch_moderators(self, subreddit: str) -> set[str]:
        """Return the names of a subreddit's moderators in lower case."""
        with self.open_call() as reddit:
            return {str(each).casefold() for each in reddit.subreddit(subreddit).moderator()}


def _is_removed(data: dict[str, Any]) -> bool:
    """Return whether Reddit's data of a comment or thread say that it was removed by somebody or deleted."""
    return bool({data.get("body"), data.get("selftext")} & set(REMOVED_TEXTS) or data.get("removed_by_category"))


def _find_creation_time(item: object) -> float:
    """Return when an item of a listing was written, in seconds since 1970; 0 if it does not say so."""
    made = vars(item).get("created_utc")
    return float(made) if isinstance(made, int | float) else 0.0


def _split_left_out(items: Iterable[object]) -> tuple[list[object], list[str]]:
    """Split a listing into its comments and the ids (without t1_) of comments that Reddit left out; other items are
    dropped.
    """
    every = list(items)
    left = [child for each in every if isinstance(each, MoreComments) for child in each.children]
    return [each for each in every if isinstance(each, Comment)], left


def _find_thing(reddit: praw.Reddit, thing: str) -> Comment | Message | Submission:
    """Return PRAW's object for the thread, comment or message with this full Reddit name, without asking
    Reddit for it.
    """
    kind, bare = thing[:3], thing[3:]
    if kind == THREAD:
        return reddit.submission(bare)
    return reddit.comment(bare) if kind == COMMENT else Message(reddit, {"id": bare})


def _build_thread_state(data: dict[str, Any]) -> ThreadState:
    """Build the state of a thread from Reddit's data of it; it counts as deleted only if its author has deleted it."""
    author = str(data.get("author") or "")
    removed = bool(data.get("removed_by_category") or data.get("banned_by") or data.get("removed"))
    deleted = data.get("removed_by_category") == "deleted"
    closed = bool(data.get("locked")), bool(data.get("archived"))
    return ThreadState(f"{THREAD}{data['id']}", author, *closed, removed, deleted, str(data.get("subreddit") or ""))


def _find_linked_thread(context: str) -> str:
    """Return the full name of the thread that this link to a comment leads to, or an empty string."""
    found = LINKED.search(context)
    return f"{THREAD}{found[1]}" if found else ""
