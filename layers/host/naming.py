"""Names in what people type: rulesets know seats only, people write names."""

from __future__ import annotations

import re
from collections.abc import Mapping

from engine.kernel import Illegal, Question


def in_seats(question: Question, answer: object, names: Mapping[str, str]) -> object:
    """A typed answer with seats in place of names, where it makes no sense as it stands."""
    if not isinstance(answer, str) or not (question.form.words or question.form.kind == "text"):
        return answer
    try:
        question.check(answer)
    except Illegal:
        return _seated(answer, names)
    return answer


def _seated(text: str, names: Mapping[str, str]) -> str:
    seats = {name.casefold(): seat for seat, name in names.items() if name}
    longest_first = sorted(seats, key=len, reverse=True)
    some_name = "|".join(re.escape(name) for name in longest_first)
    pattern = rf"(?<!\w)(?:{some_name})(?!\w)"
    return re.sub(pattern, lambda found: seats.get(found[0].casefold(), found[0]), text, flags=re.IGNORECASE)
