"""One look at Reddit: what was written since the last, everywhere, oldest first, with few calls.

How far we have read is a moment, not a comment, for a comment may be deleted. A little is read twice, because comments
appear late; whatever comes twice changes nothing twice.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable

import msgspec
from msgspec import Struct, field
from msgspec.structs import replace

from engine.kernel.json_types import prepare_json_type
from host.core.deadlines import ticking
from host.core.error_lines import format_error_location
from host.core.store.items import Overloaded
from host.delivery.outbox import PlaceGone, PlatformDown, RetryLater
from host.doors.reddit import incoming, unreachable
from host.doors.reddit.account import ListingPage, RedditRemark
from host.doors.reddit.call import ModeratorsUnknown, ReadBatch, RedditCall
from host.doors.reddit.command_parsing import WrittenCommand
from host.doors.reddit.incoming import ArguingLimits, RedditIncoming, SilentThreads, VisibilityChecks, build_handled_key
from host.doors.reddit.menu import list_writer_questions
from host.doors.reddit.places import REDDIT_PREFIX, THREAD, build_reddit_place, parse_reddit_place
from host.doors.reddit.sender import RedditSender
from host.doors.reddit.throttle import AccountBarred, RedditDown, RedditRefused, ThreadLocked

MAX_WATCHED_COMMENTS = 100  # in one call; the oldest are let go


class UnansweredComment(Struct):
    """A comment that may yet answer a question: the checksum of its text when last read, and whether it was said to
    us.
    """

    worded: str  # a mark, for a hundred long comments would be more than one item of a table can hold
    to_us: bool


def hash_wording(remark: RedditRemark) -> str:
    """Return a short hash of a comment's text, by which a later edit of the comment is noticed."""
    return hashlib.sha256(remark.text_checksum.encode()).hexdigest()[:16]


def watch_for_edits(sender: RedditSender, waiting: dict[str, UnansweredComment], remark: RedditRemark) -> None:
    """Watch a comment for edits (add it to `waiting`, as it reads now) if its writer has an open public question in its
    thread; else watch it no longer. Of more than a hundred, those watched longest are dropped.
    """
    before = waiting.pop(remark.id, None)
    call = RedditCall(ReadBatch(sender), remark, WrittenCommand(""), 0)
    if not remark.private and call.by and any(not each.asked.secret for each in list_writer_questions(call)):
        waiting[remark.id] = UnansweredComment(hash_wording(remark), remark.to_us or bool(before and before.to_us))
    for name in [*waiting][:-MAX_WATCHED_COMMENTS]:
        del waiting[name]


def check_watched_edits(sender: RedditSender, patience: ArguingLimits, waiting: dict[str, UnansweredComment]) -> None:
    """Fetch the comments watched for edits, handle those that were edited, and stop watching those that are gone or no
    longer matter. Do nothing while the rate limit forbids a call.
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


log = logging.getLogger(__name__)
REDDIT_CHANNEL = "reddit"
LAP = 300.0  # seconds that are read twice at least
OLDEST = 2.5 * 86400.0  # what is older than that may have been answered before, and is nothing new
MOST_TRIES = 20  # at a thread that cannot be read although Reddit is there
MOST_PAGES = 5  # of a listing; after that the threads themselves are read
THREADS_EVERY = 300.0  # seconds between looks at how the threads stand
MAX_LISTED_PAGES = 9  # full pages, after which a listing may have been cut off
CALLS_PER_READING = 3  # of an ordinary look
MAX_MARKED_READ = 25  # things in one call
BANNED = "Reddit does not let the bot into r/%s: is it private, or is the bot banned there? Games there are stopped."
Turn = Callable[[str], ListingPage]


class UnreadGap(Struct):
    """Where reading the inbox has to go on, and back to when.

    Reddit lists the newest thousand of anything. Beyond them only the `unread` messages can be reached: once handled
    ones are marked as read, older ones take their place.
    """

    after: str
    since: float
    pages: int = 0
    unread: list[str] | None = None  # what stood on the last page of it


@prepare_json_type
class ReadCursor(Struct):
    """How far we have read, what we could not reach, and when we last checked the threads."""

    comments: float = 0.0
    inbox: float = 0.0
    behind: dict[str, float] = {}  # threads to be read themselves, from then on, as the listing did not reach back
    looked: float = 0.0
    first: float = 0.0  # when we first came: what is older is nothing to us
    missing: list[str] = []  # threads that were not there when we last looked
    gap: UnreadGap | None = None
    seen: VisibilityChecks = field(default_factory=VisibilityChecks)  # what others see of us
    silence: SilentThreads = field(default_factory=SilentThreads)
    unanswered: dict[str, UnansweredComment] = {}  # comments that may answer once they are edited
    told_of_end: list[str] = []  # threads that know that Reddit will cut us off
    watched: list[str] = []  # threads watched when we last looked
    resting: list[str] = []  # threads not watched any more whose games may go on, such as paused ones
    unjudged: dict[str, float] = {}  # comments left until Reddit says who moderates, and when each was first read


class ThreadReading:
    """The reader that fetches what is new and hands it in."""

    def __init__(self, sender: RedditSender) -> None:
        self.sender, self.host, self.wire = sender, sender.host, sender.wire
        self._patience = ArguingLimits(sender.host.now)
        self._tries: dict[str, int] = {}  # how often a thread could not be read
        self._parts: dict[str, tuple[list[RedditRemark], list[str]]] = {}  # of threads read in part, with what is left
        self._pages: dict[tuple[Turn, str], ListingPage] = {}  # of a poll that a failed call broke off
        self._began = 0.0  # when the first of them was read
        self._shut_out = 0  # looks in a row at which we were not let in
        self._dealt: dict[str, str] = {}  # what need not be looked at again by this process, in the words it had

    def read_new_remarks(self) -> float:
        """Read and handle all new comments and messages. Return the seconds until a retry if Reddit failed, or 0; an
        error of the host's own store that may pass is raised.
        """
        try:
            return self._read_or_back_off()
        except (Overloaded, PlatformDown):
            raise
        except Exception as error:  # noqa: BLE001 # whatever Reddit answers, others must be served, and it asked again
            log.error("ignoring malformed Reddit response error=%s", format_error_location(error))  # noqa: TRY400 # values could be secret
            return unreachable.RECHECK_SECONDS

    def _read_or_back_off(self) -> float:
        """Read Reddit once and handle what is new; return after how many seconds to try again if that failed, which is
        logged, else 0. An error that is none of Reddit's is raised.
        """
        began = self.host.now()
        try:
            self._read_once(began)
        except RedditDown as down:
            log.warning("Reddit unreachable, will be retried error=%s", down.why)
            return down.seconds
        except AccountBarred as barred:
            log.error("Reddit refused the account error=%s; see: rtab reddit doctor", barred.why)  # noqa: TRY400 - it says it all
            return barred.seconds
        except RetryLater as later:
            return later.seconds
        except ThreadLocked:
            return self._handle_forbidden()
        except (PlaceGone, RedditRefused) as no:
            log.error("Reddit refused the account error=%s; see: rtab reddit doctor", no)  # noqa: TRY400 - it says it all
            return unreachable.RECHECK_SECONDS
        self._shut_out = 0
        return 0.0

    def _handle_forbidden(self) -> float:
        """Count, in the memory of this process, that Reddit has refused to be read; from the second time in a row on
        stop the games of all threads, as the first may be temporary. Return the seconds until the next try.
        """
        self._shut_out += 1
        if self._shut_out == 1:
            return unreachable.RECHECK_SECONDS
        log.error(BANNED, "+".join(self.wire.keys.subreddits))
        for thread in self._list_game_threads():
            unreachable.stop_closed_thread(self.host, build_reddit_place(thread))
        return unreachable.CLOSED_RETRY_SECONDS

    def _read_once(self, began: float) -> None:
        """Read all comments and messages since the last time, handle them, and save how far was read; raise RetryLater
        if the rate limit forbids it.
        """
        wait = self.wire.line.compute_wait(CALLS_PER_READING)
        if wait:
            raise RetryLater(wait)
        began = self._began = self._began if self._pages else began
        place = self._load_cursor(began)
        letters, older = self._read_back_to(self.wire.fetch_inbox, place.inbox)
        comments, unread = self._read_back_to(self.wire.fetch_comments, place.comments)
        if older:  # a flood of answers must not drown a message
            place.gap = UnreadGap(older, place.gap.since if place.gap else place.inbox, MOST_PAGES)
        if unread:
            place.behind = dict.fromkeys(self._list_unfinished_threads(place), place.comments) | place.behind
        heard = [*self._read_inbox_gap(place), *letters, *comments, *self._read_missed_threads(place)]
        self._pages.clear()
        place.comments = max([place.comments, *(each.made for each in comments if each.made <= began)])
        place.inbox = max([place.inbox, *(each.made for each in letters if each.made <= began)])
        oldest = max(place.first, began - OLDEST)
        fresh = [each for each in heard if each.thread not in place.behind and each.made >= oldest]
        self._handle_reading(began, place, fresh)

    def _read_inbox_gap(self, place: ReadCursor) -> list[RedditRemark]:
        """Return the messages of those inbox pages that earlier polls missed, as many as the rate limit allows now,
        then of one page of unread ones if the listing ends before; note in the cursor `place` how far that came.
        """
        found = list[RedditRemark]()
        while (gap := place.gap) and gap.unread is None and not self.wire.line.compute_wait():
            page = self._fetch_page(self.wire.fetch_inbox, gap.after)
            found += page.remarks
            ends = bool(page.last) and not page.full and gap.pages < MAX_LISTED_PAGES
            there = ends or (bool(page.last) and page.oldest < gap.since - LAP)
            goes_on = UnreadGap(page.last, gap.since, gap.pages + 1, unread=None if page.full else [])
            place.gap = None if there else goes_on
        return [*found, *self._read_unread_page(place)]

    def _read_unread_page(self, place: ReadCursor) -> list[RedditRemark]:
        """Return the messages of one page of unread ones, to get at those older than Reddit's inbox listing reaches;
        before that mark the messages of the previous page as read. Note in `place` how far that came. Return nothing
        while there is no such gap or the rate limit forbids it.
        """
        gap, line = place.gap, self.wire.line
        if gap is None or gap.unread is None or not line.count_free_calls():
            return []
        page, whole = self.wire.fetch_inbox(unread=True), True
        dealt = [name for name in page.names if name in gap.unread]
        while dealt and line.count_free_calls():
            self.wire.mark_read(dealt[:MAX_MARKED_READ])
            dealt, whole = dealt[MAX_MARKED_READ:], False
        if not whole and line.count_free_calls():
            page, whole = self.wire.fetch_inbox(unread=True), True
        there = whole and (not page.full or page.oldest < gap.since - LAP)
        place.gap = None if there else UnreadGap("", gap.since, gap.pages, page.names)
        return page.remarks

    def _read_missed_threads(self, place: ReadCursor) -> list[RedditRemark]:
        """Return the comments of threads that the listing of new comments did not reach (`place.behind`), as far as the
        rate limit allows, and take the threads read out of that. A thread that must wait is tried again, up to twenty
        times without progress; one that cannot be read is skipped for good.
        """
        found = list[RedditRemark]()
        for thread, since in list(place.behind.items()):
            if self.wire.line.compute_wait():
                break
            del place.behind[thread]
            try:
                found += [each for each in self._read_whole_thread(thread) if each.made >= since - LAP]
                self._tries.pop(thread, None)
            except RetryLater:
                self._tries[thread] = 0 if thread in self._parts else self._tries.get(thread, 0) + 1
                if self._tries[thread] < MOST_TRIES:
                    place.behind[thread] = since
            except (PlaceGone, ThreadLocked, RedditRefused) as no:
                log.warning("thread unreadable error=%s", no)
        return found

    def _read_whole_thread(self, thread: str) -> list[RedditRemark]:
        """Return all comments of a thread; raise RetryLater until all are there, so that they are handled in order.
        What was read is kept for the next call, which goes on with it.
        """
        room, (before, rest) = self.wire.line.count_free_calls(), self._parts.get(thread, ([], []))
        found, rest = (
            self.wire.fetch_left_out_comments(thread, rest, room) if rest else self.wire.fetch_thread(thread, room - 1)
        )
        self._parts[thread] = [*before, *found], rest
        if rest:
            raise RetryLater(unreachable.RECHECK_SECONDS)
        return self._parts.pop(thread)[0]

    def _handle_reading(self, began: float, place: ReadCursor, heard: list[RedditRemark]) -> None:
        """Finish a poll that began at `began`: give players back the time in which Reddit could not be read (unless the
        bot may not comment now), handle the new comments and messages (`heard`), check threads when due, else
        visibility, and save how far was read.
        """
        mute = self.wire.mute  # as long as nobody can be told what they are asked, nobody is taken to have heard it
        if not mute:
            ticking.credit_platform_gap(self.host, REDDIT_CHANNEL, began)
        for each in heard:
            if not each.private:
                incoming.note_remark_in_thread(self.host, place.silence, each)
        self._handle_remarks(place, heard)
        if not (place.behind or place.gap or mute):
            ticking.mark_platform_read(self.host, REDDIT_CHANNEL, began)
        if began - place.looked >= THREADS_EVERY and not self.wire.line.compute_wait():
            self._check_threads(place)
            threads = self._list_watched_threads(place)
            incoming.check_silent_threads(self.host, place.silence, threads)
            ends = self.wire.keys.ends
            place.told_of_end = incoming.tell_threads_of_end(self.host, ends, place.told_of_end, threads)
            check_watched_edits(self.sender, self._patience, place.unanswered)
            self._note_resting_threads(place, threads)
            place.looked = began
        else:
            incoming.check_visibility(self.sender, place.seen, self._list_watched_threads(place))
        self._save_cursor(place)

    def _read_back_to(self, turn: Turn, since: float) -> tuple[list[RedditRemark], str]:
        """Read pages of comments or messages (`turn` fetches the one after an id), the newest first, back to five
        minutes before the time `since` or to the end of the listing, but five at most. Return all that they hold,
        also what was read before, and the id after which to go on, or an empty string if `since` or the end was
        reached. Pages are kept for a poll that is broken off: the caller clears `_pages` when it has read all.
        """
        found, after, reached = list[RedditRemark](), "", False
        for _ in range(MOST_PAGES):
            page = self._fetch_page(turn, after)
            # Whatever a page shows is looked at: a comment may have been kept back, and let through since.
            found += page.remarks
            # An empty page after a full one may mean that the last comment of that one is gone meanwhile.
            if page.oldest < since - LAP or not page.full:
                return found, "" if page.last else after
            after, reached = page.last, page.oldest <= since
        return found, "" if reached else after

    def _fetch_page(self, turn: Turn, after: str) -> ListingPage:
        """Return a page of a listing. A poll goes on with the pages that were read before a call failed: otherwise, the
        more there is to read, the fewer polls would come to an end.
        """
        if (turn, after) not in self._pages:
            self._pages[turn, after] = turn(after)
        return self._pages[turn, after]

    def _handle_remarks(self, place: ReadCursor, heard: list[RedditRemark]) -> None:
        """Handle these comments and messages in the order in which they were written: each only once, edited ones as
        edited. If Reddit cannot be asked now who moderates, leave one that needs to know it to the next reading, which
        the cursor `place` then makes begin no later than there.
        """
        incoming = RedditIncoming(ReadBatch(self.sender, place.unjudged), self._patience)
        left = list[RedditRemark]()
        unique: dict[str, RedditRemark] = {}
        for each in heard:
            known = unique.setdefault(each.id, each)
            known.to_us = known.to_us or each.to_us
        self._dealt = {name: worded for name, worded in self._dealt.items() if name in unique}
        fresh = [each for each in unique.values() if self._dealt.get(each.id) != each.text_checksum]
        anew = {each.id: replace(each, again=True) for each in fresh if each.edited or each.id in self._dealt}
        answered = self.host.store.list_answered_keys([build_handled_key(each) for each in [*fresh, *anew.values()]])
        for each in sorted(fresh, key=lambda remark: (remark.made, len(remark.id), remark.id)):
            judged = [incoming.handle] if build_handled_key(each) not in answered else []
            if not judged and each.id in anew and build_handled_key(anew[each.id]) not in answered:
                judged = [incoming.handle_edit]
            try:
                for judge in judged:
                    judge(each)
                    watch_for_edits(self.sender, place.unanswered, each)
            except ModeratorsUnknown:
                log.warning("comment left to the next reading key=%s", build_handled_key(each))
                left.append(each)
                continue
            # At once: a look that is broken off is gone on with, not begun again.
            self._dealt[each.id] = each.text_checksum
        place.unjudged = {each.id: place.unjudged[each.id] for each in left}
        place.comments = min([place.comments, *(each.made for each in left)])
        place.inbox = min([place.inbox, *(each.made for each in left)])

    def _list_game_threads(self) -> list[str]:
        """List, by their full Reddit names, the threads that show a game which still has something to do by itself,
        such as a deadline.
        """
        places = {
            where for game in self._list_game_places() for where in game if where.startswith(f"{REDDIT_PREFIX}{THREAD}")
        }
        return sorted(where.removeprefix(REDDIT_PREFIX) for where in places)

    def _list_watched_threads(self, place: ReadCursor) -> list[str]:
        """List, by their full Reddit names, the threads of running games, and those whose games are stopped because the
        thread was closed or nobody wrote in it.
        """
        stopped = (parse_reddit_place(chat) for chat in unreachable.list_closed_threads(self.host))
        return sorted({*self._list_game_threads(), *stopped, *place.silence.waiting})

    def _list_unfinished_threads(self, place: ReadCursor) -> list[str]:
        """List, by their full Reddit names, the threads that are watched, and those with unfinished games in which
        nothing happens by itself, such as paused ones.
        """
        resting = [thread for thread in {*place.watched, *place.resting} if self._has_unfinished_games(thread)]
        return sorted({*self._list_watched_threads(place), *resting})

    def _note_resting_threads(self, place: ReadCursor, threads: list[str]) -> None:
        """Note in the cursor `place` which threads are watched now (`threads`), and which are not any more although
        their games are unfinished.
        """
        left = [thread for thread in place.watched if thread not in threads and self._has_unfinished_games(thread)]
        place.resting = sorted({*place.resting, *left} - {*threads})
        place.watched = threads

    def _has_unfinished_games(self, thread: str) -> bool:
        """Return whether a thread shows a game that is not over."""
        return bool(self.host.store.list_open_game_ids(f"chat:{build_reddit_place(thread)}"))

    def _list_game_places(self) -> list[list[str]]:
        """List, for each game that still has something to do by itself, such as a deadline, the places that show it."""
        return [
            each.session.places for each in self.host.store.load_games(self.host.store.list_due_games(float("inf")))
        ]

    def _check_threads(self, before: ReadCursor) -> None:
        """Stop the games of threads that are locked or removed; remove threads from their games that are archived,
        deleted, or missing for the second time in a row (which the cursor `before` notes); resume the games of threads
        open again, unless the bot is banned or hidden there.
        """
        closed = unreachable.list_closed_threads(self.host)
        threads = self._list_watched_threads(before)
        known = {state.id: state for state in self.wire.fetch_thread_states(threads)} if threads else {}
        missing, barred = [thread for thread in threads if thread not in known], dict[str, bool]()
        for thread in threads:
            state, chat = known.get(thread), build_reddit_place(thread)
            if thread in missing:
                if thread in before.missing:  # once may be an answer that was not whole
                    unreachable.drop_lost_thread(self.host, chat)
            elif state and (state.archived or state.deleted):
                unreachable.drop_lost_thread(self.host, chat)
            elif state and (state.locked or state.removed):
                unreachable.stop_closed_thread(self.host, chat)
            elif (
                state
                and chat in closed
                and not before.seen.is_hidden(chat)
                and not self._is_banned(state.subreddit, barred)
            ):
                unreachable.resume_reopened_thread(self.host, chat)
        before.missing = missing

    def _is_banned(self, subreddit: str, known: dict[str, bool]) -> bool:
        """Return whether the bot is banned in this subreddit. Ask Reddit only if `known` has no result yet, and note
        the result there.
        """
        if subreddit not in known:
            known[subreddit] = self.wire.fetch_subreddit_status(subreddit).banned
        return known[subreddit]

    # -- how far we have read

    def _load_cursor(self, now: float) -> ReadCursor:
        """Load the cursor, which says how far Reddit has been read; moments in it that are later than `now` are set
        back to that. When there is none yet it is the moment `now`, because what was written before the bot came is
        ignored.
        """
        kept = self.host.store.load_note(self._note)
        place = msgspec.json.decode(kept, type=ReadCursor) if kept else ReadCursor(now, now, first=now)
        # Where the clock was fast when we first came, everything would be older than that.
        place.first, place.looked, place.seen.looked = (
            min(moment, now) for moment in (place.first, place.looked, place.seen.looked)
        )
        place.comments, place.inbox = min(place.comments, now), min(place.inbox, now)
        return place

    def _save_cursor(self, place: ReadCursor) -> None:
        """Save how far Reddit has been read, if that has changed."""
        text = msgspec.json.encode(place).decode()
        if text != self.host.store.load_note(self._note):
            self.host.store.save_note(self._note, text)

    @property
    def _note(self) -> str:
        """The name under which the store keeps the cursor (how far Reddit has been read)."""
        return f"reddit/{self.wire.name.casefold()}/place"
