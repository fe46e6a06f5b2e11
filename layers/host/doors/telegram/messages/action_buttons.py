"""Below what is told: buttons for what may be done about it, such as to report a question or call an answer final."""

from __future__ import annotations

from engine.kernel import Reader
from engine.rulesets import RULESETS
from host.core import events
from host.core.context import HostContext
from host.delivery.outbox import Message
from host.doors.telegram.heard.call import TelegramCall
from host.doors.telegram.messages import predicting
from host.doors.telegram.messages.chats import TelegramChats
from host.doors.telegram.messages.screens import Rows, arrange_in_rows, build_button, parse_button_data
from host.doors.telegram.places import is_private_chat
from host.said.desk import reporting
from host.said.desk.answer import DeskAnswer

TAP = "x"
REPORT_SIGN = "⚑"


def list_report_buttons(host: HostContext, message: Message, reader: Reader) -> Rows:
    """List the buttons to report an error in each quiz question whose answer this message tells, numbered if there are
    several.
    """
    saved = host.store.load_game(message.game) if reporting.tells_answers(message.lines) else None
    rules = RULESETS.get(saved.session.ruleset) if saved else None
    uses = [use for told in message.lines for use in rules.list_card_uses(told)] if rules else []
    cards = [use.card for use in uses if use.name == "asked"]
    label = f"{REPORT_SIGN} {reader.format_sentence('Is this question wrong?')}"
    labels = [label] if len(cards) == 1 else [f"{REPORT_SIGN} {n}" for n in range(1, len(cards) + 1)]
    made = [build_button(text, TAP, message.game, card) for text, card in zip(labels, cards, strict=True)]
    return arrange_in_rows(made, len(made)) if made else []


def handle_report_tap(call: TelegramCall, data: str) -> DeskAnswer:
    """Handle a tap on a report button: report the quiz question to the operator, and confirm that in a pop-up."""
    _, game, card = parse_button_data(data, 3)
    call.words, call.chosen = "", f"{game}/{card}"
    return DeskAnswer(alert=call.format_notice(reporting.report_faulty_question(call)))


ASKS_PREDICTIONS = (events.FallenAsked, events.PredictionTold, events.WatchersAsked)
PLAY = "u"  # as for whatever may be done at any time


def list_action_buttons(sender: TelegramChats, chat: str, message: Message, reader: Reader) -> Rows:
    """List the buttons below an announcement: report an error for everybody, and unasked plays for the person in a
    private chat.
    """
    return [
        *list_report_buttons(sender.host, message, reader),
        *_list_private_actions(sender, chat, message),
        *_list_private_predictions(sender, chat, message),
    ]


def _list_private_predictions(sender: TelegramChats, chat: str, message: Message) -> Rows:
    """List the choices of the predictions that a player who is out has just been asked for in private."""
    keys = [key for line in message.lines if line.to and line.kind in ASKS_PREDICTIONS for key in line.facts["keys"]]
    return predicting.list_asked_predictions(sender, chat, message.game, keys) if keys else []


def _list_private_actions(sender: TelegramChats, chat: str, message: Message) -> Rows:
    told = {line.kind for line in message.lines if line.to}
    ways = [way for rules in RULESETS.values() for way in rules.beside.items()]
    keys = [key for kind, plays in ways if kind in told for key in plays]
    if not keys or not is_private_chat(chat):
        return []
    shown, reader = sender.view_game(chat, message.game)
    return [
        [build_button(reader.format_value(each.label), PLAY, shown.id, each.key)]
        for each in shown.plays
        if each.key in keys
    ]
