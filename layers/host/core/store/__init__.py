"""Where everything is kept: access patterns in `store`, and a table in memory; others are loaded when used."""

from host.core.store.commit import Conflict, Seen
from host.core.store.memory import MemoryTable
from host.core.store.store import Saved, Store

__all__ = ["Conflict", "MemoryTable", "Saved", "Seen", "Store"]
