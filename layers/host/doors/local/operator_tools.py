"""What the operator's page shows of this machine: errors in the log, backups, and what the doctor finds."""

from __future__ import annotations

import logging
import time
from collections import deque
from collections.abc import Sequence

from host.archive.backups import list_backups
from host.core.context import HostContext
from host.core.operator_tools import OperatorFinding, OperatorTools
from host.doors.command.run import doctor
from host.doors.local.settings import LocalSettings

MAX_KEPT_ERRORS = 50
MAX_ERROR_LENGTH = 300
ERROR_TIME_FORMAT = "%Y-%m-%d %H:%M:%SZ"


class LocalOperatorTools(OperatorTools):
    """The operator's tools on one machine."""

    errors_elsewhere = "No error since the host started."
    backups_elsewhere = "No backup yet: the host makes one a day, rtab backup one at once."

    def __init__(self, settings: LocalSettings) -> None:
        self._settings = settings
        self.recent_errors = RecentErrors()

    def list_errors(self) -> Sequence[str]:
        """Return the latest errors of the host's log, newest first."""
        return [*reversed(self.recent_errors.lines)]

    def list_backups(self) -> Sequence[str]:
        """Return a line about each backup, newest first."""
        found = [(path.name, path.stat().st_size) for path in reversed(list_backups(self._settings.home))]
        return [f"{name}, {size / 1e6:.1f} MB" for name, size in found]

    def list_findings(self, host: HostContext) -> Sequence[OperatorFinding]:
        """Return the problems that the `doctor` command finds on this machine and in this store."""
        return [OperatorFinding(*found) for found in doctor.iter_findings_while_running(self._settings, host)]


class RecentErrors(logging.Handler):
    """Keeps the last errors in the log, each as one line, without the values of its frames."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.lines: deque[str] = deque(maxlen=MAX_KEPT_ERRORS)

    def emit(self, record: logging.LogRecord) -> None:
        """Keep an error log line for the operator's page."""
        when = time.strftime(ERROR_TIME_FORMAT, time.gmtime(record.created))
        self.lines.append(f"{when} {record.name}: {record.getMessage()[:MAX_ERROR_LENGTH]}")
