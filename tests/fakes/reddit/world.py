"""The whole of one small Reddit: its people, subreddits, threads and inboxes."""

import math
import re
import threading
from collections.abc import Iterator
from itertools import count

from tests.fakes.telegram.clock import Clock

from .garble import Garbler
from .things import Account, Comment, Item, Message, Submission, Subreddit, Thing, base36

MENTION = re.compile(r"(?<!\w)/?u/([\w-]{3,20})")
FILTER, SHADOW = "AutoModerator", "Reddit"
FIRST_IDS = {"t1": "k000001", "t2": "a0001", "t3": "1b00001", "t4": "2c00001", "t5": "5d001"}
COMMENT_LIMIT = 10_000
SELFTEXT_LIMIT = 40_000
TITLE_LIMIT = 300
SUBJECT_LIMIT = 100
MENTIONS = 3


class World:
    """All state of the site. Whoever reads or changes it holds `lock`."""

    def __init__(self, clock: Clock, bot: str) -> None:
        self.clock = clock
        self.lock = threading.RLock()
        self.violations: list[str] = []
        self.accounts: dict[str, Account] = {}
        self.subs: dict[str, Subreddit] = {}
        self.things: dict[str, Thing] = {}
        self.messages: dict[str, Message] = {}
        self.inboxes: dict[str, list[Item]] = {}
        self._ids: dict[str, Iterator[int]] = {kind: count(int(first, 36)) for kind, first in FIRST_IDS.items()}
        self.bot = self.account(bot).name
        self.tree_limit = 500
        self.garbler = Garbler()
        self.filtered: set[str] = set()
        self.shadowed: set[str] = set()
        self.outside = False  # is it nobody who looks just now?
        self.slow: dict[str, float] = {}

    def now(self) -> float:
        """The time on the site."""
        return self.clock.now()

    def next_id(self, kind: str) -> str:
        """A new id: ids of one kind only grow."""
        return base36(next(self._ids[kind]))

    def account(self, name: str) -> Account:
        """Somebody, who registers at first sight. Case does not matter."""
        if name.lower() not in self.accounts:
            self.accounts[name.lower()] = Account(self.next_id("t2"), name, self.now())
        return self.accounts[name.lower()]

    def sub(self, name: str) -> Subreddit:
        """A subreddit, which is founded at first sight by a moderator of its own."""
        if name.lower() not in self.subs:
            founder = self.account(f"{name}_mod").name
            self.subs[name.lower()] = Subreddit(self.next_id("t5"), name, self.now(), [founder])
        return self.subs[name.lower()]

    def post(self, sub: Subreddit, author: str, title: str, body: str) -> Submission:
        """Open a thread."""
        thread = Submission(self.next_id("t3"), sub, self.account(author).name, body, self.now(), title=title)
        self.things[thread.fullname] = thread
        if thread.author.lower() in self.shadowed:
            thread.removed_by = SHADOW
        return thread

    def comment(self, parent: Thing, author: str, body: str) -> Comment:
        """Write below a thread or a comment, and tell those whom it concerns."""
        thread = parent.thread if isinstance(parent, Comment) else parent
        if not isinstance(thread, Submission):
            raise TypeError(f"nobody can comment on {parent!r}")
        ident, name = self.next_id("t1"), self.account(author).name
        comment = Comment(ident, thread.sub, name, body, self.now(), thread=thread, parent=parent)
        parent.replies.append(comment)
        self.things[comment.fullname] = comment
        if comment.author.lower() in self.filtered | self.shadowed:
            comment.removed_by = SHADOW if comment.author.lower() in self.shadowed else FILTER
        else:
            self._tell(comment)
        return comment

    def _tell(self, comment: Comment) -> None:
        """Whose words are answered is told, and so is who is named; but four names tell nobody, nor does an edit."""
        parent = comment.parent
        told = {comment.author}
        if parent.sends_replies and not parent.deleted and parent.author not in told:
            told.add(parent.author)
            self.inbox(parent.author).append(Item(comment, "comment reply" if parent.kind == "t1" else "post reply"))
        named = {name.lower() for name in MENTION.findall(comment.body)}
        accounts = [self.accounts[name] for name in named & self.accounts.keys()] if len(named) <= MENTIONS else []
        for account in accounts:
            if account.name not in told:
                self.inbox(account.name).append(Item(comment, "username mention"))

    def send(self, author: str, to: str, subject: str, body: str, parent: Message | None = None) -> Message:
        """Put a message into somebody's inbox."""
        sender, receiver = self.account(author).name, self.account(to).name
        message = Message(self.next_id("t4"), sender, receiver, subject, body, self.now(), parent=parent)
        self.messages[message.fullname] = message
        if parent:
            parent.first.replies.append(message)
        self.inbox(receiver).append(Item(message, "unknown"))
        return message

    def inbox(self, name: str) -> list[Item]:
        """What somebody was sent, oldest first."""
        return self.inboxes.setdefault(name.lower(), [])

    def moderates(self, name: str, sub: Subreddit) -> bool:
        """Whether somebody is a moderator, and it is they who look."""
        return name in sub.moderators and not self.outside

    def newest(self, kind: str, subs: list[Subreddit]) -> list[Thing]:
        """The threads or comments of some subreddits that their readers can see, newest first."""
        found = [thing for thing in self.things.values() if thing.kind == kind and thing.sub in subs]
        return [thing for thing in reversed(found) if self.listed(thing)]

    def listed(self, thing: Thing) -> bool:
        """Removed things leave the listings, but for moderators; deleted comments may stay a while as empty husks."""
        if thing.listed_from > self.now():
            return False
        if thing.removed_by:
            return self.moderates(self.bot, thing.sub)
        return not thing.deleted or (isinstance(thing, Comment) and not thing.vanished)

    def wait(self, endpoint: str) -> int:
        """Seconds until Reddit's hidden limit lets the bot use an endpoint again."""
        return max(0, math.ceil(self.slow.get(endpoint, 0.0) - self.now()))
