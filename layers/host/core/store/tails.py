"""Keeps the last lines of a game's log in the game's own item, for as long as they do not make it dearer.

Then they go together into an item of their own, a sheaf, before the game lets go of them: until a transaction has
happened they are in both, and wherever a line is found twice it is the same line. A sheaf is never written anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from host.core.store.items import HIGHEST, Item, Op, PutItem
from host.core.store.packing import packed_beside, unpacked_beside

LINE = "log/"
SHEAF = "+"  # between the key of its first line and how many there are
MOST_LINES = 16
MOST_GAMES = 1000
BETWEEN, AFTER_KEY = b"\0", b"\1"  # neither stands in a line
NEWS = "\2"  # between the keys of news: they lie with a game as lines do

Line = tuple[str, bytes]  # its second key, and its body


class LogTails:
    """The lines that lie with games, as this process has met them."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[int, list[Line]]] = {}

    def note(self, pk: str, version: int, lines: list[Line]) -> None:
        """These lie with that version of the game."""
        self._known.pop(pk, None)
        while len(self._known) >= MOST_GAMES:
            self._known.pop(next(iter(self._known)), None)
        self._known[pk] = version, lines

    def of(self, pk: str, version: int) -> list[Line] | None:
        """What lies with this version of a game, if that is known."""
        known, lines = self._known.get(pk, (-1, []))
        return lines if known == version else None


def newest(ops: Sequence[Op], pk: str) -> list[Line]:
    """The lines that a transaction adds to this game's log."""
    puts = [op for op in ops if isinstance(op, PutItem) and op.item.pk == pk and op.expect == 0]
    return [(op.item.sk, op.item.body) for op in puts if op.item.sk.startswith(LINE) and _fits(op.item)]


def _fits(item: Item) -> bool:
    return bool(item.body) and BETWEEN not in item.body and not (item.version or item.index or item.counts)


def bound(lines: Iterable[Line]) -> bytes:
    """Lines in one piece."""
    return BETWEEN.join(sk.encode() + AFTER_KEY + body for sk, body in lines)


def parted(body: bytes) -> list[Line]:
    """The lines as they were bound."""
    found = [each.partition(AFTER_KEY) for each in body.split(BETWEEN)] if body else []
    return [(sk.decode(), line) for sk, _, line in found]


def packed_lines(lines: Sequence[Line], body: bytes) -> bytes:
    """Lines beside the body of their game."""
    return packed_beside(bound(lines), body)


def unpacked_lines(small: bytes, body: bytes) -> list[Line]:
    """The same again; raises zlib.error where they are damaged."""
    return parted(unpacked_beside(small, body))


def kept(before: list[Line], new: list[Line], news: list[Line], body: bytes, room: int) -> list[Line]:
    """The lines that are to lie with a game: all, only the new ones, or none, as there is room beside its news."""
    some = [lines for lines in (before + new, new) if lines and len(lines) <= MOST_LINES]
    return next((lines for lines in some if len(packed_lines(lines + news, body)) <= room), [])


def as_lines(news: Iterable[Item]) -> list[Line]:
    """News as they lie with their game."""
    return [(f"{each.pk}{NEWS}{each.sk}", each.body) for each in news]


def sorted_out(lines: Iterable[Line]) -> tuple[list[Line], list[Item]]:
    """What is of the log, and what is news."""
    told = [(line, line[0].partition(NEWS)) for line in lines]
    return [line for line, (_, mark, _) in told if not mark], [
        Item(pk, sk, body) for (_, body), (pk, mark, sk) in told if mark
    ]


def sheaf(pk: str, lines: Sequence[Line]) -> PutItem:
    """These lines in an item of their own, wherever others may have put them meanwhile."""
    return PutItem(Item(pk, f"{lines[0][0]}{SHEAF}{len(lines):02d}", bound(lines)))


def spread(item: Item) -> Iterator[Item]:
    """The lines of a sheaf; of any other item, itself."""
    first, mark, count = item.sk.partition(SHEAF)
    if not (mark and first.startswith(LINE) and count.isdigit()):
        yield item
    elif item.damaged:
        start = int(first.removeprefix(LINE))
        yield from (Item(item.pk, f"{LINE}{start + n:07d}", damaged=True) for n in range(int(count)))
    else:
        yield from (Item(item.pk, sk, body) for sk, body in parted(item.body))


def touched(pk: str, first: str, last: str) -> bool:
    """May some of these keys be lines of a game's log?"""
    return pk.startswith("game/") and first <= LINE + HIGHEST and last >= LINE


def widened(first: str, last: str) -> tuple[str, str]:
    """From where to where the sheaves lie that may hold these lines."""
    number = first.removeprefix(LINE)
    start = f"{LINE}{max(0, int(number) - MOST_LINES):07d}" if number.isdigit() else first
    return start, last + SHEAF + HIGHEST if last.removeprefix(LINE).isdigit() else last


def merged(items: Iterable[Item], lines: Iterable[Line], pk: str, first: str, last: str) -> list[Item]:
    """All lines between these keys, each once; one that has an item of its own is as it is there."""
    found = {sk: Item(pk, sk, body) for sk, body in lines}
    own = list(items)
    for item in sorted(own, key=lambda item: SHEAF not in item.sk):
        found |= {each.sk: each for each in spread(item) if not (each.damaged and each.sk in found)}
    return [found[sk] for sk in sorted(found) if first <= sk <= last]
