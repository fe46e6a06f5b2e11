"""One host at a time on one folder: two would both post, and both wait for the other."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from host.doors.local.settings import UnfitSetting

LOCK_FILE = "rtab.lock"
FOLDER_IN_USE = "A host runs on {home} already (process {pid}). Stop it first, or set RTAB_HOME to another folder."


class FolderLock:
    """A lock on a host's folder, held until `release` or the end of the process."""

    def __init__(self, home: Path) -> None:
        self._held = os.open(home / LOCK_FILE, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(self._held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            pid = os.pread(self._held, 20, 0).decode("ascii", "replace").strip()
            os.close(self._held)
            raise UnfitSetting(FOLDER_IN_USE.format(home=home, pid=pid or "unknown")) from None
        os.ftruncate(self._held, 0)
        os.pwrite(self._held, f"{os.getpid()}\n".encode(), 0)

    def release(self) -> None:
        """Release the lock, so that another host may use the folder."""
        os.close(self._held)


@contextmanager
def hold_lock_if_used(home: Path) -> Iterator[bool]:
    """Hold the folder's lock meanwhile if its host uses one, and yield whether it does; the first release had no
    lock.
    """
    if not (home / LOCK_FILE).exists():
        yield False
        return
    held = FolderLock(home)
    try:
        yield True
    finally:
        held.release()
