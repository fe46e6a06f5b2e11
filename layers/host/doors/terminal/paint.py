"""Colours and boxes for a terminal of any width. Pure."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence
from itertools import zip_longest

from msgspec import Struct

from engine.kernel.text import format_short_money

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
        """Return the text with this colour code, or unchanged if the terminal has no colours."""
        return f"\x1b[{code}m{text}\x1b[0m" if self.colour and code and text.strip() else text

    def wrap_text(self, text: str, lead: str = "") -> list[str]:
        """Wrap a text into lines of the terminal's width, all but the first beginning after the width of `lead`."""
        return [
            line
            for part in map(strip_controls, text.splitlines())
            for line in textwrap.wrap(part, self.width, initial_indent=lead, subsequent_indent=" " * len(lead))
        ]

    def has_room(self, columns: int, margin: int = 0) -> bool:
        """Return whether so many columns of cells fit side by side on the terminal."""
        return self._compute_cell_width(columns, margin) >= NARROWEST

    def _compute_cell_width(self, columns: int, margin: int) -> int:
        return (self.width - margin - 1) // max(1, columns) - 1

    def pick_row_letters(self, rows: int, columns: int) -> str:
        """Return the letters with which the rows of a board are marked, or none if they do not fit the width or there
        are more rows than letters.
        """
        return ROW_LETTERS[:rows] if rows <= len(ROW_LETTERS) and self.has_room(columns, MARGIN) else ""

    def draw_grid(self, faces: Sequence[PaintedCell], columns: int, letters: str = "") -> list[str]:
        """Draw cells in a framed grid, as wide as needed and possible; with row letters, columns get numbers."""
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
    """Return the text of a board's cell in a few lines, each at most `broad` wide; an amount that does not fit is
    rounded.
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
    """Return the terminal's colour code for an open square of this kind, such as cash or a bomb."""
    return KIND_COLOURS.get(kind, OTHER_COLOUR)
