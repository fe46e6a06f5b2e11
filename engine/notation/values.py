"""Values as people write them (bare words, numbers, lists, quotes), and what can be wrong with a text."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Sequence
from typing import Any, Protocol, TypeVar

import msgspec

_LIST_ITEM = {mark: re.compile(rf'\s*("(?:[^"\\]|\\.)*"|[^{mark}]*?)\s*(?:[{mark}]|$)') for mark in ",|"}


def parse_json_or_words(text: str) -> Any:
    """Parse a text as JSON if it is JSON, else return it unchanged."""
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError):  # RecursionError: JSON nested thousands deep
        return text


def unquote(text: str) -> str:
    """Return a word or phrase in a transcript without its quotes, if it has any; raise UnclearLine if they do not
    close.
    """
    if not text.startswith('"'):
        return text
    try:
        return msgspec.json.decode(text, type=str)
    except msgspec.DecodeError:
        raise UnclearLine(f"the quotes of {text} do not close.") from None


def parse_list(text: str, mark: str = ",") -> list[str]:
    """Parse a list in a transcript, separated by `mark` (a comma or `|`), such as `1, 5, 7`, into texts; items may be
    quoted. Empty items count, except after the last mark; an empty text gives an empty list. Raise UnclearLine if a
    quote does not close.
    """
    pieces, at = [], 0
    while at < len(text):
        match = _LIST_ITEM[mark].match(text, at)
        if match is None:
            raise UnclearLine(f"the quotes of {text} do not close.")
        pieces.append(unquote(match[1]))
        at = match.end()
    return pieces


def format_answer_value(value: Any) -> str:
    """Format the value of a player's answer for a transcript: a list with commas between its items, anything else as
    one word, in quotes where needed, so that parsing it gives the same text (a number comes back as text).
    """
    return (
        ", ".join(quote_if_needed(item, ",") for item in value)
        if isinstance(value, list | tuple)
        else quote_if_needed(value)
    )


def quote_if_needed(value: Any, marks: str = "") -> str:
    """Return a word or phrase as a transcript writes it: in quotes if it would be misread without them, for instance
    because it contains one of the separators in `marks`.
    """
    text = str(value)
    bare = text == text.strip() and text[:1] not in ("", '"') and text.isprintable() and not set(marks) & set(text)
    return text if bare else msgspec.json.encode(text).decode()


WHOLE_NUMBER_TEXT = re.compile(r"-?[0-9]{1,15}")
COUNT_TEXT = re.compile(r"[0-9]{1,15}")
P = TypeVar("P")


class Seated(Protocol[P]):
    """A state with players by their names."""

    players: dict[str, P]


def iter_named_items(text: str) -> Iterable[tuple[str, str]]:
    """Yield each item of a transcript's text such as `Ann this; Bob that` as two parts: the name, and the rest (empty
    if nothing follows the name). Empty items are left out; a name may come twice.
    """
    for item in text.split(";"):
        who, _, rest = item.strip().partition(" ")
        if who:
            yield who, rest.strip()


def parse_name_list(text: str) -> list[str]:
    """Parse a comma-separated list of names in a transcript, which cannot be quoted; empty ones are left out."""
    return [piece.strip() for piece in text.split(",") if piece.strip()]


def parse_whole(text: str) -> int:
    """Parse a whole number in a transcript, with or without a minus sign and of at most 15 digits; raise UnclearLine
    for anything else.
    """
    return _parse_number(text, WHOLE_NUMBER_TEXT)


def parse_count(text: str) -> int:
    """Parse a whole number in a transcript that is 0 or more, without a sign and of at most 15 digits; raise
    UnclearLine for anything else.
    """
    return _parse_number(text, COUNT_TEXT)


def _parse_number(text: str, shape: re.Pattern[str]) -> int:
    """Return a text of this shape as a whole number; raise UnclearLine for any other text."""
    if not shape.fullmatch(text):
        raise UnclearLine(f"“{text}” is no whole number.")
    return int(text)


def find_named_player(state: Seated[P], who: str) -> P:
    """Return the player of this name in a game's state; raise UnclearLine, for a transcript, if there is none."""
    if who not in state.players:
        raise UnclearLine(f"nobody called “{who}” plays.{format_hint(who, state.players)}")
    return state.players[who]


def check_named_players(state: Seated[Any], names: Sequence[str]) -> None:
    """Raise UnclearLine, for a line of a transcript that seats these players, if nobody has one of the names, or if one
    stands twice.
    """
    for who in names:
        find_named_player(state, who)
        if names.count(who) > 1:
            raise UnclearLine(f"{who} stands twice in this line.")


class Malformed(Exception):
    """Raised for a text that does not follow the notation; names the line and what was expected there."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(f"line {line}: {why}")
        self.line = line
        self.why = why


class UnclearLine(ValueError):
    """Raised for a piece of a line that cannot be read; callers that know the line number turn it into `Malformed`."""


def format_hint(word: str, words: Iterable[str]) -> str:
    """Return a “Did you mean …?” hint, beginning with a space, with the word of `words` that is most like `word`, or an
    empty string if none is.
    """
    found = difflib.get_close_matches(word, list(words), n=1)
    return f" Did you mean “{found[0]}”?" if found else ""
