"""Logs, metrics and traces of the functions, by Powertools for AWS Lambda.

The host logs through the standard library. In a function its lines are JSON, with the function's request, whether it
was a cold start, and a correlation id: the update, the game or the place that the event is about. The alarm looks
for `level`. A share of the invocations logs everything (POWERTOOLS_LOGGER_SAMPLE_RATE in the template).
"""

from __future__ import annotations

import logging
import os
from collections import defaultdict
from collections.abc import Callable, Mapping
from functools import cache, wraps
from typing import Any

from aws_lambda_powertools import Logger, Metrics, Tracer
from aws_lambda_powertools.metrics import EphemeralMetrics
from botocore.exceptions import ClientError

from host.core.context import DELIVERY_METRIC, ERRORS_METRIC, INPUT_METRIC, REFUSED_METRIC, SECONDS_SUFFIX, Measures
from host.core.error_lines import format_error_location
from host.core.store.dynamo import read_aws_error_code
from host.doors.registry import find_logging_door


def format_aws_error(error: Exception) -> str:
    """Format an error for the log, with the failed operation if AWS refused it."""
    if isinstance(error, ClientError):
        return format_error_location(error, f"{read_aws_error_code(error)} of {error.operation_name}")
    return format_error_location(error)


Handler = Callable[[Any, Any], Any]
LAMBDA_LOGGER_ROOT = "host"  # the parent of every logger of ours
NAMESPACE = "RaceToABillion"
DOOR_DIMENSION = "door"


class FunctionMeasures(Measures):
    """What a function measures in one invocation: inputs and refusals, and by their door deliveries and errors."""

    def __init__(self) -> None:
        self._values: defaultdict[str, list[tuple[str, float]]] = defaultdict(list)

    def add_input(self, seconds: float, *, accepted: bool) -> None:
        """Record for the metrics how long an input took, and whether it was refused."""
        self._values[""].append((INPUT_METRIC, seconds))
        if not accepted:
            self._values[""].append((REFUSED_METRIC, 1.0))

    def add_delivery(self, platform: str, seconds: float) -> None:
        """Record for the metrics how long sending a message to a platform took; of `platform` only what stands before
        the first colon counts.
        """
        self._values[platform.partition(":")[0]].append((DELIVERY_METRIC, seconds))

    def add_error(self, logger: str) -> None:
        """Count an error for the metrics, under the platform whose logger (given by name) reported it."""
        self._values[find_logging_door(logger)].append((ERRORS_METRIC, 1.0))

    def send(self) -> None:
        """Send the recorded metrics to CloudWatch, each platform's under its name, and clear them."""
        noted, self._values = self._values, defaultdict(list)
        for door, values in noted.items():
            metrics = EphemeralMetrics(namespace=NAMESPACE)
            if door:
                metrics.add_dimension(DOOR_DIMENSION, door)
            for name, value in values:
                metrics.add_metric(name, get_metric_unit(name), value)
            metrics.flush_metrics()


MEASURES = FunctionMeasures()


class ErrorNotes(logging.Handler):
    """Notes each error in the log for the metrics."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)

    def emit(self, record: logging.LogRecord) -> None:
        """Count this logged error for the metrics, under the platform whose code has logged it."""
        MEASURES.add_error(record.name)


def get_metric_unit(name: str) -> str:
    """Return the unit in which CloudWatch counts the metric of this name: seconds for durations, otherwise a count."""
    return "Seconds" if name.endswith(SECONDS_SUFFIX) else "Count"


@cache
def get_logger() -> Logger:
    """Return this function's logger; the first call makes everything that the host logs go to its handler, and its
    errors be counted for the metrics.
    """
    made = Logger(utc=True, use_rfc3339=True)  # any other form of time, and Lambda thinks that the line is of INFO
    ours = logging.getLogger(LAMBDA_LOGGER_ROOT)
    ours.handlers, ours.propagate = [made.registered_handler, ErrorNotes()], False
    return made


def set_correlation(about: str) -> None:
    """Label all further log lines of the present event with `about`: the game, place or update that it is about, or
    an empty string. The next event begins without a label.
    """
    get_logger().set_correlation_id(about)


def observe_handler(handler: Handler) -> Handler:
    """Decorate a function's handler so that its calls are logged and measured and, where tracing is on, traced, but not
    its event or response, which could contain secrets. Return the decorated handler, which returns and raises what
    `handler` does.
    """
    if os.environ.get("RTAB_TRACING") == "Active":
        tracer = Tracer(auto_patch=False)
        tracer.patch(["botocore"])
        handler = tracer.capture_lambda_handler(handler, capture_response=False, capture_error=False)

    @wraps(handler)
    def observe_call(event: Any, context: Any) -> Any:
        """Handle one event by the decorated `handler` with logging set up for it, and return its response; afterwards,
        also after an error, send what was measured.
        """
        log = get_logger()

        def call_handler(event: Any, context: Any) -> Any:
            """Set the level of the host's log to that of this invocation, and call the handler."""
            logging.getLogger(LAMBDA_LOGGER_ROOT).setLevel(log.log_level)  # which sampling has just drawn
            return handler(event, context)

        try:
            return log.inject_lambda_context(call_handler, clear_state=True)(event, context)
        finally:
            MEASURES.send()

    return observe_call


def send_metrics(found: Mapping[str, float]) -> None:
    """Send to CloudWatch the values, by metric name, that a sweep (the regular check of the whole host) has found."""
    metrics = Metrics(namespace=NAMESPACE)
    for name, value in found.items():
        metrics.add_metric(name, get_metric_unit(name), value)
    metrics.flush_metrics()
