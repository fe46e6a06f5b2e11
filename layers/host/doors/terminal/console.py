"""The keyboard and the screen: lines out, in colour, lines in, and the curtain before what is for one pair of eyes."""

from __future__ import annotations

import re
import shutil
import sys
import termios
import textwrap
import time
from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest
from typing import TextIO

from msgspec import Struct

from engine.kernel.text import format_short_money

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
        """Print these lines in the terminal at once."""
        for line in lines:
            self._out.write(f"{line}\n")
        self._out.flush()

    def announce(self, lines: Iterable[str]) -> None:
        """Print news line by line, waiting for Enter whenever the screen is full, so that nobody misses any; remember
        them as unread until a line is read from the keyboard. Raise KeyboardLeft if the input ends meanwhile.
        """
        for line in lines:
            self.make_room(1)
            self._news.append(line)
            self.show([line])

    def lay_out(self, table: Sequence[str], below: Sequence[str]) -> None:
        """Print a drawn table and, after it, the lines in `below`; unread news that this would push off the screen is
        repeated between the two. If the lines in `below` alone would do so, first wait for Enter; raise KeyboardLeft if
        the input ends.
        """
        self.make_room(len(below))
        news = self._news if self._would_scroll(len(table) + len(below)) else []
        self.show([*table, *news, *below])

    def _would_scroll(self, lines: int) -> bool:
        """Return whether printing this many lines would push news off the screen that nobody has had time to read;
        False where nobody can press a key.
        """
        return 0 < self._rows <= len(self._news) + lines

    def make_room(self, lines: int) -> None:
        """Wait for Enter if printing this many lines would push unread news off the screen (what was typed before is
        discarded), and count the news as read then. Raise KeyboardLeft if the input ends.
        """
        if self._news and self._would_scroll(lines):
            self.discard_input()
            self.ask(MORE)

    def ask(self, prompt: str) -> str:
        """Wait for a line typed after this prompt and return it without surrounding spaces; all news counts as read
        then. Raise KeyboardLeft at the end of the input, or if it is interrupted.
        """
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

    def is_read(self) -> bool:
        """Return whether the input is a terminal, at which somebody can be asked something, and no pipe or file."""
        return sys.stdin.isatty()

    def discard_input(self) -> None:
        """Discard what somebody typed too early, before they were asked anything; in a pipe or file discard nothing."""
        if sys.stdin.isatty():
            termios.tcflush(sys.stdin, termios.TCIFLUSH)

    def hide_behind_key(self, text: str) -> None:
        """Print this text and wait until Enter is pressed, then clear the screen, so that what only one person may see
        comes next on an empty screen. Raise KeyboardLeft if the input ends.
        """
        shown = ["", *(self.paint.style_text(line, BOLD) for line in self.paint.wrap_text(text))]
        self.make_room(len(shown))
        self.discard_input()
        self.show(shown)
        self.ask(ENTER)
        self.clear()

    def clear_after_key(self, text: str) -> None:
        """Print this text and wait for Enter; then clear the screen, so that what stood there is gone. Raise
        KeyboardLeft if the input ends.
        """
        self.discard_input()
        self.show(self.paint.style_text(line, FAINT) for line in self.paint.wrap_text(text))
        self.ask(ENTER)
        self.clear()

    def clear(self) -> None:
        """Clear the screen; in a pipe print empty lines."""
        self._out.write(CLEAR if self._screen else "\n" * 50)
        self._out.flush()

    def wait(self) -> None:
        """Pause for the console's time (after what a computer does), so that people can read what was printed; raise
        KeyboardLeft if they interrupt it.
        """
        try:
            time.sleep(self.pause)
        except KeyboardInterrupt:
            raise KeyboardLeft from None


def make_console(environment: Mapping[str, str], pause: float, *, read: bool) -> Console:
    """Make the console of this process: colours only on a terminal without NO_COLOR, and pauses for a key only where
    somebody can press one (`read` says that the keyboard is used). Letters that the terminal cannot read or draw are
    replaced from now on.
    """
    seen = sys.stdout.isatty() and environment.get("TERM", "") != "dumb"
    columns, rows = shutil.get_terminal_size() if seen else (80, 0)
    for stream in (sys.stdin, sys.stdout):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:  # a letter that one side cannot read or draw must not end the game
            reconfigure(errors="replace")
    paint = TerminalStyle(max(LEAST, min(columns, MOST)), seen and not environment.get("NO_COLOR"))
    return Console(paint, pause, screen=seen, rows=rows if read and sys.stdin.isatty() else 0)


BOLD, FAINT, ASKS, SECRET, REFUSED, ADVICE, ALARM = "1", "2", "1;36", "35", "1;31", "36", "1;33"


KIND_COLOURS = {
    **dict.fromkeys(("cash", "safe", "green"), "30;42"),
    **dict.fromkeys(("loss", "red"), "30;41"),
    **dict.fromkeys(("booster", "haven", "yellow"), "30;43"),
    **dict.fromkeys(("minigame", "violet", "indigo"), "97;45"),
    **dict.fromkeys(("event", "blue"), "97;44"),
    **dict.fromkeys(("changer", "orange"), "30;46"),
    **dict.fromkeys(("vintage", "white", "die"), "30;47"),
    **dict.fromkeys(("bomb", "black"), "97;100"),
}


OTHER_COLOUR = "7"


WIDEST, NARROWEST = 16, 3  # of a cell


TALLEST = 2  # lines in a cell


ROW_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"  # of rows, from the top


AMOUNT_PATTERN = re.compile(r"(-?)(\D?)(\d{1,3}(?:([.,])\d{3})(?:\4\d{3})*)")


MARGIN = 2  # columns before a row, for its letter


class PaintedCell(Struct, frozen=True):
    """The text of a cell and its colour code; none for plain text."""

    text: str
    code: str = ""


class TerminalStyle(Struct, frozen=True):
    """The terminal's width, and whether it has colours."""

    width: int = 80
    colour: bool = False

    def style_text(self, text: str, code: str) -> str:
        """Return the text with this colour code; unchanged if the terminal has no colours, the code is empty, or the
        text is blank.
        """
        return f"\x1b[{code}m{text}\x1b[0m" if self.colour and code and text.strip() else text

    def wrap_text(self, text: str, lead: str = "") -> list[str]:
        """Wrap a text into lines of the terminal's width, without control characters: each line of the text begins with
        `lead`, and what is left of it is indented by as much. Blank lines are left out.
        """
        return [
            line
            for part in map(strip_controls, text.splitlines())
            for line in textwrap.wrap(part, self.width, initial_indent=lead, subsequent_indent=" " * len(lead))
        ]

    def has_room(self, columns: int, margin: int = 0) -> bool:
        """Return whether so many columns of cells, each at least three characters wide, fit on the terminal beside a
        margin of so many characters.
        """
        return self._compute_cell_width(columns, margin) >= NARROWEST

    def _compute_cell_width(self, columns: int, margin: int) -> int:
        """Return how many characters a cell can have at most if so many columns of cells, their borders and a margin
        share the terminal's width; too narrow a result, even one below 1, is returned as it is.
        """
        return (self.width - margin - 1) // max(1, columns) - 1

    def pick_row_letters(self, rows: int, columns: int) -> str:
        """Return the letters (`ABC…`) that mark the rows of a board with so many rows and columns, or an empty text if
        they do not fit the width or there are more than 26 rows.
        """
        return ROW_LETTERS[:rows] if rows <= len(ROW_LETTERS) and self.has_room(columns, MARGIN) else ""

    def draw_grid(self, faces: Sequence[PaintedCell], columns: int, letters: str = "") -> list[str]:
        """Return the lines of a framed grid with these cells, `columns` in each row; all cells are as wide as the
        longest text, but 3 to 16 characters and no wider than fits. With row letters the rows are marked by them and
        the columns numbered.
        """
        needed = max((len(face.text) for face in faces), default=1) + 2
        margin = MARGIN if letters else 0
        broad = max(NARROWEST, min(needed, WIDEST, self._compute_cell_width(columns, margin)))
        edge = "─" * broad
        rows = [faces[at : at + columns] for at in range(0, len(faces), columns)]
        blank = " " * margin
        found = [f"{blank} {' '.join(f'{n:^{broad}}' for n in range(1, columns + 1))}".rstrip()] if letters else []
        found += [f"{blank}┌{'┬'.join([edge] * columns)}┐"]
        for n, row in enumerate(rows):
            found += [f"{blank}├{'┼'.join([edge] * columns)}┤"] if n else []
            first, *others = self._draw_row(row, columns, broad)
            found += [f"{letters[n : n + 1]:{margin}}{first}", *(f"{blank}{line}" for line in others)]
        return [*found, f"{blank}└{'┴'.join([edge] * columns)}┘"]

    def _draw_row(self, row: Sequence[PaintedCell], columns: int, broad: int) -> list[str]:
        """Return the lines of one row of a grid with these cells, each in its colour and `broad` wide; cells missing to
        `columns` are blank.
        """
        cells = [_wrap_cell(face.text, broad) for face in row]
        codes = [face.code for face in row]
        missing = [" " * broad] * (columns - len(row))
        return [
            "│".join(
                [
                    "",
                    *(self.style_text(f"{text:^{broad}}", code) for text, code in zip(line, codes, strict=True)),
                    *missing,
                    "",
                ]
            )
            for line in zip_longest(*cells, fillvalue="")
        ]


def _wrap_cell(text: str, broad: int) -> list[str]:
    """Return the text of a board's cell in at most two lines, each at most `broad` wide; an amount that does not fit is
    rounded, and other text is cut.
    """
    text = strip_controls(text)
    if len(text) > TALLEST * broad and (amount := AMOUNT_PATTERN.fullmatch(text)):
        minus, symbol, digits, comma = amount.groups()
        text = format_short_money(int(f"{minus}{digits.replace(comma, '')}"), symbol, comma)
    found = textwrap.wrap(text, broad) or [""]
    if len(found) > TALLEST:
        found = [*found[: TALLEST - 1], f"{found[TALLEST - 1][: broad - 1]}…"]
    return found


def strip_controls(text: str) -> str:
    """Return a text with spaces in place of its control characters, which a terminal would obey."""
    return "".join(c if c.isprintable() else " " for c in text)


def get_kind_colour(kind: str) -> str:
    """Return the terminal's colour code, such as `30;42`, for an open square of this kind, such as cash or a bomb; for
    an unknown kind that of reversed colours.
    """
    return KIND_COLOURS.get(kind, OTHER_COLOUR)
