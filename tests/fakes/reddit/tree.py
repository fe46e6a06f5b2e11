"""A thread with its comments, and the `more` where a part of them is left out."""

from collections.abc import Sequence

from . import render
from .errors import JSON
from .things import Comment, Submission
from .world import World

DEPTH = 10


class Tree:
    """The comments of one answer: those nearest to the top first, as many as fit."""

    def __init__(self, world: World, top: Sequence[Comment], limit: int, depth: int) -> None:
        self.world = world
        self.top = top
        self.deepest = (top[0].depth if top else 0) + min(depth or DEPTH, DEPTH)
        self.shown: set[Comment] = set()
        level = list(top)
        while level and len(self.shown) < limit:
            self.shown.update(level[: limit - len(self.shown)])
            level = [reply for comment in level for reply in comment.replies if reply.depth < self.deepest]

    def as_json(self) -> JSON:
        """The listing."""
        return render.listing(self._branch(self.top))

    def _branch(self, comments: Sequence[Comment]) -> list[JSON]:
        children = [self._comment(comment) for comment in comments if comment in self.shown]
        hidden = [comment for comment in comments if comment not in self.shown]
        return [*children, more(hidden)] if hidden else children

    def _comment(self, comment: Comment) -> JSON:
        if comment.replies and comment.depth + 1 >= self.deepest:
            return render.comment(self.world, comment, render.listing([_continued(comment)]))
        replies = self._branch(comment.replies)
        return render.comment(self.world, comment, render.listing(replies) if replies else "")


def _below(comments: Sequence[Comment]) -> list[Comment]:
    return [found for comment in comments for found in [comment, *_below(comment.replies)]]


def more(hidden: Sequence[Comment]) -> JSON:
    """What stands for comments left out."""
    ids = [comment.id for comment in _below(hidden)]
    data: JSON = {"count": len(ids), "children": ids, "parent_id": hidden[0].parent.fullname}
    return render.wrap("more", data | {"id": ids[0], "name": f"t1_{ids[0]}", "depth": hidden[0].depth})


def _continued(comment: Comment) -> JSON:
    data: JSON = {"count": 0, "children": [], "parent_id": comment.fullname}
    return render.wrap("more", data | {"id": "_", "name": "t1__", "depth": comment.depth + 1})


def ordered(thread: Submission, sort: str) -> list[Comment]:
    """The top of a thread: stickied first, then as the reader wants it. Everything has one vote, so age decides."""
    comments = sorted(thread.replies, key=lambda comment: int(comment.id, 36), reverse=sort == "new")
    return sorted(comments, key=lambda comment: not comment.stickied)
