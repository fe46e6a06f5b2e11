"""A thread that sends queued posts on a host at home; no other code of that host is loaded with it."""

import logging
import threading

from host.delivery.outbox import OutboxDispatcher

log = logging.getLogger(__name__)
DELIVERY_INTERVAL = 0.5


class DeliveryThread:
    """A thread that delivers the posts of a door that only sends."""

    trouble = ""

    def __init__(self, name: str, dispatcher: OutboxDispatcher) -> None:
        self.dispatcher = dispatcher
        self._name = name
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._deliver_until_stopped, name=name, daemon=True)

    @property
    def running(self) -> bool:
        """Whether the thread runs."""
        return self._thread.is_alive()

    def start(self) -> None:
        """Start the thread that sends queued posts."""
        self._thread.start()

    def stop(self) -> None:
        """Stop the thread, waiting up to five seconds for what it is sending, and close the sender."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join(timeout=5)
        self.dispatcher.close()

    def _deliver_until_stopped(self) -> None:
        """Send queued posts again and again until the thread is stopped; no error ends it."""
        while not self._stop.wait(DELIVERY_INTERVAL):
            try:
                self.dispatcher.deliver()
            except Exception:
                # Whatever happens, the next one must be told.
                log.exception("outbox delivery failed door=%s", self._name)
