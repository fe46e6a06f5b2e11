"""The keyboard and the screen: lines out, lines in, and the curtain before what is for one pair of eyes."""

from __future__ import annotations

import shutil
import sys
import termios
import time
from collections.abc import Iterable, Mapping, Sequence
from typing import TextIO

from host.doors.terminal.paint import ASKS, BOLD, FAINT, TerminalLook

ENTER, MORE = "[Enter]", "[Enter for more]"
CLEAR = "\x1b[2J\x1b[3J\x1b[H"  # what lies above the screen as well
MOST, LEAST = 100, 30  # columns that are used


class PlayerLeft(Exception):
    """Whoever sat at the keyboard has gone."""


class Console:
    """One terminal, or a pipe that stands in for one."""

    def __init__(
        self, paint: TerminalLook, pause: float = 0.0, out: TextIO | None = None, *, screen: bool = False, rows: int = 0
    ) -> None:
        self.paint, self.pause, self._out, self._screen = paint, pause, out or sys.stdout, screen
        self._rows = rows  # of the screen; none, where nobody presses a key for more
        self._news: list[str] = []  # what was told since a key was pressed

    def show(self, lines: Iterable[str]) -> None:
        """Lines, one below the other."""
        for line in lines:
            self._out.write(f"{line}\n")
        self._out.flush()

    def announce(self, lines: Iterable[str]) -> None:
        """News, which nobody is to miss: a full page waits for a key."""
        for line in lines:
            self.make_room(1)
            self._news.append(line)
            self.show([line])

    def lay_out(self, table: Sequence[str], below: Sequence[str]) -> None:
        """A table with what stands below it; news that it pushes off the screen are between the two."""
        self.make_room(len(below))
        news = self._news if self._full(len(table) + len(below)) else []
        self.show([*table, *news, *below])

    def _full(self, lines: int) -> bool:
        """Would so many lines, and what is asked below them, push news off the screen?"""
        return 0 < self._rows <= len(self._news) + lines

    def make_room(self, lines: int) -> None:
        """News that so many lines would push off the screen are read first."""
        if self._news and self._full(lines):
            self.forget()
            self.ask(MORE)

    def ask(self, prompt: str) -> str:
        """A line from the keyboard; raises PlayerLeft when there are no more."""
        self._out.write(self.paint.styled(f"{prompt} ", ASKS))
        self._out.flush()
        try:
            line = sys.stdin.readline()
        except KeyboardInterrupt:
            raise PlayerLeft from None
        if not line:
            raise PlayerLeft
        self._news.clear()
        return line.strip()

    def forget(self) -> None:
        """What was typed before it was asked for is no answer."""
        if sys.stdin.isatty():
            termios.tcflush(sys.stdin, termios.TCIFLUSH)

    def curtain(self, text: str) -> None:
        """What comes next is not for everybody: it appears when a key is pressed, on an empty screen. Until then
        everybody reads what was told.
        """
        shown = ["", *(self.paint.styled(line, BOLD) for line in self.paint.wrapped(text))]
        self.make_room(len(shown))
        self.forget()
        self.show(shown)
        self.ask(ENTER)
        self.clear()

    def hide(self, text: str) -> None:
        """It is read, and goes from the screen; the text says so."""
        self.forget()
        self.show(self.paint.styled(line, FAINT) for line in self.paint.wrapped(text))
        self.ask(ENTER)
        self.clear()

    def clear(self) -> None:
        """An empty screen; where there is none, at least as many empty lines."""
        self._out.write(CLEAR if self._screen else "\n" * 50)
        self._out.flush()

    def wait(self) -> None:
        """A moment to read what was said."""
        try:
            time.sleep(self.pause)
        except KeyboardInterrupt:
            raise PlayerLeft from None


def console(environment: Mapping[str, str], pause: float, *, read: bool) -> Console:
    """What this process writes to: colours only where somebody sees them and did not ask for none, and pages where it
    is read by whoever has the keys.
    """
    seen = sys.stdout.isatty() and environment.get("TERM", "") != "dumb"
    columns, rows = shutil.get_terminal_size() if seen else (80, 0)
    reconfigure = getattr(sys.stdout, "reconfigure", None)
    if reconfigure is not None:  # a frame that an old terminal cannot draw must not end the game
        reconfigure(errors="replace")
    paint = TerminalLook(max(LEAST, min(columns, MOST)), seen and not environment.get("NO_COLOR"))
    return Console(paint, pause, screen=seen, rows=rows if read and sys.stdin.isatty() else 0)
