"""Makes clients of AWS and tells its errors apart. boto3 does everything else.

Only what runs on DynamoDB imports this: a host at home needs no boto3.
"""

from __future__ import annotations

import os
from typing import Any

import boto3
from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError, HTTPClientError
from botocore.exceptions import ConnectionError as NoConnection

AWS_ERRORS = (BotoCoreError, ClientError)
NO_RESPONSE = (HTTPClientError, NoConnection)
# A webhook has to be answered in time, so a silent server is given up soon.
CONFIG = Config(
    connect_timeout=2,
    read_timeout=4,
    retries={"mode": "standard", "total_max_attempts": 4},
    max_pool_connections=50,
)


def make_aws_client(service: str, **where: Any) -> Any:
    """Make a boto3 client of this AWS service, for the region in `AWS_REGION`, which boto3 by itself does not read."""
    return boto3.client(service, **{"config": CONFIG, "region_name": read_aws_region(), **where})


def read_aws_region() -> str | None:
    """Return the region in the environment variable, or None if boto3 shall use its own configuration."""
    return os.environ.get("AWS_REGION") or None


def read_aws_error_code(error: BaseException) -> str:
    """Return the error code that AWS gave, such as `ThrottlingException`; empty if AWS did not answer."""
    response = error.response if isinstance(error, ClientError) else {}
    return str(response.get("Error", {}).get("Code", ""))


def count_aws_retries(error: ClientError) -> int:
    """Return how often boto3 resent the request before this error."""
    return int(error.response.get("ResponseMetadata", {}).get("RetryAttempts", 0))
