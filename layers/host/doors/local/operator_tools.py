"""What tells the operator about this machine: errors, backups, findings, log lines as JSON, a watch for faults."""

from __future__ import annotations

import json
import logging
import time
from collections import deque
from collections.abc import Callable, Sequence

from host.archive.backups import list_backups
from host.core.context import HostContext, OperatorFinding, OperatorTools
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
        """Return the latest errors (up to 50) that the host has logged since it started, a line each, newest first."""
        return [*reversed(self.recent_errors.lines)]

    def list_backups(self) -> Sequence[str]:
        """Return a line with name and size of each backup of the host, newest first."""
        found = [(path.name, path.stat().st_size) for path in reversed(list_backups(self._settings.home))]
        return [f"{name}, {size / 1e6:.1f} MB" for name, size in found]

    def list_findings(self, host: HostContext) -> Sequence[OperatorFinding]:
        """Return what the `doctor` command checks on this machine and in this store while the host runs (all but the
        copies of backups), also what is well, which has an empty cure. The check marks unreadable items in the store as
        damaged.
        """
        return [OperatorFinding(*found) for found in doctor.iter_findings_while_running(self._settings, host)]


class RecentErrors(logging.Handler):
    """Keeps the last errors in the log, each as one line, without the values of its frames."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.lines: deque[str] = deque(maxlen=MAX_KEPT_ERRORS)

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a logged error as one line, for the operator's page, which shows the latest ones."""
        when = time.strftime(ERROR_TIME_FORMAT, time.gmtime(record.created))
        self.lines.append(f"{when} {record.name}: {record.getMessage()[:MAX_ERROR_LENGTH]}")


LOG_TIME_FORMAT = "%Y-%m-%dT%H:%M:%S"
RECORD_FIELDS = frozenset({*vars(logging.makeLogRecord({})), "asctime", "message", "taskName"})


class JsonFormatter(logging.Formatter):
    """Format log records as JSON: time, level, logger, message, what the caller gave as `extra` and, for an error,
    its frames.
    """

    def format(self, record: logging.LogRecord) -> str:
        """Return a log record as one line of JSON: time (UTC), level, logger, message, what the caller gave as `extra`
        and, for an error, its frames.
        """
        when = f"{time.strftime(LOG_TIME_FORMAT, time.gmtime(record.created))}.{record.msecs:03.0f}Z"
        line = {name: value for name, value in vars(record).items() if name not in RECORD_FIELDS}
        line |= {"time": when, "level": record.levelname, "logger": record.name, "message": record.getMessage()}
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


log = logging.getLogger(__name__)
FAULT_CHECK_INTERVAL = 20.0  # seconds between two looks; only what two in a row have seen is told
FAULT_REPEAT_SECONDS = 86400.0  # seconds after which what is still wrong is told once more
WRONG = "Something is wrong with the host at {where}:\n{trouble}\nOn its machine, rtab doctor says what to do."
WELL = "All is well again with the host at {where}."


class FaultWatch:
    """Watches for faults: `ill` returns what is wrong now, `tell` sends it to the operator."""

    def __init__(self, where: str, ill: Callable[[], str], tell: Callable[[str], None]) -> None:
        self._where, self._ill, self._tell = where, ill, tell
        self._seen = self._told = ""
        self._since = 0.0

    def check_faults(self) -> None:
        """Check the host for faults, and tell the operator a fault that two checks in a row have found, again once a
        day while it lasts, and when all is well again; if telling fails, a later check tries again.
        """
        trouble = self._ill()
        steady, self._seen = trouble == self._seen, trouble
        old = bool(trouble) and time.monotonic() - self._since > FAULT_REPEAT_SECONDS
        if not steady or (trouble == self._told and not old):
            return
        try:
            self._tell((WRONG if trouble else WELL).format(where=self._where, trouble=trouble))
        except Exception as error:  # noqa: BLE001 - whatever keeps it from being told, the next look tries again
            log.warning("operator notice not sent error=%s", type(error).__name__)
            return
        self._told, self._since = trouble, time.monotonic()
