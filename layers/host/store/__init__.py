"""Where everything is kept: access patterns in `store`, and the tables that carry them."""

from host.store.commit import Conflict, Seen
from host.store.memory import MemoryTable
from host.store.sqlite import SqliteTable
from host.store.store import Saved, Store

__all__ = ["Conflict", "MemoryTable", "Saved", "Seen", "SqliteTable", "Store"]
