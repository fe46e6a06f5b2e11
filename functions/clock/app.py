"""A game's timer, or the sweep of every minute."""

from typing import Any

from aws_lambda_powertools import Metrics

from host.aws import clock, wiring

metrics = Metrics(namespace="RaceToABillion")
wiring.begin()


def handler(event: Any, context: Any) -> None:
    """One ring of the clock; what a sweep finds is measured."""
    with wiring.opened(context) as wired:
        found = clock.ring(wired, event)
    for name, value in found.items():
        metrics.add_metric(name, "Seconds" if name.endswith("Age") else "Count", value)
    if found:
        metrics.flush_metrics()
