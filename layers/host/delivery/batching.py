"""What of all that waits in one place goes into one message. Pure."""

from __future__ import annotations

from itertools import takewhile

from engine.kernel import Phrase, Told
from host.core import posting
from host.core.session import Post


def batch(posts: list[Post], *, mixes: bool) -> list[Post]:
    """Return what goes into one message: refusals come first; then the first words that wait, of one game; or its
    board, when no words wait. Answers to what somebody looked up come last: whoever is asked sees the board first.
    """
    if urgent := [post for post in posts if post.urgent]:
        posts = urgent
    words = [post for post in posts if post.speaks]
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
        return [first, *takewhile(_reminds, words[1:])] if _reminds(first) else [first]
    found: list[Post] = []
    room = posting.CHUNK  # questions count for nothing: those settled meanwhile are not shown any more
    for post in takewhile(lambda post: not (post.remind or post.said), words):
        if any(not _together(post, other, mixes=mixes) for other in found):
            break
        room -= sum(posting.size(told) for told in post.lines)
        if found and room < 0:
            break
        found.append(post)
    return found


def waits(posts: list[Post], now: list[Post]) -> bool:
    """Is there more to be said before the board is looked at again? Whoever looked something up can wait."""
    return any(post.speaks and not post.reply and post not in now for post in posts)


def addressed(post: Post) -> list[Told]:
    """The words of one that stands among others in one message: they begin with the name of whom they answer."""
    if not (post.lines and post.whom):
        return list(post.lines)
    first = post.lines[0]
    return [Told("{name}: {said}", {"name": post.whom, "said": Phrase(first.text, first.facts)}), *post.lines[1:]]


def _together(one: Post, other: Post, *, mixes: bool) -> bool:
    """May both stand in one message? Two games would mix up their seats; an answer about none does no harm, unless the
    platform has another place for it.
    """
    same_game = one.game == other.game or (mixes and not (one.game and other.game))
    return same_game and all(other.names.get(seat, name) == name for seat, name in one.names.items())


def _reminds(post: Post) -> bool:
    """Is it a reminder and no news, so that it goes with those of other games?"""
    return bool(post.remind) and not (post.lines or post.asks)
