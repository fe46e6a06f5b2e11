"""Sends what has been saved: in order in each place, merged, at the platform's pace, and at least once.

Words come first, as many posts as fit in one message; then the boards that have changed, each by editing the one
message that shows it. A crash between saying and noting it repeats that one message and no other.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import takewhile
from typing import Protocol

from msgspec import Struct, field
from msgspec.structs import replace

from engine.kernel import Told
from host.core.context import HostContext
from host.core.deadlines import ticking
from host.core.session import EVERYTHING, Clock, Post, Session, WritingStyle
from host.core.store.items import Overloaded
from host.core.store.store import MOST_POSTS
from host.delivery import moving
from host.delivery.batching import addressed, batch, waits
from host.delivery.pace import Pace
from host.people import accounts

log = logging.getLogger(__name__)
FAULT_PAUSE = 5.0
NOTED = "outbox"
LONGEST_PAUSE = 300.0  # between two tries when a platform is not there
AWAY_PAUSE = 60.0
SLOW = 5.0  # seconds that a platform may take for a message if more is to be said right after it
BREATH = 1.0
LONGEST_AWAY = 3 * 86400.0  # a platform may not be there for so long before any news are set aside
LONGEST_MUTED = 7 * 86400.0  # we may not speak in a place for so long before it is given up
SHORTEST_MUTED = 30.0


class RetryLater(Exception):
    """The platform asks us to leave this place alone for so many seconds."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"retry after {seconds} s")
        self.seconds = seconds


class Unfinished(RetryLater):
    """Only this much of a long message could be said for now; whoever goes on, goes on from there."""

    def __init__(self, seconds: float, said: list[str]) -> None:
        super().__init__(seconds)
        self.said = said


class PlaceGone(Exception):
    """This place can no longer be spoken to: blocked, thrown out, deleted."""


class Muted(Exception):
    """We may not speak in this place for now: what is to be said waits until we may, or until a moment that is told."""

    def __init__(self, why: str, until: float = 0.0) -> None:
        super().__init__(why)
        self.until = until


class PlaceMoved(Exception):
    """This place has a new address."""

    def __init__(self, chat: str) -> None:
        super().__init__("moved")
        self.chat = chat


class PlatformDown(Exception):
    """The platform is not there, or has a fault of its own: nothing is wrong with what was to be said."""


class NotChanged(Exception):
    """The message already reads like this."""


class Reminder(Struct):
    """A game that waits for somebody: which questions, with their clocks."""

    game: str
    ruleset: str
    seat: str
    name: str
    clocks: dict[str, Clock]


class Message(Struct):
    """What is to be said in one place at once: words, then questions to show (those still open), then reminders."""

    game: str
    lines: list[Told] = field(default_factory=list)
    asks: list[str] = field(default_factory=list)
    reminders: list[Reminder] = field(default_factory=list)
    names: dict[str, str] = field(default_factory=dict)
    style: WritingStyle = WritingStyle()
    stamp: int = 0  # the same message again has the same stamp
    said: list[str] = field(default_factory=list)  # what of it has been said already
    reply: int = 0  # to which message there it answers
    muted: bool = False  # has it waited for leave to speak there?
    rings: str = EVERYTHING  # for what whoever reads it wants to be rung
    urgent: bool = False  # it is a refusal, which waits for no news


class Sender(Protocol):
    """A platform. It raises RetryLater, Unfinished, Away, Gone, Muted, Moved or NotChanged; or else its try failed."""

    prefix: str  # the places it serves begin with this
    pauses: bool  # is a moment's silence kept before fate?
    mixes: bool  # may an answer about no game stand in one message with the news of one?

    def lane(self, chat: str) -> str:
        """What the platform counts as one chat: all topics of a group share a lane."""

    def crowd(self, chat: str) -> bool:
        """Is this a group, where less may be said?"""

    def send(self, chat: str, message: Message) -> str:
        """Say it; returns the id of the message."""

    def show_board(self, chat: str, game_id: str, message_id: str) -> str:
        """Show the game as it stands now, editing this message if there is one; returns the id of what shows it."""


class Courier:
    """Delivers to many places at once, so that a slow one delays no other. One courier per platform."""

    def __init__(self, host: HostContext, sender: Sender, pace: Pace, workers: int = 8) -> None:
        self.host, self.sender, self.pace = host, sender, pace
        self._lock = threading.Lock()
        self._busy: dict[str, float] = {}  # lanes being served, or not before this moment
        self._missed: dict[str, int] = {}  # how often in a row the platform was not there, by lane
        self._pool = ThreadPoolExecutor(workers, "courier")
        self._doubted = False  # could what was said lately not be noted?
        self.back = 0.0  # the platform was not there; whoever is in a hurry tries it again from this moment on

    def deliver(self) -> None:
        """Set off wherever something waits and nobody is on the way; returns at once."""
        for chat in self._waiting():
            lane = self.sender.lane(chat)
            if self._claim(lane):
                self._pool.submit(self._serve, chat, lane)

    def close(self) -> None:
        """Finish what is on the way."""
        self._pool.shutdown()

    def deliver_now(self, urgency: Callable[[str], int] = lambda _: 0) -> float:
        """Say all that may be said now, one place after another, the lowest urgency first and then the longest waiting;
        returns in how many seconds there may be more.
        """
        soonest = min((self._delivered_to(chat) for chat in sorted(self._waiting(), key=urgency)), default=float("inf"))
        return max(0.0, soonest - self.host.now())

    def _delivered_to(self, chat: str) -> float:
        """A delivery after which the next place has its turn, whatever is wrong in this one."""
        try:
            return self.deliver_to(chat)
        except Overloaded:
            raise
        except Exception as error:  # noqa: BLE001 # what is kept of one place may be damaged
            log.error("delivery broke down: %s", type(error).__name__)  # noqa: TRY400 # values could be secret
            return self.host.now() + FAULT_PAUSE

    def _waiting(self) -> list[str]:
        return [chat for chat in self.host.store.waiting(self.host.now()) if chat.startswith(self.sender.prefix)]

    def _claim(self, lane: str) -> bool:
        """Nobody else is on the way there: whoever asks first goes."""
        with self._lock:
            free = self._busy.get(lane, 0.0) <= self.host.now()
            if free:
                self._busy[lane] = float("inf")
            return free

    def _serve(self, chat: str, lane: str) -> None:
        try:
            when = self.deliver_to(chat)
            if when:
                self._busy[lane] = when
            else:
                self._busy.pop(lane)
        except Overloaded as error:
            log.warning("nothing can be said or noted just now: %s", error)
            self._busy[lane] = self.host.now() + FAULT_PAUSE
        except Exception:
            log.exception("delivery broke down")
            self._busy[lane] = self.host.now() + FAULT_PAUSE

    def deliver_to(self, chat: str) -> float:
        """One message at a time for as long as the pace allows; returns when to come back."""
        self._sure()
        lane, crowd = self.sender.lane(chat), self.sender.crowd(chat)
        came = set[str]()
        while posts := self.host.store.posts(chat):
            if moving.brought(self.host, chat, posts, came):
                continue
            if posts[0].muted and posts[0].after > self.host.now():
                return self._wait_for_leave(posts)
            if self.sender.pauses and (early := posts[0].after) > self.host.now():
                return early
            with self._lock:
                when = self.pace.take(lane, self.host.now(), crowd=crowd)
            if when:
                return when
            now = batch(self._due(posts), mixes=self.sender.mixes)
            wait = self._step(lane, now, last=not waits(posts, now))
            with self._lock:
                self.pace.hold(lane, self.host.now() + wait)
            if not wait and len(now) == len(posts) < MOST_POSTS and not any(post.board for post in now):
                break  # that was all
        return 0.0

    def _wait_for_leave(self, posts: list[Post]) -> float:
        """Nobody looks here again before that moment; other topics of a group are not held up by this one."""
        again = posts[0].after
        self.host.store.post([post for post in posts if post.since < again], again)
        return 0.0

    def _due(self, posts: list[Post]) -> list[Post]:
        """What waits, up to a moment's silence."""
        now = self.host.now() if self.sender.pauses else float("inf")
        return list(takewhile(lambda post: post.after <= now, posts))

    def _sure(self) -> None:
        """What cannot be noted is not said, or it would be said again and again while a disk is full."""
        if self._doubted:
            self.host.store.write_down(NOTED, f"{self.host.now()}")
            self._doubted = False

    def _step(self, lane: str, posts: list[Post], *, last: bool) -> float:
        """Say one message; returns how long this lane is to be left alone: ever longer, while nobody is there."""
        began, counted = self.host.now(), time.perf_counter()
        try:
            wait = _step(self.host, self.sender, posts, last=last)
        except Overloaded:
            self._doubted = True
            raise
        except PlatformDown as away:
            log.warning("the platform is not there: %s", away, extra={"game": posts[0].game})
            missed = self._missed[lane] = self._missed.get(lane, 0) + 1
            self.back = self.host.now() + AWAY_PAUSE
            return min(2.0 ** min(missed, 9), LONGEST_PAUSE)
        self._missed.pop(lane, None)
        self.host.measures.add_delivery(self.sender.prefix, time.perf_counter() - counted)
        return max(wait, BREATH) if self.host.now() > began + SLOW else wait


def _step(host: HostContext, sender: Sender, posts: list[Post], *, last: bool) -> float:
    """Say one message, the `last` that waits or not; returns how long this place is to be left alone. Raises Away."""
    chat, game_id = posts[0].chat, posts[0].game
    try:
        _say(host, sender, posts, last=last) if posts[0].speaks else _show(host, sender, posts, game_id)
    except Unfinished as part:
        host.store.post([replace(post, said=part.said) for post in posts], host.now())
        return part.seconds
    except RetryLater as later:
        return later.seconds
    except PlaceGone as gone:
        log.warning("a place is gone: %s", gone, extra={"game": game_id})
        moving.moved(host, chat, "", game_id)
    except Muted as muted:
        _hold_back(host, chat, game_id, muted)
    except PlaceMoved as news:
        moving.moved(host, chat, news.chat, game_id)
    except PlatformDown as away:
        if host.now() - posts[0].stamp / 1000 < LONGEST_AWAY:
            raise
        return _failed(host, posts, away)
    except Overloaded:  # it is the table that is in trouble: whether this was noted will show
        raise
    except Exception as error:  # noqa: BLE001 # whatever a platform does, other places must be served
        return _failed(host, posts, error)
    return 0.0


def _say(host: HostContext, sender: Sender, posts: list[Post], *, last: bool) -> None:
    main = max(posts, key=lambda post: bool(post.game))
    names = {seat: name for post in posts for seat, name in post.names.items()}
    replies = {post.reply for post in posts}
    lines = [line for post in posts for line in (post.lines if len(replies) == 1 else addressed(post))]
    asks = [question for post in posts for question in post.asks]
    reminders = _reminders(host, posts)
    message = Message(main.game, lines, asks, reminders, names, main.style, posts[0].stamp, posts[0].said)
    message.reply = min(replies) if len(replies) == 1 else 0
    message.muted = any(post.muted for post in posts)
    message.rings = main.rings
    message.urgent = any(post.urgent for post in posts)
    began = host.now()
    if lines or asks or reminders:
        sender.send(main.chat, message)
    in_time = host.now() < began + SLOW  # what has been said is to be noted before anything else may fail
    before = host.store.board(main.chat, main.game) if last and in_time and any(post.board for post in posts) else ""
    if not before:
        host.store.said(posts)
        return
    try:  # a message edited is none more, so the board needs not wait for its turn
        _show(host, sender, posts, main.game, before)
    except Exception:
        host.store.said(posts)
        raise


def _show(host: HostContext, sender: Sender, posts: list[Post], game_id: str, before: str | None = None) -> None:
    chat = posts[0].chat
    if before is None:
        before = host.store.board(chat, game_id)
    try:
        now = sender.show_board(chat, game_id, before)
    except NotChanged:
        now = before
    host.store.shown(posts, game_id, now if now != before else "")
    for post in posts:
        post.board = False


def _reminders(host: HostContext, posts: list[Post]) -> list[Reminder]:
    """All games in which these people are still waited for; in a place of many, only the games shown there."""
    shown = {post.game for post in posts}
    found = []
    for person in dict.fromkeys(person for post in posts for person in post.remind):
        for session, mine in accounts.waiting_for(host, person):
            player = session.at(person)
            private = player is not None and player.place == posts[0].chat
            clocks = {key: clock for key, clock in mine.items() if private or not clock.secret}
            if player is not None and clocks and (private or session.id in shown):
                found.append(Reminder(session.id, session.ruleset, player.seat, player.name, clocks))
            if private and session.id not in shown:
                ticking.reminded(host, session.id, person)
    return found


def _hold_back(host: HostContext, chat: str, game_id: str, muted: Muted) -> None:
    """All that is to be said there waits, the longer the less often tried; what is muted for good is given up."""
    now, posts = host.now(), host.store.posts(chat)
    since = min((post.muted for post in posts if post.muted), default=now)
    again = muted.until or now + min(max(now - since, SHORTEST_MUTED), LONGEST_PAUSE)
    if not muted.until:
        log.warning("we may not speak somewhere: %s", muted, extra={"game": game_id})
        if now - since > LONGEST_MUTED:
            moving.moved(host, chat, "", game_id)
            return
    for post in posts:
        post.muted = post.muted or now
    if posts:
        posts[0].after = again
    host.store.post(posts, again)


def _failed(host: HostContext, posts: list[Post], error: Exception) -> float:
    """Try again later, more and more patiently; in the end set the message aside and go on with the next."""
    first, now = posts[0], host.now()
    first.tries += 1
    extra = {"game": first.game, "tries": first.tries, "error": type(error).__name__}
    if first.tries < host.config.tries:
        log.warning("a message could not be sent", extra=extra)
        host.store.post([first], now)
    else:
        log.error("a message is set aside", extra=extra)
        host.store.aside(first, now)
    return 2.0**first.tries


def tell(host: HostContext, session: Session, where: str, told: Told) -> None:
    """A word about a game in one place, outside its log."""
    stamp = max(int(host.now() * 1000), *(post.stamp + 1 for post in host.store.posts(where)), 0)
    host.store.post([Post(where, "", stamp, [told], names=session.names(), style=session.style)], host.now())
