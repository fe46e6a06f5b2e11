"""The host at home: one process on an SQLite file, with a clock, an outbox and a page; killed, it is started again."""

import random
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from host.core.context import Config, HostContext
from host.core.deadlines import ticking
from host.core.store import MemoryTable, Store
from host.core.store.items import Overloaded, PutItem
from host.core.store.sqlite import SqliteTable
from host.delivery.outbox import OutboxDispatcher, Pace
from host.doors.telegram.calls.connection import TELEGRAM_LIMITS
from host.doors.web import app
from tests.chaos.cloud import BUSY, DIED, SEE, Done
from tests.chaos.counter import Counter
from tests.chaos.outside import Outside
from tests.chaos.platform import Mouth, Platform
from tests.chaos.simulation import Killed, Process
from tests.chaos.table import ChaoticTable, Witness
from tests.host.doors.web.asking import carried

# Seconds by the pace of the games; at home it is a quarter of one, of which most would be spent on nothing.
TICKS = {"60s": 5.0, "10m": 10.0, "2h": 30.0}
SOON = 0.2  # after something was saved, until it is said
NEXT = 1.0  # at most, until it is seen what may be said next
REOPENED = 8  # so many starts for one in which the file itself is opened anew, which takes longer than all else
STARTS = 20.0  # seconds that it takes, at most, until the host is started again
IN_MEMORY = Path("/dev/shm")  # noqa: S108 - where there is one, nobody waits for a disk


class File(SqliteTable):
    """A file that a new process goes on with: no transaction waits for anybody, so none is cut off by a kill."""

    starts = 0

    def reopen(self) -> None:
        """As a new process does."""
        self.starts += 1
        if self.starts % REOPENED == 0:
            self.close()
            super().__init__(self.path)


class Local:
    """A process, and what outlives it."""

    def __init__(self, outside: Outside, platform: Platform) -> None:
        self.outside, self.platform = outside, platform
        outside.hangs_whole = True
        self.tick = TICKS["60s"]
        self._folder = tempfile.mkdtemp(dir=IN_MEMORY if IN_MEMORY.is_dir() else None)
        self.table: Any = File(Path(self._folder) / "host.db")
        self.witness = Witness()
        self.replies: dict[int, list[bool]] = {}
        self.queue = None
        self._threads: list[Process] = []
        self._host: HostContext | None = None
        self._off_until = 0.0
        outside.sim.after(0.5, self._start)

    def _start(self) -> None:
        outside, sim = self.outside, self.outside.sim
        if self._host is not None or sim.now < self._off_until:  # whoever died just before the machine went off
            return
        self.table.reopen()
        wrong = sim.luck.uniform(-outside.weather.skew, outside.weather.skew)
        table = ChaoticTable(self.table, outside, self.witness)
        self._host = host = HostContext(Store(table), Config(), lambda: sim.now + wrong, self.token, random.Random)
        dispatcher = OutboxDispatcher(host, Mouth(host, self.platform), Pace(TELEGRAM_LIMITS))
        self._thread("clock", lambda: self._again(lambda: self._tick(host)))
        if self._host is host:  # it may have died in its first steps
            self._thread("dispatcher", lambda: self._again(lambda: self._say(dispatcher)))

    def _thread(self, name: str, work: Callable[[], object]) -> None:
        process = Process(name)
        self._threads.append(process)
        self.outside.sim.start(process, lambda: self._run(process, work))

    def _run(self, process: Process, work: Callable[[], object]) -> None:
        try:
            work()
        except Killed:
            self._dies()
        finally:
            if process in self._threads:
                self._threads.remove(process)

    def _dies(self) -> None:
        """Whatever it was doing, all of it ends here; and somebody starts it again."""
        if self._host is not None:
            self._stops()
            self.outside.sim.after(self.outside.sim.luck.uniform(1.0, STARTS), self._start)

    def _stops(self) -> None:
        self._host = None
        for process in self._threads:
            process.dead = True
            self.outside.befell[DIED] += 1

    def goes_down(self, until: float) -> None:
        """The machine is off for as long as that."""
        self._stops()
        self._off_until = until
        self.outside.sim.at(until, self._start)

    # -- its threads

    def _again(self, work: Callable[[], object]) -> None:
        while True:
            try:
                work()
            except Overloaded as error:
                self.outside.sim.note(f"fails: {error!r}")
            self.outside.sim.wait(self.tick)
            self.outside.sim.alive()

    def _tick(self, host: HostContext) -> None:
        ticking.sweep_due_games(host)

    def _say(self, dispatcher: OutboxDispatcher) -> None:
        while (pause := dispatcher.deliver_now()) < self.tick:
            self.outside.sim.wait(min(max(pause, SOON), NEXT))
            self.outside.sim.alive()

    # -- who comes

    def update(self, update: dict[str, Any], done: Done) -> None:
        """Somebody brings something; `done` is told whether it was taken."""
        if "page" in update:
            self.browse(update["page"], lambda answer: done(self._replied(update["id"], answer)))
        else:
            self._visited("listener", done, lambda host: self._heard(host, update))

    def _heard(self, host: HostContext, update: dict[str, Any]) -> int:
        Counter(host, self.replies).handle(update)
        return 200

    def _replied(self, number: int, answer: Any) -> int | None:
        if answer is None or answer["statusCode"] == BUSY:
            return None
        self.replies.setdefault(number, []).append(answer["statusCode"] == SEE)
        return 200

    def browse(self, event: dict[str, Any], done: Done) -> None:
        """Somebody asks for a page."""
        self._visited("web", done, lambda host: carried(event, lambda _, asked: app.answer_http_request(host, asked)))

    def _visited(self, name: str, done: Done, does: Callable[[HostContext], Any]) -> None:
        sim, host = self.outside.sim, self._host
        if host is None:
            self.outside.befell["down"] += 1
            sim.after(0.1, lambda: done(None))
            return
        answers: list[Any] = []

        def work() -> None:
            try:
                answers.append(does(host))
            except Overloaded as error:
                sim.note(f"fails: {error!r}")
            finally:
                sim.after(0.0, lambda: done(answers[0] if answers else None))

        self._thread(name, work)

    # -- what is left of it

    def entries(self, game: str) -> int:
        """How much of this game's log there is."""
        saved = Store(self.table).load_game(game)
        return saved.session.entries if saved else 0

    def token(self, size: int) -> str:
        """What nobody could guess, if it were not for the seed."""
        return self.outside.sim.luck.randbytes(size).hex()

    def close(self) -> None:
        """The file goes; what was in it can still be looked at."""
        kept = MemoryTable()
        for item in self.table.every():
            kept.write([PutItem(item)])
        self.table.close()
        self.table = kept
        shutil.rmtree(self._folder)
