"""Playing a transcript with other luck as well: what it expects must hold whatever chance does with what is not pinned.

So no addition to a table, and no draw that is new elsewhere, can break it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import structs

from engine.kernel.ruleset import Ruleset
from engine.notation.errors import Malformed
from engine.notation.run import NOT_SAID, Difference, replay
from engine.notation.transcript import parse

LUCKS = ("another", "a third")
HANGS = (
    "this hangs on luck, and is otherwise with other luck: pin what decides it with a “~” line before the move "
    "(--bless --pin shows all there are), or leave it out. With other luck {why}"
)


def replay_with_any_luck(text: str, rulesets: Mapping[str, Ruleset[Any]]) -> list[Difference]:
    """What does not hold; and if all does, what would not with other luck. All that an export drew stands in it."""
    found = replay(text, rulesets)
    if found or _exported(text, rulesets):
        return found
    hanging = {each.line: each for luck in LUCKS for each in replay(text, rulesets, luck)}
    return [structs.replace(each, why=HANGS.format(why=each.why)) for _, each in sorted(hanging.items())]


def steady(text: str, rulesets: Mapping[str, Ruleset[Any]]) -> str:
    """The same text without what is said in it with this luck only."""
    if _exported(text, rulesets):
        return text
    hanging = {each.line for luck in LUCKS for each in replay(text, rulesets, luck) if each.why == NOT_SAID}
    return "\n".join(line for n, line in enumerate(text.split("\n"), 1) if n not in hanging)


def _exported(text: str, rulesets: Mapping[str, Ruleset[Any]]) -> bool:
    try:
        return parse(text, rulesets).header("commitment") is not None
    except Malformed:
        return False
