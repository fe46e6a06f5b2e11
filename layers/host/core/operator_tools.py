"""What only the machine beside the store can tell an operator."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple


class OperatorFinding(NamedTuple):
    """What was looked at, and what to do about it; an empty cure means that all is well."""

    what: str
    cure: str = ""


class OperatorTools:
    """The tools of a host whose logs and backups are kept elsewhere, such as by AWS."""

    errors_elsewhere = "CloudWatch Logs has the errors of every function."
    backups_elsewhere = "AWS backs the table up: point-in-time recovery is on."

    def list_errors(self) -> Sequence[str]:
        """Return the latest errors of the host's log, newest first."""
        return ()

    def list_backups(self) -> Sequence[str]:
        """Return a line about each backup of the data, newest first."""
        return ()

    def list_findings(self, host: Any) -> Sequence[OperatorFinding]:
        """Return the problems that the `doctor` command finds in this host; it may read all stored data."""
        return [
            OperatorFinding(f"damaged: {keys}", "rtab doctor says what to do") for keys in host.store.list_damaged()
        ]
