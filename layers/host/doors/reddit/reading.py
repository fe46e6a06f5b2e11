"""One look at Reddit: what was written since the last, everywhere, oldest first, with few calls.

How far we have read is a moment, not a comment, for a comment may be deleted. A little is read twice, because comments
appear late; whatever comes twice changes nothing twice.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

import msgspec
from msgspec import Struct, field
from msgspec.structs import replace

from engine.kernel.ready import ready
from host.core.deadlines import ticking
from host.core.error_lines import where
from host.core.store.items import Overloaded
from host.delivery.outbox import PlaceGone, PlatformDown, RetryLater
from host.doors.reddit import edits, stalled_threads, unreachable, visibility
from host.doors.reddit.api_errors import AccountBarred, RedditRefused, ThreadLocked
from host.doors.reddit.call import ReadBatch
from host.doors.reddit.edits import Unanswered
from host.doors.reddit.incoming import ArguingLimits, RedditIncoming, mark
from host.doors.reddit.places import PREFIX, THREAD, place, thing
from host.doors.reddit.sender import RedditSender
from host.doors.reddit.stalled_threads import SilentThreads
from host.doors.reddit.throttle import Down
from host.doors.reddit.visibility import VisibilityLooks
from host.doors.reddit.wire import Page, RedditRemark

log = logging.getLogger(__name__)
NAME = "reddit"
LAP = 300.0  # seconds that are read twice at least
OLDEST = 2.5 * 86400.0  # what is older than that may have been answered before, and is nothing new
MOST_TRIES = 5  # at a thread that cannot be read although Reddit is there
MOST_PAGES = 5  # of a listing; after that the threads themselves are read
THREADS_EVERY = 300.0  # seconds between looks at how the threads stand
LISTED = 9  # full pages, after which a listing may have been cut off
CALLS = 3  # of an ordinary look
MARKED = 25  # things in one call
BANNED = "Reddit does not let the bot into r/%s: is it private, or is the bot banned there? Games there are stopped."
Turn = Callable[[str], Page]


class UnreadGap(Struct):
    """Where the inbox goes on that we could not read at once, and back to when it is to be read.

    Reddit lists the newest thousand of anything. Beyond them lies what is `unread`: as soon as what we have dealt with
    is marked as read, older things take its place.
    """

    after: str
    since: float
    pages: int = 0
    unread: list[str] | None = None  # what stood on the last page of it


@ready
class ReadCursor(Struct):
    """How far we have read, what we could not reach, and when we last looked how the threads stand."""

    comments: float = 0.0
    inbox: float = 0.0
    behind: dict[str, float] = {}  # threads to be read themselves, from then on, as the listing did not reach back
    looked: float = 0.0
    first: float = 0.0  # when we first came: what is older is nothing to us
    missing: list[str] = []  # threads that were not there when we last looked
    gap: UnreadGap | None = None
    seen: VisibilityLooks = field(default_factory=VisibilityLooks)  # what others see of us
    silence: SilentThreads = field(default_factory=SilentThreads)
    unanswered: dict[str, Unanswered] = {}  # comments that may answer once they are edited


class ThreadReading:
    """Reads, and hands what it reads to the desk."""

    def __init__(self, sender: RedditSender) -> None:
        self.sender, self.host, self.wire = sender, sender.host, sender.wire
        self._patience = ArguingLimits(sender.host.now)
        self._tries: dict[str, int] = {}  # how often a thread could not be read
        self._parts: dict[str, tuple[list[RedditRemark], list[str]]] = {}  # of threads read in part, with what is left
        self._shut_out = 0  # looks in a row at which we were not let in
        self._dealt: dict[str, str] = {}  # what need not be looked at again by this process, in the words it had

    def look(self) -> float:
        """Read all that is new; returns in how many seconds to look again if that could not be done now."""
        try:
            return self._looked()
        except (Overloaded, PlatformDown):
            raise
        except Exception as error:  # noqa: BLE001 # whatever Reddit answers, others must be served, and it asked again
            log.error("what Reddit answers cannot be read: %s", where(error))  # noqa: TRY400 # values could be secret
            return unreachable.AGAIN

    def _looked(self) -> float:
        began = self.host.now()
        try:
            self._read(began)
        except Down as down:
            log.warning("Reddit cannot be read (%s); trying again", down.why)
            return down.seconds
        except AccountBarred as barred:
            log.error("Reddit: %s. `rtab reddit doctor` says more.", barred.why)  # noqa: TRY400 - it says it all
            return barred.seconds
        except RetryLater as later:
            return later.seconds
        except ThreadLocked:
            return self._not_let_in()
        except (PlaceGone, RedditRefused) as no:
            log.error("Reddit: %s. `rtab reddit doctor` says more.", no)  # noqa: TRY400 - it says it all
            return unreachable.AGAIN
        self._shut_out = 0
        return 0.0

    def _not_let_in(self) -> float:
        """Once may be a stumble of Reddit. Twice, and every game waits."""
        self._shut_out += 1
        if self._shut_out == 1:
            return unreachable.AGAIN
        log.error(BANNED, "+".join(self.wire.keys.subreddits))
        for thread in self._threads():
            unreachable.shut(self.host, place(thread))
        return unreachable.LONG

    def _read(self, began: float) -> None:
        wait = self.wire.line.wait(CALLS)
        if wait:
            raise RetryLater(wait)
        place = self._place(began)
        letters, older = self._since(self.wire.inbox, place.inbox)
        comments, unread = self._since(self.wire.comments, place.comments)
        if older:  # whoever floods us with answers must not drown a message
            place.gap = UnreadGap(older, place.gap.since if place.gap else place.inbox, MOST_PAGES)
        if unread:
            place.behind = dict.fromkeys(self._threads(), place.comments) | place.behind
        heard = [*self._further_back(place), *letters, *comments, *self._caught_up(place)]
        place.comments = max([place.comments, *(each.made for each in comments if each.made <= began)])
        place.inbox = max([place.inbox, *(each.made for each in letters if each.made <= began)])
        oldest = max(place.first, began - OLDEST)
        fresh = [each for each in heard if each.thread not in place.behind and each.made >= oldest]
        self._taken_in(began, place, fresh)

    def _further_back(self, place: ReadCursor) -> list[RedditRemark]:
        """What the inbox holds from the time that we have missed, as many pages as may be read now."""
        found = list[RedditRemark]()
        while (gap := place.gap) and gap.unread is None and not self.wire.line.wait():
            page = self.wire.inbox(gap.after)
            found += page.remarks
            ends = bool(page.last) and not page.full and gap.pages < LISTED
            there = ends or (bool(page.last) and page.oldest < gap.since - LAP)
            goes_on = UnreadGap(page.last, gap.since, gap.pages + 1, unread=None if page.full else [])
            place.gap = None if there else goes_on
        return [*found, *self._unread(place)]

    def _unread(self, place: ReadCursor) -> list[RedditRemark]:
        """A page of what lies beyond what Reddit lists, if we have come to its end. What stood on the last one has been
        dealt with, for no look is remembered that was broken off.
        """
        gap, line = place.gap, self.wire.line
        if gap is None or gap.unread is None or not line.room():
            return []
        page, whole = self.wire.inbox(unread=True), True
        dealt = [name for name in page.names if name in gap.unread]
        while dealt and line.room():
            self.wire.mark_read(dealt[:MARKED])
            dealt, whole = dealt[MARKED:], False
        if not whole and line.room():
            page, whole = self.wire.inbox(unread=True), True
        there = whole and (not page.full or page.oldest < gap.since - LAP)
        place.gap = None if there else UnreadGap("", gap.since, gap.pages, page.names)
        return page.remarks

    def _caught_up(self, place: ReadCursor) -> list[RedditRemark]:
        """The threads that the listing did not reach. One that cannot be read holds up no other, nor us for long."""
        found = list[RedditRemark]()
        for thread, since in list(place.behind.items()):
            if self.wire.line.wait():
                break
            del place.behind[thread]
            try:
                found += [each for each in self._all_of(thread) if each.made >= since - LAP]
                self._tries.pop(thread, None)
            except RetryLater:
                self._tries[thread] = 0 if thread in self._parts else self._tries.get(thread, 0) + 1
                if self._tries[thread] < MOST_TRIES:
                    place.behind[thread] = since
            except (PlaceGone, ThreadLocked, RedditRefused) as no:
                log.warning("a thread cannot be read: %s", no)
        return found

    def _all_of(self, thread: str) -> list[RedditRemark]:
        """All of a thread's comments, however many looks that takes: none is judged before those that came earlier."""
        room, (before, rest) = self.wire.line.room(), self._parts.get(thread, ([], []))
        found, rest = self.wire.more(thread, rest, room) if rest else self.wire.thread(thread, room - 1)
        self._parts[thread] = [*before, *found], rest
        if rest:
            raise RetryLater(unreachable.AGAIN)
        return self._parts.pop(thread)[0]

    def _taken_in(self, began: float, place: ReadCursor, heard: list[RedditRemark]) -> None:
        """Time in which we could not hear anybody is given back first; only then does a clock run out."""
        mute = self.wire.mute  # as long as nobody can be told what they are asked, nobody is taken to have heard it
        if not mute:
            ticking.missed(self.host, NAME, began)
        for each in heard:
            if not each.private:
                stalled_threads.heard(self.host, place.silence, each)
        self._hand_in(heard, place.unanswered)
        if not (place.behind or place.gap or mute):
            ticking.heard(self.host, NAME, began)
        if began - place.looked >= THREADS_EVERY and not self.wire.line.wait():
            self._look_at_threads(place)
            stalled_threads.look(self.host, place.silence, self._watched(place))
            edits.look(self.sender, self._patience, place.unanswered)
            place.looked = began
        else:
            visibility.look(self.sender, place.seen, self._watched(place))
        self._remember(place)

    def _since(self, turn: Turn, since: float) -> tuple[list[RedditRemark], str]:
        """What is newer than this moment; and, if we did not get back to it, the last that we have read."""
        found, after, reached = list[RedditRemark](), "", False
        for _ in range(MOST_PAGES):
            page = turn(after)
            # Whatever a page shows is looked at: a comment may have been kept back, and let through since.
            found += page.remarks
            # An empty page after a full one may mean that the last comment of that one is gone meanwhile.
            if page.oldest < since - LAP or not page.full:
                return found, "" if page.last else after
            after, reached = page.last, page.oldest <= since
        return found, "" if reached else after

    def _hand_in(self, heard: list[RedditRemark], unanswered: dict[str, Unanswered]) -> None:
        incoming = RedditIncoming(ReadBatch(self.sender), self._patience)
        unique: dict[str, RedditRemark] = {}
        for each in heard:
            known = unique.setdefault(each.id, each)
            known.to_us = known.to_us or each.to_us
        self._dealt = {name: worded for name, worded in self._dealt.items() if name in unique}
        fresh = [each for each in unique.values() if self._dealt.get(each.id) != each.worded]
        anew = {each.id: replace(each, again=True) for each in fresh if each.edited or each.id in self._dealt}
        answered = self.host.store.all_answered([mark(each) for each in [*fresh, *anew.values()]])
        for each in sorted(fresh, key=lambda remark: (remark.made, len(remark.id), remark.id)):
            judged = [incoming.handle] if mark(each) not in answered else []
            if not judged and each.id in anew and mark(anew[each.id]) not in answered:
                judged = [incoming.edited]
            for judge in judged:
                judge(each)
                edits.noted(self.sender, unanswered, each)
            self._dealt[each.id] = each.worded  # at once: a look that is broken off is gone on with, not begun again

    def _threads(self) -> list[str]:
        """Every thread in which a game is on."""
        places = {where for game in self._games() for where in game if where.startswith(f"{PREFIX}{THREAD}")}
        return sorted(where.removeprefix(PREFIX) for where in places)

    def _watched(self, place: ReadCursor) -> list[str]:
        """Those, and every one in which we have stopped games."""
        stopped = (thing(chat) for chat in unreachable.closed(self.host))
        return sorted({*self._threads(), *stopped, *place.silence.waiting})

    def _games(self) -> list[list[str]]:
        return [each.session.places for each in self.host.store.games(self.host.store.due(float("inf")))]

    def _look_at_threads(self, before: ReadCursor) -> None:
        """Is a thread locked, removed or gone? Its game waits. Is it open again? Then it goes on."""
        closed = unreachable.closed(self.host)
        threads = self._watched(before)
        known = {state.id: state for state in self.wire.states(threads)} if threads else {}
        missing, barred = [thread for thread in threads if thread not in known], dict[str, bool]()
        for thread in threads:
            state, chat = known.get(thread), place(thread)
            if thread in missing:
                if thread in before.missing:  # once may be an answer that was not whole
                    unreachable.lost(self.host, chat)
            elif state and (state.archived or state.deleted):
                unreachable.lost(self.host, chat)
            elif state and (state.locked or state.removed):
                unreachable.shut(self.host, chat)
            elif (
                state and chat in closed and not before.seen.closed(chat) and not self._barred(state.subreddit, barred)
            ):
                unreachable.open_again(self.host, chat)
        before.missing = missing

    def _barred(self, subreddit: str, known: dict[str, bool]) -> bool:
        """Are we banned where this is?"""
        if subreddit not in known:
            known[subreddit] = self.wire.about(subreddit).banned
        return known[subreddit]

    # -- how far we have read

    def _place(self, now: float) -> ReadCursor:
        """What was written before the bot first came is nothing to it."""
        kept = self.host.store.note(self._note)
        place = msgspec.json.decode(kept, type=ReadCursor) if kept else ReadCursor(now, now, first=now)
        # Where the clock was fast when we first came, everything would be older than that.
        place.first, place.looked, place.seen.looked = (
            min(moment, now) for moment in (place.first, place.looked, place.seen.looked)
        )
        place.comments, place.inbox = min(place.comments, now), min(place.inbox, now)
        return place

    def _remember(self, place: ReadCursor) -> None:
        text = msgspec.json.encode(place).decode()
        if text != self.host.store.note(self._note):
            self.host.store.write_down(self._note, text)

    @property
    def _note(self) -> str:
        return f"reddit/{self.wire.name.casefold()}/place"
