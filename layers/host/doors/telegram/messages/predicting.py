"""Predictions in Telegram: buttons under what can be predicted. A tap is heard by nobody else, also in a group."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.kernel import Forecast, Illegal, Reader
from host.core import predictions
from host.doors.telegram.messages import choosing
from host.doors.telegram.messages.button_data import is_for, marked, words
from host.doors.telegram.messages.screens import Button, Rows, Screen, button, escaped, in_rows
from host.said.answers import named
from host.said.desk import predicting
from host.said.desk.answer import Answer
from host.shown import views

if TYPE_CHECKING:
    from host.doors.telegram.heard.call import TelegramCall
    from host.doors.telegram.messages.sender import TelegramSender

PANEL = "@predict"
MOST = 6  # forecasts with buttons in one message; all others can be written
CHOICES = 12
LATELY = 600.0  # seconds in which a group needs it but once


def predict(call: TelegramCall) -> Answer:
    """By itself: what can be predicted, with buttons; else as the desk does it."""
    session, text = predicting.meant(call)
    if text or not views.view(call.host, session.id, call.by if call.private else "").forecasts:
        return predicting.predict(call)
    return Answer(asks=[f"{PANEL}:{session.id}"])


def wanted(call: TelegramCall, data: str) -> Answer:
    """The button below the board: what can be predicted comes once in a while, however many tap it."""
    game = words(data, 2)[1]
    if not views.view(call.host, game, call.by if call.private else "").forecasts:
        raise Illegal(predictions.NOT_NOW)
    kept, now = call.host.store.kept(call.place, f"{PANEL}/{game}"), call.host.now()
    if kept and now - float(kept) < LATELY:
        told = call.say("What can be predicted stands a little above. {predict} brings it again.", predict="/predict")
        return Answer(alert=told)
    call.host.store.keep(call.place, f"{PANEL}/{game}", str(now).encode())
    return Answer(asks=[f"{PANEL}:{game}"])


def panel(sender: TelegramSender, chat: str, game: str) -> Screen | None:
    """What can be predicted now, as it is seen in this place."""
    shown, reader = sender.seen(chat, game)
    offered = [each for each in shown.forecasts if len(each.options) <= CHOICES][:MOST]
    if not offered:
        return None
    lines = [f"{n}. {reader.value(each.text)}" for n, each in enumerate(offered, 1)]
    text = "Tap what you think will come. Nobody sees it until it is told. If you are right, you get points."
    twin = reader.say("Or write, in our private chat, {line}", line=f"/predict {game} {offered[0].key}")
    head = f"<b>{escaped(reader.say('Predictions'))}</b>"
    rows = [row for n, each in enumerate(offered, 1) for row in _rows(game, n, each, reader)]
    return Screen("\n".join([head, *map(escaped, [*lines, "", reader.say(text), twin])]), rows)


def _rows(game: str, n: int, forecast: Forecast, reader: Reader) -> Rows:
    buttons: list[Button] = [
        button(f"{n} {choice.label}", "p", game, marked(forecast.key), choice.value)
        for choice in choosing.on_buttons(named(forecast.options, reader))
    ]
    return in_rows(buttons)


def tapped(call: TelegramCall, data: str) -> Answer:
    """Somebody says what will come; only they read the notice."""
    _, game, mark, value = words(data, 4)
    found = next((each for each in views.view(call.host, game).forecasts if is_for(mark, each.key)), None)
    if found is None:
        raise Illegal(predictions.NOT_NOW)
    chosen = next((option.value for option in found.options if is_for(value, option.value)), value)
    call.somebody()
    reply = predictions.predict(call.host, call.command, game, found.key, chosen)
    answer = Answer(reply.lines, names=reply.names)
    return Answer(alert=call.written(answer))
