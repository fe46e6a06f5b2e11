"""An error of a function as a line for the log: of one from AWS it says what was refused there."""

from __future__ import annotations

from botocore.exceptions import ClientError

from host.core.error_lines import format_error_location
from host.core.store.aws import read_aws_error_code


def format_aws_error(error: Exception) -> str:
    """Format an error as a line for the log, with the failed operation if AWS refused it."""
    if isinstance(error, ClientError):
        return format_error_location(error, f"{read_aws_error_code(error)} of {error.operation_name}")
    return format_error_location(error)
