"""The options of a game, as a group chooses them by name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from msgspec import Struct

from engine.kernel.errors import Illegal
from engine.kernel.question import format_input_excerpt


def map_option_types(chosen: Iterable[str], options: type[Struct]) -> dict[str, Any]:
    """Return the type of each option that was chosen, by name; raise Illegal, listing the names there are, for an
    unknown one.
    """
    types = {field.name: field.type for field in msgspec.structs.fields(options)}
    for name in chosen:
        if name not in types:
            raise Illegal(
                "There is no option called {option}. You can use {options}.",
                code="unknown_option",
                option=format_input_excerpt(name),
                options=list(types),
            )
    return types


def convert_option(name: str, value: object, wanted: Any, hints: Mapping[Any, str]) -> Any:
    """Convert the value of one option to its type; raise Illegal with its hint (by name, else by type) if it does not
    fit. Numbers may be typed as words of digits.
    """
    try:
        return msgspec.convert(value, wanted, strict=False)
    except msgspec.ValidationError:
        what = hints.get(name) or hints[wanted]
        raise Illegal("{option} needs {what}.", code="bad_option_value", option=name, what=what) from None
