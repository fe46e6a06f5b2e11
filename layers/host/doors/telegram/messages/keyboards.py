"""Remembers under which messages somebody may still choose, so that the buttons go when there is no choice any more."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby

from msgspec import Struct

from engine.kernel import Reader
from host.core.context import HostContext
from host.doors.telegram.messages import answer_buttons
from host.doors.telegram.messages.screens import Rows, Screen, parse_button_data
from host.shown.views import GameView, QuestionView

ASKS_MARK = "asks"  # how the mark of a message begins that asks something
KEYBOARDS_KEY = "keyboards"  # what is kept of a place: a line for each message with buttons
MAX_KEYBOARDS = 30


class OpenKeyboard(Struct, frozen=True):
    """The buttons under a message, and the questions of a game to which they belong."""

    message: int
    game: str
    questions: tuple[str, ...]

    @property
    def line(self) -> str:
        """The line under which it is stored."""
        return " ".join([str(self.message), self.game, *self.questions])


def build_asks_mark(game: str, questions: Iterable[str]) -> str:
    """Return the mark of a message that asks these questions."""
    return " ".join([ASKS_MARK, game, *questions])


class Keyboards:
    """The open keyboards of each place. `rows` returns what is left of some; `change` shows that."""

    def __init__(
        self,
        host: HostContext,
        rows: Callable[[str, str, set[str]], Rows],
        change: Callable[[str, int, Rows], object],
    ) -> None:
        self.host, self._rows, self._change = host, rows, change

    def note_keyboard(self, chat: str, message: int, screens: Iterable[Screen], *, settled: bool) -> None:
        """Note the buttons of a message just sent. If it may have closed questions, remove their buttons first, and
        save both in one write.
        """
        asking = [
            screen.about.split() for screen in screens if screen.rows and screen.about.startswith(f"{ASKS_MARK} ")
        ]
        new = [OpenKeyboard(message, game, tuple(questions)) for _, game, *questions in asking]
        if settled:
            self.remove_closed_buttons(chat, new)
        elif new:
            self._save_keyboards(chat, [*self._load_keyboards(chat), *new])

    def asks_once(self, chat: str, message: int) -> bool:
        """Return whether this message has the buttons of exactly one question or group of like questions."""
        return sum(each.message == message for each in self._load_keyboards(chat)) == 1

    def forget_keyboard(self, chat: str, message: int) -> None:
        """Forget the buttons of this message, which has lost them."""
        self._save_keyboards(chat, [each for each in self._load_keyboards(chat) if each.message != message])

    def remove_closed_buttons(self, chat: str, new: Iterable[OpenKeyboard] = ()) -> None:
        """Remove the buttons of questions that are answered or void there; keep the `new` ones."""
        before = self._load_keyboards(chat)
        after = [*self._list_open_keyboards(chat, before), *new]
        if after != before:
            self._save_keyboards(chat, after)

    def _list_open_keyboards(self, chat: str, before: list[OpenKeyboard]) -> list[OpenKeyboard]:
        """Return the keyboards that are still open, and remove the buttons of the others."""
        together = groupby(before, lambda each: each.message)
        return [each for _, group in together for each in self._update_message_buttons(chat, list(group))]

    def _update_message_buttons(self, chat: str, together: list[OpenKeyboard]) -> list[OpenKeyboard]:
        """Return the keyboards of one message that are still open, and edit the message if some are not."""
        left = [(each, rows) for each in together if (rows := self._rows(chat, each.game, set(each.questions)))]
        if len(left) < len(together):
            self._change(chat, together[0].message, [row for _, rows in left for row in rows])
        return [each for each, _ in left]

    def _load_keyboards(self, chat: str) -> list[OpenKeyboard]:
        lines = [line.split() for line in self.host.store.load_place_value(chat, KEYBOARDS_KEY).decode().splitlines()]
        return [OpenKeyboard(int(message), game, tuple(questions)) for message, game, *questions in lines]

    def _save_keyboards(self, chat: str, found: list[OpenKeyboard]) -> None:
        self.host.store.save_place_value(
            chat, KEYBOARDS_KEY, "\n".join(each.line for each in found[-MAX_KEYBOARDS:]).encode()
        )


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
        data = kept.get((showing.id, answer_buttons.build_target_name(each)), "")
        if data and any(
            _find_answer_target(button.data) == _find_answer_target(data) for row in rows for button in row
        ):
            rows = answer_buttons.replace_question_rows(
                rows, data, answer_buttons.list_choice_buttons(showing, each, parse_button_data(data, 4)[3], reader)
            )
    return rows


def _load_unsent_answers(host: HostContext, chat: str) -> list[str]:
    return host.store.load_place_value(chat, UNSENT_ANSWERS_KEY).decode().splitlines()


def _find_answer_target(data: str) -> tuple[str, str]:
    """Return the game and the question that the button data belongs to."""
    letter, game, question, _ = parse_button_data(data, 4)
    return (game, question) if letter == answer_buttons.CHOICE_LETTER else ("", "")
