"""Sends what has been saved: in order in each place, merged, at the platform's pace, and at least once.

Words come first, as many posts as fit in one message; then the boards that have changed, each by editing the one
message that shows it. A crash between saying and noting it repeats that one message and no other.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import takewhile
from typing import Protocol

from msgspec import Struct, field
from msgspec.structs import replace

from engine.kernel import Phrase, Told
from host.core import events, posting
from host.core.context import HostContext
from host.core.deadlines import ticking
from host.core.error_lines import format_error_location
from host.core.session import (
    EVERYTHING,
    NOTHING,
    TURNS,
    Clock,
    Post,
    ToldLine,
    WritingStyle,
)
from host.core.store.items import Overloaded, strip_words
from host.core.store.store import MOST_POSTS
from host.delivery.places import LONGEST_MUTED, give_up_muted_place, move_place, resume_muted_place
from host.people import accounts


def select_batch(posts: list[Post], *, mixes: bool) -> list[Post]:
    """Return those of the queued posts (at least one) that go into the next message to a place: only refusals if any;
    else a half-sent message, or the first news with as many posts of one game (with `mixes` also of none) as fit, but
    with reminders or closed questions only bare reminders, and a post that failed before alone, so that no other takes
    the blame for it; or else a game's board; or else answers to look-ups.
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
    if first.tries or first.remind or first.closes:
        alone = first.tries or not _is_only_reminder(first)
        return [first] if alone else [first, *takewhile(_is_only_reminder, words[1:])]
    found: list[Post] = []
    room = posting.CHUNK  # questions count for nothing: those settled meanwhile are not shown any more
    for post in takewhile(lambda post: not (post.remind or post.said or post.closes), words):
        if any(not _can_share_message(post, other, mixes=mixes) for other in found):
            break
        room -= sum(posting.estimate_length(told) for told in post.lines)
        if found and room < 0:
            break
        found.append(post)
    return found


def has_more_words(posts: list[Post], now: list[Post]) -> bool:
    """Return whether news is queued besides the posts `now`; then the board is shown only after it. Answers to
    look-ups do not count.
    """
    return any(post.has_words and not post.reply and post not in now for post in posts)


def list_superseded_boards(posts: list[Post]) -> list[Post]:
    """Return the queued posts of one game that only show its board and are followed by a later post that shows it
    anyway; of the first game that has any, else none. The caller drops them, because posts are loaded a limited
    number at a time.
    """
    found: dict[str, list[Post]] = {}
    last = {post.game: n for n, post in enumerate(posts) if post.board}
    for n, post in enumerate(posts):
        if post.board and not post.has_words and n < last[post.game]:
            found.setdefault(post.game, []).append(post)
    return next(iter(found.values()), [])


def build_addressed_lines(post: Post) -> list[Told]:
    """Return the lines of a post that shares a message with other posts; if the post answers a person, the first line
    begins with that person's name.
    """
    if not (post.lines and post.whom):
        return list(post.lines)
    first = post.lines[0]
    return [Told("{name}: {said}", {"name": post.whom, "said": Phrase(first.text, first.facts)}), *post.lines[1:]]


def _can_share_message(one: Post, other: Post, *, mixes: bool) -> bool:
    """Return whether two queued posts may go into one message: not if they are of two games or name a seat differently;
    an answer about no game may go with any, if the platform allows that (`mixes`).
    """
    same_game = one.game == other.game or (mixes and not (one.game and other.game))
    return same_game and all(other.names.get(seat, name) == name for seat, name in one.names.items())


def _is_only_reminder(post: Post) -> bool:
    """Return whether a post only reminds somebody of a game, without news, so that it can share a message with
    reminders about other games.
    """
    return bool(post.remind) and not (post.lines or post.asks or post.closes)


def collect_posts_of_old_addresses(host: HostContext, chat: str, posts: Sequence[Post], came: set[str]) -> bool:
    """Move posts still queued at earlier addresses of this place to it, so that they are sent first; return whether
    there were such addresses. Each is handled once (it goes into `came`); a crash during a move may have left posts
    there.
    """
    old = {post.formerly for post in posts if post.formerly} - came
    came |= old
    for each in old:
        host.store.drop_or_redirect_posts(each, chat, host.now())
    return bool(old)


log = logging.getLogger(__name__)


FAULT_PAUSE = 5.0


NOTED = "outbox"


MAX_PLATFORM_PAUSE = 300.0  # between two tries when a platform is not there


AWAY_PAUSE = 60.0


SLOW_SEND_SECONDS = 5.0  # seconds that a platform may take for a message if more is to be said right after it


SLOW_ANSWER_SECONDS = 2.0  # a lane whose last message took longer has workers of its own kind


BREATH = 1.0


LONGEST_AWAY = 3 * 86400.0  # a platform may not be there for so long before any news are set aside


SHORTEST_MUTED = 30.0


class RetryLater(Exception):
    """The platform asks us to send nothing to this place for so many seconds."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"retry after {seconds} s")
        self.seconds = seconds


class Unfinished(RetryLater):
    """Only this much of a long message could be sent for now; the next attempt goes on from there."""

    def __init__(self, seconds: float, said: list[str]) -> None:
        super().__init__(seconds)
        self.said = said


class PlaceGone(Exception):
    """This place can no longer be written to: it blocked us, removed us or was deleted."""


class Muted(Exception):
    """We may not write in this place for now: its posts wait until we may, or until a given moment."""

    def __init__(self, why: str, until: float = 0.0) -> None:
        super().__init__(why)
        self.until = until


class PlaceMoved(Exception):
    """This place has a new address."""

    def __init__(self, chat: str) -> None:
        super().__init__("moved")
        self.chat = chat


class PlatformDown(Exception):
    """The platform cannot be reached or has a fault of its own: nothing is wrong with the message."""


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
    """What is to be sent to one place at once: words, then questions that are still open, then reminders."""

    game: str
    lines: list[Told] = field(default_factory=list)
    asks: list[str] = field(default_factory=list)
    reminders: list[Reminder] = field(default_factory=list)
    names: dict[str, str] = field(default_factory=dict)
    style: WritingStyle = WritingStyle()
    stamp: int = 0  # the same message again has the same stamp
    said: list[str] = field(default_factory=list)  # what of it has been said already
    reply: int = 0  # to which message there it answers
    rings: str = EVERYTHING  # for what the person there wants to be rung
    urgent: bool = False  # it is a refusal, which waits for no news
    closes: list[str] = field(default_factory=list)  # questions that are closed now
    came: list[Told] = field(default_factory=list)  # what came of them
    own: bool = False  # it follows from what its reader has just done
    won: bool = False  # its reader has just won something


NOTHING_SENT = "-"  # in place of the id of a message: no words were sent, so the board needs not wait for its turn


class Sender(Protocol):
    """A platform. Its methods raise RetryLater, Unfinished, PlaceGone, Muted, PlaceMoved, PlatformDown or NotChanged;
    any other error counts as a failed attempt.
    """

    prefix: str  # the places it serves begin with this
    pauses: bool  # is a moment's silence kept before fate?
    mixes: bool  # may an answer about no game stand in one message with the news of one?

    def get_lane(self, chat: str) -> str:
        """Return the name by which the platform's rate limits count a place (its lane): all topics of a chat group
        share one. Each platform's class implements this method of the protocol.
        """

    def is_crowd(self, chat: str) -> bool:
        """Return, in each platform's class, whether a place is a group, to which fewer messages may be sent."""

    def send(self, chat: str, message: Message) -> str:
        """Send, in each platform's class, a message to a place and return its id there, or NOTHING_SENT if the board
        will show all of it. Raise what the protocol lists, such as RetryLater or PlaceGone.
        """

    def show_board(self, chat: str, game_id: str, message_id: str) -> str:
        """Show, in each platform's class, a game in a place as it stands now, editing the message `message_id` unless
        it is empty; return the id of the message that shows it. Raise what the protocol lists, such as NotChanged.
        """


class LaneUsage(Protocol):
    """What was lately sent to each group, which a process leaves for the next one that sends there."""

    def dump_lane(self, lane: str) -> bytes:
        """Return, in each platform's class, what was lately sent to a group as bytes for the next process that sends
        there; empty if that is long ago.
        """

    def load_lane(self, lane: str, left: bytes) -> None:
        """Take over, in each platform's class, the bytes `left` by `dump_lane` in the process that sent here before."""


class OutboxDispatcher:
    """Sends queued posts to many places at once, so that slow ones delay no other. One dispatcher per platform."""

    def __init__(
        self,
        host: HostContext,
        sender: Sender,
        pace: Pace,
        workers: int = 24,
        slow: int = 8,
        usage: LaneUsage | None = None,
    ) -> None:
        self.host, self.sender, self.pace, self.usage = host, sender, pace, usage
        self._lock = threading.Lock()
        self._busy: dict[str, float] = {}  # lanes being served, or not before this moment
        self._missed: dict[str, int] = {}  # how often in a row the platform was not there, by lane
        self._pool = ThreadPoolExecutor(workers, "outbox")
        self._slow_pool = ThreadPoolExecutor(slow, "outbox-slow")  # so that slow lanes wait for one another alone
        self._slow: set[str] = set()  # lanes whose last message took long
        self._doubted = False  # could what was said lately not be noted?
        self.back = 0.0  # the platform was not there; deliveries in a hurry try again from this moment on

    def find_for_place(self, place: str) -> OutboxDispatcher | None:
        """Return this dispatcher if the place is on the platform to which it sends, else None."""
        return self if place.startswith(self.sender.prefix) else None

    def deliver(self) -> None:
        """Start workers that send to all places with queued posts whose lane (a chat with its topics) no worker serves
        yet and need not pause; return at once.
        """
        for chat in self._list_waiting_places():
            lane = self.sender.get_lane(chat)
            if self._claim_lane(lane):
                pool = self._slow_pool if lane in self._slow else self._pool
                pool.submit(self._serve_lane, chat, lane)

    def close(self) -> None:
        """Stop: start no more work, and return when the workers have done what they had begun or were given."""
        self._pool.shutdown()
        self._slow_pool.shutdown()

    def deliver_now(self, urgency: Callable[[str], int] = lambda _: 0) -> float:
        """Send all queued posts that may be sent now, place after place, lowest `urgency` first, then the longest
        waiting; return the seconds until more may be sent: 0 also if a place is done, infinity if none had posts.
        """
        soonest = min(
            (self._deliver_safely(chat) for chat in sorted(self._list_waiting_places(), key=urgency)),
            default=float("inf"),
        )
        return max(0.0, soonest - self.host.now())

    def _deliver_safely(self, chat: str) -> float:
        """Send the posts queued for one place, so that an error does not keep other places waiting (only Overloaded
        is raised); return the time at which to continue, a while later after an error, 0 if nothing is left.
        """
        try:
            return self.deliver_to(chat)
        except Overloaded:
            raise
        except Exception as error:  # noqa: BLE001 # what is kept of one place may be damaged
            log.error("outbox delivery failed place=%s error=%s", chat, format_error_location(error))  # noqa: TRY400 # values could be secret
            return self.host.now() + FAULT_PAUSE

    def _list_waiting_places(self) -> list[str]:
        """Return the places on this dispatcher's platform that have posts to be sent by now, the longest waiting
        first.
        """
        return [
            chat for chat in self.host.store.iter_waiting_places(self.host.now()) if chat.startswith(self.sender.prefix)
        ]

    def _claim_lane(self, lane: str) -> bool:
        """Claim a lane (a chat with its topics) for one worker; return False if another worker has
        it or it must pause.
        """
        with self._lock:
            free = self._busy.get(lane, 0.0) <= self.host.now()
            if free:
                self._busy[lane] = float("inf")
            return free

    def _serve_lane(self, chat: str, lane: str) -> None:
        """Send what is queued for a place, in a worker that has claimed its lane (what rate limits count as one);
        log any error, and free the lane for other workers, at once or from the next try on.
        """
        when = 0.0
        try:
            when = self.deliver_to(chat)
        except Overloaded as error:
            log.warning("outbox delivery postponed lane=%s error=%s", lane, error)
            when = self.host.now() + FAULT_PAUSE
        except Exception:
            log.exception("outbox delivery failed lane=%s", lane)
            when = self.host.now() + FAULT_PAUSE
        finally:
            self._release_lane(lane, when)

    def _release_lane(self, lane: str, when: float) -> None:
        """Let other workers send to this lane (a chat with its topics) again from this moment on; 0 is at once."""
        with self._lock:
            if when:
                self._busy[lane] = when
            else:
                self._busy.pop(lane, None)

    def deliver_to(self, chat: str) -> float:
        """Send the posts queued for a place, message by message, as long as the platform's limits allow and no post
        must wait for its moment; return the time at which to continue, or 0 if nothing is left to do now. Raise
        Overloaded if the store cannot be written.
        """
        self._check_store_writable()
        lane, crowd = self.sender.get_lane(chat), self.sender.is_crowd(chat)
        came = set[str]()
        while posts := self.host.store.load_posts(chat):
            if collect_posts_of_old_addresses(self.host, chat, posts, came):
                continue
            if posts[0].muted and posts[0].after > self.host.now():
                return self._postpone_muted_posts(posts)
            due = self._list_due_posts(posts)
            if not due:
                return posts[0].after
            if len(posts) == MOST_POSTS and (stale := list_superseded_boards(due)):
                self.host.store.drop_posts(stale)
                continue
            with self._lock:
                when = self.pace.take(lane, self.host.now(), crowd=crowd)
            if when:
                return when
            now = select_batch(due, mixes=self.sender.mixes)
            wait = self._send_one_message(lane, now, last=not has_more_words(posts, now))
            with self._lock:
                self.pace.hold(lane, self.host.now() + wait)
            if not wait and len(now) == len(posts) < MOST_POSTS and not any(post.board for post in now):
                break  # that was all
        return 0.0

    def _postpone_muted_posts(self, posts: list[Post]) -> float:
        """Postpone all posts of a place where the bot may not write to the time of its next attempt, so that they do
        not delay other topics of its chat group. Return 0, because nothing is left to do now.
        """
        again = posts[0].after
        self.host.store.queue_posts([post for post in posts if post.since < again], again)
        return 0.0

    def _list_due_posts(self, posts: list[Post]) -> list[Post]:
        """Return those of the queued posts that may be sent now: all before the first one that is held back for a
        moment of suspense, and the refusals behind it, or simply all on a platform without such pauses.
        """
        now = self.host.now() if self.sender.pauses else float("inf")
        due = list(takewhile(lambda post: post.after <= now, posts))
        return [*due, *(post for post in posts[len(due) :] if post.urgent)]

    def _check_store_writable(self) -> None:
        """Check, if the last attempt to note a message as sent failed, whether the store can be written again, and
        raise its error if not; otherwise the same message would be sent again and again.
        """
        if self._doubted:
            self.host.store.save_note(NOTED, f"{self.host.now()}")
            self._doubted = False

    def _send_one_message(self, lane: str, posts: list[Post], *, last: bool) -> float:
        """Send one message made of these posts, and note whether its lane (a chat with its topics) is slow and the
        platform can be reached; return how many seconds the lane must pause, often 0, longer and longer while it
        cannot. Raise Overloaded if the store fails.
        """
        began, counted = self.host.now(), time.perf_counter()
        try:
            wait = _deliver_batch(self.host, self.sender, posts, last=last)
        except Overloaded:
            self._doubted = True
            raise
        except PlatformDown as away:
            log.warning("platform unreachable place=%s error=%s", posts[0].chat, away, extra={"game": posts[0].game})
            missed = self._missed[lane] = self._missed.get(lane, 0) + 1
            self.back = self.host.now() + AWAY_PAUSE
            return min(2.0 ** min(missed, 9), MAX_PLATFORM_PAUSE)
        finally:
            with self._lock:
                (self._slow.add if self.host.now() > began + SLOW_ANSWER_SECONDS else self._slow.discard)(lane)
        self._missed.pop(lane, None)
        self.host.measures.add_delivery(self.sender.prefix, time.perf_counter() - counted)
        return max(wait, BREATH) if self.host.now() > began + SLOW_SEND_SECONDS else wait


def _deliver_batch(host: HostContext, sender: Sender, posts: list[Post], *, last: bool) -> float:
    """Send these posts as one message, with `last` also the board; if they have no words, show only the board. Do what
    the platform's errors call for: move or remove the place, hold posts back, try again or give up. Return how many
    seconds the place must pause; raise PlatformDown (for three days) or, if the store fails, Overloaded.
    """
    chat, game_id = posts[0].chat, posts[0].game
    try:
        _send_words(host, sender, posts, last=last) if posts[0].has_words else _send_board(host, sender, posts, game_id)
    except Unfinished as part:
        host.store.queue_posts([replace(post, said=part.said) for post in posts], host.now())
        return part.seconds
    except RetryLater as later:
        return later.seconds
    except PlaceGone as gone:
        log.warning("place is gone place=%s error=%s", chat, gone, extra={"game": game_id})
        move_place(host, chat, "", game_id)
    except Muted as muted:
        _hold_back_posts(host, chat, game_id, muted)
    except PlaceMoved as news:
        move_place(host, chat, news.chat, game_id)
    except PlatformDown as away:
        if host.now() - posts[0].stamp / 1000 < LONGEST_AWAY:
            raise
        return _retry_or_set_aside(host, posts, away)
    except Overloaded:  # it is the table that is in trouble: whether this was noted will show
        raise
    except Exception as error:  # noqa: BLE001 # whatever a platform does, other places must be served
        return _retry_or_set_aside(host, posts, error)
    return 0.0


def _send_words(host: HostContext, sender: Sender, posts: list[Post], *, last: bool) -> None:
    """Send the words of these posts as one message and note them as sent. With `last` also edit the message that
    shows the game's board, if a post asks for that and there is one; else the board waits for a message of its own. If
    nothing is left to say of a post that was held back because the bot was muted, its board is shown instead. If the
    board fails, only posts that show it are left in `posts`, which the caller may send again.
    """
    main = max(posts, key=lambda post: bool(post.game))
    names = {seat: name for post in posts for seat, name in post.names.items()}
    replies = {post.reply for post in posts}
    lines = [line for post in posts for line in (post.lines if len(replies) == 1 else build_addressed_lines(post))]
    asks = [question for post in posts for question in post.asks]
    reminders = _list_reminders(host, posts)
    message = Message(main.game, lines, asks, reminders, names, main.style, posts[0].stamp, posts[0].said)
    message.reply = min(replies) if len(replies) == 1 else 0
    message.rings = main.rings
    message.urgent = any(post.urgent for post in posts)
    message.closes, message.came = main.closes, main.came
    message.own, message.won = all(post.own for post in posts), any(post.won for post in posts)
    began = host.now()
    said = sender.send(main.chat, message) if lines or asks or reminders or message.closes else NOTHING_SENT
    in_time = host.now() < began + SLOW_SEND_SECONDS  # what has been said is to be noted before anything else may fail
    if said != NOTHING_SENT:
        _resume_games(host, posts)
    for post in posts:
        post.board = post.board or bool(post.muted and post.game)  # nothing has been sent there yet: the board will
    shows = last and in_time and any(post.board for post in posts)
    before = host.store.find_board_message(main.chat, main.game) if shows else ""
    if not before and not (shows and said == NOTHING_SENT):
        host.store.mark_posts_said(posts)
        return
    try:  # a message edited is none more, so the board needs not wait for its turn
        _send_board(host, sender, posts, main.game, before)
    except Exception:
        host.store.mark_posts_said(posts)
        posts[:] = [strip_words(post) for post in posts if post.board]  # only this is tried again
        raise


def _send_board(host: HostContext, sender: Sender, posts: list[Post], game_id: str, before: str | None = None) -> None:
    """Show a game's board in a place, in the message `before` if there is one (looked up if None), and mark the board
    of these posts as shown, in the store and in the posts; let games that a mute had stopped there go on. A new message
    is noted before anything else can fail, and the posts are dropped last, because they tell which games have to go on.
    """
    chat = posts[0].chat
    if before is None:
        before = host.store.find_board_message(chat, game_id)
    try:
        now = sender.show_board(chat, game_id, before)
    except NotChanged:
        now = before
    if now != before:
        host.store.save_board_message(chat, game_id, now)
    _resume_games(host, posts)
    host.store.drop_posts(posts)
    for post in posts:
        post.board = False


def _resume_games(host: HostContext, posts: list[Post]) -> None:
    """Start the clocks again of the games that stand still because the bot could not write in the place of these posts,
    if these waited for that; called once something was sent there. Then the posts count as held back no more.
    """
    if any(post.muted for post in posts):
        resume_muted_place(host, posts[0].chat)
    for post in posts:
        post.muted = 0.0


def _list_reminders(host: HostContext, posts: list[Post]) -> list[Reminder]:
    """Return a reminder for each game that waits for the people whom these posts remind; in a group only for games of
    these posts, without secret questions. In a person's own chat all their games are named, and those not in these
    posts are counted as reminded.
    """
    shown = {post.game for post in posts}
    found = []
    for person in dict.fromkeys(person for post in posts for person in post.remind):
        for session, mine in accounts.list_games_awaiting(host, person):
            player = session.find_player_of(person)
            private = player is not None and player.place == posts[0].chat
            clocks = {key: clock for key, clock in mine.items() if private or not clock.secret}
            if player is not None and clocks and (private or session.id in shown):
                found.append(Reminder(session.id, session.ruleset, player.seat, player.name, clocks))
            if private and session.id not in shown:
                ticking.mark_reminders_sent(host, session.id, person)
    return found


def _hold_back_posts(host: HostContext, chat: str, game_id: str, muted: Muted) -> None:
    """Delay all posts of a place where the bot may not write now, until the moment that the platform names or else
    longer and longer; if that goes on for a week without such a moment, give the place up.
    """
    now, posts = host.now(), host.store.load_posts(chat)
    since = min((post.muted for post in posts if post.muted), default=now)
    again = muted.until or now + min(max(now - since, SHORTEST_MUTED), MAX_PLATFORM_PAUSE)
    if not muted.until:
        log.warning("bot is muted place=%s error=%s", chat, muted, extra={"game": game_id})
        if now - since > LONGEST_MUTED:
            give_up_muted_place(host, chat, game_id)
            return
    for post in posts:
        post.muted = post.muted or now
    if posts:
        posts[0].after = again
    host.store.queue_posts(posts, again)


def _retry_or_set_aside(host: HostContext, posts: list[Post], error: Exception) -> float:
    """Queue the first of these posts, which could not be sent, again (its tries are counted), or else, after too many,
    move it to the dead letters; the others stay queued. Return in how many seconds to go on, longer each time.
    """
    first, now = posts[0], host.now()
    first.tries += 1
    extra = {"game": first.game, "tries": first.tries, "error": format_error_location(error)}
    if first.tries < host.config.tries:
        log.warning("post not sent, will be retried", extra=extra)
        host.store.queue_posts([first], now)
    else:
        log.error("post moved to dead letters", extra=extra)
        host.store.set_post_aside(first, now)
    return 2.0**first.tries


RECENT_SEND_SECONDS = 60.0  # the platform reckons what is said in a group by the minute


class Limits(Struct, frozen=True):
    """How much a platform lets us send: each door has its own."""

    in_all: int  # in so many seconds
    window: float
    gap: float  # seconds between two messages in one place
    crowd_gap: float  # the same in a group


class Pace(Struct):
    """What has been sent lately, and which lanes must rest. Plain data, so that it can be saved between calls."""

    limits: Limits
    lately: list[float] = field(default_factory=list)
    free: dict[str, float] = field(default_factory=dict)  # when each lane is free again
    last: dict[str, float] = field(default_factory=dict)  # when something was last said there, if it is not long ago

    def take(self, lane: str, now: float, *, crowd: bool) -> float:
        """Count a message to this lane (a chat with its topics) and return 0 if it may be sent now; if the platform's
        limits are reached, return the time at which to ask again.
        """
        limits = self.limits
        self.lately = [moment for moment in self.lately if moment > now - limits.window]
        whole = self.lately[-limits.in_all] + limits.window if len(self.lately) >= limits.in_all else now
        when = max(whole, self.free.get(lane, now))
        if when > now:
            return when
        self.lately.append(now)
        self.free = {place: moment for place, moment in self.free.items() if moment > now}
        self.last = {place: moment for place, moment in self.last.items() if moment > now - RECENT_SEND_SECONDS} | {
            lane: now
        }
        self.hold(lane, now + (limits.crowd_gap if crowd else limits.gap))
        return 0.0

    def is_busy(self, lane: str, now: float) -> bool:
        """Return whether a message was sent to this lane (a chat with its topics) in the last minute."""
        return self.last.get(lane, 0.0) > now - RECENT_SEND_SECONDS

    def hold(self, lane: str, until: float) -> None:
        """Allow no more messages to this lane (a chat with its topics) before `until`, or a later time set before."""
        self.free[lane] = max(until, self.free.get(lane, 0.0))


ASKS_WATCHERS = (events.PredictionTold, events.WatchersAsked)  # often: with each square of a Super Round
ASKS_PREDICTIONS = (events.FallenAsked, *ASKS_WATCHERS)


def should_notify_group(message: Message) -> bool:
    """Return whether readers' devices ring for this message to a group: only if it has a question, a reminder, or a
    line that is marked as one that rings.
    """
    news = any(isinstance(told, ToldLine) and told.rings for told in message.lines)
    return news or is_answer_wanted(message)


def should_notify_private(message: Message) -> bool:
    """Return whether the reader's device rings for this private message. By the reader's own setting it rings for
    everything, for questions and reminders only, or never. It does not if the message follows at once from the reader's
    own action, or only invites a spectator to predict.
    """
    if message.own or message.rings == NOTHING:
        return False
    if message.lines and all(line.kind in ASKS_WATCHERS for line in message.lines) and not is_answer_wanted(message):
        return False
    return message.rings != TURNS or is_answer_wanted(message)


def is_answer_wanted(message: Message) -> bool:
    """Return whether this message contains a question to its readers, or a reminder of one."""
    return bool(message.asks or message.reminders)


def list_prediction_keys(message: Message) -> list[str]:
    """Return the keys of the predictions that this private message has just invited its reader to make."""
    found = (key for line in message.lines if line.to and line.kind in ASKS_PREDICTIONS for key in line.facts["keys"])
    return [*dict.fromkeys(found)]  # each once, though a message may join two invitations
