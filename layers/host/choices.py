"""What may be chosen when a game is opened, read off the ruleset itself.

A ruleset that has options names the Struct that describes them: `options_type`. Its yes-or-no fields become switches.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct

from engine.kernel import Illegal, Ruleset

YES, NO = {"yes", "true", "on", "1"}, {"no", "false", "off", "0"}


class Switch(Struct, frozen=True):
    """Something that is on or off."""

    name: str
    label: str
    default: bool


def brief(rules: Ruleset[Any]) -> Sequence[str]:
    """How this game goes, in a few sentences for somebody who has never seen it."""
    return getattr(rules, "brief", ())


def fields(rules: Ruleset[Any]) -> dict[str, Any]:
    """The options of a game, with what they are if nobody chooses."""
    found: type[Struct] | None = getattr(rules, "options_type", None)
    return msgspec.structs.asdict(found()) if found else {}


def switches(rules: Ruleset[Any]) -> list[Switch]:
    """The options that are on or off."""
    return [
        Switch(name, name.replace("_", " "), default)
        for name, default in fields(rules).items()
        if isinstance(default, bool)
    ]


def chosen(rules: Ruleset[Any], flipped: int) -> dict[str, object]:
    """The options with some switches (bits, the first is 1) not as they are by default."""
    flips = [each for i, each in enumerate(switches(rules)) if flipped >> i & 1]
    return {each.name: not each.default for each in flips}


def typed(rules: Ruleset[Any], text: str) -> dict[str, object]:
    """Options typed as `name=value name=value`; a value may hold spaces."""
    found = re.split(r"(?:^|\s+)(\w+)=", text.strip())
    if found[0]:
        raise Illegal("Write options as name=value; there are {names}.", names=list(fields(rules)) or "none")
    return dict(_typed(rules, name, value.strip()) for name, value in zip(found[1::2], found[2::2], strict=True))


def _typed(rules: Ruleset[Any], name: str, value: str) -> tuple[str, object]:
    known = fields(rules)
    if name not in known:
        names = list(known) or "none"
        raise Illegal("I do not know the option {name}; there are {names}.", name=name[:40], names=names)
    default, said = known[name], value.casefold()
    if isinstance(default, bool) and said in YES | NO:
        return name, said in YES
    if type(default) is int and said.isascii() and said.isdigit() and len(said) < 16:
        return name, int(said)
    if isinstance(default, str):
        return name, value
    if isinstance(default, list):
        return name, [part.strip() for part in value.split(",") if part.strip()]
    raise Illegal("{name} is a switch or a number: {name}=yes, {name}=5.", name=name)
