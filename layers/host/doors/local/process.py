"""Starts and stops the parts of the local host: store, clocks, outbox, web table, and the game that is always on."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING

from msgspec.structs import replace

from engine.kernel import Illegal, format_text
from engine.rulesets import RULESETS
from host.archive import backups
from host.archive.backups import copy_backups
from host.core import games
from host.core.cards import dealt_cards
from host.core.context import Config, HostContext, KeptGames, Measures
from host.core.deadlines import ticking
from host.core.deadlines.expected_lengths import TIME_BUDGETS
from host.core.session import RUNNING, Command, Session
from host.core.store.items import Overloaded
from host.core.store.sqlite import SqliteTable
from host.core.store.store import Store
from host.doors.local.operator_tools import FAULT_CHECK_INTERVAL, FaultWatch, LocalOperatorTools
from host.doors.local.server import LocalServer
from host.doors.local.settings import FolderLock, LocalSettings, UnfitSetting, find_store_file
from host.doors.registry import (
    Elsewhere,
    build_webhooks,
    list_door_apps,
    list_doors,
    list_notify_only_doors,
    list_private_notification_doors,
    list_reading_delays,
    run_door,
)
from host.people import accounts

if TYPE_CHECKING:
    from host.doors.local.metrics import HostMetrics


OPENER = "house"  # the person who opens the games of this host
SHOWN_LENGTH = "half-hour"  # of the first ruleset that has such a game
SHOW_SEATS = 4  # one of them is kept by a computer for the first who comes
UNWATCHED_SECONDS = 120.0  # seconds without anybody looking
RESTS = "show-rests"  # the note that says which game we have paused, and when


class LivingGame:
    """The demonstration game that is always on at `rtab play`: half an hour of Season 7, with three computers and an
    open chair.

    It rests while nobody looks and only computers play, or a host left running for years would fill its disk with
    games that nobody saw. When it is over and somebody comes to look, there is a new one; but not at a host whose
    operator has said goodbye.
    """

    def __init__(self, host: HostContext) -> None:
        self.host = host
        self._looked = time.monotonic()

    def note_page_view(self, path: str) -> None:
        """Note, if this path is that of the front page or of a game, that somebody looks at it now, so that the
        demonstration game goes on.
        """
        if path == "/" or path.startswith("/g/"):
            self._looked = time.monotonic()

    def find_or_open_game(self) -> str:
        """Return the id of the demonstration game that is running or paused by this program, or open a new one and
        return its id; an empty string if there is none and the host is closing for good.
        """
        if running := self._list_shown_games():
            return running[0].id
        return "" if self.host.store.is_closing() else self._open_game()

    def pause_when_unwatched(self) -> None:
        """Pause the demonstration game if nobody has looked for two minutes and only computers play in it. If somebody
        looks, resume it or, if there is none and the host is not closing for good, open a new one.
        """
        watched = time.monotonic() - self._looked < UNWATCHED_SECONDS
        running = self._list_shown_games()
        if not running and watched and not self.host.store.is_closing():
            self._open_game()
        for session in running:
            if session.paused and watched:
                ticking.resume_session_clocks(self.host, Command(by=OPENER), session.id)
            elif not session.paused and not watched and all(player.bot for player in session.players):
                self._pause_game(session.id)

    def _pause_game(self, game: str) -> None:
        """Pause the demonstration game, and note that this program has paused it."""
        ticking.pause_session_clocks(self.host, Command(by=OPENER), game)
        found = self.host.store.load_game(game)
        if found is not None:
            self.host.store.save_note(RESTS, _format_pause_mark(found.session))

    def _list_shown_games(self) -> list[Session]:
        """List the running demonstration games, and those paused by this program; games paused or imported by an
        operator are left out.
        """
        found = accounts.list_open_sessions(self.host, f"person:{OPENER}")
        rests = self.host.store.load_note(RESTS)
        return [
            session
            for session in found
            if session.stage == RUNNING and (not session.paused or _format_pause_mark(session) == rests)
        ]

    def _open_game(self) -> str:
        """Open and begin a demonstration game of four computer players, in which people may take over a computer's seat
        unasked; return its id.
        """
        command = Command(by=OPENER)
        rules = next(each for each in RULESETS.values() if SHOWN_LENGTH in each.timed)
        options, pace = rules.timed[SHOWN_LENGTH], TIME_BUDGETS[SHOWN_LENGTH].pace
        game = games.open_lobby(self.host, command, rules.name, dict(options), pace, open_seats=True).game
        for _ in range(SHOW_SEATS):
            games.add_bot(self.host, command, game)
        games.start_game(self.host, command, game)
        return game


def _format_pause_mark(session: Session) -> str:
    """Return a text of a demonstration game's id and the time of its pause, by which this program recognises that it
    was the one that paused the game when nobody watched.
    """
    return f"{session.id} {session.paused}"


log = logging.getLogger(__name__)


TICK = 0.25


HOST_LOGGER = "host"  # the parent of every logger of ours


NO_FOLDER = "Nothing can be kept in {home}: {why}. Set RTAB_HOME to a folder."


BACKUP_CHECK_INTERVAL = 600.0  # seconds between two looks whether it is time for a backup


DAY_SECONDS = 86400.0


TIDY = 15.0  # seconds between two times at which what was written is put into the one file


STARTING, STANDS = "starting", "The clock of all games stands still."


REPORTED = "{n} {n:question was|questions were} reported as wrong. The command rtab bank reports lists them."


CLOCK_STUCK_SECONDS = 30.0  # seconds after which a clock that has not ticked counts as stopped


class LocalProcess:
    """The local host while it runs."""

    def __init__(self, settings: LocalSettings, config: Config | None = None) -> None:
        try:
            settings.home.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._alone = FolderLock(settings.home)
            table = SqliteTable(find_store_file(settings.home))
        except OSError as error:
            raise UnfitSetting(NO_FOLDER.format(home=settings.home, why=error.strerror)) from error
        except Overloaded as error:
            raise UnfitSetting(str(error)) from error
        config = replace(
            config or Config(packs=settings.packs, without=settings.without),
            elsewhere=settings.elsewhere,
            listened=list_reading_delays(settings.elsewhere),
            rung=list_notify_only_doors(settings.elsewhere),
            called=list_private_notification_doors(),
        )
        list(RULESETS.values())  # loaded while only one thread runs: types made ready by two at once end the process
        self._metrics = _make_metrics(settings)
        tools = LocalOperatorTools(settings)
        self._recent_errors = tools.recent_errors
        self.host = _make_host(settings, table, config, self._metrics or Measures(), tools)
        if moved := self.host.store.load_new_address():
            raise UnfitSetting(
                f"Everything in {settings.home} has moved; it is at {moved}. Set RTAB_HOME to a new folder."
            )
        accounts = {name: partial(settings.accounts.__getitem__, name) for name in settings.accounts}
        self.host.webhooks.update(build_webhooks(self.host, accounts))
        self.show = LivingGame(self.host)
        self.server = self._make_server(settings, table)
        self.web = settings.web or self.server.url
        self._settings = settings
        self.elsewhere = self._make_doors()
        self._stop = threading.Event()
        self._threads: list[threading.Thread] = []
        self._ticked, self._tidied = 0.0, -TIDY
        self._copied = False  # is the newest backup at the operator's target, too?
        self._trouble = ""  # why nothing can be kept just now

    def _make_server(self, settings: LocalSettings, table: SqliteTable) -> LocalServer:
        """Build the web server, bound to its port, and return it, not yet serving. If metrics are enabled, it shows
        them, and they begin to count errors now.
        """
        metrics = None
        if self._metrics:
            self._metrics.register_host(self.host)
            metrics = self._metrics.serve_metrics
        return LocalServer(
            self.host,
            settings.port,
            self.find_trouble,
            self.show.note_page_view,
            table.batch_writes,
            settings.bind,
            settings.proxies,
            metrics,
        )

    def start(self) -> str:
        """Start the host: record that it is alive, find or open the demonstration game, and start all threads and
        platform connections. Return the address on this machine of that game's page, or of the front page if there is
        none because the host is closing for good.
        """
        logging.getLogger(HOST_LOGGER).addHandler(self._recent_errors)
        ticking.record_heartbeat(self.host)
        game = self.show.find_or_open_game()
        self._start_thread("clock", self._run_clock)
        for bot in self.elsewhere.values():
            bot.start()
        self._start_thread("web", self.server.serve_forever)
        if self._settings.operator:
            self._start_thread("watch", self._watch_faults)
        if self._settings.backups:
            self._start_thread("backups", partial(self._repeat_job, BACKUP_CHECK_INTERVAL, self._back_up_daily))
        night = partial(run_nightly_job, self.host, self._tell_operator)
        self._start_thread("night", partial(self._repeat_job, BACKUP_CHECK_INTERVAL, night))
        return f"{self.server.url}/g/{game}" if game else self.server.url

    def find_trouble(self) -> str:
        """Return what is wrong with the running host: why the store cannot be written, `starting` if a thread does not
        run or deadlines were not checked lately, or the troubles of its platforms, a line each; an empty string if all
        is well.
        """
        if self._trouble:
            return self._trouble
        running = bool(self._threads) and all(thread.is_alive() for thread in self._threads)
        if not running or time.monotonic() - self._ticked > CLOCK_STUCK_SECONDS:
            return STARTING
        return "\n".join(f"{name}: {bot.trouble}" for name, bot in self.elsewhere.items() if bot.trouble)

    def _watch_faults(self) -> None:
        """Check the host for faults and tell the operator, whom the settings must name, again and again until the host
        stops.
        """
        watch = FaultWatch(self.web, self._find_operator_trouble, self._tell_operator)
        self._repeat_job(FAULT_CHECK_INTERVAL, watch.check_faults)

    def _find_operator_trouble(self) -> str:
        """Return in words what an operator should know: faults of the host or, if it has none, which games are damaged;
        an empty string if all is well.
        """
        if found := self.find_trouble():
            return STANDS if found == STARTING else found
        try:
            damaged = self.host.store.list_damaged()
        except Overloaded as error:
            return str(error)
        return f"Damaged, and standing aside: {', '.join(damaged)}" if damaged else ""

    def stop(self) -> None:
        """Stop the web server, all threads (waiting up to five seconds for each) and the platform connections, and
        release the lock on the host's folder. Nothing needs saving, because every change is saved at once.
        """
        self._stop.set()
        self.server.shutdown()
        self.server.server_close()
        for thread in self._threads:
            thread.join(timeout=5)
        for bot in self.elsewhere.values():
            bot.stop()
        logging.getLogger(HOST_LOGGER).removeHandler(self._recent_errors)
        if self._metrics:
            self._metrics.close()
        self._alone.release()

    def _make_doors(self) -> dict[str, Elsewhere]:
        """Build the connections to the platforms that this host runs beside the web page, by name, without starting
        them.
        """
        accounts = self._settings.accounts
        served = [door for door in list_doors() if door.name in accounts]
        return {door.name: run_door(door, self.host, accounts[door.name], self.web) for door in served}

    def _repeat_job(self, seconds: float, job: Callable[[], None]) -> None:
        """Run a job every so many seconds, the first time after as many, until the host stops; an error in one run is
        logged and does not end the thread.
        """
        name = threading.current_thread().name
        while not self._stop.wait(seconds):
            try:
                job()
            except Overloaded as error:
                log.error("job postponed job=%s error=%s", name, error)  # noqa: TRY400 - the cause is all that there is to tell
            except Exception:
                log.exception("job failed job=%s", name)

    def _back_up_daily(self) -> None:
        """Make a backup of the data if the newest one is more than a day old, delete the oldest beyond the number to be
        kept, and copy the backups to the operator's second place, if there is one; a failure is logged. Called again
        and again while the host runs.
        """
        home, now, table = self._settings.home, time.time(), self.host.store.table
        last = max((path.stat().st_mtime for path in backups.list_backups(home)), default=0.0)
        if isinstance(table, SqliteTable) and not now - DAY_SECONDS < last <= now:
            try:
                backups.create_backup(table, backups.make_backup_path(home, now))
                backups.delete_old_backups(home, self._settings.backups)
                self._copied = False
            except (Illegal, OSError, Overloaded) as error:
                log.error("backup failed error=%s", error)  # noqa: TRY400 - the cause is all that there is to tell
        self._copied = self._copied or self._copy_backups()

    def _copy_backups(self) -> bool:
        """Copy the newest backups, as many as are kept, to the operator's second place, if there is one, and delete
        older ones there; log it and return False if that failed, so that the caller tries again, else True.
        """
        try:
            if self._settings.backups_to:
                copy_backups(self._settings.home, self._settings.backups_to, self._settings.backups)
        except Illegal as error:
            log.error("backup not copied error=%s", format_text(error.text, error.facts))  # noqa: TRY400 - the cause is all that there is to tell
            return False
        return True

    def _tell_operator(self, text: str) -> None:
        """Send the operator this text at their place on a platform, and raise the error if that fails; do nothing if
        the settings name none.
        """
        place = self._settings.operator
        if place:
            self.elsewhere[place.partition(":")[0]].warn(place, text)

    def _tidy_store(self) -> None:
        """Checkpoint the SQLite database (move its log into its file), unless that was done a short time ago."""
        if time.monotonic() - self._tidied > TIDY and isinstance(self.host.store.table, SqliteTable):
            self.host.store.table.checkpoint_log()
            self._tidied = time.monotonic()

    def _log_trouble(self, trouble: str) -> None:
        """Log one line when the store begins to fail, and one when it works again, and keep `trouble`, which says why
        it fails now (empty if it works), for `find_trouble`.
        """
        if trouble != self._trouble:
            log.error("store is not writable error=%s", trouble) if trouble else log.warning("store is writable again")
        self._trouble = trouble

    def _restart_doors(self) -> None:
        """Stop the connections to all platforms, make new ones and start these, after the system clock was set back,
        because the times that the old ones remember are wrong.
        """
        for bot in self.elsewhere.values():
            bot.stop()
        self.elsewhere = self._make_doors()
        for bot in self.elsewhere.values():
            bot.start()

    def _start_thread(self, name: str, work: Callable[[], None]) -> None:
        """Start a thread that runs `work`, and remember it, to see whether it lives and to wait for it at the end."""
        thread = threading.Thread(target=work, name=name, daemon=True)
        thread.start()
        self._threads.append(thread)

    def _run_clock(self) -> None:
        """Do what is due in all games, and pause or resume the demonstration game, four times a second until the host
        stops; every fifteen seconds also checkpoint the database. Note for `find_trouble` when this last worked and why
        the store fails, if it does. No error ends this thread.
        """
        while True:
            try:
                self._tidy_store()
                ticking.sweep_due_games(self.host, self._restart_doors)
                self.show.pause_when_unwatched()
                self._ticked = time.monotonic()
                self._log_trouble("")
            except Overloaded as error:
                self._log_trouble(str(error))
            except Exception:
                # The clocks of all games hang on this thread: it must outlive any fault.
                log.exception("clock tick failed")
            if self._stop.wait(TICK):
                return


def run_nightly_job(host: HostContext, tell: Callable[[str], None]) -> None:
    """Adjust the levels of quiz questions, at most once a day, and log each change; tell the operator by `tell` how
    many were reported in the last day, if any. Do nothing if it is not time yet.
    """
    night = dealt_cards.review_boxes_nightly(host)
    for line in night.moved if night else ():
        log.info("question re-levelled change=%s", line)
    if night and night.reported:
        tell(format_text(REPORTED, {"n": night.reported}))


def _make_host(
    settings: LocalSettings, table: SqliteTable, config: Config, measures: Measures, tools: LocalOperatorTools
) -> HostContext:
    """Build the host of this process, which caches games in memory."""
    keys = _make_app_keys(settings)
    return HostContext(Store(table), config, kept=KeptGames(), app_keys=keys, measures=measures, operator=tools)


def _make_metrics(settings: LocalSettings) -> HostMetrics | None:
    """Make the metrics, or return None if they are not enabled; their library is optional and imported only if they
    are.
    """
    if not settings.metrics_token:
        return None
    module = import_module("host.doors.local.metrics")
    made: HostMetrics = module.HostMetrics(settings.metrics_token)
    return made


def _make_app_keys(settings: LocalSettings) -> dict[str, Callable[[], bytes]]:
    """Return by name, for each platform with an account that can show the page in its own app, the function that reads
    the key with which it signs who opens the page there.
    """
    return {
        door.name: partial(app.key, settings.accounts[door.name])
        for door, app in list_door_apps()
        if door.name in settings.accounts
    }
