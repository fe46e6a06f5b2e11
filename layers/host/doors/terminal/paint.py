"""Colours and boxes for a terminal of any width. Pure."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence
from itertools import zip_longest

from msgspec import Struct

from engine.kernel.text import short_money

BOLD, FAINT, ASKS, SECRET, REFUSED, ADVICE, ALARM = "1", "2", "1;36", "35", "1;31", "36", "1;33"
KINDS = {
    **dict.fromkeys(("cash", "safe", "green"), "30;42"),
    **dict.fromkeys(("loss", "red"), "30;41"),
    **dict.fromkeys(("booster", "haven", "yellow"), "30;43"),
    **dict.fromkeys(("minigame", "violet", "indigo"), "97;45"),
    **dict.fromkeys(("event", "blue"), "97;44"),
    **dict.fromkeys(("changer", "orange"), "30;46"),
    **dict.fromkeys(("vintage", "white", "die"), "30;47"),
    **dict.fromkeys(("bomb", "black"), "97;100"),
}
OTHER = "7"
WIDEST, NARROWEST = 16, 3  # of a cell
TALLEST = 2  # lines in a cell
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"  # of rows, from the top
AMOUNT = re.compile(r"(-?)(\D?)(\d{1,3}(?:([.,])\d{3})(?:\4\d{3})*)")
MARGIN = 2  # columns before a row, for its letter


class PaintedCell(Struct, frozen=True):
    """What stands in one cell, and how it is coloured; nothing for what is plain."""

    text: str
    code: str = ""


class TerminalLook(Struct, frozen=True):
    """How wide the terminal is, and whether it has colours."""

    width: int = 80
    colour: bool = False

    def styled(self, text: str, code: str) -> str:
        """The text in a colour, if there are any."""
        return f"\x1b[{code}m{text}\x1b[0m" if self.colour and code and text.strip() else text

    def wrapped(self, text: str, lead: str = "") -> list[str]:
        """Words on as many lines as they need."""
        return [
            line
            for part in map(tame, text.splitlines())
            for line in textwrap.wrap(part, self.width, initial_indent=lead, subsequent_indent=" " * len(lead))
        ]

    def fits(self, columns: int, margin: int = 0) -> bool:
        """Is there room for so many cells side by side?"""
        return self._room(columns, margin) >= NARROWEST

    def _room(self, columns: int, margin: int) -> int:
        return (self.width - margin - 1) // max(1, columns) - 1

    def letters(self, rows: int, columns: int) -> str:
        """The letters of a board's rows; none, where there is no room for them or they do not suffice."""
        return LETTERS[:rows] if rows <= len(LETTERS) and self.fits(columns, MARGIN) else ""

    def grid(self, faces: Sequence[PaintedCell], columns: int, letters: str = "") -> list[str]:
        """Cells in rows within a frame, each as wide as the widest needs, if there is so much room; where its rows have
        letters, its columns have numbers.
        """
        needed = max((len(face.text) for face in faces), default=1) + 2
        margin = MARGIN if letters else 0
        broad = max(NARROWEST, min(needed, WIDEST, self._room(columns, margin)))
        edge = "─" * broad
        rows = [faces[at : at + columns] for at in range(0, len(faces), columns)]
        blank = " " * margin
        found = [f"{blank} {' '.join(f'{n:^{broad}}' for n in range(1, columns + 1))}".rstrip()] if letters else []
        found += [f"{blank}┌{'┬'.join([edge] * columns)}┐"]
        for n, row in enumerate(rows):
            found += [f"{blank}├{'┼'.join([edge] * columns)}┤"] if n else []
            first, *others = self._row(row, columns, broad)
            found += [f"{letters[n : n + 1]:{margin}}{first}", *(f"{blank}{line}" for line in others)]
        return [*found, f"{blank}└{'┴'.join([edge] * columns)}┘"]

    def _row(self, row: Sequence[PaintedCell], columns: int, broad: int) -> list[str]:
        cells = [_lines(face.text, broad) for face in row]
        codes = [face.code for face in row]
        missing = [" " * broad] * (columns - len(row))
        return [
            "│".join(
                [
                    "",
                    *(self.styled(f"{text:^{broad}}", code) for text, code in zip(line, codes, strict=True)),
                    *missing,
                    "",
                ]
            )
            for line in zip_longest(*cells, fillvalue="")
        ]


def _lines(text: str, broad: int) -> list[str]:
    """A cell's words on few lines; an amount that does not fit is rounded."""
    text = tame(text)
    if len(text) > TALLEST * broad and (amount := AMOUNT.fullmatch(text)):
        minus, symbol, digits, comma = amount.groups()
        text = short_money(int(f"{minus}{digits.replace(comma, '')}"), symbol, comma)
    found = textwrap.wrap(text, broad) or [""]
    if len(found) > TALLEST:
        found = [*found[: TALLEST - 1], f"{found[TALLEST - 1][: broad - 1]}…"]
    return found


def tame(text: str) -> str:
    """Without what a terminal would obey: somebody elsewhere may have written it."""
    return "".join(c if c.isprintable() else " " for c in text)


def code_of(kind: str) -> str:
    """The colour of what lies open."""
    return KINDS.get(kind, OTHER)
