"""One JSON object a log line, for programs that collect logs (`RTAB_LOG_FORMAT=json`)."""

from __future__ import annotations

import json
import logging
import time

LOG_TIME_FORMAT = "%Y-%m-%dT%H:%M:%S"


class JsonFormatter(logging.Formatter):
    """Format log records as JSON: time, level, logger, message and, for an error, its frames."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the record as one line of JSON."""
        when = f"{time.strftime(LOG_TIME_FORMAT, time.gmtime(record.created))}.{record.msecs:03.0f}Z"
        line = {"time": when, "level": record.levelname, "logger": record.name, "message": record.getMessage()}
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)
