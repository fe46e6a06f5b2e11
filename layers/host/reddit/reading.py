"""One look at Reddit: what was written since the last, everywhere, oldest first, with few calls.

How far we have read is a moment, not a comment, for a comment may be deleted. A little is read twice, because comments
appear late; whatever comes twice changes nothing twice.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

import msgspec
from msgspec import Struct

from host import ticking
from host.outbox import Gone, RetryLater
from host.reddit import standing
from host.reddit.call import Batch
from host.reddit.desk import Desk
from host.reddit.line import Down
from host.reddit.places import PREFIX, THREAD, place
from host.reddit.sender import Sender
from host.reddit.troubles import Locked, Refused
from host.reddit.wire import Page, Remark

log = logging.getLogger(__name__)
NAME = "reddit"
LAP = 300.0  # seconds that are read twice
MOST_PAGES = 5  # of a listing; after that the threads themselves are read
THREADS_EVERY = 300.0  # seconds between looks at how the threads stand
CALLS = 3  # of an ordinary look
BANNED = "Reddit does not let the bot into r/%s: is it private, or is the bot banned there? Games there are stopped."
Turn = Callable[[str], Page]


class Place(Struct):
    """How far we have read, what we could not reach, and when we last looked how the threads stand."""

    comments: float = 0.0
    inbox: float = 0.0
    behind: dict[str, float] = {}  # threads to be read themselves, from then on, as the listing did not reach back
    looked: float = 0.0


class Reading:
    """Reads, and hands what it reads to the desk."""

    def __init__(self, sender: Sender) -> None:
        self.sender, self.house, self.wire = sender, sender.house, sender.wire

    def look(self) -> float:
        """Read all that is new; returns in how many seconds to look again if that could not be done now."""
        began = self.house.now()
        try:
            self._read(began)
        except Down as down:
            log.warning("Reddit cannot be read (%s); trying again", down.why)
            return down.seconds
        except RetryLater as later:
            return later.seconds
        except Locked:
            log.error(BANNED, "+".join(self.wire.keys.subreddits))  # noqa: TRY400 - it says it all
            self._stop_all()
            return standing.LONG
        except (Gone, Refused) as no:
            log.error("Reddit: %s. `rtab reddit doctor` says more.", no)  # noqa: TRY400 - it says it all
            return standing.LONG
        return 0.0

    def _read(self, began: float) -> None:
        wait = self.wire.line.wait(CALLS)
        if wait:
            raise RetryLater(wait)
        place = self._place(began)
        letters, _ = self._since(self.wire.inbox, place.inbox)
        comments, reached = self._since(self.wire.comments, place.comments)
        if not reached:
            place.behind = dict.fromkeys(self._threads(), place.comments) | place.behind
        heard = [*letters, *comments]
        while place.behind and not self.wire.line.wait():
            thread, since = next(iter(place.behind.items()))
            heard += [each for each in self.wire.thread(thread) if each.made >= since - LAP]
            del place.behind[thread]
        place.comments = max([place.comments, *(each.made for each in comments if each.made <= began)])
        place.inbox = max([place.inbox, *(each.made for each in letters if each.made <= began)])
        self._taken_in(began, place, [each for each in heard if each.thread not in place.behind])

    def _taken_in(self, began: float, place: Place, heard: list[Remark]) -> None:
        """Time in which we could not hear anybody is given back first; only then does a clock run out."""
        ticking.missed(self.house, NAME, began)
        self._hand_in(heard)
        if not place.behind:
            ticking.heard(self.house, NAME, began)
        if began - place.looked >= THREADS_EVERY and not self.wire.line.wait():
            self._look_at_threads()
            place.looked = began
        self._remember(place)

    def _since(self, turn: Turn, since: float) -> tuple[list[Remark], bool]:
        """What is newer than this moment, and whether the listing reached back to it."""
        found, after, reached = list[Remark](), "", False
        for _ in range(MOST_PAGES):
            page = turn(after)
            found += [each for each in page.remarks if each.made >= since - LAP]
            # An empty page after a full one may mean that the last comment of that one is gone meanwhile.
            if page.oldest < since - LAP or not page.full:
                return found, bool(page.last) or not after
            after, reached = page.last, page.oldest <= since
        return found, reached

    def _hand_in(self, heard: list[Remark]) -> None:
        desk = Desk(Batch(self.sender))
        unique: dict[str, Remark] = {}
        for each in heard:
            known = unique.setdefault(each.id, each)
            known.to_us = known.to_us or each.to_us
        for each in sorted(unique.values(), key=lambda remark: (remark.made, len(remark.id), remark.id)):
            desk.handle(each)

    def _threads(self) -> list[str]:
        """Every thread in which a game is on."""
        places = {where for game in self._games() for where in game if where.startswith(f"{PREFIX}{THREAD}")}
        return sorted(where.removeprefix(PREFIX) for where in places)

    def _games(self) -> list[list[str]]:
        saved = [self.house.store.game(game) for game in self.house.store.due(float("inf"))]
        return [each.session.places for each in saved if each is not None]

    def _look_at_threads(self) -> None:
        """Is a thread locked, removed or gone? Its game waits."""
        threads = self._threads()
        known = {state.id: state for state in self.wire.states(threads)} if threads else {}
        for thread in threads:
            state = known.get(thread)
            if state is None or state.archived or state.deleted:
                standing.lost(self.house, place(thread))
            elif state.locked or state.removed:
                standing.shut(self.house, place(thread))

    def _stop_all(self) -> None:
        for thread in self._threads():
            standing.shut(self.house, place(thread))

    # -- how far we have read

    def _place(self, now: float) -> Place:
        """What was written before the bot first came is nothing to it."""
        kept = self.house.store.note(self._note)
        return msgspec.json.decode(kept, type=Place) if kept else Place(now, now)

    def _remember(self, place: Place) -> None:
        text = msgspec.json.encode(place).decode()
        if text != self.house.store.note(self._note):
            self.house.store.write_down(self._note, text)

    @property
    def _note(self) -> str:
        return f"reddit/{self.wire.name.casefold()}/place"
