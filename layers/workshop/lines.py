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
    """Counts of one room's lines. Lines of the old release are counted where most of their file's lines are now."""

    then: int
    left: int
    moved: int  # as they stood, from another room or to another
    came: int
    now: int
    new: int  # of what came, in files of which nothing stood there before


def count_file_lines(text: str) -> Lines:
    """Count the lines of a file, stripped and without blank ones."""
    return Counter(filter(None, map(str.strip, text.splitlines())))


def read_released_lines(root: Path, revision: str) -> dict[str, Lines]:
    """Read the lines of the host's Python files at a git revision."""
    asked = ["git", "archive", revision, HOST]
    packed = subprocess.run(asked, cwd=root, check=True, capture_output=True).stdout  # noqa: S603 # git, of this checkout
    with tarfile.open(fileobj=io.BytesIO(packed)) as files:
        found = {each.name: files.extractfile(each) for each in files if each.name.endswith(".py")}
        return {name: count_file_lines(file.read().decode()) for name, file in found.items() if file}


def read_present_lines(root: Path) -> dict[str, Lines]:
    """Read the lines of the Python files of host and workshop as they are now; some of the host's have moved to the
    workshop.
    """
    return {
        path.relative_to(root).as_posix(): count_file_lines(path.read_text("utf-8"))
        for path in sorted((root / FLOOR).rglob("*.py"))
    }


def find_room(path: str) -> str:
    """Return the room of a file: `core`, `doors/web` and so on, or `workshop`."""
    floor, *folders, _ = path.removeprefix(f"{FLOOR}/").split("/")
    if floor != "host":
        return floor
    return "/".join(folders[: 2 if folders[:1] == ["doors"] else 1]) or "beside the rooms"


def find_closest_file(lines: Lines, others: Mapping[str, Lines]) -> str:
    """Return the name of the file that has most lines in common with these."""
    return max(others, key=lambda name: ((lines & others[name]).total(), name))


def count_rooms(then: Mapping[str, Lines], now: Mapping[str, Lines]) -> dict[str, Room]:
    """Compare two releases and return the counts of every room."""
    kept = {path: lines & then[find_closest_file(lines, then)] for path, lines in now.items()}
    rest = sum(then.values(), Counter())
    for path, lines in kept.items():  # of what two files have, the first has it
        kept[path] = lines & rest
        rest -= kept[path]
    for path, lines in now.items():
        more = (lines - kept[path]) & rest
        kept[path] += more
        rest -= more
    homes = {path: find_room(find_closest_file(lines, now)) for path, lines in then.items()}
    gone: Counter[str] = Counter()
    for path, lines in then.items():
        left = lines & rest
        gone[homes[path]] += left.total()
        rest -= left
    return {
        room: _count_room(room, then, now, kept, homes, gone[room])
        for room in sorted({*map(find_room, now), *homes.values()})
    }


def _count_room(
    room: str,
    then: Mapping[str, Lines],
    now: Mapping[str, Lines],
    kept: Mapping[str, Lines],
    homes: Mapping[str, str],
    left: int,
) -> Room:
    mine = [path for path in now if find_room(path) == room]
    before = sum(lines.total() for path, lines in then.items() if homes[path] == room)
    stands = sum(kept[path].total() for path in mine)
    total = sum(now[path].total() for path in mine)
    new = sum((now[path] - kept[path]).total() for path in mine if kept[path].total() < NEW * now[path].total())
    return Room(before, left, stands - (before - left), total - stands, total, new)


def format_room_table(rooms: Mapping[str, Room]) -> str:
    """Format the counts as a Markdown table."""
    rows = {**rooms, "**host**": sum_rooms(room for name, room in rooms.items() if name != "workshop")}
    lines = ["| Room | then | left | moved | came | of it in new files | now |", "|---|---|---|---|---|---|---|"]
    for name, room in rows.items():
        numbers = (room.then, -room.left, room.moved, room.came, room.new, room.now)
        called = name if name.startswith("*") else f"`{name}`"
        lines.append(f"| {called} | " + " | ".join(f"{number:,}".replace("-", "−") for number in numbers) + " |")
    return "\n".join(lines)


def sum_rooms(rooms: Iterable[Room]) -> Room:
    """Add up the counts of several rooms."""
    return Room(*(sum(column) for column in zip(*rooms, strict=True)))


def run_lines_command(argv: list[str]) -> int:
    """Compare this checkout with a revision and print the table."""
    words = argparse.ArgumentParser("rtab lines", description=(__doc__ or "").partition("\n")[0])
    words.add_argument("revision", help="a release, such as 629d478")
    revision, root = words.parse_args(argv).revision, Path(__file__).parents[2]
    try:
        then = read_released_lines(root, revision)
    except subprocess.CalledProcessError as error:
        print(f"git has no host at {revision}: {error.stderr.decode().strip()}", file=sys.stderr)
        return 1
    print(format_room_table(count_rooms(then, read_present_lines(root))))
    return 0
