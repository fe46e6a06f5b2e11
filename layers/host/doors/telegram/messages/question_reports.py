"""Beside every answer that is told: a button that says that something is wrong with its question."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.kernel import Reader
from engine.rulesets import RULESETS
from host.doors.telegram.messages.button_data import words
from host.doors.telegram.messages.screens import Rows, button, in_rows
from host.said.desk import reporting
from host.said.desk.answer import Answer

if TYPE_CHECKING:
    from host.core.context import HostContext
    from host.delivery.outbox import Message
    from host.doors.telegram.heard.call import TelegramCall

TAP = "x"
SIGN = "⚑"


def rows(host: HostContext, message: Message, reader: Reader) -> Rows:
    """A button for each question whose answer this message tells; they are numbered where there are several."""
    saved = host.store.game(message.game) if reporting.tells_answers(message.lines) else None
    rules = RULESETS.get(saved.session.ruleset) if saved else None
    uses = [use for told in message.lines for use in rules.uses(told)] if rules else []
    cards = [use.card for use in uses if use.name == "asked"]
    label = f"{SIGN} {reader.say('Is it wrong?')}"
    labels = [label] if len(cards) == 1 else [f"{SIGN} {n}" for n in range(1, len(cards) + 1)]
    made = [button(text, TAP, message.game, card) for text, card in zip(labels, cards, strict=True)]
    return in_rows(made, len(made)) if made else []


def tapped(call: TelegramCall, data: str) -> Answer:
    """It is on the operator's list; only whoever tapped reads the notice."""
    _, game, card = words(data, 3)
    call.words, call.chosen = "", f"{game}/{card}"
    return Answer(alert=call.written(reporting.report(call)))
