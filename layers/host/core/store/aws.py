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
    """Make a client of this AWS service. `AWS_REGION` counts, which boto3 by itself does not read."""
    return boto3.client(service, **{"config": CONFIG, "region_name": read_aws_region(), **where})


def read_aws_region() -> str | None:
    """Return the region that the environment names, or None where boto3 is to look into its own configuration."""
    return os.environ.get("AWS_REGION") or None


def read_aws_error_code(error: BaseException) -> str:
    """Return the name that AWS has for this error; empty if AWS never answered."""
    response = error.response if isinstance(error, ClientError) else {}
    return str(response.get("Error", {}).get("Code", ""))


def count_aws_retries(error: ClientError) -> int:
    """Return how often boto3 has sent the request again before this answer came."""
    return int(error.response.get("ResponseMetadata", {}).get("RetryAttempts", 0))
