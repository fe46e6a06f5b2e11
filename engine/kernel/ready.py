"""Types that will be read from JSON, made ready while only one thread can do it.

msgspec works out how a type is read when it is first asked to, and a second thread that reads it meanwhile ends the
whole process. So each such type is made ready by the module that has it: whoever wants it waits until that is loaded.
"""

from __future__ import annotations

from typing import TypeVar

import msgspec

T = TypeVar("T")


def ready(kind: type[T]) -> type[T]:
    """This type, from now on safe to be read by many threads at once."""
    msgspec.json.Decoder(kind)
    return kind
