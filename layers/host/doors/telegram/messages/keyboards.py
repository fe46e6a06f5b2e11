"""Remembers under which messages somebody may still choose, so that the buttons go when there is no choice any more."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import groupby

from msgspec import Struct

from host.core.context import HostContext
from host.doors.telegram.messages.screens import Rows, Screen

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
