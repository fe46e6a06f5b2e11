"""What comes of each trouble of a platform, in a group and in private, once and for days: what is sent when, what is
told to others, what is kept, and what stands in the log.
"""

import logging

import pytest

from engine.kernel import Told, format_text
from host.core.context import Config
from host.core.session import Post
from host.core.store import MemoryTable, Store
from host.delivery.outbox import (
    Muted,
    NotChanged,
    OutboxDispatcher,
    Pace,
    PlaceGone,
    PlaceMoved,
    PlatformDown,
    RetryLater,
    Unfinished,
)
from host.doors.telegram.calls.connection import TELEGRAM_LIMITS
from tests import listings
from tests.host.conftest import Hands, begun
from tests.host.delivery.conftest import Said
from tests.listings.room import make_steady_host

pytestmark = pytest.mark.as_released
BEGINS = 1_800_000_000.0
TROUBLES = {
    "wait": lambda: RetryLater(90),
    "unfinished": lambda: Unfinished(20, ["the first part"]),
    "gone": lambda: PlaceGone("blocked"),
    "muted": lambda: Muted("no rights"),
    "muted until": lambda: Muted("no rights", BEGINS + 4000),
    "moved": lambda: PlaceMoved("t:new"),
    "down": lambda: PlatformDown("502"),
    "not changed": lambda: NotChanged("like this"),
    "net": lambda: OSError("net"),
    "bug": lambda: ValueError("bug"),
}
TIMES = (1, 2000)
HOURS, WEEK = 50, 200
NEWS = 28  # hours between them


class Trouble:
    """A game in a group, and a platform on which one place makes trouble."""

    def __init__(self, caplog, name, place, times, hours=HOURS):
        self.hours, self.caplog, self.hands = hours, caplog, Hands(BEGINS)
        self.host = make_steady_host(Store(MemoryTable()), Config(), self.hands)
        self.game = begun(self.host)
        self.platform = Said(self.hands)
        self.dispatcher = OutboxDispatcher(self.host, self.platform, Pace(TELEGRAM_LIMITS))
        while any(self.host.store.iter_waiting_places(self.hands.now)):
            self.hands.now += max(1.0, self.dispatcher.deliver_now())
        self.hands.now = BEGINS + 600
        self.platform.trouble[place] = [TROUBLES[name]() for _ in range(times)]
        self.head, self.sent = f"# {name} in {place}, {'once' if times == 1 else 'always'}", len(self.platform.sent)
        self.caplog.clear()

    def tell(self):
        """Yield what happens, moment by moment; the hours without anything are left out."""
        yield self.head
        for hour in range(self.hours):
            if hour % NEWS == 2:
                news = [Told("It is hour {n}.", {"n": hour})]
                places = ("t:group", "t:ann", "t:bob")
                posts = [Post(place, self.game, 1000 + hour, news, board=place == "t:group") for place in places]
                self.host.store.queue_posts(posts, self.hands.now)
            end = BEGINS + 3600 * (hour + 1)
            while self.hands.now < end:
                wait = self.dispatcher.deliver_now()
                yield from self.happened()
                self.hands.now = min(end, self.hands.now + max(1.0, wait or 0.0))
        left = {place: len(self.host.store.load_posts(place)) for place in self.host.store.iter_waiting_places(1e12)}
        session = self.host.store.load_game(self.game).session
        yield f"  left: {left}; places {session.places}; of players {[player.place for player in session.players]}"
        self.dispatcher.close()

    def happened(self):
        when = f"{self.hands.now - BEGINS:.0f} s"
        for _, chat, what in self.platform.sent[self.sent :]:
            texts = [format_text(line.text, line.facts) for line in what.lines] if not isinstance(what, str) else [what]
            yield f"  {when} to {chat}: {' | '.join(texts)}"
        self.sent = len(self.platform.sent)
        for record in self.caplog.records:
            yield f"  {when} {record.levelname} {record.name} {record.getMessage()}"
        self.caplog.clear()


@pytest.mark.parametrize("place", ["t:group", "t:ann"])
def test_whatever_a_platform_answers_is_borne_as_listed(place, caplog):
    caplog.set_level(logging.INFO, "host")
    lines = []
    for name in TROUBLES:
        for times in TIMES:
            lines += Trouble(caplog, name, place, times).tell()
    lines += Trouble(caplog, "muted", place, TIMES[-1], WEEK).tell()
    listings.compare(f"troubles_{place.removeprefix('t:')}", lines)
