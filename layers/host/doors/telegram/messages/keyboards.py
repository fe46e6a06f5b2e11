"""Remembers under which messages somebody may still choose, so that the buttons go when there is no choice any more."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from engine.kernel import Reader
from host.core.context import HostContext
from host.doors.telegram.messages import answer_buttons
from host.doors.telegram.messages.screens import Rows, Screen, parse_button_data
from host.shown.views import GameView, QuestionView

ASKS_MARK = "asks"  # how the mark of a message begins that asks something
KEYBOARDS_KEY = "keyboards"  # what is kept of a place: a line for each message with buttons
MAX_KEYBOARDS = 30


class OpenKeyboard(Struct, frozen=True, omit_defaults=True):
    """The buttons under a message, and the questions of a game to which they belong.

    `kept` is what of the message stays once they are answered, as HTML; `total` what its reader had when it was sent.
    """

    message: int
    game: str
    questions: tuple[str, ...]
    kept: str = ""
    pictured: bool = False
    total: int | None = None


_keyboard_decoder = msgspec.json.Decoder(OpenKeyboard)


def _decode_keyboard(line: str) -> OpenKeyboard:
    """Decode the stored record of a message with buttons. Releases before 0.3 stored words: the message, the game and
    the questions.
    """
    if line.startswith("{"):
        return _keyboard_decoder.decode(line)
    message, game, *questions = line.split()
    return OpenKeyboard(int(message), game, tuple(questions))


def find_asking_table(mark: str) -> str:
    """Return the table of the first question in the mark of a message (the record of what it asks)."""
    return mark.split()[2].partition("#")[0]


class SentQuestions(NamedTuple):
    """What is to be remembered of a message that asks in private."""

    kept: str = ""
    pictured: bool = False
    total: int | None = None


NOTHING_SENT = SentQuestions()


def build_asks_mark(game: str, questions: Iterable[str]) -> str:
    """Return the mark that records which questions of a game a message asks."""
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

    def note_keyboard(
        self,
        chat: str,
        message: int,
        screens: Iterable[Screen],
        *,
        settled: bool,
        sent: SentQuestions = NOTHING_SENT,
    ) -> None:
        """Record the buttons of a message just sent, and in `sent` what is needed to turn it into a result later. If
        the message may close earlier questions (`settled`), remove their buttons first, and save both together.
        """
        asking = [
            screen.about.split() for screen in screens if screen.rows and screen.about.startswith(f"{ASKS_MARK} ")
        ]
        new = [OpenKeyboard(message, game, tuple(questions), *sent) for _, game, *questions in asking]
        if settled:
            self.remove_closed_buttons(chat, new)
        elif new:
            self._save_keyboards(chat, [*self._load_keyboards(chat), *new])

    def turn_into_result(
        self, chat: str, game: str, closed: Container[str], show: Callable[[OpenKeyboard, Rows], str]
    ) -> bool:
        """Turn the messages that asked these now closed questions into their results; return whether any was. `show`
        edits one and returns the text that stays, or nothing if the result does not fit.
        """
        before = self._load_keyboards(chat)
        closing = {each.message for each in before if each.game == game and any(q in closed for q in each.questions)}
        after, shown = [], False
        for message, group in groupby(before, lambda each: each.message):
            together = list(group)
            if message not in closing:
                after += together
                continue
            left = [
                (each, rows)
                for each in together
                if (rows := self._list_rows_left(chat, each, closed if each.game == game else ()))
            ]
            kept = show(together[0], [row for _, rows in left for row in rows])
            shown = shown or bool(kept)
            after += [replace(each, kept=kept or each.kept) for each, _ in left]
        if after != before:
            self._save_keyboards(chat, after)
        return shown

    def _list_rows_left(self, chat: str, each: OpenKeyboard, closed: Container[str]) -> Rows:
        open_now = {question for question in each.questions if question not in closed}
        return self._rows(chat, each.game, open_now) if open_now else []

    def remove_closed_buttons(self, chat: str, new: Iterable[OpenKeyboard] = ()) -> None:
        """Remove the buttons of questions in this chat that are answered or void, and record the `new` ones."""
        before = self._load_keyboards(chat)
        after = [*self._list_open_keyboards(chat, before), *new]
        if after != before:
            self._save_keyboards(chat, after)

    def _list_open_keyboards(self, chat: str, before: list[OpenKeyboard]) -> list[OpenKeyboard]:
        """Return the records of messages whose questions are still open; remove the buttons of the others."""
        together = groupby(before, lambda each: each.message)
        return [each for _, group in together for each in self._update_message_buttons(chat, list(group))]

    def _update_message_buttons(self, chat: str, together: list[OpenKeyboard]) -> list[OpenKeyboard]:
        """Return the records of one message's questions that are still open, and edit the message
        if some are closed.
        """
        left = [(each, rows) for each in together if (rows := self._rows(chat, each.game, set(each.questions)))]
        if len(left) < len(together):
            self._change(chat, together[0].message, [row for _, rows in left for row in rows])
        return [each for each, _ in left]

    def _load_keyboards(self, chat: str) -> list[OpenKeyboard]:
        lines = self.host.store.load_place_value(chat, KEYBOARDS_KEY).decode().split("\n")
        return [_decode_keyboard(line) for line in lines if line]

    def _save_keyboards(self, chat: str, found: list[OpenKeyboard]) -> None:
        self.host.store.save_place_value(
            chat, KEYBOARDS_KEY, b"\n".join(map(msgspec.json.encode, found[-MAX_KEYBOARDS:]))
        )


UNSENT_ANSWERS_KEY = (
    "halfway"  # what is kept of a place: what the button last tapped of each such answer carried, newest last
)

MAX_UNSENT_ANSWERS = 8


def save_unsent_answer(host: HostContext, chat: str, data: str) -> None:
    """Store which buttons of an answer were tapped so far, before the answer is sent."""
    before = [
        each for each in _load_unsent_answers(host, chat) if _find_answer_target(each) != _find_answer_target(data)
    ]
    host.store.save_place_value(chat, UNSENT_ANSWERS_KEY, "\n".join([*before, data][-MAX_UNSENT_ANSWERS:]).encode())


def restore_unsent_answers(
    host: HostContext, chat: str, showing: GameView, asked: Sequence[QuestionView], rows: Rows, reader: Reader
) -> Rows:
    """Return the buttons of a message drawn anew, with the taps of an unfinished answer kept."""
    begun = [each for each in asked if each.form.kind in ("several", "number") or each.most > 1]
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
    """Return the game and the question that a button's data belongs to."""
    letter, game, question, _ = parse_button_data(data, 4)
    return (game, question) if letter == answer_buttons.CHOICE_LETTER else ("", "")
