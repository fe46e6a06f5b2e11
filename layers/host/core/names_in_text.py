"""Translates player names in typed text to seats: rulesets know seats only, people write names."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence

import msgspec

from engine.kernel import Illegal, Question
from host.core.display_names import PROGRAM_MARK
from host.core.session import SeatedPlayer


def replace_names_with_seats(question: Question, answer: object, names: Mapping[str, str]) -> object:
    """Return a typed answer with player names replaced by their seats, unless it is valid as typed."""
    about_people = any(option.value in names for option in question.options)
    if not isinstance(answer, str) or not (about_people or question.form.words or question.form.kind == "text"):
        return answer
    try:
        msgspec.structs.replace(question, asks_back=False).check(answer)
    except Illegal:
        return _substitute_seats(answer, names)
    return answer


def find_player_by_name(players: Sequence[SeatedPlayer], text: str) -> SeatedPlayer:
    """Return the one player meant by this name or seat number; raise Illegal if it is not exactly one."""
    here = [player for player in players if not player.out]
    same, said = Counter(_strip_seat_number(player).casefold() for player in here), text.strip().casefold()
    names = [
        _format_numbered_name(player) if same[_strip_seat_number(player).casefold()] > 1 else player.name
        for player in here
    ]
    for called in (_strip_seat_number, _format_numbered_name, _format_seat_number, _format_marked_name):
        found = [player for player in here if called(player).casefold() in (said, said.removeprefix("@"))]
        if said and len(found) == 1:
            return found[0]
    raise Illegal(
        "Which player do you mean? Write a name after the command: {names}.", code="which_player", names=names
    )


def _strip_seat_number(player: SeatedPlayer) -> str:
    """Return a player's own name without the seat number that may be shown after it."""
    return player.bare_name.removesuffix(PROGRAM_MARK).removesuffix(f" ({_format_seat_number(player)})")


def _format_seat_number(player: SeatedPlayer) -> str:
    return player.seat.removeprefix("p")


def _format_numbered_name(player: SeatedPlayer) -> str:
    return f"{_strip_seat_number(player)} ({_format_seat_number(player)})"


def _format_marked_name(player: SeatedPlayer) -> str:
    """Return the name of a computer with its mark, which tells it from a person of the same name."""
    return player.name if player.name != player.bare_name else _format_numbered_name(player)


def _substitute_seats(text: str, names: Mapping[str, str]) -> str:
    seats = {name.casefold(): seat for seat, name in names.items() if name}
    longest_first = sorted(seats, key=len, reverse=True)
    some_name = "|".join(re.escape(name) for name in longest_first)
    pattern = rf"(?<!\w)(?:{some_name})(?!\w)"
    return re.sub(pattern, lambda found: seats.get(found[0].casefold(), found[0]), text, flags=re.IGNORECASE)
