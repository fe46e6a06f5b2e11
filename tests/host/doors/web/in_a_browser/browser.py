"""A table to look at with a real browser."""

import hashlib
import itertools
import random
import threading

from host.core.context import Config, HostContext, read_time_to_milliseconds
from host.core.store import MemoryTable, Store
from host.doors.local.server import LocalServer
from tests.waiting import until

PHONE, DESK = {"width": 360, "height": 740}, {"width": 1280, "height": 850}


class Table:
    """A house with a web server, quick computer players, and a clock that runs, unless another is given."""

    def __init__(self, now=read_time_to_milliseconds, bot_pause=0.05):
        count = itertools.count()
        self.host = HostContext(
            Store(MemoryTable()),
            Config(bot_pause=bot_pause),
            now,
            token=lambda size: hashlib.sha256(str(next(count)).encode()).hexdigest()[: 2 * size],
            luck=random.Random,
        )
        self.server = LocalServer(self.host, 0, lambda: "", lambda _: None)
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)
        self.thread.start()

    def until(self, condition):
        """Wait until the house has come to this, and return what the condition gives."""
        return until(condition)

    def close(self):
        self.server.shutdown()
        self.thread.join(20)
        self.server.server_close()


class Ticks:
    """A clock that stands until it is set."""

    now = 1.8e9

    def __call__(self):
        return self.now


class Flights:
    """How many requests of a page are on their way."""

    def __init__(self, page):
        self.page, self.many, self.urls = page, 0, list[str]()
        page.on("request", self.begin)
        page.on("requestfinished", self.end)
        page.on("requestfailed", self.end)

    def begin(self, request):
        self.many += 1
        self.urls.append(request.url)

    def end(self, _):
        self.many -= 1

    def land(self):
        """Wait until all have come back."""
        until(lambda: self.many <= 0 or self.page.wait_for_timeout(5))
