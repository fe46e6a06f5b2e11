"""A table in one SQLite file.

Write-ahead log, so that readers never wait for the writer.
"""

from __future__ import annotations

import os
import sqlite3
import stat
import threading
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from host.core.store.items import (
    CURRENT,
    HIGHEST,
    INDEX_ATTRIBUTE,
    INDEX_NAME,
    DeleteItem,
    Failed,
    Formats,
    Item,
    ItemKey,
    Op,
    Overloaded,
    PutItem,
    apply_counts,
    check_format,
    is_condition_met,
    read_op_key,
)

SqliteRow = tuple[Any, ...]
# With `normal` a power cut could take back transactions whose news had already been sent, and what was announced must
# have been saved.
SYNCHRONOUS = "full"
MAX_ROW_CACHE_BYTES = 32 * 1024 * 1024  # bytes read, after which the cache is cleared
ROW_OVERHEAD = 500  # bytes that a row takes besides its body


class KeptRows:
    """A cache of the rows that one SQLite connection has read or written, and of ranges of rows by partition. It is
    cleared when another connection has written, which the file's `version` shows, and when it grows too large.
    """

    def __init__(self) -> None:
        self._rows: dict[tuple[str, str], SqliteRow | None] = {}
        self._ranges: dict[str, dict[Hashable, list[SqliteRow]]] = {}
        self._version, self._bytes = -1, 0

    def get_row(self, pk: str, sk: str, read: Callable[[str, str], SqliteRow | None]) -> SqliteRow | None:
        """Return the database row with these two keys from the cache, or read it by `read` and cache it; None if there
        is no such row.
        """
        if (pk, sk) not in self._rows:
            self._cache_row(pk, sk, read(pk, sk))
        return self._rows[pk, sk]

    def get_range(self, pk: str, what: Hashable, read: Callable[[], list[SqliteRow]]) -> list[SqliteRow]:
        """Return the rows of a range of keys within the partition `pk` from the cache, or read them by `read` and cache
        them; `what` identifies the range.
        """
        ranges = self._ranges.get(pk)
        if ranges is None or what not in ranges:
            found = read()
            self._count_bytes(*found)
            ranges = self._ranges.setdefault(pk, {})
            ranges[what] = found
        return ranges[what]

    def record_write(self, pk: str, sk: str, row: SqliteRow | None) -> None:
        """Put a row that was just written into the cache (None for a deleted one), and drop the cached ranges of its
        partition.
        """
        self._ranges.pop(pk, None)
        self._cache_row(pk, sk, row)

    def _cache_row(self, pk: str, sk: str, row: SqliteRow | None) -> None:
        """Put a row (or None for a missing one) into the cache, which is cleared first if this row would make it too
        large.
        """
        self._count_bytes(row)
        self._rows[pk, sk] = row

    def _count_bytes(self, *rows: SqliteRow | None) -> None:
        """Add the size of these rows to that of the cache; clear the whole cache if it grows above 32 MB with them."""
        self._bytes += sum(ROW_OVERHEAD + (len(row[2]) if row and isinstance(row[2], bytes) else 0) for row in rows)
        if self._bytes > MAX_ROW_CACHE_BYTES:
            self.clear()

    def clear_if_changed(self, version: int) -> None:
        """Clear the row cache if `version`, that of the database file, is another than at the last call."""
        if version != self._version:
            self.clear()
            self._version = version

    def clear(self) -> None:
        """Delete everything from the row cache."""
        self._rows.clear()
        self._ranges.clear()
        self._bytes = 0


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
    """Build the Overloaded error, with a sentence for people, for an error of SQLite. Nothing was saved, so that trying
    again is safe.
    """
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & PRIMARY
    return Overloaded(SQLITE_ERROR_TEXTS.get(code, "{path}: " + str(error)).format(path=path))


def check_file_in_place(path: Path | str, before: os.stat_result) -> os.stat_result:
    """Return the database file's present status; raise Overloaded if the file was moved, replaced or cut short since
    the status `before`, because writes would be lost, or if it cannot be looked at.
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
    """Raise Overloaded for a database file that exists but is empty, which no host ever leaves behind; a missing or
    inaccessible file is not refused here.
    """
    try:
        empty = path.is_file() and not path.stat().st_size
    except OSError:  # SQLite says better what is wrong with it
        return
    if empty:
        raise Overloaded(EMPTY_FILE_TEXT.format(path=path))


def check_schema(db: sqlite3.Connection, path: Path | str, columns: Mapping[int, int]) -> int:
    """Return the schema version of a database file (0 for a new one); raise Overloaded with a sentence if it is not of
    this program or from a newer release, sqlite3.Error if it cannot be read. `columns` gives the number of columns of
    each schema.
    """
    schema = int(db.execute("pragma user_version").fetchone()[0])
    if schema > max(columns):
        raise Overloaded(NEWER.format(path=path, schema=schema))
    tables = {name for (name,) in db.execute("select name from sqlite_master where type = 'table'")}
    here = len(db.execute("pragma table_info(items)").fetchall())
    if tables and ("items" not in tables or here != columns.get(schema)):
        raise Overloaded(FOREIGN.format(path=path))
    return schema


SCHEMA = 2  # of the columns below; schema 1 had no formats
BEFORE = ".schema-1"  # ends the name of the copy that is kept when a file of schema 1 is converted
MEMORY = ":memory:"
OWNER = 0o600
TYPES = [str, str, bytes, int, str, str, float, float, int]
SCHEMA_COLUMNS = {1: len(TYPES) - 1, SCHEMA: len(TYPES)}  # how many each schema has

_CREATE_ITEMS_SQL = f"""
create table if not exists items (
    pk text not null, sk text not null, body blob not null, version integer not null, counts text not null,
    {INDEX_ATTRIBUTE} text not null, moment real not null, until real not null, format integer not null,
    primary key (pk, sk)
) without rowid;
create index if not exists {INDEX_NAME} on items ({INDEX_ATTRIBUTE}, moment, pk, sk) where {INDEX_ATTRIBUTE} <> '';
create index if not exists expiries on items (until) where until > 0;
"""

EMPTY_COUNTS = "{}"  # counted, as with nearly every item
NO_TEXT = "Could not decode to UTF-8"

# Bodies are the same in both; posts have a version now, so that they can be moved only while they are there.
_CONVERSION = """
begin immediate;
alter table items add column format integer not null default 2;
update items set version = 1 where sk >= 'post/' and sk < 'post0' and version = 0;
pragma user_version = 2;
commit;
"""

_counts_decoder = msgspec.json.Decoder(dict[str, int])


class SqliteTable:
    """Items in one file, shared by any number of threads and processes."""

    def __init__(self, path: Path | str, formats: Formats = CURRENT) -> None:
        self.path, self._formats = path, formats
        self._lock = threading.RLock()
        self._together = self._begun = False
        self._kept = KeptRows()  # used only within `together`
        if path != MEMORY:
            check_file_not_empty(Path(path))
        with self._translate_errors():
            _restrict_to_owner(path)
            self._db = sqlite3.connect(path, timeout=30, isolation_level=None, check_same_thread=False)
        self._prepare_file()
        self._file = None if path == MEMORY else Path(path).stat()

    def _prepare_file(self) -> None:
        """Check the database file's schema, convert an old one, and set how SQLite writes it."""
        with self._translate_errors():
            schema = check_schema(self._db, self.path, SCHEMA_COLUMNS)
            self._db.execute("pragma journal_mode = wal")
            self._db.execute(f"pragma synchronous = {SYNCHRONOUS}")
            if schema == 1:
                self._convert_schema()
            self._db.executescript(f"{_CREATE_ITEMS_SQL} pragma user_version = {SCHEMA};")

    def _convert_schema(self) -> None:
        """Convert a database file of schema 1 to the current one, after saving a copy beside it, unless there is one,
        for an operator who goes back a release.
        """
        before = Path(f"{self.path}{BEFORE}")
        if not before.exists():
            copy_sqlite_file(self.path, before)
        self._db.executescript(_CONVERSION)

    @contextmanager
    def _translate_errors(self) -> Iterator[None]:
        """Turn SQLite's errors within the block into Overloaded with a sentence for people."""
        try:
            yield
        except sqlite3.Error as error:
            raise build_sqlite_error(error, self.path) from error

    def _execute_sql(self, text: str, values: Sequence[Any] = ()) -> sqlite3.Cursor:
        """Run an SQL statement and return its cursor; raise Overloaded, with a sentence for people, for an error of
        SQLite.
        """
        try:
            return self._db.execute(text, values)
        except sqlite3.Error as error:
            raise build_sqlite_error(error, self.path) from error

    def find_file_fault(self) -> str:
        """Check the whole database file; return a sentence for people on what is wrong and what to do (also if it
        cannot be read now), or an empty string if it is sound.
        """
        try:
            with self._lock, self._translate_errors():
                (found,) = self._execute_sql("pragma quick_check(1)").fetchone()
        except Overloaded as error:
            return str(error)
        return "" if found == "ok" else DAMAGED_FILE_TEXT.format(path=self.path)

    def checkpoint_log(self) -> None:
        """Move the contents of the write-ahead log, as far as no reader is in the way, into the database file, so that
        a plain copy of it is current. Within a batch of writes do nothing; raise Overloaded if the file was moved or
        cut short.
        """
        with self._lock:
            if not self._together:
                self._check_still_there()
                self._execute_sql("pragma wal_checkpoint(passive)")
                self._check_still_there()

    def _check_still_there(self) -> None:
        """Raise Overloaded if the database file was moved away or is shorter than before."""
        if self._file:
            self._file = check_file_in_place(self.path, self._file)

    def copy(self, path: Path | str) -> None:
        """Copy the database, as it is at one moment, to the file `path` while others read and write it; raise
        Overloaded if its file was moved or cut short.
        """
        self._check_still_there()
        with self._translate_errors():
            copy_sqlite_file(self.path, path)

    def close(self) -> None:
        """Close the database connection."""
        self._db.close()

    def get(self, pk: str, sk: str) -> Item | None:
        """Return the item with these two keys, or None if there is none."""
        with self._lock:
            return self._get_item(pk, sk)

    def several(self, keys: Sequence[ItemKey], *, strong: bool = True) -> list[Item | None]:  # noqa: ARG002 - here nothing ages
        """Return the items with these keys, in their order, None for each that is missing. `strong` changes nothing
        here: no read is stale.
        """
        with self._lock:
            return [self._get_item(*key) for key in keys]

    def query(self, pk: str, first: str = "", last: str = HIGHEST, limit: int = 1000) -> list[Item]:
        """Return up to `limit` items of one partition with sort keys from `first` to `last`, in order."""
        sql = "select * from items where pk = ? and sk between ? and ? order by sk limit ?"
        read = partial(self._fetch_rows, sql, (pk, first, last, limit))
        with self._lock:
            rows = self._kept.get_range(pk, (first, last, limit), read) if self._together else read()
        return [self._decode_row(row) for row in rows]

    def due_before(self, index: str, until: float, after: Item | None = None, limit: int = 100) -> list[Item]:
        """Return the items of an index that are due by `until`, earliest first, at most `limit` of them; with `after`,
        only those that come behind that item.
        """
        start = (after.when, after.pk, after.sk) if after else (float("-inf"), "", "")
        sql = (
            f"select * from items where {INDEX_ATTRIBUTE} = ? and {INDEX_ATTRIBUTE} <> '' and moment <= ? "  # noqa: S608
            "and (moment, pk, sk) > (?, ?, ?) "
            "order by moment, pk, sk limit ?"
        )
        return [self._decode_row(row) for row in self._fetch_rows(sql, (index, until, *start, limit))]

    def write(self, ops: Sequence[Op]) -> None:
        """Write all these changes in one transaction; raise Failed, and write none, if the condition of any of them is
        not met.
        """
        with self._open_transaction():
            failed = {}
            for i, op in enumerate(ops):
                found = self._get_item(*read_op_key(op))
                if not is_condition_met(op, found):
                    failed[i] = found
            if failed:
                raise Failed(failed)
            for op in ops:
                self._apply_op(op)

    def purge(self, now: float) -> None:
        """Delete all items whose time of expiry has come by the time `now`."""
        with self._open_transaction():
            self._kept.clear()
            self._execute_sql("delete from items where until > 0 and until <= ?", (now,))

    def every(self) -> Iterator[Item]:
        """Iterate over all items of the table, in the order of their keys."""
        return map(self._decode_row, self._fetch_rows("select * from items order by pk, sk", ()))

    @contextmanager
    def batch_writes(self) -> Iterator[None]:
        """Commit all writes of this block together at its end, waiting for the disk only once; none if the block fails.
        Raise Overloaded if that fails or a full disk has undone them. No other thread may use the table meanwhile, and
        nothing written may be told to anybody before the end. Rows cached in an earlier batch stay valid unless another
        connection has written.
        """
        with self._lock:
            self._refresh_row_cache()
            self._together, self._begun = True, False
            try:
                yield
                if self._begun:
                    self._check_batch_intact()
                    self._execute_sql("commit")
            except BaseException:
                self._roll_back()
                raise
            finally:
                self._together = False

    def _roll_back(self) -> None:
        """Roll back the transaction, unless a full disk has done so already, and clear the row cache."""
        self._kept.clear()
        if self._db.in_transaction:
            self._execute_sql("rollback")

    def _refresh_row_cache(self) -> None:
        """Clear the row cache if another connection, in this process or another, has written to the file."""
        self._kept.clear_if_changed(self._execute_sql("pragma data_version").fetchone()[0])

    @contextmanager
    def _open_transaction(self) -> Iterator[None]:
        """Open a transaction for the block, in which no other thread uses the table: commit at its end, roll back if
        it fails; within a batch only a savepoint. Raise Overloaded if the database file was moved or cut short.
        """
        with self._lock:
            if self._together:
                with self._open_savepoint():
                    yield
                return
            self._check_still_there()
            self._execute_sql("begin immediate")
            try:
                yield
                self._execute_sql("commit")
            except BaseException:
                self._roll_back()
                raise

    @contextmanager
    def _open_savepoint(self) -> Iterator[None]:
        """Open a savepoint within a batch, so that only the writes of this block are rolled back if it fails; with the
        first one, also the batch's transaction. Raise Overloaded if the file was moved or cut short, or a full disk has
        undone the batch.
        """
        if not self._begun:
            self._check_still_there()
            self._execute_sql("begin immediate")
            self._begun = True
            self._refresh_row_cache()  # from here on nobody else can write
        self._check_batch_intact()
        self._execute_sql("savepoint part")
        try:
            yield
        except BaseException:
            self._kept.clear()
            if self._db.in_transaction:
                self._execute_sql("rollback to part")
                self._execute_sql("release part")
            raise
        self._execute_sql("release part")

    def _check_batch_intact(self) -> None:
        """Raise Overloaded if a full disk has rolled back the whole batch instead of only the last write."""
        if not self._db.in_transaction:
            raise Overloaded(SQLITE_ERROR_TEXTS[sqlite3.SQLITE_FULL].format(path=self.path))

    def _get_item(self, pk: str, sk: str) -> Item | None:
        """Return the item with these keys, within a batch from the cache if it is there; None if there is none."""
        row = self._kept.get_row(pk, sk, self._fetch_row) if self._together else self._fetch_row(pk, sk)
        return self._decode_row(row) if row else None

    def _fetch_row(self, pk: str, sk: str) -> SqliteRow | None:
        """Read the row with these keys from the database; None if there is none."""
        rows = self._fetch_rows("select * from items where pk = ? and sk = ?", (pk, sk))
        return rows[0] if rows else None

    def _fetch_rows(self, sql: str, values: tuple[Any, ...]) -> list[SqliteRow]:
        """Return the rows of a query; if a text in them is damaged, read them in the slow way that tolerates it. Raise
        Overloaded for another error of SQLite.
        """
        with self._lock:
            try:
                return self._db.execute(sql, values).fetchall()
            except sqlite3.Error as error:
                if NO_TEXT in str(error):
                    return self._fetch_damaged_rows(sql, values)
                raise build_sqlite_error(error, self.path) from error

    def _fetch_damaged_rows(self, sql: str, values: tuple[Any, ...]) -> list[SqliteRow]:
        """Return rows whose text is damaged, as far as it can be read. This is slow, so it is tried only after a normal
        read has failed.
        """
        self._db.text_factory = partial(str, encoding="utf-8", errors="replace")
        try:
            with self._translate_errors():
                return self._db.execute(sql, values).fetchall()
        finally:
            self._db.text_factory = str

    def _apply_op(self, op: Op) -> None:
        """Carry out one write (put, delete or count) in the database and in the cache of rows, unconditionally."""
        if isinstance(op, DeleteItem):
            self._execute_sql("delete from items where pk = ? and sk = ?", (op.pk, op.sk))
            self._kept.record_write(op.pk, op.sk, None)
        elif isinstance(op, PutItem):
            self._put_item(op.item)
        else:
            self._put_item(apply_counts(self._get_item(op.pk, op.sk) or Item(op.pk, op.sk), op))

    def _decode_row(self, row: SqliteRow) -> Item:
        """Return a database row as an item; one that is damaged is returned with `damaged` set and without body and
        counters. Raise UnreadableFormat for one in a format that this release does not read.
        """
        pk, sk, body, version, counts, index, when, until, found = row
        if isinstance(found, int):
            check_format(f"{pk} {sk}", found, self._formats)
        try:
            read = _counts_decoder.decode(counts) if counts != EMPTY_COUNTS else {}
        except (TypeError, ValueError):
            read = None
        if read is None or [*map(type, row)] != TYPES:  # it must not hide those beside it
            return Item(pk, sk, b"", version if isinstance(version, int) else 0, {}, index, when, damaged=True)
        return Item(pk, sk, body, version, read, index, when, until)

    def _put_item(self, item: Item) -> None:
        """Write an item in place of one with the same keys, in its index at the time when it is really due, and put it
        into the cache of rows.
        """
        counts = msgspec.json.encode(item.counts).decode() if item.counts else EMPTY_COUNTS
        moments = float(item.moment), float(item.until)  # as the file keeps them
        row = (item.pk, item.sk, item.body, item.version, counts, item.index, *moments, self._formats.writes)
        self._execute_sql("insert or replace into items values (?, ?, ?, ?, ?, ?, ?, ?, ?)", row)
        self._kept.record_write(item.pk, item.sk, row)


def check_sqlite_file(path: Path) -> None:
    """Raise Overloaded with a sentence if this file is no database of this program, or was written by a newer release.
    The file, which must exist, is not changed.
    """
    try:
        with closing(sqlite3.connect(path, timeout=30)) as db:
            check_schema(db, path, SCHEMA_COLUMNS)
    except sqlite3.Error as error:
        raise build_sqlite_error(error, path) from error


def copy_sqlite_file(source: Path | str, path: Path | str) -> None:
    """Copy the database file `source` to `path` (what was there is replaced), as it is at one moment, while others read
    and write it. Raise sqlite3.Error if that fails.
    """
    _restrict_to_owner(path)
    with closing(sqlite3.connect(path)) as other, closing(sqlite3.connect(source, timeout=30)) as reader:
        reader.backup(other)
        other.execute("pragma journal_mode = delete")


def _restrict_to_owner(path: Path | str) -> None:
    """Make the database file readable by its owner only, because it holds the players' secrets; create it if there is
    none. An existing file is not opened for this, because closing it would release this process's locks. If it fails,
    do nothing: SQLite reports the fault.
    """
    file = Path(path)
    with suppress(OSError):  # SQLite says better what is wrong with it
        if path != MEMORY and not file.exists():
            os.close(os.open(file, os.O_RDWR | os.O_CREAT | os.O_EXCL, OWNER))
        elif file.is_file() and stat.S_IMODE(file.stat().st_mode) & ~OWNER:
            file.chmod(OWNER)
