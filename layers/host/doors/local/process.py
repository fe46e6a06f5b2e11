"""Starts and stops the parts of the local host: the store, the clocks, the web table."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING

from msgspec.structs import replace

from engine.kernel import Illegal, render
from engine.rulesets import RULESETS
from host.archive import backups
from host.archive.backup_targets import copy_backups
from host.core.cards import dealt_cards
from host.core.context import Config, HostContext
from host.core.deadlines import ticking
from host.core.loading import KeptGames
from host.core.measures import Measures
from host.core.store.items import Overloaded
from host.core.store.sqlite import SqliteTable
from host.core.store.store import Store
from host.doors.local.folder_lock import FolderLock
from host.doors.local.living_game import Show
from host.doors.local.open_store import kept_in
from host.doors.local.server import Server
from host.doors.local.settings import Settings, UnfitSetting
from host.doors.local.watch import EVERY, FaultWatch
from host.doors.registry import Elsewhere, apps, called, doors, lateness, ringing, run

if TYPE_CHECKING:
    from host.doors.local.metrics import HostMetrics

log = logging.getLogger(__name__)
TICK = 0.25
NO_FOLDER = "Nothing can be kept in {home}: {why}. Set RTAB_HOME to a folder."
LOOK = 600.0  # seconds between two looks whether it is time for a backup
DAY = 86400.0
TIDY = 15.0  # seconds between two times at which what was written is put into the one file
STARTING, STANDS = "starting", "The clock of all games stands still."
REPORTED = "{n} {n:question was|questions were} reported. rtab bank reports lists them."
STUCK = 30.0  # seconds after which a clock that has not ticked counts as stopped


class Process:
    """The local host while it runs."""

    def __init__(self, settings: Settings, config: Config | None = None) -> None:
        try:
            settings.home.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._alone = FolderLock(settings.home)
            table = SqliteTable(kept_in(settings.home))
        except OSError as error:
            raise UnfitSetting(NO_FOLDER.format(home=settings.home, why=error.strerror)) from error
        except Overloaded as error:
            raise UnfitSetting(str(error)) from error
        config = replace(
            config or Config(packs=settings.packs, strangers=settings.strangers),
            elsewhere=settings.elsewhere,
            listened=lateness(settings.elsewhere),
            rung=ringing(settings.elsewhere),
            called=called(),
        )
        list(RULESETS.values())  # loaded while only one thread runs: types made ready by two at once end the process
        self._metrics = _host_metrics(settings)
        counted = self._metrics or Measures()
        self.host = HostContext(Store(table), config, kept=KeptGames(), app_keys=_app_keys(settings), measures=counted)
        if moved := self.host.store.moved():
            raise UnfitSetting(
                f"Everything in {settings.home} has moved; it is at {moved}. Set RTAB_HOME to a new folder."
            )
        self.show = Show(self.host)
        self.server = self._make_server(settings, table)
        self.web = settings.web or self.server.url
        self._settings = settings
        self.elsewhere = self._bots()
        self._stop = threading.Event()
        self._threads: list[threading.Thread] = []
        self._ticked, self._tidied = 0.0, -TIDY
        self._trouble = ""  # why nothing can be kept just now

    def _make_server(self, settings: Settings, table: SqliteTable) -> Server:
        """Bind the port; show metrics where somebody wants them."""
        metrics = None
        if self._metrics:
            self._metrics.watch(self.host)
            metrics = self._metrics.answer
        return Server(
            self.host,
            settings.port,
            self.ill,
            self.show.seen,
            table.together,
            settings.bind,
            settings.proxies,
            metrics,
        )

    def start(self) -> str:
        """Everything begins to move. Gives the address of a living game; of the page, if the host closes for good."""
        ticking.beat(self.host)
        game = self.show.game()
        self._run("clock", self._tick)
        for bot in self.elsewhere.values():
            bot.start()
        self._run("web", self.server.serve_forever)
        if self._settings.operator:
            self._run("watch", self._look_after)
        if self._settings.backups:
            self._run("backups", self._back_up)
        self._run("night", self._by_night)
        return f"{self.server.url}/g/{game}" if game else self.server.url

    def ill(self) -> str:
        """Nothing, if everything runs and the clock has ticked just now; or what is wrong."""
        if self._trouble:
            return self._trouble
        running = bool(self._threads) and all(thread.is_alive() for thread in self._threads)
        if not running or time.monotonic() - self._ticked > STUCK:
            return STARTING
        return "\n".join(f"{name}: {bot.trouble}" for name, bot in self.elsewhere.items() if bot.trouble)

    def _look_after(self) -> None:
        """The operator hears of what is wrong, where they want to."""
        place = self._settings.operator
        watch = FaultWatch(
            self.web, self._trouble_now, lambda text: self.elsewhere[place.partition(":")[0]].warn(place, text)
        )
        while not self._stop.wait(EVERY):
            watch.look()

    def _trouble_now(self) -> str:
        """What an operator should know: what makes the host ill, and games that stand aside."""
        if found := self.ill():
            return STANDS if found == STARTING else found
        try:
            damaged = self.host.store.damaged()
        except Overloaded as error:
            return str(error)
        return f"Damaged, and standing aside: {', '.join(damaged)}" if damaged else ""

    def stop(self) -> None:
        """Everything comes to rest. Nothing needs saving: it is saved."""
        self._stop.set()
        self.server.shutdown()
        self.server.server_close()
        for thread in self._threads:
            thread.join(timeout=5)
        for bot in self.elsewhere.values():
            bot.stop()
        if self._metrics:
            self._metrics.close()
        self._alone.release()

    def _bots(self) -> dict[str, Elsewhere]:
        """The doors beside the page, by their names."""
        accounts = self._settings.accounts
        served = [door for door in doors() if door.name in accounts]
        return {door.name: run(door, self.host, accounts[door.name], self.web) for door in served}

    def _back_up(self) -> None:
        """A copy of everything a day, once the host has run for a while."""
        table, copied = self.host.store.table, False
        while not self._stop.wait(LOOK):
            home, now = self._settings.home, time.time()
            last = max((path.stat().st_mtime for path in backups.in_order(home)), default=0.0)
            if isinstance(table, SqliteTable) and not now - DAY < last <= now:
                try:
                    backups.made(table, backups.named(home, now))
                    backups.thinned(home, self._settings.backups)
                    copied = False
                except (Illegal, OSError, Overloaded) as error:
                    log.error("no backup could be made: %s", error)  # noqa: TRY400 - the cause is all that there is to tell
            copied = copied or self._copy_backups()

    def _copy_backups(self) -> bool:
        """Copy backups to where the operator wants them; whoever calls tries again where that fails."""
        try:
            if self._settings.backups_to:
                copy_backups(self._settings.home, self._settings.backups_to, self._settings.backups)
        except Illegal as error:
            log.error("%s", render(error.text, error.facts))  # noqa: TRY400 - the cause is all that there is to tell
            return False
        return True

    def _by_night(self) -> None:
        """What is done once a day: levels of questions move, and the operator hears what was reported."""
        while not self._stop.wait(LOOK):
            try:
                nightly(self.host, self._tell_operator)
            except Overloaded as error:
                log.error("the nightly look at questions has to wait: %s", error)  # noqa: TRY400 - the cause is all that there is to tell

    def _tell_operator(self, text: str) -> None:
        place = self._settings.operator
        if place:
            self.elsewhere[place.partition(":")[0]].warn(place, text)

    def _tidy(self) -> None:
        if time.monotonic() - self._tidied > TIDY and isinstance(self.host.store.table, SqliteTable):
            self.host.store.table.tidy()
            self._tidied = time.monotonic()

    def _noted(self, trouble: str) -> None:
        """One line in the log when something begins to be wrong with the file, and one when it is over."""
        if trouble != self._trouble:
            log.error("nothing can be kept: %s", trouble) if trouble else log.warning("everything can be kept again")
        self._trouble = trouble

    def _bots_anew(self) -> None:
        """What they remember of moments was written by a clock that has been set back: they had better forget it."""
        for bot in self.elsewhere.values():
            bot.stop()
        self.elsewhere = self._bots()
        for bot in self.elsewhere.values():
            bot.start()

    def _run(self, name: str, work: Callable[[], None]) -> None:
        thread = threading.Thread(target=work, name=name, daemon=True)
        thread.start()
        self._threads.append(thread)

    def _tick(self) -> None:
        while True:
            try:
                self._tidy()
                ticking.sweep(self.host, self._bots_anew)
                self.show.mind()
                self._ticked = time.monotonic()
                self._noted("")
            except Overloaded as error:
                self._noted(str(error))
            except Exception:
                # The clocks of all games hang on this thread: it must outlive any fault.
                log.exception("the clock stumbled")
            if self._stop.wait(TICK):
                return


def nightly(host: HostContext, tell: Callable[[str], None]) -> None:
    """Look over the boxes of cards, if it is time for that, and say how many cards were reported in the meantime."""
    night = dealt_cards.night(host)
    for line in night.moved if night else ():
        log.info("moved by how it fares: %s", line)
    if night and night.reported:
        tell(render(REPORTED, {"n": night.reported}))


def _host_metrics(settings: Settings) -> HostMetrics | None:
    """Return the counters, where somebody wants them: their library is an extra, and imported for them alone."""
    if not settings.metrics_token:
        return None
    module = import_module("host.doors.local.metrics")
    made: HostMetrics = module.HostMetrics(settings.metrics_token)
    return made


def _app_keys(settings: Settings) -> dict[str, Callable[[], bytes]]:
    """With what the platforms sign, where there is an account, who opens the page inside their apps."""
    return {
        door.name: partial(app.key, settings.accounts[door.name])
        for door, app in apps()
        if door.name in settings.accounts
    }
