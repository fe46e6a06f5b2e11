"""Where everything is kept: access patterns in `store`, and a table in memory; others are loaded when used."""

from host.core.store.items import AlreadyAnswered, Conflict
from host.core.store.memory import MemoryTable
from host.core.store.store import SavedGame, Store

__all__ = ["AlreadyAnswered", "Conflict", "MemoryTable", "SavedGame", "Store"]
