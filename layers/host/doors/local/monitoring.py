"""One JSON object a log line, for programs that collect logs (`RTAB_LOG_FORMAT=json`)."""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Callable

LOG_TIME_FORMAT = "%Y-%m-%dT%H:%M:%S"
RECORD_FIELDS = frozenset({*vars(logging.makeLogRecord({})), "asctime", "message", "taskName"})


class JsonFormatter(logging.Formatter):
    """Format log records as JSON: time, level, logger, message, what the caller gave as `extra` and, for an error,
    its frames.
    """

    def format(self, record: logging.LogRecord) -> str:
        """Return a log record as one line of JSON."""
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
        """Check the host for faults, and tell the operator what two checks in a row have found, at most once a day; try
        again later if that fails.
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
