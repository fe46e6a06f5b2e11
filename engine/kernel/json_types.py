"""JSON decoders are built at import."""

from __future__ import annotations

from typing import TypeVar

import msgspec

T = TypeVar("T")


def prepare_json_type(kind: type[T]) -> type[T]:
    """Build and cache the JSON decoder of a type at import time, because two threads that build it at once would crash.
    Return the type.
    """
    msgspec.json.Decoder(kind)
    return kind
