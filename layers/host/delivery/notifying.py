"""For which messages a telephone is to ring, and which predictions a message invites to."""

from __future__ import annotations

from host.core import events
from host.core.session import NOTHING, TURNS, ToldLine
from host.delivery.outbox import Message

ASKS_PREDICTIONS = (events.FallenAsked, events.PredictionTold, events.WatchersAsked)


def should_notify_group(message: Message) -> bool:
    """Return whether this message to a group notifies its readers: only questions, reminders and a few kinds of news
    do.
    """
    news = any(isinstance(told, ToldLine) and told.rings for told in message.lines)
    return news or is_answer_wanted(message)


def should_notify_private(message: Message) -> bool:
    """Return whether this private message notifies its reader, by their own setting; never when it follows at once from
    their own action.
    """
    if message.own or message.rings == NOTHING:
        return False
    return message.rings != TURNS or is_answer_wanted(message)


def is_answer_wanted(message: Message) -> bool:
    """Return whether this message asks its readers to do something."""
    return bool(message.asks or message.reminders)


def list_prediction_keys(message: Message) -> list[str]:
    """Return the keys of the predictions that this private message has just invited its reader to make."""
    return [key for line in message.lines if line.to and line.kind in ASKS_PREDICTIONS for key in line.facts["keys"]]
