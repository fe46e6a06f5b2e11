"""What of all that waits in one place goes into one message. Pure."""

from __future__ import annotations

from itertools import takewhile

from host.core import posting
from host.core.session import Post


def batch(posts: list[Post], *, mixes: bool) -> list[Post]:
    """What goes into one message: the first words that wait, of one game; or its board, when no words wait."""
    words = [post for post in posts if post.speaks]
    first = words[0] if words else posts[0]
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


def _together(one: Post, other: Post, *, mixes: bool) -> bool:
    """May both stand in one message? Two games would mix up their seats; an answer about none does no harm, unless the
    platform has another place for it.
    """
    same_game = one.game == other.game or (mixes and not (one.game and other.game))
    return same_game and all(other.names.get(seat, name) == name for seat, name in one.names.items())


def _reminds(post: Post) -> bool:
    """Is it a reminder and no news, so that it goes with those of other games?"""
    return bool(post.remind) and not (post.lines or post.asks)
