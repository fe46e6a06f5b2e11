"""A file that somebody sends in private: questions of their own."""

from __future__ import annotations

import re
from pathlib import PurePath
from typing import TYPE_CHECKING

from engine.kernel import Illegal
from host.doors.telegram.calls.api_errors import understood
from host.said import sheets
from host.said.desk import packs
from host.said.desk.answer import Answer

if TYPE_CHECKING:
    from host.doors.telegram.heard.call import TelegramCall
    from host.doors.telegram.heard.update import Document, TelegramMessage

SHEETS = (".csv", ".tsv", ".txt", ".json")
UNREAD = (".xlsx", ".xls", ".ods", ".numbers")  # spreadsheets that the sender is told to save as .csv
ODD = re.compile(r"[^a-z0-9]+")


def sheet(message: TelegramMessage) -> Document | None:
    """Return the file of a private message that is, or is meant to be, a sheet of questions."""
    found = message.document
    fits = found is not None and message.chat.type == "private"
    return found if found and fits and PurePath(found.file_name.casefold()).suffix in SHEETS + UNREAD else None


def brought(call: TelegramCall, document: Document) -> Answer:
    """Make a pack of this file, named like it. What is too big, or of unknown size, is not fetched."""
    if PurePath(document.file_name.casefold()).suffix in UNREAD:
        raise Illegal(sheets.UNREADABLE)
    if not 0 < document.file_size <= sheets.BIGGEST:
        raise Illegal(sheets.TOO_BIG, most=sheets.BIGGEST, rows=sheets.MOST_ROWS)
    with understood():
        data = call.sender.wire.call(lambda bot: bot.fetch_file(document.file_id))
    name = ODD.sub("-", PurePath(document.file_name).stem.casefold()).strip("-")[:24].strip("-")
    return packs.brought(call, name, data)
