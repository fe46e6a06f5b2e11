"""A game's timer, or the sweep of every minute."""

from typing import Any

from host.delivery.outbox import Courier
from host.doors.aws import delivery, speaking, tracing, wiring

wiring.begin()


def courier() -> Courier:
    """Whoever says what a ring brings."""
    return speaking.courier()


@tracing.traced
def handler(event: Any, context: Any) -> None:
    """One ring of the clock; what a sweep finds is measured."""
    with wiring.opened(context) as wired:
        found = delivery.rung(wired, courier, event)
    if found:
        measure(found)


def measure(found: dict[str, float]) -> None:
    """What a sweep has found, as metrics; most processes that are started ring for one game, and never do this."""
    from aws_lambda_powertools import Metrics  # noqa: PLC0415 - it takes a tenth of a start to load

    metrics = Metrics(namespace="RaceToABillion")
    for name, value in found.items():
        metrics.add_metric(name, "Seconds" if name.endswith("Age") else "Count", value)
    metrics.flush_metrics()
