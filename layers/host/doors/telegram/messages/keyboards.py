"""Remembers under which messages somebody may still choose, so that the buttons go when there is no choice any more."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import groupby

from msgspec import Struct

from host.core.context import HostContext
from host.doors.telegram.messages.screens import Rows, Screen

ASKS = "asks"  # how the mark of a message begins that asks something
KEPT = "keyboards"  # what is kept of a place: a line for each message with buttons
MOST = 30


class OpenKeyboard(Struct, frozen=True):
    """Buttons under a message, and the questions of a game to which they belong."""

    message: int
    game: str
    questions: tuple[str, ...]

    @property
    def line(self) -> str:
        """As it is kept."""
        return " ".join([str(self.message), self.game, *self.questions])


def about(game: str, questions: Iterable[str]) -> str:
    """The mark of a message that asks these."""
    return " ".join([ASKS, game, *questions])


class Keyboards:
    """The buttons that are open in each place. `rows` says what is left of some; `change` puts that there."""

    def __init__(
        self,
        host: HostContext,
        rows: Callable[[str, str, set[str]], Rows],
        change: Callable[[str, int, Rows], object],
    ) -> None:
        self.host, self._rows, self._change = host, rows, change

    def opened(self, chat: str, message: int, screens: Iterable[Screen], *, settled: bool) -> None:
        """This message has been sent there, with the buttons of these. If anything may have been `settled` by what it
        says, that is seen to before, and kept in one go: a write is dearer than all else that is done here.
        """
        asking = [screen.about.split() for screen in screens if screen.rows and screen.about.startswith(f"{ASKS} ")]
        new = [OpenKeyboard(message, game, tuple(questions)) for _, game, *questions in asking]
        if settled:
            self.settle(chat, new)
        elif new:
            self._keep(chat, [*self._kept(chat), *new])

    def settle(self, chat: str, new: Iterable[OpenKeyboard] = ()) -> None:
        """Whatever has been answered there, or is void, loses its buttons; the `new` ones stay."""
        before = self._kept(chat)
        after = [*self._left(chat, before), *new]
        if after != before:
            self._keep(chat, after)

    def _left(self, chat: str, before: list[OpenKeyboard]) -> list[OpenKeyboard]:
        """Those of them that are still open; the others are taken away."""
        together = groupby(before, lambda each: each.message)
        return [each for _, group in together for each in self._settled(chat, list(group))]

    def _settled(self, chat: str, together: list[OpenKeyboard]) -> list[OpenKeyboard]:
        """What is left open of one message."""
        left = [(each, rows) for each in together if (rows := self._rows(chat, each.game, set(each.questions)))]
        if len(left) < len(together):
            self._change(chat, together[0].message, [row for _, rows in left for row in rows])
        return [each for each, _ in left]

    def _kept(self, chat: str) -> list[OpenKeyboard]:
        lines = [line.split() for line in self.host.store.kept(chat, KEPT).decode().splitlines()]
        return [OpenKeyboard(int(message), game, tuple(questions)) for message, game, *questions in lines]

    def _keep(self, chat: str, found: list[OpenKeyboard]) -> None:
        self.host.store.keep(chat, KEPT, "\n".join(each.line for each in found[-MOST:]).encode())
