"""Looks again at what players wrote while they are asked something: an edit of it may answer, however late it comes.

Reddit lists no edits, and what is edited may have left every listing long ago. So it is asked for by its name.
"""

from __future__ import annotations

import hashlib

from msgspec import Struct
from msgspec.structs import replace

from host.doors.reddit.call import ReadBatch, RedditCall
from host.doors.reddit.command_parsing import WrittenCommand
from host.doors.reddit.incoming import ArguingLimits, RedditIncoming, mark
from host.doors.reddit.playing import asked
from host.doors.reddit.sender import RedditSender
from host.doors.reddit.wire import RedditRemark

MOST = 100  # in one call; the oldest are let go


class Unanswered(Struct):
    """A comment that may yet answer: the mark of its words when it was read last, and whether it was said to us."""

    worded: str  # a mark, for a hundred long comments would be more than one item of a table can hold
    to_us: bool


def wording(remark: RedditRemark) -> str:
    """The mark of its words."""
    return hashlib.sha256(remark.worded.encode()).hexdigest()[:16]


def noted(sender: RedditSender, waiting: dict[str, Unanswered], remark: RedditRemark) -> None:
    """Remember this, if whoever wrote it is openly asked something there."""
    before = waiting.pop(remark.id, None)
    call = RedditCall(ReadBatch(sender), remark, WrittenCommand(""), 0)
    if not remark.private and call.by and any(not each.asked.secret for each in asked(call)):
        waiting[remark.id] = Unanswered(wording(remark), remark.to_us or bool(before and before.to_us))
    for name in [*waiting][:-MOST]:
        del waiting[name]


def look(sender: RedditSender, patience: ArguingLimits, waiting: dict[str, Unanswered]) -> None:
    """Hand in what reads otherwise now; forget what is gone, or of whom nothing is asked any more."""
    names = [*waiting]
    if not names or sender.wire.line.wait():
        return
    found = {each.id: each for each in sender.wire.remarks(names)}
    incoming = RedditIncoming(ReadBatch(sender), patience)
    for name in names:
        before, now = waiting.pop(name), found.get(name)
        if now is None:
            continue
        now.to_us |= before.to_us
        if wording(now) != before.worded and not sender.host.store.answered(mark(replace(now, again=True))):
            incoming.edited(now)
        noted(sender, waiting, now)
