"""What a ruleset has changed since a release, so that what comes out otherwise can be told from a fault."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from msgspec import Struct


class Change(Struct, frozen=True):
    """One sentence or ruling, as it was and as it is. `was` and `now` are a line's text with its placeholders, or
    `draw` and the key of a draw; where one of the two is empty, that is not said any more, or was not said before.
    Or `open` and the first word of the keys of a private script, which starts over if it was open in that release.

    After a changed sentence a game goes on as it did; after a changed `ruling` it may take another course.
    """

    since: str  # the release that it was otherwise in
    why: str  # what the CHANGELOG says of it, in just these words
    was: str = ""
    now: str = ""
    ruling: bool = False


def explained(changes: Iterable[Change], was: str, now: str) -> Change | None:
    """The change that turns the one into the other, if there is one."""
    return next((change for change in changes if (change.was, change.now) == (was, now)), None)


def holds(marks: Iterable[int], said: Iterable[tuple[int, str]], changes: Iterable[Change]) -> bool:
    """Does what was announced still hold? Of what is said now, with its mark and its text, a changed sentence does,
    and one that was not said before is passed over.
    """
    marks, said = list(marks), list(said)
    if [mark for mark, _ in said[: len(marks)]] == marks:
        return True  # nearly always: nothing has changed
    changes = list(changes)
    reworded = {change.now for change in changes if change.was and not change.ruling}
    added = {change.now for change in changes if not change.was}
    lines = iter(said)
    return len(said) >= len(marks) and all(
        any(before == mark or text in reworded for mark, text in _upto(lines, before, added)) for before in marks
    )


def _upto(lines: Iterator[tuple[int, str]], before: int, added: Collection[str]) -> Iterator[tuple[int, str]]:
    """The next line that was said then too, if it is there."""
    for mark, text in lines:
        if before == mark or text not in added:
            yield mark, text
            return
