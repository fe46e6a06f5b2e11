"""Keeps what somebody has tapped of an answer that is not sent yet, so that a board that is drawn anew still has it."""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel import Reader
from host.core.context import HostContext
from host.doors.telegram.messages import choosing
from host.doors.telegram.messages.button_data import words
from host.doors.telegram.messages.screens import Rows
from host.shown.views import GameView, QuestionView

KEPT = "halfway"  # what is kept of a place: what the button last tapped of each such answer carried, newest last
MOST = 8


def keep(host: HostContext, chat: str, data: str) -> None:
    """This has been tapped there."""
    before = [each for each in _kept(host, chat) if _about(each) != _about(data)]
    host.store.keep(chat, KEPT, "\n".join([*before, data][-MOST:]).encode())


def put_back(
    host: HostContext, chat: str, showing: GameView, asked: Sequence[QuestionView], rows: Rows, reader: Reader
) -> Rows:
    """The same buttons, with what has been tapped so far."""
    begun = [each for each in asked if each.form.kind in ("several", "number")]
    kept = {_about(data): data for data in _kept(host, chat)} if begun else {}
    for each in begun:
        data = kept.get((showing.id, choosing.name_of(each)), "")
        if data and any(_about(button.data) == _about(data) for row in rows for button in row):
            rows = choosing.instead(rows, data, choosing.rows(showing, each, words(data, 4)[3], reader))
    return rows


def _kept(host: HostContext, chat: str) -> list[str]:
    return host.store.kept(chat, KEPT).decode().splitlines()


def _about(data: str) -> tuple[str, str]:
    """The game and the question."""
    letter, game, question, _ = words(data, 4)
    return (game, question) if letter == choosing.LETTER else ("", "")
