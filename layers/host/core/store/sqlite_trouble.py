"""What may go wrong with a file of SQLite, told in a sentence with its cause and its cure."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Mapping
from pathlib import Path

from host.core.store.items import Overloaded

DAMAGED_FILE_TEXT = "{path} is damaged, or cut short. Stop the host and bring it back from a backup: rtab restore"
FOREIGN = "{path} is no database of this host. Move it away, or set RTAB_HOME to another folder."
EMPTY_FILE_TEXT = (
    "{path} is there and empty: what was in it is gone. Bring it back from a backup: rtab restore; "
    "or delete the file, if nothing was ever kept in it"
)
UNWRITABLE = "{path} cannot be written. Give it and its folder to this user, or set RTAB_HOME to another."
AWAY = (
    "{path} was moved away or replaced while the host runs. Put it back and the host goes on; "
    "or stop it and take a backup: rtab restore"
)
NEWER = (
    "{path} was written by a newer release (schema {schema}); install that release again, "
    "or go back to a backup from before: rtab restore"
)
SQLITE_ERROR_TEXTS = {
    sqlite3.SQLITE_FULL: "The disk with {path} is full. Make room: the host goes on by itself, and nothing is lost.",
    sqlite3.SQLITE_READONLY: UNWRITABLE,
    sqlite3.SQLITE_PERM: UNWRITABLE,
    sqlite3.SQLITE_AUTH: UNWRITABLE,
    sqlite3.SQLITE_CANTOPEN: "{path} cannot be opened. Is its folder there, and may this user read and write it?",
    sqlite3.SQLITE_CORRUPT: DAMAGED_FILE_TEXT,
    sqlite3.SQLITE_NOTADB: FOREIGN,
    sqlite3.SQLITE_IOERR: "The disk with {path} cannot be read or written. Look at it; the host tries again by itself.",
    sqlite3.SQLITE_BUSY: "Another process holds {path}. Is a backup or another host at work on it? It is tried again.",
}
PRIMARY = 0xFF  # the rest of a code says more exactly where


def build_sqlite_error(error: sqlite3.Error, path: Path | str) -> Overloaded:
    """Return Overloaded with the sentence for an error of SQLite; what was to be saved has not been, and may be tried
    again.
    """
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & PRIMARY
    return Overloaded(SQLITE_ERROR_TEXTS.get(code, "{path}: " + str(error)).format(path=path))


def check_file_in_place(path: Path | str, before: os.stat_result) -> os.stat_result:
    """Return the file's status; raise Overloaded if it was moved away, replaced or cut short, because writes would be
    lost.
    """
    try:
        now = Path(path).stat()
    except FileNotFoundError:
        raise Overloaded(AWAY.format(path=path)) from None
    except OSError:
        raise Overloaded(UNWRITABLE.format(path=path)) from None
    if now.st_ino != before.st_ino:
        raise Overloaded(AWAY.format(path=path))
    if now.st_size < before.st_size:
        raise Overloaded(DAMAGED_FILE_TEXT.format(path=path))
    return now


def check_file_not_empty(path: Path) -> None:
    """Raise Overloaded for a file that exists and is empty: no host has ever left one like that."""
    try:
        empty = path.is_file() and not path.stat().st_size
    except OSError:  # SQLite says better what is wrong with it
        return
    if empty:
        raise Overloaded(EMPTY_FILE_TEXT.format(path=path))


def check_schema(db: sqlite3.Connection, path: Path | str, columns: Mapping[int, int]) -> int:
    """Return the schema of this file (0: it is new); raise Overloaded with a sentence if it is not ours or from a
    newer release. `columns` has how many columns each schema has.
    """
    schema = int(db.execute("pragma user_version").fetchone()[0])
    if schema > max(columns):
        raise Overloaded(NEWER.format(path=path, schema=schema))
    tables = {name for (name,) in db.execute("select name from sqlite_master where type = 'table'")}
    here = len(db.execute("pragma table_info(items)").fetchall())
    if tables and ("items" not in tables or here != columns.get(schema)):
        raise Overloaded(FOREIGN.format(path=path))
    return schema
