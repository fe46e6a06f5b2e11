"""Decides which place is sent what. Pure: public words to every place that shows the game, private ones to a player.

A player who can see none of those places (they play in a browser or another platform) gets the public words too.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Container, Iterable, Iterator, Mapping
from itertools import takewhile
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from engine.kernel import PUBLIC, Illegal, Question, Reader, Ruleset, Told, format_told, upcast_told
from engine.kernel.event import EVERYWHERE, Event
from engine.kernel.ruleset import upcast_told_by_modules
from host.core import events
from host.core.session import LogEntry, Post, SeatedPlayer, Session, ToldLine, build_told_lines
from host.core.store.store import Store

MOMENT = 20.0  # seconds between a setting and its fate


UNHURRIED = 3600.0  # at a faster pace nobody is kept waiting


WINS = ("won", "round", "crown")  # the kinds of beats that are somebody's win


CHUNK = 3000  # characters in one post, so that a message of 4096 holds it with names and markup


MOST_PARTS = 24  # posts of one input, if any of them is divided


class News(NamedTuple):
    """What one input brought: what was said, what is newly asked, and who is to be reminded where."""

    told: list[Told]
    asks: list[Question]
    reminds: list[tuple[str, str]]
    names: dict[str, str]
    board: bool  # has what everybody sees changed?
    called: Container[str] = ()  # the platforms on which people are called in private
    closed: Mapping[str, list[str]] = {}  # by seat, the questions that are answered or void now
    by: str = ""  # the seat of the person whose input it was


def build_posts(session: Session, news: News, rung: Container[str] = ()) -> tuple[list[Post], int]:
    """Build the posts that one input causes, for each place that shows the game and each player who is reached
    elsewhere, without those that would say and show nothing; long ones are split, unless that makes more than 24.
    Return also the last stamp used (stamps number a game's posts in order). `rung` names the platforms that only notify
    people.
    """
    found = [_build_public_post(session, place, news) for place in session.places]
    found += [
        _build_notification_post(session, player, news)
        if parse_platform(player.place) in rung
        else _build_private_post(session, player, news)
        for player in session.players
        if _is_reachable(player) and player.place not in session.places
    ]
    for post in found:
        post.remind = [person for place, person in news.reminds if place == post.chat]
    found = [post for post in found if post.has_words or post.board]
    moment = MOMENT if session.pace >= UNHURRIED else 0.0
    pieces = [split_post(post, moment) for post in found]
    _delay_private_posts(session, pieces)
    parts = [part for piece in pieces for part in piece]
    if len(parts) > MOST_PARTS:  # one transaction has room for one each; the sender divides them then
        parts = found
    return parts, max((part.stamp for part in parts), default=session.stamp)


def find_notification_scope(told: Told) -> str:
    """Return who should be notified about an announcement: nobody (an empty string), the chats that show the game
    (CHAT), or all players too (EVERYWHERE).
    """
    kind = told.kind
    return kind.rings if kind and told.to == PUBLIC else ""


def is_won_by(told: Told, seat: str) -> bool:
    """Return whether an announcement tells everybody that this player has won a minigame, a round or the game."""
    beat = told.kind.beat if told.kind and told.to == PUBLIC else None
    winners = told.facts.get(beat.who, []) if beat and beat.kind in WINS else []
    return seat in winners if isinstance(winners, list) else seat == winners


def parse_platform(place: str) -> str:
    """Return the platform of a place: the word before its first colon."""
    return place.partition(":")[0]


def is_on_other_platform(session: Session, player: SeatedPlayer) -> bool:
    """Return whether a player's own chat is on another platform than all places that show the game; True also if none
    shows it.
    """
    return parse_platform(player.place) not in {parse_platform(place) for place in session.places}


def estimate_length(told: Told) -> int:
    """Estimate how many characters an announcement takes, to know when a post is full."""
    return len(told.text) + sum(len(str(fact)) for fact in told.facts.values())


def split_post(post: Post, moment: float = 0.0) -> list[Post]:
    """Split a post longer than about 3000 characters into several, each with its own stamp; questions, reminders and
    board go with the last, which questions are closed with the first. With `moment` each line marked for suspense
    begins a post that is sent so many seconds later.
    """
    parts: list[list[Told]] = [[]]
    waits, room = [0.0], CHUNK
    for told in post.lines:
        pause = isinstance(told, ToldLine) and told.pause and moment > 0
        if (estimate_length(told) > room or pause) and parts[-1]:
            parts, waits, room = [*parts, []], [*waits, waits[-1] + moment * pause], CHUNK
        parts[-1].append(told)
        room -= estimate_length(told)
    last = len(parts) - 1
    made = [replace(post, stamp=post.stamp + i, lines=lines) for i, lines in enumerate(parts)]
    for part, wait in zip(made, waits, strict=True):
        part.after = part.stamp / 1000 + wait if wait else 0.0
    for part in made[:last]:
        part.asks, part.remind, part.board = [], [], False
    for part in made[1:]:
        part.closes, part.came = [], []
    return made


def _delay_private_posts(session: Session, pieces: list[list[Post]]) -> None:
    """Delay private messages until everybody has seen the suspense line (told after a pause) from which they follow.
    `pieces` has the posts of this input, each as the parts into which it was divided; they are changed.
    """
    fate = max((piece[-1].after for piece in pieces if piece[0].chat in session.places), default=0.0)
    for piece in pieces:
        if piece[0].chat not in session.places and not piece[-1].after:
            piece[0].after = fate


def _build_notification_post(session: Session, player: SeatedPlayer, news: News) -> Post:
    """Build the post to a player whose own place gets only notifications, not all news: the player's new questions, and
    the last announcement worth a notification.
    """
    lines = [line for line in news.told if find_notification_scope(line) == EVERYWHERE][-1:]
    asks = [question.id for question in news.asks if question.who == player.seat]
    return Post(player.place, session.id, session.stamp, lines, asks, names=news.names, style=player.habits.style)


def _is_reachable(player: SeatedPlayer) -> bool:
    """Return whether a player has a place for private messages and no computer plays for them."""
    return bool(player.place) and not player.bot


def _is_notified_privately(player: SeatedPlayer, place: str, news: News) -> bool:
    """Return whether a player is asked in their own chat on the same platform as `place`, so that the group need not be
    notified too.
    """
    there = parse_platform(place)
    return (
        _is_reachable(player)
        and player.place != place
        and parse_platform(player.place) == there
        and there in news.called
    )


def _build_public_post(session: Session, place: str, news: News) -> Post:
    """Build the post of what one input brought, for one place that shows the game: what is public and, if the place
    is also the own chat of a player, everything told to and asked of that player. Other players' secret questions,
    and those that they are asked in their own chats on this platform, are left out.
    """
    # A player in the very place that shows the game (alone with the computer, say) is told everything there.
    here = {player.seat for player in session.players if _is_reachable(player) and player.place == place}
    lines = [line for line in news.told if line.to == PUBLIC or line.to in here]
    aside = {player.seat for player in session.players if _is_notified_privately(player, place, news)}
    asks = [
        question.id for question in news.asks if question.who in here or not (question.secret or question.who in aside)
    ]
    post = Post(place, session.id, session.stamp, lines, asks, news.board, [], news.names, session.style)
    return _add_closed_questions(post, here, news)


def _add_closed_questions(post: Post, seats: Collection[str], news: News) -> Post:
    """Add to a post which of these players' earlier questions are closed now, and what was announced with that, if
    its platform calls people in private; return the post.
    """
    if parse_platform(post.chat) in news.called:
        post.closes = [question for seat in sorted(seats) for question in news.closed.get(seat, [])]
    if post.closes:
        post.came = build_told_lines(line for line in news.told if line.to == PUBLIC or line.to in seats)
    return post


def _build_private_post(session: Session, player: SeatedPlayer, news: News) -> Post:
    """Build the post after an input for a player's own chat: what this player alone is told and, if no place that shows
    the game is on the chat's platform, also what is public. The player's new questions are in it in that case, if they
    are secret, or if the platform calls people in private; else the group shows them.
    """
    alone = is_on_other_platform(session, player)
    lines = [line for line in news.told if line.to == player.seat or (alone and line.to == PUBLIC)]
    own = [question for question in news.asks if question.who == player.seat]
    called = any(_is_notified_privately(player, place, news) for place in session.places)
    asks = [question.id for question in own if alone or question.secret or called]
    board, habits = news.board and alone, player.habits
    post = Post(player.place, session.id, session.stamp, lines, asks, board, [], news.names, habits.style)
    post.rings, post.own = habits.rings, player.seat == news.by
    post.won = any(is_won_by(line, player.seat) for line in news.told)
    return _add_closed_questions(post, [player.seat], news)


FINGERPRINT_NOTE_TEXT = (
    "Code to check this story: {print}. It is made from the story with seats in place of names. To see that "
    "story, open /g/{game}/story?seats=1 or use rtab export {game} --story --seats."
)


ENGLISH_READER = Reader()


def iter_public_sentences(said: Iterable[Told], reader: Reader = ENGLISH_READER) -> Iterator[str]:
    """Iterate over the public announcements as sentences in the reader's language."""
    for told in _iter_public_lines(said):
        yield " ".join(format_told(told, reader).split())


def iter_fingerprint_lines(session: Session, said: Iterable[Told]) -> Iterator[str]:
    """Iterate over the public announcements in the exact form over which this game's fingerprint (a hash) is
    computed.
    """
    return _iter_event_lines(said) if session.by_event else iter_public_sentences(said)


def _iter_event_lines(said: Iterable[Told]) -> Iterator[str]:
    """Iterate over the public announcements as JSON of their events."""
    for told in _iter_public_lines(said):
        yield msgspec.json.encode((told.what, told.facts, told.table), order="sorted").decode()


def _iter_public_lines(said: Iterable[Told]) -> Iterator[Told]:
    """Iterate over the public ones of these announcements."""
    return (told for told in said if told.to == PUBLIC)


def _iter_until_fingerprint(said: Iterable[Told]) -> Iterator[Told]:
    """Iterate over these logged announcements up to the one that tells the fingerprint, which does not count in it."""
    return takewhile(lambda told: not tells(told, events.FingerprintShown), said)


def tells(told: Told, kind: type[Event]) -> bool:
    """Return whether an announcement is this event of the host's, also if an older release stored it as a sentence."""
    return upcast_told_by_modules((events,), told).what == kind.id


def upcast_any_told(rules: Ruleset[Any], told: Told) -> Told:
    """Convert a sentence stored by an old release, of a game or of the host, into the event that replaced it; return
    anything else unchanged.
    """
    return upcast_told_by_modules((events,), upcast_told(rules, told))


def compute_fingerprint(said: Iterable[str], before: str = "") -> str:
    """Return the running hash over these lines, continuing from `before` (returned itself if there are no lines), by
    which two places can check that they were told the same.
    """
    for line in said:
        before = hashlib.sha256(f"{before}\n{line}\n".encode()).hexdigest()
    return before


def compute_log_fingerprint(session: Session, log: Iterable[LogEntry]) -> str:
    """Return the fingerprint (the hash over all public announcements before the one that tells it) that a game with
    this log must have, to compare with the one that the game has announced.
    """
    print_ = ""
    for entry in log:
        print_ = compute_fingerprint(iter_fingerprint_lines(session, _iter_until_fingerprint(entry.told)), print_)
    return print_


def format_fingerprint_text(store: Store, game_id: str) -> str:
    """Return the text over which a game's fingerprint is computed (so far, in an unfinished game), with the fingerprint
    in the last line, so that anybody can check it; raise Illegal if there is no such game.
    """
    said = _iter_until_fingerprint(_iter_told_lines(store, game_id))
    found = list(iter_fingerprint_lines(_load_session_or_refuse(store, game_id), said))
    return "".join(f"{line}\n" for line in (*found, compute_fingerprint(found)))


def format_public_story(store: Store, game_id: str, reader: Reader) -> str:
    """Return everything that was said in public in a game before its fingerprint, in the reader's language and with
    names, a sentence a line, and how to get the text for checking the fingerprint; raise Illegal if there is no such
    game.
    """
    said = list(_iter_until_fingerprint(_iter_told_lines(store, game_id)))
    print_ = compute_fingerprint(iter_fingerprint_lines(_load_session_or_refuse(store, game_id), said))
    return "".join(
        f"{line}\n"
        for line in (
            *iter_public_sentences(said, reader),
            "",
            reader.format_sentence(FINGERPRINT_NOTE_TEXT, game=game_id, print=print_),
        )
    )


def _load_session_or_refuse(store: Store, game_id: str) -> Session:
    """Return the session of a game; raise Illegal if there is no such game."""
    saved = store.load_game(game_id)
    if saved is None:
        raise Illegal("There is no game called that here.", code="no_game")
    return saved.session


def _iter_told_lines(store: Store, game_id: str) -> Iterator[Told]:
    """Iterate over all announcements in a game's log, private ones included; none if there is no such game."""
    first = 0
    while entries := store.load_log(game_id, first):
        for entry in entries:
            yield from entry.told
        first = entries[-1].n + 1
