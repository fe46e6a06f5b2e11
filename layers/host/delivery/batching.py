"""What of all that waits in one place goes into one message. Pure."""

from __future__ import annotations

from itertools import takewhile

from engine.kernel import Phrase, Told
from host.core import posting
from host.core.session import Post


def select_batch(posts: list[Post], *, mixes: bool) -> list[Post]:
    """Return the posts that go into one message: refusals first; then the first queued words, of one game; or a board
    if no words are queued. Answers to requests for information come last, so that the people asked see the board
    first.
    """
    if urgent := [post for post in posts if post.urgent]:
        posts = urgent
    words = [post for post in posts if post.has_words]
    boards = [post for post in posts if post.board]
    if news := [post for post in words if not post.reply or post.urgent]:
        words = news
    elif boards:
        words = []
    first = words[0] if words else boards[0] if boards else posts[0]
    if not words:
        return [post for post in posts if post.game == first.game]
    if first.said:
        return list(takewhile(lambda post: post.said == first.said, words))
    if first.remind:
        return [first, *takewhile(_is_only_reminder, words[1:])] if _is_only_reminder(first) else [first]
    found: list[Post] = []
    room = posting.CHUNK  # questions count for nothing: those settled meanwhile are not shown any more
    for post in takewhile(lambda post: not (post.remind or post.said), words):
        if any(not _can_share_message(post, other, mixes=mixes) for other in found):
            break
        room -= sum(posting.estimate_length(told) for told in post.lines)
        if found and room < 0:
            break
        found.append(post)
    return found


def has_more_words(posts: list[Post], now: list[Post]) -> bool:
    """Return whether more words are queued that should be sent before the board is shown; answers to requests for
    information can wait.
    """
    return any(post.has_words and not post.reply and post not in now for post in posts)


def build_addressed_lines(post: Post) -> list[Told]:
    """Return the lines of a post that shares a message with others: they begin with the name of the person it
    answers.
    """
    if not (post.lines and post.whom):
        return list(post.lines)
    first = post.lines[0]
    return [Told("{name}: {said}", {"name": post.whom, "said": Phrase(first.text, first.facts)}), *post.lines[1:]]


def _can_share_message(one: Post, other: Post, *, mixes: bool) -> bool:
    """Return whether both posts may stand in one message: those of two games may not, because their seats would be
    mixed up; an answer about no game may, unless the platform has another place for it.
    """
    same_game = one.game == other.game or (mixes and not (one.game and other.game))
    return same_game and all(other.names.get(seat, name) == name for seat, name in one.names.items())


def _is_only_reminder(post: Post) -> bool:
    """Return whether the post is a reminder without news, so that it can share a message with those of other games."""
    return bool(post.remind) and not (post.lines or post.asks)
