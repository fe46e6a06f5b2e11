"""A door at home that only says things: a thread that takes them there."""

from __future__ import annotations

import logging
import threading

from host.delivery.outbox import Courier

log = logging.getLogger(__name__)
STEP = 0.5


class CourierThread:
    """The thread in which it works. It hears nothing, so nothing can be wrong with hearing."""

    trouble = ""

    def __init__(self, name: str, courier: Courier) -> None:
        self.courier = courier
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._work, name=name, daemon=True)

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
                # Whatever happens, the next one must be told.
                log.exception("a courier stumbled")
