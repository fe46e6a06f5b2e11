"""Notices at home: a thread that rings whoever something waits for."""

from __future__ import annotations

import logging
import threading

from host.core.context import HostContext
from host.delivery.outbox import Courier
from host.doors.push.door import Account
from host.doors.push.sender import Sender

log = logging.getLogger(__name__)
STEP = 0.5


class Ringing:
    """The thread in which it works. It hears nothing, so nothing can be wrong with hearing."""

    trouble = ""

    def __init__(self, house: HostContext, account: Account, web: str) -> None:
        self.courier = Courier(house, Sender(house, web, account.services), workers=4)
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._work, name="notices", daemon=True)

    @property
    def running(self) -> bool:
        """Has it been started, and not been stopped?"""
        return self._thread.is_alive()

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self) -> None:
        """Finish what is on the way."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join(timeout=5)
        self.courier.close()

    def _work(self) -> None:
        while not self._stop.wait(STEP):
            try:
                self.courier.deliver()
            except Exception:
                # Whatever happens, the next one must be rung.
                log.exception("a notice stumbled")
