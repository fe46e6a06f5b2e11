"""Where everything is kept: access patterns in `store`, and the tables that carry them."""

from host.core.store.commit import Conflict, Seen
from host.core.store.memory import MemoryTable
from host.core.store.sqlite import SqliteTable
from host.core.store.store import Saved, Store

__all__ = ["Conflict", "MemoryTable", "Saved", "Seen", "SqliteTable", "Store"]
