"""Translates player names in typed text to seats: rulesets know seats only, people write names."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence

import msgspec

from engine.kernel import Illegal, Question
from host.core.session import Player


def in_seats(question: Question, answer: object, names: Mapping[str, str]) -> object:
    """A typed answer with seats in place of names, where it makes no sense as it stands."""
    about_people = any(option.value in names for option in question.options)
    if not isinstance(answer, str) or not (about_people or question.form.words or question.form.kind == "text"):
        return answer
    try:
        msgspec.structs.replace(question, asks_back=False).check(answer)
    except Illegal:
        return _seated(answer, names)
    return answer


def meant(players: Sequence[Player], text: str) -> Player:
    """Whoever of these is meant: by their name, or by the number of their seat, which is shown with names alike."""
    here = [player for player in players if not player.out]
    same, said = Counter(_name(player).casefold() for player in here), text.strip().casefold()
    names = [_numbered(player) if same[_name(player).casefold()] > 1 else player.name for player in here]
    for called in (_name, _numbered, _number):
        found = [player for player in here if called(player).casefold() in (said, said.removeprefix("@"))]
        if said and len(found) == 1:
            return found[0]
    raise Illegal("Who is meant? Write the name after the command: {names}.", names=names)


def _name(player: Player) -> str:
    """As they call themselves, also where that is shown with the number of their seat."""
    return player.name.removesuffix(f" ({_number(player)})")


def _number(player: Player) -> str:
    return player.seat.removeprefix("p")


def _numbered(player: Player) -> str:
    return f"{_name(player)} ({_number(player)})"


def _seated(text: str, names: Mapping[str, str]) -> str:
    seats = {name.casefold(): seat for seat, name in names.items() if name}
    longest_first = sorted(seats, key=len, reverse=True)
    some_name = "|".join(re.escape(name) for name in longest_first)
    pattern = rf"(?<!\w)(?:{some_name})(?!\w)"
    return re.sub(pattern, lambda found: seats.get(found[0].casefold(), found[0]), text, flags=re.IGNORECASE)
