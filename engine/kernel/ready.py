"""Types that will be read from JSON, made ready while only one thread can do it.

msgspec works out how a type is read when it is first asked to, and a second thread that reads it meanwhile ends the
whole process. So each such type is made ready by the module that has it: whoever wants it waits until that is loaded.
"""

from __future__ import annotations

from typing import TypeVar

import msgspec

T = TypeVar("T")


def prepare_json_type(kind: type[T]) -> type[T]:
    """Build the JSON decoder of a type at import, because building it in two threads at once crashes. Return the
    type.
    """
    msgspec.json.Decoder(kind)
    return kind
