"""The options of a game, as a group chooses them by name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

import msgspec
from msgspec import Struct

from engine.kernel.errors import Illegal
from engine.kernel.question import format_input_excerpt


@cache
def map_field_types(options: type[Struct]) -> Mapping[str, Any]:
    """Return the type of each option by its name; kept, because reading annotations is slow."""
    return {field.name: field.type for field in msgspec.structs.fields(options)}


def map_option_types(chosen: Iterable[str], options: type[Struct]) -> Mapping[str, Any]:
    """Return the types of the options with the names in `chosen`, by name; raise Illegal, listing all options of the
    game, for an unknown name.
    """
    types = map_field_types(options)
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
    """Convert the value chosen for the option `name` to the type `wanted`; numbers may be given as text. Raise Illegal
    if it does not fit, saying what it must be, from `hints` by name or else by type.
    """
    try:
        return msgspec.convert(value, wanted, strict=False)
    except msgspec.ValidationError:
        what = hints.get(name) or hints[wanted]
        raise Illegal("{option} needs {what}.", code="bad_option_value", option=name, what=what) from None
