"""Decides which place is sent what. Pure: public words to every place that shows the game, private ones to a player.

A player who can see none of those places (they play in a browser or another platform) gets the public words too.
"""

from __future__ import annotations

from collections.abc import Container
from typing import NamedTuple

from msgspec.structs import replace

from engine.kernel import PUBLIC, Question, Told
from engine.kernel.event import EVERYWHERE
from host.core.session import Player, Post, Session, ToldLine

MOMENT = 20.0  # seconds between a setting and its fate
UNHURRIED = 3600.0  # at a faster pace nobody is kept waiting
CHUNK = 3000  # characters in one post, so that a message of 4096 holds it with names and markup
MOST_PARTS = 24  # posts of one input, if any of them is divided


class News(NamedTuple):
    """What one input brought: what was said, what is newly asked, who is to be reminded where."""

    told: list[Told]
    asks: list[Question]
    reminds: list[tuple[str, str]]
    names: dict[str, str]
    board: bool  # has what everybody sees changed?
    called: Container[str] = ()  # the platforms on which people are called in private


def posts(session: Session, news: News, rung: Container[str] = ()) -> tuple[list[Post], int]:
    """The posts of one input, and the last stamp used: a game's stamps only grow, so its news stays in order."""
    found = [_public(session, place, news) for place in session.places]
    found += [
        _rung(session, player, news) if platform(player.place) in rung else _private(session, player, news)
        for player in session.players
        if _reached(player) and player.place not in session.places
    ]
    for post in found:
        post.remind = [person for place, person in news.reminds if place == post.chat]
    found = [post for post in found if post.speaks or post.board]
    moment = MOMENT if session.pace >= UNHURRIED else 0.0
    pieces = [chunks(post, moment) for post in found]
    _after_fate(session, pieces)
    parts = [part for piece in pieces for part in piece]
    if len(parts) > MOST_PARTS:  # one transaction has room for one each; whoever says them divides them then
        parts = found
    return parts, max((part.stamp for part in parts), default=session.stamp)


def ringing(told: Told) -> str:
    """Return who is called for what was told: nobody, CHAT or EVERYWHERE."""
    kind = told.kind
    return kind.rings if kind and told.to == PUBLIC else ""


def platform(place: str) -> str:
    """The first word of a place says whose it is."""
    return place.partition(":")[0]


def apart(session: Session, player: Player) -> bool:
    """Is this player on another platform than every place that shows the game?"""
    return platform(player.place) not in {platform(place) for place in session.places}


def size(told: Told) -> int:
    """About how many characters this will be."""
    return len(told.text) + sum(len(str(fact)) for fact in told.facts.values())


def chunks(post: Post, moment: float = 0.0) -> list[Post]:
    """Long news in several posts, each with a stamp of its own; questions and board come with the last. Before fate
    there is a moment's silence.
    """
    parts: list[list[Told]] = [[]]
    waits, room = [0.0], CHUNK
    for told in post.lines:
        pause = isinstance(told, ToldLine) and told.pause and moment > 0
        if (size(told) > room or pause) and parts[-1]:
            parts, waits, room = [*parts, []], [*waits, waits[-1] + moment * pause], CHUNK
        parts[-1].append(told)
        room -= size(told)
    last = len(parts) - 1
    made = [replace(post, stamp=post.stamp + i, lines=lines) for i, lines in enumerate(parts)]
    for part, wait in zip(made, waits, strict=True):
        part.after = part.stamp / 1000 + wait if wait else 0.0
    for part in made[:last]:
        part.asks, part.remind, part.board = [], [], False
    return made


def _after_fate(session: Session, pieces: list[list[Post]]) -> None:
    """What one player alone is told or asked does not come before everybody has seen the fate that led to it."""
    fate = max((piece[-1].after for piece in pieces if piece[0].chat in session.places), default=0.0)
    for piece in pieces:
        if piece[0].chat not in session.places and not piece[-1].after:
            piece[0].after = fate


def _rung(session: Session, player: Player, news: News) -> Post:
    """Whoever reads everything on the page is called by what they are asked, and by the last event that calls all."""
    lines = [line for line in news.told if ringing(line) == EVERYWHERE][-1:]
    asks = [question.id for question in news.asks if question.who == player.seat]
    return Post(player.place, session.id, session.stamp, lines, asks, names=news.names, style=player.habits.style)


def _reached(player: Player) -> bool:
    return bool(player.place) and not player.bot


def _called(player: Player, place: str, news: News) -> bool:
    """Are they called in their own place there, so that others need not hear it but see it on the board?"""
    there = platform(place)
    return _reached(player) and player.place != place and platform(player.place) == there and there in news.called


def _public(session: Session, place: str, news: News) -> Post:
    # Whoever plays from the very place that shows the game (alone with the computer, say) is told everything there.
    here = {player.seat for player in session.players if _reached(player) and player.place == place}
    lines = [line for line in news.told if line.to == PUBLIC or line.to in here]
    aside = {player.seat for player in session.players if _called(player, place, news)}
    asks = [
        question.id for question in news.asks if question.who in here or not (question.secret or question.who in aside)
    ]
    return Post(place, session.id, session.stamp, lines, asks, news.board, [], news.names, session.style)


def _private(session: Session, player: Player, news: News) -> Post:
    alone = apart(session, player)
    lines = [line for line in news.told if line.to == player.seat or (alone and line.to == PUBLIC)]
    own = [question for question in news.asks if question.who == player.seat]
    called = any(_called(player, place, news) for place in session.places)
    asks = [question.id for question in own if alone or question.secret or called]
    board, habits = news.board and alone, player.habits
    post = Post(player.place, session.id, session.stamp, lines, asks, board, [], news.names, habits.style)
    post.rings = habits.rings
    return post
