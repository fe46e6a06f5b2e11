"""Errands from the queue: saying what was left in a chat, doing what is due in a game and saying it."""

from typing import Any

from aws_lambda_powertools.utilities.batch import SqsFifoPartialProcessor, process_partial_response

from host.doors.aws import delivery, speaking, tracing, wiring

speaking.begin()
processor = SqsFifoPartialProcessor()
processor.raise_on_entire_batch_failure = False  # an errand that has to wait is no fault


@tracing.traced
def handler(event: Any, context: Any) -> Any:
    """One batch; what could not be finished comes again."""
    with wiring.opened(context) as wired:
        if not delivery.is_batch(event):
            return None
        return process_partial_response(
            event, lambda record: delivery.run(wired, speaking.courier, record.raw_event), processor, context
        )
