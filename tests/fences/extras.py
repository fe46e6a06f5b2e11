"""Extras keep apart: nothing outside an extra's own folder, and that of its tests, knows its modules."""

import re
from pathlib import Path

from tests.fences.reading import FLOORS, ROOT, paths

FOLDER = "layers/host/extras"
TESTS = "tests/host/extras"


def extras(root: Path) -> list[str]:
    """The names of the extras: a new one is here by its folder alone."""
    return sorted(path.parent.name for path in (root / FOLDER).glob("*/extra.py"))


def extras_named(root: Path) -> list[str]:
    """What names an extra's modules would break when the extra is deleted."""
    names = sorted({*extras(ROOT), *extras(root)})
    module = re.compile(rf"\bextras\.({'|'.join(names)})\b[\w.]*")
    return [
        f"{at} names {found[0]}"
        for at in paths(root, *FLOORS, "tests")
        if at != "tests/fences/bad_examples.py"
        for found in module.finditer((root / at).read_text("utf-8"))
        if not at.startswith((f"{FOLDER}/{found[1]}/", f"{TESTS}/{found[1]}/"))
    ]
