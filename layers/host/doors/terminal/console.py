"""The keyboard and the screen: lines out, lines in, and the curtain before what is for one pair of eyes."""

from __future__ import annotations

import shutil
import sys
import termios
import time
from collections.abc import Iterable, Mapping, Sequence
from typing import TextIO

from host.doors.terminal.paint import ASKS, BOLD, FAINT, TerminalStyle

ENTER, MORE = "[Enter]", "[Enter for more]"
CLEAR = "\x1b[2J\x1b[3J\x1b[H"  # what lies above the screen as well
MOST, LEAST = 100, 30  # columns that are used


class KeyboardLeft(Exception):
    """Raised when nobody is at the keyboard any more."""


class Console:
    """One terminal, or a pipe that stands in for one."""

    def __init__(
        self,
        paint: TerminalStyle,
        pause: float = 0.0,
        out: TextIO | None = None,
        *,
        screen: bool = False,
        rows: int = 0,
    ) -> None:
        self.paint, self.pause, self._out, self._screen = paint, pause, out or sys.stdout, screen
        self._rows = rows  # of the screen; none, where nobody presses a key for more
        self._news: list[str] = []  # what was told since a key was pressed

    def show(self, lines: Iterable[str]) -> None:
        """Print lines in the terminal."""
        for line in lines:
            self._out.write(f"{line}\n")
        self._out.flush()

    def announce(self, lines: Iterable[str]) -> None:
        """Print news, waiting for a key whenever the screen is full, so that nobody misses any."""
        for line in lines:
            self.make_room(1)
            self._news.append(line)
            self.show([line])

    def lay_out(self, table: Sequence[str], below: Sequence[str]) -> None:
        """Print a drawn table and the lines below it; unread news that these would push off the screen are repeated in
        between.
        """
        self.make_room(len(below))
        news = self._news if self._would_scroll(len(table) + len(below)) else []
        self.show([*table, *news, *below])

    def _would_scroll(self, lines: int) -> bool:
        """Return whether printing this many lines would push news off the screen that nobody has had time to read."""
        return 0 < self._rows <= len(self._news) + lines

    def make_room(self, lines: int) -> None:
        """Wait for a key if printing this many lines would push news off the screen that nobody has had time to
        read.
        """
        if self._news and self._would_scroll(lines):
            self.discard_input()
            self.ask(MORE)

    def ask(self, prompt: str) -> str:
        """Read a line that a person types after this prompt; raise KeyboardLeft at the end of the input."""
        self._out.write(self.paint.style_text(f"{prompt} ", ASKS))
        self._out.flush()
        try:
            line = sys.stdin.readline()
        except KeyboardInterrupt:
            raise KeyboardLeft from None
        if not line:
            raise KeyboardLeft
        self._news.clear()
        return line.strip()

    def discard_input(self) -> None:
        """Discard what somebody typed too early, before they were asked anything."""
        if sys.stdin.isatty():
            termios.tcflush(sys.stdin, termios.TCIFLUSH)

    def hide_behind_key(self, text: str) -> None:
        """Print this text and wait for a key, then clear the screen, before something that only one person may see is
        shown.
        """
        shown = ["", *(self.paint.style_text(line, BOLD) for line in self.paint.wrap_text(text))]
        self.make_room(len(shown))
        self.discard_input()
        self.show(shown)
        self.ask(ENTER)
        self.clear()

    def clear_after_key(self, text: str) -> None:
        """Print this text, wait for a key, and clear the screen."""
        self.discard_input()
        self.show(self.paint.style_text(line, FAINT) for line in self.paint.wrap_text(text))
        self.ask(ENTER)
        self.clear()

    def clear(self) -> None:
        """Clear the screen; in a pipe print empty lines."""
        self._out.write(CLEAR if self._screen else "\n" * 50)
        self._out.flush()

    def wait(self) -> None:
        """Pause for a moment, so that people can read."""
        try:
            time.sleep(self.pause)
        except KeyboardInterrupt:
            raise KeyboardLeft from None


def make_console(environment: Mapping[str, str], pause: float, *, read: bool) -> Console:
    """Make the console of this process: colours only on a terminal without NO_COLOR, and pauses for a key only where
    somebody can press one (`read`).
    """
    seen = sys.stdout.isatty() and environment.get("TERM", "") != "dumb"
    columns, rows = shutil.get_terminal_size() if seen else (80, 0)
    for stream in (sys.stdin, sys.stdout):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:  # a letter that one side cannot read or draw must not end the game
            reconfigure(errors="replace")
    paint = TerminalStyle(max(LEAST, min(columns, MOST)), seen and not environment.get("NO_COLOR"))
    return Console(paint, pause, screen=seen, rows=rows if read and sys.stdin.isatty() else 0)
