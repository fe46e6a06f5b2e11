"""Compares answers that were sealed with their seals, from a log or a text alone: no rules are run."""

from __future__ import annotations

from collections.abc import Iterable

from engine.kernel.chance import Sealed

# Questions whose answer is sealed as it was given, where it is a number.
SEALED_ANSWERS = ("bomb.seal", "military_aid.square", "add_a_row.bomb", "bid")


def find_mismatched_seal(who: str, key: str, value: object, seals: Iterable[Sealed]) -> Sealed | None:
    """Return the seal made by this answer if it contains something else, or None."""
    answer = str(value)
    if key not in SEALED_ANSWERS or not answer.isdigit():
        return None
    own = next((sealed for sealed in seals if who in sealed.name.split("|")), None)
    return own if own is not None and own.what != answer else None
