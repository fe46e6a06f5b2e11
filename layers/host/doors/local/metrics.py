"""Metrics for Prometheus at `/metrics`, for clients that have the token.

The functions send the same metrics to CloudWatch, by the same names (`core/context.py`).
"""

from __future__ import annotations

import logging
import math
from collections.abc import Iterator
from hmac import compare_digest

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4
from prometheus_client.registry import Collector

from host.core.context import (
    DEADLINE_AGE_METRIC,
    DELIVERY_METRIC,
    ERRORS_METRIC,
    INPUT_METRIC,
    LATE_GAMES_METRIC,
    OPEN_GAMES_METRIC,
    OUTBOX_AGE_METRIC,
    REFUSED_METRIC,
    WAITING_PLACES_METRIC,
    HostContext,
    Measures,
)
from host.core.store.items import DUE, OUT, Overloaded
from host.doors.registry import WEB_DOOR, find_logging_door, list_doors
from host.doors.web.requests.http import HttpRequest, Response

HOST_LOGGER = "host"  # the parent of every logger of ours
GRACE = 45.0  # seconds after which a game or a post counts as late, as in AWS
MAX_COUNTED = 10_000
PLAIN_TEXT_HEADERS = {"Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store"}
LATENCIES = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


class HostMetrics(Measures):
    """The counters of one host, and the page that shows them."""

    def __init__(self, token: str) -> None:
        self._token = token.encode()
        self._registry = CollectorRegistry()
        self._input = Histogram(
            INPUT_METRIC,
            "Time to load, apply and save what a person sent to a game",
            buckets=LATENCIES,
            registry=self._registry,
        )
        self._refused = Counter(REFUSED_METRIC, "Inputs that were answered with a refusal", registry=self._registry)
        self._delivery = Histogram(
            DELIVERY_METRIC,
            "Time that a platform took for a message or a board",
            ["door"],
            buckets=LATENCIES,
            registry=self._registry,
        )
        self._errors = Counter(ERRORS_METRIC, "Errors in the log", ["door"], registry=self._registry)
        for name in (WEB_DOOR, *(door.name for door in list_doors())):
            self._errors.labels(name)
        self._counter = ErrorCounter(self)

    def add_input(self, seconds: float, *, accepted: bool) -> None:
        """Record for the metrics how long an input took, and whether it was refused."""
        self._input.observe(seconds)
        if not accepted:
            self._refused.inc()

    def add_delivery(self, platform: str, seconds: float) -> None:
        """Record for the metrics how long sending a message to a platform took; of `platform` only what stands before
        the first colon counts.
        """
        self._delivery.labels(platform.partition(":")[0]).observe(seconds)

    def add_error(self, logger: str) -> None:
        """Count an error for the metrics, under the platform whose logger (given by name) reported it, or as the host's
        own.
        """
        self._errors.labels(find_logging_door(logger)).inc()

    def register_host(self, host: HostContext) -> None:
        """Start counting errors in the log, and register the metrics that are computed from the host's store when they
        are read.
        """
        logging.getLogger(HOST_LOGGER).addHandler(self._counter)
        self._registry.register(StoreMetrics(host))

    def close(self) -> None:
        """Stop counting errors in the log for the metrics, when the host stops."""
        logging.getLogger(HOST_LOGGER).removeHandler(self._counter)

    def serve_metrics(self, request: HttpRequest) -> Response:
        """Return the metrics in Prometheus's format; an error response if the request has not the right bearer token
        (401), or if the store cannot be read now (503).
        """
        kind, _, given = request.headers.get("authorization", "").partition(" ")
        if kind.casefold() != "bearer" or not compare_digest(given.strip().encode(), self._token):
            return Response(401, b"A bearer token is needed.\n", PLAIN_TEXT_HEADERS | {"WWW-Authenticate": "Bearer"})
        try:
            text = generate_latest(self._registry)
        except Overloaded as error:
            return Response(503, f"{error}\n".encode(), PLAIN_TEXT_HEADERS)
        return Response(200, text, PLAIN_TEXT_HEADERS | {"Content-Type": CONTENT_TYPE_PLAIN_0_0_4})


class StoreMetrics(Collector):
    """Gauges of open games, and of how late clocks and posts are. Reads indexes only, no game."""

    def __init__(self, host: HostContext) -> None:
        self._host = host

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """Yield the metrics that are computed from the host's store, anew each time: how many games have a running
        clock and how many of these are late, how many places have late posts, and how late the oldest clock and the
        oldest post are. Raise Overloaded if the store cannot be read.
        """
        now = self._host.now()
        due = [item.when for item in self._host.store.table.due_before(DUE, math.inf, limit=MAX_COUNTED)]
        posts = [item.when for item in self._host.store.table.due_before(OUT, math.inf, limit=MAX_COUNTED)]
        late = [when for when in due if when <= now - GRACE]
        waiting = sum(1 for _ in self._host.store.iter_waiting_places(now - GRACE))
        yield GaugeMetricFamily(OPEN_GAMES_METRIC, "Games and lobbies whose clock runs", len(due))
        yield GaugeMetricFamily(LATE_GAMES_METRIC, "Games whose clock is late", len(late))
        yield GaugeMetricFamily(WAITING_PLACES_METRIC, "Places in which news wait for long", waiting)
        yield GaugeMetricFamily(DEADLINE_AGE_METRIC, "How late the latest clock is", compute_oldest_age(now, due))
        yield GaugeMetricFamily(OUTBOX_AGE_METRIC, "How long the oldest news wait", compute_oldest_age(now, posts))

    def describe(self) -> list[GaugeMetricFamily]:
        """Return an empty list, so that registering these metrics with Prometheus does not read the store."""
        return []


def compute_oldest_age(now: float, moments: list[float]) -> float:
    """Return how many seconds ago the earliest of these moments was, or 0 if none has passed."""
    return max(0.0, now - min(moments, default=now))


class ErrorCounter(logging.Handler):
    """Counts errors in the log without keeping them."""

    def __init__(self, metrics: HostMetrics) -> None:
        super().__init__(logging.ERROR)
        self._metrics = metrics

    def emit(self, record: logging.LogRecord) -> None:
        """Count this logged error for the metrics, under the platform whose code has logged it."""
        self._metrics.add_error(record.name)
