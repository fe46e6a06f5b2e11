"""What a ruleset has changed since a release, so that what comes out otherwise can be told from a fault."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from msgspec import Struct

from engine.kernel.event import Event
from engine.kernel.text import Told

COMPUTERS_CHANGED = "Computers have characters, strengths"


class Change(Struct, frozen=True):
    """One sentence or ruling that was changed since a release: what was told as `was` is told as `event` now.

    `was` is a sentence with its placeholders, or the id of an event; `now` says which sentence of the event it is, or
    is a remark if there is no event. Where one of the two sides is empty, that is not said any more, or was not said
    before. Or both are `draw` and the key of a draw, or `open` and the first word of the keys of a private script,
    which starts again if it was open in that release. Or `state` and paths such as `rounds.*.good`, which that release
    did not keep.

    After a changed sentence a game goes on as it did; after a changed `ruling` it may take another course.
    """

    since: str  # the release that it was otherwise in
    why: str  # what it is about; of a ruling, what the upgrade notes say, in just these words
    was: str = ""
    now: str = ""
    ruling: bool = False
    event: type[Event] | None = None

    @property
    def told(self) -> str:
        """Return what is announced now, after this change of the rules: the id of the event, or the text of the
        remark.
        """
        return self.event.id if self.event else self.now

    def explains_path(self, path: str) -> bool:
        """Return whether this change of the rules explains why a replayed game's state differs from the old one at this
        path (names joined by dots, such as `rounds.1.good`).
        """
        parts, wanted = path.split("."), self.was.replace("state ", "state.", 1).split(".")
        fits = all(each in ("*", part) for each, part in zip(wanted, parts, strict=False))
        return wanted[0] == "state" and len(parts) == len(wanted) and fits


def find_change(changes: Iterable[Change], was: str, now: str) -> Change | None:
    """Return the recorded change of the rules that renamed a draw or a private script from `was` to `now`, or None if
    there is no such change.
    """
    return next((change for change in changes if (change.was, change.told) == (was, now)), None)


def find_rewording(changes: Iterable[Change], was: Told | None, now: Told | None) -> Change | None:
    """Return the recorded change of the rules that explains why a replayed game now announces something else (`now`)
    than before (`was`; None for nothing), or None if there is none.
    """
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


def are_announcements_kept(marks: Iterable[int], said: Iterable[tuple[int, str]], changes: Iterable[Change]) -> bool:
    """Return whether a replay announces everything that the game announced before, in the same order. `marks` are the
    fingerprints of the old announcements; `said` has fingerprint and text of the new ones. One that a change of the
    rules rewrote counts as kept, one that a change added is skipped.
    """
    marks, said = list(marks), list(said)
    if [mark for mark, _ in said[: len(marks)]] == marks:
        return True  # nearly always: nothing has changed
    changes = list(changes)
    anew = {change.told for change in changes if change.was and not change.ruling}
    added = {change.told for change in changes if not change.was}
    lines = iter(said)
    return len(said) >= len(marks) and all(
        any(before == mark or text in anew for mark, text in _iter_next_old_line(lines, before, added))
        for before in marks
    )


def _iter_next_old_line(
    lines: Iterator[tuple[int, str]], before: int, added: Collection[str]
) -> Iterator[tuple[int, str]]:
    """Yield at most one announcement: the next of a replay that the old release made as well. Skip those that a change
    of the rules has added (their texts are in `added`), except one with the fingerprint `before`, which the old release
    had next.
    """
    for mark, text in lines:
        if before == mark or text not in added:
            yield mark, text
            return
