"""Errands from the queue: saying what was left in a chat, doing what is due in a game and saying it."""

from typing import Any

from aws_lambda_powertools.utilities.batch import SqsFifoPartialProcessor, process_partial_response

from host.doors.aws import delivery, speaking, telemetry, wiring

speaking.begin()
processor = SqsFifoPartialProcessor()
processor.raise_on_entire_batch_failure = False  # an errand that has to wait is no failure


@telemetry.observe
def handler(event: Any, context: Any) -> Any:
    """One batch, in order; from the first errand that could not be finished on they all come again."""
    with wiring.opened() as wired:
        if not delivery.is_batch(event):
            return None

        def run(record: Any) -> None:
            telemetry.correlate(delivery.subject(record))
            delivery.run(wired, speaking.courier, record)

        return process_partial_response(event, run, processor, context)
