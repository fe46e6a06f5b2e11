"""Predictions in Telegram: buttons under what can be predicted. A tap is heard by nobody else, also in a group."""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel import Forecast, Illegal, Reader
from host.doors.telegram.heard.call import TelegramCall
from host.doors.telegram.messages import answer_buttons
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
from host.said.answers import label_options
from host.said.desk import refusals
from host.said.desk.answer import DeskAnswer
from host.said.desk.menu import DESK
from host.shown import views

PREDICT = "predict"  # the service at the desk, if the host has it
PANEL = f"@{PREDICT}"
MAX_FORECASTS = 6  # forecasts with buttons in one message; all others can be written
MAX_FORECAST_CHOICES = 12
PANEL_REPEAT_SECONDS = 600.0  # seconds in which a group needs it but once


def handle_predict_button(call: TelegramCall, data: str) -> DeskAnswer:
    """Handle a tap on the predictions button below the board: post what can be predicted, at most
    once in ten minutes.
    """
    game = parse_button_data(data, 2)[1]
    if not views.load_game_view(call.host, game, call.by if call.is_unseen else "").forecasts:
        raise Illegal(refusals.NOT_PREDICTABLE, code="not_predictable")
    kept, now = call.host.store.load_place_value(call.place, f"{PANEL}/{game}"), call.host.now()
    if kept and now - float(kept) < PANEL_REPEAT_SECONDS:
        told = call.format_sentence(
            (
                "You find the predictions that you can make a little higher in this chat. To see them again, write "
                "{predict}"
            ),
            predict="/predict",
        )
        return DeskAnswer(alert=told)
    call.host.store.save_place_value(call.place, f"{PANEL}/{game}", str(now).encode())
    return DeskAnswer(asks=[f"{PANEL}:{game}"])


def build_prediction_panel(sender: TelegramChats, chat: str, game: str) -> Screen | None:
    """Build the message with what spectators can predict now, or None if there is nothing."""
    shown, reader = sender.view_game(chat, game)
    offered = [each for each in shown.forecasts if len(each.options) <= MAX_FORECAST_CHOICES][:MAX_FORECASTS]
    if not offered:
        return None
    lines = [f"{n}. {reader.format_value(each.text)}" for n, each in enumerate(offered, 1)]
    text = "Tap what you think will happen. Nobody sees it until the result is known. If you are right, you get points."
    twin = reader.format_sentence("Or write this in our private chat: {line}", line=f"/predict {game} {offered[0].key}")
    head = f"<b>{escape_telegram_html(reader.format_sentence('Predictions'))}</b>"
    rows = [row for n, each in enumerate(offered, 1) for row in _list_forecast_buttons(game, n, each, reader)]
    return Screen("\n".join([head, *map(escape_telegram_html, [*lines, "", reader.format_sentence(text), twin])]), rows)


def list_asked_predictions(sender: TelegramChats, chat: str, game: str, keys: Sequence[str]) -> Rows:
    """List the buttons of these predictions, numbered as the message that asks for them numbers them."""
    shown, reader = sender.view_game(chat, game)
    offered = {each.key: each for each in shown.forecasts}
    numbered = enumerate(keys, 1)
    return [
        row for n, key in numbered if key in offered for row in _list_forecast_buttons(game, n, offered[key], reader)
    ]


def _list_forecast_buttons(game: str, n: int, forecast: Forecast, reader: Reader) -> Rows:
    buttons: list[Button] = [
        build_button(f"{n} {choice.label}", "p", game, compute_word_mark(forecast.key), choice.value)
        for choice in answer_buttons.fit_choice_labels(label_options(forecast.options, reader))
    ]
    return arrange_in_rows(buttons)


def handle_prediction_tap(call: TelegramCall, data: str) -> DeskAnswer:
    """Record the prediction that a person tapped, and confirm it in a pop-up that only they see."""
    _, game, mark, value = parse_button_data(data, 4)
    found = next(
        (each for each in views.load_game_view(call.host, game).forecasts if is_word_for(mark, each.key)), None
    )
    if found is None:
        raise Illegal(refusals.NOT_PREDICTABLE, code="not_predictable")
    chosen = next((option.value for option in found.options if is_word_for(value, option.value)), value)
    call.game, call.chosen = game, f"{found.key} {chosen}"
    return DeskAnswer(alert=call.format_notice(DESK[PREDICT].does(call)))
