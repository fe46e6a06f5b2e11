"""Keeps what somebody has tapped of an answer that is not sent yet, so that a board that is drawn anew still has it."""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel import Reader
from host.core.context import HostContext
from host.doors.telegram.messages import choosing
from host.doors.telegram.messages.button_data import parse_button_data
from host.doors.telegram.messages.screens import Rows
from host.shown.views import GameView, QuestionView

UNSENT_ANSWERS_KEY = (
    "halfway"  # what is kept of a place: what the button last tapped of each such answer carried, newest last
)
MAX_UNSENT_ANSWERS = 8


def save_unsent_answer(host: HostContext, chat: str, data: str) -> None:
    """Store what has been tapped of an answer that is not sent yet."""
    before = [
        each for each in _load_unsent_answers(host, chat) if _find_answer_target(each) != _find_answer_target(data)
    ]
    host.store.save_place_value(chat, UNSENT_ANSWERS_KEY, "\n".join([*before, data][-MAX_UNSENT_ANSWERS:]).encode())


def restore_unsent_answers(
    host: HostContext, chat: str, showing: GameView, asked: Sequence[QuestionView], rows: Rows, reader: Reader
) -> Rows:
    """Return the buttons with what has been tapped so far, for a message that is drawn anew."""
    begun = [each for each in asked if each.form.kind in ("several", "number")]
    kept = {_find_answer_target(data): data for data in _load_unsent_answers(host, chat)} if begun else {}
    for each in begun:
        data = kept.get((showing.id, choosing.build_target_name(each)), "")
        if data and any(
            _find_answer_target(button.data) == _find_answer_target(data) for row in rows for button in row
        ):
            rows = choosing.replace_question_rows(
                rows, data, choosing.list_choice_buttons(showing, each, parse_button_data(data, 4)[3], reader)
            )
    return rows


def _load_unsent_answers(host: HostContext, chat: str) -> list[str]:
    return host.store.load_place_value(chat, UNSENT_ANSWERS_KEY).decode().splitlines()


def _find_answer_target(data: str) -> tuple[str, str]:
    """Return the game and the question that the button data belongs to."""
    letter, game, question, _ = parse_button_data(data, 4)
    return (game, question) if letter == choosing.CHOICE_LETTER else ("", "")
