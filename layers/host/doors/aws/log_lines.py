"""What is logged in Lambda: one line of JSON each, with the input that it is about. It takes no library to write them.

Lambda takes a line for what it says it is by `level` and `timestamp`; alarms look for `level` and `message`.
"""

from __future__ import annotations

import logging
import os
import sys
from datetime import UTC, datetime
from typing import Any

import msgspec

OURS = "host"
PLAIN = {*vars(logging.makeLogRecord({})), "message", "asctime", "taskName"}  # all else is what somebody has added
TRACE = "_X_AMZN_TRACE_ID"  # in the environment: `Root=…;Parent=…;Sampled=…`


class JsonLines(logging.Formatter):
    """Records as lines; every one has these `keys`, too."""

    def __init__(self) -> None:
        super().__init__()
        self.keys: dict[str, Any] = {"service": os.environ.get("POWERTOOLS_SERVICE_NAME", "")}

    def format(self, record: logging.LogRecord) -> str:
        """One line."""
        moment = datetime.fromtimestamp(record.created, UTC)
        found = {
            "level": record.levelname,
            "location": f"{record.funcName}:{record.lineno}",
            "message": record.getMessage(),
            "timestamp": moment.isoformat(timespec="milliseconds"),  # any other form, and Lambda thinks it is of INFO
            **self.keys,
            **{name: value for name, value in vars(record).items() if name not in PLAIN},
            **self._raised(record),
        }
        if root := os.environ.get(TRACE, "").partition(";")[0].removeprefix("Root="):
            found["xray_trace_id"] = root
        return msgspec.json.encode(found, enc_hook=str).decode()

    def _raised(self, record: logging.LogRecord) -> dict[str, str]:
        if not (record.exc_info and record.exc_info[0]):
            return {}
        return {"exception": self.formatException(record.exc_info), "exception_name": record.exc_info[0].__name__}


def begun() -> JsonLines:
    """From now on, what the host logs is written so."""
    lines, handler = JsonLines(), logging.StreamHandler(sys.stdout)
    handler.setFormatter(lines)
    ours = logging.getLogger(OURS)
    ours.handlers, ours.propagate = [handler], False
    ours.setLevel(logging.INFO)
    return lines
