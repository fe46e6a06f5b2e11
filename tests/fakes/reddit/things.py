"""What is on the site: people, subreddits, threads, comments and messages. Tests may read every field."""

from dataclasses import dataclass, field
from functools import cache

ALPHABET = "0123456789abcdefghijklmnopqrstuvwxyz"


def base36(number: int) -> str:
    """A number as Reddit writes its ids."""
    digits = ""
    while number:
        number, digit = divmod(number, 36)
        digits = ALPHABET[digit] + digits
    return digits or "0"


@dataclass(eq=False)
class Account:
    """Somebody, or the bot."""

    id: str
    name: str
    created: float
    kind = "t2"
    blocked: set[str] = field(default_factory=set)
    trusts_all: bool = True
    suspended: bool = False
    gone: bool = False

    @property
    def fullname(self) -> str:
        return f"t2_{self.id}"


@dataclass(eq=False)
class Subreddit:
    """A subreddit with its moderators, in order of age."""

    id: str
    name: str
    created: float
    moderators: list[str]
    kind = "t5"
    private: bool = False
    restricted: bool = False
    banned: dict[str, str] = field(default_factory=dict)
    rules: list[tuple[str, str]] = field(default_factory=list)

    @property
    def fullname(self) -> str:
        return f"t5_{self.id}"


@dataclass(eq=False)
class Thing:
    """What somebody wrote for all to read."""

    id: str
    sub: Subreddit = field(repr=False)
    author: str
    body: str
    created: float
    kind = "t0"
    edited: float = 0
    deleted: bool = False
    removed_by: str = ""
    locked: bool = False
    distinguished: str | None = None
    stickied: bool = False
    sends_replies: bool = True
    listed_from: float = 0
    spoilt: bool = False
    replies: list["Comment"] = field(default_factory=list, repr=False)

    @property
    def fullname(self) -> str:
        return f"{self.kind}_{self.id}"

    @property
    def gone(self) -> bool:
        """Whether people can no longer read it."""
        return self.deleted or bool(self.removed_by)


@cache
def _in_a_path(title: str) -> str:
    words = "".join(letter if letter.isalnum() else " " for letter in title.lower()).split()
    return "_".join(words)[:50]


@dataclass(eq=False)
class Submission(Thing):
    """A thread."""

    kind = "t3"
    title: str = ""
    url: str = ""
    archived: bool = False
    flair: str | None = None
    sort: str | None = None
    nsfw: bool = False
    spoiler: bool = False

    @property
    def path(self) -> str:
        return f"/r/{self.sub.name}/comments/{self.id}/{_in_a_path(self.title)}/"

    def tree(self) -> list["Comment"]:
        """Every comment, a parent before its replies."""
        found: list[Comment] = []
        waiting = list(self.replies)
        while waiting:
            comment = waiting.pop(0)
            found.append(comment)
            waiting[:0] = comment.replies
        return found


@dataclass(eq=False)
class Comment(Thing):
    """A comment on a thread or below another comment."""

    kind = "t1"
    vanished: bool = False
    thread: Submission = field(kw_only=True, repr=False)
    parent: Thing = field(kw_only=True, repr=False)

    @property
    def depth(self) -> int:
        return self.parent.depth + 1 if isinstance(self.parent, Comment) else 0

    @property
    def path(self) -> str:
        return f"{self.thread.path}{self.id}/"


@dataclass(eq=False)
class Message:
    """A private message; its replies hang below the first."""

    id: str
    author: str
    to: str
    subject: str
    body: str
    created: float
    kind = "t4"
    parent: "Message | None" = field(default=None, repr=False)
    replies: list["Message"] = field(default_factory=list, repr=False)

    @property
    def fullname(self) -> str:
        return f"t4_{self.id}"

    @property
    def first(self) -> "Message":
        return self.parent.first if self.parent else self


@dataclass(eq=False)
class Item:
    """One entry of an inbox: a message, a reply to what its owner wrote, or a mention of the owner."""

    thing: Comment | Message
    why: str
    new: bool = True

    @property
    def fullname(self) -> str:
        return self.thing.fullname
