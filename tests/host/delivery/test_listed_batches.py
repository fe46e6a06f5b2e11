"""Which posts that wait in one place go into one message, in which order, with what marks: every pair of posts; and
what waits on after each trouble with a message, or with the board that is edited right after it.
"""

from itertools import product
from typing import Any

import pytest

from engine.kernel import Told, format_text
from host.core.context import Config
from host.core.session import TURNS, Post
from host.core.store import MemoryTable, Store
from host.delivery.outbox import Muted, OutboxDispatcher, Pace, RetryLater, Unfinished
from host.doors.telegram.calls.connection import TELEGRAM_LIMITS
from tests import listings
from tests.host.conftest import Hands, begun
from tests.host.delivery.conftest import Said
from tests.listings.room import make_steady_host

pytestmark = pytest.mark.as_released
NOW = 1_800_000_000.0
PLACE = "t:ann"
MARKS = ("own", "won", "urgent", "asks", "said", "closes", "came")
POSTS: dict[str, dict[str, Any]] = {
    "news": {},
    "own": {"own": True},
    "won": {"won": True, "names": {"p1": "Ann"}},
    "renamed": {"names": {"p1": "Anna"}},
    "answer": {"reply": 5, "whom": "Bob", "game": ""},
    "other answer": {"reply": 6, "whom": "Cat"},
    "refusal": {"reply": 7, "urgent": True},
    "question": {"asks": ["q"], "lines": []},
    "other game": {"game": "other", "rings": TURNS},
    "board": {"board": True, "lines": []},
    "news and board": {"board": True},
    "reminder": {"remind": ["ann"], "lines": []},
    "other reminder": {"remind": ["ann"], "lines": [], "game": "other"},
    "closed": {"closes": ["q"], "came": [Told("So it is.", {})]},
    "suspense": {"after": NOW + 3},
    "said in part": {"said": ["one"]},
    "muted": {"muted": NOW - 100},
}


class SaysBoardsBadly(Said):
    """A platform on which words are never in trouble."""

    def send(self, chat, message):
        self.sent.append((self.hands.now, chat, message))
        return str(len(self.sent))


class Queue:
    """Posts that wait in one place, and a platform that notes what it is given."""

    def __init__(self, *names, trouble=(), at_board=False):
        self.hands = Hands(NOW - 80_000)  # a reminder is due since then
        self.host = make_steady_host(Store(MemoryTable()), Config(), self.hands)
        self.game = begun(self.host)
        for place in [*self.host.store.iter_waiting_places(1e12)]:
            self.host.store.drop_or_redirect_posts(place, "", NOW)
        self.hands.now = NOW
        self.platform = SaysBoardsBadly(self.hands) if at_board else Said(self.hands)
        self.platform.trouble[PLACE] = [*trouble]
        if at_board:  # a message shows it already
            self.host.store.save_board_message(PLACE, self.game, "m7")
        self.dispatcher = OutboxDispatcher(self.host, self.platform, Pace(TELEGRAM_LIMITS))
        for n, name in enumerate(names):
            facts: dict[str, Any] = {"game": self.game, "lines": [Told(f"{n} {name}.", {})]} | POSTS[name]
            self.host.store.queue_posts([Post(PLACE, stamp=int(NOW) * 1000 + n, **facts)], NOW)

    def deliver(self, steps):
        for _ in range(steps):
            self.dispatcher.deliver_now()
            self.hands.now += 1.5
        return [describe(what) for _, _, what in self.platform.sent]

    def close(self):
        self.dispatcher.close()


def describe(what):
    """A message by its words and marks."""
    if isinstance(what, str):
        return what.split()[0]
    words = " ".join(format_text(line.text, line.facts) for line in what.lines)
    marks = [name for name in MARKS if getattr(what, name)]
    marks += [f"reply {what.reply}"] * bool(what.reply) + [f"rings {what.rings}"] * bool(what.rings)
    marks += [f"{seat} is {name}" for seat, name in what.names.items()]
    marks += [f"reminds of {len(what.reminders)}"] * bool(what.reminders)
    return " ".join(filter(None, [words, f"({', '.join(marks)})" if marks else ""]))


def pairs():
    for names in product(POSTS, repeat=2):
        queue = Queue(*names)
        said, clocks = queue.deliver(4), queue.host.store.load_games([queue.game])[0].session.clocks.values()
        rung = ", counted as reminded" if any(clock.rung for clock in clocks) else ""
        yield f"{' + '.join(names)}: {' / '.join(said)}{rung}"
        queue.close()


def test_posts_are_put_together_as_listed():
    listings.compare("batches", pairs())


TROUBLES = {
    "wait": lambda: RetryLater(90),
    "unfinished": lambda: Unfinished(20, ["the first part"]),
    "muted": lambda: Muted("no rights"),
    "muted until": lambda: Muted("no rights", NOW + 4000),
    "bug": lambda: ValueError("bug"),
}
WAITING = (["news"], ["news", "news and board"], ["muted", "news"], ["news", "other game"], ["answer", "suspense"])


BOARDS = (["news and board"], ["news", "news and board"], ["answer", "news and board"], ["muted", "news and board"])
CASES = [(name, names, False) for name, names in product(TROUBLES, WAITING)]
CASES += [(name, names, True) for name, names in product(TROUBLES, BOARDS) if name != "unfinished"]


def troubles():
    for name, names, at_board in CASES:
        queue = Queue(*names, trouble=[TROUBLES[name]()], at_board=at_board)
        wait = queue.dispatcher.deliver_to(PLACE)
        where = " with the board" if at_board else ""
        yield f"# {name}{where}, {' + '.join(names)}: go on {f'after {wait - NOW:.0f} s' if wait else 'at once'}"
        for item in queue.host.store.table.query(f"chat:{PLACE}", "post/"):
            (post,) = [each for each in queue.host.store.load_posts(PLACE) if each.stamp == int(item.sk.split("/")[1])]
            marks = {field: getattr(post, field) for field in ("after", "muted", "said", "tries", "since")}
            shown = {
                field: value - NOW if isinstance(value, float) else value for field, value in marks.items() if value
            }
            words = format_text(post.lines[0].text, post.lines[0].facts) if post.lines else "the board"
            yield f"  {words} due {item.when - NOW:.0f} {shown}"
        queue.close()


def test_posts_that_could_not_be_sent_wait_as_listed():
    listings.compare("held_back", troubles())
