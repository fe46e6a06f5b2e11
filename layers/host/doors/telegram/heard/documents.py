"""A file that somebody sends in private: questions of their own."""

from __future__ import annotations

import re
from pathlib import PurePath
from typing import TYPE_CHECKING

from engine.kernel import Illegal
from host.doors.telegram.calls.api_errors import translate_telegram_errors
from host.said import sheets
from host.said.desk import packs
from host.said.desk.answer import DeskAnswer

if TYPE_CHECKING:
    from host.doors.telegram.heard.call import TelegramCall
    from host.doors.telegram.heard.update import Document, TelegramMessage

SHEETS = (".csv", ".tsv", ".txt", ".json")
SPREADSHEET_SUFFIXES = (".xlsx", ".xls", ".ods", ".numbers")  # spreadsheets that the sender is told to save as .csv
ODD = re.compile(r"[^a-z0-9]+")


def find_question_sheet(message: TelegramMessage) -> Document | None:
    """Return the file of a private message whose name marks it as a sheet of questions, or None."""
    found = message.document
    fits = found is not None and message.chat.type == "private"
    return (
        found
        if found and fits and PurePath(found.file_name.casefold()).suffix in SHEETS + SPREADSHEET_SUFFIXES
        else None
    )


def import_question_sheet(call: TelegramCall, document: Document) -> DeskAnswer:
    """Download this file and make a question pack named after it. Refuse spreadsheets and files that are too big or
    of unknown size before downloading.
    """
    if PurePath(document.file_name.casefold()).suffix in SPREADSHEET_SUFFIXES:
        raise Illegal(sheets.SHEET_UNREADABLE)
    if not 0 < document.file_size <= sheets.BIGGEST:
        raise Illegal(sheets.TOO_BIG, most=sheets.BIGGEST, rows=sheets.MOST_ROWS)
    with translate_telegram_errors():
        data = call.sender.wire.call(lambda bot: bot.fetch_file(document.file_id))
    name = ODD.sub("-", PurePath(document.file_name).stem.casefold()).strip("-")[:24].strip("-")
    return packs.import_pack(call, name, data)
