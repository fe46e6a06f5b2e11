"""One host at a time on one folder: two would both post, and both wait for the other."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from host.doors.local.settings import UnfitSetting

FILE = "rtab.lock"
TWICE = "A host runs on {home} already (process {pid}). Stop it first, or set RTAB_HOME to another folder."


class FolderLock:
    """Held from when it is made until `release`, or until the process ends, however it ends."""

    def __init__(self, home: Path) -> None:
        self._held = os.open(home / FILE, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(self._held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            pid = os.pread(self._held, 20, 0).decode("ascii", "replace").strip()
            os.close(self._held)
            raise UnfitSetting(TWICE.format(home=home, pid=pid or "unknown")) from None
        os.ftruncate(self._held, 0)
        os.pwrite(self._held, f"{os.getpid()}\n".encode(), 0)

    def release(self) -> None:
        """Another host may have the folder."""
        os.close(self._held)


@contextmanager
def if_locked(home: Path) -> Iterator[bool]:
    """Held meanwhile, if hosts lock this folder; the first release did not, and nothing is certain then."""
    if not (home / FILE).exists():
        yield False
        return
    held = FolderLock(home)
    try:
        yield True
    finally:
        held.release()
