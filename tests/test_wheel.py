"""Who has a wheel has every file that the code reads; `make walk` installs one for real."""

import re
import subprocess
import tomllib
from fnmatch import fnmatch
from pathlib import Path

from packaging.requirements import Requirement

from host import VERSION
from host.shown.picture import fonts

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
# What questions are grown and dealt from stands in a clone only: these commands write there, too.
SOURCES = ("engine/ladder/bank/facts/", "layers/workshop/bank/anchors.tsv")
FONT_WHEEL = ROOT / "layers/cjk"


def files(folders=("engine", "layers/host", "layers/workshop")):
    """All that is in the packages and is not code."""
    listed = subprocess.run(["git", "ls-files", *folders], cwd=ROOT, capture_output=True, text=True, check=True)
    found = [name for name in listed.stdout.split() if not name.endswith(".py")]
    return [name for name in found if not name.startswith(SOURCES)]


def packed(name):
    """Would setuptools take it along?"""
    rules = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["setuptools"]
    return any(fnmatch(name, re.sub(r"^\*\*/", "*/", pattern)) for pattern in rules["package-data"]["*"]) or any(
        name.endswith(f"/{each}") for each in rules["exclude-package-data"]["*"]
    )


def test_every_file_that_is_not_code_goes_along():
    assert len(files()) > 50
    assert [name for name in files() if not packed(name) and not name.endswith("/py.typed")] == []


def test_the_large_font_is_a_wheel_of_its_own_with_the_version_of_the_host_and_its_licence():
    """What `pip install race-to-a-billion[cjk]` brings."""
    built = tomllib.loads((FONT_WHEEL / "pyproject.toml").read_text("utf-8"))
    project = built["project"]
    assert project["version"] == VERSION
    assert (project["name"], project["requires-python"]) == (fonts.CJK_PACKAGE, PROJECT["requires-python"])
    (asked,) = PROJECT["optional-dependencies"]["cjk"]
    assert Requirement(asked).name == project["name"]
    assert Requirement(asked).specifier.contains(VERSION)
    packages, rules = built["tool"]["setuptools"]["packages"], built["tool"]["setuptools"]["package-data"]["*"]
    assert packages == [fonts.CJK_MODULE]
    folder = f"layers/cjk/{fonts.CJK_MODULE}"
    licences = [f"layers/cjk/{each}" for each in project["license-files"]]
    assert sorted(files([folder])) == sorted([f"{folder}/{fonts.CJK_FONT}", *licences])
    assert {licence.rpartition("/")[0] for licence in licences} == {folder}
    assert any(fnmatch(fonts.CJK_FONT, rule) for rule in rules)
    assert built["build-system"] == tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["build-system"]
    assert project["authors"] == PROJECT["authors"]


def test_every_licence_goes_along_and_stands_beside_what_it_is_for():
    """The code's own, the bank's, and that of each font."""
    found = {str(path.relative_to(ROOT)) for each in PROJECT["license-files"] for path in ROOT.glob(each)}
    assert {"LICENSE", "engine/ladder/bank/LICENCES.txt"} < found
    packed_fonts = [name for name in files() if name.endswith((".ttf", ".otf", ".woff2"))]
    beside = {str(Path(name).parent) for name in found}
    assert packed_fonts
    assert [name for name in packed_fonts if str(Path(name).parent) not in beside] == []
