"""A table in one SQLite file.

Write-ahead log, so that readers never wait for the writer. `synchronous` is FULL: with NORMAL a power cut could
take back transactions whose news had already been sent, and what was announced must have been saved.
"""

from __future__ import annotations

import os
import sqlite3
import stat
import threading
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from host.core.store.formats import CURRENT, Formats, check_format
from host.core.store.items import HIGHEST, DeleteItem, Failed, Item, Key, Op, Overloaded, PutItem, added, holds, key_of
from host.core.store.kept_rows import KeptRows, Row
from host.core.store.sqlite_trouble import DAMAGED, SENTENCES, check, refuse_empty, still_there, trouble

SCHEMA = 2  # of the columns below; schema 1 had no formats
BEFORE = ".schema-1"  # ends the name of the copy that is kept when a file of schema 1 is converted
MEMORY = ":memory:"
OWNER = 0o600
TYPES = [str, str, bytes, int, str, str, float, float, int]
COLUMNS = {1: len(TYPES) - 1, SCHEMA: len(TYPES)}  # how many each schema has
_TABLE = """
create table if not exists items (
    pk text not null, sk text not null, body blob not null, version integer not null, counts text not null,
    shelf text not null, moment real not null, until real not null, format integer not null, primary key (pk, sk)
) without rowid;
create index if not exists shelves on items (shelf, moment, pk, sk) where shelf <> '';
create index if not exists expiries on items (until) where until > 0;
"""
NOTHING = "{}"  # counted, as with nearly every item
NO_TEXT = "Could not decode to UTF-8"
# Bodies are the same in both; posts have a version now, so that they can be moved only while they are there.
_CONVERSION = """
begin immediate;
alter table items add column format integer not null default 2;
update items set version = 1 where sk >= 'post/' and sk < 'post0' and version = 0;
pragma user_version = 2;
commit;
"""
_counts = msgspec.json.Decoder(dict[str, int])


class SqliteTable:
    """Items in one file, shared by any number of threads and processes."""

    def __init__(self, path: Path | str, formats: Formats = CURRENT) -> None:
        self.path, self._formats = path, formats
        self._lock = threading.RLock()
        self._together = self._begun = False
        self._kept = KeptRows()  # used only within `together`
        if path != MEMORY:
            refuse_empty(Path(path))
        with self._told():
            _private(path)
            self._db = sqlite3.connect(path, timeout=30, isolation_level=None, check_same_thread=False)
        self._prepare()
        self._file = None if path == MEMORY else Path(path).stat()

    def _prepare(self) -> None:
        with self._told():
            schema = check(self._db, self.path, COLUMNS)
            self._db.execute("pragma journal_mode = wal")
            self._db.execute("pragma synchronous = full")
            if schema == 1:
                self._convert()
            self._db.executescript(f"{_TABLE} pragma user_version = {SCHEMA};")

    def _convert(self) -> None:
        """Convert a file of schema 1, after a copy of it has been put beside it for whoever goes back a release."""
        before = Path(f"{self.path}{BEFORE}")
        if not before.exists():
            copy_file(self.path, before)
        self._db.executescript(_CONVERSION)

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Whatever SQLite says, people are told in a sentence."""
        try:
            yield
        except sqlite3.Error as error:
            raise trouble(error, self.path) from error

    def _sql(self, text: str, values: Sequence[Any] = ()) -> sqlite3.Cursor:
        try:
            return self._db.execute(text, values)
        except sqlite3.Error as error:
            raise trouble(error, self.path) from error

    def trouble(self) -> str:
        """What is wrong with the file, and what to do about it; nothing, if it is sound."""
        try:
            with self._lock, self._told():
                (found,) = self._sql("pragma quick_check(1)").fetchone()
        except Overloaded as error:
            return str(error)
        return "" if found == "ok" else DAMAGED.format(path=self.path)

    def tidy(self) -> None:
        """What lies in the log beside the file goes into the file, so that even a plain copy of it is not old."""
        with self._lock:
            if not self._together:
                self._still_there()
                self._sql("pragma wal_checkpoint(passive)")
                self._still_there()

    def _still_there(self) -> None:
        """Is the file where it was, and no shorter?"""
        if self._file:
            self._file = still_there(self.path, self._file)

    def copy(self, path: Path | str) -> None:
        """All of it as it is at one moment, in another file, while others read and write."""
        self._still_there()
        with self._told():
            copy_file(self.path, path)

    def close(self) -> None:
        """Let go of the file."""
        self._db.close()

    def get(self, pk: str, sk: str) -> Item | None:
        """One item."""
        with self._lock:
            return self._get(pk, sk)

    def several(self, keys: Sequence[Key], *, strong: bool = True) -> list[Item | None]:  # noqa: ARG002 - here nothing ages
        """Items by their keys."""
        with self._lock:
            return [self._get(*key) for key in keys]

    def query(self, pk: str, first: str = "", last: str = HIGHEST, limit: int = 1000) -> list[Item]:
        """The items of one partition, in order."""
        sql = "select * from items where pk = ? and sk between ? and ? order by sk limit ?"
        read = partial(self._rows, sql, (pk, first, last, limit))
        with self._lock:
            rows = self._kept.range(pk, (first, last, limit), read) if self._together else read()
        return [self._item(row) for row in rows]

    def due_before(self, index: str, until: float, after: Item | None = None, limit: int = 100) -> list[Item]:
        """The items of an index by their entries, earliest first; here each lies at the very moment."""
        start = (after.when, after.pk, after.sk) if after else (float("-inf"), "", "")
        sql = (
            "select * from items where shelf = ? and shelf <> '' and moment <= ? and (moment, pk, sk) > (?, ?, ?) "
            "order by moment, pk, sk limit ?"
        )
        return [self._item(row) for row in self._rows(sql, (index, until, *start, limit))]

    def write(self, ops: Sequence[Op]) -> None:
        """All of it or nothing."""
        with self._transaction():
            failed = {}
            for i, op in enumerate(ops):
                found = self._get(*key_of(op))
                if not holds(op, found):
                    failed[i] = found
            if failed:
                raise Failed(failed)
            for op in ops:
                self._do(op)

    def purge(self, now: float) -> None:
        """Throw away what has expired."""
        with self._transaction():
            self._kept.clear()
            self._sql("delete from items where until > 0 and until <= ?", (now,))

    def every(self) -> Iterator[Item]:
        """Everything there is."""
        return map(self._item, self._rows("select * from items order by pk, sk", ()))

    @contextmanager
    def together(self) -> Iterator[None]:
        """All that is written in here reaches the disk at once, at the end: one wait for it instead of many.

        Nobody else gets at the table meanwhile. What is told to anybody must wait for the end, too. What was read or
        written in an earlier one need not be read again, unless another connection has written since.
        """
        with self._lock:
            self._as_of_now()
            self._together, self._begun = True, False
            try:
                yield
                if self._begun:
                    self._still_whole()
                    self._sql("commit")
            except BaseException:
                self._undone()
                raise
            finally:
                self._together = False

    def _undone(self) -> None:
        """All of it is taken back, unless a full disk has done so already."""
        self._kept.clear()
        if self._db.in_transaction:
            self._sql("rollback")

    def _as_of_now(self) -> None:
        """Has another connection written, of this process or another one?"""
        self._kept.as_of(self._sql("pragma data_version").fetchone()[0])

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        with self._lock:
            if self._together:
                with self._part():
                    yield
                return
            self._still_there()
            self._sql("begin immediate")
            try:
                yield
                self._sql("commit")
            except BaseException:
                self._undone()
                raise

    @contextmanager
    def _part(self) -> Iterator[None]:
        """A part of what is written together: it alone is taken back if it does not hold."""
        if not self._begun:
            self._still_there()
            self._sql("begin immediate")
            self._begun = True
            self._as_of_now()  # from here on nobody else can write
        self._still_whole()
        self._sql("savepoint part")
        try:
            yield
        except BaseException:
            self._kept.clear()
            if self._db.in_transaction:
                self._sql("rollback to part")
                self._sql("release part")
            raise
        self._sql("release part")

    def _still_whole(self) -> None:
        """A full disk takes back everything at once, and not only the part that did not fit."""
        if not self._db.in_transaction:
            raise Overloaded(SENTENCES[sqlite3.SQLITE_FULL].format(path=self.path))

    def _get(self, pk: str, sk: str) -> Item | None:
        row = self._kept.row(pk, sk, self._row) if self._together else self._row(pk, sk)
        return self._item(row) if row else None

    def _row(self, pk: str, sk: str) -> Row | None:
        rows = self._rows("select * from items where pk = ? and sk = ?", (pk, sk))
        return rows[0] if rows else None

    def _rows(self, sql: str, values: tuple[Any, ...]) -> list[Row]:
        with self._lock:
            try:
                return self._db.execute(sql, values).fetchall()
            except sqlite3.Error as error:
                if NO_TEXT in str(error):
                    return self._damaged_rows(sql, values)
                raise trouble(error, self.path) from error

    def _damaged_rows(self, sql: str, values: tuple[Any, ...]) -> list[Row]:
        """Rows of which a text is damaged, as far as it can be read. It takes longer, so it is tried only then."""
        self._db.text_factory = partial(str, encoding="utf-8", errors="replace")
        try:
            with self._told():
                return self._db.execute(sql, values).fetchall()
        finally:
            self._db.text_factory = str

    def _do(self, op: Op) -> None:
        if isinstance(op, DeleteItem):
            self._sql("delete from items where pk = ? and sk = ?", (op.pk, op.sk))
            self._kept.written(op.pk, op.sk, None)
        elif isinstance(op, PutItem):
            self._put(op.item)
        else:
            self._put(added(self._get(op.pk, op.sk) or Item(op.pk, op.sk), op))

    def _item(self, row: Row) -> Item:
        pk, sk, body, version, counts, index, when, until, found = row
        if isinstance(found, int):
            check_format(f"{pk} {sk}", found, self._formats)
        try:
            read = _counts.decode(counts) if counts != NOTHING else {}
        except (TypeError, ValueError):
            read = None
        if read is None or [*map(type, row)] != TYPES:  # it must not hide those beside it
            return Item(pk, sk, b"", version if isinstance(version, int) else 0, {}, index, when, damaged=True)
        return Item(pk, sk, body, version, read, index, when, until)

    def _put(self, item: Item) -> None:
        counts = msgspec.json.encode(item.counts).decode() if item.counts else NOTHING
        moments = float(item.moment), float(item.until)  # as the file keeps them
        row = (item.pk, item.sk, item.body, item.version, counts, item.index, *moments, self._formats.writes)
        self._sql("insert or replace into items values (?, ?, ?, ?, ?, ?, ?, ?, ?)", row)
        self._kept.written(item.pk, item.sk, row)


def check_file(path: Path) -> None:
    """Raise Overloaded with the sentence if this file is not ours, or of a release to come. Nothing in it changes."""
    try:
        with closing(sqlite3.connect(path, timeout=30)) as db:
            check(db, path, COLUMNS)
    except sqlite3.Error as error:
        raise trouble(error, path) from error


def copy_file(source: Path | str, path: Path | str) -> None:
    """Copy a database as it is at one moment, while others read and write it."""
    _private(path)
    with closing(sqlite3.connect(path)) as other, closing(sqlite3.connect(source, timeout=30)) as reader:
        reader.backup(other)
        other.execute("pragma journal_mode = delete")


def _private(path: Path | str) -> None:
    """Its owner alone reads it: it holds what players have sealed. What SQLite lays beside it has the same rights.

    A file that is there is not opened for it: closing it would take away the locks of this process.
    """
    file = Path(path)
    with suppress(OSError):  # SQLite says better what is wrong with it
        if path != MEMORY and not file.exists():
            os.close(os.open(file, os.O_RDWR | os.O_CREAT | os.O_EXCL, OWNER))
        elif file.is_file() and stat.S_IMODE(file.stat().st_mode) & ~OWNER:
            file.chmod(OWNER)
