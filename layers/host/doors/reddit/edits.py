"""Looks again at what players wrote while they are asked something: an edit of it may answer, however late it comes.

Reddit lists no edits, and what is edited may have left every listing long ago. So it is asked for by its name.
"""

from __future__ import annotations

import hashlib

from msgspec import Struct
from msgspec.structs import replace

from host.doors.reddit.call import ReadBatch, RedditCall
from host.doors.reddit.command_parsing import WrittenCommand
from host.doors.reddit.incoming import ArguingLimits, RedditIncoming, build_handled_key
from host.doors.reddit.playing import list_writer_questions
from host.doors.reddit.sender import RedditSender
from host.doors.reddit.wire import RedditRemark

MAX_WATCHED_COMMENTS = 100  # in one call; the oldest are let go


class UnansweredComment(Struct):
    """A comment that may yet answer a question: the checksum of its text when last read, and whether it was said to
    us.
    """

    worded: str  # a mark, for a hundred long comments would be more than one item of a table can hold
    to_us: bool


def hash_wording(remark: RedditRemark) -> str:
    """Return a short hash of the remark's text."""
    return hashlib.sha256(remark.worded.encode()).hexdigest()[:16]


def watch_for_edits(sender: RedditSender, waiting: dict[str, UnansweredComment], remark: RedditRemark) -> None:
    """Watch this comment for edits if its writer is openly asked something there."""
    before = waiting.pop(remark.id, None)
    call = RedditCall(ReadBatch(sender), remark, WrittenCommand(""), 0)
    if not remark.private and call.by and any(not each.asked.secret for each in list_writer_questions(call)):
        waiting[remark.id] = UnansweredComment(hash_wording(remark), remark.to_us or bool(before and before.to_us))
    for name in [*waiting][:-MAX_WATCHED_COMMENTS]:
        del waiting[name]


def check_watched_edits(sender: RedditSender, patience: ArguingLimits, waiting: dict[str, UnansweredComment]) -> None:
    """Fetch the watched comments, handle those whose text has changed, and drop those that are gone or no longer
    needed.
    """
    names = [*waiting]
    if not names or sender.wire.line.compute_wait():
        return
    found = {each.id: each for each in sender.wire.fetch_remarks(names)}
    incoming = RedditIncoming(ReadBatch(sender), patience)
    for name in names:
        before, now = waiting.pop(name), found.get(name)
        if now is None:
            continue
        now.to_us |= before.to_us
        if hash_wording(now) != before.worded and not sender.host.store.find_answer(
            build_handled_key(replace(now, again=True))
        ):
            incoming.handle_edit(now)
        watch_for_edits(sender, waiting, now)
