"""Counts by room how many lines of the host came since a release, how many left, and how many stand as they stood.

`rtab lines REVISION`, in a checkout. A line stands as it stood if the release has it anywhere in the
host, whatever its file is called now, and however far it is indented; blank lines do not count. Each file is first
held against the one of that release that it has most lines in common with.
"""

from __future__ import annotations

import argparse
import io
import subprocess
import sys
import tarfile
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

HOST, FLOOR = "layers/host", "layers"
NEW = 0.15  # of whose lines fewer stood there before is a file that has come
Lines = Counter[str]


class Room(NamedTuple):
    """What has become of a room's lines: those of that release count where most of their file's lines are now."""

    then: int
    left: int
    moved: int  # as they stood, from another room or to another
    came: int
    now: int
    new: int  # of what came, in files of which nothing stood there before


def counted(text: str) -> Lines:
    """The lines of a file that have something on them."""
    return Counter(filter(None, map(str.strip, text.splitlines())))


def released(root: Path, revision: str) -> dict[str, Lines]:
    """The host's programs as they were."""
    asked = ["git", "archive", revision, HOST]
    packed = subprocess.run(asked, cwd=root, check=True, capture_output=True).stdout  # noqa: S603 # git, of this checkout
    with tarfile.open(fileobj=io.BytesIO(packed)) as files:
        found = {each.name: files.extractfile(each) for each in files if each.name.endswith(".py")}
        return {name: counted(file.read().decode()) for name, file in found.items() if file}


def present(root: Path) -> dict[str, Lines]:
    """The programs of the host and of the workshop, where some of the host has gone."""
    return {
        path.relative_to(root).as_posix(): counted(path.read_text("utf-8"))
        for path in sorted((root / FLOOR).rglob("*.py"))
    }


def room_of(path: str) -> str:
    """`core`, `doors/web`, …, or the workshop."""
    floor, *folders, _ = path.removeprefix(f"{FLOOR}/").split("/")
    if floor != "host":
        return floor
    return "/".join(folders[: 2 if folders[:1] == ["doors"] else 1]) or "beside the rooms"


def kin(lines: Lines, others: Mapping[str, Lines]) -> str:
    """Which of the others has most lines in common with it."""
    return max(others, key=lambda name: ((lines & others[name]).total(), name))


def by_room(then: Mapping[str, Lines], now: Mapping[str, Lines]) -> dict[str, Room]:
    """All rooms of today."""
    kept = {path: lines & then[kin(lines, then)] for path, lines in now.items()}
    rest = sum(then.values(), Counter())
    for path, lines in kept.items():  # of what two files have, the first has it
        kept[path] = lines & rest
        rest -= kept[path]
    for path, lines in now.items():
        more = (lines - kept[path]) & rest
        kept[path] += more
        rest -= more
    homes = {path: room_of(kin(lines, now)) for path, lines in then.items()}
    gone: Counter[str] = Counter()
    for path, lines in then.items():
        left = lines & rest
        gone[homes[path]] += left.total()
        rest -= left
    return {
        room: _room(room, then, now, kept, homes, gone[room]) for room in sorted({*map(room_of, now), *homes.values()})
    }


def _room(
    room: str,
    then: Mapping[str, Lines],
    now: Mapping[str, Lines],
    kept: Mapping[str, Lines],
    homes: Mapping[str, str],
    left: int,
) -> Room:
    mine = [path for path in now if room_of(path) == room]
    before = sum(lines.total() for path, lines in then.items() if homes[path] == room)
    stands = sum(kept[path].total() for path in mine)
    total = sum(now[path].total() for path in mine)
    new = sum((now[path] - kept[path]).total() for path in mine if kept[path].total() < NEW * now[path].total())
    return Room(before, left, stands - (before - left), total - stands, total, new)


def table(rooms: Mapping[str, Room]) -> str:
    """As it stands in docs/architecture.md."""
    rows = {**rooms, "**host**": added(room for name, room in rooms.items() if name != "workshop")}
    lines = ["| Room | then | left | moved | came | of it in new files | now |", "|---|---|---|---|---|---|---|"]
    for name, room in rows.items():
        numbers = (room.then, -room.left, room.moved, room.came, room.new, room.now)
        called = name if name.startswith("*") else f"`{name}`"
        lines.append(f"| {called} | " + " | ".join(f"{number:,}".replace("-", "−") for number in numbers) + " |")
    return "\n".join(lines)


def added(rooms: Iterable[Room]) -> Room:
    """All of them together."""
    return Room(*(sum(column) for column in zip(*rooms, strict=True)))


def run(argv: list[str]) -> int:
    """Count, and print."""
    words = argparse.ArgumentParser("rtab lines", description=(__doc__ or "").partition("\n")[0])
    words.add_argument("revision", help="a release, such as 629d478")
    revision, root = words.parse_args(argv).revision, Path(__file__).parents[2]
    try:
        then = released(root, revision)
    except subprocess.CalledProcessError as error:
        print(f"git has no host at {revision}: {error.stderr.decode().strip()}", file=sys.stderr)
        return 1
    print(table(by_room(then, present(root))))
    return 0
