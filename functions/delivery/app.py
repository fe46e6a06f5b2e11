"""Handles queue messages: sends the unsent posts of a chat, or does what is due in a game and sends its posts."""

from typing import Any

from aws_lambda_powertools.utilities.batch import SqsFifoPartialProcessor, process_partial_response

from host.doors.aws import delivery, telemetry, wiring

delivery.load_pushed_senders()
processor = SqsFifoPartialProcessor()
processor.raise_on_entire_batch_failure = False  # a message that has to wait is no failure


@telemetry.observe_handler
def handler(event: Any, context: Any) -> Any:
    """Handle one batch of messages from the AWS queue in order, up to the first that cannot be finished. Return, in the
    form that AWS expects, the ids of that and of all after it as failed (none if all were finished), so that the queue
    delivers them again; only log what is no batch, and return None.
    """
    with wiring.serve_invocation() as wired:
        if not delivery.is_queue_batch(event):
            return None

        def handle_record(record: Any) -> None:
            """Handle one message of the queue, with the host `wired` of the enclosing call; raise an error if it cannot
            be finished now.
            """
            telemetry.set_correlation(delivery.get_message_subject(record))
            delivery.handle_queue_message(wired, delivery.find_pushed_sender, record)

        return process_partial_response(event, handle_record, processor, context)
