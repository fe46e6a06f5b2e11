"""How the host of the Deluxe edition speaks: for what is told again and again, other words, each as true."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from engine.kernel.retelling import Retelling
from engine.kernel.voice import Book, book, worded

GRID = book(
    worded(
        "deluxe/zone",
        "The race enters {zone}, for {n} rounds. {rule}",
        "A zone opens: {zone}. It lasts {n} {n:round|rounds}. {rule}",
    ),
    worded(
        "deluxe/zoneover",
        "The race leaves {zone}.",
        "{zone} is over. The old rules are back.",
    ),
    worded(
        "deluxe/beat1",
        "{who} calls Failsafe with {n} {n:space|spaces} left!",
        "Failsafe, with {n} {n:space|spaces} left! {who} says that all of them are bombs.",
    ),
    worded(
        "deluxe/multi",
        "{who} goes on with {times} and {n} {n:win|wins} in a row.",
        "{who} stands at {times} now, with {n} {n:win|wins} in a row.",
        "{n} in a row for {who}, and {times}.",
    ),
    worded(
        "deluxe/strike",
        "Space {n}: a strike!",
        "A strike on {n}.",
    ),
    worded(
        "deluxe/hunt",
        "{who} has hunted on {spaces}: {n} live {n:bomb|bombs}.",
        "{who} hunted on {spaces} and found {n} live {n:bomb|bombs}.",
    ),
    worded(
        "deluxe/trash",
        "{who} picks through the trash: {faces}.",
        "{who} takes what the bombs covered: {faces}.",
        "From the trash, for {who}: {faces}.",
    ),
    worded(
        "deluxe/bomb",
        "{who} picks space {n}: a Bomb!",
        "{n} is a bomb, and {who} has picked it.",
    ),
    worded(
        "deluxe/out",
        "{who} is out of the round.",
        "Out of the round: {who}.",
    ),
)


class HostOfDeluxe(Retelling):
    """The same host, in dollars."""

    book: ClassVar[Book] = GRID
    heard: ClassVar[Mapping[str, tuple[str, str]]] = {
        "Sealed bombs: {receipts}.": ("", ""),  # receipts stand where seals are
        "The race enters {zone}, for {n} rounds. {rule}": ("deluxe", "zone"),
        "The race leaves {zone}.": ("deluxe", "zoneover"),
        "{who} calls Failsafe with {n} {n:space|spaces} left!": ("deluxe", "beat1"),
        "{who} goes on with {times} and {n} {n:win|wins} in a row.": ("deluxe", "multi"),
        "Space {n}: a strike!": ("deluxe", "strike"),
        "{who} has hunted on {spaces}: {n} live {n:bomb|bombs}.": ("deluxe", "hunt"),
        "{who} picks through the trash: {faces}.": ("deluxe", "trash"),
        "{who} picks space {n}: a Bomb!": ("deluxe", "bomb"),
        "{who} is out of the round.": ("deluxe", "out"),
    }


VOICE = HostOfDeluxe()
