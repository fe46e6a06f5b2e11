"""A game's timer, or the sweep of every minute."""

from typing import Any

from aws_lambda_powertools import Metrics

from host.aws import clock, wiring

metrics = Metrics()


@metrics.log_metrics
def handler(event: Any, context: Any) -> None:
    """One ring of the clock."""
    with wiring.opened(context) as wired:
        for name, value in clock.ring(wired, event).items():
            metrics.add_metric(name, "Seconds" if name.endswith("Age") else "Count", value)
