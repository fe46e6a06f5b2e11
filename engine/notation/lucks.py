"""Playing a transcript with other luck as well: what it expects must hold whatever chance does with what is not pinned.

So no addition to a table, and no draw that is new elsewhere, can break it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import structs

from engine.kernel.ruleset import Ruleset
from engine.notation.errors import Malformed
from engine.notation.run import NOT_SAID, Difference, replay_text
from engine.notation.transcript import parse_transcript

LUCKS = ("another", "a third")
HANGS = (
    "this hangs on luck, and is otherwise with other luck: pin what decides it with a “~” line before the move "
    "(--bless --pin shows all there are), or leave it out. With other luck {why}"
)


def replay_with_any_luck(text: str, rulesets: Mapping[str, Ruleset[Any]]) -> list[Difference]:
    """Replay a text and list the differences; if there are none, list what would differ with other luck.

    Exports are replayed only once, because they contain all draws.
    """
    found = replay_text(text, rulesets)
    if found or _is_export(text, rulesets):
        return found
    hanging = {each.line: each for luck in LUCKS for each in replay_text(text, rulesets, luck)}
    return [structs.replace(each, why=HANGS.format(why=each.why)) for _, each in sorted(hanging.items())]


def remove_lucky_lines(text: str, rulesets: Mapping[str, Ruleset[Any]]) -> str:
    """Return the text without the lines that are told with this luck only."""
    if _is_export(text, rulesets):
        return text
    hanging = {each.line for luck in LUCKS for each in replay_text(text, rulesets, luck) if each.why == NOT_SAID}
    return "\n".join(line for n, line in enumerate(text.split("\n"), 1) if n not in hanging)


def _is_export(text: str, rulesets: Mapping[str, Ruleset[Any]]) -> bool:
    try:
        return parse_transcript(text, rulesets).find_header("commitment") is not None
    except Malformed:
        return False
