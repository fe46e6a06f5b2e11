"""Starts and stops the parts of the local host: the store, the clocks, the web table."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

from host import games, people, ticking
from host.house import Config, House
from host.local.server import Server
from host.local.settings import Settings
from host.move import Command
from host.session import OVER
from host.store.sqlite import SqliteTable
from host.store.store import Store

if TYPE_CHECKING:
    from host.telegram.polling import Polling

log = logging.getLogger(__name__)
HOUSE = "house"  # the person who opens the games of this host
SHOW_SEATS = 4
TICK = 0.25


class Process:
    """The local host while it runs."""

    def __init__(self, settings: Settings, config: Config | None = None) -> None:
        settings.home.mkdir(parents=True, exist_ok=True)
        self.house = House(Store(SqliteTable(settings.home / "rtab.sqlite")), config or Config())
        self.server = Server(self.house, settings.port)
        self.telegram = self._telegram(settings)
        self._stop = threading.Event()
        self._threads: list[threading.Thread] = []

    def start(self) -> None:
        """Everything begins to move."""
        ticking.beat(self.house)
        self._run("web", self.server.serve_forever)
        self._run("clock", self._tick)
        if self.telegram:
            self.telegram.start()

    def stop(self) -> None:
        """Everything comes to rest. Nothing needs saving: it is saved."""
        self._stop.set()
        self.server.shutdown()
        self.server.server_close()
        for thread in self._threads:
            thread.join(timeout=5)
        if self.telegram:
            self.telegram.stop()

    def _telegram(self, settings: Settings) -> Polling | None:
        if not settings.telegram:
            return None
        from host.telegram.polling import Polling  # noqa: PLC0415 # its library starts slowly, and most need none

        return Polling(self.house, settings.telegram, settings.telegram_url, self.server.url)

    def show(self) -> str:
        """The address of a living game: the one that runs, or a new one with computer players."""
        running = [found for found in people.open_games(self.house, f"person:{HOUSE}") if found.stage != OVER]
        return f"{self.server.url}/g/{running[0].id if running else self._open()}"

    def _open(self) -> str:
        command = Command(by=HOUSE)
        game = games.create(self.house, command, "season7", {}, "evening").game
        for _ in range(SHOW_SEATS):
            games.add_bot(self.house, command, game)
        games.begin(self.house, command, game)
        return game

    def _run(self, name: str, work: Callable[[], None]) -> None:
        thread = threading.Thread(target=work, name=name, daemon=True)
        thread.start()
        self._threads.append(thread)

    def _tick(self) -> None:
        while not self._stop.wait(TICK):
            try:
                ticking.beat(self.house)
                ticking.sweep(self.house)
            except Exception:
                # The clocks of all games hang on this thread: it must outlive any fault.
                log.exception("the clock stumbled")
