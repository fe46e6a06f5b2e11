"""Logs, metrics and traces of the functions, by Powertools for AWS Lambda.

The host logs through the standard library. In a function its lines are JSON, with the function's request, whether it
was a cold start, and a correlation id: the update, the game or the place that the event is about. The alarm looks
for `level`. A share of the invocations logs everything (POWERTOOLS_LOGGER_SAMPLE_RATE in the template).
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Mapping
from functools import cache, wraps
from typing import Any

from aws_lambda_powertools import Logger, Metrics, Tracer
from botocore.exceptions import ClientError

from host.core.error_lines import format_error_location
from host.core.metric_names import SECONDS_SUFFIX
from host.core.store.aws import read_aws_error_code


def format_aws_error(error: Exception) -> str:
    """Format an error as a line for the log, with the failed operation if AWS refused it."""
    if isinstance(error, ClientError):
        return format_error_location(error, f"{read_aws_error_code(error)} of {error.operation_name}")
    return format_error_location(error)


Handler = Callable[[Any, Any], Any]
LAMBDA_LOGGER_ROOT = "host"  # the parent of every logger of ours
NAMESPACE = "RaceToABillion"


@cache
def get_logger() -> Logger:
    """Return this function's logger, whose handler writes what the host logs."""
    made = Logger(utc=True, use_rfc3339=True)  # any other form of time, and Lambda thinks that the line is of INFO
    ours = logging.getLogger(LAMBDA_LOGGER_ROOT)
    ours.handlers, ours.propagate = [made.registered_handler], False
    return made


def set_correlation(about: str) -> None:
    """Add what this event is about to every line of the log."""
    get_logger().set_correlation_id(about)


def observe_handler(handler: Handler) -> Handler:
    """Log and trace a function's handler, but neither its event nor its response, which could hold secrets."""
    if os.environ.get("RTAB_TRACING") == "Active":
        tracer = Tracer(auto_patch=False)
        tracer.patch(["botocore"])
        handler = tracer.capture_lambda_handler(handler, capture_response=False, capture_error=False)

    @wraps(handler)
    def observe_call(event: Any, context: Any) -> Any:
        log = get_logger()

        def call_handler(event: Any, context: Any) -> Any:
            logging.getLogger(LAMBDA_LOGGER_ROOT).setLevel(log.log_level)  # which sampling has just drawn
            return handler(event, context)

        return log.inject_lambda_context(call_handler, clear_state=True)(event, context)

    return observe_call


def send_metrics(found: Mapping[str, float]) -> None:
    """Send what a sweep has found as metrics."""
    metrics = Metrics(namespace=NAMESPACE)
    for name, value in found.items():
        metrics.add_metric(name, "Seconds" if name.endswith(SECONDS_SUFFIX) else "Count", value)
    metrics.flush_metrics()
