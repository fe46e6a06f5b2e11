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

from host.core.error_lines import where
from host.delivery.outbox import RetryLater
from host.doors.reddit.api_errors import AccountBarred, ThingMissing, meaning
from host.doors.reddit.places import COMMENT, LETTER, THREAD
from host.doors.reddit.settings import Keys
from host.doors.reddit.throttle import ThrottledRequestor

log = logging.getLogger(__name__)
PAGE = 100
GONE = ("[deleted]", "[removed]")
NOBODY = "automoderator"  # it explains commands, and plays none
LINKED = re.compile(r"/comments/([a-z0-9]+)")
MOST_COMMENTS = 500
LATELY = 25
CLOSED = ("private", "restricted")
NEVER = -1  # PRAW sleeps on what Reddit's rate limits say if that is no longer than this


class RedditRemark(Struct):
    """Something that somebody wrote: a comment in a thread, or a message to us alone."""

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
        """Was it said to us alone?"""
        return not self.thread

    @property
    def key(self) -> str:
        """By what its commands are known; what it says after an edit is something else."""
        return f"{self.id}@{self.worded}" if self.again else self.id

    @property
    def worded(self) -> str:
        """Its words, in short."""
        return f"{zlib.crc32(self.body.encode()):x}"


class Page(Struct):
    """A page of a listing: what others wrote, how old its last line is and which, and whether there may be more."""

    remarks: list[RedditRemark]
    oldest: float
    last: str
    full: bool
    names: list[str] = []


class ThreadState(Struct):
    """How a thread stands."""

    id: str
    author: str
    locked: bool
    archived: bool
    removed: bool
    deleted: bool
    subreddit: str = ""


class SubredditStatus(Struct):
    """How a subreddit stands to us."""

    banned: bool
    closed: bool


class RedditAccount:
    """An account of ours."""

    def __init__(self, keys: Keys, now: Callable[[], float]) -> None:
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
            ratelimit_seconds=NEVER,
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
        """The account's name."""
        return self.keys.username

    @contextmanager
    def calling(self, kind: str = "") -> Iterator[praw.Reddit]:
        """PRAW for a call; what goes wrong is said in the host's own words. Where Reddit's hidden limits let one
        comment wait, they let all wait.
        """
        with self._lock:
            wait = self._mute.get(kind, 0.0) - self.line.now()
            if wait > 0:
                raise RetryLater(wait)
            try:
                yield self._reddit
            except Exception as error:  # noqa: BLE001 # one that means nothing to us goes on as it is
                meant = meaning(error)
                if isinstance(meant, AccountBarred):
                    self.line.hold(meant.seconds)
                elif kind and isinstance(meant, RetryLater):
                    self._mute[kind] = self.line.now() + meant.seconds
                raise meant from None

    @property
    def mute(self) -> bool:
        """Do comments have to wait, so that nobody can be told anything?"""
        return self._mute.get(COMMENT, 0.0) > self.line.now()

    def ready(self) -> None:
        """Nothing is begun that would only have to wait."""
        wait = self.line.wait()
        if wait:
            raise RetryLater(wait)

    def close(self) -> None:
        """Hang up."""
        self.line.close()

    # -- hearing

    def comments(self, after: str = "") -> Page:
        """A page of what was written in our subreddits, newest first, from this comment backwards."""
        with self.calling() as reddit:
            where = reddit.subreddit("+".join(self.keys.subreddits))
            return self._page(where.comments(limit=PAGE, params={"after": after} if after else {}))

    def inbox(self, after: str = "", *, unread: bool = False) -> Page:
        """A page of what was said to us: messages, answers, mentions; newest first."""
        with self.calling() as reddit:
            turn = reddit.inbox.unread if unread else reddit.inbox.all
            return self._page(turn(limit=PAGE, params={"after": after} if after else {}))

    def mark_read(self, names: Iterable[str]) -> None:
        """These are unread no more."""
        with self.calling() as reddit:
            things = (_thing(reddit, name) for name in names)
            reddit.inbox.mark_read([each for each in things if not isinstance(each, Submission)])

    def thread(self, thread: str, calls: int) -> tuple[list[RedditRemark], list[str]]:
        """The comments of one thread: as many as Reddit gives at once, and then with so many calls more; and the ids of
        the others.
        """
        with self.calling() as reddit:
            submission = reddit.submission(thread.removeprefix(THREAD))
            submission.comment_sort, submission.comment_limit = "new", MOST_COMMENTS
            found, left = _parted(submission.comments.list())
        some, left = self.more(thread, left, calls) if left and calls > 0 else ([], left)
        return [*self._readable(found), *some], left

    def more(self, thread: str, left: list[str], calls: int) -> tuple[list[RedditRemark], list[str]]:
        """So many calls' worth of the comments that were left out of a thread; and what is left."""
        read = list[RedditRemark]()
        for _ in range(calls):
            children, left = left[:PAGE], left[PAGE:]
            if children:
                asked = {"children": ",".join(children), "link_id": thread, "sort": "new"}
                with self.calling() as reddit:
                    found, further = _parted(reddit.post(API_PATH["morechildren"], data=asked))
                read, left = [*read, *self._readable(found)], [*left, *further]
        return read, left

    def remarks(self, comments: Iterable[str]) -> list[RedditRemark]:
        """What these comments of others say now, as far as they are still there."""
        with self.calling() as reddit:
            return self._readable(reddit.info(fullnames=list(comments)))

    def _readable(self, items: Iterable[object]) -> list[RedditRemark]:
        """What others wrote. What has another shape than it should is put aside: it must not keep us from the rest."""
        return [remark for each in items if (remark := self._read(each))]

    def _read(self, item: object) -> RedditRemark | None:
        try:
            return self._remark(item)
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            name = str(vars(item).get("name") or "")
            if name not in self._aside:
                log.error("%s cannot be read, and is put aside: %s", name, where(error))  # noqa: TRY400 # values could be secret
            self._aside.add(name)
            return None

    def _page(self, items: Iterable[object]) -> Page:
        found = list(items)
        oldest = min((made for each in found if (made := _moment(each))), default=0.0)
        last = getattr(found[-1], "fullname", "") if found else ""
        names = [getattr(each, "fullname", "") for each in found]
        return Page(self._readable(found), oldest, last, len(found) >= PAGE, names)

    def states(self, threads: Iterable[str]) -> list[ThreadState]:
        """How these threads stand."""
        with self.calling() as reddit:
            return [_state(vars(each)) for each in reddit.info(fullnames=list(threads)) if isinstance(each, Submission)]

    def _remark(self, item: object) -> RedditRemark | None:
        """What somebody else wrote, if it is still there."""
        data = vars(item)
        author, body = str(data.get("author") or ""), str(data.get("body") or "")
        made = float(data.get("created_utc") or 0)
        if not author or body in GONE or author.casefold() in {self.name.casefold(), NOBODY}:
            return None
        if isinstance(item, Message):
            return RedditRemark(f"{LETTER}{data['id']}", author, body, made, to_us=True)
        context = str(data.get("context") or "")
        thread = str(data.get("link_id") or "") or _linked(context)
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
        """Open a thread in the first of our subreddits, or there."""
        with self.calling(THREAD) as reddit:
            place = reddit.subreddit(where or self.keys.subreddits[0])
            return f"{THREAD}{place.submit(title, selftext=text, send_replies=False).id}"

    def take_back(self, thread: str) -> None:
        """Delete a thread of ours."""
        with self.calling() as reddit:
            reddit.submission(thread.removeprefix(THREAD)).delete()

    def reply(self, thing: str, text: str) -> str:
        """Answer a thread, a comment or a message."""
        with self.calling(LETTER if thing.startswith(LETTER) else COMMENT) as reddit:
            said = _thing(reddit, thing).reply(text)
            return f"{thing[:3] if thing.startswith(LETTER) else COMMENT}{said.id}" if said is not None else ""

    def edit(self, thing: str, text: str) -> None:
        """Change what a thread of ours or a comment of ours says."""
        with self.calling("edit") as reddit:
            target = _thing(reddit, thing)
            if not isinstance(target, Message):
                target.edit(text)

    def compose(self, account: str, subject: str, text: str) -> None:
        """Write to somebody alone."""
        with self.calling(LETTER) as reddit:
            reddit.redditor(account).message(subject=subject, message=text)

    def said_before(self, parent: str, text: str) -> str:
        """A comment of ours below this, in these words, if we have written it."""
        with self.calling() as reddit:
            found = map(vars, reddit.redditor(self.name).comments.new(limit=LATELY))
            mine = [
                each
                for each in found
                if each.get("parent_id") == parent and each.get("body", "").strip() == text.strip()
            ]
            return f"{COMMENT}{mine[0]['id']}" if mine else ""

    def opened_before(self, title: str) -> str:
        """A thread of ours with this title, if we have opened it."""
        with self.calling() as reddit:
            found = map(vars, reddit.redditor(self.name).submissions.new(limit=LATELY))
            mine = [each for each in found if each.get("title") == title]
            return f"{THREAD}{mine[0]['id']}" if mine else ""

    # -- what others see of us

    @contextmanager
    def _outside(self) -> Iterator[praw.Reddit]:
        """PRAW for a call of nobody in particular: whoever is hidden from others goes on seeing themselves."""
        with self.calling() as reddit:
            reddit.read_only = True
            try:
                yield reddit
            finally:
                reddit.read_only = False

    def seen(self) -> bool:
        """Do others see that there is an account of our name?"""
        try:
            with self._outside() as reddit:
                return bool(reddit.redditor(self.name).fullname)
        except ThingMissing:
            return False

    def hidden(self, ours: Iterable[str]) -> list[str]:
        """Those of our words that others do not see, or cannot answer; what is missing may be a stumble."""
        with self._outside() as reddit:
            found = [(each.fullname, vars(each)) for each in reddit.info(fullnames=list(ours))]
        return [name for name, data in found if _gone(data) or data.get("locked")]

    def words(self, comments: Iterable[str]) -> dict[str, str]:
        """What our comments say, also where nobody else sees it."""
        with self.calling() as reddit:
            found = map(vars, reddit.info(fullnames=list(comments)))
            return {f"{COMMENT}{each['id']}": str(each.get("body") or "") for each in found}

    # -- about us, and about the place

    def me(self) -> str:
        """Who we are to Reddit."""
        with self.calling() as reddit:
            return str(reddit.user.me())

    def scopes(self) -> set[str]:
        """What this account's app may do."""
        with self.calling() as reddit:
            return set(reddit.auth.scopes())

    def about(self, subreddit: str) -> SubredditStatus:
        """How a subreddit stands to us."""
        with self.calling() as reddit:
            found = reddit.subreddit(subreddit)
            kind, ours = str(found.subreddit_type), bool(found.user_is_moderator or found.user_is_contributor)
            return SubredditStatus(bool(found.user_is_banned), kind in CLOSED and not ours)

    def rules(self, subreddit: str) -> list[str]:
        """A subreddit's rules, each with what it says."""
        with self.calling() as reddit:
            return [f"{rule.short_name}: {rule.description}" for rule in reddit.subreddit(subreddit).rules]

    def moderators(self, subreddit: str) -> set[str]:
        """Who looks after this place, in small letters."""
        with self.calling() as reddit:
            return {str(each).casefold() for each in reddit.subreddit(subreddit).moderator()}


def _gone(data: dict[str, Any]) -> bool:
    return bool({data.get("body"), data.get("selftext")} & set(GONE) or data.get("removed_by_category"))


def _moment(item: object) -> float:
    made = vars(item).get("created_utc")
    return float(made) if isinstance(made, int | float) else 0.0


def _parted(items: Iterable[object]) -> tuple[list[object], list[str]]:
    """Comments, and the ids of those that were left out."""
    every = list(items)
    left = [child for each in every if isinstance(each, MoreComments) for child in each.children]
    return [each for each in every if isinstance(each, Comment)], left


def _thing(reddit: praw.Reddit, thing: str) -> Comment | Message | Submission:
    kind, bare = thing[:3], thing[3:]
    if kind == THREAD:
        return reddit.submission(bare)
    return reddit.comment(bare) if kind == COMMENT else Message(reddit, {"id": bare})


def _state(data: dict[str, Any]) -> ThreadState:
    author = str(data.get("author") or "")
    removed = bool(data.get("removed_by_category") or data.get("banned_by") or data.get("removed"))
    deleted = data.get("removed_by_category") == "deleted"
    closed = bool(data.get("locked")), bool(data.get("archived"))
    return ThreadState(f"{THREAD}{data['id']}", author, *closed, removed, deleted, str(data.get("subreddit") or ""))


def _linked(context: str) -> str:
    found = LINKED.search(context)
    return f"{THREAD}{found[1]}" if found else ""
