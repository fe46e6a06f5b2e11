"""The keyboard and the screen: lines out, lines in, and the curtain before what is for one pair of eyes."""

from __future__ import annotations

import shutil
import sys
import time
from collections.abc import Iterable, Mapping
from typing import TextIO

from host.doors.terminal.paint import ASKS, BOLD, TerminalLook

CLEAR = "\x1b[2J\x1b[3J\x1b[H"  # what lies above the screen as well
MOST, LEAST = 100, 30  # columns that are used


class PlayerLeft(Exception):
    """Whoever sat at the keyboard has gone."""


class Console:
    """One terminal, or a pipe that stands in for one."""

    def __init__(
        self, paint: TerminalLook, pause: float = 0.0, out: TextIO | None = None, *, screen: bool = False
    ) -> None:
        self.paint, self.pause, self._out, self._screen = paint, pause, out or sys.stdout, screen

    def show(self, lines: Iterable[str]) -> None:
        """Lines, one below the other."""
        for line in lines:
            self._out.write(f"{line}\n")
        self._out.flush()

    def ask(self, prompt: str) -> str:
        """A line from the keyboard; raises Left when there are no more."""
        self._out.write(self.paint.styled(f"{prompt} ", ASKS))
        self._out.flush()
        try:
            line = sys.stdin.readline()
        except KeyboardInterrupt:
            raise PlayerLeft from None
        if not line:
            raise PlayerLeft
        return line.strip()

    def curtain(self, text: str) -> None:
        """What comes next is not for everybody: it appears when a key is pressed, on an empty screen."""
        self.clear()
        self.show([self.paint.styled(text, BOLD)])
        self.ask("[Enter]")

    def hide(self) -> None:
        """It is read, and goes from the screen."""
        self.ask("[Enter]")
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


def console(environment: Mapping[str, str], pause: float) -> Console:
    """What this process writes to: colours only where somebody sees them and did not ask for none."""
    seen = sys.stdout.isatty() and environment.get("TERM", "") != "dumb"
    columns = shutil.get_terminal_size().columns if seen else 80
    reconfigure = getattr(sys.stdout, "reconfigure", None)
    if reconfigure is not None:  # a frame that an old terminal cannot draw must not end the game
        reconfigure(errors="replace")
    paint = TerminalLook(max(LEAST, min(columns, MOST)), seen and not environment.get("NO_COLOR"))
    return Console(paint, pause, screen=seen)
