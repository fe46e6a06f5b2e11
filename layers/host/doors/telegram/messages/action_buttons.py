"""Buttons below a message: to report a question, to make a play, to predict. A prediction is heard by nobody else."""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel import Forecast, Illegal, Reader
from engine.rulesets import RULESETS
from host.core.context import HostContext
from host.core.events import FirstSquaresAsked
from host.core.games import find_list_play
from host.delivery.outbox import Message, list_prediction_keys
from host.doors.telegram.heard.call import TelegramCall
from host.doors.telegram.messages import screens
from host.doors.telegram.messages.chats import TelegramChats
from host.doors.telegram.messages.screens import (
    Button,
    Rows,
    Screen,
    arrange_in_rows,
    build_button,
    compute_word_mark,
    escape_telegram_html,
    is_word_for,
    parse_button_data,
)
from host.doors.telegram.places import is_private_chat
from host.said.answers import DeskAnswer, label_options
from host.said.desk import refusals, reporting
from host.said.desk.menu import DESK
from host.shown import views

TAP = "x"
REPORT_SIGN = "⚑"


def build_report_rows(host: HostContext, message: Message, reader: Reader) -> Rows:
    """List, in rows, a button to report an error in each quiz question whose answer this message tells, numbered if
    there are several; empty for other messages.
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
    """Report the quiz question that a tapped report button names to the operator, and return a pop-up that confirms it;
    raise Illegal if the report is refused.
    """
    _, game, card = parse_button_data(data, 3)
    call.words, call.chosen = "", f"{game}/{card}"
    return DeskAnswer(alert=call.format_notice(reporting.report_faulty_question(call)))


PLAY = "u"  # as for whatever may be done at any time


def build_action_rows(sender: TelegramChats, chat: str, message: Message, reader: Reader) -> Rows:
    """List, in rows, the buttons below an announcement: one to report an error in each quiz question whose answer it
    tells; and in a private chat also the plays (moves that no question asks for), first squares and predictions to
    which it invites.
    """
    return [
        *build_report_rows(sender.host, message, reader),
        *_build_private_play_rows(sender, chat, message),
        *_build_first_square_rows(sender, chat, message),
        *_build_prediction_rows(sender, chat, message),
    ]


def _build_prediction_rows(sender: TelegramChats, chat: str, message: Message) -> Rows:
    """List as buttons the choices of the predictions that this message invites a player who is out to make in private;
    none for other messages.
    """
    keys = list_prediction_keys(message)
    return build_asked_prediction_rows(sender, chat, message.game, keys) if keys else []


def _build_private_play_rows(sender: TelegramChats, chat: str, message: Message) -> Rows:
    """List a button for each play (a move that no question asks for) to which a private message has just invited its
    reader and which they can still make; none in groups.
    """
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


def _build_first_square_rows(sender: TelegramChats, chat: str, message: Message) -> Rows:
    """List the closed squares as buttons, to be tapped in the order in which to open them, if this message is
    private and asks its reader which they open first; none for other messages, or if the reader can leave no such
    list any more. Raise Illegal if the game is gone.
    """
    if not is_private_chat(chat) or not any(line.kind is FirstSquaresAsked for line in message.lines):
        return []
    shown, reader = sender.view_game(chat, message.game)
    play = find_list_play(shown.plays)
    return screens.build_choice_rows(shown, play, "", reader) if play else []


PREDICT = "predict"  # the service at the desk, if the host has it
PANEL = f"@{PREDICT}"
MAX_FORECASTS = 6  # forecasts with buttons in one message; all others can be written
MAX_FORECAST_CHOICES = 12
PANEL_REPEAT_SECONDS = 600.0  # seconds in which a group needs it but once


def handle_predict_button(call: TelegramCall, data: str) -> DeskAnswer:
    """Return the answer to a tap on the predictions button below the board: a request for the message with what can be
    predicted, in each chat at most once in ten minutes for a game, else a pop-up that says where it stands. Raise
    Illegal if nothing can be predicted.
    """
    game = parse_button_data(data, 2)[1]
    if not views.load_game_view(call.host, game, call.by if call.is_unseen else "").forecasts:
        raise Illegal(refusals.NOT_PREDICTABLE, code="not_predictable")
    kept, now = call.host.store.load_place_value(call.place, f"{PANEL}/{game}"), call.host.now()
    if kept and now - float(kept) < PANEL_REPEAT_SECONDS:
        told = call.format_sentence(
            (
                "Look a little higher in this chat: there you find the predictions that you can make. To see them"
                " again, write {predict}"
            ),
            predict="/predict",
        )
        return DeskAnswer(alert=told)
    call.host.store.save_place_value(call.place, f"{PANEL}/{game}", str(now).encode())
    return DeskAnswer(asks=[f"{PANEL}:{game}"])


def build_prediction_panel(sender: TelegramChats, chat: str, game: str) -> Screen | None:
    """Build the message with what the readers of this chat can predict now: the first six forecasts that have at most
    twelve results, with a button for each result. None if there are no such; raise Illegal if the game is gone.
    """
    shown, reader = sender.view_game(chat, game)
    offered = [each for each in shown.forecasts if len(each.options) <= MAX_FORECAST_CHOICES][:MAX_FORECASTS]
    if not offered:
        return None
    lines = [f"{n}. {reader.format_value(each.text)}" for n, each in enumerate(offered, 1)]
    text = "Tap what you think will happen. Nobody sees it until the result is known. If you are right, you get points."
    twin = reader.format_sentence("Or write this in our private chat: {line}", line=f"/predict {game} {offered[0].key}")
    head = f"<b>{escape_telegram_html(reader.format_sentence('Predictions'))}</b>"
    rows = [row for n, each in enumerate(offered, 1) for row in _build_forecast_rows(game, n, each, reader)]
    return Screen("\n".join([head, *map(escape_telegram_html, [*lines, "", reader.format_sentence(text), twin])]), rows)


def build_asked_prediction_rows(sender: TelegramChats, chat: str, game: str, keys: Sequence[str]) -> Rows:
    """List, in rows, a button for each result of the predictions with these keys, numbered as in the message that
    invites to make them; those that cannot be made any more are left out. Raise Illegal if the game is gone.
    """
    shown, reader = sender.view_game(chat, game)
    offered = {each.key: each for each in shown.forecasts}
    numbered = enumerate(keys, 1)
    return [row for n, key in numbered if key in offered for row in _build_forecast_rows(game, n, offered[key], reader)]


def _build_forecast_rows(game: str, n: int, forecast: Forecast, reader: Reader) -> Rows:
    """List, in rows, the buttons that choose a result of forecast number `n` of a message; each label begins with that
    number.
    """
    buttons: list[Button] = [
        build_button(f"{n} {choice.label}", "p", game, compute_word_mark(forecast.key), choice.value)
        for choice in screens.fit_choice_labels(label_options(forecast.options, reader))
    ]
    return arrange_in_rows(buttons)


def handle_prediction_tap(call: TelegramCall, data: str) -> DeskAnswer:
    """Record the prediction that a person tapped, and return a pop-up that confirms it, which only they see; raise
    Illegal if it cannot be made any more.
    """
    _, game, mark, value = parse_button_data(data, 4)
    found = next(
        (each for each in views.load_game_view(call.host, game).forecasts if is_word_for(mark, each.key)), None
    )
    if found is None:
        raise Illegal(refusals.NOT_PREDICTABLE, code="not_predictable")
    chosen = next((option.value for option in found.options if is_word_for(value, option.value)), value)
    call.game, call.chosen = game, f"{found.key} {chosen}"
    return DeskAnswer(alert=call.format_notice(DESK[PREDICT].does(call)))
