"""What a ruleset has changed since a release, so that what comes out otherwise can be told from a fault."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from msgspec import Struct

from engine.kernel.event import Event
from engine.kernel.text import Told


class Change(Struct, frozen=True):
    """One sentence or ruling, as it was and as it is: what was told as `was` is told as `event` now.

    `was` is a sentence with its placeholders, or the id of an event; `now` says which sentence of the event it is, or
    is a remark, if there is no event. Where one of the two sides is empty, that is not said any more, or was not said
    before. Or both are `draw` and the key of a draw, or `open` and the first word of the keys of a private script,
    which starts over if it was open in that release. Or `state` and paths such as `rounds.*.good`, which that release
    did not keep.

    After a changed sentence a game goes on as it did; after a changed `ruling` it may take another course.
    """

    since: str  # the release that it was otherwise in
    why: str  # what the CHANGELOG says of it, in just these words
    was: str = ""
    now: str = ""
    ruling: bool = False
    event: type[Event] | None = None

    @property
    def told(self) -> str:
        """What is told now: the id of an event, or a remark."""
        return self.event.id if self.event else self.now

    def counts(self, path: str) -> bool:
        """Return whether it explains a difference at this path of a game's state."""
        parts, wanted = path.split("."), self.was.replace("state ", "state.", 1).split(".")
        fits = all(each in ("*", part) for each, part in zip(wanted, parts, strict=False))
        return wanted[0] == "state" and len(parts) == len(wanted) and fits


def explained(changes: Iterable[Change], was: str, now: str) -> Change | None:
    """The change that turns the one into the other, if there is one: of draws, and of private scripts."""
    return next((change for change in changes if (change.was, change.told) == (was, now)), None)


def reworded(changes: Iterable[Change], was: Told | None, now: Told | None) -> Change | None:
    """The change by which the one is told as the other, or not any more, or has not been before."""
    before = (was.what, was.text) if was else ("",)
    what, text = (now.what, now.text) if now else ("", "")
    return next(
        (
            change
            for change in changes
            if change.was in before and change.told == what and (not change.now or change.now in (what, text))
        ),
        None,
    )


def holds(marks: Iterable[int], said: Iterable[tuple[int, str]], changes: Iterable[Change]) -> bool:
    """Does what was announced still hold? Of what is said now, with its mark and what it is, a changed sentence does,
    and one that was not said before is passed over.
    """
    marks, said = list(marks), list(said)
    if [mark for mark, _ in said[: len(marks)]] == marks:
        return True  # nearly always: nothing has changed
    changes = list(changes)
    anew = {change.told for change in changes if change.was and not change.ruling}
    added = {change.told for change in changes if not change.was}
    lines = iter(said)
    return len(said) >= len(marks) and all(
        any(before == mark or text in anew for mark, text in _upto(lines, before, added)) for before in marks
    )


def _upto(lines: Iterator[tuple[int, str]], before: int, added: Collection[str]) -> Iterator[tuple[int, str]]:
    """The next line that was said then too, if it is there."""
    for mark, text in lines:
        if before == mark or text not in added:
            yield mark, text
            return
