"""Beside every answer that is told: a button that says that something is wrong with its question."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.kernel import Reader
from engine.rulesets import RULESETS
from host.doors.telegram.messages.button_data import parse_button_data
from host.doors.telegram.messages.screens import Rows, arrange_in_rows, build_button
from host.said.desk import reporting
from host.said.desk.answer import DeskAnswer

if TYPE_CHECKING:
    from host.core.context import HostContext
    from host.delivery.outbox import Message
    from host.doors.telegram.heard.call import TelegramCall

TAP = "x"
REPORT_SIGN = "⚑"


def list_report_buttons(host: HostContext, message: Message, reader: Reader) -> Rows:
    """List a report button for each question whose answer this message tells, numbered if there are several."""
    saved = host.store.load_game(message.game) if reporting.tells_answers(message.lines) else None
    rules = RULESETS.get(saved.session.ruleset) if saved else None
    uses = [use for told in message.lines for use in rules.list_card_uses(told)] if rules else []
    cards = [use.card for use in uses if use.name == "asked"]
    label = f"{REPORT_SIGN} {reader.format_sentence('Is it wrong?')}"
    labels = [label] if len(cards) == 1 else [f"{REPORT_SIGN} {n}" for n in range(1, len(cards) + 1)]
    made = [build_button(text, TAP, message.game, card) for text, card in zip(labels, cards, strict=True)]
    return arrange_in_rows(made, len(made)) if made else []


def handle_report_tap(call: TelegramCall, data: str) -> DeskAnswer:
    """Report the question to the operator, and confirm it in a notice."""
    _, game, card = parse_button_data(data, 3)
    call.words, call.chosen = "", f"{game}/{card}"
    return DeskAnswer(alert=call.format_notice(reporting.report_faulty_question(call)))
