"""What X-Ray is told of an invocation beyond its length, where the operator has deployed with `tracing = true`."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

Handler = Callable[[Any, Any], Any]


def traced(handler: Handler) -> Handler:
    """Each of its calls to AWS is told with its length. What it answers or breaks with is not: that could hold secrets.

    The library for it is loaded only then, because every start would pay for it.
    """
    if os.environ.get("RTAB_TRACING") != "Active":
        return handler
    from aws_lambda_powertools import Tracer  # noqa: PLC0415 - see above

    tracer = Tracer(auto_patch=False)
    tracer.patch(["botocore"])
    return tracer.capture_lambda_handler(handler, capture_response=False, capture_error=False)
