"""Reads the first sheet of an .xlsx that somebody brings. Nothing in it is run, opened or fetched."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator
from xml.etree import ElementTree as ET

from host.said.sheets import MOST_CELLS, Row

UNPACKED = 4_000_000  # bytes of what lies in it
SPACE = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
STRINGS, SHEET = "xl/sharedStrings.xml", "xl/worksheets/sheet1.xml"
COLUMN = re.compile(r"([A-Z]{1,3})[0-9]+")


def first_sheet(data: bytes) -> list[Row]:
    """Its rows, each with where it stands; raises ValueError where that is no workbook, or too large a one."""
    try:
        return list(_rows(data))
    except (KeyError, IndexError, zipfile.BadZipFile, ET.ParseError, NotImplementedError) as error:
        raise ValueError(type(error).__name__) from None


def _rows(data: bytes) -> Iterator[Row]:
    """Two files of XML, of which nothing is unpacked that would be too large."""
    with zipfile.ZipFile(io.BytesIO(data)) as book:
        strings = [_text(each) for each in _xml(book, STRINGS)] if STRINGS in book.namelist() else []
        for n, row in enumerate(_xml(book, SHEET).iter(f"{SPACE}row"), 1):
            yield f"line {int(row.get('r', n))}", _cells(row, strings)


def _xml(book: zipfile.ZipFile, name: str) -> ET.Element:
    """A file of it; one that defines words of its own could grow without end, and is no sheet."""
    if book.getinfo(name).file_size > UNPACKED:
        raise ValueError(name)
    with book.open(name) as file:
        text = file.read(UNPACKED + 1)
    if len(text) > UNPACKED or b"<!DOCTYPE" in text or b"<!ENTITY" in text:
        raise ValueError(name)
    return ET.fromstring(text)  # noqa: S314 # what makes XML dangerous has just been refused


def _cells(row: ET.Element, strings: list[str]) -> list[str]:
    """The cells of a row where they stand: those that are empty are left out of the file."""
    found: list[str] = []
    for n, cell in enumerate(row.iter(f"{SPACE}c")):
        at = COLUMN.fullmatch(cell.get("r", ""))
        place = _number(at[1]) if at else n
        if place >= MOST_CELLS:
            break
        found += [""] * (place - len(found))
        value = cell.findtext(f"{SPACE}v", "")
        found.append(strings[int(value)] if cell.get("t") == "s" else value or _text(cell))
    return found


def _number(letters: str) -> int:
    """A is the first column, 0."""
    place = 0
    for letter in letters:
        place = place * 26 + ord(letter) - ord("A") + 1
    return place - 1


def _text(element: ET.Element) -> str:
    """All the words within it."""
    return "".join(each.text or "" for each in element.iter(f"{SPACE}t"))
