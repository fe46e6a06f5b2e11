"""Whoever has a wheel has every file that the code reads; `make walk` installs one for real."""

import re
import subprocess
import tomllib
from fnmatch import fnmatch
from pathlib import Path

ROOT = Path(__file__).parent.parent
# What questions are grown and dealt from stands in a clone only: these commands write there, too.
SOURCES = ("engine/ladder/bank/facts/", "layers/workshop/bank/blind/")
NOT_PACKED = ("layers/build.sh",)


def files():
    """All that is in the packages and is not code."""
    listed = subprocess.run(
        ["git", "ls-files", "engine", "layers"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    found = [name for name in listed.stdout.split() if not name.endswith(".py")]
    return [name for name in found if not name.startswith(SOURCES) and name not in NOT_PACKED]


def packed(name):
    """Would setuptools take it along?"""
    rules = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["setuptools"]
    return any(fnmatch(name, re.sub(r"^\*\*/", "*/", pattern)) for pattern in rules["package-data"]["*"]) or any(
        name.endswith(f"/{each}") for each in rules["exclude-package-data"]["*"]
    )


def test_every_file_that_is_not_code_goes_along():
    assert len(files()) > 50
    assert [name for name in files() if not packed(name) and not name.endswith("/py.typed")] == []


def test_every_licence_goes_along_and_stands_beside_what_it_is_for():
    """The code's own, the bank's, and that of each font."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    found = {str(path.relative_to(ROOT)) for each in project["license-files"] for path in ROOT.glob(each)}
    assert {"LICENSE", "engine/ladder/bank/LICENCES.txt"} < found
    fonts = [name for name in files() if name.endswith((".ttf", ".otf", ".woff2"))]
    beside = {str(Path(name).parent) for name in found}
    assert fonts
    assert [name for name in fonts if str(Path(name).parent) not in beside] == []
